"""How the army stands towards the enemy: does it wait for him, or close; how far on is its line."""

from msgspec import Struct

from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import Status, Unit
from maniple.bots.steady.drawn_up import is_reserve
from maniple.bots.steady.sense import (
    LONG,
    forward_of,
    is_fighter,
    is_shooter,
    move_of,
    points_left,
    progress,
    standing_enemies,
)

BETTER = 1.3
"""By how much our shooting must be better for us to wait."""
PATIENCE = 1
"""Game turns for which one who does not wait stays out of reach of a charge."""
LONGEST_WAIT = 4
"""Game turns after which nobody waits any more."""
STRIDE = 3.0
"""Inches that an enemy who is coming has come on in each turn."""


class Posture(Struct, frozen=True):
    """How the army stands towards the enemy."""

    forward: float
    """The way to the enemy's edge, in degrees."""
    waits: bool
    """Our shooting is better: let them come."""
    presses: bool
    """It is time to close, whoever may charge first."""
    level: float
    """How far on the line can be by the end of this turn, the stragglers left out: inches along the
    way forward."""


def posture(battle: Battle, side: Side) -> Posture:
    """As things stand at the beginning of the moves."""
    forward = forward_of(battle, side)
    turn = battle.turn.number
    better = _firepower(battle, side) > BETTER * _firepower(battle, side.enemy)
    behind = _taken(battle, side.enemy) > _taken(battle, side) + 100
    waits = better and turn <= LONGEST_WAIT and not behind
    if waits and turn >= 2 and not _is_coming(battle, side):
        waits = False
    presses = turn > (LONGEST_WAIT if waits else PATIENCE)
    return Posture(forward, waits, presses, _level(battle, side, forward))


def is_in_line(battle: Battle, unit: Unit) -> bool:
    """Whether it is part of the line of battle: foot that fights, free to move."""
    return (
        unit.is_on_table
        and is_fighter(unit)
        and not unit.fleeing
        and not unit.sheet.is_mounted
        and not is_shooter(unit)
        and not is_reserve(battle, unit)
    )


def _level(battle: Battle, side: Side, forward: float) -> float:
    line = [u for u in battle.of(side) if is_in_line(battle, u) and not u.is_engaged]
    if not line:
        return 1000.0
    at = sorted([progress(u.pose.x, u.pose.y, forward) for u in line])
    march = not any(u.doings.march_barred for u in line)
    pace = min([move_of(battle, u) for u in line]) * (2.0 if march else 1.0)
    return at[len(at) // 4] + pace


def _firepower(battle: Battle, side: Side) -> float:
    """Hits in a turn at long range, roughly."""
    total = 0.0
    for unit in battle.of(side):
        if unit.is_on_table and not unit.fleeing and is_shooter(unit):
            best = max([missile.range for missile in unit.sheet.missiles])
            total += unit.models * (unit.sheet.profile.ballistic_skill - 1) * best / LONG
    return total


def _taken(battle: Battle, side: Side) -> float:
    """Points that the side has taken off its enemy so far, roughly."""
    lost = 0.0
    for unit in battle.of(side.enemy):
        gone = unit.status in (Status.DESTROYED, Status.LEFT) or unit.fleeing
        lost += unit.sheet.points if gone else (unit.sheet.points - points_left(unit)) / 2
    return lost


def _is_coming(battle: Battle, side: Side) -> bool:
    """Whether most of the enemy's fighters have come on since they were drawn up."""
    theirs = [u for u in standing_enemies(battle, side) if is_fighter(u)]
    if battle.zones is None or not theirs:
        return False
    zone = battle.field.zones[battle.zones.of(side.enemy)]
    forward = forward_of(battle, side.enemy)
    corners = [(x, y) for x in (zone.left, zone.right) for y in (zone.bottom, zone.top)]
    front = max([progress(x, y, forward) for x, y in corners])
    on = sorted([progress(u.pose.x, u.pose.y, forward) - front for u in theirs])
    return on[len(on) // 2] >= STRIDE * (battle.turn.number - 1)
