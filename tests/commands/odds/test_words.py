"""How chances are told."""

from fractions import Fraction

import pytest

from maniple.commands.odds.words import (
    decimal,
    digits,
    exactly,
    fraction,
    how_often,
    percent,
    told,
)
from maniple.odds.answers import Certainty


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(5, 12), "41.7 %"),
        (Fraction(1, 1000), "0.1 %"),
        (Fraction(1, 1296), "0.08 %"),
        (Fraction(1295, 1296), "99.92 %"),
        (Fraction(1, 6**6), "<0.01 %"),
        (1 - Fraction(1, 6**6), ">99.99 %"),
    ],
)
def test_percent(chance: Fraction, shown: str) -> None:
    assert percent(chance) == shown


def test_nothing_uncertain_is_told_as_certain() -> None:
    for n in range(1, 400):
        assert percent(Fraction(1, 2**n)) not in ("0 %", "0.0 %", "0.00 %")
        assert percent(1 - Fraction(1, 2**n)) not in ("100 %", "100.0 %", "100.00 %")


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Fraction(0), "never"),
        (Fraction(1), "always"),
        (Fraction(1, 3), "1 in 3"),
        (Fraction(52, 100), "1 in 2"),
        (Fraction(2, 3), "2 in 3"),
        (Fraction(7, 10), "7 in 10"),
        (Fraction(1, 36), "1 in 36"),
        (Fraction(35, 36), "all but 1 in 36"),
        (Fraction(1, 412), "1 in 410"),
        (Fraction(1, 1_234_567), "1 in 1,200,000"),
        (Fraction(1, 6**30), "1 in 10^23"),
    ],
)
def test_how_often(chance: Fraction, shown: str) -> None:
    assert how_often(chance) == shown


def test_how_often_is_never_far_off() -> None:
    for n in range(100, 901):
        chance = Fraction(n, 1000)
        so_many, times = map(int, how_often(chance).split(" in "))
        assert abs(Fraction(so_many, times) - chance) <= Fraction(1, 20)


def test_bounds_and_samples() -> None:
    half = Fraction(41, 100)
    assert told(half, Certainty()) == "41.0 %"
    assert told(half, Certainty("bounds", Fraction(2, 100))) == "41.0 to 43.0 %"
    assert told(half, Certainty("bounds", Fraction(1, 10**9))) == "41.0 %"
    assert told(Fraction(99, 100), Certainty("bounds", Fraction(1, 10))) == "99.0 to 100 %"
    assert told(half, Certainty("sampled", runs=10_000)) == "41.0 ± 1.0 %"
    assert told(Fraction(0), Certainty("sampled", runs=100)) == "about 0.0 %"


def test_long_numbers() -> None:
    assert digits(7 * 10**9000 + 5) == "7" + "0" * 8999 + "5"
    assert digits(0) == "0"
    assert fraction(Fraction(21, 36)) == "7/12"
    assert fraction(Fraction(3)) == "3"
    assert percent(Fraction(1, 3) + Fraction(1, 10**9000)) == "33.3 %"
    assert exactly(Fraction(1, 6**60)) == "2.046e-45 %"
    assert exactly(Fraction(5, 12)) == "41.6667 %"
    assert decimal(Fraction(21, 4)) == "5.25"
    assert decimal(Fraction(5)) == "5"
    assert decimal(Fraction(-5, 4)) == "-1.25"
