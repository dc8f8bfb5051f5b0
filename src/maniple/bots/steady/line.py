"""How formed fighters move: abreast, towards the enemy before them, out of his reach until it suits.

Every place that a unit could come to is given a worth; the best that the referee allows is taken,
unless it is better to stay.
"""

from msgspec import Struct

from maniple.battle.bodies import body, gap
from maniple.battle.judged import Judged
from maniple.battle.orders import Advance, Order
from maniple.battle.sheet import Kind
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.bots.steady.beasts import harries, in_reach_of_stampede, is_spent_on, shuns
from maniple.bots.steady.drawn_up import is_reserve
from maniple.bots.steady.posture import Posture
from maniple.bots.steady.rough import bad_ground, badness
from maniple.bots.steady.sense import (
    abreast,
    charge_reach,
    facing_struck,
    fears,
    gap_to,
    is_dangerous,
    is_fighter,
    is_loose,
    is_shooter,
    may_march,
    move_of,
    points_left,
    progress,
    standing_enemies,
    threats_to,
    towards,
)
from maniple.bots.steady.steps import Step, shortened, steps
from maniple.geometry import Edge, Rect, pose_of, zone
from maniple.play.seat import Seat

AHEAD = 1.0
"""Inches that a unit may stand before the line."""
RESERVE_BEHIND = 5.0
HORSE_AHEAD = 3.0
KEPT_OFF = 0.5
"""Inches kept beyond an enemy's reach."""
CLOSE = 3.0
"""Inches from the enemy at which a charge starts best."""
IN_SIGHT = 16.0
"""Inches within which a unit faces its enemy rather than his table edge."""
AVOIDED = 30.0
"""Inches that an enemy whom the unit should not meet counts as farther off."""
TRAMPLED = 6.0
"""Inches of way that it is worth not to stand beside a stampeding beast."""
SCYTHES = 10.0
"""Inches that foot in ranks counts as nearer to scythed chariots, which are made for it."""
TRIES = 6
"""Orders put to the referee at the most."""


class Plan(Struct, frozen=True):
    """An order that is legal, and why it is given."""

    order: Order
    why: str


class Aim(Struct, frozen=True):
    """What a unit is after this turn."""

    foe: Unit
    want: float
    """Inches from him at which it wants to stand."""
    ceiling: float
    """Progress beyond which it would be ahead of the others."""
    foes: tuple[Unit, ...]
    friends: tuple[Unit, ...]
    why: str


def planned(seat: Seat, unit: Unit, stance: Posture) -> Plan | None:
    """The best move of a formed fighter; None: it stays where it is."""
    battle = seat.battle
    aim = _aim(battle, unit, stance)
    if aim is None:
        return None
    here = body(unit)
    far = gap(unit, aim.foe)
    near = far < IN_SIGHT
    turn = towards(unit.pose, *_middle(aim.foe)) if near else _turned(stance.forward, unit)
    limit = aim.ceiling - progress(unit.pose.x, unit.pose.y, stance.forward)
    wanted = min(far - aim.want, limit)
    marches = may_march(unit) and far > 2.0 * move_of(battle, unit)
    stay = _worth(battle, unit, here, aim, stance) + 0.4
    ways = [
        (_worth(battle, unit, step.end, aim, stance), i, step)
        for i, step in enumerate(steps(unit, turn, wanted, move_of(battle, unit), marches))
    ]
    ways.sort(key=lambda way: (-way[0], way[1]))
    best = [step for worth, _, step in ways[:TRIES] if worth > stay]
    order = _first_legal(seat, unit, best)
    if order is None and best and bad_ground(battle.field.terrain):
        # A hedge costs half a move; straight on is the likeliest way to get clear of it.
        best += [step for _, _, step in ways[TRIES:] if isinstance(step.manoeuvres[0], Advance)]
        cost = move_of(battle, unit) / 2
        shorter = [s for step in best if (s := shortened(step, cost)) is not None]
        shorter = [s for s in shorter if _worth(battle, unit, s.end, aim, stance) > stay]
        order = _first_legal(seat, unit, shorter)
    return None if order is None else Plan(order, f"{unit.sheet.name} {aim.why}")


def _first_legal(seat: Seat, unit: Unit, ways: list[Step]) -> Order | None:
    for step in ways:
        order = Order(unit.id, step.manoeuvres, step.march)
        if isinstance(seat.judge(order), Judged):
            return order
    return None


def _aim(battle: Battle, unit: Unit, stance: Posture) -> Aim | None:
    foes = standing_enemies(battle, unit.side)
    near = tuple([f for f in foes if is_dangerous(f) and gap(unit, f) < 26.0])
    threats = threats_to(battle, unit)
    if threats:
        why = f"turns to {threats[0].sheet.name}, who could take it in flank"
        return Aim(threats[0], gap(unit, threats[0]), 1000.0, near, (), why)
    foe = quarry(battle, unit, stance)
    if foe is None:
        return None
    far = gap(unit, foe)
    want, why = CLOSE, f"closes with {foe.sheet.name}"
    rushes = unit.sheet.kind is Kind.SCYTHED_CHARIOT
    wary = shuns(unit, foe) or (not stance.presses and not rushes and fears(battle, unit, foe))
    if is_dangerous(foe) and wary:
        want = charge_reach(battle, foe) + KEPT_OFF
        why = f"keeps out of reach of {foe.sheet.name}"
    ceiling = stance.level + AHEAD
    if rushes:
        ceiling, why = 1000.0, f"is let go at {foe.sheet.name}"
    elif stance.waits and far > charge_reach(battle, unit):
        want, why = far, f"waits for {foe.sheet.name}"
        ceiling = progress(unit.pose.x, unit.pose.y, stance.forward)
    elif is_reserve(battle, unit) and far > 12.0:
        ceiling = stance.level - RESERVE_BEHIND
        why = "follows the line"
    elif unit.sheet.is_mounted:
        ceiling = stance.level + HORSE_AHEAD
    elif far > IN_SIGHT:
        why = "goes forward with the line"
    if not rushes and far < charge_reach(battle, foe) + 4.0 and (stance.presses or want > CLOSE):
        ceiling = 1000.0 if stance.presses else ceiling + 3.0
    return Aim(foe, want, ceiling, near, _neighbours(battle, unit), why)


def _neighbours(battle: Battle, unit: Unit) -> tuple[Unit, ...]:
    return tuple(
        [
            friend
            for friend in battle.of(unit.side)
            if friend.is_on_table
            and is_fighter(friend)
            and not friend.is_engaged
            and friend.id != unit.id
            and gap(friend, unit) < 10.0
        ]
    )


def quarry(battle: Battle, unit: Unit, stance: Posture) -> Unit | None:
    """The enemy whom it suits the unit best to fight: near, ahead, opposite, and open to harm."""
    at = abreast(unit.pose.x, unit.pose.y, stance.forward)
    best: tuple[float, int, Unit] | None = None
    for foe in standing_enemies(battle, unit.side):
        if foe.sheet.is_character:
            continue
        cost = gap(unit, foe) + abs(towards(unit.pose, foe.pose.x, foe.pose.y)) / 8
        cost += 0.4 * abs(abreast(foe.pose.x, foe.pose.y, stance.forward) - at)
        if foe.stampeding or shuns(unit, foe) or harries(foe, unit):
            cost += AVOIDED
        elif is_spent_on(unit, foe):
            cost -= SCYTHES
        elif not is_fighter(foe):
            cost += 4.0 if unit.sheet.is_mounted else 25.0
        elif unit.sheet.is_mounted and _is_wall(unit, foe):
            cost += 14.0
        if foe.is_engaged and facing_struck(unit, foe) is not Edge.FRONT:
            cost -= 6.0
        if best is None or (cost, foe.id) < best[:2]:
            best = (cost, foe.id, foe)
    return None if best is None else best[2]


def _is_wall(unit: Unit, foe: Unit) -> bool:
    """Whether it is foot in order that horse should not ride at in front."""
    return (
        not foe.sheet.is_mounted
        and not is_shooter(foe)
        and not foe.is_engaged
        and facing_struck(unit, foe) is Edge.FRONT
    )


def _worth(battle: Battle, unit: Unit, rect: Rect, aim: Aim, stance: Posture) -> float:
    """How good it is to stand so, in inches of way."""
    far = gap_to(rect, aim.foe)
    worth = -(far - aim.want) if far > aim.want else (far - aim.want) * _shy(aim)
    at = pose_of(rect)
    if far < IN_SIGHT:
        worth -= 0.06 * abs(towards(at, *_middle(aim.foe)))
    else:
        worth -= 0.06 * abs((at.facing - stance.forward + 180.0) % 360.0 - 180.0)
    worth -= 1.5 * max(0.0, progress(rect.x, rect.y, stance.forward) - aim.ceiling)
    worth -= 5.0 * badness(battle.field, rect)
    worth -= TRAMPLED * in_reach_of_stampede(battle, rect, unit)
    for foe in aim.foes:
        if gap_to(rect, foe) <= charge_reach(battle, foe) + KEPT_OFF and _bares_flank(rect, foe):
            worth -= 6.0 * min(1.0, points_left(foe) / max(1.0, points_left(unit)))
    for friend in aim.friends:
        if _is_before(rect, body(friend)):
            worth -= 2.5
    return worth


def _shy(aim: Aim) -> float:
    return 1.5 if aim.want > CLOSE else 0.4


def _bares_flank(rect: Rect, foe: Unit) -> bool:
    """Whether one who stands so shows the enemy a flank or his back, and the enemy looks at him."""
    if zone(rect, foe.pose.x, foe.pose.y) is Edge.FRONT:
        return False
    return abs(towards(foe.pose, rect.cx, rect.cy)) < 60.0


def _is_before(rect: Rect, friend: Rect) -> bool:
    """Whether the body stands before the friend's front, in the way of his charge."""
    aside = (rect.cx - friend.x) * friend.rx + (rect.cy - friend.y) * friend.ry
    ahead = (rect.cx - friend.x) * friend.fx + (rect.cy - friend.y) * friend.fy
    return 0.0 < ahead < 9.0 and abs(aside) < (rect.width + friend.width) / 2 - 0.5


def _middle(foe: Unit) -> tuple[float, float]:
    rect = body(foe)
    return (foe.pose.x, foe.pose.y) if is_loose(foe) else (rect.cx, rect.cy)


def _turned(forward: float, unit: Unit) -> float:
    return (forward - unit.pose.facing + 180.0) % 360.0 - 180.0
