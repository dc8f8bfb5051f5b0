"""The four edges of a body, which are also the names of the four zones around it."""

from enum import StrEnum
from typing import Final


class Edge(StrEnum):
    """An edge of a body as its own men see it, or the zone that lies before that edge."""

    FRONT = "front"
    LEFT = "left"
    REAR = "rear"
    RIGHT = "right"


FRONT: Final = Edge.FRONT
LEFT: Final = Edge.LEFT
REAR: Final = Edge.REAR
RIGHT: Final = Edge.RIGHT

CLOCKWISE: Final = (FRONT, RIGHT, REAR, LEFT)
"""The edges in the order of a body's outline."""
