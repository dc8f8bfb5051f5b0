"""Games with seeded dice come out as often as the exact odds say.

A hundred situations are fixed by their numbers; `make soak` plays them all. The ten here are of all
kinds, and quickly played.
"""

from collections import Counter
from fractions import Fraction

import pytest

from kit.agreement import BEYOND, disagreements, tail
from kit.situations_by_lot import SITUATIONS
from tools import soak_odds
from tools.soak_odds import hold

AT_HAND = (0, 3, 4, 5, 6, 11, 16, 17, 25, 38)
"""Chosen by what they cost, before it was known how they come out."""


@pytest.mark.slow
@pytest.mark.parametrize("number", AT_HAND)
def test_play_comes_out_as_often_as_the_odds_say(number: int) -> None:
    held = hold(number)
    assert held.problems == (), held.told
    assert held.outcomes > 1
    assert held.unknown == 0.0


def test_what_comes_too_often_or_too_seldom_is_noticed() -> None:
    even = {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}
    nothing = Fraction(0)
    assert disagreements(even, {"heads": 10_100, "tails": 9_900}, nothing) == []
    assert len(disagreements(even, {"heads": 10_400, "tails": 9_600}, nothing)) == 2
    assert disagreements({"heads": Fraction(1)}, {"heads": 10, "edge": 1}, nothing)
    rare = {"often": 1 - Fraction(1, 10**6), "rarely": Fraction(1, 10**6)}
    assert disagreements(rare, {"often": 19_999, "rarely": 1}, nothing) == []
    assert len(disagreements(rare, {"often": 19_990, "rarely": 10}, nothing)) >= 1


def test_what_is_unknown_is_allowed_for_and_no_more() -> None:
    found = {"heads": Fraction(2, 5), "tails": Fraction(2, 5)}
    assert disagreements(found, {"heads": 11_900, "tails": 8_100}, Fraction(1, 5)) == []
    assert len(disagreements(found, {"heads": 12_600, "tails": 7_400}, Fraction(1, 5))) == 2


@pytest.mark.parametrize(("count", "above"), [(3, True), (7, True), (0, False), (4, False)])
def test_the_tail_is_that_of_throws_counted_one_by_one(count: int, above: bool) -> None:
    thrown = Counter({0: 1.0})
    for _ in range(10):
        after: Counter[int] = Counter()
        for successes, chance in thrown.items():
            after[successes] += chance * 0.7
            after[successes + 1] += chance * 0.3
        thrown = after
    expected = sum(p for k, p in thrown.items() if (k >= count if above else k <= count))
    assert tail(count, 10, 0.3, above=above) == pytest.approx(expected)
    assert 2e-7 < BEYOND < 3e-7


def test_a_situation_whose_odds_are_wrong_is_told_with_its_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    held = soak_odds.Held(42, "a fight", 3, 0.0, ("too often",))
    monkeypatch.setattr(soak_odds, "hold_all", lambda *_, **__: [held])
    assert soak_odds.main([]) == 1
    told = capsys.readouterr().out
    assert "python tools/soak_odds.py --only 42" in told
    assert "too often" in told
    assert SITUATIONS == 100
