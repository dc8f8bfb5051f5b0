"""A view from one unit to another, past all that may stand between them. [sight]

It is put together once for a pair of units, and each eye looks through it.
"""

from collections.abc import Sequence
from typing import Final

from maniple.geometry.kernel.boxes import Box
from maniple.geometry.kernel.distance import polygon_overlaps
from maniple.geometry.kernel.lines import is_lane_open
from maniple.geometry.kernel.outline import Outline
from maniple.geometry.kernel.polygon import Polygon, contains
from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.sight import visible_degrees
from maniple.geometry.kernel.zones import in_front_zone

_ALWAYS: Final = 1000
"""Higher than anything stands."""


class Looking:
    """The eyes of a unit, from left to right: where each is, its own body, its height."""

    __slots__ = ("heights", "rects", "xs", "ys")

    xs: Final[list[float]]
    ys: Final[list[float]]
    rects: Final[list[Rect]]
    heights: Final[list[int]]

    def __init__(
        self,
        xs: Sequence[float],
        ys: Sequence[float],
        rects: Sequence[Rect],
        heights: Sequence[int],
    ) -> None:
        """All of one length."""
        self.xs = list(xs)
        self.ys = list(ys)
        self.rects = list(rects)
        self.heights = list(heights)

    def nearest_before(self, x: float, y: float) -> int:
        """The place of the eye that has the point most nearly straight before it."""
        best = 0
        least = 1e300
        for i in range(len(self.xs)):
            rect = self.rects[i]
            aside = abs((x - self.xs[i]) * rect.rx + (y - self.ys[i]) * rect.ry)
            if aside < least:
                least = aside
                best = i
        return best


class Ranked:
    """The bodies of a unit as obstacles: the height of each, and the box round each.

    Loose bodies hide whatever their height, but only from loose eyes, and never from their own.
    """

    __slots__ = ("boxes", "heights", "is_loose", "rects")

    rects: Final[list[Rect]]
    heights: Final[list[int]]
    boxes: Final[list[Box]]
    is_loose: Final[bool]

    def __init__(
        self, rects: Sequence[Rect], heights: Sequence[int], boxes: Sequence[Box], is_loose: bool
    ) -> None:
        """All of one length."""
        self.rects = list(rects)
        self.heights = list(heights)
        self.boxes = list(boxes)
        self.is_loose = is_loose


class View:
    """The bodies looked at, each with the height at which it stands, and what may hide them.

    What stands between counts where it reaches into the box. Bodies hide what stands no higher than
    they do; `solid` hides whatever its height; a hill hides unless eye or target is on it; sight ends
    within a wood. `is_loose`: the eyes are in loose order. `is_by_zone`: a body counts only if some of
    it lies in the front zone of the eye's own body.
    """

    __slots__ = (
        "bodies",
        "body_heights",
        "heights",
        "hills",
        "is_by_zone",
        "is_open",
        "loose",
        "solid",
        "targets",
        "woods",
    )

    targets: Final[list[Rect]]
    heights: Final[list[int]]
    bodies: Final[list[Rect]]
    body_heights: Final[list[int]]
    loose: Final[list[Rect]]
    solid: Final[list[Outline]]
    hills: Final[list[Polygon]]
    woods: Final[list[Polygon]]
    is_by_zone: Final[bool]
    is_open: Final[bool]

    def __init__(
        self,
        targets: Sequence[Rect],
        heights: Sequence[int],
        between: Sequence[Ranked],
        box: Box,
        is_loose: bool,
        solid: Sequence[Outline],
        hills: Sequence[Polygon],
        woods: Sequence[Polygon],
        is_by_zone: bool,
    ) -> None:
        """Each height stands at the place of its target."""
        bodies: list[Rect] = []
        body_heights: list[int] = []
        loose: list[Rect] = []
        # Formed bodies first: one of them may well hide all, and then nothing else is looked at.
        for unit in between:
            if not unit.is_loose:
                for i in range(len(unit.rects)):
                    bodies.append(unit.rects[i])
                    body_heights.append(unit.heights[i])
        for unit in between:
            if unit.is_loose:
                for i in range(len(unit.rects)):
                    if unit.boxes[i].meets(box):
                        loose.append(unit.rects[i])
                        if is_loose:
                            bodies.append(unit.rects[i])
                            body_heights.append(_ALWAYS)
        self.targets = list(targets)
        self.heights = list(heights)
        self.bodies = bodies
        self.body_heights = body_heights
        self.loose = loose
        """The loose bodies in the box."""
        self.solid = list(solid)
        self.hills = list(hills)
        self.woods = list(woods)
        self.is_by_zone = is_by_zone
        self.is_open = not (bodies or loose or self.solid or self.hills or self.woods)
        """Nothing at all stands between."""

    def is_seen(
        self, looking: Looking, place: int, half_arc: float, least: float, lane: float
    ) -> bool:
        """Whether the eye at that place sees more than `least` degrees of any body in its arc.

        `lane`: half the width of a line of sight that shows enough, for each inch of its length.
        """
        x = looking.xs[place]
        y = looking.ys[place]
        own = looking.rects[place]
        height = looking.heights[place]
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
            level = max(height, self.heights[i])
            if self._shows(x, y, own, level, target, is_ahead, half_arc, least, lane):
                return True
        return False

    def is_seen_by_any(self, looking: Looking, half_arc: float, least: float, lane: float) -> bool:
        """Whether any of the eyes does, as in `is_seen`."""
        # The man who has the target most nearly before him first: where the way is clear he sees it.
        target = self.targets[0]
        first = looking.nearest_before(target.cx, target.cy)
        if self.is_seen(looking, first, half_arc, least, lane):
            return True
        for place in range(len(looking.xs)):
            if place != first and self.is_seen(looking, place, half_arc, least, lane):
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
        half_arc: float,
        least: float,
        lane: float,
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
