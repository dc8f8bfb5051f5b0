"""The kernel gives the same figures to the last bit, compiled or not, on every machine.

A long list of questions about bodies drawn by numbers of our own is answered, each figure written
out exactly, and the whole hashed. A change that alters a figure must alter the constant below, on
purpose; run this file as a program to see the new one.
"""

import hashlib
import pickle
from collections.abc import Iterator

import msgspec

from maniple.geometry import (
    LEFT,
    RIGHT,
    Contact,
    Edge,
    Hit,
    Polygon,
    Pose,
    Rect,
    advance,
    backward,
    bearing,
    body_inches_inside,
    contact,
    contains,
    convex_parts,
    cos_deg,
    degrees_to_edge_on_wheel,
    distance,
    distance_to_point,
    edge_ends,
    edge_facing,
    edge_middle,
    first_on_advance,
    first_on_pivot,
    first_on_wheel,
    in_front_zone,
    in_touch,
    inches_inside,
    inches_to_edge_on_advance,
    is_convex,
    is_simple,
    overlaps,
    penetration,
    pivot,
    point_distance,
    polygon_distance,
    polygon_overlaps,
    polygon_penetration,
    pose_of,
    shifted,
    sidestep,
    sin_deg,
    visible_degrees,
    wheel,
    wheel_cost,
    wheel_meets_polygon,
    within,
    within_table,
    zone,
    zone_doubt,
)

SIGNATURE = "d821f1d8696bf5aebba00297ec4e487c53416c4720edfb3bdd2e920ff1310845"
WORLDS = 300

Answer = (
    float
    | int
    | str
    | bool
    | tuple[object, ...]
    | list[object]
    | Rect
    | Polygon
    | Hit
    | Contact
    | None
)


class Numbers:
    """Numbers that are the same everywhere: a linear congruential generator."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def inches(self, low: float, high: float) -> float:
        """A length in thousandths of an inch."""
        return low + self.below(round((high - low) * 1000)) / 1000

    def degrees(self) -> float:
        """An angle in hundredths of a degree, a quarter circle now and then."""
        return self.below(4) * 90.0 if self.below(5) == 0 else self.below(36000) / 100


def written(answer: object) -> str:
    """An answer with every figure written exactly."""
    if isinstance(answer, bool) or answer is None or isinstance(answer, str | int):
        return str(answer)
    if isinstance(answer, float):
        return answer.hex()
    if isinstance(answer, tuple | list):
        return "(" + " ".join(written(part) for part in answer) + ")"
    if isinstance(answer, Rect):
        return written([*answer.corners(), *answer.edges(), answer.facing, answer.cx, answer.ey])
    if isinstance(answer, Polygon):
        return written([*answer.corners(), *answer.edges(), answer.cx, answer.ey])
    if isinstance(answer, Hit | Contact):
        return written(answer.__reduce__()[1])
    if isinstance(answer, Pose):
        return written((answer.x, answer.y, answer.facing))
    raise TypeError(f"no way to write {answer!r}")


def body(numbers: Numbers) -> Rect:
    return Rect(
        numbers.inches(4, 36),
        numbers.inches(4, 28),
        numbers.degrees(),
        numbers.inches(0.8, 8),
        numbers.inches(0.8, 5),
    )


def outline(numbers: Numbers) -> list[tuple[float, float]]:
    """Points around a middle, in order: simple as a rule, seldom convex."""
    x, y = numbers.inches(6, 34), numbers.inches(6, 26)
    turns = sorted(numbers.below(36000) / 100 for _ in range(3 + numbers.below(5)))
    reaches = [numbers.inches(1, 6) for _ in turns]
    return [
        (x + reach * sin_deg(turn), y + reach * cos_deg(turn))
        for reach, turn in zip(reaches, turns, strict=True)
    ]


def questions(numbers: Numbers) -> Iterator[object]:
    """Everything that can be asked about one table."""
    mover, other = body(numbers), body(numbers)
    bodies = [body(numbers) for _ in range(5)]
    free = [b for b in bodies if not overlaps(mover, b)]
    degrees, inches = numbers.below(9000) / 100, numbers.inches(0, 12)
    x, y = numbers.inches(0, 40), numbers.inches(0, 32)
    about = (LEFT, RIGHT)[numbers.below(2)]
    yield from (mover, other, degrees, inches, about)
    yield from (distance(mover, other), penetration(mover, other), overlaps(mover, other))
    yield from (in_touch(mover, other), distance_to_point(mover, x, y))
    yield from (point_distance(mover.x, mover.y, x, y), within(distance(mover, other), inches))
    yield from (zone(mover, x, y), zone_doubt(mover, x, y), in_front_zone(mover, other))
    yield from (sin_deg(degrees), cos_deg(degrees), bearing(x - mover.x, y - mover.y))
    yield from (advance(mover, inches), backward(mover, inches), sidestep(mover, inches))
    yield from (wheel(mover, degrees, about), wheel_cost(mover.width, degrees))
    yield from (pivot(mover, degrees, x, y), shifted(mover, x, y), pose_of(other))
    for edge in Edge:
        yield from (edge_middle(mover, edge), edge_ends(mover, edge), edge_facing(mover, edge))
    yield first_on_advance(mover, mover.fx, mover.fy, inches, free)
    yield first_on_wheel(mover, degrees, about, free)
    yield first_on_pivot(mover, -4 * degrees, x, y, free)
    hit = first_on_advance(mover, mover.fx, mover.fy, 40.0, free)
    if hit is not None:
        arrived = advance(mover, hit.travel)
        yield from (contact(arrived, free[hit.index]), contact(free[hit.index], arrived))
        flush = shifted(wheel(mover, 90.0, about), x, y)
        yield contact(flush, advance(Rect(flush.x, flush.y, flush.facing + 180, 3.0, 2.0), 0.004))
    yield from (within_table(mover, 40.0, 32.0), degrees_to_edge_on_wheel(mover, about, 40.0, 32.0))
    yield inches_to_edge_on_advance(mover, mover.fx, mover.fy, 40.0, 32.0)
    points = outline(numbers)
    yield from (is_simple(points), is_convex(points))
    parts = convex_parts(points) if is_simple(points) else []
    yield parts
    for part in parts:
        yield from (polygon_distance(mover, part), polygon_overlaps(mover, part))
        yield from (polygon_penetration(part, other), contains(part, x, y))
        yield inches_inside(part, mover.x, mover.y, other.x, other.y)
        yield body_inches_inside(mover, mover.fx, mover.fy, inches, part)
        yield wheel_meets_polygon(mover, degrees, about, part)
    yield first_on_wheel(mover, degrees, about, parts)
    for half_arc in (45.0, 90.0, 180.0):
        for blockers, woods in (([], []), (bodies, []), (bodies[:2], parts)):
            yield visible_degrees(x, y, mover.facing, half_arc, other, blockers, woods)


def signature() -> str:
    """The hash of all answers."""
    numbers = Numbers(2024)
    found = hashlib.sha256()
    for _ in range(WORLDS):
        for answer in questions(numbers):
            found.update(written(answer).encode())
            found.update(b"\n")
    return found.hexdigest()


def test_every_figure_is_the_same_to_the_last_bit() -> None:
    assert signature() == SIGNATURE


class Struck(msgspec.Struct, frozen=True):
    """What a record keeps."""

    edge: Edge
    place: Pose


def test_edges_are_words_in_records() -> None:
    struck = Struck(LEFT, Pose(1.0, 2.0, 90.0))
    text = msgspec.json.encode(struck)
    assert text == b'{"edge":"left","place":{"x":1.0,"y":2.0,"facing":90.0}}'
    assert msgspec.json.decode(text, type=Struck) == struck
    assert msgspec.json.decode(text, type=Struck).edge is LEFT
    assert pickle.loads(pickle.dumps(LEFT)) is LEFT
    assert [str(edge) for edge in Edge] == ["front", "left", "rear", "right"]


if __name__ == "__main__":
    import sys

    sys.stdout.write(f"{signature()}\n")
