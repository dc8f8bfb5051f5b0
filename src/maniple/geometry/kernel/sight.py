"""How much of a body can be seen from a point, past what stands in the way. [sight.blocked]

The eye looks along its facing. Directions are turns (see `trig`) from its facing, from -2 to 2, the
left being below zero, so that what lies behind it is where the count begins and ends.
"""

from collections.abc import Sequence
from typing import Final

from maniple.geometry.kernel.outline import Outline
from maniple.geometry.kernel.polygon import Polygon
from maniple.geometry.kernel.tolerance import NOISE
from maniple.geometry.kernel.trig import cos_deg, degrees_of, sin_deg, turn_of, unit_of
from maniple.geometry.kernel.woods import hidden_by_wood

_FAR: Final = 1e300


def _turn(right: float, ahead: float) -> float:
    turn = turn_of(ahead, right)
    return turn if turn <= 2.0 else turn - 4.0


def _degrees(turn: float) -> float:
    return degrees_of(turn) if turn >= 0.0 else -degrees_of(-turn)


def _seen_from(corners: list[float], ex: float, ey: float, fx: float, fy: float) -> list[float]:
    """Corners as right, ahead of the eye."""
    seen: list[float] = []
    for i in range(0, len(corners), 2):
        dx = corners[i] - ex
        dy = corners[i + 1] - ey
        seen.append(dx * fy - dy * fx)
        seen.append(dx * fx + dy * fy)
    return seen


def _is_around(corners: list[float]) -> bool:
    """Whether the eye, at the origin, is inside the clockwise outline, or on it."""
    count = len(corners)
    x0 = corners[count - 2]
    y0 = corners[count - 1]
    for i in range(0, count, 2):
        x1 = corners[i]
        y1 = corners[i + 1]
        if x0 * y1 - y0 * x1 > NOISE:
            return False
        x0 = x1
        y0 = y1
    return True


def _spans(corners: list[float]) -> tuple[float, float, float]:
    """The turns between which an outline lies, and, if it lies across the back, where it ends.

    (low, high, -2) for the plain case; (low, 2, high) for an outline across the back: from low to 2
    and from -2 to high.
    """
    low = 3.0
    high = -3.0
    low_right = 3.0
    high_left = -3.0
    for i in range(0, len(corners), 2):
        turn = _turn(corners[i], corners[i + 1])
        low = min(low, turn)
        high = max(high, turn)
        if turn < 0.0:
            high_left = max(high_left, turn)
        elif turn < low_right:
            low_right = turn
    if high - low > 2.0 and low_right - high_left > 2.0:
        return low_right, 2.0, high_left
    return low, high, -2.0


def entry(corners: list[float], right: float, ahead: float) -> float:
    """How far along the unit direction (right, ahead) the ray from the eye enters a clockwise outline.

    A very great figure when it misses.
    """
    enter = 0.0
    leave = _FAR
    count = len(corners)
    x0 = corners[count - 2]
    y0 = corners[count - 1]
    for i in range(0, count, 2):
        x1 = corners[i]
        y1 = corners[i + 1]
        # Outward normal of a clockwise edge, not of unit length: the ratio does not mind.
        nx = y0 - y1
        ny = x1 - x0
        room = nx * x0 + ny * y0
        speed = nx * right + ny * ahead
        if speed > 0.0:
            when = room / speed
            leave = min(leave, when)
        elif speed < 0.0:
            when = room / speed
            enter = max(enter, when)
        elif room < 0.0:
            return _FAR
        x0 = x1
        y0 = y1
    return enter if enter <= leave else _FAR


def _uncovered(low: float, high: float, lows: list[float], highs: list[float]) -> float:
    """The degrees between two turns that no span covers."""
    total = 0.0
    at = low
    count = len(lows)
    while at < high:
        # Go on through every span that covers this place, then see to where it is open.
        reached = at
        following = high
        for i in range(count):
            if lows[i] <= at:
                reached = max(reached, highs[i])
            elif lows[i] < following:
                following = lows[i]
        if reached > at:
            at = reached
            continue
        total += _degrees(following) - _degrees(at)
        at = following
    return total


def _cover(
    low: float,
    high: float,
    corners: list[float],
    target: list[float],
    span_low: float,
    span_high: float,
    lows: list[float],
    highs: list[float],
) -> None:
    """Add the part of a blocker's span within low to high, if it is nearer than the target."""
    span_low = max(span_low, low)
    span_high = min(span_high, high)
    if span_high <= span_low:
        return
    ahead, right = _direction((span_low + span_high) * 0.5)
    if entry(corners, right, ahead) < entry(target, right, ahead):
        lows.append(span_low)
        highs.append(span_high)


def _direction(turn: float) -> tuple[float, float]:
    """How far ahead and to the right a turn from -2 to 2 looks."""
    if turn >= 0.0:
        return unit_of(turn)
    ahead, right = unit_of(-turn)
    return ahead, -right


def visible_degrees(
    ex: float,
    ey: float,
    facing: float,
    half_arc: float,
    target: Outline,
    blockers: Sequence[Outline],
    woods: Sequence[Polygon] = (),
    wood_depth: float = 2.0,
) -> float:
    """The degrees of a target's outline that an eye at (ex, ey) sees within its arc.

    The arc reaches `half_arc` degrees to either side of the facing. Taken away is what the blockers
    cover that stand nearer than the target, and what lies behind more than `wood_depth` inches of
    any one wood. An eye inside the target sees it wherever it looks, one inside a blocker nothing.
    """
    fx = sin_deg(facing)
    fy = cos_deg(facing)
    half = 2.0 if half_arc >= 180.0 else _turn(sin_deg(half_arc), cos_deg(half_arc))
    aim = _seen_from(target.corners(), ex, ey, fx, fy)
    if _is_around(aim):
        return 2.0 * half_arc
    low, high, rest = _spans(aim)
    total = 0.0
    if rest > -2.0:
        total += _visible(ex, ey, fx, fy, -half, rest, aim, blockers, woods, wood_depth)
    low = max(low, -half)
    high = min(high, half)
    return total + _visible(ex, ey, fx, fy, low, high, aim, blockers, woods, wood_depth)


def _visible(
    ex: float,
    ey: float,
    fx: float,
    fy: float,
    low: float,
    high: float,
    aim: list[float],
    blockers: Sequence[Outline],
    woods: Sequence[Polygon],
    wood_depth: float,
) -> float:
    """The degrees open between two turns of the target."""
    if high <= low:
        return 0.0
    lows: list[float] = []
    highs: list[float] = []
    for body in blockers:
        corners = _seen_from(body.corners(), ex, ey, fx, fy)
        if _is_around(corners):
            return 0.0
        span_low, span_high, rest = _spans(corners)
        _cover(low, high, corners, aim, span_low, span_high, lows, highs)
        if rest > -2.0:
            _cover(low, high, corners, aim, -2.0, rest, lows, highs)
    for wood in woods:
        corners = _seen_from(wood.corners(), ex, ey, fx, fy)
        if not _is_around(corners):
            span_low, span_high, rest = _spans(corners)
            if rest <= -2.0 and (span_high <= low or span_low >= high):
                continue
        hidden_by_wood(corners, aim, low, high, wood_depth, lows, highs)
    return _uncovered(low, high, lows, highs)
