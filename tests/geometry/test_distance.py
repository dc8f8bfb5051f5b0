"""Laws of distance and overlap."""

import math
import pickle

import pytest
from hypothesis import given

from geometry.shapes import (
    carried,
    carried_polygon,
    corners_of,
    depth,
    facings,
    gap,
    inches,
    mirrored,
    mirrored_polygon,
    polygons,
    rects,
)
from maniple.geometry import (
    TOUCH,
    Polygon,
    Rect,
    advance,
    distance,
    distance_to_point,
    in_touch,
    overlaps,
    penetration,
    point_distance,
    polygon_distance,
    polygon_overlaps,
    polygon_penetration,
    wheel_cost,
)


@given(rects, rects)
def test_distance_is_that_of_the_nearest_points(a: Rect, b: Rect) -> None:
    assert distance(a, b) == pytest.approx(gap(corners_of(a), corners_of(b)), abs=1e-9)
    assert distance(a, b) == pytest.approx(distance(b, a), abs=1e-9)
    assert polygon_distance(a, b) == pytest.approx(distance(a, b), abs=1e-9)


@given(rects, rects)
def test_overlap_is_the_least_way_apart(a: Rect, b: Rect) -> None:
    assert penetration(a, b) == pytest.approx(depth(corners_of(a), corners_of(b)), abs=1e-9)
    assert penetration(a, b) == pytest.approx(penetration(b, a), abs=1e-9)
    assert polygon_penetration(a, b) == pytest.approx(penetration(a, b), abs=1e-9)
    if penetration(a, b) > 0:
        assert distance(a, b) == 0
    else:
        assert distance(a, b) >= -penetration(a, b) - 1e-9


@given(rects, rects, facings, inches, inches)
def test_rigid_motion_changes_nothing(
    a: Rect, b: Rect, degrees: float, dx: float, dy: float
) -> None:
    c, d = carried(a, degrees, dx, dy), carried(b, degrees, dx, dy)
    assert distance(c, d) == pytest.approx(distance(a, b), abs=1e-8)
    assert penetration(c, d) == pytest.approx(penetration(a, b), abs=1e-8)


@given(rects, rects)
def test_mirroring_changes_nothing(a: Rect, b: Rect) -> None:
    c, d = mirrored(a), mirrored(b)
    assert distance(c, d) == pytest.approx(distance(a, b), abs=1e-9)
    assert penetration(c, d) == pytest.approx(penetration(a, b), abs=1e-9)


@given(rects, rects, rects)
def test_no_way_round_is_shorter(a: Rect, b: Rect, c: Rect) -> None:
    across = math.hypot(b.width, b.depth)
    assert distance(a, c) <= distance(a, b) + across + distance(b, c) + 1e-9


@given(rects, inches, inches)
def test_distance_to_a_point(a: Rect, x: float, y: float) -> None:
    dot = Rect(x, y, a.facing, 1e-7, 1e-7)
    assert distance_to_point(a, x, y) == pytest.approx(distance(a, dot), abs=1e-6)
    assert distance_to_point(a, a.cx, a.cy) == 0
    assert distance_to_point(a, a.flx, a.fly) == pytest.approx(0, abs=1e-9)
    assert point_distance(a.x, a.y, x, y) == pytest.approx(math.dist((a.x, a.y), (x, y)))


@given(rects, polygons(), facings, inches, inches)
def test_polygons_are_measured_alike(
    a: Rect, ground: Polygon, degrees: float, dx: float, dy: float
) -> None:
    points = list(ground.points)
    assert polygon_distance(a, ground) == pytest.approx(gap(corners_of(a), points), abs=1e-9)
    assert polygon_penetration(a, ground) == pytest.approx(depth(corners_of(a), points), abs=1e-9)
    assert polygon_penetration(ground, a) == pytest.approx(polygon_penetration(a, ground))
    there = polygon_distance(carried(a, degrees, dx, dy), carried_polygon(ground, degrees, dx, dy))
    assert there == pytest.approx(polygon_distance(a, ground), abs=1e-8)
    in_mirror = polygon_distance(mirrored(a), mirrored_polygon(ground))
    assert in_mirror == pytest.approx(polygon_distance(a, ground), abs=1e-9)
    assert polygon_overlaps(a, ground) == (depth(corners_of(a), points) > TOUCH + 1e-9)


@pytest.mark.rule("measure.tolerance")
def test_contact_begins_and_ends_a_hundredth_apart() -> None:
    a = Rect(10.0, 10.0, 0.0, 4.0, 2.0)
    in_front = Rect(10.0, 12.0, 0.0, 4.0, 2.0)
    for off, is_touched, is_overlapped in (
        (0.011, False, False),
        (0.01, True, False),
        (0.0, True, False),
        (-0.01, True, False),
        (-0.011, True, True),
    ):
        b = advance(in_front, off)
        assert (in_touch(a, b), overlaps(a, b)) == (is_touched, is_overlapped), off


@given(rects, rects)
def test_touch_and_overlap_agree_with_the_measures(a: Rect, b: Rect) -> None:
    assert in_touch(a, b) == (distance(a, b) <= TOUCH + 1e-9)
    assert overlaps(a, b) == (penetration(a, b) > TOUCH + 1e-9)


def test_a_rect_is_a_value() -> None:
    a = Rect(1, 2, 370, 4, 3)
    assert a == Rect(1.0, 2.0, 10.0, 4.0, 3.0)
    assert a != Rect(1.0, 2.0, 10.0, 4.0, 3.1)
    assert hash(a) == hash(Rect(1.0, 2.0, 10.0, 4.0, 3.0))
    assert repr(a) == "Rect(1.0, 2.0, 10.0, 4.0, 3.0)"
    assert pickle.loads(pickle.dumps(a)) == a
    assert distance(pickle.loads(pickle.dumps(a)), a) == 0


@pytest.mark.parametrize(
    ("x", "y", "facing", "width", "depth"),
    [
        (math.nan, 0.0, 0.0, 1.0, 1.0),
        (0.0, math.inf, 0.0, 1.0, 1.0),
        (0.0, 0.0, math.nan, 1.0, 1.0),
        (0.0, 0.0, 0.0, 0.0, 1.0),
        (0.0, 0.0, 0.0, 1.0, -1.0),
        (0.0, 0.0, 0.0, math.inf, 1.0),
    ],
)
def test_no_body_is_nowhere_or_nothing(
    x: float, y: float, facing: float, width: float, depth: float
) -> None:
    with pytest.raises(ValueError, match="cannot"):
        Rect(x, y, facing, width, depth)


@pytest.mark.rule("move.wheel")
def test_a_wheel_costs_the_arc_of_the_outer_corner() -> None:
    assert wheel_cost(4.0, 90.0) == pytest.approx(2 * math.pi)
    assert wheel_cost(5.0, 30.0) == pytest.approx(5 * math.pi / 6)
