"""Rows of men along an edge: from and to where each stands, and how many of two rows touch."""

from collections.abc import Sequence

from maniple.geometry.kernel.distance import in_touch
from maniple.geometry.kernel.outline import Outline
from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.tolerance import touches


def spans_in_touch(
    ours: Sequence[tuple[float, float]], theirs: Sequence[tuple[float, float]], shift: float
) -> int:
    """How many spans of two rows touch, once ours is shifted; 0 unless any of theirs does.

    Each row goes from left to right. Corner to corner counts.
    """
    low = ours[0][0] + shift
    high = ours[len(ours) - 1][1] + shift
    found = 0
    for start, end in theirs:
        if touches(start - high) and touches(low - end):
            found += 1
    if found == 0:
        return 0
    low = theirs[0][0]
    high = theirs[len(theirs) - 1][1]
    for start, end in ours:
        if touches(start + shift - high) and touches(low - (end + shift)):
            found += 1
    return found


def rects_touched(rect: Rect, others: Sequence[Outline]) -> list[int]:
    """The places of those of the others that are rectangles and touch this one."""
    return [
        place
        for place, other in enumerate(others)
        if isinstance(other, Rect) and in_touch(rect, other)
    ]
