"""Where the bot places its units: foot in the middle, loose troops beside it, horse on the wings.

row        who stands in the line, from left to right, and who in reserve
spots      where along the edge each stands: together, and not before woods or water if it can be
placed     the next unit at its place, or near it where the referee refuses that
"""

from functools import lru_cache

from msgspec import Struct

from maniple.battle.asks import Placement
from maniple.battle.bodies import frontage
from maniple.battle.field import Field, Zone
from maniple.battle.judged import Refusal
from maniple.battle.sheet import Kind
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import Status, Unit, UnitId
from maniple.bots.steady.rough import lanes
from maniple.bots.steady.sense import FORWARD, is_fighter, is_shooter
from maniple.geometry import Pose, pose
from maniple.play.seat import Seat

GAP = 1.2
"""Inches between units of the line."""
LOOSE_GAP = 0.6
"""Inches between skirmishers."""
LOOSE_FILES = 10
"""Skirmishers with far-reaching missiles in a row at the most: men behind see little."""
SHORT_FILES = 5
"""Others in a row: they are to fit between the units of the line."""
SHIFTS = (0.0, 1.5, -1.5, 3.0, -3.0, 5.0, -5.0, 8.0, -8.0, 12.0, -12.0, 18.0, -18.0, 26.0, -26.0)
SETBACKS = (0.0, 3.5, 7.0)
RESERVE_BACK = 5.5
"""Inches that the reserve stands behind the front of the line."""
ENOUGH_FOR_RESERVE = 5
"""Units of formed foot of which one is kept back."""
SMALL = 0.6
"""A reserve is no more than this part of the best unit: the others are needed in the line."""
SPARE = 12
"""Inches by which a gap in the line may be widened, to keep off bad ground."""


class Spot(Struct, frozen=True):
    """Where a unit is to stand: inches along the edge, and behind the front of the zone."""

    unit: UnitId
    along: float
    back: float = 0.0


def placed(seat: Seat) -> tuple[Placement, str] | None:
    """The next unit and its place; None if no place near its spot is legal."""
    battle, side = seat.battle, seat.side
    for spot in spots(battle, side):
        unit = battle.units[spot.unit]
        if unit.status is Status.WAITING:
            found = _somewhere(seat, unit, spot)
            if found is not None:
                return found, f"{unit.sheet.name} {_why(battle, unit)}"
    return None


def placed_character(seat: Seat, character: UnitId) -> tuple[Placement, str] | None:
    """The general with the best foot of the centre, where most of the army hears him.

    Others with other units: the battle standard near him, wizards with those who do not fight hand
    to hand, fighters where the line is thin.
    """
    battle = seat.battle
    man = battle.units[character]
    hosts = [
        u
        for u in battle.of(seat.side)
        if u.is_on_table and is_fighter(u) and not u.guests and u.models >= 5
    ]
    foot = [u for u in hosts if not u.sheet.is_mounted and not is_shooter(u)]
    middle = _middle(foot or hosts)
    leads = man.sheet.is_general or man.sheet.is_battle_standard
    wizard = man.sheet.traits.wizard > 0 and not leads

    def order(host: Unit) -> tuple[bool, float, int]:
        far = abs(host.pose.x - middle.x) + abs(host.pose.y - middle.y)
        if wizard:
            return (not stands_back(battle, host), far, host.id)
        if leads:
            return (host not in foot, far - host.sheet.points / 25, host.id)
        return (host not in foot, -host.sheet.points + far / 10, host.id)

    for host in sorted(hosts, key=order):
        placement = Placement(character, host.pose, host=host.id)
        if not isinstance(seat.judge(placement), Refusal):
            what = "where most of the army hears him" if leads else "to lend them his arm"
            what = "out of the fighting, within sight of it" if wizard else what
            return placement, f"{man.sheet.name} with {host.sheet.name}, {what}"
    return None


def stands_back(battle: Battle, host: Unit) -> bool:
    """Whether a unit in ranks is no part of the line that will fight: archers, or the reserve."""
    return is_shooter(host) or is_reserve(battle, host)


def files_for(unit: Unit) -> int:
    """A frontage that suits the unit: deep for foot that fights, wide for archers and horse."""
    sheet, models = unit.sheet, unit.models
    if sheet.engine is not None or models < 5:
        return max(1, min(models, 4))
    if sheet.kind is not Kind.FOOT:
        return max(3, -(-models // 2)) if models > 6 else min(models, 5)
    if is_shooter(unit):
        return -(-models // 2)
    if models >= 20:
        return max(5, -(-models // 4))
    return min(models, max(5, -(-models // 3)))


def is_placed_loose(unit: Unit) -> bool:
    """Whether it is drawn up in skirmish order."""
    traits = unit.sheet.traits
    return traits.always_skirmish or (unit.sheet.may_skirmish and not unit.sheet.standard)


def loose_files(unit: Unit) -> int:
    """Skirmishers in a row."""
    return min(unit.models, LOOSE_FILES if is_shooter(unit) else SHORT_FILES)


def is_reserve(battle: Battle, unit: Unit) -> bool:
    """Whether it is the unit kept behind the line: the least of many units of formed foot."""
    foot = [u for u in battle.of(unit.side) if _is_line(u)]
    if len(foot) < ENOUGH_FOR_RESERVE:
        return False
    least = min(foot, key=lambda u: (u.sheet.points, u.id))
    most = max([u.sheet.points for u in foot])
    return unit.id == least.id and least.sheet.points < SMALL * most


def spots(battle: Battle, side: Side) -> tuple[Spot, ...]:
    """The spot of each unit of the side, those of the centre first."""
    if battle.zones is None:
        return ()
    zone = battle.field.zones[battle.zones.of(side)]
    units = tuple([u for u in battle.of(side) if not u.sheet.is_character])
    row = _row([u for u in units if not is_reserve(battle, u)])
    widths = tuple([round(_width(u), 2) for u in row])
    care = tuple([_care(u) for u in row])
    along = _arranged(battle.field, zone, widths, care)
    found = [Spot(u.id, at) for u, at in zip(row, along, strict=True)]
    middle = _middle_of_line(row, along)
    found += [Spot(u.id, middle + GAP, RESERVE_BACK) for u in units if is_reserve(battle, u)]
    found.sort(
        key=lambda spot: (_wing(battle.units[spot.unit]), spot.back, abs(spot.along - middle))
    )
    return tuple(found)


def _why(battle: Battle, unit: Unit) -> str:
    if is_reserve(battle, unit):
        return "in reserve behind the line"
    wing = _wing(unit)
    if unit.sheet.engine is not None:
        return "where it sees over the field"
    return ("in the line", "beside the line, with room to shoot", "on the wing")[min(wing, 2)]


def _is_line(unit: Unit) -> bool:
    return (
        unit.sheet.kind is Kind.FOOT
        and not unit.sheet.is_character
        and not is_placed_loose(unit)
        and not is_shooter(unit)
    )


def _wing(unit: Unit) -> int:
    """0 for the line, 1 beside it, 2 for the wings."""
    if _is_line(unit):
        return 0
    return 1 if unit.sheet.kind is Kind.FOOT or unit.sheet.engine is not None else 2


def _row(units: list[Unit]) -> list[Unit]:
    """From left to right: horse, loose, foot with the best in the middle, loose, horse."""
    ordered = sorted(units, key=lambda u: (_wing(u), -u.sheet.points, u.id))
    left: list[Unit] = []
    right: list[Unit] = []
    widths = [0.0, 0.0]
    for place, unit in enumerate(ordered):
        onto = place % 2 if _wing(unit) == 2 else int(widths[1] < widths[0])
        (right if onto else left).append(unit)
        widths[onto] += _width(unit) + GAP
    return [*reversed(left), *right]


def _care(unit: Unit) -> float:
    """How much bad ground before it matters to the unit."""
    if is_placed_loose(unit):
        return 0.0
    return 0.3 if unit.sheet.engine is not None else unit.sheet.points / 100.0


@lru_cache(maxsize=64)
def _arranged(
    field: Field, zone: Zone, widths: tuple[float, ...], care: tuple[float, ...]
) -> tuple[float, ...]:
    """The middles of units that stand side by side: near together, and off bad ground.

    Inches along the zone's edge. The best of all arrangements on whole inches, left to right.
    """
    lane = lanes(field, zone.edge)
    flat = zone.edge in ("bottom", "top")
    low, high = (zone.left, zone.right) if flat else (zone.bottom, zone.top)
    need = sum(widths) + GAP * (len(widths) - 1)
    if need > high - low:
        return _squeezed(widths, low, high)
    middle = (low + high) / 2
    # cost and places of the best arrangement whose last unit ends at a certain inch
    best: dict[int, tuple[float, tuple[float, ...]]] = {}
    for i, width in enumerate(widths):
        after: dict[int, tuple[float, tuple[float, ...]]] = {}
        rest = sum(widths[i + 1 :]) + GAP * (len(widths) - i - 1)
        starts = {int(low): (0.0, ())} if i == 0 else best
        for end, (cost, places) in starts.items():
            first = float(end) if i == 0 else end + GAP
            most = int(high - low - need) if i == 0 else SPARE
            for extra in range(most + 1):
                left = first + extra
                if left + width + rest > high:
                    break
                right = int(-(-(left + width) // 1))
                at = left + width / 2
                bad = _over(lane, left, left + width) * care[i]
                new = cost + bad + abs(at - middle) * 0.01
                new += 0.25 * extra if i else 0.0
                if right not in after or new < after[right][0]:
                    after[right] = (new, (*places, at))
        best = after
    return min(best.values())[1] if best else _squeezed(widths, low, high)


def _over(lane: tuple[float, ...], left: float, right: float) -> float:
    part = lane[max(0, int(left)) : int(right) + 1]
    return sum(part) / max(1, len(part))


def _squeezed(widths: tuple[float, ...], low: float, high: float) -> tuple[float, ...]:
    """As near together as they must stand where there is too little room."""
    space = (high - low - sum(widths)) / max(1, len(widths) - 1)
    at, found = low, []
    for width in widths:
        found.append(max(low + width / 2, min(high - width / 2, at + width / 2)))
        at += width + space
    return tuple(found)


def _middle_of_line(row: list[Unit], along: tuple[float, ...]) -> float:
    inside = [at for unit, at in zip(row, along, strict=True) if _is_line(unit)] or [*along]
    return (min(inside) + max(inside)) / 2 if inside else 0.0


def _middle(units: list[Unit]) -> Pose:
    if not units:
        return Pose(0.0, 0.0, 0.0)
    x = (min([u.pose.x for u in units]) + max([u.pose.x for u in units])) / 2
    return Pose(x, max([u.pose.y for u in units]), 0.0)


def _width(unit: Unit) -> float:
    if is_placed_loose(unit):
        across = loose_files(unit)
        return across * (unit.sheet.base_width + LOOSE_GAP)
    if unit.body_width:
        return frontage(unit)
    return files_for(unit) * unit.sheet.base_width


def _somewhere(seat: Seat, unit: Unit, spot: Spot) -> Placement | None:
    """The planned place, or the nearest one that the referee allows."""
    zones = seat.battle.zones
    if zones is None:
        return None
    zone = seat.battle.field.zones[zones.of(seat.side)]
    loose = is_placed_loose(unit)
    files = loose_files(unit) if loose else files_for(unit)
    for setback in SETBACKS:
        for shift in SHIFTS:
            place = _at(zone, spot.along + shift, 0.5 + spot.back + setback)
            placement = Placement(unit.id, place, files, loose, LOOSE_GAP)
            if not isinstance(seat.judge(placement), Refusal):
                return placement
    return None


def _at(zone: Zone, along: float, back: float) -> Pose:
    facing = FORWARD[zone.edge]
    if zone.edge == "bottom":
        return pose(along, zone.top - back, facing)
    if zone.edge == "top":
        return pose(along, zone.bottom + back, facing)
    if zone.edge == "left":
        return pose(zone.right - back, along, facing)
    return pose(zone.left + back, along, facing)
