"""Which charges the bot declares, and how it answers those of others.

A charge is worth what a dozen tried rounds say, if it is likely to arrive. The bot sees exact
positions, as all programs that play do. [measure.when]
"""

from maniple.battle.asks import AskAnswer, ChargeOrder, Done, Named, Reply
from maniple.battle.bodies import gap
from maniple.battle.state import Battle, Response
from maniple.battle.unit import Unit, UnitId
from maniple.bots.steady.sense import charge_reach, facing_struck, fight, is_loose
from maniple.geometry import Edge
from maniple.play.seat import Seat

ENOUGH = 0.08
"""The least value of a fight for which the bot charges."""
MARGIN = 0.6
"""Inches kept in hand: a charge wheels, and pays for ground."""


def declared(seat: Seat) -> tuple[AskAnswer, str]:
    """The best charge that is worth it, or none."""
    best: tuple[float, ChargeOrder] | None = None
    for option in seat.options() or ():
        if isinstance(option, ChargeOrder):
            worth = value(seat.battle, option.charger, option.target)
            if worth is not None and (best is None or worth > best[0]):
                best = (worth, option)
    if best is None or best[0] < ENOUGH:
        return Done(), "no charge is worth its risk"
    order = best[1]
    ours, theirs = seat.battle.units[order.charger], seat.battle.units[order.target]
    return order, f"{ours.sheet.name} should beat {theirs.sheet.name} ({best[0]:+.2f})"


def value(battle: Battle, charger: UnitId, target: UnitId) -> float | None:
    """What the charge is worth, -1 to 1; None if it won't arrive."""
    ours, theirs = battle.units[charger], battle.units[target]
    if gap(ours, theirs) > charge_reach(ours) - MARGIN:
        return None
    if theirs.fleeing:
        return 0.3
    if ours.sheet.is_character:
        return None
    if is_loose(ours) and not is_loose(theirs) and facing_struck(ours, theirs) is Edge.FRONT:
        return None
    edge = facing_struck(ours, theirs)
    worth = fight(battle, charger, target, edge, True).value
    comrades = [c for c in battle.charges if c.target == target and c.charger != charger]
    worth += 0.25 * len(comrades) + (0.15 if theirs.is_engaged else 0.0)
    if theirs.sheet.missiles and not theirs.is_engaged:
        worth -= 0.05
    return worth


def answered(seat: Seat, charger: UnitId, target: UnitId) -> tuple[AskAnswer, str]:
    """The answer to a charge: shoot if we may, run if we would break and can get away, else hold."""
    battle = seat.battle
    foe, ours = battle.units[charger], battle.units[target]
    possible = [o.response for o in seat.options() or () if isinstance(o, Reply)]
    if Response.COUNTER_CHARGE in possible:
        return Reply(Response.COUNTER_CHARGE), "better to meet them at the gallop"
    worth = fight(battle, charger, target, facing_struck(foe, ours), True).value
    away = gap(foe, ours) + _flight(ours) > charge_reach(foe) + 1.0
    if worth > 0.6 and away and Response.FLEE in possible:
        if Response.FIRE_AND_FLEE in possible and _has_room(foe, ours):
            return Reply(Response.FIRE_AND_FLEE), "one volley, then away"
        if is_loose(ours) or ours.sheet.points < foe.sheet.points / 2:
            return Reply(Response.FLEE), "they would break us, and can't catch us"
    if Response.STAND_AND_SHOOT in possible:
        return Reply(Response.STAND_AND_SHOOT), "a volley before they are on us"
    if Response.HOLD in possible:
        return Reply(Response.HOLD), "we stand"
    return Reply(possible[0]), "nothing else is left"


def redirected(seat: Seat, charger: UnitId) -> tuple[AskAnswer, str]:
    """Another enemy in the way of a charger whose target fled, if the fight is worth it."""
    best: tuple[float, Named] | None = None
    for option in seat.options() or ():
        if isinstance(option, Named):
            worth = value(seat.battle, charger, option.unit)
            if worth is not None and worth >= ENOUGH and (best is None or worth > best[0]):
                best = (worth, option)
    if best is None:
        return Done(), "nobody else is worth it"
    return best[1], f"this one instead ({best[0]:+.2f})"


def _flight(unit: Unit) -> float:
    """Inches that it flees on average."""
    return 7.0 if unit.sheet.move <= 6 else 10.5


def _has_room(foe: Unit, ours: Unit) -> bool:
    """Whether a flight with one die less should still get away."""
    return gap(foe, ours) + _flight(ours) - 3.5 > charge_reach(foe) + 1.0
