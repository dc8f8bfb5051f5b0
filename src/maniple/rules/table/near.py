"""Who stands within so many inches of a unit. [measure.tolerance]"""

from maniple.battle.bodies import gap, of_side
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.geometry import within
from maniple.rules.table.obstruct import bounds


def enemies_within(
    battle: Battle, unit: Unit, inches: float, *, fleeing: bool | None = False
) -> tuple[Unit, ...]:
    """The enemies on the table that near, by id: those that do not flee, or (True) those that do,
    or (None) both.
    """
    return _within(battle, unit, unit.side.enemy, inches, fleeing)


def friends_within(
    battle: Battle, unit: Unit, inches: float, *, fleeing: bool | None = None
) -> tuple[Unit, ...]:
    """The other units of its side on the table that near, by id; `fleeing` as above."""
    return _within(battle, unit, unit.side, inches, fleeing)


def _within(
    battle: Battle, unit: Unit, side: Side, inches: float, fleeing: bool | None
) -> tuple[Unit, ...]:
    left, bottom, right, top = bounds(unit)
    found: list[Unit] = []
    for other in of_side(battle, side):
        if other.id == unit.id or (fleeing is not None and other.fleeing is not fleeing):
            continue
        west, south, east, north = bounds(other)
        apart = max(west - right, left - east, south - top, bottom - north)
        if within(apart, inches) and within(gap(unit, other), inches):
            found.append(other)
    return tuple(found)
