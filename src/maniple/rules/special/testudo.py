"""Testudo: behind and under their shields men are safe from missiles, move at half rate, do not march
or charge, and fight without a rank bonus. [troop.testudo]

    testudo_tasks    the units whose player states it, at the start of his turn
    state_testudo    whether a unit is in it until his next turn
    is_in_testudo    whether it is now
    roofed           its armour against missiles

Whoever flees, falls back, pursues or opens out has left it.
"""

from msgspec.structs import replace

from maniple.battle.asks import FormTestudo, Yes
from maniple.battle.bodies import is_due
from maniple.battle.events import TestudoStated
from maniple.battle.request import Step, nothing_asked
from maniple.battle.sheet import Armour, Sheet
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Unit

TESTUDO = "troop.testudo"
ROOF = Armour(shield=5)
"""A save of 2+, before the Strength of the hit."""


def testudo_tasks(battle: Battle, side: Side) -> tuple[Task, ...]:
    """One for each unit of the side that may form it, or may leave it; those who come back onto the
    table now among them. [turn.procedure, pursue.off-table]
    """
    able = [unit for unit in battle.of(side) if unit.sheet.traits.testudo and may_state(unit)]
    return tuple([Task(Do.STATE_TESTUDO, u.id) for u in able if u.is_on_table or is_due(battle, u)])


def may_state(unit: Unit) -> bool:
    """Whether there is a choice: in ranks and free, or in a testudo that has come to fight."""
    return unit.is_formed and not unit.fleeing and (unit.testudo or not unit.is_engaged)


def state_testudo(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The player states whether the unit is in testudo until his next turn. [troop.testudo]"""
    unit = table.battle.units[task.unit]
    if not unit.is_on_table or not may_state(unit):
        yield from nothing_asked()
        return ()
    answer = yield from FormTestudo(unit.side, unit.id)
    formed = isinstance(answer, Yes)
    if formed or unit.testudo:
        table.record(TestudoStated(unit.id, formed))
    return ()


def is_in_testudo(unit: Unit) -> bool:
    """Whether it stands in testudo now. [troop.testudo]"""
    return unit.testudo and unit.is_formed and not unit.fleeing


def roofed(unit: Unit, sheet: Sheet) -> Sheet:
    """The sheet with the armour of a testudo, if the unit is in one and its own is not as good.

    It saves on a 2+ before the Strength of the hit, from whatever side. [troop.testudo]
    """
    worn = sheet.armour
    if not is_in_testudo(unit) or worn.worn + worn.shield + worn.mount >= ROOF.shield:
        return sheet
    return replace(sheet, armour=ROOF)
