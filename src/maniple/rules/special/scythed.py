"""Scythed chariots must charge whatever is nearest within reach, and do not outlive their charge.

must_charge     whether the unit is one of them
spending_tasks  those that have charged home, as the combat phase begins
spend           one of them at its end                      [troop.scythed-chariot]
"""

from maniple.battle.bodies import of_side
from maniple.battle.request import Step, nothing_asked
from maniple.battle.sheet import Kind
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, Moved, Unit
from maniple.rules.nerve.casualties import destroy

SCYTHED = "troop.scythed-chariot"


def must_charge(unit: Unit) -> bool:
    """Whether it charges the nearest enemy within reach without being asked. [troop.scythed-chariot]"""
    return unit.sheet.kind is Kind.SCYTHED_CHARIOT


def spending_tasks(battle: Battle) -> tuple[Task, ...]:
    """The end of those that have charged home, after all that the phase brings: this turn, or in a
    pursuit of the turn before, which is fought out now.

    [troop.scythed-chariot]
    """
    return tuple(
        [
            Task(Do.SPEND_CHARIOT, unit.id)
            for unit in of_side(battle, battle.turn.side)
            if must_charge(unit) and _has_charged_home(unit)
        ]
    )


def _has_charged_home(unit: Unit) -> bool:
    is_charging = unit.fight is not None and unit.fight.charging
    return unit.doings.moved is Moved.CHARGED or is_charging


def spend(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """It is destroyed, wherever it has come by then; nobody tests for panic at it.

    [troop.scythed-chariot]
    """
    yield from nothing_asked()
    if table.battle.units[task.unit].is_alive:
        destroy(table, task.unit, NOBODY, SCYTHED)
    return ()
