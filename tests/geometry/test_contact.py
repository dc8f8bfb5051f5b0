"""Which edges touch, and along which part."""

import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geometry.shapes import carried, edges, facings, flush_pairs, inches, mirrored, rects, sides
from maniple.geometry import (
    Contact,
    Edge,
    Rect,
    contact,
    distance_to_point,
    edge_ends,
    edge_facing,
    edge_middle,
    in_touch,
    overlaps,
)

OTHER_HAND = {Edge.LEFT: Edge.RIGHT, Edge.RIGHT: Edge.LEFT}


def touching(contact: Contact | None) -> Contact:
    """The contact, which must be one."""
    assert contact is not None
    return contact


@given(flush_pairs())
def test_flush_edges(pair: tuple[Rect, Rect, Edge, Edge, float]) -> None:
    a, b, edge_a, edge_b, aside = pair
    found = touching(contact(a, b))
    length_a = a.width if edge_a in (Edge.FRONT, Edge.REAR) else a.depth
    length_b = b.width if edge_b in (Edge.FRONT, Edge.REAR) else b.depth
    low = max(0.0, length_a / 2 + aside - length_b / 2)
    high = min(length_a, length_a / 2 + aside + length_b / 2)
    assert (found.edge_a, found.edge_b, found.is_corner) == (edge_a, edge_b, False)
    assert (found.a_from, found.a_to) == pytest.approx((low, high), abs=1e-6)
    assert found.length == pytest.approx(high - low, abs=1e-6)
    # What a sees from left to right, b sees from right to left.
    shift = length_a / 2 + aside + length_b / 2
    assert (found.b_from, found.b_to) == pytest.approx((shift - high, shift - low), abs=1e-6)


@given(flush_pairs())
def test_the_other_body_sees_the_same(pair: tuple[Rect, Rect, Edge, Edge, float]) -> None:
    a, b, _, _, _ = pair
    here, there = touching(contact(a, b)), touching(contact(b, a))
    assert (here.edge_a, here.edge_b) == (there.edge_b, there.edge_a)
    assert (here.a_from, here.a_to) == pytest.approx((there.b_from, there.b_to), abs=1e-6)


@given(flush_pairs(), facings, inches, inches)
def test_contact_moves_with_the_table(
    pair: tuple[Rect, Rect, Edge, Edge, float], degrees: float, dx: float, dy: float
) -> None:
    a, b, edge_a, edge_b, _ = pair
    here = touching(contact(a, b))
    there = touching(contact(carried(a, degrees, dx, dy), carried(b, degrees, dx, dy)))
    assert (there.edge_a, there.edge_b) == (edge_a, edge_b)
    assert (there.a_from, there.a_to) == pytest.approx((here.a_from, here.a_to), abs=1e-6)


@given(flush_pairs())
def test_contact_in_the_mirror(pair: tuple[Rect, Rect, Edge, Edge, float]) -> None:
    a, b, edge_a, edge_b, _ = pair
    here, there = touching(contact(a, b)), touching(contact(mirrored(a), mirrored(b)))
    assert there.edge_a == OTHER_HAND.get(edge_a, edge_a)
    assert there.edge_b == OTHER_HAND.get(edge_b, edge_b)
    length = a.width if edge_a in (Edge.FRONT, Edge.REAR) else a.depth
    assert (length - there.a_to, length - there.a_from) == pytest.approx(
        (here.a_from, here.a_to), abs=1e-6
    )


@given(rects, edges, st.floats(0.05, 0.95), st.floats(2.0, 88.0), sides, sides)
def test_a_corner_against_an_edge(
    a: Rect, edge: Edge, where: float, angle: float, width: float, depth: float
) -> None:
    """B's front left corner meets a's edge, b turned to the right of looking straight at it."""
    left_x, left_y, right_x, right_y = edge_ends(a, edge)
    x = left_x + (right_x - left_x) * where
    y = left_y + (right_y - left_y) * where
    probe = Rect(0.0, 0.0, edge_facing(a, edge) + 180 + angle, width, depth)
    b = Rect(x - probe.flx, y - probe.fly, probe.facing, width, depth)
    length = a.width if edge in (Edge.FRONT, Edge.REAR) else a.depth
    found = touching(contact(a, b))
    assert (found.edge_a, found.is_corner, found.length) == (edge, True, 0)
    assert (found.a_from, found.a_to) == pytest.approx((where * length, where * length), abs=1e-6)
    assume(abs(angle - 45) > 0.02)
    assert found.edge_b == (Edge.FRONT if angle < 45 else Edge.LEFT)
    at_corner = 0.0 if angle < 45 else b.depth
    assert (found.b_from, found.b_to) == pytest.approx((at_corner, at_corner))
    back = touching(contact(b, a))
    assert (back.edge_a, back.edge_b, back.is_corner) == (found.edge_b, edge, True)
    assert back.b_from == pytest.approx(found.a_from)


@given(rects, rects)
def test_bodies_apart_or_overlapping_are_not_in_contact(a: Rect, b: Rect) -> None:
    assert (contact(a, b) is None) == (not in_touch(a, b) or overlaps(a, b))


@given(rects)
def test_edges_go_round_the_body(a: Rect) -> None:
    for edge, next_edge in (
        (Edge.FRONT, Edge.RIGHT),
        (Edge.RIGHT, Edge.REAR),
        (Edge.REAR, Edge.LEFT),
        (Edge.LEFT, Edge.FRONT),
    ):
        left_x, left_y, right_x, right_y = edge_ends(a, edge)
        assert (right_x, right_y) == edge_ends(a, next_edge)[:2]
        x, y = edge_middle(a, edge)
        assert (x, y) == pytest.approx(((left_x + right_x) / 2, (left_y + right_y) / 2))
        looking = Rect(x, y, edge_facing(a, edge), 1.0, 1.0)
        assert distance_to_point(a, x + looking.fx, y + looking.fy) == pytest.approx(1.0)


def test_corner_to_corner_names_the_edges_nearest_the_fronts() -> None:
    a = Rect(10.0, 10.0, 0.0, 4.0, 2.0)
    enemy = touching(contact(a, Rect(14.0, 10.0, 180.0, 4.0, 2.0)))
    assert (enemy.edge_a, enemy.edge_b, enemy.is_corner) == (Edge.FRONT, Edge.FRONT, True)
    assert (enemy.a_from, enemy.b_from) == (4.0, 4.0)
    friend = touching(contact(a, Rect(14.0, 8.0, 0.0, 4.0, 2.0)))
    assert (friend.edge_a, friend.is_corner) == (Edge.RIGHT, True)


def test_nearly_flush_bodies_touch_where_they_are_near() -> None:
    """At a twentieth of a degree an edge leaves the other by a hundredth of an inch in 11.5."""
    a = Rect(50.0, 10.0, 0.0, 40.0, 2.0)
    b = Rect(70.0 - 20.0, 10.0, 180.05, 40.0, 2.0)
    turned = Rect(b.x, b.y + 0.0174533, b.facing, 40.0, 2.0)
    found = touching(contact(a, turned))
    assert not found.is_corner
    assert found.length == pytest.approx(0.01 / 0.000872665, abs=0.01)


def test_a_contact_is_a_value() -> None:
    a, b = Rect(10.0, 10.0, 0.0, 4.0, 2.0), Rect(11.0, 10.0, 180.0, 4.0, 2.0)
    found = touching(contact(a, b))
    assert found == contact(a, b)
    assert hash(found) == hash(contact(a, b))
    assert pickle.loads(pickle.dumps(found)) == found
    assert repr(found) == "<front 1.0 to 4.0 touches front 1.0 to 4.0: 3.0 inches>"
