"""Convex polygons for pieces of terrain, and simple outlines cut into convex ones."""

import math
from typing import Final

from maniple.geometry.kernel.outline import Outline

_FLAT: Final = 1e-9


class Polygon(Outline):
    """A convex polygon, its corners clockwise. Not changed once made."""

    __slots__ = ("_corners", "_edges", "points")

    points: Final[tuple[tuple[float, float], ...]]
    _corners: Final[list[float]]
    _edges: Final[list[float]]

    def __init__(self, points: list[tuple[float, float]]) -> None:
        """Points in order, either way round; a repeated point counts once.

        Raises ValueError unless they are at least three, finite, convex, and enclose an area.
        """
        kept = _distinct(points)
        if not is_convex(kept):
            raise ValueError(f"not the corners of a convex polygon, in order: {points}")
        if _twice_area(kept) > 0.0:
            kept = kept[::-1]
        corners: list[float] = []
        edges: list[float] = []
        left = right = kept[0][0]
        low = high = kept[0][1]
        for x, y in kept:
            corners.append(x)
            corners.append(y)
            left = min(left, x)
            right = max(right, x)
            low = min(low, y)
            high = max(high, y)
        x0, y0 = kept[0]
        for x, y in kept[1:] + kept[:1]:
            size = math.sqrt((x - x0) * (x - x0) + (y - y0) * (y - y0))
            nx = (y0 - y) / size
            ny = (x - x0) / size
            edges.append(nx)
            edges.append(ny)
            edges.append(nx * x0 + ny * y0)
            x0 = x
            y0 = y
        super().__init__(
            (left + right) * 0.5, (low + high) * 0.5, (right - left) * 0.5, (high - low) * 0.5
        )
        self.points = tuple(kept)
        self._corners = corners
        self._edges = edges

    def corners(self) -> list[float]:
        """x, y of each corner, clockwise. Not to be changed."""
        return self._corners

    def edges(self) -> list[float]:
        """Outward normal x, y and offset of each edge, clockwise. Not to be changed."""
        return self._edges

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polygon) and self.points == other.points

    def __hash__(self) -> int:
        return hash(self.points)

    def __repr__(self) -> str:
        return f"Polygon({list(self.points)})"

    def __reduce__(self) -> tuple[type["Polygon"], tuple[list[tuple[float, float]]]]:
        return Polygon, (list(self.points),)


def _distinct(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    kept: list[tuple[float, float]] = []
    for x, y in points:
        if not (math.isfinite(x) and math.isfinite(y)):
            raise ValueError(f"a corner stands at a finite place: ({x}, {y})")
        if not kept or kept[len(kept) - 1] != (x, y):
            # Whole numbers, which Python lets through, become floats here.
            kept.append((x + 0.0, y + 0.0))
    if len(kept) > 1 and kept[0] == kept[len(kept) - 1]:
        del kept[-1]
    return kept


def _twice_area(points: list[tuple[float, float]]) -> float:
    """Twice the area enclosed, above zero when the points go anticlockwise."""
    area = 0.0
    x0, y0 = points[0]
    before = points[len(points) - 1]
    for point in points:
        area += (before[0] - x0) * (point[1] - y0) - (point[0] - x0) * (before[1] - y0)
        before = point
    return area


def _bend(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    """Above zero when the way from a by b to c bends to the left."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def is_convex(points: list[tuple[float, float]]) -> bool:
    """Whether points in order, either way round, are the corners of a convex polygon."""
    count = len(points)
    if count < 3:
        return False
    left = 0
    right = 0
    turned = 0.0
    for i in range(count):
        a = points[i]
        b = points[(i + 1) % count]
        c = points[(i + 2) % count]
        bend = _bend(a, b, c)
        ahead = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
        if bend > _FLAT:
            left += 1
        elif bend < -_FLAT:
            right += 1
        elif ahead <= 0.0:
            return False
        turned += math.atan2(bend, ahead)
    # A star also bends one way only, but goes round more than once.
    return (left == 0) != (right == 0) and abs(turned) < 7.0


def _side(value: float) -> int:
    if value > _FLAT:
        return 1
    return -1 if value < -_FLAT else 0


def _on_segment(a: tuple[float, float], b: tuple[float, float], p: tuple[float, float]) -> bool:
    return (
        min(a[0], b[0]) - _FLAT <= p[0] <= max(a[0], b[0]) + _FLAT
        and min(a[1], b[1]) - _FLAT <= p[1] <= max(a[1], b[1]) + _FLAT
    )


def _meet(
    a: tuple[float, float],
    b: tuple[float, float],
    c: tuple[float, float],
    d: tuple[float, float],
) -> bool:
    """Whether the segments a-b and c-d have a point in common."""
    s1 = _side(_bend(a, b, c))
    s2 = _side(_bend(a, b, d))
    s3 = _side(_bend(c, d, a))
    s4 = _side(_bend(c, d, b))
    if s1 * s2 < 0 and s3 * s4 < 0:
        return True
    return (
        (s1 == 0 and _on_segment(a, b, c))
        or (s2 == 0 and _on_segment(a, b, d))
        or (s3 == 0 and _on_segment(c, d, a))
        or (s4 == 0 and _on_segment(c, d, b))
    )


def is_simple(points: list[tuple[float, float]]) -> bool:
    """Whether points in order enclose an area by a line that nowhere meets itself."""
    count = len(points)
    if count < 3 or abs(_twice_area(points)) <= _FLAT:
        return False
    for i in range(count):
        a = points[i]
        b = points[(i + 1) % count]
        if a == b:
            return False
        c = points[(i + 2) % count]
        doubles_back = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0.0
        if doubles_back and _side(_bend(a, b, c)) == 0:
            return False
        for j in range(i + 2, count):
            if i == 0 and j == count - 1:
                continue
            if _meet(a, b, points[j], points[(j + 1) % count]):
                return False
    return True


def _in_triangle(
    p: tuple[float, float],
    a: tuple[float, float],
    b: tuple[float, float],
    c: tuple[float, float],
) -> bool:
    """Whether p lies in the anticlockwise triangle, its outline included."""
    return _bend(a, b, p) >= -_FLAT and _bend(b, c, p) >= -_FLAT and _bend(c, a, p) >= -_FLAT


def _triangles(points: list[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """An anticlockwise simple outline, cut into triangles ear by ear."""
    left = list(points)
    cut: list[list[tuple[float, float]]] = []
    i = 0
    looked = 0
    while len(left) > 3 and looked <= len(left):
        count = len(left)
        i %= count
        a = left[i - 1] if i > 0 else left[count - 1]
        b = left[i]
        c = left[(i + 1) % count]
        bend = _bend(a, b, c)
        ear = bend > _FLAT
        if ear:
            for p in left:
                if p != a and p != b and p != c and _in_triangle(p, a, b, c):
                    ear = False
                    break
        if ear:
            cut.append([a, b, c])
            del left[i]
            looked = 0
        elif abs(bend) <= _FLAT:
            del left[i]
            looked = 0
        else:
            i += 1
            looked += 1
    if len(left) == 3 and _bend(left[0], left[1], left[2]) > _FLAT:
        cut.append(left)
    return cut


def _joined(
    first: list[tuple[float, float]], second: list[tuple[float, float]]
) -> list[tuple[float, float]] | None:
    """Two anticlockwise outlines with an edge in common made one, if that is convex."""
    for i in range(len(first)):
        a = first[i]
        b = first[(i + 1) % len(first)]
        for j in range(len(second)):
            if second[j] == b and second[(j + 1) % len(second)] == a:
                one = first[i + 1 :] + first[: i + 1]
                two = second[j + 1 :] + second[: j + 1]
                whole = one + two[1 : len(two) - 1]
                return whole if is_convex(whole) else None
    return None


def convex_parts(points: list[tuple[float, float]]) -> list[Polygon]:
    """A simple outline cut into convex polygons that together cover it and do not overlap.

    Raises ValueError when the outline is not simple.
    """
    kept = _distinct(points)
    if not is_simple(kept):
        raise ValueError(f"the outline crosses or touches itself, or encloses nothing: {points}")
    if is_convex(kept):
        return [Polygon(kept)]
    if _twice_area(kept) < 0.0:
        kept = kept[::-1]
    parts = _triangles(kept)
    i = 0
    while i < len(parts):
        j = i + 1
        while j < len(parts):
            whole = _joined(parts[i], parts[j])
            if whole is None:
                j += 1
            else:
                parts[i] = whole
                del parts[j]
                j = i + 1
        i += 1
    return [Polygon(part) for part in parts]


def contains(polygon: Polygon, x: float, y: float) -> bool:
    """Whether a point lies in a polygon, its outline included."""
    edges = polygon.edges()
    return all(
        edges[e] * x + edges[e + 1] * y <= edges[e + 2] + _FLAT for e in range(0, len(edges), 3)
    )


def inches_inside(polygon: Polygon, x0: float, y0: float, x1: float, y1: float) -> float:
    """How many inches of the straight path from (x0, y0) to (x1, y1) lie inside a polygon."""
    enter = 0.0
    leave = 1.0
    dx = x1 - x0
    dy = y1 - y0
    edges = polygon.edges()
    for e in range(0, len(edges), 3):
        gap = edges[e] * x0 + edges[e + 1] * y0 - edges[e + 2]
        speed = edges[e] * dx + edges[e + 1] * dy
        if abs(speed) < 1e-12:
            if gap >= 0.0:
                return 0.0
        elif speed < 0.0:
            enter = max(enter, -gap / speed)
        else:
            leave = min(leave, -gap / speed)
    if leave <= enter:
        return 0.0
    return (leave - enter) * math.sqrt(dx * dx + dy * dy)
