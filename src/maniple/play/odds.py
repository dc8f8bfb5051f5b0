"""`Odds`: the driver that runs the rules over every outcome of the dice, with exact weights.

A step is run again and again, branching at each roll over its results; equal battles are merged
between steps. Asks are answered by a policy. The rules are the very same that play.

    spread = step_odds(game.battle, policy)          # one step
    spread = odds(battle, policy, until=lambda b: b.combat is None)
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import CHANCE
from maniple.battle.judged import Refusal
from maniple.battle.state import Battle
from maniple.play.run import Run
from maniple.rules.legality import judge

Policy: TypeAlias = Callable[[Battle, Ask], AskAnswer]
"""How a player would answer; a pure function of what it is given."""

Spread: TypeAlias = Mapping[Battle, Fraction]
"""Every battle that may come, with its exact chance; the chances add up to 1."""


class BudgetSpent(Exception):
    """The question has more branches than it was allowed to look at: no answer is better than a
    wrong one. `runs` is how many there were.
    """

    def __init__(self, runs: int) -> None:
        super().__init__(f"more than {runs} runs would be needed: allow more, or ask less at once")
        self.runs = runs


class _Budget:
    __slots__ = ("left", "runs")

    def __init__(self, runs: int) -> None:
        self.runs = runs
        self.left = runs

    def spend(self) -> None:
        if self.left == 0:
            raise BudgetSpent(self.runs)
        self.left -= 1


def step_odds(
    battle: Battle, policy: Policy, *, answers: tuple[object, ...] = (), runs: int = 100_000
) -> Spread:
    """What may come of the step that runs next, or of the one begun with these answers.

    Raises `BudgetSpent` when it would take more than so many runs of the step.
    """
    return _step(battle, policy, answers, _Budget(runs))


def odds(
    battle: Battle,
    policy: Policy,
    until: Callable[[Battle], bool],
    *,
    answers: tuple[object, ...] = (),
    runs: int = 100_000,
) -> Spread:
    """What may come, step after step, until `until` holds at the end of a step (or the battle ends).

    Raises `BudgetSpent` when it would take more than so many runs of steps.
    """
    budget = _Budget(runs)
    ended: dict[Battle, Fraction] = {}
    waiting = dict(_step(battle, policy, answers, budget))
    while waiting:
        following: dict[Battle, Fraction] = {}
        for after, chance in waiting.items():
            if after.is_over or until(after):
                ended[after] = ended.get(after, Fraction(0)) + chance
                continue
            for later, share in _step(after, policy, (), budget).items():
                following[later] = following.get(later, Fraction(0)) + chance * share
        waiting = following
    return ended


def _step(battle: Battle, policy: Policy, answers: tuple[object, ...], budget: _Budget) -> Spread:
    ends: dict[Battle, Fraction] = {}
    branches: list[tuple[tuple[object, ...], Fraction]] = [(answers, Fraction(1))]
    while branches:
        given, chance = branches.pop()
        budget.spend()
        run = Run(battle, given)
        while isinstance(run.request, Ask):
            answer = _answer(run.battle, run.request, policy)
            given = (*given, answer)
            run.answer(answer)
        if run.request is None:
            ends[run.battle] = ends.get(run.battle, Fraction(0)) + chance
            continue
        if not isinstance(run.request, CHANCE):
            raise TypeError(f"{run.request} is neither a roll nor an ask")
        spread = outcomes(run.request)
        for result in spread.outcomes:
            branches.append(((*given, result), chance * spread.probability(result)))
    return ends


def _answer(battle: Battle, ask: Ask, policy: Policy) -> AskAnswer:
    judged = judge(battle, ask, policy(battle, ask))
    if isinstance(judged, Refusal):
        raise ValueError(f"the policy's answer to {ask} is refused by {judged.rule}: {judged.why}")
    return judged.answer
