"""Odds agree with play: the exact chances of a step add up to one, and steps fall so often."""

from collections import Counter
from fractions import Fraction
from functools import partial

import pytest

from kit.battles import SMALL_WORLDS, answers_by_lot, game_in, world_of
from kit.steps import thrown
from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.dice.seeded import Seeded
from maniple.play.odds import BudgetSpent, Limits, step_odds
from maniple.rules.legality import options, sample

pytestmark = pytest.mark.slow

CHANCY = (
    Do.STRIKE,
    Do.BREAK_TEST,
    Do.PANIC_TEST,
    Do.RALLY,
    Do.COMPELLED_CHARGE,
    Do.FLIGHT_DISTANCES,
)
"""Steps that dice decide."""

THROWS = 400
RUNS = 400
"""Steps with more branches are left to `make bench`."""
SIGMAS = 5


def plainly(battle: Battle, ask: Ask) -> AskAnswer:
    """The first option, or the answer that a lot which never changes draws."""
    listed = options(battle, ask)
    return listed[0] if listed else sample(battle, ask, Seeded(1).below)


def chancy_steps(seed: int) -> list[Battle]:
    """Battles at the start of a step that dice decide, one of each kind that comes up."""
    found: dict[Do, Battle] = {}
    heard: list[Battle] = []
    game = game_in(world_of(seed), listeners=(lambda told: heard.append(told.battle),))
    for _ in answers_by_lot(game, seed):
        continue
    for battle in heard:
        todo = battle.turn.todo
        if not battle.is_over and todo and todo[0].do in CHANCY:
            found[todo[0].do] = battle
    return list(found.values())


@pytest.mark.parametrize("seed", SMALL_WORLDS[:4])
def test_the_odds_of_a_step_add_up_to_one_and_agree_with_play(seed: int) -> None:
    looked_at = 0
    for battle in chancy_steps(seed):
        try:
            spread = step_odds(battle, plainly, limits=Limits(runs=RUNS))
        except BudgetSpent:
            continue
        assert sum(spread.values()) == Fraction(1)
        assert all(chance > 0 for chance in spread.values())
        throw = partial(thrown, battle, plainly, Seeded(seed).face)
        counts = Counter(throw() for _ in range(THROWS))
        assert set(counts) <= set(spread)
        for after, chance in spread.items():
            expected = float(chance) * THROWS
            spare = SIGMAS * (expected * (1 - float(chance))) ** 0.5 + 1
            assert abs(counts[after] - expected) <= spare
        looked_at += 1
    assert looked_at > 0
