"""How much of a body can be seen from a point, past what stands in the way. [sight.blocked]

The eye looks along its facing. Directions are turns from it, so that what lies behind the eye is
where the count begins and ends. Covers are flat lists: from and to what turn, one after the other.
"""

from collections.abc import Sequence
from typing import Final

from maniple.geometry.kernel.outline import Outline
from maniple.geometry.kernel.polygon import Polygon
from maniple.geometry.kernel.rays import crossing, ray, span, turn_right
from maniple.geometry.kernel.trig import cos_deg, degrees_of, sin_deg
from maniple.geometry.kernel.woods import hidden_by_wood

_BACK: Final = 2.0
_NARROW: Final = 1.9


def visible_degrees(
    ex: float,
    ey: float,
    facing: float,
    half_arc: float,
    target: Outline,
    blockers: Sequence[Outline],
    woods: Sequence[Polygon] = (),
    wood_depth: float = 2.0,
) -> float:
    """The degrees of a target's outline that an eye at (ex, ey) sees within its arc.

    The arc reaches `half_arc` degrees to either side of the facing. Taken away is what the blockers
    cover that stand nearer than the target, and what lies behind more than `wood_depth` inches of
    any one wood. An eye inside the target sees it wherever it looks, one inside a blocker nothing.
    """
    fx = sin_deg(facing)
    fy = cos_deg(facing)
    half = _BACK if half_arc >= 180.0 else turn_right(sin_deg(half_arc), cos_deg(half_arc))
    first, last, rest = span(target.corners(), ex, ey, fx, fy)
    if first > last:
        return 2.0 * half_arc
    low = max(first, -half)
    high = min(last, half)
    total = 0.0
    if low < high:
        total = _open_degrees(ex, ey, fx, fy, low, high, target, blockers, woods, wood_depth)
    if rest > -half:
        total += _open_degrees(ex, ey, fx, fy, -half, rest, target, blockers, woods, wood_depth)
    return total


def _open_degrees(
    ex: float,
    ey: float,
    fx: float,
    fy: float,
    low: float,
    high: float,
    target: Outline,
    blockers: Sequence[Outline],
    woods: Sequence[Polygon],
    wood_depth: float,
) -> float:
    """The degrees between two turns of the target in which nothing hides it."""
    covers: list[float] = []
    # The normals of the wedge, on the table: what lies beyond one of them is out of the way.
    dx, dy = ray(low, fx, fy)
    left_x = -dy
    left_y = dx
    dx, dy = ray(high, fx, fy)
    right_x = dy
    right_y = -dx
    # Straight ahead along the middle of the wedge, nothing of the target is further than this.
    mx, my = ray((low + high) * 0.5, fx, fy)
    far = mx * (target.cx - ex) + my * (target.cy - ey)
    far += abs(mx) * target.ex + abs(my) * target.ey
    is_narrow = high - low < _NARROW
    for body in blockers:
        if is_narrow:
            dx = body.cx - ex
            dy = body.cy - ey
            if mx * dx + my * dy - far > abs(mx) * body.ex + abs(my) * body.ey:
                continue
            if left_x * dx + left_y * dy > abs(left_x) * body.ex + abs(left_y) * body.ey:
                continue
            if right_x * dx + right_y * dy > abs(right_x) * body.ex + abs(right_y) * body.ey:
                continue
        first, last, rest = span(body.corners(), ex, ey, fx, fy)
        if first > last:
            return 0.0
        first = max(first, low)
        last = min(last, high)
        if first < last and _is_nearer(body, target, (first + last) * 0.5, ex, ey, fx, fy):
            covers.append(first)
            covers.append(last)
        last = min(rest, high)
        if low < last and _is_nearer(body, target, (low + last) * 0.5, ex, ey, fx, fy):
            covers.append(low)
            covers.append(last)
    for wood in woods:
        hidden_by_wood(wood, target, ex, ey, fx, fy, low, high, wood_depth, covers)
    return _uncovered(low, high, covers)


def _is_nearer(
    body: Outline, target: Outline, turn: float, ex: float, ey: float, fx: float, fy: float
) -> bool:
    """Whether a body stands before the target; of bodies apart, one direction tells for all."""
    dx, dy = ray(turn, fx, fy)
    before, _ = crossing(body.edges(), ex, ey, dx, dy)
    behind, _ = crossing(target.edges(), ex, ey, dx, dy)
    return before < behind


def _uncovered(low: float, high: float, covers: list[float]) -> float:
    """The degrees between two turns that nothing covers."""
    total = 0.0
    at = low
    while at < high:
        # Go on through every cover of this place, then on to where the next begins.
        reached = at
        following = high
        i = 0
        while i < len(covers):
            if covers[i] <= at:
                if covers[i + 1] > reached:
                    reached = covers[i + 1]
            elif covers[i] < following:
                following = covers[i]
            i += 2
        if reached > at:
            at = reached
        else:
            total += _degrees(following) - _degrees(at)
            at = following
    return total


def _degrees(turn: float) -> float:
    return degrees_of(turn) if turn >= 0.0 else -degrees_of(-turn)
