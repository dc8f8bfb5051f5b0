"""Whether what is played often falls as often as the odds say.

play_often     how often each outcome came in so many seeded games
disagreements  the outcomes that came too often, or too seldom, for any doubt
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import erfc, exp, lgamma, log, log1p, sqrt

from kit.situations_by_lot import Situation
from maniple.play.chance import SeededChance
from maniple.play.game import Game

SIGMAS = 5
BEYOND = erfc(SIGMAS / sqrt(2)) / 2
"""What a normal figure has beyond so many standard errors on one side: 3 in ten million."""


def play_often(situation: Situation, runs: int) -> Counter[Hashable]:
    """How often each outcome came in so many games, each with dice from a seed of its own."""
    counts: Counter[Hashable] = Counter()
    view, policy = situation.view, situation.policy
    for run in range(runs):
        chance = SeededChance(situation.number * 1_000_000 + run)
        game = Game.resume(
            situation.battle, (), chance, until=lambda battle: view(battle) is not None
        )
        while game.pending is not None:
            _ = game.answer(policy(game.battle, game.pending))
        counts[view(game.battle)] += 1
    return counts


def disagreements(
    chances: Mapping[Hashable, Fraction], counts: Mapping[Hashable, int], unknown: Fraction
) -> list[str]:
    """What speaks against these chances, of which so much is unknown, in what was counted.

    Within five standard errors all is well; beyond, where rare outcomes are no longer normal, the
    exact chance of so many, or so few, decides.
    """
    runs = sum(counts.values())
    found: list[str] = []
    for outcome in {*chances, *counts}:
        least = chances.get(outcome, Fraction(0))
        most = least + unknown
        count = counts.get(outcome, 0)
        if count > runs * most and not _may_be(count, runs, most, above=True):
            found.append(f"{outcome} came {count} times in {runs}, expected {float(runs * most)}")
        if count < runs * least and not _may_be(count, runs, least, above=False):
            found.append(f"{outcome} came {count} times in {runs}, expected {float(runs * least)}")
    return found


def _may_be(count: int, runs: int, chance: Fraction, *, above: bool) -> bool:
    p = float(chance)
    if abs(count - runs * p) <= SIGMAS * sqrt(runs * p * (1 - p)):
        return True
    return tail(count, runs, p, above=above) >= BEYOND


def tail(count: int, runs: int, p: float, *, above: bool) -> float:
    """The chance of so many successes or more in so many runs, or of so many or fewer."""
    if p <= 0.0 or p >= 1.0:
        certain = runs if p >= 1.0 else 0
        return float(certain >= count if above else certain <= count)
    further = range(count, runs + 1) if above else range(count, -1, -1)
    total = 0.0
    for k in further:
        log_of = (
            lgamma(runs + 1)
            - lgamma(k + 1)
            - lgamma(runs - k + 1)
            + k * log(p)
            + (runs - k) * log1p(-p)
        )
        one = exp(log_of)
        total += one
        if one < total * 1e-12:
            break
    return total
