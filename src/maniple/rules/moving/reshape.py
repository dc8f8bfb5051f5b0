"""How a formed unit changes its shape in place: turn, change formation, reform. [move.geometry]"""

from maniple.battle.bodies import places_in
from maniple.battle.judged import Refusal
from maniple.battle.orders import (
    ChangeFormation,
    Reform,
    TurnModels,
)
from maniple.geometry import (
    LEFT,
    REAR,
    RIGHT,
    Pose,
    Rect,
    distance_to_point,
    edge_facing,
    edge_middle,
    pose,
    shifted,
)
from maniple.rules.moving.going import Going
from maniple.rules.moving.one_inch import keeps_its_inch
from maniple.rules.table.near import enemies_within
from maniple.rules.table.obstruct import what_blocks
from maniple.rules.table.referee import figure

REFORM_DISTANCE = 8.0
"""An enemy within so many inches bars a reform, under the option. [move.reform-near-enemy]"""

_EDGES = {"left": LEFT, "right": RIGHT, "about": REAR}


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
    if going.unit.body_width:
        facing = edge_facing(rect, _EDGES[step.to])
        turned = _about_centre(going, rect, facing, files)
    elif step.to == "about":
        x, y = edge_middle(rect, _EDGES["about"])
        turned = going.body_with(Pose(x, y, edge_facing(rect, _EDGES["about"])), files)
    else:
        edge = _EDGES[step.to]
        x, y = edge_middle(rect, edge)
        files = _ranks(going, files)
        if files < _front_places(going):
            return going.refuse("unit.ranks", _too_narrow(going, files))
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
    if going.unit.body_width or not 1 <= files <= models:
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
    if not 1 <= step.files <= models or (going.unit.body_width and step.files != 1):
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
