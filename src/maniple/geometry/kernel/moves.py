"""Where a body stands after a move, and what a wheel costs (inches, degrees). [move.geometry]

The figures of an order are rounded when it is made; nothing here rounds a place.
"""

from maniple.geometry.kernel.edge import FRONT, LEFT, REAR, RIGHT, Edge
from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.trig import RADIANS, cos_deg, sin_deg


def advance(rect: Rect, inches: float) -> Rect:
    """Straight ahead."""
    return Rect(
        rect.x + rect.fx * inches,
        rect.y + rect.fy * inches,
        rect.facing,
        rect.width,
        rect.depth,
    )


def backward(rect: Rect, inches: float) -> Rect:
    """Straight back, facing as before."""
    return advance(rect, -inches)


def sidestep(rect: Rect, inches_right: float) -> Rect:
    """To the right, or to the left for a negative figure, facing as before."""
    return Rect(
        rect.x + rect.rx * inches_right,
        rect.y + rect.ry * inches_right,
        rect.facing,
        rect.width,
        rect.depth,
    )


def shifted(rect: Rect, dx: float, dy: float) -> Rect:
    """Moved by (dx, dy) on the table, facing as before."""
    return Rect(rect.x + dx, rect.y + dy, rect.facing, rect.width, rect.depth)


def wheel(rect: Rect, degrees: float, about: Edge) -> Rect:
    """Forward about the LEFT front corner (turning left) or about the RIGHT one (turning right).

    Degrees above zero. [move.wheel]
    """
    half = rect.width * 0.5
    if about is LEFT:
        facing = rect.facing - degrees
        return Rect(
            rect.flx + cos_deg(facing) * half,
            rect.fly - sin_deg(facing) * half,
            facing,
            rect.width,
            rect.depth,
        )
    if about is not RIGHT:
        raise ValueError(f"a wheel is about the left or the right front corner, not the {about}")
    facing = rect.facing + degrees
    return Rect(
        rect.frx - cos_deg(facing) * half,
        rect.fry + sin_deg(facing) * half,
        facing,
        rect.width,
        rect.depth,
    )


def wheel_cost(width: float, degrees: float) -> float:
    """The inches of a wheel: the arc of the outer front corner. [move.wheel]"""
    return width * (degrees * RADIANS)


def pivot(rect: Rect, degrees: float, px: float, py: float) -> Rect:
    """Turned as a whole about the point (px, py), to the right for degrees above zero."""
    sine = sin_deg(degrees)
    cosine = cos_deg(degrees)
    dx = rect.x - px
    dy = rect.y - py
    return Rect(
        px + dx * cosine + dy * sine,
        py + dy * cosine - dx * sine,
        rect.facing + degrees,
        rect.width,
        rect.depth,
    )


def edge_middle(rect: Rect, edge: Edge) -> tuple[float, float]:
    """The middle of an edge."""
    if edge is FRONT:
        return rect.x, rect.y
    if edge is REAR:
        return rect.x - rect.fx * rect.depth, rect.y - rect.fy * rect.depth
    half = -rect.width * 0.5 if edge is LEFT else rect.width * 0.5
    return rect.cx + rect.rx * half, rect.cy + rect.ry * half


def edge_ends(rect: Rect, edge: Edge) -> tuple[float, float, float, float]:
    """x, y of the left end of an edge and x, y of its right end, seen from inside looking out."""
    if edge is FRONT:
        return rect.flx, rect.fly, rect.frx, rect.fry
    if edge is RIGHT:
        return rect.frx, rect.fry, rect.rrx, rect.rry
    if edge is REAR:
        return rect.rrx, rect.rry, rect.rlx, rect.rly
    return rect.rlx, rect.rly, rect.flx, rect.fly


def edge_facing(rect: Rect, edge: Edge) -> float:
    """The facing of one who looks straight out over an edge (degrees)."""
    if edge is FRONT:
        turned = 0.0
    elif edge is RIGHT:
        turned = 90.0
    elif edge is REAR:
        turned = 180.0
    else:
        turned = 270.0
    facing = rect.facing + turned
    return facing - 360.0 if facing >= 360.0 else facing
