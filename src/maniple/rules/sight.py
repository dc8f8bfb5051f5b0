"""Who sees whom: arcs, and what blocks a line of sight. [sight]

`can_see` asks whether any model that may look does see the target; `eyes_on` counts those that
do; `seen_enemies` lists what a unit sees. A formed unit looks with its front rank, skirmishers
each with their own arc. `maniple.rules.cover` says what shelters a target.
"""

from collections.abc import Sequence
from typing import TypeVar

from maniple.battle.bodies import of_side
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, UnitId
from maniple.geometry import (
    Outline,
    Polygon,
    Rect,
    contains,
    distance,
    in_front_zone,
    is_lane_open,
    polygon_overlaps,
    visible_degrees,
    within,
)
from maniple.rules.cover import cover_of
from maniple.rules.heights import sights
from maniple.rules.posts import Blocker, Eye, Pair, eyes_of, posts

__all__ = ["Eye", "can_see", "cover_of", "eyes_of", "eyes_on", "seeing", "seen_enemies"]

HALF_ARC = 45.0
"""Degrees to either side of straight ahead. [sight.arc]"""

LEAST_SEEN = 0.1
"""A target is seen if more degrees of it than this are open. [sight.blocked]"""

LANE = 0.002
"""Half the width of a lane of sight, for each inch of its length: more than 0.1 degree."""

DIRECTLY_BEHIND = 2.0
"""A single model so many inches from a skirmisher is directly behind it. [sight.through-skirmishers]"""


def can_see(
    battle: Battle, viewer: UnitId, target: UnitId, screens: Sequence[Outline] = ()
) -> bool:
    """Whether any model of the viewer that looks sees any of the target; `screens` as in `seeing`.

    [sight.arc, sight.blocked]
    """
    pair = posts(battle).pair(viewer, target)
    if screens:
        return _can_see(battle, pair, screens)
    if pair.sees is None:
        pair.sees = _can_see(battle, pair, ())
    return pair.sees


def _can_see(battle: Battle, pair: Pair, screens: Sequence[Outline]) -> bool:
    if not pair.is_in_arc:
        return False
    view = _View(battle, pair, screens)
    looking = view.viewer.eyes
    # The man who has the target most nearly before him first: where the way is clear he sees it.
    x, y = view.target.rects[0].cx, view.target.rects[0].cy
    asides = [abs((x - eye.x) * eye.rect.rx + (y - eye.y) * eye.rect.ry) for eye in looking]
    first = asides.index(min(asides))
    return _sees(view, first) or any(_sees(view, i) for i in range(len(looking)) if i != first)


def eyes_on(battle: Battle, shooter: UnitId, target: UnitId) -> int:
    """How many models of the shooter's front rank (skirmishers: of all) see the target.

    [sight.arc, sight.skirmishers, shoot.divide]
    """
    return len(seeing(battle, shooter, target))


def seeing(
    battle: Battle, viewer: UnitId, target: UnitId, screens: Sequence[Outline] = ()
) -> tuple[int, ...]:
    """Which of the models that look, by their place in `eyes_of`, see the target.

    `screens` block too, whatever their height: what stops shots and not sight.
    [sight.arc, sight.skirmishers, shoot.divide, shoot.through-skirmishers]
    """
    pair = posts(battle).pair(viewer, target)
    if not pair.is_in_arc:
        return ()
    view = _View(battle, pair, screens)
    return tuple([i for i in range(len(view.viewer.eyes)) if _sees(view, i)])


def seen_enemies(battle: Battle, viewer: UnitId) -> tuple[UnitId, ...]:
    """The enemies on the table that the unit sees, by id."""
    unit = battle.units[viewer]
    return tuple([u.id for u in of_side(battle, unit.side.enemy) if can_see(battle, viewer, u.id)])


class _View:
    """A viewer, its target in its arc, and what may stand between them."""

    __slots__ = (
        "_solid",
        "between",
        "buildings",
        "hills",
        "is_loose",
        "is_open",
        "screens",
        "target",
        "viewer",
        "woods",
    )

    def __init__(self, battle: Battle, pair: Pair, screens: Sequence[Outline]) -> None:
        unit, other = pair.viewer, pair.target
        left, bottom, right, top = pair.box
        between: list[Blocker] = []
        for post in pair.near:
            if not post.skirmishes:
                if post is not unit and post is not other:
                    between += post.parts
            else:
                between += [
                    b
                    for b in post.parts
                    if b.right > left and b.left < right and b.top > bottom and b.bottom < top
                ]
        ground = sights(battle)
        self.viewer = unit
        self.target = other
        self.between = between
        self.buildings = _in_box(ground.buildings, pair.box)
        self.hills = _in_box([hill for hill, _ in ground.hills], pair.box)
        self.woods = _in_box(ground.woods, pair.box)
        self.screens = _in_box(screens, pair.box)
        self.is_open = not (between or self.buildings or self.hills or self.woods or self.screens)
        """Nothing at all stands between."""
        self.is_loose = unit.skirmishes
        """The viewer skirmishes: other skirmishers block its view, of its own unit too."""
        self._solid: dict[int, list[Rect]] = {}

    def blocking(self, eye: Eye, rect: Rect, level: int) -> list[Rect]:
        """The bodies that block at a level, but for the model itself and the one looked at.

        [sight.blocked, sight.skirmishers, sight.through-skirmishers]
        """
        bodies = self._solid.get(level)
        if bodies is None:
            loose = self.is_loose
            bodies = [
                b.rect for b in self.between if (loose if b.skirmishes else b.height >= level)
            ]
            self._solid[level] = bodies
        if not self.is_loose:
            return bodies
        own = eye.rect
        return [body for body in bodies if body is not own and body is not rect]


Shape = TypeVar("Shape", bound=Outline)


def _in_box(shapes: Sequence[Shape], box: tuple[float, float, float, float]) -> tuple[Shape, ...]:
    if not shapes:
        return ()
    left, bottom, right, top = box
    return tuple(
        [
            shape
            for shape in shapes
            if shape.cx + shape.ex > left
            and shape.cx - shape.ex < right
            and shape.cy + shape.ey > bottom
            and shape.cy - shape.ey < top
        ]
    )


def _sees(view: _View, place: int) -> bool:
    """Whether the model at that place of the viewer's eyes sees any body of the target."""
    eye = view.viewer.eyes[place]
    height = view.viewer.eye_heights[place]
    rects, levels = view.target.rects, view.target.heights
    if view.is_loose or len(rects) > 1:
        for rect, level in zip(rects, levels, strict=True):
            if in_front_zone(eye.rect, rect) and _sees_body(view, eye, rect, max(height, level)):
                return True
        return False
    return _sees_body(view, eye, next(iter(rects)), max(height, next(iter(levels))))


def _sees_body(view: _View, eye: Eye, rect: Rect, level: int) -> bool:
    """Whether a model sees a body of the target past all that blocks at a level. [sight.blocked]"""
    is_ahead = _is_ahead(eye, rect)
    if view.is_open and is_ahead:
        return True
    bodies = view.blocking(eye, rect, level)
    hills = [hill for hill in view.hills if _hides(hill, eye, rect)]
    is_plain = is_ahead and not (view.woods or hills or view.screens or view.buildings)
    if not is_plain or not is_lane_open(eye.x, eye.y, rect, bodies, LANE):
        solid = [*bodies, *view.screens, *view.buildings, *hills]
        open_to_it = visible_degrees(eye.x, eye.y, eye.facing, HALF_ARC, rect, solid, view.woods)
        if open_to_it <= LEAST_SEEN:
            return False
    return view.target.formation is not Formation.SINGLE or not _is_hidden(view, eye, rect)


def _is_hidden(view: _View, eye: Eye, rect: Rect) -> bool:
    """Whether a skirmisher's base stands between a model's middle and the eye, close before it.

    [sight.through-skirmishers]
    """
    screen = [
        b.rect
        for b in view.between
        if b.skirmishes
        and b.rect is not eye.rect
        and within(distance(b.rect, rect), DIRECTLY_BEHIND)
    ]
    if not screen:
        return False
    core = Rect(rect.cx, rect.cy, rect.facing, 0.05, 0.05)
    return visible_degrees(eye.x, eye.y, eye.facing, HALF_ARC, core, screen) == 0.0


def _hides(hill: Polygon, eye: Eye, rect: Rect) -> bool:
    """Whether a hill stands in the way: neither the viewer nor the target is on it."""
    return not contains(hill, eye.x, eye.y) and not polygon_overlaps(rect, hill)


def _is_ahead(eye: Eye, rect: Rect) -> bool:
    """Whether the middle of a body is in the arc: with nothing in the way, it is then seen."""
    dx, dy = rect.cx - eye.x, rect.cy - eye.y
    ahead = dx * eye.rect.fx + dy * eye.rect.fy
    aside = dx * eye.rect.rx + dy * eye.rect.ry
    return ahead > 0.0 and abs(aside) <= ahead
