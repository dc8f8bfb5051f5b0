"""What an eye sees of a target past other bodies and woods."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geometry.shapes import (
    Point,
    carried,
    carried_polygon,
    corners_of,
    facings,
    inches,
    is_inside,
    mirrored,
    mirrored_polygon,
    polygons,
    rects,
)
from maniple.geometry import Polygon, Rect, overlaps, polygon_penetration, visible_degrees

STEP = 0.4
"""The rays that are looked along lie so many degrees apart."""


def crossings(eye: Point, degrees: float, shape: list[Point]) -> list[float]:
    """The distances at which a ray from the eye crosses an outline."""
    dx, dy = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    found = []
    for i, (x0, y0) in enumerate(shape):
        x1, y1 = shape[(i + 1) % len(shape)]
        sx, sy = x1 - x0, y1 - y0
        across = dx * sy - dy * sx
        if across != 0:
            t = ((x0 - eye[0]) * sy - (y0 - eye[1]) * sx) / across
            u = ((x0 - eye[0]) * dy - (y0 - eye[1]) * dx) / across
            if t > 0 and 0 <= u <= 1:
                found.append(t)
    return sorted(found)


def rays_that_see(
    eye: Rect, half: float, target: Rect, blockers: list[Rect], woods: list[Polygon]
) -> float:
    """The degrees in which rays reach the target, counted one ray at a time."""
    at = (eye.x, eye.y)
    count = 0
    rays = round(2 * half / STEP)
    for i in range(rays):
        degrees = eye.facing - half + (i + 0.5) * STEP
        hits = crossings(at, degrees, corners_of(target))
        if not hits:
            continue
        near = hits[0]
        if any(
            c and c[0] < near for c in (crossings(at, degrees, corners_of(b)) for b in blockers)
        ):
            continue
        if any(_through(at, degrees, list(wood.points), near) > 2.0 for wood in woods):
            continue
        count += 1
    return count * STEP


def _through(eye: Point, degrees: float, wood: list[Point], near: float) -> float:
    """The inches of a ray inside a wood before a distance."""
    marks = [0.0] if is_inside(eye, wood) else []
    marks += crossings(eye, degrees, wood)
    if len(marks) < 2:
        return 0.0
    return min(marks[-1], near) - min(marks[0], near)


@st.composite
def views(draw: st.DrawFn) -> tuple[Rect, Rect, list[Rect]]:
    """A viewer (its place and facing), a target, and bodies that overlap neither it nor the eye."""
    eye = draw(rects)
    target = draw(rects)
    blockers: list[Rect] = []
    for body in draw(st.lists(rects, max_size=5)):
        if not any(overlaps(body, other) for other in [target, *blockers]):
            blockers.append(body)
    dot = Rect(eye.x, eye.y, eye.facing, 0.2, 0.2)
    assume(not any(overlaps(dot, body) for body in [target, *blockers]))
    return eye, target, blockers


half_arcs = st.sampled_from([45.0, 90.0, 180.0])


@pytest.mark.rule("sight.blocked")
@given(views(), half_arcs)
def test_sight_is_what_rays_see(view: tuple[Rect, Rect, list[Rect]], half: float) -> None:
    eye, target, blockers = view
    seen = visible_degrees(eye.x, eye.y, eye.facing, half, target, blockers)
    counted = rays_that_see(eye, half, target, blockers, [])
    assert seen == pytest.approx(counted, abs=STEP * (2 + 2 * len(blockers)))


@pytest.mark.rule("sight.blocked")
@given(views(), polygons())
def test_woods_hide_what_lies_beyond_two_inches(
    view: tuple[Rect, Rect, list[Rect]], wood: Polygon
) -> None:
    eye, target, blockers = view
    seen = visible_degrees(eye.x, eye.y, eye.facing, 90.0, target, blockers, [wood])
    counted = rays_that_see(eye, 90.0, target, blockers, [wood])
    assert seen == pytest.approx(counted, abs=STEP * (8 + 2 * len(blockers)))
    assert seen <= visible_degrees(eye.x, eye.y, eye.facing, 90.0, target, blockers) + 1e-9
    assert visible_degrees(
        eye.x, eye.y, eye.facing, 90.0, target, blockers, [wood], 100.0
    ) == pytest.approx(visible_degrees(eye.x, eye.y, eye.facing, 90.0, target, blockers))


@given(views(), polygons(), facings, inches, inches)
def test_sight_moves_with_the_table(
    view: tuple[Rect, Rect, list[Rect]], wood: Polygon, turn: float, dx: float, dy: float
) -> None:
    eye, target, blockers = view
    here = visible_degrees(eye.x, eye.y, eye.facing, 45.0, target, blockers, [wood])
    there = carried(eye, turn, dx, dy)
    elsewhere = visible_degrees(
        there.x,
        there.y,
        there.facing,
        45.0,
        carried(target, turn, dx, dy),
        [carried(b, turn, dx, dy) for b in blockers],
        [carried_polygon(wood, turn, dx, dy)],
    )
    assert elsewhere == pytest.approx(here, abs=1e-3)


@given(views(), polygons())
def test_sight_in_the_mirror(view: tuple[Rect, Rect, list[Rect]], wood: Polygon) -> None:
    eye, target, blockers = view
    here = visible_degrees(eye.x, eye.y, eye.facing, 45.0, target, blockers, [wood])
    there = visible_degrees(
        -eye.x,
        eye.y,
        -eye.facing,
        45.0,
        mirrored(target),
        [mirrored(b) for b in blockers],
        [mirrored_polygon(wood)],
    )
    assert there == pytest.approx(here, abs=1e-3)


@given(views())
def test_a_further_body_hides_no_more(view: tuple[Rect, Rect, list[Rect]]) -> None:
    eye, target, blockers = view
    seen = 400.0
    for count in range(len(blockers) + 1):
        now = visible_degrees(eye.x, eye.y, eye.facing, 90.0, target, blockers[:count])
        assert now <= seen + 1e-9
        seen = now


@given(views(), polygons())
def test_outlines_of_any_shape_hide_alike(
    view: tuple[Rect, Rect, list[Rect]], hill: Polygon
) -> None:
    """A body given as a polygon of its corners is seen, and hides, like the body."""
    eye, target, blockers = view
    assume(polygon_penetration(target, hill) < 0)
    shapes = [Polygon(corners_of(b)) for b in blockers]
    seen = visible_degrees(eye.x, eye.y, eye.facing, 45.0, target, [*blockers, hill])
    as_shapes = visible_degrees(
        eye.x, eye.y, eye.facing, 45.0, Polygon(corners_of(target)), [*shapes, hill]
    )
    assert as_shapes == pytest.approx(seen, abs=1e-6)


@pytest.mark.rule("sight.arc")
def test_a_target_is_seen_within_the_arc() -> None:
    target = Rect(0.0, 10.0, 180.0, 4.0, 2.0)
    whole = 2 * math.degrees(math.atan(2 / 10))
    assert visible_degrees(0, 0, 0, 45, target, []) == pytest.approx(whole)
    assert visible_degrees(0, 0, 45, 45, target, []) == pytest.approx(whole / 2)
    assert visible_degrees(0, 0, 90, 45, target, []) == 0
    assert visible_degrees(0, 0, 180, 45, target, []) == 0
    assert visible_degrees(0, 0, 180, 180, target, []) == pytest.approx(whole)
    assert visible_degrees(0, 0, 90, 90, target, []) == pytest.approx(whole / 2)


@pytest.mark.rule("sight.blocked")
def test_nearer_bodies_hide_and_further_ones_do_not() -> None:
    target = Rect(0.0, 10.0, 180.0, 4.0, 2.0)
    whole = 2 * math.degrees(math.atan(2 / 10))
    screen = Rect(0.0, 5.0, 0.0, 1.0, 1.0)
    hidden = 2 * math.degrees(math.atan(0.5 / 4))
    assert visible_degrees(0, 0, 0, 45, target, [screen]) == pytest.approx(whole - hidden)
    twice = visible_degrees(0, 0, 0, 45, target, [screen, Rect(0.0, 8.0, 0.0, 1.0, 1.0)])
    assert twice == pytest.approx(whole - hidden)
    behind = Rect(0.0, 14.0, 0.0, 8.0, 1.0)
    assert visible_degrees(0, 0, 0, 45, target, [behind]) == pytest.approx(whole)
    wall = Rect(0.0, 6.0, 0.0, 5.0, 1.0)
    assert visible_degrees(0, 0, 0, 45, target, [wall]) == 0


def test_an_eye_inside_a_body() -> None:
    target = Rect(0.0, 10.0, 180.0, 4.0, 2.0)
    around = Rect(0.0, 1.0, 0.0, 4.0, 2.0)
    assert visible_degrees(0, 0, 0, 45, target, [around]) == 0
    assert visible_degrees(0, 11, 0, 45, target, []) == 90
    at_corner = Rect(1.0, 0.0, 0.0, 2.0, 2.0)
    assert visible_degrees(0, 0, 0, 45, target, [at_corner]) == 0


@pytest.mark.rule("sight.blocked")
def test_two_inches_into_a_wood() -> None:
    wood = Polygon([(-20, 10), (20, 10), (20, 30), (-20, 30)])
    for at, is_seen in ((11.0, True), (11.9, True), (12.1, False), (20.0, False)):
        target = Rect(0.0, at, 180.0, 0.1, 1.0)
        seen = visible_degrees(0, 0, 0, 45, target, [], [wood])
        assert (seen > 0.1) == is_seen, at
    out = Rect(0.0, 5.0, 0.0, 4.0, 1.0)
    assert visible_degrees(0, 11.5, 180, 45, out, [], [wood]) > 0.1
    assert visible_degrees(0, 12.5, 180, 45, out, [], [wood]) == 0
