"""Games played on from a battle with dice of their own, and what was seen at their ends.

    seen = sampled(battle, view, policy, runs=10_000)

For questions that are too large to be followed along every branch; see `maniple.play.odds`.
"""

from collections import Counter
from typing import TypeVar

from maniple.battle.state import Battle
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.odds import Policy, View

V = TypeVar("V")


def sampled(
    begin: Battle,
    view: View[V],
    policy: Policy,
    *,
    runs: int,
    seed: int = 1,
    answers: tuple[object, ...] = (),
) -> Counter[V]:
    """How often a view saw what, in so many games that a policy plays, each until the view sees its
    answer.

    The dice belong to the seed: the same one gives the same counts. `answers`: what the first step
    has been answered already. ValueError if a battle ends in which the view sees nothing.
    """
    seen: Counter[V] = Counter()
    for run in range(runs):
        chance = SeededChance(seed * 1_000_003 + run)
        game = Game.resume(begin, answers, chance, until=lambda battle: view(battle) is not None)
        while game.pending is not None:
            _ = game.answer(policy(game.battle, game.pending))
        found = view(game.battle)
        if found is None:
            raise ValueError("the battle is over, and the view sees no answer in it")
        seen[found] += 1
    return seen
