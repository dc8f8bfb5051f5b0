"""Terror close by: a unit that begins its turn 8 inches from what is a terror to it, or nearer,
tests, and flees at once if it fails. [terror.test, turn.start]

The Terror tests of charger and charged are `charging.daring`.
"""

from maniple.battle.bodies import gap, of_side
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.geometry import within
from maniple.rules.fleeing.flight import flee_now
from maniple.rules.nerve.dread import TERROR
from maniple.rules.nerve.facing_dread import braves_terror, is_due_terror
from maniple.rules.nerve.leadership import is_running
from maniple.rules.nerve.nerve import generals_first

CLOSE = 8.0
"""Inches at which a terror is felt as a turn begins, seen or not. [terror.test]"""


def terror_tasks(battle: Battle) -> tuple[Task, ...]:
    """The tests of the side whose turn begins, each for the nearest terror. [terror.test]"""
    tests: list[Task] = []
    for unit in generals_first(battle, of_side(battle, battle.turn.side)):
        foe = nearest_terror(battle, unit)
        if foe != NOBODY and not unit.fleeing:
            tests.append(Task(Do.TERROR_TEST, unit.id, foe))
    return tuple(tests)


def nearest_terror(battle: Battle, unit: Unit) -> UnitId:
    """The nearest enemy within 8 inches for whom it has still to test; NOBODY. [terror.test]"""
    close = [
        (gap(unit, enemy), enemy.id)
        for enemy in of_side(battle, unit.side.enemy)
        if is_due_terror(battle, unit.id, enemy.id) and within(gap(unit, enemy), CLOSE)
    ]
    return min(close)[1] if close else NOBODY


def terror_test(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A unit tests for the terror close by, in combat too; it fails, and flees at once.

    One that has panicked tests no more. [terror.test, psychology.test]
    """
    battle = table.battle
    unit = battle.units[task.unit]
    if not unit.is_on_table or is_running(battle, unit):
        yield from nothing_asked()
        return ()
    held = yield from braves_terror(table, task.unit, task.other)
    if not held:
        yield from flee_now(table, task.unit, (task.other,), TERROR)
    return ()
