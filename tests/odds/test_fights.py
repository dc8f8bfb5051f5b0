"""Rounds and fights, against what can be worked out by hand, and laws that any of them keeps."""

from fractions import Fraction
from time import monotonic

import pytest

from maniple.battle.sides import Side
from maniple.odds.answers import Answer
from maniple.odds.asking import QuestionError
from maniple.odds.fight import fight
from maniple.odds.melee import melee_round
from maniple.odds.policies import holds_back
from maniple.odds.situations import apart, melee
from maniple.play.odds import Limits

KILLS = Fraction(1, 2) * Fraction(1, 2) * Fraction(5, 6)
"""A warrior's one blow at another: 4+ hits, 4+ wounds, a shield saves on a 6."""
ONE = "1 warriors"
LIVES = 1 - KILLS


def total(answer: Answer) -> Fraction:
    return sum((outcome.chance for outcome in answer.outcomes), Fraction(0))


@pytest.mark.rule("combat.to-hit", "combat.to-wound", "combat.strike-order")
def test_a_round_of_one_against_one() -> None:
    """The charger strikes first; the other strikes back if he lives."""
    answer = melee_round(melee(f"{ONE}, charging", ONE))
    assert answer.chance_of("Warriors (B) wiped out") == KILLS
    assert answer.chance_of("Warriors (A) wiped out") == LIVES * KILLS
    assert answer.chance_of("drawn") == LIVES**2
    assert answer.chance_of("Warriors (B) broken") == 0
    assert answer.count("Warriors (B) lost").chances == {0: LIVES, 1: KILLS}
    assert answer.count("wounds on Warriors (B)").chances == {0: LIVES, 1: KILLS}
    assert answer.count("Warriors (A) ahead by").chances[0] == LIVES**2


@pytest.mark.rule("combat.strike-order", "turn.combat-order")
def test_a_fight_of_one_against_one_goes_on_till_one_is_slain() -> None:
    """From the second round on a die decides who strikes first, so that both are as likely to win."""
    answer = fight(melee(f"{ONE}, charging", ONE), rounds=12)
    undecided = LIVES ** (2 * 12)
    assert answer.chance_of("still fighting after 12 rounds") == undecided
    later = (LIVES**2 - undecided) / 2
    assert answer.chance_of("Warriors (B) wiped out") == KILLS + later
    assert answer.chance_of("Warriors (A) wiped out") == LIVES * KILLS + later
    assert answer.count("rounds fought").chances[1] == 1 - LIVES**2
    assert answer.certainty.how == "exact"


def test_a_fight_to_the_end_outlasts_any_battle() -> None:
    answer = fight(melee(ONE, ONE))
    assert answer.chance_of("still fighting after 60 rounds") == LIVES**120
    assert answer.count("rounds fought").at_least(20) > 0


@pytest.mark.rule("pursue.distance")
def test_of_the_broken_so_many_are_caught() -> None:
    """Two dice against two: the pursuers roll more in 575 of 1,296 cases."""
    answer = fight(melee("6 spearmen, charging", "6 warriors"), rounds=1)
    caught = answer.chance_of("Warriors broken and caught")
    broken = caught + answer.chance_of("Warriors broken and escaped")
    assert broken > 0
    assert caught / broken == Fraction(575, 1296)
    one_round = melee_round(melee("6 spearmen, charging", "6 warriors"))
    assert broken == one_round.chance_of("Warriors broken")
    assert total(answer) == total(one_round) == 1


@pytest.mark.rule("pursue.restrain")
def test_who_is_held_back_catches_fewer() -> None:
    """They test on Leadership 7 to stay; those that fail pursue all the same."""
    there = melee("6 spearmen, charging", "6 warriors")
    pursued = fight(there, rounds=1).chance_of("Warriors broken and caught")
    held = fight(there.playing(holds_back(Side.RED)), rounds=1)
    assert held.chance_of("Warriors broken and caught") == pursued * Fraction(15, 36)


def test_outcomes_by_round_add_up_to_those_without() -> None:
    there = melee("4 warriors, charging", "4 spearmen")
    plain = fight(there, rounds=2)
    split = fight(there, rounds=2, by_round=True)
    for outcome in plain.outcomes:
        parts = [one.chance for one in split.outcomes if one.name.startswith(outcome.name)]
        assert sum(parts) == outcome.chance, outcome.name
    assert total(split) == total(plain) == 1


@pytest.mark.rule("result.ranks")
def test_more_ranks_never_make_it_worse() -> None:
    shallow = melee_round(melee("5 spearmen, 5 wide", "5 warriors, 5 wide"))
    deep = melee_round(melee("15 spearmen, 5 wide", "5 warriors, 5 wide"))
    ahead = "Spearmen ahead by"
    for n in range(-4, 6):
        assert deep.count(ahead).at_most(n) <= shallow.count(ahead).at_most(n)


@pytest.mark.rule("result.compute")
def test_equals_are_equally_likely_to_win() -> None:
    answer = melee_round(melee("6 spearmen", "6 spearmen"))
    for what in ("broken", "beaten, but holding", "wiped out"):
        ours, theirs = f"Spearmen (A) {what}", f"Spearmen (B) {what}"
        assert answer.chance_of(ours) == answer.chance_of(theirs)
    ahead = answer.count("Spearmen (A) ahead by").chances
    assert ahead == {-by: chance for by, chance in ahead.items()}


def test_a_limit_that_is_reached_is_said_and_bounds_are_given() -> None:
    there = melee("10 spearmen", "10 warriors")
    exact = fight(there, rounds=1)
    short = fight(there, rounds=1, limits=Limits(runs=150))
    assert (short.certainty.how, short.certainty.spent) == ("bounds", "runs")
    assert total(short) + short.certainty.unknown == 1
    for outcome in short.outcomes:
        true = exact.chance_of(outcome.name)
        assert outcome.chance <= true <= outcome.chance + short.certainty.unknown


def test_a_sample_is_said_to_be_one_and_is_near() -> None:
    there = melee("4 spearmen", "4 warriors")
    exact = fight(there, rounds=1)
    answer = fight(there, rounds=1, limits=Limits(runs=5), sample=600)
    assert (answer.certainty.how, answer.certainty.runs) == ("sampled", 600)
    assert total(answer) == 1
    for outcome in answer.outcomes:
        off = abs(float(outcome.chance - exact.chance_of(outcome.name)))
        assert off < 5 * answer.certainty.error


def test_what_can_not_be_fought_is_refused() -> None:
    with pytest.raises(QuestionError, match="not in touch"):
        _ = fight(apart(ONE, ONE, 6.0))
    with pytest.raises(QuestionError, match="1 to 60"):
        _ = fight(melee(ONE, ONE), rounds=0)
    with pytest.raises(QuestionError, match="0 for none"):
        _ = melee_round(melee(ONE, ONE), sample=-1)


@pytest.mark.parametrize("seconds", [0.2, 0.8])
def test_a_question_too_large_says_so_in_time(seconds: float) -> None:
    there = melee("150 legionaries, 20 wide", "200 warriors, 25 wide")
    began = monotonic()
    answer = fight(there, limits=Limits(seconds=seconds))
    assert monotonic() - began < 2.0
    assert (answer.certainty.how, answer.certainty.spent) == ("bounds", "seconds")
    assert total(answer) + answer.certainty.unknown == 1
