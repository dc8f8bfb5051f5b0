"""A view from one unit to another, past all that may stand between them. [sight]

It is put together once for a pair of units, and each eye looks through it.
"""

from collections.abc import Sequence
from typing import Final

from maniple.geometry.kernel.distance import polygon_overlaps
from maniple.geometry.kernel.lines import is_lane_open
from maniple.geometry.kernel.outline import Outline
from maniple.geometry.kernel.polygon import Polygon, contains
from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.sight import visible_degrees
from maniple.geometry.kernel.zones import in_front_zone


class View:
    """The bodies looked at, each with the height at which it stands, and what may hide them.

    `bodies` hide what stands no higher than they do; `solid` hides whatever its height; a hill hides
    unless eye or target is on it; sight ends within a wood. `is_by_zone`: a body counts only if some
    of it lies in the front zone of the eye's own body. `is_open`: nothing at all stands between.
    """

    __slots__ = (
        "bodies",
        "body_heights",
        "heights",
        "hills",
        "is_by_zone",
        "is_open",
        "solid",
        "targets",
        "woods",
    )

    targets: Final[list[Rect]]
    heights: Final[list[int]]
    bodies: Final[list[Rect]]
    body_heights: Final[list[int]]
    solid: Final[list[Outline]]
    hills: Final[list[Polygon]]
    woods: Final[list[Polygon]]
    is_by_zone: Final[bool]
    is_open: Final[bool]

    def __init__(
        self,
        targets: Sequence[Rect],
        heights: Sequence[int],
        bodies: Sequence[Rect],
        body_heights: Sequence[int],
        solid: Sequence[Outline],
        hills: Sequence[Polygon],
        woods: Sequence[Polygon],
        is_by_zone: bool,
        is_open: bool,
    ) -> None:
        """Each height stands at the place of its target, or its body."""
        self.targets = list(targets)
        self.heights = list(heights)
        self.bodies = list(bodies)
        self.body_heights = list(body_heights)
        self.solid = list(solid)
        self.hills = list(hills)
        self.woods = list(woods)
        self.is_by_zone = is_by_zone
        self.is_open = is_open

    def is_seen(
        self,
        x: float,
        y: float,
        own: Rect,
        height: int,
        half_arc: float,
        least: float,
        lane: float,
    ) -> bool:
        """Whether an eye at (x, y) sees more than `least` degrees of any body in its arc.

        `own` is the body that it belongs to and looks ahead with; `height` is its own. `lane`: half
        the width of a line of sight that shows enough, for each inch of its length.
        """
        for i in range(len(self.targets)):
            target = self.targets[i]
            if self.is_by_zone and not in_front_zone(own, target):
                continue
            dx = target.cx - x
            dy = target.cy - y
            ahead = dx * own.fx + dy * own.fy
            is_ahead = ahead > 0.0 and abs(dx * own.rx + dy * own.ry) <= ahead
            if is_ahead and self.is_open:
                return True
            if self._shows(
                x, y, own, max(height, self.heights[i]), target, is_ahead, lane, half_arc, least
            ):
                return True
        return False

    def _shows(
        self,
        x: float,
        y: float,
        own: Rect,
        level: int,
        target: Rect,
        is_ahead: bool,
        lane: float,
        half_arc: float,
        least: float,
    ) -> bool:
        bodies: list[Rect] = []
        for i in range(len(self.bodies)):
            body = self.bodies[i]
            if self.body_heights[i] >= level and body is not own and body is not target:
                bodies.append(body)
        solid: list[Outline] = []
        for hill in self.hills:
            if not contains(hill, x, y) and not polygon_overlaps(target, hill):
                solid.append(hill)
        is_plain = is_ahead and not (solid or self.solid or self.woods)
        if is_plain and is_lane_open(x, y, target, bodies, lane):
            return True
        hidden: list[Outline] = []
        hidden.extend(bodies)
        hidden.extend(self.solid)
        hidden.extend(solid)
        return visible_degrees(x, y, own.facing, half_arc, target, hidden, self.woods) > least
