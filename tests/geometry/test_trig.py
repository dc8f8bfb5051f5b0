"""Rounding, sines, bearings: the same figures on every machine."""

import math
from decimal import Decimal, getcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maniple.geometry import (
    bearing,
    beyond,
    cos_deg,
    pose,
    round_degrees,
    round_inches,
    sin_deg,
    touches,
    within,
)
from maniple.geometry.kernel.trig import NEVER, degrees_of, turn_of, unit_of

PI = Decimal("3.14159265358979323846264338327950288")


def true_sine(hundredths: int) -> Decimal:
    """The sine of 0 to 90 degrees to 30 digits, by its series."""
    getcontext().prec = 34
    x = PI * hundredths / 18000
    term = total = x
    n = 1
    while abs(term) > Decimal("1e-32"):
        n += 2
        term *= -x * x / (n * (n - 1))
        total += term
    return total


def test_sines_are_true_to_12_digits() -> None:
    for h in range(0, 9001, 7):
        off = abs(Decimal(sin_deg(h / 100)) - true_sine(h))
        assert off < Decimal("0.5002e-12"), h


@pytest.mark.parametrize(
    ("degrees", "sine", "cosine"),
    [
        (0.0, 0.0, 1.0),
        (30.0, 0.5, 0.866025403784),
        (90.0, 1.0, 0.0),
        (180.0, 0.0, -1.0),
        (270.0, -1.0, 0.0),
        (330.0, -0.5, 0.866025403784),
        (-30.0, -0.5, 0.866025403784),
        (360.004, 0.0, 1.0),
    ],
)
def test_sines_by_quarters(degrees: float, sine: float, cosine: float) -> None:
    assert (sin_deg(degrees), cos_deg(degrees)) == (sine, cosine)
    assert "-0.0" not in (str(sin_deg(degrees)), str(cos_deg(degrees)))


@given(st.integers(-100_000, 100_000))
def test_sines_go_round(hundredths: int) -> None:
    degrees = hundredths / 100
    assert sin_deg(degrees) == pytest.approx(math.sin(math.radians(degrees)), abs=1e-11)
    assert cos_deg(degrees) == pytest.approx(math.cos(math.radians(degrees)), abs=1e-11)
    assert sin_deg(-degrees) == -sin_deg(degrees)
    assert sin_deg(degrees + 360) == sin_deg(degrees)


@given(st.floats(-1e6, 1e6))
def test_rounding_is_done_once(figure: float) -> None:
    inches = round_inches(figure)
    assert round_inches(inches) == inches
    assert abs(inches - figure) <= 0.000501
    degrees = round_degrees(figure)
    assert 0 <= degrees < 360
    assert round_degrees(degrees) == degrees
    assert min((degrees - figure) % 360, (figure - degrees) % 360) <= 0.00501


def test_a_pose_is_rounded() -> None:
    stands = pose(12.00049, -0.0004, 359.996)
    assert (stands.x, stands.y, stands.facing) == (12.0, 0.0, 0.0)
    assert math.copysign(1, stands.y) == 1
    assert pose(12.0, 0.0, 720.0) == stands
    assert hash(pose(12.0, 0.0, 0.0)) == hash(stands)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e12])
def test_no_pose_beyond_all_tables(bad: float) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        pose(bad, 0.0, 0.0)
    with pytest.raises(ValueError, match="cannot be"):
        pose(0.0, bad, 0.0)
    with pytest.raises(ValueError, match="cannot be"):
        pose(0.0, 0.0, bad)


@given(st.floats(-100, 100), st.floats(-100, 100))
def test_bearings(dx: float, dy: float) -> None:
    if abs(dx) + abs(dy) < 1e-6:
        return
    off = bearing(dx, dy) - math.degrees(math.atan2(dx, dy))
    assert math.remainder(off, 360) == pytest.approx(0, abs=1e-9)


def test_bearings_along_the_table() -> None:
    ways = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (0, 0)]
    assert [bearing(dx, dy) for dx, dy in ways] == pytest.approx([0, 45, 90, 180, 270, 0])


@given(st.floats(0, 359.9999))
def test_turns_grow_with_the_angle(degrees: float) -> None:
    x, y = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turn = turn_of(x, y)
    assert 0 <= turn < 4 < NEVER
    assert degrees_of(turn) == pytest.approx(degrees, abs=1e-9)
    assert unit_of(turn) == pytest.approx((x, y), abs=1e-12)


@pytest.mark.rule("measure.tolerance")
def test_within_and_touching_have_one_tolerance() -> None:
    assert within(8.001, 8.0)
    assert not beyond(8.001, 8.0)
    assert beyond(8.0011, 8.0)
    assert not within(8.0011, 8.0)
    assert touches(0.01)
    assert touches(-1.0)
    assert not touches(0.0101)
