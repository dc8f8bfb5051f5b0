"""The enemy may spend a card to dispel a spell: a D6, by the levels of his best wizard and the caster.

[magic.dispel, magic.dispel-lasting]
"""

from maniple.battle.chance_requests import Test
from maniple.battle.events import DispelTried, SpellEnded
from maniple.battle.request import Step
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.unit import UnitId
from maniple.dice.pool import D6
from maniple.rules.special.magic.wizards import best_wizard, level_of

NEED = 4
"""What a wizard of the caster's own level needs on a D6. [magic.dispel]"""


def need_to_dispel(battle: Battle, side: Side, caster: UnitId) -> int | None:
    """The least face that dispels a spell of that caster; None where the side can't try.

    It takes a power card and a wizard who can use magic, and a need that a die can throw. [magic.dispel]
    """
    best = best_wizard(battle, side)
    if best is None or not battle.hands.of(side):
        return None
    need = NEED - level_of(best) + level_of(battle.units[caster])
    return need if need <= 6 else None


def try_to_dispel(
    table: Table, side: Side, caster: UnitId, spell: str, unit: UnitId, cite: str
) -> Step[bool]:
    """A card is spent, a die thrown: whether the spell is dispelled. [magic.dispel]"""
    need = need_to_dispel(table.battle, side, caster)
    best = best_wizard(table.battle, side)
    if need is None or best is None:
        raise ValueError(f"{side.value} can't dispel {spell} now")
    holds = False
    if need > 1:
        # The die is thrown for the spell: it holds at less than the need.
        holds = yield from Test(1 * D6, at_most=need - 1, cite=cite, unit=best.id)
    table.record(DispelTried(side, best.id, spell, unit, need, not holds, cite))
    return not holds


def unravel(table: Table, unit_id: UnitId, spell: str) -> Step[None]:
    """The player whose turn it is tries to dispel an enemy spell that lasts.

    [magic.dispel-lasting]
    """
    battle = table.battle
    (laid,) = [laid for laid in battle.units[unit_id].spells if laid.spell == spell]
    cite = "magic.dispel-lasting"
    ended = yield from try_to_dispel(table, battle.turn.side, laid.by, spell, unit_id, cite)
    if ended:
        table.record(SpellEnded(unit_id, spell, cite))
