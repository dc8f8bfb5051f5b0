"""What an answer holds can be asked of it, and it says so where nothing is known."""

from fractions import Fraction

import pytest

from maniple.odds.answers import Answer, Count, Outcome

HALF, FIFTH = Fraction(1, 2), Fraction(1, 5)
LOST = Count("lost", {0: HALF, 1: Fraction(3, 10), 4: FIFTH})


def test_a_count_tells_its_shares() -> None:
    assert LOST.at_least(1) == HALF
    assert LOST.at_most(1) == Fraction(4, 5)
    assert LOST.mean() == Fraction(11, 10)
    assert (LOST.median(), LOST.quantile(0.6), LOST.quantile(1)) == (0, 1, 4)
    with pytest.raises(ValueError, match="from 0 to 1"):
        _ = LOST.quantile(1.5)


def test_of_what_is_known_in_part_the_average_is_of_that_part() -> None:
    part = Count("lost", {0: FIFTH, 2: FIFTH})
    assert part.mean() == 1
    assert part.median() == 0


@pytest.mark.parametrize("ask", [Count.mean, Count.median])
def test_of_nothing_there_is_no_average(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(ValueError, match="nothing is known of 'lost'"):
        ask(Count("lost", {}))


def test_a_name_that_is_not_there_is_told_with_those_that_are() -> None:
    answer = Answer("fight", "told", (Outcome("won", HALF), Outcome("lost", HALF)), (LOST,))
    assert answer.chance_of("won") == HALF
    assert answer.count("lost") is LOST
    with pytest.raises(KeyError, match="won"):
        _ = answer.chance_of("drawn")
    with pytest.raises(KeyError, match="lost"):
        _ = answer.count("rounds")
