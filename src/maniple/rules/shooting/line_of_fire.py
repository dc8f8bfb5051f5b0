"""Whom a unit can shoot at, and with which of its models.

    why_not_shoot    what forbids a unit to shoot in its shooting phase     [shoot.who]
    with_a_shot      which of its models have a line of fire to a target    [shoot.divide]
    has_a_shot       whether any of them has
    why_not_target   what forbids a target                                  [shoot.into-combat]
    why_not_pick_out what forbids to shoot at a character                   [character.target]

A line of fire is a line of sight that no skirmishing unit bars. [shoot.through-skirmishers]
"""

from collections.abc import Sequence

from maniple.battle.bodies import gap, of_side, outline, where_stands
from maniple.battle.judged import Refusal
from maniple.battle.sheet import Missile
from maniple.battle.state import Battle
from maniple.battle.terrain import Terrain
from maniple.battle.unit import NOBODY, Moved, Status, Unit, UnitId
from maniple.geometry import Edge, Outline, Rect, beyond, visible_degrees
from maniple.rules.charging.facing import zones_possible
from maniple.rules.fighting.mixed import missiles_of
from maniple.rules.memo import Memo
from maniple.rules.moving.skirmish import links
from maniple.rules.shooting.posts import Eye, eyes_of, posts
from maniple.rules.shooting.sight import HALF_ARC, LEAST_SEEN, can_see, seeing
from maniple.rules.special.stupidity import why_beside
from maniple.rules.table.heights import ground_height, own_height
from maniple.rules.table.stance import Stances, stances

NO_SHOT_AFTER = (
    Moved.MARCHED,
    Moved.CHARGED,
    Moved.FAILED_CHARGE,
    Moved.REFORMED,
    Moved.RALLIED,
    Moved.FLED,
)
"""What a unit may not have done in a turn in which it shoots. [shoot.who, charge.path, move.reform]"""


def has_moved(unit: Unit) -> bool:
    """Whether it moved this turn, in any way, pursuit among them. [shoot.modifiers]"""
    return not unit.doings.has_stood


def weapons_of(unit: Unit) -> tuple[Missile, ...]:
    """What the unit may shoot with now: not a crossbow if it has moved. [shoot.move-or-shoot]"""
    moved = has_moved(unit)
    return tuple([m for m in missiles_of(unit) if not (m.move_or_shoot and moved)])


def why_not_shoot(battle: Battle, unit: Unit) -> Refusal | None:
    """What forbids a unit of the player whose turn it is to shoot; None if it may. [shoot.who]"""
    name = unit.sheet.name
    if unit.status is not Status.TABLE or unit.fleeing:
        return Refusal("shoot.who", f"{name} is not in the field, or flees")
    if unit.is_engaged:
        return Refusal("shoot.into-combat", f"{name} is in close combat")
    if unit.stampeding:
        return Refusal("troop.elephant", f"{name} is out of hand: nobody shoots from it")
    if not missiles_of(unit):
        return Refusal("shoot.who", f"{name} has no missile weapon")
    if unit.doings.shot:
        return Refusal("shoot.who", f"{name} has already shot this turn")
    if unit.jammed_until and unit.jammed_until >= battle.turn.number:
        return Refusal("engine.stone-thrower", f"{name} has misfired, and does not shoot this turn")
    if unit.doings.moved in NO_SHOT_AFTER:
        return Refusal("shoot.who", f"{name} {unit.doings.moved.value} this turn")
    if not weapons_of(unit):
        return Refusal("shoot.move-or-shoot", f"{name} has moved, and may not shoot as well")
    return why_beside(unit)


def with_a_shot(battle: Battle, shooter: UnitId, target: UnitId) -> tuple[int, ...]:
    """The models, by their place in `sight.eyes_of`, that have a line of fire to the target, or to the
    unit that it is with. [shoot.divide, shoot.through-skirmishers, character.target]
    """
    host = battle.units[target].host
    if host != NOBODY:
        target = host
    pair = posts(battle).pair(shooter, target)
    if not pair.is_in_arc:
        return ()
    if pair.shots is None:
        pair.shots = seeing(battle, shooter, target, screens(battle, shooter, target))
    return pair.shots


def has_a_shot(battle: Battle, shooter: UnitId, target: UnitId) -> bool:
    """Whether any model has a line of fire to a target that is not in close combat.

    [shoot.who, shoot.into-combat]
    """
    if battle.units[target].is_engaged:
        return False
    pair = posts(battle).pair(shooter, target)
    if not pair.is_in_arc:
        return False
    if pair.can_shoot is None:
        pair.can_shoot = can_see(battle, shooter, target, screens(battle, shooter, target))
    return pair.can_shoot


def screens(battle: Battle, shooter: UnitId, target: UnitId) -> tuple[Outline, ...]:
    """The bases and closed gaps of skirmishers between the two, friend or foe.

    Like a formed unit they stop no shots if they stand lower than shooter or target.
    [shoot.through-skirmishers]
    """
    pair = (shooter, target)
    loose = [(u, shapes, high) for u, shapes, high in _loose(stances(battle)) if u not in pair]
    if not loose:
        return ()
    standing = posts(battle)
    level = max(standing.of(shooter).height, standing.of(target).height)
    return tuple([shape for _, shapes, high in loose if high >= level for shape in shapes])


def _skirmishers(stand: Stances) -> tuple[tuple[UnitId, tuple[Outline, ...], int], ...]:
    """The skirmishers on the table: bases and closed gaps, and how high each unit stands."""
    return tuple(
        [
            (unit.id, (*outline(unit), *links(unit)), height(stand.terrain, unit))
            for unit in stand.units
            if unit.is_skirmishing and unit.is_on_table
        ]
    )


_loose = Memo(_skirmishers)


def height(terrain: tuple[Terrain, ...], unit: Unit) -> int:
    """The height at which the middle of a unit stands. [sight.blocked]"""
    if not terrain:
        return own_height(unit)
    highest = max([ground_height(terrain, rect.cx, rect.cy) for rect in outline(unit)])
    return highest + own_height(unit)


def why_not_target(
    battle: Battle,
    shooter: UnitId,
    target: UnitId,
    seen: tuple[int, ...],
    open_to_all: tuple[Unit, ...],
) -> Refusal | None:
    """What forbids this target, on which the models `seen` have a line of fire; None: it may be.

    `open_to_all`: the skirmishers at whom all of the shooter can shoot (`skirmishers_open_to_all`).

    [shoot.who, shoot.into-combat, shoot.through-skirmishers, character.target]
    """
    unit, other = battle.units[shooter], where_stands(battle, battle.units[target])
    name, them = unit.sheet.name, battle.units[target].sheet.name
    if other.side is unit.side or not other.is_on_table:
        return Refusal("shoot.who", f"{them} is no enemy on the table")
    if other.is_engaged:
        return Refusal("shoot.into-combat", f"{them} is in close combat")
    if not seen:
        return Refusal("shoot.who", f"no model of {name} has a line of fire to {them}")
    for before in open_to_all:
        if before.id != other.id and _is_before(unit, before, other):
            nearer = before.sheet.name
            why = f"all of {name} can shoot at {nearer}, who skirmish before {them}"
            return Refusal("shoot.through-skirmishers", why)
    if battle.units[target].sheet.is_character:
        return why_not_pick_out(battle, shooter, target)
    return None


def why_not_pick_out(battle: Battle, shooter: UnitId, target: UnitId) -> Refusal | None:
    """What forbids to shoot at a character, alone or in the ranks: a nearer target; or that he does not
    stand in the rank towards those who shoot, or stands under the shields of a testudo.

    [character.target, troop.testudo]
    """
    unit, man = battle.units[shooter], battle.units[target]
    host = where_stands(battle, man)
    name, him = unit.sheet.name, man.sheet.name
    far = gap(unit, host)
    for foe in of_side(battle, man.side):
        if foe.id == host.id or not beyond(far, gap(unit, foe)):
            continue
        if has_a_shot(battle, shooter, foe.id):
            why = f"{name} has a nearer target than {him}: {foe.sheet.name}"
            return Refusal("character.target", why)
    if man.host == NOBODY or not host.is_formed:
        return None
    if host.testudo:
        return Refusal("troop.testudo", f"{him} stands under the shields of {host.sheet.name}")
    if Edge.FRONT not in zones_possible(battle, shooter, host.id):
        why = f"{him} stands in the front rank of {host.sheet.name}, away from {name}"
        return Refusal("character.target", why)
    return None


def skirmishers_open_to_all(battle: Battle, shooter: UnitId) -> tuple[Unit, ...]:
    """Enemy skirmishers at whom all models of the unit can shoot: before another target they must
    be the target, even if some see a unit behind. [shoot.through-skirmishers]
    """
    unit = battle.units[shooter]
    everybody = len(eyes_of(unit))
    return tuple(
        [
            foe
            for foe in of_side(battle, unit.side.enemy)
            if foe.is_skirmishing
            and not foe.is_engaged
            and len(with_a_shot(battle, shooter, foe.id)) == everybody
        ]
    )


def _is_before(unit: Unit, screen: Unit, target: Unit) -> bool:
    """Whether the skirmishers hide any of the target from a model of the unit."""
    looking, theirs = eyes_of(unit), outline(target)
    left, bottom, right, top = _box(looking, theirs)
    solid: list[Outline] = [
        shape
        for shape in (*outline(screen), *links(screen))
        if shape.cx + shape.ex > left
        and shape.cx - shape.ex < right
        and shape.cy + shape.ey > bottom
        and shape.cy - shape.ey < top
    ]
    if not solid:
        return False
    for eye in looking:
        for rect in theirs:
            whole = visible_degrees(eye.x, eye.y, eye.facing, HALF_ARC, rect, ())
            past = visible_degrees(eye.x, eye.y, eye.facing, HALF_ARC, rect, solid)
            if past < whole - LEAST_SEEN:
                return True
    return False


def _box(looking: Sequence[Eye], theirs: Sequence[Rect]) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of the box round the eyes and the target (inches)."""
    return (
        min(*[eye.x for eye in looking], *[rect.cx - rect.ex for rect in theirs]),
        min(*[eye.y for eye in looking], *[rect.cy - rect.ey for rect in theirs]),
        max(*[eye.x for eye in looking], *[rect.cx + rect.ex for rect in theirs]),
        max(*[eye.y for eye in looking], *[rect.cy + rect.ey for rect in theirs]),
    )
