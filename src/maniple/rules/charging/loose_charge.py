"""Charges of skirmishers and of single models: each goes his own way. [troop.skirmish.shape]

Each model, nearest first, goes the shortest free way to the nearest free place on the facing that
is struck; the charge reaches if one arrives, and the others end as near as they can, behind those.
A character on his own charges so too, for he neither turns nor wheels. [character.move]
"""

from collections.abc import Sequence

from msgspec import Struct

from maniple.battle.bodies import outline
from maniple.geometry import (
    FRONT,
    REAR,
    Edge,
    Pose,
    Rect,
    advance,
    bearing,
    distance,
    distance_to_point,
    edge_ends,
    edge_facing,
    edge_middle,
    first_on_advance,
    overlaps,
    point_distance,
    polygon_overlaps,
    pose_of,
    shifted,
    touches,
    within,
    zone,
)
from maniple.rules.charging.charge_scene import Scene
from maniple.rules.charging.defended import defended
from maniple.rules.charging.touching import along
from maniple.rules.moving.rate import move_of
from maniple.rules.moving.skirmish import LINK, middle_of
from maniple.rules.table.obstruct import what_ground_blocks
from maniple.rules.table.terrain_cost import advance_cost

LEVEL = 0.05
"""Inches by which a model at the end of a row must at least overlap the edge that it fights."""

ASIDE = 0.1
"""Inches by which a model clears a corner that it goes round."""


class LooseCharge(Struct, frozen=True):
    """Where the models of a loose charger end."""

    end: Pose
    places: tuple[Pose, ...]
    """Of a single model none: `end` is its place."""
    cost: float
    """Inches, of the model that goes farthest."""
    touching: int
    """Models that arrive."""
    edge: Edge
    """The edge of the target's body that the first of them meets."""
    across: bool
    """They fight over an obstacle that the target defends. [combat.defended-obstacle]"""


def loose_charge(scene: Scene) -> LooseCharge | None:
    """Where each model of a loose charger ends; None if not one reaches the target."""
    models = outline(scene.charger)
    goals = _goals(scene)
    order = sorted(range(len(models)), key=lambda i: (_nearest_goal(models[i], goals), i))
    standing: dict[int, Rect] = {}
    most = 0.0
    for i in order:
        found = arrives(scene, models[i], goals, list(standing.values()))
        if found is not None:
            standing[i], cost = found
            most = max(most, cost)
    if not standing:
        return None
    touching = len(standing)
    nearest = next(i for i in order if i in standing)
    body, edge = _met(scene, standing[nearest])
    across = defended(scene.battle, models[nearest], standing[nearest], body) > 0
    # Those who have come up, and those linked with them: whom the others follow.
    line = list(standing.values())
    for i in [i for i in order if i not in standing]:
        standing[i], cost = _follows(scene, models[i], line, list(standing.values()))
        most = max(most, cost)
        if any(within(distance(standing[i], rect), LINK) for rect in line):
            line.append(standing[i])
    places = tuple([pose_of(standing[i]) for i in range(len(models))])
    if not scene.charger.is_skirmishing:
        return LooseCharge(places[0], (), most, touching, edge, across)
    return LooseCharge(middle_of(places), places, most, touching, edge, across)


def _goals(scene: Scene) -> list[tuple[Rect, Edge]]:
    """The edges on which models may find a place: each body of the target and its edge."""
    if not scene.any_edge:
        return [(scene.bodies[0], scene.facing)]
    at = outline(scene.charger)[0] if not scene.charger.is_skirmishing else scene.rect
    return [(rect, zone(rect, at.x, at.y)) for rect in scene.bodies]


def _met(scene: Scene, first: Rect) -> tuple[Rect, Edge]:
    """The body, and its edge, that the first model to arrive has met."""
    body = min(scene.bodies, key=lambda rect: distance_to_point(rect, first.x, first.y))
    return body, zone(body, first.x, first.y) if scene.any_edge else scene.facing


def _nearest_goal(model: Rect, goals: Sequence[tuple[Rect, Edge]]) -> float:
    return min([_to_edge(model, body, edge) for body, edge in goals])


def _to_edge(model: Rect, body: Rect, edge: Edge) -> float:
    length = _length(body, edge)
    place = min(max(along(body, edge, model.x, model.y), 0.0), length)
    x, y = _on_edge(body, edge, place)
    return point_distance(model.x, model.y, x, y)


def _length(body: Rect, edge: Edge) -> float:
    return body.width if edge in (FRONT, REAR) else body.depth


def _on_edge(body: Rect, edge: Edge, place: float) -> tuple[float, float]:
    left_x, left_y, right_x, right_y = edge_ends(body, edge)
    part = place / _length(body, edge)
    return left_x + (right_x - left_x) * part, left_y + (right_y - left_y) * part


def arrives(
    scene: Scene,
    model: Rect,
    goals: Sequence[tuple[Rect, Edge]],
    standing: list[Rect],
    *,
    may_straddle: bool = True,
) -> tuple[Rect, float] | None:
    """The nearest free place in touch with the target that the model can reach, and the cost.

    `may_straddle`: whether it may end upon an obstacle, as who charges across one does and nobody
    else. [terrain.cost]
    """
    spots = [
        (point_distance(model.x, model.y, spot.x, spot.y), spot, body, edge)
        for body, edge in goals
        for spot in _spots(model, body, edge, standing)
    ]
    for far, spot, body, edge in sorted(spots, key=lambda s: s[0]):
        if not within(far, scene.budget):
            return None
        if not _is_free(scene, spot, standing):
            continue
        if not may_straddle and what_ground_blocks(scene.battle, [spot]) is not None:
            continue
        cost = _way(scene, model, spot, body, edge)
        if cost is not None and within(cost, scene.budget):
            return spot, cost
    return None


def _spots(model: Rect, body: Rect, edge: Edge, standing: Sequence[Rect]) -> list[Rect]:
    """Places flush with the edge: straight ahead of the model, and beside those that stand there."""
    length, half = _length(body, edge), model.width / 2
    low, high = LEVEL - half, length + half - LEVEL
    facing = edge_facing(body, edge) + 180.0
    marks = {min(max(along(body, edge, model.x, model.y), 0.0), length)}
    for other in standing:
        mark = along(body, edge, other.x, other.y)
        marks |= {mark - model.width, mark + model.width}
    spots: list[Rect] = []
    for mark in sorted(marks):
        if low <= mark <= high:
            x, y = _on_edge(body, edge, mark)
            spots.append(Rect(x, y, facing, model.width, model.depth))
    return spots


def _is_free(scene: Scene, spot: Rect, standing: Sequence[Rect]) -> bool:
    for other in scene.others:
        hit = overlaps(spot, other) if isinstance(other, Rect) else polygon_overlaps(spot, other)
        if hit:
            return False
    bodies = (*scene.bodies, *standing)
    return not any(overlaps(spot, rect) for rect in bodies)


def _way(scene: Scene, model: Rect, spot: Rect, body: Rect, edge: Edge) -> float | None:
    """The cost of the shortest free way to a place: straight, or round an end of the edge."""
    straight = _leg(scene, model.x, model.y, spot)
    if straight is not None:
        return straight
    costs: list[float] = []
    middle_x, middle_y = edge_middle(body, edge)
    for end in (0.0, _length(body, edge)):
        x, y = _on_edge(body, edge, end)
        # A place clear of the corner, outward along the edge and out from it.
        side = point_distance(x, y, middle_x, middle_y)
        room = spot.width / 2 + ASIDE
        x += (x - middle_x) / side * room - spot.fx * ASIDE
        y += (y - middle_y) / side * room - spot.fy * ASIDE
        turn = Rect(x, y, spot.facing, spot.width, spot.depth)
        first = _leg(scene, model.x, model.y, turn)
        second = _leg(scene, turn.x, turn.y, spot)
        if first is not None and second is not None:
            costs.append(first + second)
    return min(costs, default=None)


def _leg(scene: Scene, x: float, y: float, to: Rect) -> float | None:
    """The cost of going straight from (x, y) to a place; None if something is in the way."""
    far = point_distance(x, y, to.x, to.y)
    if touches(far):
        return 0.0
    dx, dy = (to.x - x) / far, (to.y - y) / far
    start = shifted(to, x - to.x, y - to.y)
    hit = first_on_advance(start, dx, dy, far, [*scene.others, *scene.bodies])
    if hit is not None and hit.stops(far):
        return None
    cost = advance_cost(scene.battle, scene.charger, start, dx, dy, far)
    held = max([defended(scene.battle, start, to, body) for body in scene.bodies])
    return cost - held * move_of(scene.battle, scene.charger) / 2


def _follows(
    scene: Scene, model: Rect, line: Sequence[Rect], standing: list[Rect]
) -> tuple[Rect, float]:
    """Where a model that finds no place on the edge ends: behind one of the line, as near to the
    enemy as it can get.

    Else as far towards the line as it can go; where it stands if it cannot move at all.
    """
    behind = [
        (min([distance(spot, body) for body in scene.bodies]), spot)
        for spot in [advance(rect, -rect.depth) for rect in line]
    ]
    for _, spot in sorted(
        behind,
        key=lambda s: (round(s[0], 2), point_distance(model.x, model.y, s[1].x, s[1].y)),
    ):
        if _is_free(scene, spot, standing):
            cost = _leg(scene, model.x, model.y, spot)
            if cost is not None and within(cost, scene.budget):
                return spot, cost
    near = min(line, key=lambda r: point_distance(model.x, model.y, r.x, r.y))
    return _towards(scene, model, near, standing)


def _towards(scene: Scene, model: Rect, near: Rect, standing: Sequence[Rect]) -> tuple[Rect, float]:
    dx, dy = near.cx - model.x, near.cy - model.y
    far = point_distance(0.0, 0.0, dx, dy)
    if touches(far):
        return model, 0.0
    dx, dy = dx / far, dy / far
    start = Rect(model.x, model.y, bearing(dx, dy), model.width, model.depth)
    room = min(far, scene.budget)
    hit = first_on_advance(start, dx, dy, room, [*scene.others, *scene.bodies, *standing])
    if hit is not None:
        room = max(0.0, hit.travel - ASIDE)
    while room > ASIDE:
        cost = advance_cost(scene.battle, scene.charger, start, dx, dy, room)
        spot = shifted(start, dx * room, dy * room)
        if within(cost, scene.budget) and _is_free(scene, spot, standing):
            return spot, cost
        room -= ASIDE
    return model, 0.0
