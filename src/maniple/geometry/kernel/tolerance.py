"""The only comparisons of distances in the program. [measure.tolerance]

Every function takes inches. On top of the rule's own tolerance each allows a billionth of an inch,
so that a distance that lies exactly on a limit is judged alike wherever on the table it is
measured.
"""

from typing import Final

TOUCH: Final = 0.01
"""Bodies no further apart than this touch, and an overlap no deeper is contact (inches)."""

WITHIN: Final = 0.001
"""What "within N inches" and a budget of inches allow beyond the figure (inches)."""

CLEARANCE: Final = 0.1
"""The least distance from an enemy at the end of a move that is not a charge (inches)."""

NOISE: Final = 1e-9


def touches(inches: float) -> bool:
    """Whether bodies so far apart (or overlapping: a negative distance) are in touch."""
    return inches <= TOUCH + NOISE


def within(inches: float, limit: float) -> bool:
    """Whether a distance, or the cost of a move, is within a limit."""
    return inches <= limit + WITHIN + NOISE


def beyond(inches: float, limit: float) -> bool:
    """Whether a distance is more than a limit: exactly when it is not within it."""
    return inches > limit + WITHIN + NOISE
