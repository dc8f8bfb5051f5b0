"""Which enemies stand within so many inches of a unit. [measure.tolerance]"""

from maniple.battle.bodies import gap, of_side
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
    left, bottom, right, top = bounds(unit)
    found: list[Unit] = []
    for other in of_side(battle, unit.side.enemy):
        if fleeing is not None and other.fleeing is not fleeing:
            continue
        west, south, east, north = bounds(other)
        apart = max(west - right, left - east, south - top, bottom - north)
        if within(apart, inches) and within(gap(unit, other), inches):
            found.append(other)
    return tuple(found)
