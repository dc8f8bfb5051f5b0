"""Shapes for the laws of geometry, and slow, plain ways to measure them.

The plain ways share no code with the kernel: corners as lists of points, turned by the sines of the
standard library, tried edge by edge.
"""

import math

from hypothesis import strategies as st

from maniple.geometry import Edge, Polygon, Rect, edge_facing, edge_middle

Point = tuple[float, float]

inches = st.integers(-30_000, 30_000).map(lambda n: n / 1000)
sides = st.integers(400, 12_000).map(lambda n: n / 1000)
facings = st.one_of(
    st.integers(0, 35_999).map(lambda n: n / 100),
    st.sampled_from([0.0, 45.0, 90.0, 135.0, 180.0, 270.0]),
)
rects = st.builds(Rect, inches, inches, facings, sides, sides)
edges = st.sampled_from(list(Edge))


@st.composite
def polygons(draw: st.DrawFn) -> Polygon:
    """A convex polygon: points on an ellipse, in order."""
    middle_x, middle_y = draw(inches), draw(inches)
    wide, high = draw(sides), draw(sides)
    steps = draw(st.lists(st.integers(2, 12), min_size=3, max_size=8))
    total = sum(steps)
    angles = [2 * math.pi * sum(steps[:i]) / total for i in range(len(steps))]
    return Polygon([(middle_x + wide * math.cos(a), middle_y + high * math.sin(a)) for a in angles])


@st.composite
def flush_pairs(draw: st.DrawFn) -> tuple[Rect, Rect, Edge, Edge, float]:
    """A body, another flush against one of its edges, the edges, and how far b is to the right.

    That is the distance from the middle of a's edge to the middle of b's, as a looks out.
    """
    a = draw(rects)
    edge_a, edge_b = draw(edges), draw(edges)
    width, depth = draw(sides), draw(sides)
    out = edge_facing(a, edge_a)
    turn = {Edge.FRONT: 0, Edge.RIGHT: 90, Edge.REAR: 180, Edge.LEFT: 270}[edge_b]
    probe = Rect(0.0, 0.0, out + 180 - turn, width, depth)
    length_a = a.width if edge_a in (Edge.FRONT, Edge.REAR) else a.depth
    length_b = width if edge_b in (Edge.FRONT, Edge.REAR) else depth
    reach = (length_a + length_b) / 2 - 0.1
    aside = draw(st.floats(-reach, reach))
    looking = Rect(0.0, 0.0, out, 1.0, 1.0)
    ax, ay = edge_middle(a, edge_a)
    bx, by = edge_middle(probe, edge_b)
    b = Rect(ax + looking.rx * aside - bx, ay + looking.ry * aside - by, probe.facing, width, depth)
    return a, b, edge_a, edge_b, aside


def corners_of(rect: Rect) -> list[Point]:
    """Front left, front right, rear right, rear left."""
    return [
        (rect.flx, rect.fly),
        (rect.frx, rect.fry),
        (rect.rrx, rect.rry),
        (rect.rlx, rect.rly),
    ]


def turned(points: list[Point], degrees_right: float, px: float, py: float) -> list[Point]:
    """The points turned to the right about (px, py), by any angle."""
    sine = math.sin(math.radians(degrees_right))
    cosine = math.cos(math.radians(degrees_right))
    return [
        (px + (x - px) * cosine + (y - py) * sine, py + (y - py) * cosine - (x - px) * sine)
        for x, y in points
    ]


def moved(points: list[Point], dx: float, dy: float) -> list[Point]:
    """The points moved by (dx, dy)."""
    return [(x + dx, y + dy) for x, y in points]


def depth(a: list[Point], b: list[Point]) -> float:
    """How deep two convex outlines overlap, by the shadows that they throw along each normal."""
    least = math.inf
    for shape, other in ((a, b), (b, a)):
        for i, (x0, y0) in enumerate(shape):
            x1, y1 = shape[(i + 1) % len(shape)]
            size = math.hypot(x1 - x0, y1 - y0)
            nx, ny = (y1 - y0) / size, (x0 - x1) / size
            if any(nx * (x - x0) + ny * (y - y0) > 1e-6 for x, y in shape):
                nx, ny = -nx, -ny
            least = min(least, nx * x0 + ny * y0 - min(nx * x + ny * y for x, y in other))
    return least


def clipped(shape: list[Point], nx: float, ny: float, least: float) -> list[Point]:
    """The part of a convex outline in which nx x + ny y is at least so much."""
    kept: list[Point] = []
    for i, (x0, y0) in enumerate(shape):
        x1, y1 = shape[(i + 1) % len(shape)]
        here, there = nx * x0 + ny * y0 - least, nx * x1 + ny * y1 - least
        if here >= 0:
            kept.append((x0, y0))
        if here * there < 0:
            t = here / (here - there)
            kept.append((x0 + t * (x1 - x0), y0 + t * (y1 - y0)))
    return kept


def gap(a: list[Point], b: list[Point]) -> float:
    """The distance between two convex outlines, corner by corner and edge by edge."""
    if depth(a, b) >= 0:
        return 0.0
    return min(_nearest(a, b), _nearest(b, a))


def _nearest(points: list[Point], shape: list[Point]) -> float:
    return min(
        point_to_segment(p, shape[i], shape[(i + 1) % len(shape)])
        for p in points
        for i in range(len(shape))
    )


def point_to_segment(p: Point, a: Point, b: Point) -> float:
    """The distance of a point from a segment."""
    length = math.dist(a, b)
    t = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / (length * length)
    t = max(0.0, min(1.0, t))
    return math.dist(p, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))


def is_inside(p: Point, shape: list[Point]) -> bool:
    """Whether a point is in a simple outline, by counting crossings to its right."""
    inside = False
    for i, (x0, y0) in enumerate(shape):
        x1, y1 = shape[(i + 1) % len(shape)]
        if (y0 > p[1]) != (y1 > p[1]) and p[0] < x0 + (p[1] - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside


def carried(rect: Rect, degrees: float, dx: float, dy: float) -> Rect:
    """The rectangle after a rigid motion of the table: turned about the origin, then moved."""
    [(x, y)] = turned([(rect.x, rect.y)], degrees, 0.0, 0.0)
    return Rect(x + dx, y + dy, rect.facing + degrees, rect.width, rect.depth)


def mirrored(rect: Rect) -> Rect:
    """The rectangle on the table seen in a mirror: left and right change places."""
    return Rect(-rect.x, rect.y, -rect.facing, rect.width, rect.depth)


def carried_polygon(polygon: Polygon, degrees: float, dx: float, dy: float) -> Polygon:
    """The polygon after the same rigid motion."""
    return Polygon(moved(turned(list(polygon.points), degrees, 0.0, 0.0), dx, dy))


def mirrored_polygon(polygon: Polygon) -> Polygon:
    """The polygon in the mirror."""
    return Polygon([(-x, y) for x, y in polygon.points])
