"""Lines and lanes, boxes and rows: the quick questions agree with slow, plain ones."""

from hypothesis import assume, given
from hypothesis import strategies as st

from geometry.shapes import inches, polygons, rects
from maniple.geometry import (
    TOUCH,
    Box,
    Rect,
    boxes_met,
    close_pairs,
    distance,
    first_nearer,
    first_overlapped,
    in_reach,
    in_touch,
    inches_inside,
    is_lane_open,
    line_meets,
    lines_meet,
    outlines_in,
    overlaps,
    rects_touched,
    spans_in_touch,
)

some_rects = st.lists(rects, max_size=6)
points = st.tuples(inches, inches)
spans = st.lists(
    st.integers(-40, 40).map(lambda n: (n / 10, n / 10 + 0.7)), min_size=1, max_size=6
).map(sorted)


def box_of(rect: Rect) -> Box:
    return Box(rect.cx - rect.ex, rect.cy - rect.ey, rect.cx + rect.ex, rect.cy + rect.ey)


@given(polygons(), points, points)
def test_a_line_meets_what_it_has_inches_inside(shape, start, end):
    assume(start != end)
    assert line_meets(shape, *start, *end) == (inches_inside(shape, *start, *end) > 0.0)


@given(some_rects, st.lists(points, min_size=1, max_size=3), points)
def test_lines_meet_where_each_of_them_meets_something(bodies, starts, end):
    each = [any(line_meets(body, *start, *end) for body in bodies) for start in starts]
    assert lines_meet(bodies, starts, *end) == all(each)


def test_a_lane_is_closed_by_a_body_on_the_line_or_beside_it():
    target = Rect(0.0, 30.0, 180.0, 4.0, 2.0)
    assert is_lane_open(0.0, 0.0, target, [], 0.002)
    assert is_lane_open(0.0, 0.0, target, [Rect(3.0, 15.0, 0.0, 4.0, 2.0)], 0.002)
    assert not is_lane_open(0.0, 0.0, target, [Rect(2.03, 15.0, 0.0, 4.0, 2.0)], 0.002)
    assert not is_lane_open(0.0, 0.0, target, [Rect(0.0, 15.0, 0.0, 4.0, 2.0)], 0.002)


def test_no_lane_is_open_to_what_is_nearer_than_it_is_wide():
    assert not is_lane_open(0.0, 0.0, Rect(0.0, 3.0, 180.0, 6.0, 1.0), [], 0.002)


@given(rects, some_rects)
def test_the_first_that_overlaps_or_is_near(rect, others):
    overlapped = [i for i, other in enumerate(others) if overlaps(rect, other)]
    near = [i for i, other in enumerate(others) if distance(rect, other) < 3.0]
    assert first_overlapped(rect, others) == (overlapped[0] if overlapped else -1)
    assert first_nearer(rect, others, 3.0) == (near[0] if near else -1)


@given(rects, some_rects)
def test_whoever_can_be_met_is_in_reach(rect, others):
    """Nothing nearer than the reach, less the body's own size, is left out."""
    found = in_reach(rect, others, 20.0)
    size = rect.width + rect.depth
    assert all(i in found for i, o in enumerate(others) if distance(rect, o) < 20.0 - size)
    assert all(abs(others[i].cx - rect.cx) <= 20.0 + others[i].ex for i in found)


@given(some_rects, some_rects)
def test_pairs_that_are_near_are_close(ours, others):
    found = close_pairs(ours, others, TOUCH)
    touching = [
        (place, i)
        for place, other in enumerate(others)
        for i, our in enumerate(ours)
        if in_touch(our, other)
    ]
    assert set(touching) <= set(found)
    assert found == sorted(found)


@given(some_rects, rects)
def test_boxes_that_meet_overlap_in_both_directions(bodies, rect):
    box = box_of(rect)
    boxes = [box_of(body) for body in bodies]
    met = [
        i
        for i, other in enumerate(boxes)
        if min(other.right, box.right) > max(other.left, box.left)
        and min(other.top, box.top) > max(other.bottom, box.bottom)
    ]
    assert boxes_met(boxes, box) == met == outlines_in(bodies, box)
    assert all(box.meets(box.joined(other)) for other in boxes)


def test_boxes_that_share_an_edge_alone_do_not_meet():
    box = Box(0.0, 0.0, 2.0, 2.0)
    assert not box.meets(Box(2.0, 0.0, 4.0, 2.0))
    assert box.meets(Box(1.999, 0.0, 4.0, 2.0))


@given(rects, st.lists(st.one_of(rects, polygons()), max_size=6))
def test_only_rectangles_are_touched(rect, shapes):
    assert rects_touched(rect, shapes) == [
        i for i, shape in enumerate(shapes) if isinstance(shape, Rect) and in_touch(rect, shape)
    ]


@given(spans, spans, st.integers(-20, 20).map(lambda n: n / 10))
def test_spans_in_touch_are_counted_on_both_sides(ours, theirs, shift):
    moved = [(low + shift, high + shift) for low, high in ours]

    def meets(span, row):
        return span[0] - row[-1][1] <= TOUCH + 1e-9 and row[0][0] - span[1] <= TOUCH + 1e-9

    found = sum(meets(span, moved) for span in theirs)
    if found:
        found += sum(meets(span, theirs) for span in moved)
    assert spans_in_touch(ours, theirs, shift) == found
