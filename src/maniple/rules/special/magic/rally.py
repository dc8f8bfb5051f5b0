"""A fleeing unit tries to rally at once, its Leadership better by the spell's figure. [magic.rally]"""

from maniple.battle.asks import FormRallied
from maniple.battle.judged import Refusal
from maniple.battle.request import Step
from maniple.battle.spells import Spell
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import Moved, Unit, UnitId
from maniple.rules.fleeing.forming import rallied
from maniple.rules.fleeing.rally import has_too_few, near_enemy_modifier
from maniple.rules.nerve.nerve import test_nerve


def call_back(table: Table, caster: UnitId, spell: Spell, target: UnitId) -> Step[tuple[Task, ...]]:
    """Its test, and the formation that its player gives it if it passes. [magic.rally, rally.test]"""
    unit = table.battle.units[target]
    modifier = spell.figure + near_enemy_modifier(table.battle, unit)
    has_rallied = yield from test_nerve(table, target, "rally.test", "magic.rally", modifier)
    if has_rallied:
        ask = FormRallied(unit.side, target)
        stand = yield from ask
        table.record(rallied(table.battle, ask, stand, Moved.RALLIED))
    return ()


def why_not_rally(battle: Battle, spell: Spell, target: Unit) -> Refusal | None:
    """Too few men can't be rallied by magic either. [rally.too-few]"""
    if has_too_few(target):
        return Refusal("rally.too-few", f"{target.sheet.name} has too few men left to rally")
    return None
