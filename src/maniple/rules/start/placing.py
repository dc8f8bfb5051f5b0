"""Where units and characters may be placed: the judges and samplers of deployment. [deploy]

A unit stands wholly in its own zone, facing any way, in any number of files, at least 0.1 inch from
every other.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from maniple.battle.asks import PlaceCharacter, Placement, PlaceUnit
from maniple.battle.bodies import body_as, guest_places
from maniple.battle.field import Zone
from maniple.battle.judged import Judged, Refusal
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Formation, Status, Unit, UnitId
from maniple.geometry import CLEARANCE, TOUCH, Pose, Rect, first_nearer, pose, rect_at
from maniple.rules.moving.skirmish import LINK, middle_of, spread
from maniple.rules.table.obstruct import bodies_in_way, what_blocks
from maniple.rules.table.referee import figure, is_sound, sound_pose, unit_named

FORWARD = {"bottom": 0.0, "top": 180.0, "left": 90.0, "right": 270.0}
"""The facing from each table edge towards the middle of the table."""


class NoRoom(ValueError):
    """A zone has no place left for a unit: terrain fills it, or those that stand there. [deploy]"""

    def __init__(self, battle: Battle, unit: Unit) -> None:
        army = battle.field.armies.of(unit.side) or unit.side.value
        super().__init__(
            f"the zone of {army} has no room left for {unit.sheet.name} [deploy]: take a larger "
            "zone, less terrain in it on which nobody may stand, or a smaller army"
        )


def judge_unit(battle: Battle, ask: PlaceUnit, placement: Placement) -> Judged | Refusal:
    """Whether a unit may be placed so. [deploy]"""
    unit = unit_named(battle, placement.unit)
    if unit is None or unit.side is not ask.side or unit.sheet.is_character:
        return Refusal("deploy", f"{placement.unit} is not a unit of {ask.side.value}'s to place")
    if unit.status is not Status.WAITING:
        return Refusal("deploy", f"{unit.sheet.name} is on the table already")
    if placement.host != NOBODY:
        return Refusal("deploy", f"{unit.sheet.name} is no character, to be placed with a unit")
    return _judge_place(battle, unit, placement)


def judge_character(battle: Battle, ask: PlaceCharacter, placement: Placement) -> Judged | Refusal:
    """Whether the character may be placed so, alone or with a unit. [deploy]"""
    unit = battle.units[ask.unit]
    if placement.unit != ask.unit:
        return Refusal("deploy", f"it is {unit.sheet.name} who is to be placed now")
    if placement.host == NOBODY:
        return _judge_place(battle, unit, placement)
    host = unit_named(battle, placement.host)
    if host is None or host.side is not unit.side or host.sheet.is_character:
        return Refusal("deploy", f"{placement.host} is not a unit that {unit.sheet.name} can join")
    no = may_host(battle, host, unit)
    if no is not None:
        return no
    at = Placement(unit.id, host.pose, host=host.id)
    return Judged(at, end=host.pose, files=1)


def may_host(battle: Battle, host: Unit, guest: Unit) -> Refusal | None:
    """What keeps a character from standing in the ranks of a unit; None if he can.

    [character.join, unit.ranks]
    """
    name = host.sheet.name
    if host.status is not Status.TABLE:
        return Refusal("character.join", f"{name} is not on the table")
    if host.formation is not Formation.FORMED or host.body_width:
        return Refusal("character.join", f"{name} has no ranks in which a character could stand")
    places = host.guest_places + guest_places(guest.sheet.base_width, host.sheet.base_width)
    if places > host.files - (1 if host.sheet.leader else 0):
        return Refusal(
            "unit.ranks", f"the front rank of {name} has no place left beside its leader"
        )
    wider = replace(host, guest_places=places)
    blocked = what_blocks(battle, host.id, [body_as(wider, host.pose, host.files)], (guest.id,))
    if blocked is None:
        return None
    return Refusal(
        "unit.ranks",
        f"{name} would need one rank more for {guest.sheet.name}, and {blocked.what} is in the way",
        blocked.at,
    )


def _judge_place(battle: Battle, unit: Unit, placement: Placement) -> Judged | Refusal:
    sheet = unit.sheet
    at = sound_pose(placement.pose)
    if at is None or not is_sound(placement.gap):
        return Refusal("deploy", "a place needs finite figures, in inches and degrees on the table")
    if not 1 <= placement.files <= unit.models:
        return Refusal(
            "unit.ranks", f"{sheet.name} has {unit.models} models: files go from 1 to that number"
        )
    loose = _formation(unit, placement)
    if loose is not None:
        return loose
    placement = replace(placement, pose=at, gap=round(placement.gap, 3))
    places: tuple[Pose, ...] = ()
    if placement.skirmish:
        places = spread(
            at,
            placement.files,
            placement.gap,
            unit.models,
            sheet.base_width,
            sheet.base_depth,
        )
        rects = [rect_at(place, sheet.base_width, sheet.base_depth) for place in places]
    else:
        rects = [body_as(unit, at, placement.files)]
    no = _stands_wrong(battle, unit, rects)
    if no is not None:
        return no
    end = middle_of(places) if places else at
    return Judged(placement, end, placement.files, places)


def _formation(unit: Unit, placement: Placement) -> Refusal | None:
    """Who may, must or may not stand in loose order. [troop.skirmish, troop.light]"""
    sheet = unit.sheet
    name = sheet.name
    if placement.skirmish and not sheet.may_skirmish:
        return Refusal("troop.light", f"the list of {name} does not let them skirmish")
    if not placement.skirmish and sheet.traits.always_skirmish:
        return Refusal("troop.skirmish", f"{name} know no ranks: they are placed as skirmishers")
    if placement.skirmish and not 0.0 <= placement.gap <= LINK:
        why = f"a gap of {figure(placement.gap)} inches: skirmishers are linked by gaps of 0 to 2"
        return Refusal("troop.skirmish.shape", why)
    if placement.files > 1 and (sheet.body_width or sheet.is_character):
        return Refusal("unit.ranks", f"{name} stands in one file")
    return None


def _stands_wrong(battle: Battle, unit: Unit, rects: Sequence[Rect]) -> Refusal | None:
    """What is wrong with bodies placed so; None if nothing is. [deploy]"""
    zone = zone_of(battle, unit)
    name = unit.sheet.name
    for rect in rects:
        if not _is_in(zone, rect):
            why = (
                f"{name} must stand wholly in its zone, x {figure(zone.left)} to "
                f"{figure(zone.right)} and y {figure(zone.bottom)} to {figure(zone.top)} inches"
            )
            return Refusal("deploy", why, (rect.cx, rect.cy))
    others, ids = bodies_in_way(battle, unit.id)
    for rect in rects:
        near = first_nearer(rect, others, CLEARANCE - 1e-6)
        if near >= 0:
            foe = battle.units[ids[near]].sheet.name
            why = f"{name} must stand at least 0.1 inch from {foe}"
            return Refusal("deploy", why, (others[near].cx, others[near].cy))
    blocked = what_blocks(battle, unit.id, rects)
    if blocked is None:
        return None
    return Refusal(blocked.rule, f"{name} would stand on {blocked.what}", blocked.at)


def zone_of(battle: Battle, unit: Unit) -> Zone:
    """The zone in which the unit's side deploys. [deploy]"""
    if battle.zones is None:
        raise ValueError("the zones have not been dealt yet")
    return battle.field.zones[battle.zones.of(unit.side)]


def _is_in(zone: Zone, rect: Rect) -> bool:
    return (
        rect.cx - rect.ex >= zone.left - TOUCH
        and rect.cx + rect.ex <= zone.right + TOUCH
        and rect.cy - rect.ey >= zone.bottom - TOUCH
        and rect.cy + rect.ey <= zone.top + TOUCH
    )


# ------------------------------------------------------------------------------ sampling


def sample_unit(battle: Battle, ask: PlaceUnit, below: Callable[[int], int]) -> Placement:
    """A legal placement by lot: a few throws of a place, then the first that a scan finds."""
    waiting = [
        u for u in battle.of(ask.side) if u.status is Status.WAITING and not u.sheet.is_character
    ]
    unit = waiting[below(len(waiting))]
    thrown = _thrown(battle, unit, below, lambda p: judge_unit(battle, ask, p))
    if thrown is not None:
        return thrown
    for unit in waiting:
        found = _scanned(battle, unit, lambda p: judge_unit(battle, ask, p))
        if found is not None:
            return found
    raise NoRoom(battle, waiting[0])


def sample_character(battle: Battle, ask: PlaceCharacter, below: Callable[[int], int]) -> Placement:
    """A legal placement of the character by lot: with a unit as often as not."""
    unit = battle.units[ask.unit]
    hosts = [
        Placement(unit.id, host.pose, host=host.id)
        for host in battle.of(unit.side)
        if not host.sheet.is_character and may_host(battle, host, unit) is None
    ]
    if hosts and below(2) == 0:
        return hosts[below(len(hosts))]
    thrown = _thrown(battle, unit, below, lambda p: judge_character(battle, ask, p))
    if thrown is not None:
        return thrown
    if hosts:
        return hosts[below(len(hosts))]
    found = _scanned(battle, unit, lambda p: judge_character(battle, ask, p))
    if found is None:
        raise NoRoom(battle, unit)
    return found


def _thrown(
    battle: Battle,
    unit: Unit,
    below: Callable[[int], int],
    judge: Callable[[Placement], Judged | Refusal],
) -> Placement | None:
    zone = zone_of(battle, unit)
    wide = max(1, int((zone.right - zone.left) * 10))
    high = max(1, int((zone.top - zone.bottom) * 10))
    for _ in range(20):
        # Mostly to the front, since bodies set every way leave no room for the last ones.
        turned = 0.0 if below(8) else float(below(360))
        at = pose(
            zone.left + below(wide) / 10,
            zone.bottom + below(high) / 10,
            FORWARD[zone.edge] + turned,
        )
        placement = _as_it_may(unit, at, 1 + below(max(1, min(unit.models, 12))), below(2) == 0)
        if isinstance(judge(placement), Judged):
            return placement
    return None


def _scanned(
    battle: Battle, unit: Unit, judge: Callable[[Placement], Judged | Refusal]
) -> Placement | None:
    zone = zone_of(battle, unit)
    for files in sorted({1, 4, 6, 10, max(1, unit.models // 2)}, key=lambda f: abs(f - 6)):
        if files > unit.models:
            continue
        for down in range(int((zone.top - zone.bottom) * 2) + 1):
            for along in range(int((zone.right - zone.left) * 2) + 1):
                at = Pose(zone.left + along / 2, zone.bottom + down / 2, FORWARD[zone.edge])
                placement = _as_it_may(unit, at, files, False)
                if isinstance(judge(placement), Judged):
                    return placement
    return None


def _as_it_may(unit: Unit, at: Pose, files: int, loose: bool) -> Placement:
    """A placement in a formation that the unit may take."""
    traits = unit.sheet.traits
    skirmish = traits.always_skirmish or (unit.sheet.may_skirmish and loose)
    if unit.body_width or unit.sheet.is_character:
        files = 1
    return Placement(UnitId(unit.id), at, files, skirmish, 0.5 if not loose else 1.0)
