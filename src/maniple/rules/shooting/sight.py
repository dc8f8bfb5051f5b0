"""Who sees whom: arcs, and what blocks a line of sight. [sight]

`can_see` asks whether any model that may look does see the target; `eyes_on` counts those that
do; `seen_enemies` lists what a unit sees. A formed unit looks with its front rank, skirmishers
each with their own arc. `maniple.rules.shooting.cover` says what shelters a target.
"""

from collections.abc import Sequence
from typing import TypeVar

from maniple.battle.bodies import of_side
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, UnitId
from maniple.geometry import (
    Box,
    Outline,
    Rect,
    View,
    distance,
    visible_degrees,
    within,
)
from maniple.rules.shooting.cover import cover_of
from maniple.rules.shooting.posts import Blocker, Eye, Pair, eyes_of, posts
from maniple.rules.table.heights import sights

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
    return _any_sees(battle, pair, screens) if screens else _sees(battle, pair)


def _sees(battle: Battle, pair: Pair) -> bool:
    if pair.sees is None:
        pair.sees = _any_sees(battle, pair, ())
    return pair.sees


def _any_sees(battle: Battle, pair: Pair, screens: Sequence[Outline]) -> bool:
    return pair.is_in_arc and _View(battle, pair, screens).is_seen()


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
    return tuple([i for i in range(len(pair.viewer.eyes)) if view.is_seen_by(i)])


def seen_enemies(battle: Battle, viewer: UnitId) -> tuple[UnitId, ...]:
    """The enemies on the table that the unit sees, by id."""
    standing = posts(battle)
    enemies = of_side(battle, battle.units[viewer].side.enemy)
    return tuple([u.id for u in enemies if _sees(battle, standing.pair(viewer, u.id))])


ALWAYS = 1000
"""Stands higher than anything: it blocks whoever looks past it."""


class _View:
    """A viewer, its target in its arc, and what may stand between them."""

    __slots__ = ("_between", "_pair", "_past")

    def __init__(self, battle: Battle, pair: Pair, screens: Sequence[Outline]) -> None:
        unit, other = pair.viewer, pair.target
        box = pair.box
        between: list[Blocker] = []
        for post in pair.near:
            if not post.skirmishes:
                if post is not unit and post is not other:
                    between += post.parts
            else:
                between += [part for part in post.parts if part.box.meets(box)]
        ground = sights(battle)
        hills = _in_box([hill for hill, _ in ground.hills], box)
        woods = _in_box(ground.woods, box)
        solid = (*_in_box(screens, box), *_in_box(ground.buildings, box))
        # Skirmishers see past no skirmishers, of their own unit neither; everybody else does.
        # [sight.skirmishers, sight.through-skirmishers]
        hiding = between if unit.skirmishes else [b for b in between if not b.skirmishes]
        self._pair = pair
        self._between = between
        self._past = View(
            other.rects,
            other.heights,
            [b.rect for b in hiding],
            [ALWAYS if b.skirmishes else b.height for b in hiding],
            solid,
            hills,
            woods,
            is_by_zone=unit.skirmishes or len(other.rects) > 1,
            is_open=not (between or solid or hills or woods),
        )

    def is_seen(self) -> bool:
        """Whether any model that looks sees any body of the target. [sight.blocked]"""
        looking = self._pair.viewer.looking
        if self._pair.target.formation is Formation.SINGLE:
            return any(self.is_seen_by(place) for place in range(len(looking.xs)))
        return self._past.is_seen_by_any(looking, HALF_ARC, LEAST_SEEN, LANE)

    def is_seen_by(self, place: int) -> bool:
        """Whether the model at that place of the viewer's eyes sees any body of the target."""
        viewer, target = self._pair.viewer, self._pair.target
        if not self._past.is_seen(viewer.looking, place, HALF_ARC, LEAST_SEEN, LANE):
            return False
        is_single = target.formation is Formation.SINGLE
        return not (is_single and _is_hidden(self._between, viewer.eyes[place], target.rects[0]))


Shape = TypeVar("Shape", bound=Outline)


def _in_box(shapes: Sequence[Shape], box: Box) -> tuple[Shape, ...]:
    if not shapes:
        return ()
    left, bottom, right, top = box.left, box.bottom, box.right, box.top
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


def _is_hidden(between: Sequence[Blocker], eye: Eye, rect: Rect) -> bool:
    """Whether a skirmisher's base stands between a model's middle and the eye, close before it.

    [sight.through-skirmishers]
    """
    screen = [
        b.rect
        for b in between
        if b.skirmishes
        and b.rect is not eye.rect
        and within(distance(b.rect, rect), DIRECTLY_BEHIND)
    ]
    if not screen:
        return False
    core = Rect(rect.cx, rect.cy, rect.facing, 0.05, 0.05)
    return visible_degrees(eye.x, eye.y, eye.facing, HALF_ARC, core, screen) == 0.0
