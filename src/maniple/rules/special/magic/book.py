"""Which file does what a spell says, and when a spell would do nothing. [magic.cast]"""

from collections.abc import Callable
from typing import TypeAlias

from maniple.battle.judged import Refusal
from maniple.battle.request import Step
from maniple.battle.spells import Effect, Spell
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import Unit, UnitId
from maniple.rules.special.magic.bolt import strike
from maniple.rules.special.magic.dread import dread, why_not_dread
from maniple.rules.special.magic.lasting import lay, why_not_lay
from maniple.rules.special.magic.rally import call_back, why_not_rally

Works: TypeAlias = Callable[[Table, UnitId, Spell, UnitId], Step[tuple[Task, ...]]]
"""Caster, spell and target; what it returns is to be done next."""

WORKS: dict[Effect, Works] = {
    Effect.BOLT: strike,
    Effect.GALE: lay,
    Effect.DREAD: dread,
    Effect.WARD: lay,
    Effect.RALLY: call_back,
    Effect.STRENGTH: lay,
    Effect.MIST: lay,
    Effect.HEART: lay,
}

WHY_NOT: dict[Effect, Callable[[Battle, Spell, Unit], Refusal | None]] = {
    Effect.GALE: why_not_lay,
    Effect.DREAD: why_not_dread,
    Effect.WARD: why_not_lay,
    Effect.RALLY: why_not_rally,
    Effect.STRENGTH: why_not_lay,
    Effect.MIST: why_not_lay,
    Effect.HEART: why_not_lay,
}


def why_no_use(battle: Battle, spell: Spell, target: Unit) -> Refusal | None:
    """Why the spell would do nothing to this target; None where it would. [magic.target]"""
    why_not = WHY_NOT.get(spell.effect)
    return None if why_not is None else why_not(battle, spell, target)
