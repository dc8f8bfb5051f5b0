"""Hatred: who fights an enemy that he hates re-rolls his misses in the first round, breaks on
Leadership 10 whatever the result, and must pursue him. [hatred]

    hates               whether a unit, or a character, hates an enemy
    rerolls_misses      the rule by which a group strikes its misses again
    hated_foes          those in touch with a unit whom it hates
"""

from maniple.battle.bodies import where_stands
from maniple.battle.state import Battle
from maniple.battle.unit import Unit, UnitId
from maniple.rules.fighting.striking import Striking

HATRED = "hatred"
UNSHAKEN = 10
"""The Leadership on which Break tests from a hated enemy are taken. [hatred]"""


def hates(unit: Unit, enemy: Unit) -> bool:
    """Whether its list says so of the enemy's army, or of troops of his sort. [hatred]"""
    hated = unit.sheet.traits.hates
    return bool(hated) and (enemy.sheet.army in hated or enemy.sheet.kin in hated)


def rerolls_misses(at: Striking) -> str | None:
    """The rule by which misses are struck again: in the first round, at whom the striker hates, or
    the unit that he is with. [hatred, dice.rerolls]
    """
    if at.fight.rounds:
        return None
    target = where_stands(at.battle, at.target)
    for striker in (at.striker, where_stands(at.battle, at.striker)):
        if hates(striker, at.target) or hates(striker, target):
            return HATRED
    return None


def hated_foes(battle: Battle, unit_id: UnitId) -> tuple[UnitId, ...]:
    """The enemies in touch with the unit whom it hates, by id. [hatred]"""
    unit = battle.units[unit_id]
    if not unit.sheet.traits.hates:
        return ()
    foes = sorted(touch.enemy_of(unit_id) for touch in battle.contacts_of(unit_id))
    return tuple([foe for foe in foes if hates(unit, battle.units[foe])])
