"""Fleers caught by chargers are destroyed as the combat phase begins. [charge.response.fleeing]"""

from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, UnitId
from maniple.rules.casualties import destroy
from maniple.rules.nerve import panic_from_destroyed

FLEEING = "charge.response.fleeing"


def caught_tasks(battle: Battle) -> tuple[Task, ...]:
    """What is due for units that chargers have caught, before any combat. [panic.fleers-destroyed]"""
    return (Task(Do.CHARGES_COMPLETE),) if battle.caught else ()


def destroy_caught(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The caught are destroyed, and friends that must test for panic do so.

    [charge.response.fleeing, panic.fleers-destroyed]
    """
    yield from nothing_asked()
    battle = table.battle
    lost = tuple([unit for unit in battle.caught if battle.units[unit].is_on_table])
    tests = panic_from_destroyed(battle, lost)
    for unit in lost:
        destroy(table, unit, _catcher(battle, unit), FLEEING)
    return tests


def _catcher(battle: Battle, unit: UnitId) -> UnitId:
    """Whose charge caught the unit; NOBODY if it was another's that only touched it."""
    for charge in battle.charges:
        if charge.target == unit:
            return charge.charger
    return NOBODY
