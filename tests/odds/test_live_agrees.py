"""Odds asked in the middle of a battle agree with that battle played on, everybody in it."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from kit.battles import game_in, world_of
from maniple.battle.asks import Ask, AskAnswer, ChargeOrder, DeclareCharge, Done
from maniple.battle.state import Battle
from maniple.battle.unit import Moved
from maniple.dice.seeded import Seeded
from maniple.odds.answers import Answer
from maniple.odds.charge import charge
from maniple.odds.charge_outcomes import what_came
from maniple.odds.live import charging_now
from maniple.odds.policies import policy_of
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.odds import Limits, Policy

GAMES = 100
POSITIONS = 3
"""In each world, at the most."""
LIMITS = Limits(runs=4000)


def positions(world: int) -> Iterator[tuple[Game, ChargeOrder, Answer]]:
    """Charges that may be declared in a battle played by lot, with what may come of each, if that is
    more than one thing.
    """
    game = game_in(world_of(world))
    lot = Seeded(world)
    while game.pending is not None:
        if isinstance(game.pending, DeclareCharge):
            orders = [one for one in game.options() or () if isinstance(one, ChargeOrder)]
            for order in orders[:4]:
                answer = charge(charging_now(game, order.charger, order.target), limits=LIMITS)
                if len(answer.outcomes) > 1 and answer.certainty.how == "exact":
                    yield game, order, answer
        game.answer(game.sample(lot.below))


def declaring(order: ChargeOrder) -> Policy:
    """Sensible players, of whom one declares this charge and no other."""

    def habit(battle: Battle, ask: Ask) -> AskAnswer | None:
        if not isinstance(ask, DeclareCharge):
            return None
        unit = battle.units[order.charger]
        may = unit.is_on_table and not unit.fleeing and unit.doings.moved is not Moved.HALTED
        return order if may and battle.charge_of(order.charger) is None else Done()

    return policy_of([habit])


def played_on(game: Game, order: ChargeOrder) -> Counter[str]:
    """What came of the charge, in games with dice of their own in which everybody takes part."""
    began, given = game.snapshot
    policy = declaring(order)
    came: Counter[str] = Counter()
    for seed in range(GAMES):
        copy = Game.resume(
            began,
            given,
            SeededChance(seed),
            until=lambda battle: what_came(battle, order.charger, order.target) is not None,
        )
        while copy.pending is not None:
            copy.answer(policy(copy.battle, copy.pending))
        found = what_came(copy.battle, order.charger, order.target)
        assert found is not None
        came[found] += 1
    return came


@pytest.mark.rule("charge.procedure")
@pytest.mark.parametrize("world", [7, 17])
def test_a_charge_in_the_middle_of_a_battle(world: int) -> None:
    asked = 0
    for game, order, answer in islice(positions(world), POSITIONS):
        came = played_on(game, order)
        for outcome in answer.outcomes:
            error = float(outcome.chance * (1 - outcome.chance) / GAMES) ** 0.5
            off = abs(came.pop(outcome.name, 0) / GAMES - float(outcome.chance))
            assert off <= 5 * error + 1e-9, (order, outcome)
        assert not came, order
        asked += 1
    assert asked > 0
