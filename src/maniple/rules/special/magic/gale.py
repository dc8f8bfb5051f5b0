"""A unit that walks against a gale has half its Movement, rounded up. [magic.gale]"""

from maniple.battle.spells import Effect
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.rules.special.magic.lasting import lying


def against_gale(battle: Battle, unit: Unit, move: int) -> int:
    """The Movement that the unit is left with, in inches. [magic.gale]"""
    return move if lying(battle, unit, Effect.GALE) is None else -(-move // 2)
