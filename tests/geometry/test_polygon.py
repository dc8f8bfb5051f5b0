"""Pieces of ground: convex polygons, and outlines cut into them."""

import math
import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geometry.shapes import Point, inches, is_inside, point_to_segment, polygons
from maniple.geometry import (
    Polygon,
    contains,
    convex_parts,
    inches_inside,
    is_convex,
    is_simple,
    polygon_penetration,
)

L_SHAPE = [(0.0, 0.0), (6.0, 0.0), (6.0, 2.0), (2.0, 2.0), (2.0, 6.0), (0.0, 6.0)]
BOW_TIE = [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)]
PENTAGRAM = [
    (5 * math.sin(math.radians(144 * i)), 5 * math.cos(math.radians(144 * i))) for i in range(5)
]


def area(points: list[Point]) -> float:
    return (
        abs(
            sum(
                x0 * y1 - x1 * y0
                for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True)
            )
        )
        / 2
    )


@st.composite
def stars(draw: st.DrawFn) -> list[Point]:
    """A simple outline, seldom convex: points around a middle, near and far."""
    reaches = draw(st.lists(st.integers(5, 80), min_size=3, max_size=10))
    count = len(reaches)
    turn = draw(st.integers(0, 359))
    return [
        (
            round(r / 10 * math.sin(2 * math.pi * i / count + turn), 3),
            round(r / 10 * math.cos(2 * math.pi * i / count + turn), 3),
        )
        for i, r in enumerate(reaches)
    ]


@given(stars())
def test_parts_cover_the_outline_without_overlap(outline: list[Point]) -> None:
    assume(is_simple(outline))
    parts = convex_parts(outline)
    assert sum(area(list(part.points)) for part in parts) == pytest.approx(area(outline))
    for i, part in enumerate(parts):
        assert is_convex(list(part.points))
        for other in parts[:i]:
            assert polygon_penetration(part, other) < 1e-9
    assert convex_parts(outline[::-1]) or not parts


@given(stars(), inches, inches)
def test_a_point_is_in_the_outline_when_it_is_in_a_part(
    outline: list[Point], x: float, y: float
) -> None:
    assume(is_simple(outline))
    spot = (x / 4, y / 4)
    ends = zip(outline, outline[1:] + outline[:1], strict=True)
    if min(point_to_segment(spot, a, b) for a, b in ends) > 1e-6:
        in_parts = any(contains(part, *spot) for part in convex_parts(outline))
        assert in_parts == is_inside(spot, outline)


@given(polygons(), inches, inches, inches, inches)
def test_inches_inside_are_those_of_many_steps(
    piece: Polygon, x0: float, y0: float, x1: float, y1: float
) -> None:
    steps = 400
    length = math.dist((x0, y0), (x1, y1))
    count = sum(
        contains(piece, x0 + (x1 - x0) * (i + 0.5) / steps, y0 + (y1 - y0) * (i + 0.5) / steps)
        for i in range(steps)
    )
    inside = inches_inside(piece, x0, y0, x1, y1)
    assert inside == pytest.approx(length * count / steps, abs=2.01 * length / steps)
    assert inside == pytest.approx(inches_inside(piece, x1, y1, x0, y0), abs=1e-9)


def test_inches_inside_by_hand() -> None:
    square = Polygon([(0, 0), (4, 0), (4, 4), (0, 4)])
    assert inches_inside(square, -2, 2, 8, 2) == pytest.approx(4)
    assert inches_inside(square, 1, 1, 2, 2) == pytest.approx(math.sqrt(2))
    assert inches_inside(square, 2, 2, 2, 9) == pytest.approx(2)
    assert inches_inside(square, -2, -2, -2, 9) == 0
    assert inches_inside(square, -1, 5, 5, 5) == 0
    assert inches_inside(square, 2, 2, 2, 2) == 0


@given(polygons())
def test_either_way_round_is_the_same_piece(piece: Polygon) -> None:
    points = list(piece.points)
    backwards = Polygon(points[::-1])
    assert set(backwards.points) == set(points)
    assert contains(piece, piece.points[0][0], piece.points[0][1])
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    assert contains(backwards, *middle)
    assert pickle.loads(pickle.dumps(piece)) == piece
    assert hash(pickle.loads(pickle.dumps(piece))) == hash(piece)


@pytest.mark.parametrize(
    ("points", "simple", "convex"),
    [
        ([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], True, True),
        ([(0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], True, True),
        (L_SHAPE, True, False),
        (BOW_TIE, False, False),
        (PENTAGRAM, False, False),
        ([(0.0, 0.0), (4.0, 0.0)], False, False),
        ([(0.0, 0.0), (2.0, 0.0), (4.0, 0.0)], False, False),
        ([(0.0, 0.0), (4.0, 0.0), (2.0, 0.0), (2.0, 3.0)], False, False),
        ([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 0.0), (0.0, 4.0)], False, False),
    ],
)
def test_simple_and_convex(points: list[Point], simple: bool, convex: bool) -> None:
    assert (is_simple(points), is_convex(points)) == (simple, convex)
    assert (is_simple(points[::-1]), is_convex(points[::-1])) == (simple, convex)


def test_an_l_is_two_pieces() -> None:
    parts = convex_parts(L_SHAPE)
    assert len(parts) == 2
    assert [contains_any(parts, x, y) for x, y in [(1, 5), (5, 1), (1, 1), (5, 5)]] == [
        True,
        True,
        True,
        False,
    ]


def contains_any(parts: list[Polygon], x: float, y: float) -> bool:
    return any(contains(part, x, y) for part in parts)


def test_a_repeated_corner_counts_once() -> None:
    assert Polygon([(0, 0), (0, 0), (0, 4), (4, 0), (0, 0)]) == Polygon([(0, 0), (0, 4), (4, 0)])
    assert (
        repr(Polygon([(0, 0), (0, 4), (4, 0)])) == "Polygon([(0.0, 0.0), (0.0, 4.0), (4.0, 0.0)])"
    )


@pytest.mark.parametrize(
    "points",
    [L_SHAPE, BOW_TIE, PENTAGRAM, [], [(0.0, 0.0)], [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]],
)
def test_no_polygon_that_is_not_convex(points: list[Point]) -> None:
    with pytest.raises(ValueError, match="not the corners of a convex polygon"):
        Polygon(points)


def test_no_parts_of_what_crosses_itself() -> None:
    with pytest.raises(ValueError, match="crosses or touches itself"):
        convex_parts(BOW_TIE)
    with pytest.raises(ValueError, match="finite place"):
        convex_parts([(0.0, 0.0), (math.nan, 1.0), (3.0, 0.0)])
