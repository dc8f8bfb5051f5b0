"""Phalanx: sixteen or more with pikes or long spears, in ranks, are hard to hit from the front, and
cavalry may not charge them there. [troop.phalanx]

    is_phalanx         whether the unit is one as it stands now
    blows_at_front     -1 to hit at it
    is_shot_in_front   whether a volley comes from its front
    may_not_charge     cavalry before its front

How many of its ranks fight is a figure of its weapons.
"""

from maniple.battle.sheet import COUNTER_CHARGERS
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.geometry import Edge
from maniple.rules.charging.facing import zones_possible
from maniple.rules.fighting.mixed import weapons_of
from maniple.rules.fighting.rank_bonus import rank_bonus
from maniple.rules.fighting.striking import Modifier, Striking

PHALANX = "troop.phalanx"
ENOUGH = 16
"""Models of a phalanx at the least, the characters in it among them."""


def is_phalanx(battle: Battle, unit: Unit) -> bool:
    """Whether it has the models, the ranks and the order that a phalanx needs. [troop.phalanx]

    Without a rank bonus it is none: so not in difficult ground, not over an obstacle; nor with any
    enemy at its flank or rear. Elephants leave it what it is [result.elephants].
    """
    sheet = unit.sheet
    if not sheet.traits.phalanx or not unit.is_formed or unit.fleeing:
        return False
    if unit.models + len(unit.guests) < ENOUGH or not any(w.reach for w in weapons_of(sheet)):
        return False
    touches = battle.contacts_of(unit.id)
    if any(touch.edge_of(unit.id) is not Edge.FRONT for touch in touches):
        return False
    if any(_laps(battle.units[touch.enemy_of(unit.id)]) for touch in touches):
        return False
    return rank_bonus(battle, unit.id) > 0


def blows_at_front(at: Striking) -> Modifier | None:
    """Blows at the front of a phalanx are at -1 to hit, also at a character in it; struck elsewhere it
    is none. [troop.phalanx]
    """
    target = at.target if at.target.host == NOBODY else at.battle.units[at.target.host]
    if not target.sheet.traits.phalanx or not is_phalanx(at.battle, target):
        return None
    return Modifier("to hit", 1, PHALANX)


def is_shot_in_front(battle: Battle, shooter: Unit, target: Unit) -> bool:
    """Whether missiles strike the front of a phalanx: its shooter stands before it. [troop.phalanx]"""
    if not target.sheet.traits.phalanx or not is_phalanx(battle, target):
        return False
    return zones_possible(battle, shooter.id, target.id)[0] is Edge.FRONT


def may_not_charge(battle: Battle, charger: UnitId, target: UnitId) -> bool:
    """Whether cavalry would charge the front of a phalanx; what counts as cavalry as well.

    Heavy and scythed chariots and elephants may, and so may foot. Where a die would decide between
    front and flank, it may not. [troop.phalanx]
    """
    enemy = battle.units[target]
    if not enemy.sheet.traits.phalanx or battle.units[charger].sheet.kind not in COUNTER_CHARGERS:
        return False
    if Edge.FRONT not in zones_possible(battle, charger, target):
        return False
    return is_phalanx(battle, enemy)


def _laps(enemy: Unit) -> bool:
    return bool(enemy.lap_left or enemy.lap_right)
