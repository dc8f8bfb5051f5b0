"""Free room on the table: what a body may not stand on, and the nearest place where it may.

Found exactly along each direction looked at. [move.interpenetrate, measure.tolerance, flee.mob]
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from maniple.battle.field import Field
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.geometry import (
    CLEARANCE,
    TOUCH,
    Outline,
    Rect,
    body_inches_inside,
    cos_deg,
    polygon_overlaps,
    shifted,
    sin_deg,
    within_table,
)
from maniple.rules.table.ground import grounds
from maniple.rules.table.obstruct import bodies_in_way

MARGIN = CLEARANCE + 0.002
"""Kept from enemies at the end of a move, with room for the rounding of a pose (inches)."""

STEP = 5
"""Degrees between the directions in which room is looked for. [flee.mob, flee.round-obstacles]"""


class Standing(Struct, frozen=True):
    """What bodies near a place have to keep off, sorted by what it is."""

    friends: tuple[Rect, ...]
    enemies: tuple[Rect, ...]
    """Widened by the distance that a move keeps from enemies. [measure.tolerance]"""
    enemy_ids: tuple[UnitId, ...]
    impassable: tuple[Outline, ...]
    obstacles: tuple[Outline, ...]

    @property
    def all(self) -> tuple[Outline, ...]:
        """Everything on which nobody may stand. [terrain.cost]"""
        return (*self.friends, *self.enemies, *self.impassable, *self.obstacles)


def widened(rect: Rect, inches: float) -> Rect:
    """The body with so many inches more on all four sides."""
    return Rect(
        rect.x + rect.fx * inches,
        rect.y + rect.fy * inches,
        rect.facing,
        rect.width + 2 * inches,
        rect.depth + 2 * inches,
    )


def standing_near(
    battle: Battle,
    unit_id: UnitId,
    rects: Sequence[Rect],
    inches: float,
    ignoring: Iterable[UnitId] = (),
) -> Standing:
    """All that stands within so many inches of these bodies, or a little further off."""
    left = min([r.cx - r.ex for r in rects]) - inches - 1.0
    right = max([r.cx + r.ex for r in rects]) + inches + 1.0
    low = min([r.cy - r.ey for r in rects]) - inches - 1.0
    high = max([r.cy + r.ey for r in rects]) + inches + 1.0

    def is_near(body: Outline) -> bool:
        return (
            body.cx + body.ex >= left
            and body.cx - body.ex <= right
            and body.cy + body.ey >= low
            and body.cy - body.ey <= high
        )

    side = battle.units[unit_id].side
    friends: list[Rect] = []
    enemies: list[Rect] = []
    enemy_ids: list[UnitId] = []
    for body, owner in zip(*bodies_in_way(battle, unit_id, ignoring), strict=True):
        if not is_near(body):
            continue
        if battle.units[owner].side is side:
            friends.append(body)
        else:
            enemies.append(widened(body, MARGIN))
            enemy_ids.append(owner)
    found = grounds(battle)
    return Standing(
        tuple(friends),
        tuple(enemies),
        tuple(enemy_ids),
        tuple([p.polygon for p in found.impassable if is_near(p.polygon)]),
        tuple([p.polygon for p in found.obstacles if is_near(p.polygon)]),
    )


def is_clear(rects: Sequence[Rect], bodies: Sequence[Outline], field: Field) -> bool:
    """Whether these bodies are wholly on the table and overlap nothing."""
    return all(within_table(r, field.width, field.height) for r in rects) and not any(
        polygon_overlaps(r, body) for r in rects for body in bodies
    )


def free_along(
    rects: Sequence[Rect],
    dx: float,
    dy: float,
    limit: float,
    bodies: Sequence[Outline],
    field: Field,
) -> float | None:
    """The least shift along the unit direction (dx, dy), up to `limit` inches, that gives room.

    None where there is no room within the limit.
    """
    if is_clear(rects, bodies, field):
        return 0.0
    low, high = 0.0, limit
    for rect in rects:
        first, last = _on_table(rect, dx, dy, field)
        low, high = max(low, first), min(high, last)
    spans: list[tuple[float, float]] = []
    for rect in rects:
        for body in bodies:
            span = body_inches_inside(rect, dx, dy, limit, body)
            if span is not None:
                spans.append(span)
    spans.sort()
    at = low
    for enter, leave in spans:
        if enter > at + 1e-9:
            break
        at = max(at, leave)
    return at if at <= high and at < limit else None


def _on_table(rect: Rect, dx: float, dy: float, field: Field) -> tuple[float, float]:
    """From and to what shift along a direction the body is wholly on the table."""
    low, high = 0.0, 1e9
    slack = TOUCH / 2
    for speed, before, after in (
        (dx, rect.cx - rect.ex + slack, field.width - rect.cx - rect.ex + slack),
        (dy, rect.cy - rect.ey + slack, field.height - rect.cy - rect.ey + slack),
    ):
        if speed > 0.0:
            low, high = max(low, -before / speed), min(high, after / speed)
        elif speed < 0.0:
            low, high = max(low, after / speed), min(high, -before / speed)
        elif before < 0.0 or after < 0.0:
            return 1.0, 0.0
    return low, high


def nearest_room(
    battle: Battle,
    unit_id: UnitId,
    rects: Sequence[Rect],
    ignoring: Iterable[UnitId] = (),
    limit: float = 0.0,
) -> tuple[float, float] | None:
    """The least shift (inches in x and y) that gives these bodies room; None if there is none.

    Looked for in directions 5 degrees apart, from the way that the first of them faces; no further
    than `limit` inches, if one is given. [flee.mob]
    """
    field = battle.field
    reach = limit or field.width + field.height
    here = standing_near(battle, unit_id, rects, min(reach, 12.0), ignoring)
    if is_clear(rects, here.all, field):
        return 0.0, 0.0
    for near in (12.0, reach):
        bodies = standing_near(battle, unit_id, rects, near, ignoring).all
        found = _least_shift(rects, min(near, reach), bodies, field)
        if found is not None or near >= reach:
            return found
    return None


def _least_shift(
    rects: Sequence[Rect], limit: float, bodies: Sequence[Outline], field: Field
) -> tuple[float, float] | None:
    best = limit
    found: tuple[float, float] | None = None
    for turned in range(0, 360, STEP):
        degrees = rects[0].facing + turned
        dx, dy = sin_deg(degrees), cos_deg(degrees)
        inches = free_along(rects, dx, dy, best, bodies, field)
        if inches is not None and inches < best - 1e-9:
            best = inches
            found = dx * inches, dy * inches
    return found


def moved_by(rects: Sequence[Rect], dx: float, dy: float) -> tuple[Rect, ...]:
    """The bodies shifted by (dx, dy) inches."""
    return tuple([shifted(rect, dx, dy) for rect in rects])
