"""How likely a unit is to face an enemy whom it dreads: what a bot asks before a charge.

dares      that it dares to charge him
stands     that it does not run from his charge, whether cowed or not
"""

from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.dice.pool import D6
from maniple.rules.nerve.dread import fears
from maniple.rules.nerve.facing_dread import is_due_terror
from maniple.rules.nerve.leadership import leadership_of
from maniple.rules.special.fear import is_outnumbered

_TEST = (2 * D6).distribution()


def dares(battle: Battle, charger: UnitId, target: UnitId) -> float:
    """The chance that the unit charges that enemy, once told to. [fear.charging, terror.test]"""
    if fears(battle, charger, target) is None:
        return 1.0
    return float(_TEST.at_most(leadership_of(battle, charger)))


def stands(battle: Battle, target: UnitId, charger: UnitId) -> float:
    """The chance that the unit stays where that enemy alone charges it. [fear.charged, terror.test]"""
    if fears(battle, target, charger) is None:
        return 1.0
    is_due = is_due_terror(battle, target, charger)
    if not is_due and not is_outnumbered(battle, battle.units[target], (charger,)):
        return 1.0
    return float(_TEST.at_most(leadership_of(battle, target)))
