"""Front, flank and rear of a body."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.shapes import (
    Point,
    carried,
    clipped,
    corners_of,
    facings,
    inches,
    mirrored,
    rects,
)
from maniple.geometry import (
    TOUCH,
    Edge,
    Rect,
    distance_to_point,
    in_front_zone,
    zone,
    zone_doubt,
)

BODY = Rect(20.0, 20.0, 0.0, 4.0, 2.0)
"""From 18 to 22 across, from 18 to 20 up."""


@pytest.mark.rule("unit.zones")
@pytest.mark.parametrize(
    ("x", "y", "where"),
    [
        (20, 25, Edge.FRONT),
        (22, 20, Edge.FRONT),
        (25, 23, Edge.FRONT),
        (25, 22.9, Edge.RIGHT),
        (15, 23, Edge.FRONT),
        (15, 22.9, Edge.LEFT),
        (30, 19, Edge.RIGHT),
        (10, 19, Edge.LEFT),
        (25, 15, Edge.REAR),
        (25, 15.1, Edge.RIGHT),
        (15, 15, Edge.REAR),
        (15, 15.1, Edge.LEFT),
        (20, 17, Edge.REAR),
    ],
)
def test_the_lines_leave_the_corners_at_45_degrees(x: float, y: float, where: Edge) -> None:
    assert zone(BODY, x, y) == where


@pytest.mark.rule("unit.zones")
@pytest.mark.parametrize(
    ("x", "y", "between"),
    [
        (25, 23, (Edge.FRONT, Edge.RIGHT)),
        (25, 22.987, (Edge.FRONT, Edge.RIGHT)),
        (25, 22.985, None),
        (25, 23.013, (Edge.FRONT, Edge.RIGHT)),
        (25, 23.015, None),
        (15, 23, (Edge.FRONT, Edge.LEFT)),
        (15, 15, (Edge.LEFT, Edge.REAR)),
        (25, 15.01, (Edge.RIGHT, Edge.REAR)),
        (22, 20, (Edge.FRONT, Edge.RIGHT)),
        (22, 19.991, (Edge.FRONT, Edge.RIGHT)),
        (22, 19.98, None),
        (20, 30, None),
        (20, 20, None),
    ],
)
def test_a_die_decides_near_a_line(x: float, y: float, between: tuple[Edge, Edge] | None) -> None:
    assert zone_doubt(BODY, x, y) == between


@given(rects, inches, inches, facings, inches, inches)
def test_zones_move_with_the_table(
    body: Rect, x: float, y: float, degrees: float, dx: float, dy: float
) -> None:
    dot = Rect(x, y, 0.0, 1.0, 1.0)
    there = carried(dot, degrees, dx, dy)
    if zone_doubt(body, x, y) is None and distance_to_point(body, x, y) > TOUCH:
        assert zone(carried(body, degrees, dx, dy), there.x, there.y) == zone(body, x, y)


@given(rects, inches, inches)
def test_left_and_right_change_places_in_a_mirror(body: Rect, x: float, y: float) -> None:
    if zone_doubt(body, x, y) is None and distance_to_point(body, x, y) > TOUCH:
        other_hand = {Edge.LEFT: Edge.RIGHT, Edge.RIGHT: Edge.LEFT}
        here = zone(body, x, y)
        assert zone(mirrored(body), -x, y) == other_hand.get(here, here)


def part_in_front(body: Rect, other: Rect, margin: float) -> list[Point]:
    """What is left of another body when all outside the front zone, less a margin, is cut off."""
    points = [
        (
            (x - body.x) * body.rx + (y - body.y) * body.ry,
            (x - body.x) * body.fx + (y - body.y) * body.fy,
        )
        for x, y in corners_of(other)
    ]
    diagonal = math.sqrt(0.5)
    points = clipped(points, 0.0, 1.0, margin)
    points = clipped(points, diagonal, diagonal, margin - body.width / 2 * diagonal)
    return clipped(points, -diagonal, diagonal, margin - body.width / 2 * diagonal)


@given(rects, rects)
def test_a_body_is_in_front_when_any_part_of_it_is(body: Rect, other: Rect) -> None:
    if part_in_front(body, other, 0.00101):
        assert in_front_zone(body, other)
    if not part_in_front(body, other, 0.00099):
        assert not in_front_zone(body, other)


@pytest.mark.rule("sight.arc")
@given(st.floats(-12, 12), st.booleans())
def test_a_square_slides_across_the_line(off: float, is_left: bool) -> None:
    side = -1 if is_left else 1
    # The line leaves (22, 20) at 45 degrees; the square's near upper corner is at (26, 24) + off.
    square = Rect(20 + side * (6 + 0.5), 24 + off, 0.0, 1.0, 1.0)
    assert in_front_zone(BODY, square) == (off > 0.00142)
