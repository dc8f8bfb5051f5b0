"""The manoeuvres of formed units: ahead, wheel, turn, change formation, reform, back, sideways.

Each function leads a `Going` on, or refuses. [move.geometry]
"""

import math

from maniple.battle.bodies import places_in
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
    REAR,
    RIGHT,
    Pose,
    Rect,
    degrees_to_edge_on_wheel,
    distance,
    distance_to_point,
    edge_facing,
    edge_middle,
    first_on_advance,
    first_on_wheel,
    inches_to_edge_on_advance,
    pose,
    shifted,
    wheel,
)
from maniple.rules.going import Going
from maniple.rules.near import enemies_within
from maniple.rules.obstruct import what_blocks
from maniple.rules.one_inch import keeps_its_inch
from maniple.rules.referee import figure
from maniple.rules.terrain_cost import advance_cost, inches_for, wheel_cost_on

REFORM_DISTANCE = 8.0
"""An enemy within so many inches bars a reform, under the option. [move.reform-near-enemy]"""

_EDGES = {"left": LEFT, "right": RIGHT, "about": REAR}

Formed = Advance | Wheel | TurnModels | ChangeFormation | Reform | Backward | Sidestep


def manoeuvre(going: Going, step: Formed) -> Refusal | None:
    """One manoeuvre of a formed unit; None if it is legal, and `going` has then come on."""
    match step:
        case Advance():
            return advance(going, step)
        case Wheel():
            return wheel_about(going, step)
        case TurnModels():
            return turn(going, step)
        case ChangeFormation():
            return change_formation(going, step)
        case Reform():
            return reform(going, step)
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
    # How far it could have gone.
    reach = min(inches, inches_for(going.battle, going.unit, rect, dx, dy, going.left / price))
    reach = min(reach, room)
    if hit is not None:
        reach = _short_of_enemies(going, rect, dx, dy, min(reach, hit.clear))
    reached = shifted(rect, dx * reach, dy * reach)
    if hit is not None and hit.stops(inches):
        blocking, name = going.blocker(hit.index)
        body = going.obstacles[hit.index]
        why = f"{name} is in the way after {figure(hit.travel)} inches of {what}"
        return going.refuse(blocking, why, (body.cx, body.cy), reached)
    if inches > room + 0.005:
        why = f"the table edge is {figure(room)} inches away, {what} goes {figure(inches)}"
        return going.refuse("move.table-edge", why, (reached.x, reached.y), reached)
    return going.too_dear(f"{what} of {figure(inches)} inches", cost, rule, reached)


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
        if field.ruleset.one_inch_gap:
            no = keeps_its_inch(going, rect, _swing(rect, degrees, edge))
        if no is None:
            going.take(far, cost)
        return no
    reach = min(degrees, room)
    if hit is not None:
        reach = min(reach, hit.clear)
    if cost > 0.0:
        reach = min(reach, degrees * going.left / cost)
    reached = _wheel_short(going, rect, max(0.0, math.floor(reach * 100.0) / 100.0), edge)
    if hit is not None and hit.stops(degrees):
        blocking, name = going.blocker(hit.index)
        body = going.obstacles[hit.index]
        why = f"{name} is in the way after {figure(hit.travel)} degrees of the wheel"
        return going.refuse(blocking, why, (body.cx, body.cy), reached)
    if degrees > room:
        why = f"the wheel would leave the table after {figure(room)} degrees"
        return going.refuse("move.table-edge", why, (reached.x, reached.y), reached)
    return going.too_dear(f"the wheel of {figure(degrees)} degrees", cost, "move.wheel", reached)


def _wheel_short(going: Going, rect: Rect, degrees: float, edge: str) -> Rect:
    """The wheel followed so far, and back from enemies nearer than 0.1 inch."""
    about = LEFT if edge == LEFT else RIGHT
    foes = going.enemies()
    while degrees > 0.0:
        there = wheel(rect, degrees, about)
        if all(distance(there, foe) >= CLEARANCE + 0.001 for foe in foes):
            return there
        degrees = math.floor((degrees - 0.5) * 100.0) / 100.0
    return rect


def _swing(rect: Rect, degrees: float, edge: str) -> list[Rect]:
    """Bodies along a wheel, a degree or less apart, its end the last."""
    about = LEFT if edge == LEFT else RIGHT
    steps = max(1, math.ceil(degrees))
    return [wheel(rect, degrees * i / steps, about) for i in range(1, steps + 1)]


def turn(going: Going, step: TurnModels) -> Refusal | None:
    """Every model turns in place: a quarter of the move. [move.turn, move.geometry]

    Drilled troops turn, or change formation by one rank, free once in a move. [troop.drilled]
    """
    if going.is_marching:
        return going.refuse("move.march", "a marching unit may wheel but not turn")
    cost = _price(going, going.rate / 4, may_be_free=True)
    if not going.can_pay(cost):
        return going.too_dear("the turn", cost, "move.turn")
    rect = going.rect
    files = going.files
    if going.unit.sheet.body_width:
        facing = edge_facing(rect, _EDGES[step.to])
        turned = _about_centre(going, rect, facing, files)
    elif step.to == "about":
        x, y = edge_middle(rect, _EDGES["about"])
        turned = going.body_with(Pose(x, y, edge_facing(rect, _EDGES["about"])), files)
    else:
        edge = _EDGES[step.to]
        x, y = edge_middle(rect, edge)
        files = _ranks(going, files)
        turned = going.body_with(Pose(x, y, edge_facing(rect, edge)), files)
    return _stand(going, turned, cost, files, "the turned unit")


def change_formation(going: Going, step: ChangeFormation) -> Refusal | None:
    """One rank more or fewer for half the move, two for the whole; so many ranks as before, in
    other files, at the price of one. [move.change-formation, move.geometry]
    """
    if going.is_marching:
        return going.refuse("move.march", "a marching unit may wheel but not change formation")
    name = going.name
    files = step.files
    models = places_in(going.unit)
    if going.unit.sheet.body_width or not 1 <= files <= models:
        why = f"{name} can stand in 1 to {models} files, not in {files}"
        return going.refuse("unit.ranks", why)
    if files == going.files:
        return going.refuse("move.change-formation", f"{name} stands in {files} files already")
    if files < _front_places(going):
        return going.refuse("unit.ranks", _too_narrow(going, files))
    change = abs(_ranks(going, files) - _ranks(going, going.files))
    if change > 2:
        why = f"{files} files would change the ranks of {name} by {change}; two is the most"
        return going.refuse("move.change-formation", why)
    cost = going.rate / 2 if change < 2 else float(going.rate)
    cost = _price(going, cost, may_be_free=change < 2)
    if not going.can_pay(cost):
        return going.too_dear("the change of formation", cost, "move.change-formation")
    rect = going.rect
    formed = going.body_with(Pose(rect.x, rect.y, rect.facing), files)
    return _stand(going, formed, cost, files, f"{name} in {files} files")


def reform(going: Going, step: Reform) -> Refusal | None:
    """Any formation, facing any way, about the unit's middle. [move.reform, move.geometry]

    Under an option not with an enemy within 8 inches, save drilled troops.
    [move.reform-near-enemy, troop.drilled]
    """
    name = going.name
    if going.is_marching:
        return going.refuse("move.march", "a marching unit may wheel but not reform")
    if len(going.way) > 1:
        return going.refuse(
            "move.reform", f"{name} may not otherwise move in a turn in which it reforms"
        )
    if going.left < going.rate:
        return going.too_dear("the reform", float(going.rate), "move.reform")
    models = places_in(going.unit)
    if not 1 <= step.files <= models or (going.unit.sheet.body_width and step.files != 1):
        return going.refuse(
            "unit.ranks", f"{name} can stand in 1 to {models} files, not in {step.files}"
        )
    if step.files < _front_places(going):
        return going.refuse("unit.ranks", _too_narrow(going, step.files))
    if going.battle.field.ruleset.reform_blocked_near_enemy and not going.unit.sheet.traits.drilled:
        near = enemies_within(going.battle, going.unit, REFORM_DISTANCE, fleeing=None)
        if near:
            why = f"{near[0].sheet.name} is within 8 inches, and {name} is not drilled"
            return going.refuse("move.reform-near-enemy", why, (near[0].pose.x, near[0].pose.y))
    old = going.rect
    new = _about_centre(going, old, step.facing, step.files)
    corners = new.corners()
    furthest = max(distance_to_point(old, corners[i], corners[i + 1]) for i in range(0, 8, 2))
    if furthest > going.rate * 2 + 0.001:
        why = (
            f"a model would move {figure(furthest)} inches; in a reform the most is "
            f"{going.rate * 2}, double the move"
        )
        return going.refuse("move.reform", why)
    return _stand(going, new, float(going.rate), step.files, f"{name} so formed")


def _price(going: Going, cost: float, *, may_be_free: bool) -> float:
    """What the manoeuvre costs; nothing to drilled troops, once in a move. [troop.drilled]"""
    if may_be_free and going.unit.sheet.traits.drilled and not going.has_acted_free:
        going.has_acted_free = True
        return 0.0
    return cost


def _stand(going: Going, rect: Rect, cost: float, files: int, what: str) -> Refusal | None:
    """The body takes this place at once, if it is free. [move.geometry]"""
    blocked = what_blocks(going.battle, going.unit.id, [rect])
    if blocked is not None:
        why = f"{what} would stand on {blocked.what}"
        return going.refuse(blocked.rule, why, blocked.at)
    no = keeps_its_inch(going, going.rect, [rect])
    if no is None:
        going.take(rect, cost, files)
    return no


def _about_centre(going: Going, rect: Rect, facing: float, files: int) -> Rect:
    """The body in other files or facing, with its middle where it was."""
    new = going.body_with(pose(rect.cx, rect.cy, facing), files)
    return shifted(new, rect.cx - new.cx, rect.cy - new.cy)


def _ranks(going: Going, files: int) -> int:
    """The ranks in which the unit stands in so many files. [unit.ranks]"""
    return max(1, -(-places_in(going.unit) // files))


def _front_places(going: Going) -> int:
    """Places that must be in the front rank: those of characters with the unit, and the leader's.

    [unit.ranks]
    """
    guests = going.unit.guest_places
    return guests + 1 if guests and going.unit.sheet.leader else max(1, guests)


def _too_narrow(going: Going, files: int) -> str:
    return (
        f"the characters with {going.name} and its leader need {_front_places(going)} places in "
        f"the front rank, not {files}"
    )
