"""A volley is worked out as by hand: so many shots, each a hit, a wound and no save, or not."""

from fractions import Fraction
from math import comb

import pytest

from maniple.battle.terrain import Cover
from maniple.battle.unit import Moved
from maniple.odds.answers import Answer
from maniple.odds.asking import QuestionError
from maniple.odds.policies import misjudges
from maniple.odds.situations import OURS, alone, apart, shooting
from maniple.odds.volley import volley

ARCHERS = "6 roman archers, 6 wide"
TARGET = "24 warriors, 8 wide"
UNSAVED = Fraction(1, 2) * Fraction(5, 6)
"""A bow wounds them on 4+, and their shield saves on a 6."""


def binomial(dice: int, chance: Fraction, k: int) -> Fraction:
    return comb(dice, k) * chance**k * (1 - chance) ** (dice - k)


def lost(answer: Answer) -> dict[int, Fraction]:
    return dict(answer.count("Warriors lost").chances)


@pytest.mark.rule("shoot.to-hit", "shoot.modifiers", "shoot.to-wound", "shoot.save")
@pytest.mark.parametrize(
    ("inches", "cover", "moved", "need"),
    [
        (6.0, Cover.NONE, Moved.STOOD, 4),
        (20.0, Cover.NONE, Moved.STOOD, 5),
        (6.0, Cover.SOFT, Moved.STOOD, 5),
        (6.0, Cover.HARD, Moved.STOOD, 6),
        (6.0, Cover.NONE, Moved.MOVED, 5),
    ],
)
def test_losses_are_binomial(inches: float, cover: Cover, moved: Moved, need: int) -> None:
    """Six archers in a row, all of whom shoot, and none behind them."""
    answer = volley(shooting(ARCHERS, TARGET, inches, cover=cover, moved=moved))
    each = Fraction(7 - need, 6) * UNSAVED
    assert lost(answer) == {k: binomial(6, each, k) for k in range(7)}
    assert answer.count("wounds on Warriors").chances == lost(answer)


@pytest.mark.rule("panic.shooting")
def test_a_quarter_lost_is_a_panic_test() -> None:
    """Of eight, two are a quarter: they test on Leadership 6, but for what their ranks add: 0."""
    answer = volley(shooting(ARCHERS, "8 spearmen, 8 wide", 6.0))
    due = answer.count("Spearmen lost").at_least(2)
    tested = answer.chance_of("Spearmen tested, and steady")
    panicked = answer.chance_of("Spearmen panicked")
    assert 0 < due == tested + panicked
    assert tested == due * Fraction(21, 36)
    assert answer.chance_of("Spearmen untested") == 1 - due


@pytest.mark.rule("measure.when")
def test_out_of_range_nothing_is_hit() -> None:
    answer = volley(shooting(ARCHERS, TARGET, 50.0))
    assert lost(answer) == {0: Fraction(1)}
    assert answer.told.endswith("out of range")


@pytest.mark.rule("shoot.massed")
def test_more_archers_never_slay_fewer() -> None:
    few = volley(shooting(ARCHERS, TARGET, 6.0)).count("Warriors lost")
    many = volley(shooting("12 roman archers, 6 wide", TARGET, 6.0)).count("Warriors lost")
    for n in range(1, 10):
        assert many.at_least(n) >= few.at_least(n)
    assert many.mean() == few.mean() * Fraction(9, 6)


@pytest.mark.rule("engine.stone-thrower")
def test_a_stone_aimed_wide_of_the_mark_slays_fewer() -> None:
    there = shooting("onager", TARGET, 24.0)
    well = volley(there).count("Warriors lost").mean()
    badly = volley(there.playing(misjudges(OURS, 6.0))).count("Warriors lost").mean()
    assert 0 < badly < well


@pytest.mark.rule("character.look-out-sir")
def test_a_character_in_the_ranks_is_counted_apart() -> None:
    answer = volley(shooting(ARCHERS, f"{TARGET}, with a chieftain", 6.0))
    assert sum(answer.count("characters of Warriors lost").chances.values()) == 1


def test_what_can_not_be_shot_is_refused() -> None:
    with pytest.raises(QuestionError, match="no missile weapon"):
        _ = volley(shooting("12 spearmen", TARGET, 6.0))
    with pytest.raises(QuestionError, match="no 'sling' to shoot with, but composite bow"):
        _ = volley(shooting(ARCHERS, TARGET, 6.0), weapon="sling")
    with pytest.raises(QuestionError, match="shooting phase"):
        _ = volley(apart(ARCHERS, TARGET, 6.0))
    with pytest.raises(QuestionError, match="marched this turn"):
        _ = volley(shooting(ARCHERS, TARGET, 6.0, moved=Moved.MARCHED))
    with pytest.raises(QuestionError, match="no enemy"):
        _ = volley(alone(ARCHERS))
