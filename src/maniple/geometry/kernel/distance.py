"""Distances between bodies, and how deep they overlap (inches). [measure.tolerance]"""

import math
from collections.abc import Sequence

from maniple.geometry.kernel.outline import Outline, separation
from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.tolerance import NOISE, TOUCH


def point_distance(x0: float, y0: float, x1: float, y1: float) -> float:
    """The distance between two points."""
    dx = x1 - x0
    dy = y1 - y0
    return math.sqrt(dx * dx + dy * dy)


def distance_to_point(rect: Rect, x: float, y: float) -> float:
    """The distance of a point from the nearest part of a body; 0 inside."""
    dx = x - rect.cx
    dy = y - rect.cy
    u = abs(dx * rect.rx + dy * rect.ry) - rect.width * 0.5
    v = abs(dx * rect.fx + dy * rect.fy) - rect.depth * 0.5
    if u <= 0.0:
        return v if v > 0.0 else 0.0
    if v <= 0.0:
        return u
    return math.sqrt(u * u + v * v)


def _box(u: float, v: float, half_width: float, half_depth: float) -> float:
    """The squared distance of a point, in a box's own frame, from the box."""
    u = abs(u) - half_width
    v = abs(v) - half_depth
    if u <= 0.0:
        return v * v if v > 0.0 else 0.0
    if v <= 0.0:
        return u * u
    return u * u + v * v


def penetration(a: Rect, b: Rect) -> float:
    """How deep two bodies overlap, along the way by which they part soonest; <= 0 when apart."""
    dx = b.cx - a.cx
    dy = b.cy - a.cy
    along = abs(a.fx * b.fx + a.fy * b.fy)
    across = abs(a.fx * b.rx + a.fy * b.ry)
    aw = a.width * 0.5
    ad = a.depth * 0.5
    bw = b.width * 0.5
    bd = b.depth * 0.5
    least = aw + bw * along + bd * across - abs(dx * a.rx + dy * a.ry)
    other = ad + bd * along + bw * across - abs(dx * a.fx + dy * a.fy)
    if other < least:
        least = other
    other = bw + aw * along + ad * across - abs(dx * b.rx + dy * b.ry)
    if other < least:
        least = other
    other = bd + ad * along + aw * across - abs(dx * b.fx + dy * b.fy)
    if other < least:
        least = other
    return least


def distance(a: Rect, b: Rect) -> float:
    """The distance between the nearest points of two bodies; 0 when they overlap."""
    dx = b.cx - a.cx
    dy = b.cy - a.cy
    cos = a.fx * b.fx + a.fy * b.fy
    sin = a.rx * b.fx + a.ry * b.fy
    aw = a.width * 0.5
    ad = a.depth * 0.5
    bw = b.width * 0.5
    bd = b.depth * 0.5
    # b's middle in a's frame, a's middle in b's frame.
    au = dx * a.rx + dy * a.ry
    av = dx * a.fx + dy * a.fy
    bu = -(dx * b.rx + dy * b.ry)
    bv = -(dx * b.fx + dy * b.fy)
    along = abs(cos)
    across = abs(sin)
    if (
        abs(au) <= aw + bw * along + bd * across
        and abs(av) <= ad + bd * along + bw * across
        and abs(bu) <= bw + aw * along + ad * across
        and abs(bv) <= bd + ad * along + aw * across
    ):
        return 0.0
    # In a's frame b's right is (cos, -sin) and its forward (sin, cos).
    pu = cos * bw
    pv = -sin * bw
    qu = sin * bd
    qv = cos * bd
    least = _box(au + pu + qu, av + pv + qv, aw, ad)
    other = _box(au + pu - qu, av + pv - qv, aw, ad)
    if other < least:
        least = other
    other = _box(au - pu + qu, av - pv + qv, aw, ad)
    if other < least:
        least = other
    other = _box(au - pu - qu, av - pv - qv, aw, ad)
    if other < least:
        least = other
    # In b's frame a's right is (cos, sin) and its forward (-sin, cos).
    pu = cos * aw
    pv = sin * aw
    qu = -sin * ad
    qv = cos * ad
    other = _box(bu + pu + qu, bv + pv + qv, bw, bd)
    if other < least:
        least = other
    other = _box(bu + pu - qu, bv + pv - qv, bw, bd)
    if other < least:
        least = other
    other = _box(bu - pu + qu, bv - pv + qv, bw, bd)
    if other < least:
        least = other
    other = _box(bu - pu - qu, bv - pv - qv, bw, bd)
    if other < least:
        least = other
    return math.sqrt(least)


def overlaps(a: Rect, b: Rect) -> bool:
    """Whether two bodies overlap deeper than contact."""
    if abs(a.cx - b.cx) > a.ex + b.ex or abs(a.cy - b.cy) > a.ey + b.ey:
        return False
    return penetration(a, b) > TOUCH + NOISE


def in_touch(a: Rect, b: Rect) -> bool:
    """Whether two bodies touch (or overlap)."""
    reach = TOUCH + NOISE
    if abs(a.cx - b.cx) > a.ex + b.ex + reach or abs(a.cy - b.cy) > a.ey + b.ey + reach:
        return False
    return distance(a, b) <= reach


def first_overlapped(rect: Rect, others: Sequence[Rect]) -> int:
    """The place of the first of the others that a body overlaps deeper than contact; -1: none."""
    for place, other in enumerate(others):
        if overlaps(rect, other):
            return place
    return -1


def first_nearer(rect: Rect, others: Sequence[Rect], inches: float) -> int:
    """The place of the first of the others that is nearer to a body than that; -1: none."""
    reach = inches + TOUCH
    for place, other in enumerate(others):
        if (
            abs(rect.cx - other.cx) <= rect.ex + other.ex + reach
            and abs(rect.cy - other.cy) <= rect.ey + other.ey + reach
            and distance(rect, other) < inches
        ):
            return place
    return -1


def in_reach(rect: Rect, others: Sequence[Outline], inches: float) -> list[int]:
    """The places of those others whose box comes, in x and in y, so near to a body's middle."""
    found: list[int] = []
    for place, other in enumerate(others):
        if abs(other.cx - rect.cx) - other.ex <= inches and (
            abs(other.cy - rect.cy) - other.ey <= inches
        ):
            found.append(place)
    return found


def polygon_penetration(a: Outline, b: Outline) -> float:
    """How deep any two outlines overlap; <= 0 when apart."""
    first = separation(a.edges(), b.corners())
    second = separation(b.edges(), a.corners())
    return -first if first > second else -second


def polygon_overlaps(a: Outline, b: Outline) -> bool:
    """Whether any two outlines overlap deeper than contact."""
    if abs(a.cx - b.cx) > a.ex + b.ex or abs(a.cy - b.cy) > a.ey + b.ey:
        return False
    return polygon_penetration(a, b) > TOUCH + NOISE


def polygon_distance(a: Outline, b: Outline) -> float:
    """The distance between the nearest points of any two outlines; 0 when they overlap."""
    if polygon_penetration(a, b) >= 0.0:
        return 0.0
    ca = a.corners()
    cb = b.corners()
    first = _nearest(ca, cb)
    second = _nearest(cb, ca)
    return math.sqrt(first if first < second else second)


def segment_distance_squared(
    x: float, y: float, x0: float, y0: float, x1: float, y1: float
) -> float:
    """The squared distance of the point (x, y) from the segment (x0, y0) to (x1, y1)."""
    sx = x1 - x0
    sy = y1 - y0
    dx = x - x0
    dy = y - y0
    size = sx * sx + sy * sy
    part = dx * sx + dy * sy
    if part <= 0.0 or size == 0.0:
        return dx * dx + dy * dy
    if part >= size:
        dx = x - x1
        dy = y - y1
        return dx * dx + dy * dy
    across = dx * sy - dy * sx
    return across * across / size


def _nearest(points: list[float], corners: list[float]) -> float:
    """The least squared distance from any of the points to the outline of the corners."""
    least = 1e300
    count = len(corners)
    for i in range(0, len(points), 2):
        x0 = corners[count - 2]
        y0 = corners[count - 1]
        for j in range(0, count, 2):
            x1 = corners[j]
            y1 = corners[j + 1]
            value = segment_distance_squared(points[i], points[i + 1], x0, y0, x1, y1)
            if value < least:
                least = value
            x0 = x1
            y0 = y1
    return least
