"""How engines are served: turned to where a mark is, and aimed at its middle.

The range is guessed as a player guesses it: to the whole inch.
"""

from maniple.battle.asks import Aim, AimEngine, AskAnswer
from maniple.battle.bodies import body, gap
from maniple.battle.judged import Judged
from maniple.battle.orders import Order, Pivot
from maniple.battle.sheet import Missile
from maniple.battle.unit import Unit
from maniple.bots.steady.line import Plan
from maniple.bots.steady.sense import standing_enemies, towards
from maniple.geometry import bearing, point_distance, round_degrees
from maniple.play.seat import Seat

ARC = 43.0
"""Degrees to either side of straight ahead in which the engine need not turn."""


def weapon_of(unit: Unit) -> Missile | None:
    """What the engine shoots; None where it is lost, or there is none."""
    engine = unit.sheet.engine
    return engine.weapon if engine is not None and unit.has_engine else None


def pivoted(seat: Seat, unit: Unit) -> Plan | None:
    """The engine turned to the best mark within its range, if there is none before it."""
    weapon = weapon_of(unit)
    if weapon is None:
        return None
    foes = standing_enemies(seat.battle, unit.side)
    marks = [
        foe
        for foe in foes
        if not foe.is_engaged
        and not foe.sheet.is_character
        and weapon.least_range <= gap(unit, foe) <= weapon.range
    ]
    if not marks or any(abs(_off(unit, foe)) < ARC for foe in marks):
        return None
    best = max(marks, key=lambda foe: (foe.sheet.points, -foe.id))
    here = body(unit)
    facing = round_degrees(bearing(body(best).cx - here.cx, body(best).cy - here.cy))
    order = Order(unit.id, (Pivot(facing),))
    if isinstance(seat.judge(order), Judged):
        return Plan(order, f"{unit.sheet.name} towards {best.sheet.name}")
    return None


def aimed(seat: Seat, ask: AimEngine) -> tuple[AskAnswer, str] | None:
    """The middle of the target, as near as the eye can tell."""
    unit, target = seat.battle.units[ask.unit], seat.battle.units[ask.target]
    weapon = weapon_of(unit)
    if weapon is None:
        return None
    mark = body(target)
    far = float(round(point_distance(unit.pose.x, unit.pose.y, mark.cx, mark.cy)))
    facing = bearing(mark.cx - unit.pose.x, mark.cy - unit.pose.y)
    aim = Aim(round_degrees(facing), max(weapon.least_range, min(weapon.range, far)))
    if isinstance(seat.judge(aim), Judged):
        return aim, f"{target.sheet.name} stands about {far:g} inches away"
    return None


def _off(unit: Unit, foe: Unit) -> float:
    """Degrees by which the foe's middle is off straight ahead."""
    return towards(unit.pose, body(foe).cx, body(foe).cy)
