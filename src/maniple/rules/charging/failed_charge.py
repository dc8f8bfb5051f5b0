"""A charge that falls short: the charger goes its normal move towards the target.

[charge.failed, charge.blocked, charge.path]
"""

import math

from maniple.battle.bodies import body, body_as, outline
from maniple.battle.events import Spoke, UnitMoved
from maniple.battle.state import Battle, Charge
from maniple.battle.table import Table
from maniple.battle.unit import NOBODY, Formation, Moved, Unit, UnitId
from maniple.geometry import (
    CLEARANCE,
    LEFT,
    RIGHT,
    Edge,
    Outline,
    Pose,
    Rect,
    advance,
    bearing,
    distance,
    first_on_advance,
    first_on_wheel,
    point_distance,
    polygon_distance,
    polygon_overlaps,
    pose_of,
    shifted,
    touches,
    wheel,
)
from maniple.rules.charging.charge_angles import wheels_at_points
from maniple.rules.charging.charge_path import Wheeled, as_recorded, best_direction
from maniple.rules.charging.charge_scene import in_the_way
from maniple.rules.moving.one_inch import INCH, is_inch_kept
from maniple.rules.moving.rate import move_of
from maniple.rules.moving.skirmish import middle_of
from maniple.rules.table.ground import grounds
from maniple.rules.table.obstruct import is_free
from maniple.rules.table.room import widened
from maniple.rules.table.terrain_cost import inches_for, wheel_cost_on

FAR = 1000.0
"""Inches: farther off than anything on a table."""

STEP = 0.05
"""Inches by which a move is cut back until it ends on free ground."""

DEGREES = 0.25
"""Degrees by which a wheel is cut back for the same end."""


def fall_short(table: Table, charge: Charge) -> None:
    """The charger goes its normal move along the best path, or towards the target's middle.

    It stops 0.1 inch short of whatever is in the way. [charge.failed, charge.blocked]
    """
    battle = table.battle
    unit = battle.units[charge.charger]
    is_blocked = charge.in_reach and not charge.target_fled
    cite = "charge.blocked" if is_blocked else "charge.failed"
    what = "the way is closed" if is_blocked else "falls short"
    table.record(Spoke(unit.id, what, cite, other=charge.target))
    if unit.is_skirmishing or unit.formation is Formation.SINGLE:
        end, places, path, spent = _loose_move(battle, unit, charge)
    else:
        end, places, path, spent = _formed_move(battle, unit, charge)
    table.record(
        UnitMoved(
            unit.id,
            end,
            unit.files,
            Moved.FAILED_CHARGE,
            cite=cite,
            formation=unit.formation,
            places=places,
            path=path,
            spent=round(spent, 3),
        )
    )


Move = tuple[Pose, tuple[Pose, ...], tuple[Pose, ...], float]
"""The end, skirmishers' places, the poses on the way, the inches spent."""


def _formed_move(battle: Battle, unit: Unit, charge: Charge) -> Move:
    others = everything_about(battle, unit)
    budget = float(move_of(battle, unit))
    start = body(unit)
    about, degrees = _direction(battle, charge)
    degrees, spent = _affordable(battle, unit, start, about, degrees, budget)
    degrees = _clear_wheel(start, degrees, about, others)
    while True:
        wheeled = wheel(start, degrees, about) if degrees > 0.0 else start
        spent = wheel_cost_on(battle, unit, start, degrees, about.value) if degrees > 0.0 else 0.0
        wheeled = as_recorded(wheeled)
        room = inches_for(battle, unit, wheeled, wheeled.fx, wheeled.fy, budget - spent)
        room = clear_room(battle, (wheeled,), wheeled.fx, wheeled.fy, room, others)
        end = pose_of(advance(wheeled, room))
        if degrees <= 0.0:
            return end, (), (unit.pose, end), spent + room
        if not _is_on_obstacle(battle, body_as(unit, end, unit.files)):
            return end, (), (unit.pose, pose_of(wheeled), end), spent + room
        # A wheel that would end upon an obstacle, with no way on, stops before it. [terrain.cost]
        degrees = max(0.0, round(degrees - DEGREES, 2))


def _loose_move(battle: Battle, unit: Unit, charge: Charge) -> Move:
    """All models go the same way, so that they keep their links."""
    others = everything_about(battle, unit)
    rects = outline(unit)
    at_x = sum([r.cx for r in rects]) / len(rects)
    at_y = sum([r.cy for r in rects]) / len(rects)
    target = battle.units[charge.target]
    to_x, to_y = _middle(target) if target.is_on_table else (at_x, at_y)
    far = point_distance(at_x, at_y, to_x, to_y)
    if touches(far):
        dx, dy = rects[0].fx, rects[0].fy
    else:
        dx, dy = (to_x - at_x) / far, (to_y - at_y) / far
    if not unit.is_skirmishing:
        rects = (_faced(battle, unit, rects[0], bearing(dx, dy)),)
    budget = float(move_of(battle, unit))
    room = min([inches_for(battle, unit, rect, dx, dy, budget) for rect in rects])
    room = clear_room(battle, rects, dx, dy, room, others)
    moved = [pose_of(shifted(rect, dx * room, dy * room)) for rect in rects]
    if unit.is_skirmishing:
        end = middle_of(moved)
        return end, tuple(moved), (unit.pose, end), room
    return moved[0], (), (unit.pose, moved[0]), room


def _faced(battle: Battle, unit: Unit, rect: Rect, facing: float) -> Rect:
    """A single model turned the way that it goes, if there is room for that. [character.move]"""
    turned = Rect(rect.x, rect.y, facing, rect.width, rect.depth)
    return turned if is_free(battle, unit.id, (turned,)) else rect


def _middle(unit: Unit) -> tuple[float, float]:
    rects = outline(unit)
    return sum([r.cx for r in rects]) / len(rects), sum([r.cy for r in rects]) / len(rects)


def everything_about(battle: Battle, unit: Unit) -> tuple[Outline, ...]:
    """All that is in the way. Who has failed has not charged: where the players agreed on that, it
    keeps an inch from enemies, or as far off as it was if that is nearer. [move.one-inch-gap]
    """
    others, owners = in_the_way(battle, unit.id, ())
    if not is_inch_kept(battle):
        return others
    ours = outline(unit)

    def kept_off(other: Outline, owner: UnitId) -> Outline:
        if owner == NOBODY or battle.units[owner].side is unit.side or not isinstance(other, Rect):
            return other
        near = min([distance(rect, other) for rect in ours])
        return widened(other, max(0.0, min(INCH, near) - CLEARANCE))

    return tuple([kept_off(*pair) for pair in zip(others, owners, strict=True)])


def _direction(battle: Battle, charge: Charge) -> Wheeled:
    """The wheel of the best path, whatever its length; else the one that points at the target."""
    fixed = (charge.about, charge.degrees)
    target = battle.units[charge.target]
    if not target.is_on_table:
        return fixed
    best = best_direction(battle, charge.charger, charge.target, charge.facing)
    if best is not None:
        return best
    unit = battle.units[charge.charger]
    rect = body(unit)
    x, y = _middle(target)
    wheels = [(LEFT, 0.0), *wheels_at_points(rect, [(x, y)])]
    return min(wheels, key=lambda w: (_off_line(rect, w, x, y), w[1], w[0] is RIGHT))


def _off_line(rect: Rect, wheeled: Wheeled, x: float, y: float) -> float:
    """How far from the line straight ahead of the middle a point lies, after a wheel; inches."""
    about, degrees = wheeled
    after = wheel(rect, degrees, about) if degrees > 0.0 else rect
    ahead = (x - after.x) * after.fx + (y - after.y) * after.fy
    aside = (x - after.x) * after.rx + (y - after.y) * after.ry
    return round(abs(aside), 2) if ahead > 0.0 else FAR


def _affordable(
    battle: Battle, unit: Unit, rect: Rect, about: Edge, degrees: float, budget: float
) -> tuple[float, float]:
    """As much of the wheel as the move pays for, and its cost."""
    if degrees <= 0.0:
        return 0.0, 0.0
    cost = wheel_cost_on(battle, unit, rect, degrees, about.value)
    if cost <= budget:
        return degrees, cost
    degrees = math.floor(degrees * budget / cost * 100.0) / 100.0
    return degrees, budget


def _clear_wheel(rect: Rect, degrees: float, about: Edge, others: tuple[Outline, ...]) -> float:
    """The degrees that can be wheeled before coming within 0.1 inch of anything in the way."""
    if degrees <= 0.0:
        return 0.0
    hit = first_on_wheel(rect, degrees, about, others)
    if hit is None:
        return degrees
    degrees = math.floor(hit.travel * 100.0) / 100.0
    met = others[hit.index]
    while degrees > 0.0 and polygon_distance(wheel(rect, degrees, about), met) < CLEARANCE:
        degrees = round(degrees - DEGREES, 2)
    return max(degrees, 0.0)


def clear_room(
    battle: Battle,
    rects: tuple[Rect, ...],
    dx: float,
    dy: float,
    inches: float,
    others: tuple[Outline, ...],
) -> float:
    """The inches that can be gone before coming within 0.1 inch of anything in the way.

    The end is not on an obstacle either. [charge.path, terrain.cost]
    """
    met: list[tuple[Rect, Outline]] = []
    for rect in rects:
        hit = first_on_advance(rect, dx, dy, inches + CLEARANCE, others)
        if hit is not None:
            inches = min(inches, max(0.0, hit.travel - CLEARANCE))
            met.append((rect, others[hit.index]))
    while inches > 0.0 and not _is_clear(battle, rects, dx * inches, dy * inches, met):
        inches -= STEP
    return max(0.0, inches)


def _is_clear(
    battle: Battle,
    rects: tuple[Rect, ...],
    dx: float,
    dy: float,
    met: list[tuple[Rect, Outline]],
) -> bool:
    if any(polygon_distance(shifted(rect, dx, dy), other) < CLEARANCE for rect, other in met):
        return False
    return not any(_is_on_obstacle(battle, shifted(rect, dx, dy)) for rect in rects)


def _is_on_obstacle(battle: Battle, rect: Rect) -> bool:
    """Whether a body stands upon an obstacle, which it may not. [terrain.cost]"""
    return any(polygon_overlaps(rect, piece.polygon) for piece in grounds(battle).obstacles)
