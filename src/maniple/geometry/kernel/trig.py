"""Angles as players give them, and the same on every machine.

Sines and cosines exist for hundredths of a degree only, rounded to 12 digits. They, and the way
back from a direction to degrees, are worked out by the four operations and the square root alone,
which IEEE 754 fixes to the last bit, where the sine of one C library may differ from another's.

Sweeps and sight lines compare many directions and report few. They use the turn of a direction: a
number in [0, 4) that grows with the angle as degrees do, by one for each quarter circle, and costs
one division.
"""

import math
from typing import Final

RADIANS: Final = 0.017453292519943295
"""Radians in a degree."""

NEVER: Final = 5.0
"""A turn beyond every turn: more than a full circle."""

_HUGE: Final = 1e9
_CIRCLE: Final = 36000


# The sines of the first quarter by hundredths of a degree, worked out when first asked for.
_SINES: Final = [-1.0] * 9001


def round_inches(inches: float) -> float:
    """To a thousandth of an inch, never -0.0. Raises ValueError unless below a billion."""
    if not -_HUGE < inches < _HUGE:
        raise ValueError(f"a place or length on a table cannot be {inches} inches")
    return math.floor(inches * 1000.0 + 0.5) / 1000.0


def round_degrees(degrees: float) -> float:
    """To a hundredth of a degree, in [0, 360). Raises ValueError unless below a billion."""
    return hundredths(degrees) / 100.0


def hundredths(degrees: float) -> int:
    """An angle in hundredths of a degree, 0 to 35999. Raises ValueError unless below a billion."""
    if not -_HUGE < degrees < _HUGE:
        raise ValueError(f"an angle cannot be {degrees} degrees")
    return math.floor(degrees * 100.0 + 0.5) % _CIRCLE


def sin_hundredths(h: int) -> float:
    """The sine of an angle in hundredths of a degree, 0 to 35999."""
    if h <= 9000:
        return _quarter_sine(h)
    if h <= 18000:
        return _quarter_sine(18000 - h)
    if h <= 27000:
        return -_quarter_sine(h - 18000)
    return -_quarter_sine(36000 - h)


def cos_hundredths(h: int) -> float:
    """The cosine of an angle in hundredths of a degree, 0 to 35999."""
    return sin_hundredths((h + 9000) % _CIRCLE)


def _quarter_sine(h: int) -> float:
    sine = _SINES[h]
    if sine < 0.0:
        exact = _series(h, 1.0) if h <= 4500 else _series(9000 - h, 0.0)
        sine = math.floor(exact * 1e12 + 0.5) / 1e12
        _SINES[h] = sine
    return sine


def _series(h: int, first: float) -> float:
    """The series of the sine (first power 1), or of the cosine (0), of up to 45 degrees."""
    x = h * (RADIANS / 100.0)
    z = x * x
    tail = 1.0
    n = 18.0 + first
    while n > first:
        tail = 1.0 - tail * z / (n * (n - 1.0))
        n -= 2.0
    return tail * x if first > 0.0 else tail


def sin_deg(degrees: float) -> float:
    """The sine of an angle rounded to a hundredth of a degree, to 12 digits."""
    return sin_hundredths(hundredths(degrees))


def cos_deg(degrees: float) -> float:
    """The cosine of an angle rounded to a hundredth of a degree, to 12 digits."""
    return cos_hundredths(hundredths(degrees))


def turn_of(x: float, y: float) -> float:
    """The turn of a direction, counted anticlockwise from +x: [0, 4). Not for (0, 0)."""
    if y >= 0.0:
        if x >= 0.0:
            return y / (x + y)
        return 1.0 - x / (y - x)
    if x < 0.0:
        return 2.0 + y / (x + y)
    return 3.0 + x / (x - y)


def unit_of(turn: float) -> tuple[float, float]:
    """The unit vector (x, y) of a turn in [0, 4]."""
    part = turn
    quarter = 0
    while part >= 1.0:
        part -= 1.0
        quarter += 1
    rest = 1.0 - part
    size = math.sqrt(part * part + rest * rest)
    part /= size
    rest /= size
    if quarter == 0:
        return rest, part
    if quarter == 1:
        return -part, rest
    if quarter == 2:
        return -rest, -part
    if quarter == 3:
        return part, -rest
    return rest, part


def degrees_of(turn: float) -> float:
    """The degrees of a turn in [0, 4]."""
    part = turn
    base = 0.0
    while part >= 1.0:
        part -= 1.0
        base += 90.0
    return base + _arc(part, 1.0 - part)


def bearing(dx: float, dy: float) -> float:
    """The facing that looks along (dx, dy), in [0, 360), not rounded; 0 for no direction."""
    if dx == 0.0 and dy == 0.0:
        return 0.0
    degrees = degrees_of(turn_of(dy, dx))
    return degrees if degrees < 360.0 else 0.0


def _arc(y: float, x: float) -> float:
    """The degrees, 0 to 90, of the direction (x, y) in the first quarter."""
    if y > x:
        return 90.0 - _arc(x, y)
    t = y / x
    # Halving the angle twice leaves an argument below 0.2, where ten terms reach the last bit.
    t = t / (1.0 + math.sqrt(1.0 + t * t))
    t = t / (1.0 + math.sqrt(1.0 + t * t))
    z = t * t
    tail = 1.0 / 19.0 - z / 21.0
    tail = 1.0 / 17.0 - z * tail
    tail = 1.0 / 15.0 - z * tail
    tail = 1.0 / 13.0 - z * tail
    tail = 1.0 / 11.0 - z * tail
    tail = 1.0 / 9.0 - z * tail
    tail = 1.0 / 7.0 - z * tail
    tail = 1.0 / 5.0 - z * tail
    tail = 1.0 / 3.0 - z * tail
    return 4.0 * (t - t * z * tail) / RADIANS
