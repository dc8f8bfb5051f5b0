"""A view past several units agrees with `visible_degrees` past what counts of them."""

from hypothesis import given
from hypothesis import strategies as st

from geometry.shapes import polygons, rects
from maniple.geometry import (
    Box,
    Looking,
    Polygon,
    Ranked,
    Rect,
    View,
    contains,
    in_front_zone,
    polygon_overlaps,
    visible_degrees,
)

ARC, LEAST, LANE = 45.0, 0.1, 0.002
EVERYWHERE = Box(-1000.0, -1000.0, 1000.0, 1000.0)


def ranked(body: Rect, height: int = 0, *, is_loose: bool = False) -> Ranked:
    box = Box(body.cx - body.ex, body.cy - body.ey, body.cx + body.ex, body.cy + body.ey)
    return Ranked([body], [height], [box], is_loose)


def view(
    targets: list[Rect],
    between: list[Ranked],
    *,
    height: int = 0,
    box: Box = EVERYWHERE,
    is_loose: bool = False,
    hills: list[Polygon] | None = None,
    woods: list[Polygon] | None = None,
) -> View:
    heights = [height] * len(targets)
    by_zone = is_loose or len(targets) > 1
    return View(targets, heights, between, box, is_loose, [], hills or [], woods or [], by_zone)


def eyes(*bodies: Rect, height: int = 0) -> Looking:
    return Looking([b.x for b in bodies], [b.y for b in bodies], bodies, [height] * len(bodies))


def sees(past: View, looking: Looking, place: int = 0) -> bool:
    return past.is_seen(looking, place, ARC, LEAST, LANE)


@given(rects, rects, st.lists(rects, max_size=5), st.lists(polygons(), max_size=1))
def test_an_eye_sees_what_more_than_a_tenth_of_a_degree_is_open_of(own, target, bodies, woods):
    past = view([target], [ranked(body) for body in bodies], woods=woods)
    open_to_it = visible_degrees(own.x, own.y, own.facing, ARC, target, bodies, woods)
    middle = visible_degrees(own.x, own.y, own.facing, ARC, target, ())
    if sees(past, eyes(own)):
        assert open_to_it > LEAST or (middle > 0.0 and not bodies and not woods)
    else:
        assert open_to_it <= LEAST


@given(rects, st.lists(rects, min_size=2, max_size=4), st.lists(rects, max_size=3))
def test_of_several_bodies_those_in_the_front_zone_count(own, targets, bodies):
    past = view(targets, [ranked(body) for body in bodies])
    single = [view([target], [ranked(body) for body in bodies]) for target in targets]
    ahead = [
        sees(s, eyes(own)) and in_front_zone(own, t) for s, t in zip(single, targets, strict=True)
    ]
    assert sees(past, eyes(own)) == any(ahead)


@given(st.lists(rects, min_size=1, max_size=4), rects, st.lists(rects, max_size=3))
def test_any_eye_is_enough(viewers, target, bodies):
    past = view([target], [ranked(body) for body in bodies])
    looking = eyes(*viewers)
    each = [sees(past, looking, place) for place in range(len(viewers))]
    assert past.is_seen_by_any(looking, ARC, LEAST, LANE) == any(each)


EYE = Rect(0.0, 0.0, 0.0, 1.0, 1.0)
TARGET = Rect(0.0, 20.0, 180.0, 2.0, 2.0)
WALL = Rect(0.0, 10.0, 0.0, 12.0, 1.0)


def test_a_body_hides_what_stands_no_higher():
    assert not sees(view([TARGET], [ranked(WALL)]), eyes(EYE))
    assert sees(view([TARGET], [ranked(WALL)], height=1), eyes(EYE))
    assert sees(view([TARGET], [ranked(WALL)]), eyes(EYE, height=1))
    assert not sees(view([TARGET], [ranked(WALL, 1)], height=1), eyes(EYE))


def test_loose_bodies_hide_from_loose_eyes_alone():
    screen = ranked(WALL, is_loose=True)
    assert sees(view([TARGET], [screen]), eyes(EYE))
    assert not sees(view([TARGET], [screen], is_loose=True), eyes(EYE))


def test_loose_eyes_see_past_their_own_body_and_the_target():
    own = ranked(EYE, is_loose=True)
    target = ranked(TARGET, is_loose=True)
    assert sees(view([TARGET], [own, target], is_loose=True), eyes(EYE))


def test_loose_bodies_count_where_they_reach_into_the_box():
    screen = ranked(WALL, is_loose=True)
    near = Box(-1.0, 0.0, 1.0, 9.0)
    assert view([TARGET], [screen], is_loose=True).loose == [WALL]
    assert view([TARGET], [screen], is_loose=True, box=near).loose == []


def test_a_hill_hides_unless_eye_or_target_is_on_it():
    hill = Polygon([(-9.0, 8.0), (-9.0, 12.0), (9.0, 12.0), (9.0, 8.0)])
    assert not sees(view([TARGET], [], hills=[hill]), eyes(EYE))
    on_it = Rect(0.0, 11.0, 180.0, 2.0, 2.0)
    assert polygon_overlaps(on_it, hill)
    assert sees(view([on_it], [], hills=[hill]), eyes(EYE))
    above = Rect(0.0, 9.0, 0.0, 1.0, 1.0)
    assert contains(hill, above.x, above.y)
    assert sees(view([TARGET], [], hills=[hill]), eyes(above))
