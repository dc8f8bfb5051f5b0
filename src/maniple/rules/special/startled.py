"""An elephant that is wounded and lives, or loses the last of its crew, is startled: a test is due.

    startle          it has been wounded, or its last rider has fallen
    startled_tests   the tests due when a step is over

The test itself is in `stampede`. A beast that flees runs already, and takes none.
[troop.elephant, psychology.test]
"""

from maniple.battle.events import BeastStartled
from maniple.battle.sheet import Kind
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Unit, UnitId


def startle(table: Table, unit_id: UnitId) -> None:
    """The test of an elephant becomes due, if it lives and is in hand. [troop.elephant]"""
    unit = table.battle.units[unit_id]
    if unit.sheet.kind is Kind.ELEPHANT and unit.models and is_in_hand(unit) and not unit.startled:
        table.record(BeastStartled(unit_id))


def is_in_hand(unit: Unit) -> bool:
    """Whether it neither flees nor stampedes. [troop.elephant]"""
    return not unit.fleeing and not unit.stampeding


def startled_tests(battle: Battle) -> tuple[Task, ...]:
    """The tests of startled beasts that are not yet to be taken, by id. [troop.elephant]"""
    startled = [unit for unit in battle.units if unit.startled and unit.is_on_table]
    if not startled:
        return ()
    tests = [Task(Do.STAMPEDE_TEST, unit.id) for unit in startled]
    return tuple([test for test in tests if test not in battle.turn.todo])
