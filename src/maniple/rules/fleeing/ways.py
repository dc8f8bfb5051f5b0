"""The ways of runners: how far bodies get along a line, and which way fleeing troops choose.

`way` follows one line to its end; `best_way` tries the straight one, then turns from it step by
step; `settled` says where bodies end that would stand among friends. Nothing here steps along a
line: sweeps are exact. [flee]
"""

from collections.abc import Sequence

from msgspec import Struct

from maniple.battle.bodies import outline
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.geometry import (
    Outline,
    Rect,
    body_inches_inside,
    cos_deg,
    first_on_advance,
    inches_to_edge_on_advance,
    overlaps,
    polygon_overlaps,
    sin_deg,
)
from maniple.rules.table.room import STEP, Standing, free_along, is_clear, moved_by, nearest_room
from maniple.rules.table.terrain_cost import inches_for

WIDEST = 90
"""Degrees to either side that fleeing troops may turn from their way. [flee.round-obstacles]"""

HAIR = 1e-6

ASIDE = 12.0
"""How far beside friends runners are set, at most, beyond their own width (inches)."""


class Way(Struct, frozen=True):
    """A line that bodies can run along: where they start, turned, and how far they get."""

    heading: float
    start: tuple[Rect, ...]
    inches: float
    stopped: bool = False
    """By something that is closed to them, short of what terrain allows."""
    leaves: bool = False
    """They reach the table edge within the distance, and go over it."""

    @property
    def end(self) -> tuple[Rect, ...]:
        """The bodies at the end of the way."""
        dx, dy = sin_deg(self.heading), cos_deg(self.heading)
        return moved_by(self.start, dx * self.inches, dy * self.inches)


def turned(unit: Unit, heading: float) -> tuple[Rect, ...]:
    """The bodies of a unit that turns to this heading, each about its own middle.

    Skirmishers who stand too close to turn their bases keep them as they are.
    """
    rects = outline(unit)
    found = tuple([about_middle(r, heading, r.width, r.depth) for r in rects])
    for i, one in enumerate(found):
        if any(overlaps(one, other) for other in found[i + 1 :]):
            return rects
    return found


def about_middle(rect: Rect, heading: float, width: float, depth: float) -> Rect:
    """A body of this size about the middle of another, facing so."""
    return centred(rect.cx, rect.cy, heading, width, depth)


def centred(x: float, y: float, heading: float, width: float, depth: float) -> Rect:
    """A body of this size whose middle is (x, y), facing so."""
    ahead = depth / 2
    return Rect(x + sin_deg(heading) * ahead, y + cos_deg(heading) * ahead, heading, width, depth)


def way(
    battle: Battle,
    unit: Unit,
    start: tuple[Rect, ...],
    heading: float,
    distance: float,
    closed: Sequence[Outline],
) -> Way:
    """How far the bodies get along a heading, terrain taken off, before something closed.

    [flee.distance, flee.off-table, terrain.cost]
    """
    dx, dy = sin_deg(heading), cos_deg(heading)
    field = battle.field
    reach = min([inches_for(battle, unit, rect, dx, dy, distance) for rect in start])
    inches = reach
    for rect in start:
        hit = first_on_advance(rect, dx, dy, inches, closed)
        if hit is not None:
            inches = min(inches, hit.travel)
    edge = min(
        [inches_to_edge_on_advance(rect, dx, dy, field.width, field.height) for rect in start]
    )
    if edge < inches - HAIR:
        return Way(heading, start, edge, leaves=True)
    return Way(heading, start, inches, stopped=inches < reach - HAIR)


def best_way(
    battle: Battle,
    unit: Unit,
    heading: float,
    distance: float,
    closed: Sequence[Outline],
    *,
    through_rough: bool,
    turns: bool = True,
) -> Way:
    """The way that fleeing troops take: straight, or with the least turn that lets them run the
    whole distance, else the one that lets them run most of it.

    `through_rough`: ground that only slows them is no reason to turn aside. `turns`: they face the
    way that they go. [flee.round-obstacles]
    """
    best: Way | None = None
    for turn in _turns():
        towards = (heading + turn) % 360
        start = turned(unit, towards) if turns else outline(unit)
        found = way(battle, unit, start, towards, distance, closed)
        if not found.leaves and any(polygon_overlaps(r, b) for r in found.end for b in closed):
            # Along a body in touch: it could not end its move there.
            found = Way(towards, found.start, 0.0, stopped=True)
        if found.leaves or found.inches >= distance - HAIR:
            return found
        if through_rough and not found.stopped:
            return found
        if best is None or found.inches > best.inches + HAIR:
            best = found
    if best is None:
        raise ValueError("a way is looked for straight ahead at least")
    return best


def _turns() -> list[int]:
    """Straight on, then the least turns to either side first (degrees)."""
    asides = range(STEP, WIDEST + STEP, STEP)
    return [0, *(turn for aside in asides for turn in (aside, -aside))]


def settled(battle: Battle, unit: Unit, taken: Way, here: Standing) -> tuple[Rect, ...]:
    """Where the bodies end: at the end of the way, or where there is room.

    An obstacle on which they would stand stops them before it. Those who would stand among friends
    are set beside them, or beyond where nothing else is possible; those who have no room for other
    reasons take the nearest that there is. [flee.through-friends, terrain.cost]
    """
    field = battle.field
    inches = _before_obstacles(taken, here.obstacles)
    dx, dy = sin_deg(taken.heading), cos_deg(taken.heading)
    end = moved_by(taken.start, dx * inches, dy * inches)
    if is_clear(end, here.all, field):
        return end
    if not any(overlaps(rect, friend) for rect in end for friend in here.friends):
        nearest = nearest_room(battle, unit.id, end)
        if nearest is not None:
            return moved_by(end, *nearest)
    limit = ASIDE + max([rect.width for rect in end])
    beside: tuple[float, float, float] | None = None
    for side_x, side_y in ((dy, -dx), (-dy, dx)):
        shift = free_along(end, side_x, side_y, limit, here.all, field)
        if shift is not None and (beside is None or shift < limit - HAIR):
            beside = shift, side_x, side_y
            limit = shift
    if beside is not None:
        shift, side_x, side_y = beside
        return moved_by(end, side_x * shift, side_y * shift)
    beyond = free_along(end, dx, dy, 2 * ASIDE, here.all, field)
    if beyond is not None:
        return moved_by(end, dx * beyond, dy * beyond)
    anywhere = nearest_room(battle, unit.id, end)
    if anywhere is None:
        raise ValueError(f"the table has no room left for unit {unit.id}, {unit.sheet.name}")
    return moved_by(end, *anywhere)


def _before_obstacles(taken: Way, obstacles: Sequence[Outline]) -> float:
    """The inches that bodies go which must not end upon an obstacle, unless they began upon it."""
    dx, dy = sin_deg(taken.heading), cos_deg(taken.heading)
    inches = taken.inches
    spans: list[tuple[float, float]] = []
    for rect in taken.start:
        for piece in obstacles:
            span = body_inches_inside(rect, dx, dy, inches + 1.0, piece)
            if span is not None:
                spans.append(span)
    for enter, leave in sorted(spans, reverse=True):
        if HAIR < enter < inches - HAIR and inches < leave - 0.01:
            inches = enter
    return inches
