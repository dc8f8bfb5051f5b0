"""Loose order: where skirmishers stand, whether they are linked, who of them falls.

[troop.skirmish.shape]
"""

from collections.abc import Sequence

from maniple.battle.bodies import of_side, outline
from maniple.battle.by_identity import ByIdentity
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.geometry import (
    Pose,
    Rect,
    bearing,
    cos_deg,
    distance,
    point_distance,
    pose,
    rect_at,
    sin_deg,
    within,
)

LINK = 2.0
"""The widest gap across which two models of a unit are linked, in inches."""


def spread(at: Pose, files: int, gap: float, models: int, w: float, d: float) -> tuple[Pose, ...]:
    """Places in loose files with `gap` inches between bases of w by d, rank behind rank.

    `at` is the middle of the front edge of the front rank. All face as it does; the last rank
    stands in the middle. [troop.skirmish.shape]
    """
    right_x, right_y = cos_deg(at.facing), -sin_deg(at.facing)
    ahead_x, ahead_y = sin_deg(at.facing), cos_deg(at.facing)
    places: list[Pose] = []
    left = models
    rank = 0
    while left > 0:
        here = min(files, left)
        for file in range(here):
            u = (file - (here - 1) / 2) * (w + gap)
            v = -rank * (d + gap)
            x = at.x + right_x * u + ahead_x * v
            y = at.y + right_y * u + ahead_y * v
            places.append(pose(x, y, at.facing))
        left -= here
        rank += 1
    return tuple(places)


def middle_of(places: Sequence[Pose]) -> Pose:
    """Where a skirmishing unit is said to stand: the middle of its places, facing as most of them.

    Of facings equally common, the first. `Unit.pose` of skirmishers is this.
    """
    count = len(places)
    facings = [place.facing for place in places]
    most = max(facings.count(facing) for facing in facings)
    facing = next(f for f in facings if facings.count(f) == most)
    return pose(sum(p.x for p in places) / count, sum(p.y for p in places) / count, facing)


def are_linked(places: Sequence[Pose], w: float, d: float) -> bool:
    """Whether each model is linked to all others by gaps of at most 2 inches.

    [troop.skirmish.shape]
    """
    return _is_linked([rect_at(place, w, d) for place in places])


def has_lost_links(unit: Unit) -> bool:
    """Whether it skirmishes and some of its models are parted from the others.

    [troop.skirmish.shape]
    """
    sheet = unit.sheet
    return unit.is_skirmishing and not are_linked(unit.places, sheet.base_width, sheet.base_depth)


def _is_linked(rects: Sequence[Rect]) -> bool:
    if len(rects) < 2:
        return True
    waiting = list(rects[1:])
    reached = [rects[0]]
    while reached:
        here = reached.pop()
        apart: list[Rect] = []
        for rect in waiting:
            near_box = (
                abs(rect.cx - here.cx) <= rect.ex + here.ex + LINK + 0.01
                and abs(rect.cy - here.cy) <= rect.ey + here.ey + LINK + 0.01
            )
            if near_box and within(distance(here, rect), LINK):
                reached.append(rect)
            else:
                apart.append(rect)
        waiting = apart
    return not waiting


def links(unit: Unit) -> tuple[Rect, ...]:
    """The closed gaps of a skirmishing unit, as thin bodies between the middles of linked models.

    Where coherency is lost the gap is open. [charge.through-skirmishers, shoot.through-skirmishers]
    """
    return _links(unit)


def _links_of(unit: Unit) -> tuple[Rect, ...]:
    sheet = unit.sheet
    rects = [rect_at(place, sheet.base_width, sheet.base_depth) for place in unit.places]
    found: list[Rect] = []
    for i, one in enumerate(rects):
        for other in rects[i + 1 :]:
            apart = point_distance(one.cx, one.cy, other.cx, other.cy)
            if apart > 0.01 and within(distance(one, other), LINK):
                way = bearing(other.cx - one.cx, other.cy - one.cy)
                found.append(Rect(other.cx, other.cy, way, 0.02, apart))
    return tuple(found)


_links = ByIdentity(_links_of, 512)


def casualty_places(battle: Battle, unit: Unit, n: int) -> tuple[Pose, ...]:
    """The places left when n skirmishers fall: those farthest from the enemy go first whose loss
    keeps the links, or the farthest of all where none does. [troop.skirmish.shape]
    """
    sheet = unit.sheet
    enemies = [rect for foe in of_side(battle, unit.side.enemy) for rect in outline(foe)]
    left = list(unit.places)
    rects = [rect_at(place, sheet.base_width, sheet.base_depth) for place in left]
    far = [min([distance(rect, foe) for foe in enemies], default=0.0) for rect in rects]
    for _ in range(min(n, len(left))):
        order = sorted(range(len(left)), key=lambda i: (-far[i], -i))
        falls = next(
            (i for i in order if _is_linked([r for j, r in enumerate(rects) if j != i])), order[0]
        )
        for row in (left, rects, far):
            del row[falls]
    return tuple(left)
