"""The outline of a piece of terrain from the ways in which a scenario may draw it.

outline     corners one by one
rectangle   middle, width, depth, and degrees by which it is turned
ellipse     the same, as a polygon of so many corners
line        from one point to another, so thick: for hedges and walls
"""

import math

from maniple.armies.fields import Fields, as_number
from maniple.armies.problems import shown

Outline = tuple[tuple[float, float], ...]

FORMS = ("outline", "rectangle", "ellipse", "line")
MOST_CORNERS = 64
FAR = 1_000.0
"""Inches: no table is so large, and no figure of a shape larger."""


def outline_of(row: Fields) -> Outline | None:
    """The corners of a piece, in inches; None after noting what is wrong with them."""
    given = [form for form in FORMS if row.has(form)]
    if len(given) != 1:
        what = f"both {given[0]} and {given[1]} are given" if given else "no outline is given"
        row.bad("", what, f"one of {', '.join(FORMS)}")
        return None
    match given[0]:
        case "outline":
            return _corners(row)
        case "rectangle":
            return _rectangle(row)
        case "ellipse":
            return _ellipse(row)
        case _:
            return _line(row)


def _point(value: object) -> tuple[float, float] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    x, y = as_number(value[0]), as_number(value[1])
    return None if x is None or y is None else (x, y)


def _corners(row: Fields) -> Outline | None:
    value = row.table["outline"]
    how = "corners as [x, y] in inches, in order round the piece: [[10, 12], [16, 12], [13, 18]]"
    if not isinstance(value, list):
        row.bad("outline", f"outline is {shown(value)}", how)
        return None
    if not 3 <= len(value) <= MOST_CORNERS:
        row.bad("outline", f"{len(value):,} corners", f"3 to {MOST_CORNERS} corners")
        return None
    corners: list[tuple[float, float]] = []
    for at, each in enumerate(value, start=1):
        corner = _point(each)
        if corner is None:
            row.bad("outline", f"corner {at} is no point: {shown(each)}", how)
        else:
            corners.append(corner)
    return tuple(corners) if len(corners) == len(value) else None


def _middle(row: Fields, form: str) -> tuple[float, float, float, float, float, Fields] | None:
    """Middle x and y, width, depth and degrees turned clockwise, of such a shape."""
    shape = row.table_at(form, "x, y, width, depth and turned")
    if shape is None:
        return None
    shape.unit = row.unit
    x = shape.number("x", -FAR, FAR, "inches to the middle from the left edge")
    y = shape.number("y", -FAR, FAR, "inches to the middle from the lower edge")
    width = shape.number("width", 0.1, FAR, "inches")
    depth = shape.number("depth", 0.1, FAR, "inches")
    turned = shape.number("turned", -360, 360, "degrees clockwise", default=0.0)
    if x is None or y is None or width is None or depth is None or turned is None:
        return None
    return x, y, width, depth, turned, shape


def _rectangle(row: Fields) -> Outline | None:
    read = _middle(row, "rectangle")
    if read is None:
        return None
    x, y, width, depth, turned, shape = read
    shape.done()
    corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    return _placed([(width * u, depth * v) for u, v in corners], x, y, turned)


def _ellipse(row: Fields) -> Outline | None:
    read = _middle(row, "ellipse")
    if read is None:
        return None
    x, y, width, depth, turned, shape = read
    count = shape.whole("corners", 6, MOST_CORNERS, "corners", default=12)
    shape.done()
    if count is None:
        return None
    angles = [2 * math.pi * i / count for i in range(count)]
    points = [(0.5 * width * math.cos(a), 0.5 * depth * math.sin(a)) for a in angles]
    return _placed(points, x, y, turned)


def _line(row: Fields) -> Outline | None:
    shape = row.table_at("line", "from, to and thick")
    if shape is None:
        return None
    shape.unit = row.unit
    ends: list[tuple[float, float]] = []
    for key in ("from", "to"):
        value = shape.table.get(key)
        point = _point(value) if shape.has(key) else None
        if point is None:
            found = f"{key} is {shown(value)}" if key in shape.table else f"{key} is missing"
            shape.bad(key, found, "a point as [x, y] in inches")
        else:
            ends.append(point)
    thick = shape.number("thick", 0.1, 2.0, "inches", default=0.5)
    shape.done()
    if len(ends) < 2 or thick is None:
        return None
    (x0, y0), (x1, y1) = ends
    length = math.hypot(x1 - x0, y1 - y0)
    if not 0.1 <= length <= FAR:
        shape.bad("to", f"the line is {length:g} inches long", "0.1 inch or more")
        return None
    dx, dy = (x1 - x0) / length * thick / 2, (y1 - y0) / length * thick / 2
    corners = [(x0 + dy, y0 - dx), (x1 + dy, y1 - dx), (x1 - dy, y1 + dx), (x0 - dy, y0 + dx)]
    return tuple((_rounded(a), _rounded(b)) for a, b in corners)


def _placed(points: list[tuple[float, float]], x: float, y: float, turned: float) -> Outline:
    """Points about the origin, turned clockwise and moved to (x, y)."""
    cos, sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    return tuple(
        (_rounded(x + u * cos + v * sin), _rounded(y - u * sin + v * cos)) for u, v in points
    )


def _rounded(inches: float) -> float:
    # Thousandths, as poses are; adding 0.0 turns -0.0 into 0.0.
    return round(inches, 3) + 0.0
