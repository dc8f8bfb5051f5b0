"""Where a body stands and where it looks, as it is written into orders, events and records."""

import msgspec

from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.trig import round_degrees, round_inches


class Pose(msgspec.Struct, frozen=True):
    """The middle of a body's front edge (inches) and its facing (degrees, [0, 360))."""

    x: float
    y: float
    facing: float


def pose(x: float, y: float, facing: float) -> Pose:
    """A pose rounded to 0.001 inch and 0.01 degree. Raises ValueError unless all are finite."""
    return Pose(round_inches(x), round_inches(y), round_degrees(facing))


def pose_of(rect: Rect) -> Pose:
    """The rounded pose of a body."""
    return pose(rect.x, rect.y, rect.facing)


def rect_at(at: Pose, width: float, depth: float) -> Rect:
    """A body of so many inches by so many at a pose."""
    return Rect(at.x, at.y, at.facing, width, depth)
