"""A unit upon which dread comes takes a Panic test at once. [magic.dread]"""

from maniple.battle.bodies import where_stands
from maniple.battle.judged import Refusal
from maniple.battle.request import Step, nothing_asked
from maniple.battle.spells import Spell
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import Unit, UnitId
from maniple.rules.nerve.nerve import may_panic, panic_tasks


def dread(table: Table, caster: UnitId, spell: Spell, target: UnitId) -> Step[tuple[Task, ...]]:
    """The target's test; it would run from the caster, or his unit. [magic.dread, panic.flee]"""
    yield from nothing_asked()
    battle = table.battle
    foe = where_stands(battle, battle.units[caster])
    return panic_tasks(battle, [battle.units[target]], "magic.dread", {target: foe.id})


def why_not_dread(battle: Battle, spell: Spell, target: Unit) -> Refusal | None:
    """It is for units that can panic at all. [magic.dread]"""
    if may_panic(battle, target):
        return None
    return Refusal("magic.dread", f"{target.sheet.name} takes no Panic test")
