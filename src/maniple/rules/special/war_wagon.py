"""War wagons shelter their crew: missiles find it in hard cover, and whoever charges one strikes over a
defended obstacle.

    is_wagon        whether the unit is one
    behind_sides    what its sides add to the need of shots at its crew
    lost_without    a wagon whose last crewman has fallen                   [troop.war-wagon.crew]
"""

from maniple.battle.sheet import Kind
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.terrain import Cover
from maniple.battle.unit import Unit, UnitId
from maniple.rules.nerve.casualties import destroy
from maniple.rules.shooting.cover import cover_of

WAGON_CREW = "troop.war-wagon.crew"

_HARDER = {Cover.NONE: 2, Cover.SOFT: 1, Cover.HARD: 0}
"""What hard cover adds to the cover that a target has already."""


def is_wagon(unit: Unit) -> bool:
    """Whether the unit is a war wagon. [troop.war-wagon]"""
    return unit.sheet.kind is Kind.WAR_WAGON


def behind_sides(battle: Battle, shooter: Unit, target: Unit) -> int:
    """How much harder shots at the target's crew are than at itself. [troop.war-wagon.crew]"""
    return _HARDER[cover_of(battle, shooter.id, target.id)] if is_wagon(target) else 0


def lost_without(table: Table, unit_id: UnitId, by: UnitId) -> None:
    """A wagon without crew is out of the battle. [troop.war-wagon.crew]"""
    unit = table.battle.units[unit_id]
    if is_wagon(unit) and unit.models and not unit.crew_left:
        destroy(table, unit_id, by, WAGON_CREW)
