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


class _Wedge:
    """What lies between two directions, no further than the target: all that matters."""

    __slots__ = ("ex", "ey", "far", "left_x", "left_y", "mx", "my", "right_x", "right_y", "width")

    def __init__(
        self, ex: float, ey: float, fx: float, fy: float, low: float, high: float, target: Outline
    ) -> None:
        """An eye at (ex, ey) that faces (fx, fy), two turns, and the target between them."""
        # The normals of the two sides, on the table, and the direction of the middle.
        dx, dy = ray(low, fx, fy)
        self.left_x: Final = -dy
        self.left_y: Final = dx
        dx, dy = ray(high, fx, fy)
        self.right_x: Final = dy
        self.right_y: Final = -dx
        mx, my = ray((low + high) * 0.5, fx, fy)
        far = mx * (target.cx - ex) + my * (target.cy - ey)
        self.far: Final = far + abs(mx) * target.ex + abs(my) * target.ey
        self.mx: Final = mx
        self.my: Final = my
        self.ex: Final = ex
        self.ey: Final = ey
        self.width: Final = high - low

    def is_clear_of(self, body: Outline) -> bool:
        """Whether the bounding box of a body lies wholly outside."""
        if self.width > _NARROW:
            return False
        dx = body.cx - self.ex
        dy = body.cy - self.ey
        return (
            self.mx * dx + self.my * dy - self.far > abs(self.mx) * body.ex + abs(self.my) * body.ey
            or self.left_x * dx + self.left_y * dy
            > abs(self.left_x) * body.ex + abs(self.left_y) * body.ey
            or self.right_x * dx + self.right_y * dy
            > abs(self.right_x) * body.ex + abs(self.right_y) * body.ey
        )


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
    wedge = _Wedge(ex, ey, fx, fy, low, high, target)
    for body in blockers:
        if wedge.is_clear_of(body):
            continue
        first, last, rest = span(body.corners(), ex, ey, fx, fy)
        if first > last:
            return 0.0
        first = max(first, low)
        last = min(last, high)
        if first < last and _is_nearer(body, target, (first + last) * 0.5, ex, ey, fx, fy):
            if first == low and last == high:
                return 0.0
            covers.append(first)
            covers.append(last)
        last = min(rest, high)
        if low < last and _is_nearer(body, target, (low + last) * 0.5, ex, ey, fx, fy):
            covers.append(low)
            covers.append(last)
    for wood in woods:
        if wedge.is_clear_of(wood):
            continue
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
