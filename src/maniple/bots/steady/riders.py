"""Light horse, as the bot leads it: it shoots and rides off, and runs from charges to come again.

rides_on      how a unit goes on that has shot        [shoot.parthian-shot]
lures         whether it answers a charge by a flight that is feigned        [troop.feigned-flight]
could_charge  the enemies that could charge one who stands so
"""

from maniple.battle.asks import AskAnswer, Done, ParthianMove
from maniple.battle.bodies import body, gap
from maniple.battle.judged import Judged
from maniple.battle.orders import Order
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.bots.steady import missiles
from maniple.bots.steady.posture import Posture
from maniple.bots.steady.sense import (
    charge_reach,
    facing_struck,
    fight,
    flight_chance,
    gap_to,
    is_dangerous,
    is_loose,
    is_shooter,
    move_of,
    standing_enemies,
    towards,
)
from maniple.bots.steady.steps import Step, steps
from maniple.geometry import Rect, point_distance
from maniple.play.seat import Seat

ROOM = 12.0
"""Inches behind light horse that it needs to run in without leaving the table."""
AWAY = 0.5
"""The least chance to get away for which a flight is feigned."""
STANDS = 0.1
"""A charge worth less than this to the enemy is met, and not run from."""


def rides_on(seat: Seat, ask: ParthianMove, stance: Posture) -> tuple[AskAnswer, str]:
    """Out of the enemy's reach, where it can shoot again; it stays where nobody threatens it."""
    battle = seat.battle
    unit = battle.units[ask.unit]
    if not could_charge(battle, unit, body(unit)):
        return Done(), f"nobody threatens {unit.sheet.name}"
    if is_loose(unit):
        found = missiles.loose(seat, unit, stance, has_shot=True)
        return (found.order, found.why) if found else (Done(), f"{unit.sheet.name} stays in range")
    best = _clear(seat, unit)
    if best is None:
        return Done(), f"{unit.sheet.name} cannot get away from them"
    return best, f"{unit.sheet.name} rides off, out of their reach"


def lures(battle: Battle, unit: Unit, charger: Unit) -> bool:
    """Whether it had better run and form again behind: it would not stand, and gets away.

    There must be room to run in: who leaves the table is lost.
    """
    if not unit.sheet.traits.feigned_flight:
        return False
    room = charge_reach(battle, charger) - gap(charger, unit)
    if flight_chance(unit, room) < AWAY or not _has_room(battle, unit, charger):
        return False
    edge = facing_struck(charger, unit)
    value = fight(battle, charger.id, unit.id, edge, True).value
    return value > (-STANDS if is_shooter(unit) else STANDS)


def could_charge(battle: Battle, unit: Unit, rect: Rect) -> tuple[Unit, ...]:
    """Enemies that could charge the unit if it stood so."""
    return tuple(
        [
            foe
            for foe in standing_enemies(battle, unit.side)
            if is_dangerous(foe)
            and gap_to(rect, foe) <= charge_reach(battle, foe) + 0.25
            and abs(towards(foe.pose, rect.cx, rect.cy)) < 75.0
        ]
    )


def _clear(seat: Seat, unit: Unit) -> Order | None:
    """The move that takes ranks of horse out of reach of most of those who could charge them."""
    battle = seat.battle
    near = could_charge(battle, unit, body(unit))
    foe = min(near, key=lambda each: gap(unit, each))
    turn = (towards(unit.pose, foe.pose.x, foe.pose.y) + 360.0) % 360.0 - 180.0
    rate = move_of(battle, unit)

    def order_of(way: Step) -> tuple[int, float]:
        return (len(could_charge(battle, unit, way.end)), -gap_to(way.end, foe))

    ways = sorted([s for s in steps(unit, turn, rate, rate, False) if _may_follow(s)], key=order_of)
    for way in ways[: missiles.TRIES]:
        if len(could_charge(battle, unit, way.end)) >= len(near):
            return None
        order = Order(unit.id, way.manoeuvres)
        if isinstance(seat.judge(order), Judged):
            return order
    return None


def _may_follow(step: Step) -> bool:
    return bool(step.manoeuvres) and not step.march and not step.reforms


def _has_room(battle: Battle, unit: Unit, charger: Unit) -> bool:
    """Whether the table goes on far enough behind the unit, straight away from its charger."""
    here, there = body(unit), body(charger)
    across, along = here.cx - there.cx, here.cy - there.cy
    far = max(0.1, point_distance(0.0, 0.0, across, along))
    x, y = here.cx + across / far * ROOM, here.cy + along / far * ROOM
    return 0.0 < x < battle.field.width and 0.0 < y < battle.field.height
