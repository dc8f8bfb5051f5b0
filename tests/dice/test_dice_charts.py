"""Figures that are printed, or follow from the charts: each exact."""

from fractions import Fraction

import pytest

from maniple.dice.chains import IMPOSSIBLE, Chance, at_least, binomial, missile, unsaved
from maniple.dice.distribution import joint
from maniple.dice.pool import D6
from maniple.dice.stages import Stage, throw

TWO_DICE = (2 * D6).distribution()


@pytest.mark.parametrize(
    ("leadership", "ways", "percent_with_reroll"),
    [
        (5, 10, 47.84),
        (6, 15, 65.97),
        (7, 21, 82.64),
        (8, 26, 92.28),
        (9, 30, 97.22),
        (10, 33, 99.31),
    ],
)
def test_leadership_on_two_dice(leadership: int, ways: int, percent_with_reroll: float) -> None:
    once = TWO_DICE.at_most(leadership)
    assert once == Fraction(ways, 36)
    assert round(100 * float(Chance.of(once).rerolled()), 2) == percent_with_reroll


def test_pursuers_must_roll_more() -> None:
    flight_and_pursuit = joint([TWO_DICE, TWO_DICE])
    assert flight_and_pursuit.chance_that(lambda rolls: rolls[1] > rolls[0]) == Fraction(575, 1296)


def test_a_break_test_on_7_lost_by_2() -> None:
    """Case I8."""
    assert TWO_DICE.at_most(7 - 2) == Fraction(10, 36)


@pytest.mark.rule("shoot.to-hit")
def test_ten_archers_who_need_a_6() -> None:
    """Case B1: 4, long range and soft cover one more each; two sixes are two hits."""
    need = 4 + 1 + 1
    assert missile(need) == Chance(1, 6)
    dice = iter((1, 6, 2, 3, 6, 4, 5, 5, 1, 2))
    thrown = throw(10, [Stage("to hit", need, kind="missile")], lambda _: next(dice))
    assert thrown.passed == 2
    assert binomial(10, missile(need)).probability(2) == Fraction(45 * 5**8, 6**10)


@pytest.mark.rule("shoot.to-hit")
@pytest.mark.parametrize(
    ("need", "chance"),
    [
        (5 + 2 + 1 + 1, Chance(1, 36)),  # Case I5: a 6 and then a 6.
        (4 + 2 + 1 + 1, Chance(1, 18)),  # Case I6, BS 3: a 6 and then 5+.
        (6 + 2 + 1 + 1, IMPOSSIBLE),  # Case I6, BS 1.
        (7, Chance(1, 12)),
        (6, Chance(1, 6)),
        (2, Chance(5, 6)),
        (1, Chance(5, 6)),  # A 1 always misses.
        (-3, Chance(5, 6)),
    ],
)
def test_needs_of_missiles(need: int, chance: Chance) -> None:
    assert missile(need) == chance


@pytest.mark.parametrize("need", range(-1, 9))
def test_a_plain_need_is_the_share_of_faces(need: int) -> None:
    faces = [face for face in range(1, 7) if face >= need]
    assert at_least(need) == Chance(len(faces), 6)


@pytest.mark.rule("shoot.save")
@pytest.mark.parametrize("save", range(-1, 9))
def test_a_1_fails_every_save(save: int) -> None:
    failing = [face for face in range(1, 7) if face == 1 or face < save]
    assert unsaved(save) == Chance(len(failing), 6)
