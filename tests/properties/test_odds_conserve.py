"""Nothing of a chance is lost or made: in every answer outcomes and what is unknown add up to exactly 1."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.plain_odds import TooMuch, plain_chances
from kit.situations import by_lot, moments_of, next_do, standing, until_task
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.dice.seeded import Seeded
from maniple.odds import (
    Answer,
    Limits,
    QuestionError,
    break_test,
    charge,
    charging_now,
    fight,
    fighting_now,
    flee_and_pursue,
    leadership_test,
    melee_round,
    panic_chain,
    rally,
    rallying_now,
    reach_inches,
    shooting_now,
    situation_of,
    volley,
)
from maniple.odds.answers import Certainty
from maniple.play.odds import chances

pytestmark = pytest.mark.slow

WORLDS = (1, 4, 9, 14)
ENDS = (Do.NAME_COMBAT, Do.CLOSE_COMBAT, Do.COUNT_RESULT, Do.MOVE_CHARGER, Do.ORDER_UNITS)

numbers = st.integers(0, 1_000_000)


def moment(number: int) -> tuple[Battle, Seeded]:
    """A moment of one of a few battles, by lot."""
    lot = Seeded(number)
    return lot.choice(moments_of(lot.choice(WORLDS))), lot


@settings(max_examples=150)
@given(numbers, st.sampled_from((3, 30, 2000)))
def test_chances_and_what_is_unknown_add_up_to_one(number: int, runs: int) -> None:
    battle, lot = moment(number)
    stops = [do for do in (*ENDS, None) if do is not next_do(battle)]
    view = until_task([battle], stops, standing)
    found = chances(battle, view, by_lot(lot.below(1000)), limits=Limits(runs=runs))
    assert sum(found.chances.values()) + found.unknown == 1
    assert all(chance > 0 for chance in found.chances.values())
    assert found.unknown >= 0
    assert bool(found.unknown) is bool(found.spent)


@settings(max_examples=100)
@given(numbers, st.sampled_from((2, 20, 80)), st.sampled_from((0.0, 1e-6, 1e-2, 0.2)))
def test_what_is_found_within_limits_bounds_the_exact_chances(
    number: int, runs: int, error: float
) -> None:
    battle, lot = moment(number)
    policy = by_lot(lot.below(1000))
    stops = [do for do in (*ENDS, None) if do is not next_do(battle)]
    view = until_task([battle], stops, standing)
    try:
        exact = plain_chances(battle, view, policy, runs=400)
    except TooMuch:
        return
    for limits in (Limits(runs=runs), Limits(error=error)):
        found = chances(battle, view, policy, limits=limits)
        if not found.spent:
            assert found.unknown <= Fraction(limits.error)
        assert set(found.chances) <= set(exact)
        for outcome, chance in exact.items():
            least = found.chances.get(outcome, Fraction(0))
            assert least <= chance <= least + found.unknown


LIMITS = Limits(runs=400)


def questions(battle: Battle, lot: Seeded) -> list[Callable[[], Answer]]:
    """What may be asked of two units of the battle, and of one."""
    ours = lot.choice(battle.units)
    theirs = lot.choice(battle.of(ours.side.enemy))
    for touch in battle.contacts:
        if lot.below(2):
            ours, theirs = battle.units[touch.red], battle.units[touch.blue]
    one, two = ours.id, theirs.id
    here = situation_of(battle, one, two)
    return [
        lambda: melee_round(fighting_now(battle, one, two), limits=LIMITS),
        lambda: fight(fighting_now(battle, one, two), rounds=2, limits=LIMITS),
        lambda: charge(charging_now(battle, one, two), limits=LIMITS),
        lambda: volley(shooting_now(battle, one, two), limits=LIMITS),
        lambda: rally(rallying_now(battle, one)),
        lambda: leadership_test(here),
        lambda: break_test(here, 1 + lot.below(4), limits=LIMITS),
        lambda: flee_and_pursue(here, limits=LIMITS),
        lambda: panic_chain(here, limits=LIMITS),
        lambda: reach_inches(here, 1 + lot.below(12)),
    ]


@settings(max_examples=60)
@given(numbers)
def test_the_outcomes_of_every_answer_add_up_to_one(number: int) -> None:
    battle, lot = moment(number)
    for question in questions(battle, lot):
        try:
            answer = question()
        except QuestionError:
            continue  # It can't be asked of these two here.
        told = sum([outcome.chance for outcome in answer.outcomes], Fraction(0))
        assert told + answer.certainty.unknown == 1, answer.question
        for count in answer.counts:
            assert sum(count.chances.values()) <= told, (answer.question, count.name)
        if not answer.certainty.unknown:
            assert answer.certainty == Certainty(), answer.question


def test_every_question_is_asked_somewhere() -> None:
    asked: set[str] = set()
    for number in range(40):
        for question in questions(*moment(number)):
            try:
                asked.add(question().question)
            except QuestionError:
                continue
    assert len(asked) == 10, sorted(asked)
