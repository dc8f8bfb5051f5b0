"""Horse archers that shoot and run: where they go after a shot, and when a flight is feigned.

ridden_on   after a Parthian shot: out of the enemy's reach, facing him if that can be had
feigned     run from a charge that would harm us, for we rally as soon as we have run
"""

from maniple.battle.asks import AskAnswer, Done, ParthianMove, Reply
from maniple.battle.bodies import body, gap
from maniple.battle.judged import Judged
from maniple.battle.orders import Advance, Backward, Manoeuvre, Order, TurnModels, Wheel
from maniple.battle.state import Battle, Response
from maniple.battle.unit import Unit, UnitId
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
    move_of,
    standing_enemies,
)
from maniple.bots.steady.steps import HAIR, PER_DEGREE
from maniple.geometry import (
    Rect,
    bearing,
    cos_deg,
    in_front_zone,
    inches_to_edge_on_advance,
    rect_at,
    sin_deg,
)
from maniple.play.seat import Seat

KEPT = 0.5
"""Inches kept beyond an enemy's reach."""
TURNED_AWAY = 2.0
"""What it costs to stand with one's back to all enemies, in inches of distance."""
OFF_TABLE = 0.15
"""The chance to run off the table that a flight may have."""


def ridden_on(seat: Seat, ask: ParthianMove, stance: Posture) -> tuple[AskAnswer, str]:
    """Out of reach of those who could charge, or as far as may be; done if nobody can."""
    battle = seat.battle
    unit = battle.units[ask.unit]
    if is_loose(unit):
        planned = missiles.loose(seat, unit, stance)
        if planned is None:
            return Done(), "well placed where they are"
        return planned.order, planned.why
    foes = tuple([f for f in standing_enemies(battle, unit.side) if is_dangerous(f)])
    here = body(unit)
    best: tuple[float, Order | Done] = (_worth(battle, here, foes) + KEPT, Done())
    for steps in _ways(battle, unit):
        order = Order(unit.id, steps)
        judged = seat.judge(order)
        if isinstance(judged, Judged) and judged.end is not None:
            end = rect_at(judged.end, here.width, here.depth)
            worth = _worth(battle, end, foes)
            if worth > best[0]:
                best = (worth, order)
    if isinstance(best[1], Done):
        return best[1], "nobody can come at us"
    return best[1], f"{unit.sheet.name} out of their reach again"


def feigned(seat: Seat, charger: UnitId, target: UnitId) -> tuple[AskAnswer, str] | None:
    """The flight that costs nothing, before a charge that would; None where we may as well stand."""
    battle = seat.battle
    foe, ours = battle.units[charger], battle.units[target]
    if not ours.sheet.traits.feigned_flight:
        return None
    possible = [o.response for o in seat.options() or () if isinstance(o, Reply)]
    if Response.FLEE not in possible or gap(foe, ours) > charge_reach(battle, foe):
        return None
    if fight(battle, charger, target, facing_struck(foe, ours), True).value <= 0.0:
        return None
    if flight_chance(ours, _inches_behind(battle, foe, ours)) > OFF_TABLE:
        return None
    room = charge_reach(battle, foe) - gap(foe, ours)
    if Response.FIRE_AND_FLEE in possible and flight_chance(ours, room, 1) >= 0.5:
        return Reply(Response.FIRE_AND_FLEE), "a volley, and away: we rally as soon as we have run"
    return Reply(Response.FLEE), "let them come on: we rally as soon as we have run"


def _ways(battle: Battle, unit: Unit) -> list[tuple[Manoeuvre, ...]]:
    """A few ways to get away: backwards, about, to a side, round a corner."""
    most = move_of(battle, unit)
    turned = most * 0.75 - HAIR
    per_degree = body(unit).width * PER_DEGREE
    ways: list[tuple[Manoeuvre, ...]] = [
        (Backward(round(most / 2 * part, 2)),) for part in (1.0, 0.5)
    ]
    ways += [(TurnModels(to), Advance(round(turned, 2))) for to in ("about", "left", "right")]
    for degrees in (30.0, 60.0, 90.0):
        ahead = most - degrees * per_degree - HAIR
        if ahead >= 0.25:
            ways += [
                (Wheel(degrees, about), Advance(round(ahead, 2))) for about in ("left", "right")
            ]
    return ways


def _worth(battle: Battle, rect: Rect, foes: tuple[Unit, ...]) -> float:
    """How good it is to stand there: the inches that the nearest of them lacks to reach us."""
    worth = 0.0
    for foe in foes:
        short = gap_to(rect, foe) - charge_reach(battle, foe) - KEPT
        worth = min(worth, short)
    facing = any(in_front_zone(rect, body(foe)) for foe in foes)
    return worth if facing or not foes else worth - TURNED_AWAY


def _inches_behind(battle: Battle, foe: Unit, ours: Unit) -> float:
    """Inches to the table edge, on the way straight away from the enemy."""
    here, there = body(ours), body(foe)
    way = bearing(here.cx - there.cx, here.cy - there.cy)
    field = battle.field
    return inches_to_edge_on_advance(here, sin_deg(way), cos_deg(way), field.width, field.height)
