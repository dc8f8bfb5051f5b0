"""Fleers who are caught: the entire unit is destroyed, and its standard taken. [pursue.distance]"""

from maniple.battle.events import UnitDestroyed
from maniple.battle.table import Table
from maniple.battle.unit import UnitId
from maniple.rules.nerve.casualties import take_standards


def ride_down(table: Table, unit_id: UnitId, by: UnitId) -> None:
    """Pursuers run through a fleeing unit: nobody of it is left, characters with it included.

    [pursue.distance, command.standard-captured]
    """
    take_standards(table, unit_id)
    table.record(UnitDestroyed(unit_id, by, "pursue.distance"))
