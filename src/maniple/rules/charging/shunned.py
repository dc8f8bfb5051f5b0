"""Whom a unit may see and yet never charges: what shuns him, by which rule."""

from maniple.battle.judged import Refusal
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.rules.special.elephants import ELEPHANT, shuns
from maniple.rules.special.phalanx import PHALANX, may_not_charge


def why_shunned(battle: Battle, charger: UnitId, target: UnitId) -> Refusal | None:
    """Cavalry charges neither elephants nor the front of a phalanx. None: it may.

    [troop.elephant, troop.phalanx]
    """
    unit, enemy = battle.units[charger], battle.units[target]
    at = (enemy.pose.x, enemy.pose.y)
    if shuns(battle, charger, target):
        why = f"{unit.sheet.name} will not charge {enemy.sheet.name}: horse shuns elephants"
        return Refusal(ELEPHANT, why, at)
    if may_not_charge(battle, charger, target):
        why = f"{enemy.sheet.name} is a phalanx: {unit.sheet.name} may not charge its front"
        return Refusal(PHALANX, why, at)
    return None
