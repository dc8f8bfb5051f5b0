"""Who sees whom: arcs, and what blocks a line of sight. [sight]

`can_see` asks whether any model that may look does see the target; `eyes_on` counts those that
do; `seen_enemies` lists what a unit sees. A formed unit looks with its front rank, skirmishers
each with their own arc. `maniple.rules.cover` says what shelters a target.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct

from maniple.battle.bodies import body, of_side, outline
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Unit, UnitId
from maniple.geometry import (
    Outline,
    Polygon,
    Rect,
    contains,
    distance,
    eyes,
    in_front_zone,
    polygon_overlaps,
    visible_degrees,
    within,
)
from maniple.rules.cover import cover_of
from maniple.rules.heights import (
    Blocker,
    blockers,
    ground_height,
    own_height,
    sights,
    target_height,
)

__all__ = ["can_see", "cover_of", "eyes_of", "eyes_on", "in_arc", "seeing", "seen_enemies"]

HALF_ARC = 45.0
"""Degrees to either side of straight ahead. [sight.arc]"""

LEAST_SEEN = 0.1
"""A target is seen if more degrees of it than this are open. [sight.blocked]"""

LANE = 0.002
"""Half the width of a lane of sight, for each inch of its length: more than 0.1 degree."""

DIRECTLY_BEHIND = 2.0
"""A single model so many inches from a skirmisher is directly behind it. [sight.through-skirmishers]"""


class Eye(Struct, frozen=True):
    """Whence a model looks: the middle of the front edge of its base, and its facing."""

    x: float
    y: float
    facing: float
    rect: Rect
    """The body that it belongs to, which does not stand in its own way."""


def eyes_of(unit: Unit) -> tuple[Eye, ...]:
    """The models that look out of a unit, from left to right. [sight.arc, sight.skirmishers]"""
    if unit.is_skirmishing:
        return tuple([Eye(r.x, r.y, r.facing, r) for r in outline(unit)])
    files = 1 if unit.sheet.body_width or unit.formation is Formation.SINGLE else unit.files
    return _front_rank(body(unit), files)


@lru_cache(maxsize=4096)
def _front_rank(rect: Rect, files: int) -> tuple[Eye, ...]:
    return tuple([Eye(x, y, rect.facing, rect) for x, y in eyes(rect, files)])


def in_arc(viewer: Unit, target: Unit) -> bool:
    """Whether any of the target is in the front arc of any model that looks. [sight.arc, unit.zones]"""
    theirs = outline(target)
    return any(in_front_zone(ours, rect) for ours in outline(viewer) for rect in theirs)


def can_see(
    battle: Battle, viewer: UnitId, target: UnitId, screens: Sequence[Outline] = ()
) -> bool:
    """Whether any model of the viewer that looks sees any of the target; `screens` as in `seeing`.

    [sight.arc, sight.blocked]
    """
    view = _view(battle, viewer, target, screens)
    if view is None:
        return False
    looking = eyes_of(view.viewer)
    # The man who has the target most nearly before him first: where the way is clear he sees it.
    x, y = view.bodies[0].cx, view.bodies[0].cy
    first = min(looking, key=lambda eye: abs((x - eye.x) * eye.rect.rx + (y - eye.y) * eye.rect.ry))
    return _sees(view, first) or any(_sees(view, eye) for eye in looking if eye is not first)


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
    view = _view(battle, viewer, target, screens)
    if view is None:
        return ()
    return tuple([i for i, eye in enumerate(eyes_of(view.viewer)) if _sees(view, eye)])


def seen_enemies(battle: Battle, viewer: UnitId) -> tuple[UnitId, ...]:
    """The enemies on the table that the unit sees, by id."""
    unit = battle.units[viewer]
    return tuple([u.id for u in of_side(battle, unit.side.enemy) if can_see(battle, viewer, u.id)])


class _View(Struct, frozen=True):
    """A viewer, its target, and what may stand between them."""

    battle: Battle
    viewer: Unit
    target: Unit
    bodies: tuple[Rect, ...]
    """Of the target."""
    between: tuple[Blocker, ...]
    buildings: tuple[Polygon, ...]
    hills: tuple[Polygon, ...]
    woods: tuple[Polygon, ...]
    screens: tuple[Outline, ...]

    @property
    def is_open(self) -> bool:
        """Nothing at all stands between."""
        return not (self.between or self.buildings or self.hills or self.woods or self.screens)


def _view(
    battle: Battle, viewer: UnitId, target: UnitId, screens: Sequence[Outline] = ()
) -> _View | None:
    """What the viewer looks past at the target; None if that is in nobody's arc."""
    unit, other = battle.units[viewer], battle.units[target]
    if not in_arc(unit, other):
        return None
    theirs = outline(other)
    ground = sights(battle)
    box = _box(outline(unit), theirs)
    left, bottom, right, top = box
    # Outside the box round the eyes and the target nothing blocks.
    between = tuple(
        [
            b
            for b in blockers(battle)
            if b.right > left and b.left < right and b.top > bottom and b.bottom < top
            if b.unit != target or b.skirmishes
            if b.unit != viewer or b.skirmishes
        ]
    )
    return _View(
        battle=battle,
        viewer=unit,
        target=other,
        bodies=theirs,
        between=between,
        buildings=_in_box(ground.buildings, box),
        hills=_in_box([hill for hill, _ in ground.hills], box),
        woods=_in_box(ground.woods, box),
        screens=_in_box(screens, box),
    )


def _box(ours: Sequence[Rect], theirs: Sequence[Rect]) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of the box round the fronts of ours and all of theirs."""
    xs = [x for r in ours for x in (r.flx, r.frx)]
    ys = [y for r in ours for y in (r.fly, r.fry)]
    for r in theirs:
        xs += (r.cx - r.ex, r.cx + r.ex)
        ys += (r.cy - r.ey, r.cy + r.ey)
    return min(xs), min(ys), max(xs), max(ys)


Shape = TypeVar("Shape", bound=Outline)


def _in_box(shapes: Sequence[Shape], box: tuple[float, float, float, float]) -> tuple[Shape, ...]:
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


def _sees(view: _View, eye: Eye) -> bool:
    """Whether one model sees any body of the target."""
    if view.viewer.is_skirmishing or len(view.bodies) > 1:
        return any(
            in_front_zone(eye.rect, rect) and _sees_body(view, eye, rect) for rect in view.bodies
        )
    return all(_sees_body(view, eye, rect) for rect in view.bodies)


def _sees_body(view: _View, eye: Eye, rect: Rect) -> bool:
    """Whether a model sees a body of the target past all that blocks. [sight.blocked]"""
    is_ahead = _is_ahead(eye, rect)
    if view.is_open and is_ahead:
        return True
    battle = view.battle
    level = max(
        ground_height(battle, eye.x, eye.y) + own_height(view.viewer),
        target_height(battle, view.target, rect),
    )
    bodies = [b.rect for b in view.between if _blocks(b, view, eye, rect, level)]
    solid: list[Outline] = [*bodies, *view.screens, *view.buildings]
    solid += [hill for hill in view.hills if _hides(hill, eye, rect)]
    is_plain = is_ahead and not view.woods and len(solid) == len(bodies)
    if not is_plain or not _has_open_lane(eye, rect, bodies):
        open_to_it = visible_degrees(eye.x, eye.y, eye.facing, HALF_ARC, rect, solid, view.woods)
        if open_to_it <= LEAST_SEEN:
            return False
    return view.target.formation is not Formation.SINGLE or not _is_hidden(view, eye, rect)


def _has_open_lane(eye: Eye, rect: Rect, bodies: Sequence[Rect]) -> bool:
    """Whether no body comes near the line to a target's middle: then enough of it is seen."""
    dx, dy = rect.cx - eye.x, rect.cy - eye.y
    far = math.sqrt(dx * dx + dy * dy)
    if far < rect.width or far < rect.depth:
        return False
    nx, ny = dy / far, -dx / far
    lane = far * LANE
    for other in bodies:
        off = abs((other.cx - eye.x) * nx + (other.cy - eye.y) * ny)
        reach = abs(other.rx * nx + other.ry * ny) * other.width
        reach += abs(other.fx * nx + other.fy * ny) * other.depth
        if off <= reach / 2 + lane:
            return False
    return True


def _blocks(blocker: Blocker, view: _View, eye: Eye, rect: Rect, level: int) -> bool:
    """Whether a body on the way blocks. [sight.blocked, sight.skirmishers, sight.through-skirmishers]"""
    if blocker.skirmishes:
        # Of the viewer's own unit too, but for the model itself and the one looked at.
        return (
            view.viewer.is_skirmishing and blocker.rect is not eye.rect and blocker.rect is not rect
        )
    return blocker.height >= level


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
