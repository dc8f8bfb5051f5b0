"""Boxes that lie along the table: the quick first question of what can be in the way."""

from collections.abc import Sequence
from typing import Final

from maniple.geometry.kernel.outline import Outline


class Box:
    """From left to right and from bottom to top, in inches."""

    __slots__ = ("bottom", "left", "right", "top")

    left: Final[float]
    bottom: Final[float]
    right: Final[float]
    top: Final[float]

    def __init__(self, left: float, bottom: float, right: float, top: float) -> None:
        """Four edges."""
        self.left = left
        self.bottom = bottom
        self.right = right
        self.top = top

    def joined(self, other: "Box") -> "Box":
        """The box round both."""
        return Box(
            min(self.left, other.left),
            min(self.bottom, other.bottom),
            max(self.right, other.right),
            max(self.top, other.top),
        )

    def meets(self, other: "Box") -> bool:
        """Whether two boxes have more than an edge in common."""
        return (
            self.right > other.left
            and self.left < other.right
            and self.top > other.bottom
            and self.bottom < other.top
        )


def boxes_met(boxes: list[Box], box: Box) -> list[int]:
    """The places of those boxes that have more than an edge in common with this one."""
    return [place for place, other in enumerate(boxes) if other.meets(box)]


def outlines_in(outlines: Sequence[Outline], box: Box) -> list[int]:
    """The places of those outlines whose own box has more than an edge in common with this one."""
    return [
        place
        for place, shape in enumerate(outlines)
        if shape.cx + shape.ex > box.left
        and shape.cx - shape.ex < box.right
        and shape.cy + shape.ey > box.bottom
        and shape.cy - shape.ey < box.top
    ]


def close_pairs(
    ours: Sequence[Outline], others: Sequence[Outline], inches: float
) -> list[tuple[int, int]]:
    """The places, of others and ours, of all pairs whose boxes are no further apart than that."""
    found: list[tuple[int, int]] = []
    for place, other in enumerate(others):
        east = other.ex + inches
        north = other.ey + inches
        for i, our in enumerate(ours):
            if abs(our.cx - other.cx) <= our.ex + east and (
                abs(our.cy - other.cy) <= our.ey + north
            ):
                found.append((place, i))
    return found
