"""A unit given heart may take a failed Break test again, as near the battle standard. [magic.heart]"""

from maniple.battle.spells import Effect
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.rules.special.magic.lasting import lying


def has_heart(battle: Battle, unit: Unit) -> bool:
    """Whether such a spell lies upon the unit. [magic.heart]"""
    return lying(battle, unit, Effect.HEART) is not None
