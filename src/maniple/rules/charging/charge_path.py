"""The path of a charge: one wheel about a front corner, then straight ahead. [charge.path, charge.move]

`charge_path` tries the wheels of `charge_angles` and takes the one that brings most models into
touch, then costs the fewest inches, then turns least, then turns about the left corner. None: the
charge does not reach. Skirmishers and single models, who do not wheel, go each his own way
(`loose_charge`).
"""

from msgspec import Struct

from maniple.battle.state import Battle
from maniple.battle.unit import Formation, UnitId
from maniple.geometry import (
    FRONT,
    LEFT,
    RADIANS,
    RIGHT,
    WITHIN,
    Edge,
    Pose,
    Rect,
    advance,
    contact,
    distance,
    first_on_advance,
    first_on_wheel,
    pose_of,
    touches,
    wheel,
    within,
)
from maniple.rules.charging.align import align
from maniple.rules.charging.charge_angles import MOST, wheels_at_edge, wheels_at_points
from maniple.rules.charging.charge_scene import Scene, scene
from maniple.rules.charging.defended import defended
from maniple.rules.charging.facing import edge_towards
from maniple.rules.charging.loose_charge import LooseCharge, loose_charge
from maniple.rules.charging.touching import bases_along, sliver
from maniple.rules.moving.rate import move_of
from maniple.rules.table.terrain_cost import advance_cost, wheel_cost_on

DRAWN_IN = 0.5
"""Skirmishers so many inches before the front can be drawn into the fight. [charge.at-skirmishers]"""

HEAD_ON = 0.0001
"""A charger whose way makes a smaller cosine than this with an edge runs along it."""

COARSE = 3.0
"""Degrees between the wheels among which the largest that reaches is sought at first."""

HALVINGS = 8

ANY_DISTANCE = 500.0
"""Inches of a path that is sought for its direction alone."""

Wheeled = tuple[Edge, float]
"""A wheel: about which front corner, and by how many degrees."""


class ChargePath(Struct, frozen=True):
    """How a charge comes home: inches and degrees; where it ends before it is aligned."""

    end: Pose
    cost: float
    about: Edge = LEFT
    degrees: float = 0.0
    inches: float = 0.0
    wheeled: Pose | None = None
    """Formed chargers: after the wheel, before the advance."""
    edge: Edge = FRONT
    """The edge of the target's body that is met."""
    across: bool = False
    """It ends against an obstacle that the target defends: they fight over it.

    [terrain.cost, combat.defended-obstacle]
    """
    touching: int = 0
    """Models of both sides that fight, once aligned."""
    places: tuple[Pose, ...] = ()
    """Skirmishing chargers: where each model ends."""

    @property
    def wheel(self) -> Wheeled:
        return self.about, self.degrees


def charge_reach(battle: Battle, charger: UnitId) -> float:
    """Inches that a charge may cover: double the unit's move. [charge.move]"""
    return 2.0 * move_of(battle, battle.units[charger])


def charge_path(
    battle: Battle,
    charger: UnitId,
    target: UnitId,
    facing: Edge,
    inches: float,
    *,
    fixed: Wheeled | None = None,
) -> ChargePath | None:
    """The way by which the charger meets that facing of the target within so many inches.

    `fixed`: the wheel that it is bound to. None if there is no way. [charge.path]
    """
    where = scene(battle, charger, target, facing, inches)
    unit = where.charger
    if unit.is_skirmishing or unit.formation is Formation.SINGLE:
        return _loose(loose_charge(where))
    if not within(min([distance(where.rect, rect) for rect in where.bodies]), inches):
        return None
    if fixed is not None:
        return _try(where, *fixed)
    return _best(where)


def _loose(found: LooseCharge | None) -> ChargePath | None:
    if found is None:
        return None
    return ChargePath(
        found.end,
        found.cost,
        edge=found.edge,
        across=found.across,
        touching=found.touching,
        places=found.places,
    )


def best_direction(battle: Battle, charger: UnitId, target: UnitId, facing: Edge) -> Wheeled | None:
    """The wheel of the best path at that facing, however long; None if there is no way at all.

    [charge.path]
    """
    path = _choice(_all_tried(scene(battle, charger, target, facing, ANY_DISTANCE)))
    return None if path is None else path.wheel


def _best(where: Scene) -> ChargePath | None:
    """The best of all wheels worth trying. [charge.path]"""
    tried = _all_tried(where)
    best = _choice(tried)
    if best is not None and best.touching >= _most_models(where):
        return best
    return _choice([*tried, *[_largest(where, about) for about in (LEFT, RIGHT)]])


def _all_tried(where: Scene) -> list[ChargePath | None]:
    """What comes of going straight on, and of each wheel worth trying."""
    if where.target.is_skirmishing:
        points = [(rect.cx, rect.cy) for rect in where.bodies]
        wheels = wheels_at_points(where.rect, points)
    else:
        wheels = wheels_at_edge(where.rect, where.bodies[0], _edge_aimed_at(where))
    return [_try(where, LEFT, 0.0), *[_try(where, about, turn) for about, turn in wheels]]


def _choice(tried: list[ChargePath | None]) -> ChargePath | None:
    return min([path for path in tried if path is not None], key=_order, default=None)


def _order(path: ChargePath) -> tuple[int, float, float, bool]:
    return (-path.touching, round(path.cost, 3), path.degrees, path.about is RIGHT)


def _edge_aimed_at(where: Scene) -> Edge:
    if where.any_edge:
        return edge_towards(where.target, where.rect.x, where.rect.y)
    return where.facing


def _most_models(where: Scene) -> int:
    """How many models could fight at the most, whatever the path."""
    if where.target.is_skirmishing:
        return len(where.bodies)
    body = where.bodies[0]
    theirs = bases_along(where.target, body, _edge_aimed_at(where))
    return len(bases_along(where.charger, where.rect, FRONT)) + len(theirs)


def _largest(where: Scene, about: Edge) -> ChargePath | None:
    """The largest wheel about a corner that still reaches. [charge.path]"""
    high = min(MOST, where.budget / where.rect.width / RADIANS)
    low = high
    path = _try(where, about, round(high, 2))
    while path is None and low > COARSE:
        high, low = low, low - COARSE
        path = _try(where, about, round(low, 2))
    if path is None or low == high:
        return path
    for _ in range(HALVINGS):
        middle = round((low + high) / 2, 2)
        found = _try(where, about, middle)
        if found is None:
            high = middle
        else:
            low, path = middle, found
    return path


def _try(where: Scene, about: Edge, degrees: float) -> ChargePath | None:
    """The charge with this wheel; None if it is dear, blocked, or meets the wrong edge.

    The cheapest questions come first: most wheels miss the target, or cost too much.
    """
    if degrees <= 0.0:
        return _ahead(where, where.rect, about, 0.0, 0.0)
    hit = first_on_wheel(where.rect, degrees, about, where.bodies)
    met_at_once = hit is not None and hit.stops(degrees)
    if hit is not None and met_at_once:
        degrees = int(hit.travel * 100.0) / 100.0
    cost = wheel_cost_on(where.battle, where.charger, where.rect, degrees, about.value)
    if not within(cost, where.budget):
        return None
    turned = as_recorded(wheel(where.rect, degrees, about))
    if met_at_once:
        path = _arrival(where, turned, turned, cost, about, degrees, 0.0)
    else:
        path = _ahead(where, turned, about, degrees, cost)
    if path is None:
        return None
    hit = first_on_wheel(where.rect, degrees, about, where.others)
    return None if hit is not None and hit.stops(degrees) else path


def _ahead(
    where: Scene, wheeled: Rect, about: Edge, degrees: float, cost: float
) -> ChargePath | None:
    """The charge straight on from where the wheel has ended."""
    far = where.budget - cost + WITHIN
    ahead = first_on_advance(wheeled, wheeled.fx, wheeled.fy, far, where.bodies)
    if ahead is None:
        return None
    inches = ahead.travel
    hit = first_on_advance(wheeled, wheeled.fx, wheeled.fy, inches, where.others)
    if hit is not None and hit.stops(inches):
        return None
    end = advance(wheeled, inches)
    return _arrival(where, wheeled, end, cost, about, degrees, inches)


def as_recorded(rect: Rect) -> Rect:
    """The body as events record it: its pose rounded."""
    at = pose_of(rect)
    return Rect(at.x, at.y, at.facing, rect.width, rect.depth)


def _arrival(
    where: Scene, wheeled: Rect, end: Rect, cost: float, about: Edge, degrees: float, inches: float
) -> ChargePath | None:
    """The path that ends there, if it can be paid for and meets the right edge."""
    battle, unit = where.battle, where.charger
    body = min(where.bodies, key=lambda rect: distance(end, rect))
    edge = _edge_met(where, end, body)
    if edge is None:
        return None
    cost += advance_cost(battle, unit, wheeled, wheeled.fx, wheeled.fy, inches)
    held = defended(battle, wheeled, end, body)
    cost -= held * move_of(battle, unit) / 2
    if not within(cost, where.budget):
        return None
    return ChargePath(
        end=pose_of(end),
        cost=cost,
        about=about,
        degrees=degrees,
        inches=inches,
        wheeled=pose_of(wheeled),
        edge=edge,
        across=held > 0,
        touching=_touching(where, end, body, edge),
    )


def _edge_met(where: Scene, end: Rect, body: Rect) -> Edge | None:
    """The edge of the body that the charger's front has met; None if it is the wrong one.

    A corner belongs to both its edges, if the charger comes towards them. Of a target that flees
    any touch will do. [charge.path, charge.facing, charge.response.fleeing]
    """
    touch = contact(end, body)
    if where.target.fleeing:
        return FRONT if touch is None else touch.edge_b
    edge = where.facing
    if where.any_edge or where.target.is_skirmishing:
        # Whoever comes upon it with a flank, as he wheels, has not brought his front to it.
        return next(iter(edges_met(end, body)), None)
    if touch is not None and not touch.is_corner:
        return edge if touch.edge_b is edge and touch.edge_a is FRONT else None
    return edge if edge in edges_met(end, body) else None


def edges_met(end: Rect, body: Rect) -> list[Edge]:
    """The edges of a body that the charger's front has come upon, the most squarely met first.

    A corner belongs to both its edges, if the charger comes towards them.
    """
    front = sliver(end, FRONT)
    found: list[tuple[float, Edge]] = []
    for edge in Edge:
        line = sliver(body, edge)
        towards = end.fx * line.fx + end.fy * line.fy
        if towards < -HEAD_ON and touches(distance(front, line)):
            found.append((towards, edge))
    return [edge for _, edge in sorted(found)]


def _touching(where: Scene, end: Rect, body: Rect, edge: Edge) -> int:
    """Models that fight once the charger is aligned; of skirmishers those that may be drawn in."""
    if where.target.fleeing:
        return 1
    if where.target.is_skirmishing:
        return len(before_front(end, where.bodies, DRAWN_IN))
    return align(where, end, body, edge).touching


def before_front(end: Rect, bodies: tuple[Rect, ...], inches: float) -> list[int]:
    """Which of the bodies stand no further than so many inches before the front of another.

    [charge.at-skirmishers]
    """
    strip = Rect(end.x + end.fx * inches, end.y + end.fy * inches, end.facing, end.width, inches)
    return [i for i, rect in enumerate(bodies) if within(distance(strip, rect), 0.01)]
