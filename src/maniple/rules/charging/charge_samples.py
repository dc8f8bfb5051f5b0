"""Charges and answers to them by lot, for players that choose at random. [charge.declare]

Any legal answer may be drawn. Most charges go at the nearest enemy that may be charged, and most
answers are to hold: drawn evenly, hardly a charge would come home.
"""

from collections.abc import Callable

from maniple.battle.asks import AnswerCharge, ChargeOrder, DeclareCharge, Done, Reply
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.geometry import point_distance
from maniple.rules.charging.charging import charge_options
from maniple.rules.charging.responses import answer_options

DONE = 6
"""A player has had enough once in so many times, though units could still charge."""

Below = Callable[[int], int]


def sample_charge(battle: Battle, ask: DeclareCharge, below: Below) -> ChargeOrder | Done:
    """A charge, or Done: `below(n)` gives 0 to n - 1. [charge.declare]"""
    orders = [order for order in charge_options(battle, ask) if isinstance(order, ChargeOrder)]
    if not orders or below(DONE) == 0:
        return Done()
    order = orders[below(len(orders))]
    if below(4) == 0:
        return order
    same = [other for other in orders if other.charger == order.charger]
    return min(same, key=lambda other: (_far(battle, other.charger, other.target), other.target))


def sample_reply(battle: Battle, ask: AnswerCharge, below: Below) -> Reply:
    """An answer to a charge: more often than not to hold. [charge.response.hold]"""
    replies = answer_options(battle, ask)
    return replies[0] if below(4) else replies[below(len(replies))]


def _far(battle: Battle, charger: UnitId, target: UnitId) -> float:
    """Inches between the fronts of two units, or near enough."""
    a, b = battle.units[charger].pose, battle.units[target].pose
    return point_distance(a.x, a.y, b.x, b.y)
