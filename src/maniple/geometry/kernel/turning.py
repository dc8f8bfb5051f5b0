"""What a body meets in a wheel or a pivot, found exactly.

As a body turns, the height of each of its corners over an edge of another body swings like
a cosine, and so does that of each corner of the other body over its own edges. An edge keeps the
two apart as long as all corners stay above it, so one can leap from the turn at which one edge lets
go to the turn at which the next does, until none is left that parts them: there they meet.

Everything is worked out about the pivot, turning anticlockwise; a turn to the right is mirrored.
Turns are those of `trig`.
"""

import math
from collections.abc import Sequence
from typing import Final

from maniple.geometry.kernel.edge import LEFT, RIGHT, Edge
from maniple.geometry.kernel.outline import Outline, separation
from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.sweep import PRESSED, Hit
from maniple.geometry.kernel.tolerance import NOISE, TOUCH
from maniple.geometry.kernel.trig import NEVER, degrees_of, turn_of, unit_of

_HAIR: Final = 1e-12
_GRAZE: Final = 1e-7
_FULL: Final = 4.0


def _about(corners: list[float], px: float, py: float, mirror: float) -> list[float]:
    """Corners as seen from a pivot; mirrored for -1."""
    seen: list[float] = []
    for i in range(0, len(corners), 2):
        seen.append((corners[i] - px) * mirror)
        seen.append(corners[i + 1] - py)
    return seen


def _edges_about(edges: list[float], px: float, py: float, mirror: float) -> list[float]:
    seen: list[float] = []
    for e in range(0, len(edges), 3):
        seen.append(edges[e] * mirror)
        seen.append(edges[e + 1])
        seen.append(edges[e + 2] - edges[e] * px - edges[e + 1] * py)
    return seen


def _flipped(values: list[float], step: int) -> list[float]:
    """With y reversed: what stands still, seen by what turns, turns the other way."""
    seen = list(values)
    for i in range(1, len(seen), step):
        seen[i] = -seen[i]
    return seen


class _Turning:
    """A turning body and one that stands, about the pivot."""

    __slots__ = ("body_corners", "body_edges", "corners", "edges")

    def __init__(
        self,
        edges: list[float],
        corners: list[float],
        body_edges: list[float],
        body_corners: list[float],
    ) -> None:
        """The turning body's edges and corners, then those of the one that stands."""
        self.corners: Final = corners
        self.body_edges: Final = body_edges
        self.edges: Final = _flipped(edges, 3)
        self.body_corners: Final = _flipped(body_corners, 2)

    def gap(self) -> float:
        """The distance by which an edge parts the two at the start; below zero for an overlap."""
        first = separation(self.body_edges, self.corners)
        second = separation(self.edges, self.body_corners)
        return max(second, first)

    def meets(self, start: float, depth: float) -> float:
        """The first turn from `start` on at which the two overlap by `depth`, or NEVER."""
        turn = start
        while turn < _FULL:
            before = turn
            turn = _let_go(self.body_edges, self.corners, depth, turn)
            if turn < _FULL:
                turn = _let_go(self.edges, self.body_corners, depth, turn)
            if turn == before:
                return turn
        return NEVER

    def touched(self, turn: float) -> float:
        """The last turn up to `turn`, at which they overlap, when an edge still parted the two."""
        first = _held(self.body_edges, self.corners, turn)
        second = _held(self.edges, self.body_corners, turn)
        return max(second, first)


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


def _let_go(edges: list[float], corners: list[float], depth: float, start: float) -> float:
    """The turn, from `start` on, that the edges reach by letting go one after the other.

    `start` itself when no edge keeps all corners out; beyond a full circle when one does for good.
    """
    turn = start
    c, s = unit_of(turn)
    for e in range(0, len(edges), 3):
        nx = edges[e]
        ny = edges[e + 1]
        k = edges[e + 2] - depth
        apart = True
        for i in range(0, len(corners), 2):
            x = corners[i]
            y = corners[i + 1]
            if (nx * x + ny * y) * c + (ny * x - nx * y) * s <= k + _HAIR:
                apart = False
                break
        if not apart:
            continue
        least = NEVER
        for i in range(0, len(corners), 2):
            x = corners[i]
            y = corners[i + 1]
            end = _swing_end(nx * x + ny * y, ny * x - nx * y, k)
            if end < turn:
                end = turn if end > turn - _GRAZE else NEVER
            least = min(least, end)
        if least > turn:
            turn = least
            if turn >= _FULL:
                return turn
            c, s = unit_of(turn)
    return turn


def _held(edges: list[float], corners: list[float], end: float) -> float:
    """The last turn up to `end` at which an edge kept all corners out, or -1."""
    best = -1.0
    for e in range(0, len(edges), 3):
        nx = edges[e]
        ny = edges[e + 1]
        k = edges[e + 2]
        turn = end
        while turn > best:
            c, s = unit_of(turn)
            back = NEVER
            for i in range(0, len(corners), 2):
                x = corners[i]
                y = corners[i + 1]
                a = nx * x + ny * y
                b = ny * x - nx * y
                if a * c + b * s < k - _HAIR:
                    when = _swing_end(a, b, k)
                    if when >= turn:
                        when = -1.0
                    back = min(back, when)
            if back == NEVER:
                best = turn
                break
            turn = back
    return best


def _is_out_of_reach(px: float, py: float, reach: float, body: Outline) -> bool:
    dx = abs(body.cx - px) - body.ex
    dy = abs(body.cy - py) - body.ey
    if dx <= 0.0:
        return dy > reach
    if dy <= 0.0:
        return dx > reach
    return dx * dx + dy * dy > reach * reach


def _reach(corners: list[float]) -> float:
    """How far the furthest corner is from the pivot."""
    most = 0.0
    for i in range(0, len(corners), 2):
        size = corners[i] * corners[i] + corners[i + 1] * corners[i + 1]
        most = max(most, size)
    return math.sqrt(most)


def first_on_pivot(
    rect: Rect, degrees: float, px: float, py: float, bodies: Sequence[Outline]
) -> Hit | None:
    """The first body met in turning about (px, py), to the right for degrees above zero.

    At most a full circle. `travel` and `clear` of the hit are above zero either way round. What
    counts as met is as in `first_on_advance`.
    """
    mirror = -1.0 if degrees > 0.0 else 1.0
    limit = abs(degrees)
    corners = _about(rect.corners(), px, py, mirror)
    edges = _edges_about(rect.edges(), px, py, mirror)
    reach = _reach(corners) + TOUCH
    best = -1
    travel = limit + NOISE
    clear = 1e300
    for index, body in enumerate(bodies):
        if _is_out_of_reach(px, py, reach, body):
            continue
        pair = _Turning(
            edges,
            corners,
            _edges_about(body.edges(), px, py, mirror),
            _about(body.corners(), px, py, mirror),
        )
        now = pair.gap()
        start = pair.meets(0.0, 0.0) if now > 0.0 else 0.0
        if start >= _FULL or degrees_of(start) > limit + NOISE:
            continue
        depth = PRESSED if -now < PRESSED else -now + 1e-6
        deep = pair.meets(start, depth)
        if deep >= _FULL:
            continue
        touched = pair.touched(deep)
        when = degrees_of(touched) if touched > 0.0 else 0.0
        if when > limit + NOISE:
            continue
        pressed = degrees_of(deep)
        clear = min(clear, pressed)
        if best < 0 or when < travel:
            best = index
            travel = when
    if best < 0:
        return None
    return Hit(min(limit, travel), best, clear)


def _corner(rect: Rect, about: Edge) -> tuple[float, float]:
    if about == LEFT:
        return rect.flx, rect.fly
    if about == RIGHT:
        return rect.frx, rect.fry
    raise ValueError(f"a wheel is about the left or the right front corner, not the {about}")


def first_on_wheel(
    rect: Rect, degrees: float, about: Edge, bodies: Sequence[Outline]
) -> Hit | None:
    """The first body met in a wheel about the LEFT or RIGHT front corner. [move.wheel]

    What counts as met is as in `first_on_advance`.
    """
    px, py = _corner(rect, about)
    return first_on_pivot(rect, -degrees if about == LEFT else degrees, px, py, bodies)


def wheel_meets_polygon(rect: Rect, degrees: float, about: Edge, polygon: Outline) -> bool:
    """Whether the area that a wheel sweeps meets a polygon deeper than touching. [terrain.cost]"""
    px, py = _corner(rect, about)
    mirror = 1.0 if about == LEFT else -1.0
    corners = _about(rect.corners(), px, py, mirror)
    if _is_out_of_reach(px, py, _reach(corners), polygon):
        return False
    pair = _Turning(
        _edges_about(rect.edges(), px, py, mirror),
        corners,
        _edges_about(polygon.edges(), px, py, mirror),
        _about(polygon.corners(), px, py, mirror),
    )
    if pair.gap() < -TOUCH - NOISE:
        return True
    deep = pair.meets(0.0, TOUCH + NOISE)
    return deep < _FULL and degrees_of(deep) <= degrees


def degrees_to_edge_on_wheel(rect: Rect, about: Edge, width: float, height: float) -> float:
    """How far a body on a table of width by height inches can wheel before it leaves it.

    More than 360 when it never does. [move.table-edge]
    """
    px, py = _corner(rect, about)
    mirror = 1.0 if about == LEFT else -1.0
    corners = _about(rect.corners(), px, py, mirror)
    least = NEVER
    left = -px - TOUCH
    right = px - width - TOUCH
    if mirror < 0.0:
        left, right = right, left
    for i in range(0, 8, 2):
        x = corners[i]
        y = corners[i + 1]
        # Heights over the four sides of the table, all of which must stay above a limit.
        least = min(
            least,
            _swing_end(x, -y, left),
            _swing_end(-x, y, right),
            _swing_end(y, x, -py - TOUCH),
            _swing_end(-y, -x, py - height - TOUCH),
        )
    return 450.0 if least >= _FULL else degrees_of(least)
