"""Boxes that lie along the table: the quick first question of what can be in the way."""

from typing import Final


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
