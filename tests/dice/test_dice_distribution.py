"""Laws of exact distributions."""

import pickle
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maniple.dice.distribution import Distribution, joint, mix
from maniple.dice.pool import D6, Pool

pairs = st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 20)), min_size=1, max_size=6).filter(
    lambda given: any(weight for _, weight in given)
)
distributions = pairs.map(Distribution)
shares = st.fractions(0, 1, max_denominator=50)


@given(pairs)
def test_weights_are_in_lowest_terms_and_sum_to_the_total(given: list[tuple[int, int]]) -> None:
    made = Distribution(given)
    weights = [weight for _, weight in made.items]
    assert sum(weights) == made.total
    assert gcd(*weights) == 1
    assert min(weights) > 0
    assert list(made.outcomes) == sorted({outcome for outcome, weight in given if weight})
    all_weight = sum(weight for _, weight in given)
    for outcome in range(-9, 10):
        share = Fraction(sum(weight for one, weight in given if one == outcome), all_weight)
        assert made.probability(outcome) == share


@given(pairs, st.integers(1, 9))
def test_equal_chances_are_equal_distributions(given: list[tuple[int, int]], times: int) -> None:
    made = Distribution(given)
    again = Distribution([(outcome, weight * times) for outcome, weight in reversed(given)])
    assert again == made
    assert hash(again) == hash(made)
    assert again.items == made.items
    assert pickle.loads(pickle.dumps(made)) == made


def test_another_weight_is_another_distribution() -> None:
    assert Distribution([(1, 1), (2, 1)]) != Distribution([(1, 1), (2, 2)])
    assert Distribution([(1, 1), (2, 1)]) != Distribution([(1, 1), (3, 1)])
    assert Distribution.certain(1) != 1


def test_outcomes_without_an_order_keep_the_order_given() -> None:
    one = Distribution([("broke", 2), (None, 1), (3, 1)])
    other = Distribution([(3, 1), ("broke", 2), (None, 1)])
    assert one.outcomes == ("broke", None, 3)
    assert other.outcomes == (3, "broke", None)
    assert one == other
    assert hash(one) == hash(other)
    assert one.probability("broke") == Fraction(1, 2)


def test_bad_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="the weight of 3 is -1"):
        Distribution([(3, -1)])
    with pytest.raises(ValueError, match="at least one outcome"):
        Distribution([(3, 0)])
    with pytest.raises(ValueError, match="at least one outcome"):
        D6.distribution().given(lambda face: face > 6)


def test_a_distribution_does_not_change() -> None:
    one = D6.distribution()
    with pytest.raises(AttributeError, match="total can't be set"):
        one.total = 7
    with pytest.raises(AttributeError, match="items can't be deleted"):
        del one.items
    assert one.total == 6


@given(distributions, distributions, distributions)
def test_sums_commute_and_associate(
    a: Distribution[int], b: Distribution[int], c: Distribution[int]
) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert (a + b).mean() == a.mean() + b.mean()
    assert a + 3 == a + Distribution.certain(3)
    assert a + b == joint([a, b]).map(sum)


@given(distributions, st.integers(0, 6))
def test_to_repeat_is_to_add_again_and_again(a: Distribution[int], times: int) -> None:
    added = Distribution.certain(0)
    for _ in range(times):
        added = added + a
    assert a.repeat(times) == added


def test_nothing_is_thrown_less_than_never() -> None:
    with pytest.raises(ValueError, match="-1 times"):
        D6.distribution().repeat(-1)


@given(
    st.lists(
        st.tuples(distributions, st.fractions(0, 5, max_denominator=12)), min_size=1, max_size=4
    )
)
def test_a_mix_averages_its_parts(parts: list[tuple[Distribution[int], Fraction]]) -> None:
    weight = sum(share for _, share in parts)
    if not weight:
        with pytest.raises(ValueError, match="at least one outcome"):
            mix(parts)
        return
    mixed = mix(parts)
    for outcome in range(-9, 10):
        expected = sum(part.probability(outcome) * share for part, share in parts) / weight
        assert mixed.probability(outcome) == expected


@given(distributions, st.lists(distributions, min_size=3, max_size=3))
def test_then_is_a_mix_by_outcome(
    first: Distribution[int], next_by: list[Distribution[int]]
) -> None:
    came = first.then(lambda outcome: next_by[outcome % 3])
    assert came == mix([(next_by[outcome % 3], weight) for outcome, weight in first.items])
    assert first.then(Distribution.certain) == first
    assert sum((came.probability(one) for one in came.outcomes), Fraction()) == 1


@given(distributions, st.integers(-10, 10))
def test_at_most_and_at_least_share_one_outcome(a: Distribution[int], n: int) -> None:
    assert a.at_most(n) + a.at_least(n) == 1 + a.probability(n)
    assert a.at_most(n) == a.chance_that(lambda outcome: outcome <= n)


@given(distributions, shares)
def test_a_quantile_is_the_least_that_suffices(a: Distribution[int], p: Fraction) -> None:
    found = a.quantile(p)
    assert a.at_most(found) >= p
    assert all(a.at_most(lower) < p for lower in a.outcomes if lower < found)


def test_median_and_quantile_by_hand() -> None:
    two = (2 * D6).distribution()
    assert two.median() == 7
    assert D6.distribution().median() == 3
    assert (two.quantile(0), two.quantile(1), two.quantile(Fraction(1, 36))) == (2, 12, 2)
    for outside in (-0.1, 1.1):
        with pytest.raises(ValueError, match="a share from 0 to 1"):
            two.quantile(outside)


def test_mean_of_inches_is_exact() -> None:
    halved = D6.distribution().map(lambda face: face / 2)
    assert halved.mean() == Fraction(7, 4)
    assert halved.at_most(1.5) == Fraction(1, 2)


def test_a_cap_gathers_what_lies_above() -> None:
    assert D6.distribution().cap(4) == Distribution([(1, 1), (2, 1), (3, 1), (4, 3)])


def test_given_forgets_the_rest() -> None:
    assert D6.distribution().given(lambda face: face > 4) == Distribution.uniform([5, 6])


@given(distributions)
def test_the_tickets_fall_to_each_outcome_by_weight(a: Distribution[int]) -> None:
    assert Counter(a.at_ticket(ticket) for ticket in range(a.total)) == dict(a.items)
    for outside in (-1, a.total):
        with pytest.raises(ValueError, match="is not among"):
            a.at_ticket(outside)


@pytest.mark.parametrize("pool", [2 * D6, 3 * D6, 2 * Pool(1, 3) + 1])
def test_a_pool_by_every_face(pool: Pool) -> None:
    rows = product(range(1, pool.sides + 1), repeat=pool.count)
    assert pool.distribution() == Distribution((pool.total(row), 1) for row in rows)


@pytest.mark.parametrize(
    "shown", [D6.distribution, lambda: Distribution([("held", 26), ("broke", 10)])]
)
def test_repr_can_be_read_back(shown: Callable[[], Distribution[int | str]]) -> None:
    assert eval(repr(shown()), {"Distribution": Distribution}) == shown()
    assert len(shown()) == len(shown().items)
