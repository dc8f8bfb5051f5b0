"""The manoeuvres of formed units: ahead, wheel, back and sideways here; the rest in `reshape`.

Each function leads a `Going` on, or refuses. [move.geometry]
"""

import math

from maniple.battle.judged import Refusal
from maniple.battle.orders import (
    Advance,
    Backward,
    ChangeFormation,
    Reform,
    Sidestep,
    TurnModels,
    Wheel,
)
from maniple.geometry import (
    CLEARANCE,
    LEFT,
    RIGHT,
    Edge,
    Rect,
    degrees_to_edge_on_wheel,
    distance,
    first_on_advance,
    first_on_wheel,
    inches_to_edge_on_advance,
    shifted,
    wheel,
)
from maniple.rules.moving import reshape
from maniple.rules.moving.going import Going
from maniple.rules.moving.one_inch import is_inch_kept, keeps_its_inch
from maniple.rules.table.referee import figure
from maniple.rules.table.terrain_cost import advance_cost, inches_for, wheel_cost_on

Formed = Advance | Wheel | TurnModels | ChangeFormation | Reform | Backward | Sidestep


def manoeuvre(going: Going, step: Formed) -> Refusal | None:
    """One manoeuvre of a formed unit; None if it is legal, and `going` has then come on."""
    match step:
        case Advance():
            return advance(going, step)
        case Wheel():
            return wheel_about(going, step)
        case TurnModels():
            return reshape.turn(going, step)
        case ChangeFormation():
            return reshape.change_formation(going, step)
        case Reform():
            return reshape.reform(going, step)
        case Backward():
            return straight(going, step.inches, -1.0, 0.0, "a move backwards", 2)
        case Sidestep():
            side = 1.0 if step.inches > 0 else -1.0
            return straight(going, abs(step.inches), 0.0, side, "a move sideways", 2)


def advance(going: Going, step: Advance) -> Refusal | None:
    """Straight ahead. [move.rate]"""
    return straight(going, step.inches, 1.0, 0.0, "the advance", 1)


def straight(
    going: Going, inches: float, ahead: float, right: float, what: str, price: int
) -> Refusal | None:
    """Along a straight line with the facing kept, at a price for each inch.

    [move.rate, move.back-and-sideways, move.interpenetrate, move.table-edge, terrain.cost]
    """
    rule = "move.rate" if price == 1 else "move.back-and-sideways"
    if inches <= 0.0:
        return going.refuse(rule, f"{what} of {figure(inches)} inches: it needs more than 0")
    rect = going.rect
    dx = rect.fx * ahead + rect.rx * right
    dy = rect.fy * ahead + rect.ry * right
    cost = advance_cost(going.battle, going.unit, rect, dx, dy, inches) * price
    field = going.battle.field
    hit = first_on_advance(rect, dx, dy, inches, going.obstacles)
    room = inches_to_edge_on_advance(rect, dx, dy, field.width, field.height)
    far = shifted(rect, dx * inches, dy * inches)
    if going.can_pay(cost) and (hit is None or not hit.stops(inches)) and inches <= room + 0.005:
        no = keeps_its_inch(going, rect, [far])
        if no is None:
            going.take(far, cost)
        return no
    # What stops it first says why; nothing is told of what lies beyond that. [measure.when]
    afford = inches_for(going.battle, going.unit, rect, dx, dy, going.left / price)
    reach = min(inches, afford, room)
    if hit is not None:
        reach = _short_of_enemies(going, rect, dx, dy, min(reach, hit.clear))
    reached = shifted(rect, dx * reach, dy * reach)
    spent = advance_cost(going.battle, going.unit, rect, dx, dy, reach) * price
    if hit is not None and hit.stops(inches) and hit.clear <= min(afford, room):
        blocking, name = going.blocker(hit.index)
        body = going.obstacles[hit.index]
        why = f"{name} is in the way after {figure(hit.travel)} inches of {what}"
        return going.refuse(blocking, why, (body.cx, body.cy), reached, spent)
    if inches > room + 0.005 and room <= afford:
        why = f"the table edge is {figure(room)} inches away, {what} goes {figure(inches)}"
        return going.refuse("move.table-edge", why, (reached.x, reached.y), reached, spent)
    return going.too_dear(f"{what} of {figure(inches)} inches", cost, rule, reached, spent)


def _short_of_enemies(going: Going, rect: Rect, dx: float, dy: float, reach: float) -> float:
    """The reach cut so that the body ends 0.1 inch from every enemy. [measure.tolerance]"""
    foes = going.enemies()

    def is_clear(inches: float) -> bool:
        there = shifted(rect, dx * inches, dy * inches)
        return all(distance(there, foe) >= CLEARANCE + 0.001 for foe in foes)

    if is_clear(reach):
        return reach
    low, high = 0.0, reach
    for _ in range(24):
        middle = (low + high) / 2
        if is_clear(middle):
            low = middle
        else:
            high = middle
    return low


def wheel_about(going: Going, step: Wheel) -> Refusal | None:
    """Forward about a front corner, for the arc of the outer one. [move.wheel, move.geometry]"""
    degrees = step.degrees
    if not 0.0 < degrees <= 90.0:
        why = f"a wheel goes forward by more than 0 and at most 90 degrees, not {figure(degrees)}"
        return going.refuse("move.geometry", why)
    rect = going.rect
    edge = LEFT if step.about == "left" else RIGHT
    cost = wheel_cost_on(going.battle, going.unit, rect, degrees, step.about)
    field = going.battle.field
    hit = first_on_wheel(rect, degrees, edge, going.obstacles)
    room = degrees_to_edge_on_wheel(rect, edge, field.width, field.height)
    if going.can_pay(cost) and (hit is None or not hit.stops(degrees)) and degrees <= room:
        far = wheel(rect, degrees, edge)
        no = None
        if is_inch_kept(going.battle):
            no = keeps_its_inch(going, rect, _swing(rect, degrees, edge))
        if no is None:
            going.take(far, cost)
        return no
    afford = degrees * going.left / cost
    reach = min(degrees, room, afford)
    if hit is not None:
        reach = min(reach, hit.clear)
    followed = _wheel_short(going, rect, max(0.0, math.floor(reach * 100.0) / 100.0), edge)
    reached = wheel(rect, followed, edge) if followed else rect
    spent = cost * followed / degrees
    if hit is not None and hit.stops(degrees) and hit.clear <= min(afford, room):
        blocking, name = going.blocker(hit.index)
        body = going.obstacles[hit.index]
        why = f"{name} is in the way after {figure(hit.travel)} degrees of the wheel"
        return going.refuse(blocking, why, (body.cx, body.cy), reached, spent)
    if degrees > room and room <= afford:
        why = f"the wheel would leave the table after {figure(room)} degrees"
        return going.refuse("move.table-edge", why, (reached.x, reached.y), reached, spent)
    what = f"the wheel of {figure(degrees)} degrees"
    return going.too_dear(what, cost, "move.wheel", reached, spent)


def _wheel_short(going: Going, rect: Rect, degrees: float, about: Edge) -> float:
    """The degrees followed so far, and back from enemies nearer than 0.1 inch."""
    foes = going.enemies()
    while degrees > 0.0:
        there = wheel(rect, degrees, about)
        if all(distance(there, foe) >= CLEARANCE + 0.001 for foe in foes):
            return degrees
        degrees = math.floor((degrees - 0.5) * 100.0) / 100.0
    return 0.0


def _swing(rect: Rect, degrees: float, about: Edge) -> list[Rect]:
    """Bodies along a wheel, a degree or less apart, its end the last."""
    steps = max(1, math.ceil(degrees))
    return [wheel(rect, degrees * i / steps, about) for i in range(1, steps + 1)]
