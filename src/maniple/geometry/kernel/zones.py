"""Front, flanks and rear of a formed body. [unit.zones]"""

from typing import Final

from maniple.geometry.kernel.edge import FRONT, LEFT, REAR, RIGHT, Edge
from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.tolerance import NOISE, TOUCH, WITHIN

_ROOT_HALF: Final = 0.7071067811865476


def zone(rect: Rect, x: float, y: float) -> Edge:
    """The zone of the body in which a point lies. [unit.zones]"""
    dx = x - rect.x
    dy = y - rect.y
    u = dx * rect.rx + dy * rect.ry
    v = dx * rect.fx + dy * rect.fy
    aside = abs(u) - rect.width * 0.5
    if aside < 0.0:
        aside = 0.0
    if v >= aside:
        return FRONT
    if -rect.depth - v >= aside:
        return REAR
    return LEFT if u < 0.0 else RIGHT


def zone_doubt(rect: Rect, x: float, y: float) -> tuple[Edge, Edge] | None:
    """The two zones between which a die decides, the one nearer the front first, or None.

    There is doubt within 0.01 inch of one of the lines that leave the four corners. [unit.zones]
    """
    dx = x - rect.x
    dy = y - rect.y
    u = dx * rect.rx + dy * rect.ry
    v = dx * rect.fx + dy * rect.fy
    side = LEFT if u < 0.0 else RIGHT
    aside = abs(u) - rect.width * 0.5
    if _is_near_diagonal(aside, v):
        return FRONT, side
    if _is_near_diagonal(aside, -rect.depth - v):
        return side, REAR
    return None


def _is_near_diagonal(aside: float, ahead: float) -> bool:
    """Whether a point lies within touch of the line that leaves the origin at 45 degrees."""
    if aside + ahead < 0.0:
        return aside * aside + ahead * ahead <= (TOUCH + NOISE) * (TOUCH + NOISE)
    return abs(aside - ahead) * _ROOT_HALF <= TOUCH + NOISE


def in_front_zone(rect: Rect, other: Rect) -> bool:
    """Whether any part of another body lies in the front zone, deeper than 0.001 inch."""
    dx = other.cx - rect.x
    dy = other.cy - rect.y
    # The other's centre and half sides in this body's frame.
    u = dx * rect.rx + dy * rect.ry
    v = dx * rect.fx + dy * rect.fy
    half = other.width * 0.5
    pu = (other.rx * rect.rx + other.ry * rect.ry) * half
    pv = (other.rx * rect.fx + other.ry * rect.fy) * half
    half = other.depth * 0.5
    qu = (other.fx * rect.rx + other.fy * rect.ry) * half
    qv = (other.fx * rect.fx + other.fy * rect.fy) * half
    # The zone less a margin: a strip's ends at (-w, low) and (w, low), with sides at 45 degrees.
    low = WITHIN
    w = rect.width * 0.5 - WITHIN / _ROOT_HALF + low
    if v + abs(pv) + abs(qv) <= low:
        return False
    if v - u + abs(pv - pu) + abs(qv - qu) <= low - w:
        return False
    if v + u + abs(pv + pu) + abs(qv + qu) <= low - w:
        return False
    return not (
        _is_whole_zone_beyond(u, v, pu, pv, w, low)
        or _is_whole_zone_beyond(u, v, -pu, -pv, w, low)
        or _is_whole_zone_beyond(u, v, qu, qv, w, low)
        or _is_whole_zone_beyond(u, v, -qu, -qv, w, low)
    )


def _is_whole_zone_beyond(u: float, v: float, nu: float, nv: float, w: float, low: float) -> bool:
    """Whether a side of a body parts it from the zone: the side at (nu, nv) from (u, v)."""
    if nv < abs(nu):
        return False
    return low * nv - w * abs(nu) >= u * nu + v * nv + nu * nu + nv * nv
