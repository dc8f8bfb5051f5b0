"""What a body meets on its way straight ahead, found exactly.

Along a straight way the gap that each edge of either body leaves changes evenly, so the bodies
overlap from the moment the last edge lets go to the moment the first parts them again.
"""

from collections.abc import Sequence
from typing import Final

from maniple.geometry.kernel.outline import Outline, separation
from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.tolerance import NOISE, TOUCH

PRESSED: Final = 0.8 * TOUCH
"""How deep a move may press into another body: contact, with room for the rounding of the end."""

_NEVER: Final = 1e300
_STILL: Final = 1e-12


class Hit:
    """The first body that a move meets.

    `travel` is how far the move goes until it touches that body: inches of an advance, degrees of a
    wheel or pivot. `clear` is how far it may go before it presses into any body deeper than
    contact: a move of more than that is blocked, one of less has met something and may end there.
    """

    __slots__ = ("clear", "index", "travel")

    travel: Final[float]
    index: Final[int]
    clear: Final[float]

    def __init__(self, travel: float, index: int, clear: float) -> None:
        """Inches or degrees to contact, the place in the list, inches or degrees that are clear."""
        self.travel = travel
        self.index = index
        self.clear = clear

    @property
    def angle(self) -> float:
        """`travel`, of a wheel or pivot (degrees)."""
        return self.travel

    def stops(self, amount: float) -> bool:
        """Whether a move of so many inches or degrees is blocked."""
        return amount > self.clear + NOISE

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hit) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash((self.travel, self.index, self.clear))

    def __repr__(self) -> str:
        return f"Hit({self.travel}, {self.index}, {self.clear})"

    def __reduce__(self) -> tuple[type["Hit"], tuple[float, int, float]]:
        return Hit, (self.travel, self.index, self.clear)


def gap(a: Outline, b: Outline) -> float:
    """The distance by which an edge parts two bodies best; below zero for an overlap (inches)."""
    first = separation(a.edges(), b.corners())
    second = separation(b.edges(), a.corners())
    return first if first > second else second


def allowed_depth(now: float) -> float:
    """How deep a move may press, given the gap at its start: no deeper than it already does."""
    return PRESSED if -now < PRESSED else 1e-6 - now


def _overlap(
    edges: list[float], corners: list[float], dx: float, dy: float, depth: float
) -> tuple[float, float]:
    """From and to what travel no edge keeps the corners, moving along (dx, dy), out of `depth`.

    An empty span when one always does.
    """
    enter = -_NEVER
    leave = _NEVER
    e = 0
    while e < len(edges):
        nx = edges[e]
        ny = edges[e + 1]
        least = _NEVER
        i = 0
        while i < len(corners):
            value = nx * corners[i] + ny * corners[i + 1]
            if value < least:
                least = value
            i += 2
        room = edges[e + 2] - depth - least
        speed = nx * dx + ny * dy
        if speed > _STILL:
            when = room / speed
            if when < leave:
                leave = when
        elif speed < -_STILL:
            when = room / speed
            if when > enter:
                enter = when
        elif room <= 0.0:
            return 1.0, 0.0
        e += 3
    return enter, leave


def _both_overlap(
    mover: Outline, dx: float, dy: float, body: Outline, depth: float
) -> tuple[float, float]:
    """From and to what travel the two overlap deeper than `depth`."""
    enter, leave = _overlap(body.edges(), mover.corners(), dx, dy, depth)
    if enter >= leave:
        return 1.0, 0.0
    other_enter, other_leave = _overlap(mover.edges(), body.corners(), -dx, -dy, depth)
    if other_enter > enter:
        enter = other_enter
    if other_leave < leave:
        leave = other_leave
    return enter, leave


def _is_out_of_way(rect: Rect, dx: float, dy: float, inches: float, body: Outline) -> bool:
    """Whether the bounding boxes of the way and of a body lie apart."""
    half_x = dx * inches * 0.5
    half_y = dy * inches * 0.5
    return (
        abs(body.cx - rect.cx - half_x) > body.ex + rect.ex + abs(half_x) + TOUCH
        or abs(body.cy - rect.cy - half_y) > body.ey + rect.ey + abs(half_y) + TOUCH
    )


def first_on_advance(
    rect: Rect, dx: float, dy: float, inches: float, bodies: Sequence[Outline]
) -> Hit | None:
    """The first body met on the way along the unit direction (dx, dy) over so many inches.

    A body is met when the way, if it went on, would press into it deeper than contact and than it
    does now; one that is already touched, and from which the way leads off or along, is not.
    """
    best = -1
    travel = inches + NOISE
    clear = _NEVER
    index = -1
    for body in bodies:
        index += 1
        if _is_out_of_way(rect, dx, dy, inches, body):
            continue
        when, out = _both_overlap(rect, dx, dy, body, 0.0)
        if when >= out or out <= 0.0 or when > inches + NOISE:
            continue
        deep, out = _both_overlap(rect, dx, dy, body, allowed_depth(gap(rect, body)))
        if deep >= out or out <= 0.0:
            continue
        if deep < clear:
            clear = deep
        if best < 0 or when < travel:
            best = index
            travel = when
    if best < 0:
        return None
    return Hit(max(0.0, min(travel, inches + 0.0)), best, max(0.0, clear))


def body_inches_inside(
    rect: Rect, dx: float, dy: float, inches: float, polygon: Outline
) -> tuple[float, float] | None:
    """From and to what inch of the way any part of the body is inside a polygon. [terrain.cost]

    None when it never is, deeper than touching.
    """
    if _is_out_of_way(rect, dx, dy, inches, polygon):
        return None
    deep, out = _both_overlap(rect, dx, dy, polygon, TOUCH + NOISE)
    if deep >= out or out <= 0.0 or deep >= inches:
        return None
    enter, leave = _both_overlap(rect, dx, dy, polygon, 0.0)
    return max(0.0, enter), min(leave, inches + 0.0)
