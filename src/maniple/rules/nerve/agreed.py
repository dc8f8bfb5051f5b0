"""Panic at events of a scenario's own, to which both players have agreed. [panic.agreed]"""

from maniple.battle.bodies import of_side
from maniple.battle.events import Spoke
from maniple.battle.field import AgreedPanic
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import Unit
from maniple.rules.fleeing.running import middle
from maniple.rules.nerve.nerve import may_panic, panic_tasks


def agreed_tests(table: Table) -> tuple[Task, ...]:
    """The tests of the side whose turn begins, for each event that comes now. [panic.agreed]"""
    tests: list[Task] = []
    for event in coming(table.battle):
        shaken = struck(table.battle, event)
        for unit in shaken:
            table.record(Spoke(unit.id, event.what, "panic.agreed"))
        tests += panic_tasks(table.battle, shaken, "panic.agreed")
    return tuple(tests)


def coming(battle: Battle) -> tuple[AgreedPanic, ...]:
    """The events of the running turn."""
    agreed = battle.field.agreed_panics
    return tuple([e for e in agreed if (e.turn, e.side) == (battle.turn.number, battle.turn.side)])


def struck(battle: Battle, event: AgreedPanic) -> list[Unit]:
    """The units of the side whose middle is in the area, if they can panic at all."""
    return [
        unit
        for unit in of_side(battle, event.side)
        if may_panic(battle, unit) and _is_in(event, *middle(unit))
    ]


def _is_in(event: AgreedPanic, x: float, y: float) -> bool:
    return event.left <= x <= event.right and event.bottom <= y <= event.top
