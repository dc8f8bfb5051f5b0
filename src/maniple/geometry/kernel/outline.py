"""What the outline of a rectangle and that of a polygon have in common.

The corners of an outline go round it clockwise, so that edge i, from corner i to corner i + 1, runs
from its left to its right end as seen from inside looking out. Lists are flat: x, y of each corner;
outward normal x, y and offset of each edge (a point p lies inside when normal . p <= offset).
"""

from typing import Final


class Outline:
    """A convex body on the table. Not changed once made."""

    __slots__ = ("cx", "cy", "ex", "ey")

    cx: Final[float]
    cy: Final[float]
    ex: Final[float]
    ey: Final[float]

    def __init__(self, cx: float, cy: float, ex: float, ey: float) -> None:
        """A middle and how far, in x and in y, the bounding box reaches from it (inches)."""
        self.cx = cx
        self.cy = cy
        self.ex = ex
        self.ey = ey

    def corners(self) -> list[float]:
        """x, y of each corner, clockwise. Not to be changed."""
        raise TypeError("an outline is a Rect or a Polygon")

    def edges(self) -> list[float]:
        """Outward normal x, y and offset of each edge, clockwise. Not to be changed."""
        raise TypeError("an outline is a Rect or a Polygon")


def separation(edges: list[float], corners: list[float]) -> float:
    """How far the corners stay outside the edge that keeps them out best (inches)."""
    best = -1e300
    e = 0
    while e < len(edges):
        nx = edges[e]
        ny = edges[e + 1]
        least = 1e300
        i = 0
        while i < len(corners):
            value = nx * corners[i] + ny * corners[i + 1]
            if value < least:
                least = value
            i += 2
        least -= edges[e + 2]
        if least > best:
            best = least
        e += 3
    return best
