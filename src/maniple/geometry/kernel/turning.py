"""What a body meets in a wheel or a pivot, found exactly.

As a body turns, the height of each of its corners over an edge of another body swings like a
cosine, and so does that of each corner of the other body over its own edges. An edge keeps the two
apart as long as all corners stay above it, so one can leap from the turn at which one edge lets go
to the turn at which the next does, until none is left that parts them: there they meet.

Turns are those of `trig`, counted from the start in the way in which the body turns; `sense` is 1
for a turn to the left (anticlockwise) and -1 for one to the right.
"""

import math
from collections.abc import Sequence
from typing import Final

from maniple.geometry.kernel.edge import LEFT, RIGHT, Edge
from maniple.geometry.kernel.outline import Outline
from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.sweep import Hit, allowed_depth, gap
from maniple.geometry.kernel.tolerance import NOISE, TOUCH
from maniple.geometry.kernel.trig import NEVER, cos_deg, degrees_of, sin_deg, turn_of, unit_of

_HAIR: Final = 1e-12
_GRAZE: Final = 1e-7
_FULL: Final = 4.0


def _swing_end(a: float, b: float, k: float) -> float:
    """The turn at which a cos + b sin falls below k, or NEVER if it does not."""
    size = a * a + b * b
    rest = size - k * k
    if rest <= 0.0:
        if k < 0.0 or size == 0.0:
            return NEVER
        return turn_of(a, b)
    root = math.sqrt(rest)
    return turn_of(a * k - b * root, b * k + a * root)


def _let_go(
    edges: list[float],
    corners: list[float],
    px: float,
    py: float,
    sense: float,
    depth: float,
    start: float,
    limit: float,
) -> float:
    """The turn, from `start` on, that the edges reach by letting go one after the other.

    The corners turn about (px, py) by `sense`. `start` itself when no edge keeps all corners out of
    `depth`; beyond `limit` when an edge does until then.
    """
    turn = start
    c, s = unit_of(turn)
    s *= sense
    e = 0
    while e < len(edges):
        nx = edges[e]
        ny = edges[e + 1]
        k = edges[e + 2] - depth - nx * px - ny * py
        e += 3
        # Turn the edge back instead of each corner on.
        ux = nx * c + ny * s
        uy = ny * c - nx * s
        apart = True
        i = 0
        while i < len(corners):
            if ux * (corners[i] - px) + uy * (corners[i + 1] - py) <= k + _HAIR:
                apart = False
                break
            i += 2
        if not apart:
            continue
        least = NEVER
        i = 0
        while i < len(corners):
            x = corners[i] - px
            y = corners[i + 1] - py
            end = _swing_end(nx * x + ny * y, (ny * x - nx * y) * sense, k)
            if end < turn:
                end = turn if end > turn - _GRAZE else NEVER
            if end < least:
                least = end
            i += 2
        if least > turn:
            turn = least
            if turn > limit:
                return turn
            c, s = unit_of(turn)
            s *= sense
    return turn


def _meets(
    rect: Outline,
    body: Outline,
    px: float,
    py: float,
    sense: float,
    depth: float,
    start: float,
    limit: float,
) -> float:
    """The first turn from `start` on at which they overlap by `depth`; beyond `limit` if none."""
    turn = start
    while True:
        before = turn
        turn = _let_go(body.edges(), rect.corners(), px, py, sense, depth, turn, limit)
        if turn > limit:
            return turn
        turn = _let_go(rect.edges(), body.corners(), px, py, -sense, depth, turn, limit)
        if turn > limit or turn == before:
            return turn


def _held(
    edges: list[float], corners: list[float], px: float, py: float, sense: float, end: float
) -> float:
    """The last turn up to `end` at which an edge kept all corners out, or -1."""
    best = -1.0
    e = 0
    while e < len(edges):
        nx = edges[e]
        ny = edges[e + 1]
        k = edges[e + 2] - nx * px - ny * py
        e += 3
        turn = end
        while turn > best:
            c, s = unit_of(turn)
            back = NEVER
            i = 0
            while i < len(corners):
                x = corners[i] - px
                y = corners[i + 1] - py
                i += 2
                a = nx * x + ny * y
                b = (ny * x - nx * y) * sense
                if a * c + b * s < k - _HAIR:
                    when = _swing_end(a, b, k)
                    if when >= turn:
                        when = -1.0
                    if when < back:
                        back = when
            if back == NEVER:
                best = turn
                break
            turn = back
    return best


class _Swept:
    """The bounding box of all that a body passes over as it turns, about the pivot."""

    __slots__ = ("bottom", "left", "right", "top")

    def __init__(self, rect: Rect, degrees: float, px: float, py: float, sense: float) -> None:
        """Of a turn about (px, py) through so many degrees."""
        if degrees < 180.0:
            c = cos_deg(degrees)
            s = sin_deg(degrees) * sense
        else:
            c = 1.0
            s = 0.0
        left = bottom = 1e300
        right = top = -1e300
        corners = rect.corners()
        i = 0
        while i < len(corners):
            x = corners[i] - px
            y = corners[i + 1] - py
            i += 2
            end_x = x * c - y * s
            end_y = y * c + x * s
            low_x = min(x, end_x)
            high_x = max(x, end_x)
            low_y = min(y, end_y)
            high_y = max(y, end_y)
            # Where a corner swings across an axis, it reaches out to its full radius.
            if degrees >= 180.0:
                low_x = low_y = -1.0
                high_x = high_y = 1.0
                reach = math.sqrt(x * x + y * y)
            elif low_x * high_x <= 0.0 or low_y * high_y <= 0.0:
                reach = math.sqrt(x * x + y * y)
            else:
                reach = 0.0
            left = min(left, -reach if low_y * high_y <= 0.0 and low_x < 0.0 else low_x)
            right = max(right, reach if low_y * high_y <= 0.0 and high_x > 0.0 else high_x)
            bottom = min(bottom, -reach if low_x * high_x <= 0.0 and low_y < 0.0 else low_y)
            top = max(top, reach if low_x * high_x <= 0.0 and high_y > 0.0 else high_y)
        # The end is taken to a hundredth of a degree only.
        slack = TOUCH + 0.0002 * (right - left + top - bottom)
        self.left: Final = px + left - slack
        self.right: Final = px + right + slack
        self.bottom: Final = py + bottom - slack
        self.top: Final = py + top + slack

    def misses(self, body: Outline) -> bool:
        """Whether a body lies outside the box."""
        return (
            body.cx + body.ex < self.left
            or body.cx - body.ex > self.right
            or body.cy + body.ey < self.bottom
            or body.cy - body.ey > self.top
        )


def _turn_through(degrees: float) -> float:
    """The turn of so many degrees, and a hair more; a full circle at most."""
    if degrees >= 359.99:
        return _FULL
    turn = turn_of(cos_deg(degrees), sin_deg(degrees)) + 0.0004
    return turn if turn < _FULL else _FULL


def first_on_pivot(
    rect: Rect, degrees: float, px: float, py: float, bodies: Sequence[Outline]
) -> Hit | None:
    """The first body met in turning about (px, py), to the right for degrees above zero.

    At most a full circle. `travel` and `clear` of the hit are above zero either way round. What
    counts as met is as in `first_on_advance`.
    """
    sense = -1.0 if degrees > 0.0 else 1.0
    limit = abs(degrees)
    swept = _Swept(rect, limit, px, py, sense)
    limit_turn = _turn_through(limit)
    best = -1
    travel = limit + NOISE
    clear = 1e300
    index = -1
    for body in bodies:
        index += 1
        if swept.misses(body):
            continue
        start = _meets(rect, body, px, py, sense, 0.0, 0.0, limit_turn)
        if start > limit_turn or degrees_of(start) > limit + NOISE:
            continue
        depth = allowed_depth(gap(rect, body))
        deep = _meets(rect, body, px, py, sense, depth, start, _FULL)
        if deep > _FULL:
            continue
        first = _held(body.edges(), rect.corners(), px, py, sense, deep)
        second = _held(rect.edges(), body.corners(), px, py, -sense, deep)
        touched = max(first, second)
        when = degrees_of(touched) if touched > 0.0 else 0.0
        if when > limit + NOISE:
            continue
        clear = min(clear, degrees_of(deep))
        if best < 0 or when < travel:
            best = index
            travel = when
    if best < 0:
        return None
    return Hit(min(travel, limit), best, clear)


def _corner(rect: Rect, about: Edge) -> tuple[float, float]:
    if about is LEFT:
        return rect.flx, rect.fly
    if about is RIGHT:
        return rect.frx, rect.fry
    raise ValueError(f"a wheel is about the left or the right front corner, not the {about}")


def first_on_wheel(
    rect: Rect, degrees: float, about: Edge, bodies: Sequence[Outline]
) -> Hit | None:
    """The first body met in a wheel about the LEFT or RIGHT front corner. [move.wheel]

    What counts as met is as in `first_on_advance`.
    """
    px, py = _corner(rect, about)
    return first_on_pivot(rect, -degrees if about is LEFT else degrees, px, py, bodies)


def wheel_meets_polygon(rect: Rect, degrees: float, about: Edge, polygon: Outline) -> bool:
    """Whether the area that a wheel sweeps meets a polygon deeper than touching. [terrain.cost]"""
    px, py = _corner(rect, about)
    sense = 1.0 if about is LEFT else -1.0
    if _Swept(rect, degrees, px, py, sense).misses(polygon):
        return False
    if gap(rect, polygon) < -TOUCH - NOISE:
        return True
    limit = _turn_through(degrees)
    deep = _meets(rect, polygon, px, py, sense, TOUCH + NOISE, 0.0, limit)
    return deep <= limit and degrees_of(deep) <= degrees


def degrees_to_edge_on_wheel(rect: Rect, about: Edge, width: float, height: float) -> float:
    """How far a body on a table of width by height inches can wheel before it leaves it.

    More than 360 when it never does. [move.table-edge]
    """
    px, py = _corner(rect, about)
    sense = 1.0 if about is LEFT else -1.0
    corners = rect.corners()
    least = NEVER
    i = 0
    while i < len(corners):
        x = corners[i] - px
        y = corners[i + 1] - py
        i += 2
        # Heights over the left, right, lower and upper side, all of which must stay up.
        least = min(least, _fall(x, -y * sense, -px - TOUCH))
        least = min(least, _fall(-x, y * sense, px - width - TOUCH))
        least = min(least, _fall(y, x * sense, -py - TOUCH))
        least = min(least, _fall(-y, -x * sense, py - height - TOUCH))
    return 450.0 if least > _FULL else degrees_of(least)


def _fall(a: float, b: float, k: float) -> float:
    """The turn at which a cos + b sin is below k: at once, later, or NEVER."""
    return 0.0 if a < k - NOISE else _swing_end(a, b, k)
