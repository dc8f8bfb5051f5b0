"""A body and the edges of the table: x from 0 to width, y from 0 to height (inches)."""

from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.tolerance import NOISE, TOUCH


def within_table(rect: Rect, width: float, height: float) -> bool:
    """Whether the whole body is on the table; its edge may be touched. [move.table-edge]"""
    reach = TOUCH + NOISE
    return (
        rect.cx - rect.ex >= -reach
        and rect.cy - rect.ey >= -reach
        and rect.cx + rect.ex <= width + reach
        and rect.cy + rect.ey <= height + reach
    )


def inches_to_edge_on_advance(
    rect: Rect, dx: float, dy: float, width: float, height: float
) -> float:
    """How far the body can go along the unit direction (dx, dy) until it meets a table edge.

    0 for a body that is already at it or over it and goes on outward.
    """
    least = 1e300
    if dx < 0.0:
        least = (rect.cx - rect.ex) / -dx
    elif dx > 0.0:
        least = (width - rect.cx - rect.ex) / dx
    if dy < 0.0:
        least = min(least, (rect.cy - rect.ey) / -dy)
    elif dy > 0.0:
        least = min(least, (height - rect.cy - rect.ey) / dy)
    return least if least > 0.0 else 0.0
