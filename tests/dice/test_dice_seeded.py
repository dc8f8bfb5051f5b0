"""Quick faces from a seed."""

import copy
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maniple.dice.seeded import Seeded

FIRST_FACES = [2, 2, 1, 5, 2, 4, 4, 6, 5, 2, 5, 2, 1, 1, 4, 3, 2, 2, 3, 6]
FIRST_NUMBERS = [5220, 5716, 8229, 1707, 6352]


@given(st.integers(), st.integers(0, 200))
def test_a_copy_goes_on_alike_and_apart(seed: int, before: int) -> None:
    one = Seeded(seed)
    for _ in range(before):
        one.face(6)
    other = copy.copy(one)
    ahead = [one.face(6) for _ in range(150)]
    assert [other.face(6) for _ in range(150)] == ahead
    assert [one.below(1000) for _ in range(9)] == [other.below(1000) for _ in range(9)]


def test_the_first_faces_of_seed_1_stay_what_they_are() -> None:
    """Simulations that were published with their seed can be run again."""
    dice = Seeded(1)
    assert [dice.face(6) for _ in range(20)] == FIRST_FACES
    assert [dice.below(10_000) for _ in range(5)] == FIRST_NUMBERS


def test_seeds_differ() -> None:
    sources = [Seeded(seed) for seed in range(-500, 500)]
    assert len({tuple(dice.face(6) for _ in range(30)) for dice in sources}) == 1000


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 129, 300])
def test_faces_are_uniform(sides: int) -> None:
    """Chi-square below its mean plus six of its standard deviations."""
    dice, each = Seeded(sides), 40_000 // sides
    seen = Counter(dice(sides) for _ in range(each * sides))
    assert set(seen) <= set(range(1, sides + 1))
    chi = sum((seen[face] - each) ** 2 / each for face in range(1, sides + 1))
    assert chi < sides - 1 + 6 * (2 * (sides - 1)) ** 0.5


@given(st.integers(), st.integers(1, 10**30))
def test_numbers_stay_below(seed: int, n: int) -> None:
    dice = Seeded(seed)
    assert all(0 <= dice.below(n) < n for _ in range(20))


def test_small_numbers_are_uniform() -> None:
    dice = Seeded(3)
    seen = Counter(dice.below(7) for _ in range(14_000))
    assert sum((seen[n] - 2000) ** 2 / 2000 for n in range(7)) < 38.3


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    dice = Seeded(4)
    seen = Counter(dice.shuffled("abc") for _ in range(6000))
    assert set(seen) == set(permutations("abc"))
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 35.9


def test_choices() -> None:
    dice = Seeded(5)
    assert {dice.choice(("hold", "flee")) for _ in range(50)} == {"hold", "flee"}
    assert dice.shuffled(()) == ()


@given(st.integers(), st.floats(-50, 50), st.floats(0, 50))
def test_between_stays_between(seed: int, low: float, width: float) -> None:
    assert low <= Seeded(seed).between(low, low + width) <= low + width


def test_between_spreads() -> None:
    dice = Seeded(6)
    tenths = Counter(int(dice.between(0, 10)) for _ in range(10_000))
    assert sum((tenths[n] - 1000) ** 2 / 1000 for n in range(10)) < 45.0


def test_nothing_can_not_be_drawn() -> None:
    dice = Seeded(8)
    with pytest.raises(ValueError, match="no number from 0 to -1"):
        dice.below(0)
    with pytest.raises(ValueError, match="no number"):
        dice.face(0)
    with pytest.raises(ValueError, match="no number"):
        dice.choice(())
