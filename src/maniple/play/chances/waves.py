"""All battles that may be, with their weights, one step after the other.

A wave is every battle that may be after so many steps. Exact weights are whole numbers over one
denominator that all battles of a wave share. Where a small error is allowed, they are floats, and the
least likely battles are left out, never more of them altogether than the error.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

from maniple.battle.state import Battle
from maniple.play.chances.found import Budget, BudgetSpent, Found, Limits
from maniple.play.chances.memory import Memory, Once, Policy, Stepped, View
from maniple.play.chances.parts import State

V = TypeVar("V", bound=Hashable)

LOOK = 256
"""Battles between two looks at the limits."""
PART_OF_ERROR = 1 / 8
"""Of the error that is left, so much may be spent on one wave."""
LEAST_ERROR = 1e-12
"""Less is less than what floats may round away: such an answer is exact."""
GROWTH = 1.2
"""Battles are left out of waves that have grown by so much."""


class _Waves(Generic[V]):
    """The battles that wait, and what has been seen."""

    def __init__(
        self, begin: Mapping[Battle, Fraction], view: View[V], policy: Policy, limits: Limits
    ) -> None:
        self.budget = Budget(limits)
        self.memory = Memory(len(next(iter(begin)).units), policy, view, self.budget)
        self.waiting: dict[State, Fraction] = {}
        for battle, chance in begin.items():
            state = self.memory.parts.split(battle)
            self.waiting[state] = self.waiting.get(state, Fraction(0)) + chance

    def looked_at(
        self, state: State, answers: tuple[object, ...], *, blindly: bool
    ) -> tuple[V | None, Stepped | Once | None]:
        """What is seen in a battle, or else what may come of its next step; neither, where a limit is
        reached meanwhile.
        """
        value = None if answers or blindly else self.memory.seen(state)
        if value is not None:
            return value, None
        try:
            return None, self.memory.step(state, answers)
        except BudgetSpent:
            return None, None

    def may_go_on(self, count: int, battles: int) -> bool:
        """Whether the limits allow it; looked at once in a while."""
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
    waves = _Waves(begin, view, policy, limits)
    if limits.error > LEAST_ERROR:
        return _nearly(waves, answers, limits.error, blindly=blindly)
    return _exactly(waves, answers, blindly=blindly)


def _exactly(waves: _Waves[V], answers: tuple[object, ...], *, blindly: bool) -> Found[V]:
    whole = lcm(*[chance.denominator for chance in waves.waiting.values()])
    waiting = {state: int(chance * whole) for state, chance in waves.waiting.items()}
    seen: dict[V, int] = {}
    count = 0
    while waiting:
        steps: list[tuple[State, int, Stepped | Once]] = []
        for state, weight in waiting.items():
            count += 1
            if not waves.may_go_on(count, len(waiting)):
                break
            value, step = waves.looked_at(state, answers, blindly=blindly)
            if value is not None:
                seen[value] = seen.get(value, 0) + weight
            elif step is not None:
                steps.append((state, weight, step))
            else:
                break
        if waves.budget.spent:
            break
        answers, blindly = (), False
        share = lcm(*{step.total for _, _, step in steps})
        if share > 1:
            whole *= share
            seen = {value: weight * share for value, weight in seen.items()}
        waiting = {}
        get = waiting.get
        for state, weight, step in steps:
            scaled = weight * (share // step.total)
            for written, factor in step.after(state):
                after = _with(state, written)
                waiting[after] = get(after, 0) + scaled * factor
            count += 1
            if not waves.may_go_on(count, len(waiting)):
                break
        if waves.budget.spent:
            break
    chances = {value: Fraction(weight, whole) for value, weight in seen.items()}
    return Found(chances, 1 - sum(chances.values(), Fraction(0)), waves.budget.spent)


def _nearly(
    waves: _Waves[V], answers: tuple[object, ...], error: float, *, blindly: bool
) -> Found[V]:
    waiting = {state: float(chance) for state, chance in waves.waiting.items()}
    seen: dict[V, float] = {}
    count = 0
    left = error / 2  # the other half is for what floats round away
    while waiting:
        following: dict[State, float] = {}
        get = following.get
        for state, weight in waiting.items():
            count += 1
            if not waves.may_go_on(count, len(following)):
                break
            value, step = waves.looked_at(state, answers, blindly=blindly)
            if value is not None:
                seen[value] = seen.get(value, 0.0) + weight
            elif step is not None:
                for written, factor in step.after(state):
                    after = _with(state, written)
                    # Whole numbers are divided first: they may be too great for a float.
                    following[after] = get(after, 0.0) + weight * (factor / step.total)
            else:
                break
        if waves.budget.spent:
            break
        answers, blindly = (), False
        if len(following) > GROWTH * len(waiting):
            following, left = _without_the_least(following, left)
        waiting = following
    # Each a little less than floats say, by the other half of the error: never more than it truly is.
    kept = 1 - Fraction(error) / 2
    chances = {value: Fraction(weight) * kept for value, weight in seen.items()}
    return Found(chances, 1 - sum(chances.values(), Fraction(0)), waves.budget.spent)


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
    gone, first = 0.0, 0
    for i, (_, weight) in enumerate(likely):
        if gone + weight > may_go:
            first = i
            break
        gone += weight
    return dict(likely[first:]), left - gone
