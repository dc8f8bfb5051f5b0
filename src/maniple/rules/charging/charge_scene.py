"""What a charge meets: the charger, its target, and everything else on and round the table.

[charge.path, charge.through-skirmishers, move.interpenetrate]
"""

from functools import lru_cache

from msgspec import Struct

from maniple.battle.bodies import body, outline
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Status, Unit, UnitId
from maniple.geometry import Edge, Outline, Rect, in_reach
from maniple.rules.charging.facing import has_facings
from maniple.rules.memo import Memo
from maniple.rules.moving.skirmish import links
from maniple.rules.table.obstruct import are_lapped, bodies_in_way, impassable_outlines
from maniple.rules.table.stance import Stances, stances

WALL = 20.0
"""How far the walls reach beyond the table that stand for its edges, in inches."""


class Scene(Struct, frozen=True):
    """A charger, its target, and what is in the way."""

    battle: Battle
    charger: Unit
    target: Unit
    rect: Rect
    """The charger's body where it stands."""
    bodies: tuple[Rect, ...]
    """The target's."""
    facing: Edge
    """The target's facing that is to be struck; of no account where it has none."""
    budget: float
    """Inches."""
    others: tuple[Outline, ...]
    """Whatever else may not be passed through: units, skirmishers' links, ground, table edge."""
    owners: tuple[UnitId, ...]
    """Whose each of them is; NOBODY for ground and table."""
    any_edge: bool
    """The target has no facings, or flees: any edge of it will do."""


@lru_cache(maxsize=64)
def table_walls(width: float, height: float) -> tuple[Rect, ...]:
    """Bodies beyond the four edges of a table of so many inches. [move.table-edge]"""
    long, high = width + 2 * WALL, height + 2 * WALL
    return (
        Rect(width / 2, 0.0, 0.0, long, WALL),
        Rect(width / 2, height, 180.0, long, WALL),
        Rect(0.0, height / 2, 90.0, high, WALL),
        Rect(width, height / 2, 270.0, high, WALL),
    )


def _chains_of(stand: Stances) -> tuple[tuple[UnitId, tuple[Rect, ...]], ...]:
    """The links of all skirmishers on the table."""
    loose = [u for u in stand.units if u.is_skirmishing and u.status is Status.TABLE]
    return tuple([(unit.id, links(unit)) for unit in loose])


_chains = Memo(_chains_of)


def in_the_way(
    battle: Battle, charger: UnitId, ignoring: tuple[UnitId, ...]
) -> tuple[tuple[Outline, ...], tuple[UnitId, ...]]:
    """All that the charger may not pass through, and whose it is (NOBODY: ground or table edge)."""
    field = battle.field
    known = _known(stances(battle))
    key = (charger, ignoring, field.width, field.height)
    if key not in known:
        found = _in_the_way(battle, charger, ignoring)
        if are_lapped(battle):
            # Where men stand who lap round depends on more than how the units stand.
            return found
        known[key] = found
    return known[key]


Found = tuple[tuple[Outline, ...], tuple[UnitId, ...]]


def _nothing_yet(stand: Stances) -> dict[tuple[UnitId, tuple[UnitId, ...], float, float], Found]:
    return {}


_known = Memo(_nothing_yet)


def _in_the_way(battle: Battle, charger: UnitId, ignoring: tuple[UnitId, ...]) -> Found:
    rects, ids = bodies_in_way(battle, charger, ignoring)
    found: list[Outline] = [*rects]
    for unit, bars in _chains(stances(battle)):
        if unit != charger and unit not in ignoring:
            found += bars
            ids += [unit] * len(bars)
    solid = [*impassable_outlines(battle), *table_walls(battle.field.width, battle.field.height)]
    return (*found, *solid), (*ids, *([NOBODY] * len(solid)))


def scene(battle: Battle, charger: UnitId, target: UnitId, facing: Edge, budget: float) -> Scene:
    """The scene of a charge of at most `budget` inches at the target's facing."""
    unit, other = battle.units[charger], battle.units[target]
    rect, bodies = body(unit), outline(other)
    others, owners = _near(rect, bodies, budget, *in_the_way(battle, charger, (target,)))
    return Scene(
        battle=battle,
        charger=unit,
        target=other,
        rect=rect,
        bodies=bodies,
        facing=facing,
        budget=budget,
        others=others,
        owners=owners,
        any_edge=other.fleeing or not has_facings(other),
    )


def _near(
    rect: Rect,
    bodies: tuple[Rect, ...],
    budget: float,
    others: tuple[Outline, ...],
    owners: tuple[UnitId, ...],
) -> tuple[tuple[Outline, ...], tuple[UnitId, ...]]:
    """Those outlines, and whose they are, that charger or target could meet as they move, pivot and slide."""
    reach = budget + 2.0 * (rect.width + rect.depth)
    reach += max([target.width + target.depth for target in bodies])
    places = in_reach(rect, others, reach)
    if len(places) == len(others):
        return others, owners
    return tuple([others[i] for i in places]), tuple([owners[i] for i in places])
