"""Setting a charger flush with the facing that it has struck. [charge.align, charge.align-how]

The charger pivots about the point of contact, the target closes the gap if something stops that
short, and the charger slides along the facing to where most models are in touch. All free of cost.
"""

import math
from collections.abc import Sequence

from msgspec import Struct

from maniple.battle.unit import NOBODY, Unit
from maniple.geometry import (
    FRONT,
    Edge,
    Outline,
    Pose,
    Rect,
    contact,
    edge_ends,
    edge_facing,
    first_on_advance,
    first_on_pivot,
    in_touch,
    pivot,
    point_distance,
    pose_of,
    rects_touched,
    shifted,
    spans_in_touch,
)
from maniple.rules.charging.charge_scene import Scene
from maniple.rules.charging.facing import has_facings
from maniple.rules.charging.touching import along, bases_along, front_row, near_at_an_angle, shared

FLUSH = 0.005
"""Degrees within which two edges lie flush."""


class Alignment(Struct, frozen=True):
    """Where charger and target stand once they are aligned."""

    charger: Pose
    target: Pose | None = None
    """If the target has turned to close the gap."""
    is_flush: bool = True
    touching: int = 0
    """Models of both that fight there."""


def align(scene: Scene, at: Rect, body: Rect, edge: Edge) -> Alignment:
    """How a charger that has come into contact at `at` with an edge of the target is aligned."""
    turn = turn_to_flush(at, body, edge)
    turned, closed = at, body
    if abs(turn) > FLUSH:
        px, py = _pivot_point(at, body)
        done = _free_turn(at, turn, px, py, scene.others)
        turned = pivot(at, done, px, py)
        left = turn - done
        if abs(left) > FLUSH:
            swung = _swung_target(scene, body, -left, px, py)
            if swung is None:
                models = near_at_an_angle(scene.charger, turned, scene.target, body, edge)
                return Alignment(pose_of(turned), is_flush=False, touching=models)
            closed = swung
    turned = _snapped(turned, closed, edge)
    slid = _slid(scene, turned, closed, edge)
    models = _models(scene, slid, closed, edge)
    return Alignment(pose_of(slid), None if closed is body else pose_of(closed), touching=models)


def pivot_about_contact(scene: Scene, at: Rect, body: Rect) -> Rect:
    """Flush with a single model that has been touched, as far as there is room.

    [charge.at-skirmishers]
    """
    touch = contact(at, body)
    if touch is None:
        return at
    turn = turn_to_flush(at, body, touch.edge_b)
    px, py = _pivot_point(at, body)
    rest = [rect for rect in scene.bodies if rect is not body]
    return pivot(at, _free_turn(at, turn, px, py, [*scene.others, *rest]), px, py)


def turn_to_flush(at: Rect, body: Rect, edge: Edge) -> float:
    """Degrees, to the right above zero, from the charger's facing to the one that lies flush."""
    turn = (edge_facing(body, edge) + 180.0 - at.facing) % 360.0
    return round(turn - 360.0 if turn > 180.0 else turn, 2)


def _pivot_point(at: Rect, body: Rect) -> tuple[float, float]:
    """The first point of contact."""
    touch = contact(at, body)
    if touch is None:
        return at.x, at.y
    # Either a corner of the charger touches the target's edge, or the other way round: the end
    # of an edge that is touched at one point is a corner.
    if touch.a_from in (0.0, at.width) and touch.edge_a == FRONT:
        x, y, far_x, far_y = edge_ends(at, FRONT)
        return (x, y) if touch.a_from == 0.0 else (far_x, far_y)
    x, y, far_x, far_y = edge_ends(body, touch.edge_b)
    length = point_distance(x, y, far_x, far_y)
    part = touch.b_from / length
    return x + (far_x - x) * part, y + (far_y - y) * part


def _free_turn(at: Rect, turn: float, px: float, py: float, others: Sequence[Outline]) -> float:
    """How many of the degrees the body can turn before something stops it."""
    hit = first_on_pivot(at, turn, px, py, others)
    if hit is None or not hit.stops(abs(turn)):
        return turn
    done = math.floor(hit.travel * 100.0) / 100.0
    return done if turn > 0.0 else -done


def can_swing(unit: Unit) -> bool:
    """Whether a charged unit may turn to close a gap: formed and not yet in combat.

    [charge.align-how]
    """
    return has_facings(unit) and not unit.is_engaged and not unit.fleeing


def _swung_target(scene: Scene, body: Rect, turn: float, px: float, py: float) -> Rect | None:
    """The target turned to close the gap; None where it may not, or something is in the way."""
    if not can_swing(scene.target):
        return None
    hit = first_on_pivot(body, turn, px, py, scene.others)
    if hit is not None and hit.stops(abs(turn)):
        return None
    swung = pivot(body, turn, px, py)
    at = pose_of(swung)
    return Rect(at.x, at.y, at.facing, body.width, body.depth)


def _snapped(at: Rect, body: Rect, edge: Edge) -> Rect:
    """The charger moved by the hair that parts its front from the line of the edge."""
    x, y, _, _ = edge_ends(body, edge)
    lift = (at.x - x) * -at.fx + (at.y - y) * -at.fy
    return shifted(at, at.fx * lift, at.fy * lift) if abs(lift) < 0.05 else at


def _models(scene: Scene, at: Rect, body: Rect, edge: Edge) -> int:
    """Models of both sides that fight, other enemies that the front lies flush with among them."""
    ours = front_row(scene.charger, at, body, edge)
    rows = [bases_along(scene.target, body, edge)]
    for unit, rect in _enemies_touched(scene, at):
        touch = contact(at, rect)
        if touch is None or touch.is_corner or touch.edge_a is not FRONT:
            continue
        # Where that enemy's edge begins, on the same scale as ours.
        x, y, _, _ = edge_ends(rect, touch.edge_b)
        start = along(body, edge, x, y)
        row = bases_along(unit, rect, touch.edge_b)
        rows.append(tuple([(start + low, start + high) for low, high in row]))
    return shared(ours, *rows)


def _slid(scene: Scene, at: Rect, body: Rect, edge: Edge) -> Rect:
    """The charger after sliding by the least distance that brings most models into touch.

    At most half its own width; enemies that it touches already stay in touch. [charge.align-how]
    """
    ours = front_row(scene.charger, at, body, edge)
    theirs = bases_along(scene.target, body, edge)
    kept = _enemies_touched(scene, at)
    best = (-shared(ours, theirs), 0.0, 0.0)
    for shift in _shifts(ours, theirs, at.width / 2):
        found = (-spans_in_touch(ours, theirs, shift), abs(shift), shift)
        if found < best and all(in_touch(_along_edge(at, -shift), rect) for _, rect in kept):
            best = found
    shift = best[2]
    if shift == 0.0:
        return at
    # Along the edge from its left end is to the left of one who faces it.
    way = -1.0 if shift > 0.0 else 1.0
    hit = first_on_advance(at, at.rx * way, at.ry * way, abs(shift), scene.others)
    room = hit.travel if hit is not None and hit.stops(abs(shift)) else abs(shift)
    return _along_edge(at, way * room)


def _along_edge(at: Rect, right: float) -> Rect:
    return shifted(at, at.rx * right, at.ry * right)


def _shifts(
    ours: tuple[tuple[float, float], ...], theirs: tuple[tuple[float, float], ...], most: float
) -> list[float]:
    """The slides at which an end of one row comes level with a base of the other."""
    our_ends = (ours[0][0], ours[-1][1])
    their_ends = (theirs[0][0], theirs[-1][1])
    found = {end - mark for end in their_ends for span in ours for mark in span}
    found |= {mark - end for end in our_ends for span in theirs for mark in span}
    return sorted(shift for shift in found if abs(shift) <= most)


def _enemies_touched(scene: Scene, at: Rect) -> list[tuple[Unit, Rect]]:
    """Bodies of other enemies that the charger touches, and whose they are."""
    units = scene.battle.units
    found: list[tuple[Unit, Rect]] = []
    for place in rects_touched(at, scene.others):
        outline, owner = scene.others[place], scene.owners[place]
        is_enemy = owner != NOBODY and units[owner].side is not scene.charger.side
        if is_enemy and isinstance(outline, Rect):
            found.append((units[owner], outline))
    return found
