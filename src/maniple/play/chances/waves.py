"""All battles that may be, with their weights, one step after the other.

A wave is every battle that may be after so many steps. Exact weights are whole numbers over one
denominator that all battles of a wave share. Where a small error is allowed, they are floats, and the
least likely battles are left out, never more of them altogether than the error.
"""

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

from maniple.battle.state import Battle
from maniple.play.chances.found import Budget, BudgetSpent, Found, Limits
from maniple.play.chances.memory import Memory, Once, Policy, Stepped, View
from maniple.play.chances.parts import State

V = TypeVar("V", bound=Hashable)
W = TypeVar("W", int, float)

LOOK = 256
"""Battles between two looks at the limits."""
PART_OF_ERROR = 1 / 8
"""Of the error that is left, so much may be spent on one wave."""
LEAST_ERROR = 1e-12
"""Less is less than what floats may round away: such an answer is exact."""
GROWTH = 1.2
"""Battles are left out of waves that have grown by so much."""


class _Waves(Generic[V]):
    """What has been worked out for a question, and what is left of its limits.

    `answers`: what the first step has had already. `blindly`: one step is run before the first look;
    that is so where there are such answers.
    """

    def __init__(
        self, memory: Memory[V], budget: Budget, answers: tuple[object, ...], *, blindly: bool
    ) -> None:
        self.memory = memory
        self.budget = budget
        self._answers = answers
        self._blindly = blindly or bool(answers)
        self._count = 0

    def steps(
        self, waiting: Mapping[State, W], seen: dict[V, W]
    ) -> Iterator[tuple[State, W, Stepped | Once]]:
        """The battles that go on, with their weights and what may come of their next step.

        What the view sees in the others is added to `seen`. It ends where a limit is reached.
        """
        answers, self._answers = self._answers, ()
        blindly, self._blindly = self._blindly, False
        for state, weight in waiting.items():
            if not self.may_go_on(len(waiting)):
                return
            value = None if blindly else self.memory.seen(state)
            if value is not None:
                seen[value] = seen.get(value, 0) + weight
                continue
            try:
                step = self.memory.step(state, answers)
            except BudgetSpent:
                return
            yield state, weight, step

    def may_go_on(self, battles: int) -> bool:
        """Whether the limits allow it; looked at once in a while."""
        count, self._count = self._count, self._count + 1
        return bool(count % LOOK) or self.budget.allows(self.memory.runs, battles)


def found_in_waves(
    begin: Mapping[Battle, Fraction],
    view: View[V],
    policy: Policy,
    answers: tuple[object, ...],
    limits: Limits,
    *,
    blindly: bool,
) -> Found[V]:
    """What the view sees when all battles have gone on for as long as it wants, or a limit is reached.

    `answers`: what the first step has had already. `blindly`: one step is run before the first look.
    """
    budget = Budget(limits)
    memory = Memory(len(next(iter(begin)).units), policy, view, budget)
    waiting: dict[State, Fraction] = {}
    for battle, chance in begin.items():
        state = memory.parts.split(battle)
        waiting[state] = waiting.get(state, Fraction(0)) + chance
    waves = _Waves(memory, budget, answers, blindly=blindly)
    found = (
        _nearly(waves, waiting, limits.error)
        if limits.error > LEAST_ERROR
        else _exactly(waves, waiting)
    )
    return Found(found, 1 - sum(found.values(), Fraction(0)), budget.spent)


def _exactly(waves: _Waves[V], begin: Mapping[State, Fraction]) -> dict[V, Fraction]:
    whole = lcm(*[chance.denominator for chance in begin.values()])
    waiting = {state: int(chance * whole) for state, chance in begin.items()}
    seen: dict[V, int] = {}
    while waiting:
        steps = list(waves.steps(waiting, seen))
        if waves.budget.spent:
            break
        share = lcm(*{step.total for _, _, step in steps})
        if share > 1:
            whole *= share
            seen = {value: weight * share for value, weight in seen.items()}
        waiting = {}
        get = waiting.get
        for state, weight, step in steps:
            if not waves.may_go_on(len(waiting)):
                break
            scaled = weight * (share // step.total)
            for written, factor in step.after(state):
                after = _with(state, written)
                waiting[after] = get(after, 0) + scaled * factor
        if waves.budget.spent:
            break
    return {value: Fraction(weight, whole) for value, weight in seen.items()}


def _nearly(waves: _Waves[V], begin: Mapping[State, Fraction], error: float) -> dict[V, Fraction]:
    waiting = {state: float(chance) for state, chance in begin.items()}
    seen: dict[V, float] = {}
    left = error / 2  # the other half is for what floats round away
    while waiting:
        following: dict[State, float] = {}
        get = following.get
        for state, weight, step in waves.steps(waiting, seen):
            if not waves.may_go_on(len(following)):
                break
            for written, factor in step.after(state):
                after = _with(state, written)
                # Whole numbers are divided first: they may be too great for a float.
                following[after] = get(after, 0.0) + weight * (factor / step.total)
        if waves.budget.spent:
            break
        if len(following) > GROWTH * len(waiting):
            following, left = _without_the_least(following, left)
        waiting = following
    # Each a little less than floats say, by the other half of the error: never more than it truly is.
    kept = 1 - Fraction(error) / 2
    return {value: Fraction(weight) * kept for value, weight in seen.items()}


def _with(state: State, written: tuple[tuple[int, int], ...]) -> State:
    """The battle with these parts changed."""
    new = list(state)
    for place, number in written:
        new[place] = number
    return tuple(new)


def _without_the_least(
    waiting: dict[State, float], left: float
) -> tuple[dict[State, float], float]:
    """The wave without its least likely battles, and what is left of the error."""
    may_go = left * PART_OF_ERROR
    likely = sorted(waiting.items(), key=lambda item: item[1])
    gone, count = 0.0, 0
    while count < len(likely) and gone + likely[count][1] <= may_go:
        gone += likely[count][1]
        count += 1
    return dict(likely[count:]), left - gone
