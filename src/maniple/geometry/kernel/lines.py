"""Straight lines between two points: what they go through, and whether the way along one is open."""

import math
from collections.abc import Sequence

from maniple.geometry.kernel.outline import Outline
from maniple.geometry.kernel.rect import Rect


def line_meets(outline: Outline, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether the straight line from (x0, y0) to (x1, y1) goes through an outline."""
    right = outline.cx + outline.ex
    left = outline.cx - outline.ex
    if (right < x0 and right < x1) or (left > x0 and left > x1):
        return False
    top = outline.cy + outline.ey
    bottom = outline.cy - outline.ey
    if (top < y0 and top < y1) or (bottom > y0 and bottom > y1):
        return False
    enter = 0.0
    leave = 1.0
    edges = outline.edges()
    i = 0
    while i < len(edges):
        gap = edges[i] * x0 + edges[i + 1] * y0 - edges[i + 2]
        speed = edges[i] * (x1 - x0) + edges[i + 1] * (y1 - y0)
        i += 3
        if abs(speed) < 1e-12:
            if gap >= 0.0:
                return False
        elif speed < 0.0:
            when = -gap / speed
            if when > enter:
                enter = when
        else:
            when = -gap / speed
            if when < leave:
                leave = when
    return enter < leave


def lines_meet(
    outlines: Sequence[Outline], starts: Sequence[tuple[float, float]], x: float, y: float
) -> bool:
    """Whether the straight line from each of the starts to (x, y) goes through some outline."""
    for x0, y0 in starts:
        met = False
        for outline in outlines:
            if line_meets(outline, x0, y0, x, y):
                met = True
                break
        if not met:
            return False
    return True


def is_lane_open(x: float, y: float, target: Rect, bodies: Sequence[Rect], spread: float) -> bool:
    """Whether none of the bodies comes near the line from (x, y) to a target's middle.

    Near is `spread` inches for each inch of the line. False for a target that is not as far away as
    it is wide and deep.
    """
    dx = target.cx - x
    dy = target.cy - y
    far = math.sqrt(dx * dx + dy * dy)
    if far < target.width or far < target.depth:
        return False
    nx = dy / far
    ny = -dx / far
    lane = far * spread
    for other in bodies:
        off = abs((other.cx - x) * nx + (other.cy - y) * ny)
        reach = abs(other.rx * nx + other.ry * ny) * other.width
        reach += abs(other.fx * nx + other.fy * ny) * other.depth
        if off <= reach / 2 + lane:
            return False
    return True
