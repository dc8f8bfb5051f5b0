"""A warded unit is saved on a figure that no Strength worsens, where its armour is no better.

[magic.ward]
"""

from maniple.battle.spells import Effect
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.rules.special.magic.lasting import lying


def warded(battle: Battle, unit: Unit, need: int) -> int:
    """What the unit needs to be saved, where armour and Strength leave it this need. [magic.ward]"""
    laid = lying(battle, unit, Effect.WARD)
    return need if laid is None else min(need, laid.figure)
