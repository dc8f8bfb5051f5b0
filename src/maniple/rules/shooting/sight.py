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
    outlines_in,
    visible_degrees,
    within,
)
from maniple.rules.shooting.cover import cover_of
from maniple.rules.shooting.posts import Eye, Pair, eyes_of, posts
from maniple.rules.table.heights import sights

__all__ = ["Eye", "can_see", "cover_of", "eyes_of", "seeing", "seen_enemies"]

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


class _View:
    """A viewer, its target in its arc, and what may stand between them.

    Skirmishers see past no skirmishers, of their own unit neither; everybody else does.
    [sight.skirmishers, sight.through-skirmishers]
    """

    __slots__ = ("_pair", "_past")

    def __init__(self, battle: Battle, pair: Pair, screens: Sequence[Outline]) -> None:
        unit, other, box = pair.viewer, pair.target, pair.box
        ground = sights(battle)
        self._pair = pair
        self._past = View(
            other.rects,
            other.heights,
            [p.ranked for p in pair.near if p.skirmishes or (p is not unit and p is not other)],
            box,
            unit.skirmishes,
            (*_in_box(screens, box), *_in_box(ground.buildings, box)),
            _in_box(ground.hill_shapes, box),
            _in_box(ground.woods, box),
            is_by_zone=unit.skirmishes or len(other.rects) > 1,
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
        return not (is_single and _is_hidden(self._past, viewer.eyes[place], *target.rects))


Shape = TypeVar("Shape", bound=Outline)


def _in_box(shapes: Sequence[Shape], box: Box) -> tuple[Shape, ...]:
    if not shapes:
        return ()
    return tuple([shapes[place] for place in outlines_in(shapes, box)])


def _is_hidden(view: View, eye: Eye, rect: Rect) -> bool:
    """Whether a skirmisher's base stands between a model's middle and the eye, close before it.

    [sight.through-skirmishers]
    """
    screen = [
        base
        for base in view.loose
        if base is not eye.rect and within(distance(base, rect), DIRECTLY_BEHIND)
    ]
    if not screen:
        return False
    core = Rect(rect.cx, rect.cy, rect.facing, 0.05, 0.05)
    return visible_degrees(eye.x, eye.y, eye.facing, HALF_ARC, core, screen) == 0.0
