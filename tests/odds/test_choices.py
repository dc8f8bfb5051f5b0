"""The same question under several choices, and players of other habits."""

from functools import partial

import pytest

from maniple.battle.asks import Arms, ChooseArms, DeclareCharge, Done, HoldBack, No, Yes
from maniple.battle.sides import Side
from maniple.odds.asking import QuestionError
from maniple.odds.compare import compare
from maniple.odds.fight import fight
from maniple.odds.melee import melee_round
from maniple.odds.policies import (
    challenges,
    falls_back,
    fights_with,
    holds_back,
    policy_of,
    refuses_challenges,
)
from maniple.odds.situations import OURS, melee

FOE = "4 spearmen"


def test_choices_are_answered_in_their_order() -> None:
    wide, deep = melee("4 warriors, 4 wide", FOE), melee("4 warriors, 2 wide", FOE)
    compared = compare(partial(fight, rounds=1), {"4 wide": wide, "2 wide": deep})
    assert compared.question == "fight"
    assert [choice for choice, _ in compared.choices] == ["4 wide", "2 wide"]
    assert compared.choices[1][1] == fight(deep, rounds=1)
    with pytest.raises(QuestionError, match="nothing to compare"):
        _ = compare(melee_round, {})


@pytest.mark.rule("combat.one-weapon")
def test_a_weapon_is_a_choice() -> None:
    there = melee("4 warriors with heavy throwing spear", FOE)
    arms = Arms("heavy throwing spear")
    assert there.policy(there.battle, ChooseArms(Side.RED, OURS)) == arms


def test_the_first_habit_that_has_an_answer_decides() -> None:
    battle = melee("4 warriors", FOE).battle
    policy = policy_of((holds_back(Side.RED), falls_back(Side.RED)))
    assert policy(battle, HoldBack(Side.RED, OURS)) == Yes()
    assert policy(battle, HoldBack(Side.BLUE, OURS)) == No()
    assert policy(battle, DeclareCharge(Side.RED)) == Done()


@pytest.mark.rule("challenge.fight", "challenge.refuse")
def test_challenges_are_made_met_and_refused_as_told() -> None:
    there = melee("4 warriors with a chieftain", "4 spearmen with a general")
    peaceful = melee_round(there)
    fought = melee_round(there.playing(challenges(Side.RED)))
    refused = melee_round(there.playing(challenges(Side.RED), refuses_challenges(Side.BLUE)))
    assert len({str(a.outcomes) for a in (peaceful, fought, refused)}) == 3


def test_a_weapon_that_may_not_be_chosen_is_left() -> None:
    there = melee("4 warriors", FOE)
    habit = fights_with(OURS, "kontos")
    assert habit(there.battle, ChooseArms(Side.RED, OURS)) is None


def test_answers_are_values() -> None:
    there = melee("1 warriors", FOE)
    answer = melee_round(there)
    assert len({answer, melee_round(there)}) == 1
