"""The first body met: exactly where, and never by stepping over one."""

import math
import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geometry.shapes import (
    Point,
    carried,
    carried_polygon,
    corners_of,
    depth,
    facings,
    flush_pairs,
    inches,
    mirrored,
    moved,
    polygons,
    turned,
)
from maniple.geometry import (
    LEFT,
    REAR,
    RIGHT,
    Edge,
    Hit,
    Outline,
    Polygon,
    Rect,
    body_inches_inside,
    degrees_to_edge_on_wheel,
    first_on_advance,
    first_on_pivot,
    first_on_wheel,
    first_polygon_on_advance,
    first_polygon_on_wheel,
    inches_to_edge_on_advance,
    overlaps,
    polygon_overlaps,
    wheel,
    wheel_meets_polygon,
    within_table,
)

PRESSED = 0.008
"""How deep a move may press into a body that it meets (inches)."""

SLACK = 1e-6

near = st.builds(
    Rect,
    st.integers(-9_000, 9_000).map(lambda n: n / 1000),
    st.integers(-9_000, 9_000).map(lambda n: n / 1000),
    facings,
    st.integers(400, 8_000).map(lambda n: n / 1000),
    st.integers(400, 5_000).map(lambda n: n / 1000),
)
hands = st.sampled_from([LEFT, RIGHT])
angles = st.integers(1, 9_000).map(lambda n: n / 100)
travels = st.integers(1, 16_000).map(lambda n: n / 1000)


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Rect, list[Rect]]:
    """A body and up to four others that it does not overlap."""
    mover = draw(near)
    others = [b for b in draw(st.lists(near, min_size=1, max_size=6)) if not overlaps(mover, b)]
    assume(others)
    return mover, others


def points_of(body: Outline) -> list[Point]:
    return list(body.points) if isinstance(body, Polygon) else corners_of(as_rect(body))


def as_rect(body: Outline) -> Rect:
    assert isinstance(body, Rect)
    return body


def way_of(mover: Rect, off: float) -> tuple[float, float]:
    """A direction so many degrees to the right of straight ahead."""
    radians = math.radians(mover.facing + off)
    return math.sin(radians), math.cos(radians)


def corner_of(mover: Rect, about: Edge) -> Point:
    return (mover.flx, mover.fly) if about == LEFT else (mover.frx, mover.fry)


def check_hit(
    hit: Hit | None, starts: list[Point], others: list[list[Point]], at: "Way", limit: float
) -> None:
    """Compare a hit with the depths at many places of the way."""
    allowed = [max(PRESSED, depth(starts, other) + 2 * SLACK) for other in others]
    free = limit if hit is None else min(limit, hit.clear)
    for i in range(41):
        there = at(free * i / 40)
        for other, most in zip(others, allowed, strict=True):
            assert depth(there, other) <= most + SLACK
    if hit is None:
        return
    assert 0 <= hit.travel <= limit
    assert hit.travel <= hit.clear + SLACK
    met = others[hit.index]
    if depth(starts, met) < -SLACK:
        assert depth(at(hit.travel), met) == pytest.approx(0, abs=SLACK)
        before = max(depth(at(hit.travel * i / 40), other) for i in range(40) for other in [met])
        assert before <= PRESSED + SLACK
    pressed = at(hit.clear + 1e-4)
    assert any(
        depth(pressed, other) > most - SLACK for other, most in zip(others, allowed, strict=True)
    )


class Way:
    """Where the corners of a moving body are after so many inches or degrees."""

    def __init__(self, points: list[Point], way: Point, pivot: Point | None, sense: float) -> None:
        self.points = points
        self.way = way
        self.pivot = pivot
        self.sense = sense

    def __call__(self, amount: float) -> list[Point]:
        if self.pivot is None:
            return moved(self.points, self.way[0] * amount, self.way[1] * amount)
        return turned(self.points, self.sense * amount, *self.pivot)


@given(scenes(), travels, st.sampled_from([0.0, 0.0, 90.0, 180.0, 17.3]))
def test_advance(scene: tuple[Rect, list[Rect]], limit: float, off: float) -> None:
    mover, others = scene
    dx, dy = way_of(mover, off)
    hit = first_on_advance(mover, dx, dy, limit, others)
    way = Way(corners_of(mover), (dx, dy), None, 0.0)
    check_hit(hit, corners_of(mover), [corners_of(b) for b in others], way, limit)


@given(scenes(), angles, hands)
def test_wheel(scene: tuple[Rect, list[Rect]], limit: float, about: Edge) -> None:
    mover, others = scene
    hit = first_on_wheel(mover, limit, about, others)
    sense = -1.0 if about == LEFT else 1.0
    way = Way(corners_of(mover), (0.0, 0.0), corner_of(mover, about), sense)
    check_hit(hit, corners_of(mover), [corners_of(b) for b in others], way, limit)


@given(scenes(), st.integers(-36_000, 36_000).map(lambda n: n / 100), st.floats(-1, 1), inches)
def test_pivot(scene: tuple[Rect, list[Rect]], degrees: float, u: float, v: float) -> None:
    mover, others = scene
    px, py = mover.x + mover.rx * u * mover.width, mover.y + mover.fy * v / 10
    hit = first_on_pivot(mover, degrees, px, py, others)
    way = Way(corners_of(mover), (0.0, 0.0), (px, py), math.copysign(1, degrees))
    check_hit(hit, corners_of(mover), [corners_of(b) for b in others], way, abs(degrees))


@given(near, st.lists(polygons(), min_size=1, max_size=3), angles, hands, travels)
def test_polygons_are_met_alike(
    mover: Rect, pieces: list[Polygon], degrees: float, about: Edge, limit: float
) -> None:
    pieces = [piece for piece in pieces if not polygon_overlaps(mover, piece)]
    others = [points_of(piece) for piece in pieces]
    starts = corners_of(mover)
    hit = first_polygon_on_advance(mover, mover.fx, mover.fy, limit, pieces)
    check_hit(hit, starts, others, Way(starts, (mover.fx, mover.fy), None, 0.0), limit)
    hit = first_polygon_on_wheel(mover, degrees, about, pieces)
    sense = -1.0 if about == LEFT else 1.0
    way = Way(starts, (0.0, 0.0), corner_of(mover, about), sense)
    check_hit(hit, starts, others, way, degrees)


def same(here: Hit | None, there: Hit | None) -> bool:
    """Whether two hits are the same, or so near the limit that either may be none."""
    if here is None or there is None:
        return here is there
    return here.travel == pytest.approx(there.travel, abs=1e-5) and here.clear == pytest.approx(
        there.clear, abs=1e-5
    )


@given(scenes(), angles, hands, facings, inches, inches)
def test_sweeps_move_with_the_table(
    scene: tuple[Rect, list[Rect]],
    degrees: float,
    about: Edge,
    turn: float,
    dx: float,
    dy: float,
) -> None:
    mover, others = scene
    there = carried(mover, turn, dx, dy)
    bodies = [carried(b, turn, dx, dy) for b in others]
    assert same(
        first_on_wheel(mover, degrees, about, others),
        first_on_wheel(there, degrees, about, bodies),
    )
    assert same(
        first_on_advance(mover, mover.fx, mover.fy, 8.0, others),
        first_on_advance(there, there.fx, there.fy, 8.0, bodies),
    )


@given(scenes(), angles)
def test_sweeps_in_the_mirror(scene: tuple[Rect, list[Rect]], degrees: float) -> None:
    mover, others = scene
    there, bodies = mirrored(mover), [mirrored(b) for b in others]
    assert same(
        first_on_wheel(mover, degrees, LEFT, others),
        first_on_wheel(there, degrees, RIGHT, bodies),
    )
    assert same(
        first_on_advance(mover, mover.fx, mover.fy, 8.0, others),
        first_on_advance(there, there.fx, there.fy, 8.0, bodies),
    )


@given(scenes(), angles, hands)
def test_the_first_of_many_is_the_first_of_each(
    scene: tuple[Rect, list[Rect]], degrees: float, about: Edge
) -> None:
    mover, others = scene
    alone = [first_on_wheel(mover, degrees, about, [b]) for b in others]
    hits = [hit for hit in alone if hit is not None]
    together = first_on_wheel(mover, degrees, about, tuple(others))
    assert (together is None) == (not hits)
    if together is not None:
        assert together.travel == min(hit.travel for hit in hits)
        assert together.clear == min(hit.clear for hit in hits)


@given(flush_pairs(), travels)
def test_an_advance_slides_along_what_it_touches(
    pair: tuple[Rect, Rect, Edge, Edge, float], limit: float
) -> None:
    mover, other, edge, _, _ = pair
    hit = first_on_advance(mover, mover.fx, mover.fy, limit, [other])
    if edge == Edge.FRONT:
        assert hit is not None
        assert hit.travel == pytest.approx(0, abs=SLACK)
        assert hit.clear == pytest.approx(PRESSED, abs=1e-5)
        assert hit.stops(0.01)
        assert not hit.stops(0.007)
    else:
        assert hit is None


@given(flush_pairs(), angles, hands)
def test_a_wheel_leaves_what_it_turns_away_from(
    pair: tuple[Rect, Rect, Edge, Edge, float], degrees: float, about: Edge
) -> None:
    mover, other, edge, _, _ = pair
    hit = first_on_wheel(mover, degrees, about, [other])
    foremost = max(
        (x - mover.x) * mover.fx + (y - mover.y) * mover.fy for x, y in corners_of(other)
    )
    if edge == Edge.FRONT:
        assert hit is not None
        assert hit.travel == pytest.approx(0, abs=1e-4)
    if edge == REAR or (edge == about and foremost <= 0):
        assert hit is None


def test_a_wheel_digs_its_outer_flank_into_a_neighbour() -> None:
    """The rear right corner of a wheel to the left swings out."""
    mover = Rect(10.0, 10.0, 0.0, 4.0, 4.0)
    neighbour = Rect(14.0, 10.0, 0.0, 4.0, 4.0)
    hit = first_on_wheel(mover, 20.0, LEFT, [neighbour])
    assert hit is not None
    assert hit.travel == 0
    # That corner goes 4 sin a - 4 (1 - cos a) to the right: 0.008 at about 0.002 of a circle.
    radians = math.radians(hit.clear)
    assert 4 * math.sin(radians) - 4 * (1 - math.cos(radians)) == pytest.approx(PRESSED, abs=1e-9)
    assert first_on_wheel(mover, 20.0, RIGHT, [neighbour]) is None


@given(near, st.floats(0, 20), st.floats(0, 20), facings)
def test_the_table_edge_straight_ahead(mover: Rect, x: float, y: float, way: float) -> None:
    width, height = 40.0, 36.0
    stands = Rect(x + 10, y + 8, mover.facing, mover.width, mover.depth)
    assume(within_table(stands, width, height))
    dx, dy = way_of(stands, way)
    free = inches_to_edge_on_advance(stands, dx, dy, width, height)
    at = Rect(stands.x + dx * free, stands.y + dy * free, stands.facing, mover.width, mover.depth)
    assert within_table(at, width, height)
    over = free + 0.05 / max(abs(dx), abs(dy))
    past = Rect(stands.x + dx * over, stands.y + dy * over, stands.facing, at.width, at.depth)
    assert not within_table(past, width, height)


@pytest.mark.rule("move.table-edge")
@given(near, st.floats(0, 12), st.floats(0, 12), hands)
def test_the_table_edge_in_a_wheel(mover: Rect, x: float, y: float, about: Edge) -> None:
    width, height = 24.0, 20.0
    stands = Rect(x + 6, y + 4, mover.facing, mover.width, mover.depth)
    assume(within_table(stands, width, height))
    free = degrees_to_edge_on_wheel(stands, about, width, height)
    for i in range(60):
        degrees = min(free, 359.0) * i / 60
        if degrees < free - 0.01:
            assert within_table(wheel(stands, degrees, about), width, height)
    if free < 359:
        sense = -1.0 if about == LEFT else 1.0
        points = turned(corners_of(stands), sense * free, *corner_of(stands, about))
        over = [max(-px, px - width, -py, py - height) for px, py in points]
        assert max(over) == pytest.approx(0.01, abs=SLACK) or free == 0


@pytest.mark.rule("terrain.cost")
@given(near, polygons(), travels)
def test_the_inches_of_a_way_in_a_piece(mover: Rect, piece: Polygon, limit: float) -> None:
    found = body_inches_inside(mover, mover.fx, mover.fy, limit, piece)
    enter, leave = found if found is not None else (0.0, 0.0)
    assert 0 <= enter <= leave <= limit
    for i in range(41):
        travel = limit * i / 40
        deep = depth(
            moved(corners_of(mover), mover.fx * travel, mover.fy * travel), points_of(piece)
        )
        if found is None:
            assert deep <= 0.01 + SLACK
        else:
            assert (deep > 0) == (enter - 1e-9 <= travel <= leave + 1e-9) or abs(deep) < 1e-5


@pytest.mark.rule("terrain.cost")
@given(near, polygons(), angles, hands)
def test_the_ground_that_a_wheel_meets(
    mover: Rect, piece: Polygon, degrees: float, about: Edge
) -> None:
    sense = -1.0 if about == LEFT else 1.0
    deepest = max(
        depth(
            turned(corners_of(mover), sense * degrees * i / 90, *corner_of(mover, about)),
            points_of(piece),
        )
        for i in range(91)
    )
    meets = wheel_meets_polygon(mover, degrees, about, piece)
    if deepest > 0.01 + SLACK:
        assert meets
    if deepest < -0.3:
        assert not meets


@given(near, polygons(), angles, hands, facings, inches, inches)
def test_ground_met_moves_with_the_table(
    mover: Rect,
    piece: Polygon,
    degrees: float,
    about: Edge,
    turn: float,
    dx: float,
    dy: float,
) -> None:
    there = carried(mover, turn, dx, dy)
    ground = carried_polygon(piece, turn, dx, dy)
    here = body_inches_inside(mover, mover.fx, mover.fy, 8.0, piece)
    elsewhere = body_inches_inside(there, there.fx, there.fy, 8.0, ground)
    if here is not None and elsewhere is not None:
        assert here == pytest.approx(elsewhere, abs=1e-5)
    hit = first_on_wheel(mover, degrees, about, [piece])
    assert same(hit, first_on_wheel(there, degrees, about, [ground]))


def test_a_wheel_is_about_a_front_corner() -> None:
    mover = Rect(0.0, 0.0, 0.0, 4.0, 2.0)
    with pytest.raises(ValueError, match="not the rear"):
        first_on_wheel(mover, 30.0, REAR, [])
    with pytest.raises(ValueError, match="not the front"):
        wheel(mover, 30.0, Edge.FRONT)


def test_nothing_is_met_where_nothing_is() -> None:
    mover = Rect(0.0, 0.0, 0.0, 4.0, 2.0)
    assert first_on_advance(mover, 0.0, 1.0, 8.0, []) is None
    assert first_on_wheel(mover, 90.0, LEFT, ()) is None


def test_a_hit_is_a_value() -> None:
    hit = Hit(4.5, 1, 4.508)
    assert hit == Hit(4.5, 1, 4.508)
    assert hit != Hit(4.5, 2, 4.508)
    assert hash(hit) == hash(Hit(4.5, 1, 4.508))
    assert pickle.loads(pickle.dumps(hit)) == hit
    assert hit.angle == hit.travel
    assert repr(hit) == "Hit(4.5, 1, 4.508)"
