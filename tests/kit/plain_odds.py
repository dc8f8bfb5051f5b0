"""Odds worked out the plain way: the reference with which the driver of odds is compared.

A step is run again from its beginning for each way in which its dice may fall, equal battles are
merged between steps, every chance is a `Fraction`. Nothing is remembered, nothing is left out.
It is slow, and as short as the thing can be said.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from maniple.battle.asks import Ask
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import CHANCE
from maniple.battle.judged import Refusal
from maniple.battle.state import Battle
from maniple.play.odds import Policy, Spread, View
from maniple.play.run import Run
from maniple.rules.legality import judge

V = TypeVar("V")


class TooMuch(Exception):
    """More runs of steps would be needed than were allowed."""


class Runs:
    """How many runs of steps may be made yet."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self) -> None:
        """One more run; raises `TooMuch` where none is left."""
        if not self.left:
            raise TooMuch
        self.left -= 1


def plain_chances(
    begin: Battle | Spread,
    view: View[V],
    policy: Policy,
    *,
    answers: tuple[object, ...] = (),
    runs: int = 1_000_000,
) -> dict[V, Fraction]:
    """What may come, as the view sees it, each with its exact chance; `TooMuch` beyond so many runs."""
    left = Runs(runs)
    waiting = dict(begin) if isinstance(begin, Mapping) else {begin: Fraction(1)}
    seen: dict[V, Fraction] = {}
    given = answers
    while waiting:
        following: dict[Battle, Fraction] = {}
        for battle, chance in waiting.items():
            found = None if given else view(battle)
            if found is not None:
                seen[found] = seen.get(found, Fraction(0)) + chance
                continue
            for later, share in plain_step(battle, policy, given, left).items():
                following[later] = following.get(later, Fraction(0)) + chance * share
        given = ()
        waiting = following
    return seen


def plain_step(
    battle: Battle, policy: Policy, answers: tuple[object, ...] = (), runs: Runs | None = None
) -> dict[Battle, Fraction]:
    """Every battle that may come of the step that runs next, or of the one begun with these answers."""
    ends: dict[Battle, Fraction] = {}
    branches: list[tuple[tuple[object, ...], Fraction]] = [(answers, Fraction(1))]
    while branches:
        given, chance = branches.pop()
        if runs is not None:
            runs.spend()
        run = Run(battle, given)
        while isinstance(run.request, Ask):
            judged = judge(run.battle, run.request, policy(run.battle, run.request))
            if isinstance(judged, Refusal):
                raise ValueError(f"{run.request}: {judged.why} [{judged.rule}]")
            given = (*given, judged.answer)
            run.answer(judged.answer)
        if run.request is None:
            ends[run.battle] = ends.get(run.battle, Fraction(0)) + chance
            continue
        if not isinstance(run.request, CHANCE):
            raise TypeError(f"{run.request} is neither a roll nor an ask")
        spread = outcomes(run.request)
        for result in spread.outcomes:
            branches.append(((*given, result), chance * spread.probability(result)))
    return ends
