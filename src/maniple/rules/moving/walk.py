"""How a single base goes: straight to a place, facing as it likes. [character.move]"""

import math

from msgspec import Struct

from maniple.battle.judged import Refusal
from maniple.geometry import Pose, Rect, first_on_advance, rect_at, shifted
from maniple.rules.moving.going import Going
from maniple.rules.table.referee import figure
from maniple.rules.table.terrain_cost import advance_cost


class Walk(Struct, frozen=True):
    """A way found, its cost in inches, and the bodies that it goes through."""

    cost: float
    through: tuple[Rect, ...]


def walk(going: Going, start: Rect, to: Pose, who: str) -> Walk | Refusal:
    """A base goes straight from where it is to a place, and faces any way there.

    It turns before it goes or when it has arrived, whichever is possible.
    [character.move, troop.skirmish.shape, move.interpenetrate, terrain.cost]
    """
    end = rect_at(to, start.width, start.depth)
    dx, dy = end.cx - start.cx, end.cy - start.cy
    inches = math.sqrt(dx * dx + dy * dy)
    if inches < 1e-6:
        return Walk(0.0, (end,))
    dx, dy = dx / inches, dy / inches
    found: Refusal | None = None
    ways = (
        (start,)
        if start.facing == end.facing
        else (start, shifted(end, -dx * inches, -dy * inches))
    )
    for base in ways:
        cost = advance_cost(going.battle, going.unit, base, dx, dy, inches)
        if not going.can_pay(cost):
            # Before anything is said of what stands on a way too long to go. [measure.when]
            found = found or going.too_dear(f"the way of {who}", cost, "move.rate")
            continue
        hit = first_on_advance(base, dx, dy, inches, going.obstacles)
        if hit is None or not hit.stops(inches):
            return Walk(cost, (shifted(base, dx * inches, dy * inches), end))
        rule, name = going.blocker(hit.index)
        body = going.obstacles[hit.index]
        why = f"{name} is in the way of {who} after {figure(hit.travel)} inches"
        found = found or going.refuse(rule, why, (body.cx, body.cy))
    if found is None:
        raise ValueError("a way has neither been found nor refused")
    return found
