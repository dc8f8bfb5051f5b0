"""What ground costs a move, in inches of it. [terrain.cost]

An advance costs the factor of the ground for each inch during which any part of the body is in it,
and half the Movement for each obstacle crossed; a wheel is charged whole at the worst factor met.
"""

from itertools import pairwise

from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.geometry import (
    LEFT,
    RIGHT,
    Rect,
    body_inches_inside,
    distance_to_point,
    polygon_overlaps,
    wheel_cost,
    wheel_meets_polygon,
)
from maniple.rules.moving.rate import move_of
from maniple.rules.table.ground import factor_for, grounds

_ENOUGH = 1e-9


def advance_cost(
    battle: Battle, unit: Unit, rect: Rect, dx: float, dy: float, inches: float
) -> float:
    """The cost of going so many inches along the unit direction (dx, dy). [terrain.cost]"""
    spans, crossings = _on_the_way(battle, unit, rect, dx, dy, inches)
    if not spans and not crossings:
        return inches
    toll = move_of(battle, unit) / 2 * len(crossings)
    return toll + sum((end - start) * factor for start, end, factor in _stretches(spans, inches))


def inches_for(
    battle: Battle,
    unit: Unit,
    rect: Rect,
    dx: float,
    dy: float,
    budget: float,
    *,
    tolls_due: bool = True,
) -> float:
    """How far a budget of inches carries the body along the unit direction (dx, dy).

    It ends short of an obstacle that it can't pay for; pursuers, whose distance obstacles have
    halved already, pay no toll. [terrain.cost, terrain.obstacle, pursue.obstacle]
    """
    spans, crossings = _on_the_way(battle, unit, rect, dx, dy, budget)
    if not spans and not crossings:
        return budget
    toll = move_of(battle, unit) / 2 if tolls_due else 0.0
    tolls = sorted(crossings)
    left = budget
    for start, end, factor in _stretches(spans, budget, tolls):
        while tolls and tolls[0] <= start + _ENOUGH:
            if left < toll - _ENOUGH:
                return start
            left -= toll
            del tolls[0]
        if (end - start) * factor > left:
            return start + left / factor
        left -= (end - start) * factor
    return budget


def wheel_cost_on(battle: Battle, unit: Unit, rect: Rect, degrees: float, about: str) -> float:
    """The cost of a wheel about the front corner "left" or "right". [move.wheel, terrain.cost]"""
    edge = LEFT if about == "left" else RIGHT
    found = grounds(battle)
    factor = 1
    for piece in found.slow:
        worse = factor_for(unit, piece)
        if worse > factor and wheel_meets_polygon(rect, degrees, edge, piece.polygon):
            factor = worse
    cost = wheel_cost(rect.width, degrees) * factor
    for piece in found.obstacles:
        if wheel_meets_polygon(rect, degrees, edge, piece.polygon):
            cost += move_of(battle, unit) / 2
    return cost


def in_difficult(battle: Battle, rect: Rect) -> bool:
    """Whether a body stands, in part at least, in (very) difficult ground. [terrain.rank-bonus]"""
    return any(polygon_overlaps(rect, piece.polygon) for piece in grounds(battle).slow)


def nearest_points(a: Rect, b: Rect) -> tuple[float, float, float, float]:
    """A point of each of two bodies, as near to each other as any two are (inches)."""
    best = (1e300, 0.0, 0.0, 0.0, 0.0)
    for here, there, turned in ((a, b, False), (b, a, True)):
        corners = here.corners()
        for i in range(0, 8, 2):
            x, y = corners[i], corners[i + 1]
            gap = distance_to_point(there, x, y)
            if gap < best[0]:
                px, py = _nearest_to(there, x, y)
                best = (gap, px, py, x, y) if turned else (gap, x, y, px, py)
    return best[1:]


def _nearest_to(rect: Rect, x: float, y: float) -> tuple[float, float]:
    """The point of a body nearest to (x, y)."""
    dx, dy = x - rect.cx, y - rect.cy
    u = dx * rect.rx + dy * rect.ry
    v = dx * rect.fx + dy * rect.fy
    u = min(max(u, -rect.width / 2), rect.width / 2)
    v = min(max(v, -rect.depth / 2), rect.depth / 2)
    return rect.cx + rect.rx * u + rect.fx * v, rect.cy + rect.ry * u + rect.fy * v


def _on_the_way(
    battle: Battle, unit: Unit, rect: Rect, dx: float, dy: float, inches: float
) -> tuple[list[tuple[float, float, int]], list[float]]:
    """Spans of slow ground on the way, from and to what inch and at what factor; and the inches at
    which the body comes upon an obstacle.
    """
    found = grounds(battle)
    spans: list[tuple[float, float, int]] = []
    crossings: list[float] = []
    for piece in found.slow:
        factor = factor_for(unit, piece)
        if factor > 1:
            span = body_inches_inside(rect, dx, dy, inches, piece.polygon)
            if span is not None:
                spans.append((span[0], span[1], factor))
    for piece in found.obstacles:
        span = body_inches_inside(rect, dx, dy, inches, piece.polygon)
        if span is not None:
            crossings.append(span[0])
    return spans, crossings


def _stretches(
    spans: list[tuple[float, float, int]], inches: float, marks: list[float] | None = None
) -> list[tuple[float, float, int]]:
    """The way cut where the factor changes, and at the marks; the worst factor counts."""
    cuts = {0.0, inches, *(marks or ())}
    for start, end, _ in spans:
        cuts.update((start, end))
    ordered = sorted(cut for cut in cuts if 0.0 <= cut <= inches)
    found: list[tuple[float, float, int]] = []
    for start, end in pairwise(ordered):
        middle = (start + end) / 2
        factor = max([f for s, e, f in spans if s <= middle <= e], default=1)
        found.append((start, end, factor))
    return found
