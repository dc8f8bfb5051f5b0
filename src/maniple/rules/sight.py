"""Who sees whom: arcs, and what blocks a line of sight. [sight]

`can_see` asks whether any model that may look does see the target; `eyes_on` counts those that
do; `seen_enemies` lists what a unit sees. A formed unit looks with its front rank, skirmishers
each with their own arc. `maniple.rules.cover` says what shelters a target.
"""

from collections.abc import Sequence

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

__all__ = ["can_see", "cover_of", "eyes_of", "eyes_on", "in_arc", "seen_enemies"]

HALF_ARC = 45.0
"""Degrees to either side of straight ahead. [sight.arc]"""

LEAST_SEEN = 0.1
"""A target is seen if more degrees of it than this are open. [sight.blocked]"""

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
    rect = body(unit)
    files = 1 if unit.sheet.body_width or unit.formation is Formation.SINGLE else unit.files
    return tuple([Eye(x, y, rect.facing, rect) for x, y in eyes(rect, files)])


def in_arc(viewer: Unit, target: Unit) -> bool:
    """Whether any of the target is in the front arc of any model that looks. [sight.arc, unit.zones]"""
    theirs = outline(target)
    return any(in_front_zone(ours, rect) for ours in outline(viewer) for rect in theirs)


def can_see(battle: Battle, viewer: UnitId, target: UnitId) -> bool:
    """Whether any model of the viewer that looks sees any of the target. [sight.arc, sight.blocked]"""
    unit, other = battle.units[viewer], battle.units[target]
    if not in_arc(unit, other):
        return False
    looking = eyes_of(unit)
    middle = (len(looking) - 1) / 2
    # From the middle outward: where the way is clear the first one sees.
    for place in sorted(range(len(looking)), key=lambda i: abs(i - middle)):
        if _sees(battle, unit, looking[place], other):
            return True
    return False


def eyes_on(battle: Battle, shooter: UnitId, target: UnitId) -> int:
    """How many models of the shooter's front rank (skirmishers: of all) see the target.

    [sight.arc, sight.skirmishers, shoot.divide]
    """
    unit, other = battle.units[shooter], battle.units[target]
    if not in_arc(unit, other):
        return 0
    return sum([_sees(battle, unit, eye, other) for eye in eyes_of(unit)])


def seen_enemies(battle: Battle, viewer: UnitId) -> tuple[UnitId, ...]:
    """The enemies on the table that the unit sees, by id."""
    unit = battle.units[viewer]
    return tuple([u.id for u in of_side(battle, unit.side.enemy) if can_see(battle, viewer, u.id)])


def _sees(battle: Battle, viewer: Unit, eye: Eye, target: Unit) -> bool:
    for rect in outline(target):
        if in_front_zone(eye.rect, rect) and _sees_body(battle, viewer, eye, target, rect):
            return True
    return False


def _sees_body(battle: Battle, viewer: Unit, eye: Eye, target: Unit, rect: Rect) -> bool:
    """Whether a model sees a body of the target past all that blocks. [sight.blocked]"""
    low = ground_height(battle, eye.x, eye.y) + own_height(viewer)
    level = max(low, target_height(battle, target, rect))
    on_the_way = [b for b in blockers(battle) if _is_between(eye, rect, b.rect)]
    solid: list[Outline] = [
        b.rect for b in on_the_way if _blocks(b, viewer, eye, target, rect, level)
    ]
    ground = sights(battle)
    solid += [shape for shape in ground.buildings if _is_between(eye, rect, shape)]
    solid += [hill for hill, _ in ground.hills if _hides(hill, eye, rect)]
    woods = [wood for wood in ground.woods if _is_between(eye, rect, wood)]
    if solid or woods or not _is_ahead(eye, rect):
        open_to_it = visible_degrees(eye.x, eye.y, eye.facing, HALF_ARC, rect, solid, woods)
        if open_to_it <= LEAST_SEEN:
            return False
    return target.formation is not Formation.SINGLE or not _is_hidden(eye, rect, on_the_way)


def _blocks(blocker: Blocker, viewer: Unit, eye: Eye, target: Unit, rect: Rect, level: int) -> bool:
    """Whether a body on the way blocks. [sight.blocked, sight.skirmishers, sight.through-skirmishers]"""
    if blocker.rect is eye.rect or blocker.rect is rect:
        return False
    if blocker.skirmishes:
        return viewer.is_skirmishing
    return blocker.unit not in (viewer.id, target.id) and blocker.height >= level


def _is_hidden(eye: Eye, rect: Rect, on_the_way: Sequence[Blocker]) -> bool:
    """Whether a skirmisher's base stands between a model's middle and the eye, close before it.

    [sight.through-skirmishers]
    """
    screen = [
        b.rect
        for b in on_the_way
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
    return (
        _is_between(eye, rect, hill)
        and not contains(hill, eye.x, eye.y)
        and not polygon_overlaps(rect, hill)
    )


def _is_between(eye: Eye, rect: Rect, other: Outline) -> bool:
    """Whether an outline comes into the box round the eye and the target: outside it none blocks."""
    left, right = rect.cx - rect.ex, rect.cx + rect.ex
    bottom, top = rect.cy - rect.ey, rect.cy + rect.ey
    return (
        other.cx + other.ex > min(left, eye.x)
        and other.cx - other.ex < max(right, eye.x)
        and other.cy + other.ey > min(bottom, eye.y)
        and other.cy - other.ey < max(top, eye.y)
    )


def _is_ahead(eye: Eye, rect: Rect) -> bool:
    """Whether the middle of a body is in the arc: with nothing in the way, it is then seen."""
    dx, dy = rect.cx - eye.x, rect.cy - eye.y
    ahead = dx * eye.rect.fx + dy * eye.rect.fy
    aside = dx * eye.rect.rx + dy * eye.rect.ry
    return ahead > 0.0 and abs(aside) <= ahead
