"""A unit in a mist is harder to hit with missiles. [magic.mist]"""

from maniple.battle.spells import Effect
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.rules.special.magic.lasting import lying


def mist_over(battle: Battle, target: Unit) -> int:
    """What the mist adds to the need of each shot at the unit. [magic.mist]"""
    laid = lying(battle, target, Effect.MIST)
    return 0 if laid is None else laid.figure
