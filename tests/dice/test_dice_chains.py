"""Counts of blows, against a plain enumeration of what each may do."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maniple.dice.chains import (
    CERTAIN,
    IMPOSSIBLE,
    Chance,
    at_least,
    binomial,
    capped,
    chain,
    unsaved,
)
from maniple.dice.distribution import Distribution, joint

chances = st.fractions(0, 1, max_denominator=36).map(Chance.of)


@given(chances, chances)
def test_chances_are_exact(a: Chance, b: Chance) -> None:
    assert (a * b).fraction == a.fraction * b.fraction
    assert a.opposite().fraction == 1 - a.fraction
    assert a.rerolled().fraction == a.fraction + (1 - a.fraction) * a.fraction
    assert chain([a, b, a]).fraction == a.fraction**2 * b.fraction
    assert float(a) == float(a.fraction)


def test_chances_are_kept_in_lowest_terms() -> None:
    assert Chance(3, 6) == Chance(1, 2)
    assert hash(Chance(3, 6)) == hash(Chance(1, 2))
    assert str(Chance(4, 6)) == "2/3"
    assert Chance(0, 6) == IMPOSSIBLE
    assert Chance(6, 6) == CERTAIN
    assert msgspec.json.decode(b'{"numerator":3,"denominator":6}', type=Chance) == Chance(1, 2)


@pytest.mark.parametrize(("numerator", "denominator"), [(7, 6), (-1, 6), (0, 0), (1, -6)])
def test_what_is_no_chance_is_refused(numerator: int, denominator: int) -> None:
    with pytest.raises(ValueError, match="is not a chance from 0 to 1"):
        Chance(numerator, denominator)


@pytest.mark.rule("dice.rerolls")
def test_a_reroll_by_every_pair_of_faces() -> None:
    for need in range(2, 7):
        hits = sum(
            first >= need or second >= need for first, second in product(range(1, 7), repeat=2)
        )
        assert at_least(need).rerolled() == Chance(hits, 36)


@pytest.mark.parametrize("n", [0, 1, 2, 3])
@pytest.mark.parametrize(("hit", "wound", "save"), [(4, 4, 5), (3, 2, 7), (5, 6, 2), (4, 7, 4)])
def test_chains_by_every_face(n: int, hit: int, wound: int, save: int) -> None:
    blows = Counter(
        first >= hit and second >= wound and not (third >= save and third > 1)
        for first, second, third in product(range(1, 7), repeat=3)
    )
    brute = Distribution(
        (sum(row), prod(blows[fell] for fell in row)) for row in product((True, False), repeat=n)
    )
    chance = chain([at_least(hit), at_least(wound), unsaved(save)])
    assert binomial(n, chance) == brute


@given(st.integers(0, 30), chances)
def test_binomial_laws(n: int, chance: Chance) -> None:
    counted = binomial(n, chance)
    assert counted.mean() == n * chance.fraction
    one = Distribution([(1, chance.numerator), (0, chance.opposite().numerator)])
    if chance not in (CERTAIN, IMPOSSIBLE):
        assert counted == one.repeat(n)
        assert counted.outcomes == tuple(range(n + 1))


def test_certain_and_impossible_blows() -> None:
    assert binomial(7, CERTAIN) == Distribution.certain(7)
    assert binomial(7, IMPOSSIBLE) == Distribution.certain(0)
    assert chain([]) == CERTAIN


@given(st.integers(0, 12), st.integers(0, 12), chances)
def test_blows_struck_apart_count_as_blows_struck_together(m: int, n: int, chance: Chance) -> None:
    assert binomial(m, chance) + binomial(n, chance) == binomial(m + n, chance)


@given(st.integers(0, 8), chances, chances)
def test_a_stage_after_a_stage_is_the_product(n: int, a: Chance, b: Chance) -> None:
    assert binomial(n, a).then(lambda hits: binomial(hits, b)) == binomial(n, a * b)


@given(st.integers(0, 20), st.integers(0, 8), chances)
def test_no_more_fall_than_are_there(n: int, models: int, chance: Chance) -> None:
    fallen = capped(n, chance, models)
    assert fallen == binomial(n, chance).map(lambda count: min(count, models))
    assert fallen.at_least(models + 1) == 0


@given(st.integers(0, 5), st.integers(0, 5), chances, chances)
def test_blows_at_two_targets_are_a_product(m: int, n: int, a: Chance, b: Chance) -> None:
    both = joint([binomial(m, a), binomial(n, b)])
    for one, two in both.outcomes:
        apart = binomial(m, a).probability(one) * binomial(n, b).probability(two)
        assert both.probability((one, two)) == apart
    assert both.map(lambda fell: fell[0]) == binomial(m, a)


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="-1 blows"):
        binomial(-1, CERTAIN)


def test_large_counts_stay_exact() -> None:
    assert sum((binomial(300, Chance(1, 6)).at_most(n) for n in (300,)), Fraction()) == 1
    assert binomial(300, Chance(1, 6)).total == 6**300
