"""What may come of a request to the dice, as icepool and dyce have it, and as every face has it."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from kit.chance import by_every_face
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import (
    Attacks,
    Blows,
    Chance,
    Roll,
    RollOff,
    Struck,
    Test,
    Volley,
)
from maniple.battle.sides import Side
from maniple.battle.unit import UnitId
from maniple.dice.pool import D6
from maniple.dice.stages import Stage
from oracles.dice import LIBRARIES, Dice, Throws

US, THEM = UnitId(0), UnitId(1)

AT_MOST_ON_2D6 = {5: 10, 6: 15, 7: 21, 8: 26, 9: 30, 10: 33}
"""Of 36."""
WITH_A_REROLL = {5: "47.84", 6: "65.97", 7: "82.64", 8: "92.28", 9: "97.22", 10: "99.31"}
"""In hundredths."""

both = pytest.mark.parametrize("dice", LIBRARIES, ids=["icepool", "dyce"])


def ours(request: Chance) -> dict[object, Fraction]:
    spread = outcomes(request)
    return {outcome: spread.probability(outcome) for outcome in spread.outcomes}


@pytest.mark.parametrize("at_most", AT_MOST_ON_2D6)
def test_two_dice_come_to_no_more_as_often_as_it_is_printed(at_most: int) -> None:
    once = Test(2 * D6, at_most, "break.test", US)
    assert outcomes(once).probability(True) == Fraction(AT_MOST_ON_2D6[at_most], 36)
    twice = Test(2 * D6, at_most, "break.test", US, reroll="battle-standard.reroll")
    hundredths = 100 * outcomes(twice).probability(True)
    assert f"{float(hundredths):.2f}" == WITH_A_REROLL[at_most]


@both
@pytest.mark.parametrize("count", [1, 2, 3])
def test_tests_with_and_without_a_reroll(dice: Dice, count: int) -> None:
    throws = Throws(dice)
    pool = dice.times(count, dice.d6)
    for at_most in range(-1, 6 * count + 2):
        for again in (False, True):
            rule = "battle-standard.reroll" if again else None
            asked = Test(count * D6, at_most, "break.test", US, reroll=rule)
            theirs = dice.chances(throws.at_most(pool, at_most, again=again))
            assert ours(asked) == {bool(held): chance for held, chance in theirs.items()}


@both
def test_a_roll_is_its_dice_added_up(dice: Dice) -> None:
    for count in (1, 2, 3):
        assert ours(Roll(count * D6, "flee.distance")) == dice.chances(dice.times(count, dice.d6))


@both
@pytest.mark.parametrize(("red", "blue"), [(1, 1), (2, 1), (1, 3), (2, 2)])
def test_the_side_with_the_best_die(dice: Dice, red: int, blue: int) -> None:
    def best(count: int, so_far: int = 0) -> object:
        if not count:
            return dice.certain(so_far)
        return dice.then(dice.d6, lambda face: best(count - 1, max(face, so_far)))

    def higher(mine: int) -> object:
        return dice.then(best(blue), lambda other: dice.certain((mine > other) - (mine < other)))

    theirs = dice.chances(dice.then(best(red), higher))
    sides = {1: Side.RED, -1: Side.BLUE, 0: None}
    assert ours(RollOff("result.draw-musician", red, blue)) == {
        sides[sign]: chance for sign, chance in theirs.items()
    }


def shots() -> Iterator[tuple[int, int, int, int, bool]]:
    """Shots, and what they need to hit, to wound, to be saved; whether misses are thrown again."""
    for hit in range(1, 11):
        for wound in (2, 3, 4, 5, 6, 7):
            for save in (1, 2, 4, 6, 7):
                yield 1 + hit % 4, hit, wound, save, (hit + wound + save) % 2 == 0


@both
def test_volleys_of_every_need_two_dice_and_rerolls_among_them(dice: Dice) -> None:
    throws = Throws(dice)
    for shots_fired, hit, wound, save, again in shots():
        stages = (
            Stage("to hit", hit, reroll_misses=again, kind="missile"),
            Stage("to wound", wound),
            Stage("save", save, reroll_misses=not again, kind="save"),
        )
        volley = Volley(US, (Attacks(shots_fired, stages, THEM),), (Struck(THEM, 3),))
        one = throws.all_of(
            throws.shot(hit, again=again),
            throws.at_least(wound),
            throws.unsaved(save, again=not again),
        )
        theirs = dice.chances(throws.slain(shots_fired, one, 3))
        assert ours(volley) == {(lost,): chance for lost, chance in theirs.items()}


@both
def test_blows_of_several_groups_at_several_targets(dice: Dice) -> None:
    throws = Throws(dice)
    other = UnitId(2)
    needs = [(5, 4, 4, 5, THEM), (2, 3, 5, 7, THEM), (3, 5, 3, 3, other)]
    attacks = []
    fallen = {}
    for count, hit, wound, save, target in needs:
        stages = (Stage("to hit", hit), Stage("to wound", wound), Stage("save", save, kind="save"))
        attacks.append(Attacks(count, stages, target))
        one = throws.all_of(throws.at_least(hit), throws.at_least(wound), throws.unsaved(save))
        fallen[len(attacks)] = dice.times(count, one)
    asked = Blows(US, tuple(attacks), (Struck(THEM, 4), Struck(other, 2)))

    def theirs(first: int) -> object:
        def all_three(second: int) -> object:
            return dice.then(
                fallen[3], lambda third: dice.certain((min(first + second, 4), min(third, 2)))
            )

        return dice.then(fallen[2], all_three)

    assert ours(asked) == dice.chances(dice.then(fallen[1], theirs))


@pytest.mark.parametrize("hit", [2, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("again", [False, True])
def test_shots_are_what_every_face_makes_them(hit: int, again: bool) -> None:
    stages = (
        Stage("to hit", hit, reroll_misses=again, kind="missile"),
        Stage("to wound", 4),
        Stage("save", 5, kind="save"),
    )
    volley = Volley(US, (Attacks(1, stages, THEM),), (Struck(THEM, 10),))
    assert ours(volley) == by_every_face(volley)
