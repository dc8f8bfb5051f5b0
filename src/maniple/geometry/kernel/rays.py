"""Rays from an eye: what they enter and leave. [sight.blocked]

A direction is a turn from the eye's facing, from -2 to 2, the left below zero (see `trig`).
"""

from typing import Final

from maniple.geometry.kernel.trig import turn_of, unit_of

FAR: Final = 1e300


def turn_right(right: float, ahead: float) -> float:
    """The turn of a direction, to the right above zero; not for (0, 0)."""
    turn = turn_of(ahead, right)
    return turn if turn <= 2.0 else turn - 4.0


def ray(turn: float, fx: float, fy: float) -> tuple[float, float]:
    """The unit direction on the table of a turn from the facing (fx, fy)."""
    if turn >= 0.0:
        ahead, right = unit_of(turn)
    else:
        ahead, right = unit_of(-turn)
        right = -right
    return ahead * fx + right * fy, ahead * fy - right * fx


def crossing(edges: list[float], ex: float, ey: float, dx: float, dy: float) -> tuple[float, float]:
    """From and to what distance a ray from (ex, ey) is inside; (FAR, 0) when it misses."""
    enter = 0.0
    leave = FAR
    i = 0
    while i < len(edges):
        nx = edges[i]
        ny = edges[i + 1]
        room = edges[i + 2] - nx * ex - ny * ey
        i += 3
        speed = nx * dx + ny * dy
        if speed > 0.0:
            when = room / speed
            if when < leave:
                leave = when
        elif speed < 0.0:
            when = room / speed
            if when > enter:
                enter = when
        elif room < 0.0:
            return FAR, 0.0
    if enter > leave:
        return FAR, 0.0
    return enter, leave


def span(
    corners: list[float], ex: float, ey: float, fx: float, fy: float
) -> tuple[float, float, float]:
    """The turns between which an outline lies, and, if it lies across the back, where it ends.

    (low, high, -2) in the plain case; (low, 2, high) across the back: low to 2, then -2 to high;
    (3, -3, -2) for an outline around the eye.
    """
    low = 3.0
    high = -3.0
    low_right = 3.0
    high_left = -3.0
    x0 = corners[len(corners) - 2] - ex
    y0 = corners[len(corners) - 1] - ey
    is_outside = False
    i = 0
    while i < len(corners):
        x1 = corners[i] - ex
        y1 = corners[i + 1] - ey
        i += 2
        if x0 * y1 - y0 * x1 > 1e-9:
            is_outside = True
        x0 = x1
        y0 = y1
        if x1 == 0.0 and y1 == 0.0:
            return 3.0, -3.0, -2.0
        turn = turn_of(x1 * fx + y1 * fy, x1 * fy - y1 * fx)
        if turn > 2.0:
            turn -= 4.0
        if turn < low:
            low = turn
        if turn > high:
            high = turn
        if turn < 0.0:
            if turn > high_left:
                high_left = turn
        elif turn < low_right:
            low_right = turn
    if not is_outside:
        return 3.0, -3.0, -2.0
    if high - low > 2.0 and low_right - high_left > 2.0:
        return low_right, 2.0, high_left
    return low, high, -2.0
