"""Where two bodies touch: which edges, and along which part of them.

Two edges are flush when they lie within a tenth of a degree of each other; then they touch along
every part where they are within the touching distance. Otherwise a corner of one touches an edge of
the other.
"""

from typing import Final

from maniple.geometry.kernel.distance import in_touch, overlaps
from maniple.geometry.kernel.edge import CLOCKWISE, Edge
from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.tolerance import NOISE, TOUCH

_FLUSH: Final = 0.0017453
"""The sine of a tenth of a degree."""

_RANK: Final = [0, 1, 2, 1]


class Contact:
    """How body a touches body b.

    `edge_a` and `edge_b` lie against each other. From `a_from` to `a_to` inches along edge_a, from
    its left end as seen from inside looking out, a touches b; `b_from` to `b_to` likewise along
    edge_b. `length` is the lesser of the two. `is_corner`: they touch at a single corner; between
    bodies at an angle the edge named for the one whose corner it is faces the other most squarely.
    """

    __slots__ = ("a_from", "a_to", "b_from", "b_to", "edge_a", "edge_b", "is_corner", "length")

    edge_a: Final[Edge]
    edge_b: Final[Edge]
    is_corner: Final[bool]
    a_from: Final[float]
    a_to: Final[float]
    b_from: Final[float]
    b_to: Final[float]
    length: Final[float]

    def __init__(
        self,
        edge_a: Edge,
        edge_b: Edge,
        is_corner: bool,
        a_from: float,
        a_to: float,
        b_from: float,
        b_to: float,
    ) -> None:
        """The edges and the parts of them that touch (inches from their left ends)."""
        self.edge_a = edge_a
        self.edge_b = edge_b
        self.is_corner = is_corner
        self.a_from = a_from
        self.a_to = a_to
        self.b_from = b_from
        self.b_to = b_to
        self.length = a_to - a_from if a_to - a_from < b_to - b_from else b_to - b_from

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contact) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash((self.edge_a, self.edge_b, self.a_from, self.a_to, self.b_from, self.b_to))

    def __repr__(self) -> str:
        kind = "corner" if self.is_corner else f"{self.length} inches"
        return (
            f"<{self.edge_a} {self.a_from} to {self.a_to} touches "
            f"{self.edge_b} {self.b_from} to {self.b_to}: {kind}>"
        )

    def __reduce__(
        self,
    ) -> tuple[type["Contact"], tuple[Edge, Edge, bool, float, float, float, float]]:
        return Contact, (
            self.edge_a,
            self.edge_b,
            self.is_corner,
            self.a_from,
            self.a_to,
            self.b_from,
            self.b_to,
        )


def _span(i: int, rect: Rect) -> float:
    """The length of edge i, counted clockwise from the front."""
    return rect.width if i == 0 or i == 2 else rect.depth


def _flush(i: int, j: int, a: Rect, b: Rect) -> Contact | None:
    """The contact along edge i of a and edge j of b, if those are flush and touch."""
    ea = a.edges()
    eb = b.edges()
    ax = ea[3 * i]
    ay = ea[3 * i + 1]
    bx = eb[3 * j]
    by = eb[3 * j + 1]
    if ax * bx + ay * by >= 0.0 or abs(ax * by - ay * bx) > _FLUSH:
        return None
    ca = a.corners()
    cb = b.corners()
    left_x = ca[2 * i]
    left_y = ca[2 * i + 1]
    # An edge runs from its left end along its normal turned to the right.
    length_a = _span(i, a)
    length_b = _span(j, b)
    start = (cb[2 * j] - left_x) * ay - (cb[2 * j + 1] - left_y) * ax
    lift = (cb[2 * j] - left_x) * ax + (cb[2 * j + 1] - left_y) * ay
    k = (j + 1) % 4
    end = (cb[2 * k] - left_x) * ay - (cb[2 * k + 1] - left_y) * ax
    rise = (cb[2 * k] - left_x) * ax + (cb[2 * k + 1] - left_y) * ay
    # b's edge, from its right end back to its left, is what a's edge sees from left to right.
    low = end if end > 0.0 else 0.0
    high = start if start < length_a else length_a
    reach = TOUCH + NOISE
    if high < low - reach:
        return None
    if high < low:
        low = high = (low + high) * 0.5
    slope = (lift - rise) / (start - end)
    gap_low = rise + slope * (low - end)
    gap_high = rise + slope * (high - end)
    if abs(gap_low) > reach and abs(gap_high) > reach and gap_low * gap_high > 0.0:
        return None
    if gap_low > reach:
        low = end + (reach - rise) / slope
    elif gap_low < -reach:
        low = end + (-reach - rise) / slope
    if gap_high > reach:
        high = end + (reach - rise) / slope
    elif gap_high < -reach:
        high = end + (-reach - rise) / slope
    a_low = low if low > 0.0 else 0.0
    a_high = high if high < length_a else length_a
    b_low = start - high
    b_high = start - low
    if b_low < 0.0:
        b_low = 0.0
    if b_high > length_b:
        b_high = length_b
    if a_low > a_high:
        a_low = a_high
    if b_low > b_high:
        b_low = b_high
    corner = a_high - a_low <= reach
    return Contact(CLOCKWISE[i], CLOCKWISE[j], corner, a_low, a_high, b_low, b_high)


def _squarest(rect: Rect, nx: float, ny: float) -> int:
    """The edge whose outward normal is most nearly (nx, ny)."""
    ahead = nx * rect.fx + ny * rect.fy
    right = nx * rect.rx + ny * rect.ry
    if ahead >= abs(right):
        return 0
    if abs(right) >= -ahead:
        return 1 if right > 0.0 else 3
    return 2


def _lifts(a: Rect, b: Rect) -> tuple[int, float, int]:
    """The edge of a that keeps b out best, by how much, and the corner of b nearest to it."""
    edges = a.edges()
    corners = b.corners()
    edge = 0
    best = -1e300
    corner = 0
    for i in range(4):
        least = 1e300
        which = 0
        for k in range(4):
            value = (
                edges[3 * i] * corners[2 * k]
                + edges[3 * i + 1] * corners[2 * k + 1]
                - edges[3 * i + 2]
            )
            if value < least:
                least = value
                which = k
        if least > best:
            edge = i
            best = least
            corner = which
    return edge, best, corner


def _at_angle(a: Rect, b: Rect, swapped: bool) -> Contact:
    """The contact of a corner of b with an edge of a."""
    i, _, k = _lifts(a, b)
    edges = a.edges()
    nx = edges[3 * i]
    ny = edges[3 * i + 1]
    ca = a.corners()
    cb = b.corners()
    place = (cb[2 * k] - ca[2 * i]) * ny - (cb[2 * k + 1] - ca[2 * i + 1]) * nx
    if place < 0.0:
        place = 0.0
    if place > _span(i, a):
        place = _span(i, a)
    j = _squarest(b, -nx, -ny)
    # Corner k is the left end of edge k and the right end of the edge before it.
    if j != k and j != (k + 3) % 4:
        j = k
    other = 0.0 if j == k else _span(j, b)
    if swapped:
        return Contact(CLOCKWISE[j], CLOCKWISE[i], True, other, other, place, place)
    return Contact(CLOCKWISE[i], CLOCKWISE[j], True, place, place, other, other)


def contact(a: Rect, b: Rect) -> Contact | None:
    """How body a touches body b; None when they are apart, or overlap deeper than contact.

    Of two bodies that meet corner to corner, the edges nearest their fronts are named.
    """
    if not in_touch(a, b) or overlaps(a, b):
        return None
    best: Contact | None = None
    best_rank = 0
    for i in range(4):
        for j in range(4):
            found = _flush(i, j, a, b)
            if found is None:
                continue
            rank = _RANK[i] + _RANK[j]
            if (
                best is None
                or found.length > best.length + TOUCH
                or (found.length >= best.length - TOUCH and rank < best_rank)
            ):
                best = found
                best_rank = rank
    if best is not None:
        return best
    if _lifts(a, b)[1] >= _lifts(b, a)[1]:
        return _at_angle(a, b, False)
    return _at_angle(b, a, True)
