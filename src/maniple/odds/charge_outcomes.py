"""What may come of a charge, by name, and when it is known. [charge.procedure]

what_came    what has come of a charge, once it is known: as early as it is, so that odds stay cheap
ORDER        the outcomes as an answer lists them
"""

from maniple.battle.state import Battle, ChargeStage, Combat
from maniple.battle.tasks import Do
from maniple.battle.unit import Moved, Status, Unit, UnitId
from maniple.odds.flight import (
    AWAY,
    CAUGHT,
    CHARGED_AGAIN,
    FALLS_BACK,
    FALLS_OFF,
    OFF,
    SHUT_IN,
    fate,
)
from maniple.odds.moments import is_counted
from maniple.odds.rounds import is_shaken

DARES_NOT = "does not dare to charge"
TERRIFIED = "flees in terror"
SHOT_DOWN = "is shot down"
SHAKEN = "panics under the shots"
FAILS = "charge fails"
PASSES = "passes through the enemy's lanes"
ENEMY_GONE = "enemy is destroyed before contact"
FLED_CAUGHT = "enemy flees and is caught"
FLED_AWAY = "enemy flees and gets away"
FLED_OFF = "enemy flees off the table"
WIPED_OUT = "enemy is wiped out"
BROKEN = {
    CAUGHT: "enemy breaks and is caught",
    AWAY: "enemy breaks and gets away",
    OFF: "enemy breaks and flees off the table",
    SHUT_IN: "enemy breaks and is lost",
    CHARGED_AGAIN: "beaten enemy falls back, but is charged again",
    FALLS_BACK: "beaten enemy falls back",
    FALLS_OFF: "beaten enemy falls back off the table",
}
HELD = "wins, but the enemy holds"
DRAWN = "drawn"
HOLDS = "is beaten, but holds"
OWN_BROKEN = {
    FALLS_BACK: "is beaten and falls back",
    CHARGED_AGAIN: "is beaten and falls back, but is charged again",
    FALLS_OFF: "is beaten and falls back off the table",
    CAUGHT: "is beaten, breaks and is caught",
    AWAY: "is beaten, breaks and gets away",
    OFF: "is beaten, breaks and flees off the table",
    SHUT_IN: "is beaten, breaks and is lost",
}
OWN_WIPED_OUT = "is wiped out"
BOTH_WIPED_OUT = "both are wiped out"

ORDER = (
    DARES_NOT,
    TERRIFIED,
    SHOT_DOWN,
    SHAKEN,
    FAILS,
    PASSES,
    ENEMY_GONE,
    FLED_CAUGHT,
    FLED_AWAY,
    FLED_OFF,
    WIPED_OUT,
    *BROKEN.values(),
    HELD,
    BOTH_WIPED_OUT,
    DRAWN,
    HOLDS,
    *OWN_BROKEN.values(),
    OWN_WIPED_OUT,
)
"""The outcomes as an answer lists them, by what happens first, then from best to worst."""

STILL_TO_HOLD = (Do.BREAK_TEST, Do.MAY_FALL_BACK)


def what_came(battle: Battle, charger: UnitId, target: UnitId) -> str | None:
    """What has come of the charge; None while that isn't known."""
    unit = battle.units[charger]
    for combat in battle.combats:
        if charger in combat.units:
            return _of_the_round(battle, combat, charger, target)
    under_way = battle.charge_of(charger)
    has_run = unit.fleeing or unit.status is Status.LEFT
    if under_way is None:
        if has_run or not unit.is_on_table:
            return TERRIFIED
        return DARES_NOT if unit.doings.moved is Moved.HALTED else None
    if has_run:
        return SHAKEN
    if not unit.is_on_table:
        return SHOT_DOWN
    if target in battle.caught:
        return FLED_CAUGHT
    enemy = battle.units[target]
    if enemy.status is Status.LEFT:
        return FLED_OFF
    if not enemy.is_on_table:  # it may be gone before the charger has moved
        return ENEMY_GONE
    if under_way.stage is not ChargeStage.MOVED or unit.is_engaged:
        return None
    if enemy.fleeing or under_way.target_fled:
        return FLED_AWAY
    return PASSES if under_way.lanes else FAILS


def _of_the_round(battle: Battle, combat: Combat, charger: UnitId, target: UnitId) -> str | None:
    """What came of the round that followed, and of its Break tests."""
    ours, theirs = battle.units[charger], battle.units[target]
    if not is_counted(battle, combat):
        # The battle is over as soon as an army has nobody left.
        return _wiped_out(ours, theirs) if battle.is_over else None
    if combat.winner is None:
        return _wiped_out(ours, theirs) or DRAWN
    loser = target if combat.winner is ours.side else charger
    if loser in (*combat.broken, *combat.panicked, *combat.falling_back):
        known = fate(battle, loser)
        if known is None:
            return None
        return BROKEN[known] if loser == target else OWN_BROKEN[known]
    gone = _wiped_out(ours, theirs)
    if gone is not None:
        return gone
    if any(task.unit == loser and task.do in STILL_TO_HOLD for task in battle.turn.todo):
        return None
    if is_shaken(battle):
        return None
    return HELD if loser == target else HOLDS


def _wiped_out(ours: Unit, theirs: Unit) -> str | None:
    if not theirs.is_alive:
        return WIPED_OUT if ours.is_alive else BOTH_WIPED_OUT
    return None if ours.is_alive else OWN_WIPED_OUT
