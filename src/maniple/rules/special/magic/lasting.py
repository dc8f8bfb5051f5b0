"""A spell that lasts lies upon its target until its caster's next magic phase, or its caster's end.

lay        a spell comes to lie upon a unit
lying      the spell of an effect that lies upon a unit, or upon the one that a character is with
end_spells the spells of the player whose magic phase begins are over

[magic.lasting]
"""

from maniple.battle.events import SpellEnded, SpellLaid
from maniple.battle.judged import Refusal
from maniple.battle.request import Step, nothing_asked
from maniple.battle.spells import Effect, Spell
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import NOBODY, Laid, Unit, UnitId


def lay(table: Table, caster: UnitId, spell: Spell, target: UnitId) -> Step[tuple[Task, ...]]:
    """The spell lies upon the target from now on. [magic.lasting]"""
    yield from nothing_asked()
    laid = Laid(spell.name, spell.effect, caster, spell.figure)
    table.record(SpellLaid(target, laid, f"magic.{spell.effect.value}"))
    return ()


def lying(battle: Battle, unit: Unit, effect: Effect) -> Laid | None:
    """The spell of this effect upon the unit, or upon the one that a character is with.

    What lies upon a character who is with a unit is on him alone. [magic.lasting]
    """
    for laid in unit.spells:
        if laid.effect is effect:
            return laid
    if unit.host == NOBODY:
        return None
    for laid in battle.units[unit.host].spells:
        if laid.effect is effect:
            return laid
    return None


def why_not_lay(battle: Battle, spell: Spell, target: Unit) -> Refusal | None:
    """A spell is not laid upon a unit on which its like lies already. [magic.lasting]"""
    if any(laid.effect is spell.effect for laid in target.spells):
        return Refusal("magic.lasting", f"{spell.title} lies upon {target.sheet.name} already")
    return None


def end_spells(table: Table) -> None:
    """The spells that the player whose turn it is has cast end as his phase begins. [magic.lasting]"""
    side = table.battle.turn.side
    for unit in table.battle.units:
        for laid in unit.spells:
            if table.battle.units[laid.by].side is side:
                table.record(SpellEnded(unit.id, laid.spell, "magic.lasting"))
