"""All battles that may be, with their weights, one stretch after the other.

A wave is all battles that have come equally far, each with its weight. Those that are furthest behind go
on first, turn by turn and phase by phase, so that equal battles meet before they go on. Exact weights
are whole numbers over one denominator that all battles of a wave share. Where a small error is allowed,
they are floats, and the least likely battles are left out, never more of them altogether than the error.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

from maniple.battle.state import Battle
from maniple.play.chances.found import Budget, BudgetSpent, Found, Limits
from maniple.play.chances.memory import Memory, Moment, Once, Policy, View, Went
from maniple.play.chances.parts import State, with_written

V = TypeVar("V", bound=Hashable)
K = TypeVar("K", bound=Hashable)
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

    `answers`: what the first step has had already.
    """

    def __init__(self, memory: Memory[V], budget: Budget, answers: tuple[object, ...]) -> None:
        self.memory = memory
        self.budget = budget
        self._answers = answers
        self._count = 0

    def went(self, wave: Mapping[State, W]) -> list[tuple[State, W, Went[V] | Once[V]]]:
        """The battles with their weights and what may come of them; not all if a limit is reached."""
        answers, self._answers = self._answers, ()
        found: list[tuple[State, W, Went[V] | Once[V]]] = []
        went = self.memory.went
        for state, weight in wave.items():
            if not self.may_go_on(len(wave)):
                break
            try:
                found.append((state, weight, went(state, answers)))
            except BudgetSpent:
                break
        return found

    def may_go_on(self, battles: int) -> bool:
        """Whether the limits allow it; looked at once in a while."""
        count, self._count = self._count, self._count + 1
        return bool(count % LOOK) or self.budget.allows(self.memory.runs, battles)

    def by_moment(self, battles: dict[State, W]) -> dict[Moment, dict[State, W]]:
        """The battles, apart by how far they have come."""
        moment = self.memory.moment
        found: dict[Moment, dict[State, W]] = {}
        for state, weight in battles.items():
            at = moment(state)
            there = found.get(at)
            if there is None:
                there = found[at] = {}
            there[state] = weight
        return found


class _Pile(Generic[K]):
    """Exact weights of several things, as whole numbers over one denominator."""

    __slots__ = ("weights", "whole")

    def __init__(self) -> None:
        self.weights: dict[K, int] = {}
        self.whole = 1

    def add(self, more: dict[K, int], whole: int) -> None:
        """Add these, over that denominator."""
        if not self.weights:
            self.weights, self.whole = more, whole
            return
        both = lcm(self.whole, whole)
        if both != self.whole:
            times = both // self.whole
            self.weights = {key: weight * times for key, weight in self.weights.items()}
            self.whole = both
        times = both // whole
        weights = self.weights
        for key, weight in more.items():
            weights[key] = weights.get(key, 0) + weight * times


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

    `answers`: what the first step has had already. `blindly`: one step is run before the first look;
    that is so where there are such answers.
    """
    budget = Budget(limits)
    memory = Memory(len(next(iter(begin)).units), policy, view, budget)
    waiting: dict[State, Fraction] = {}
    seen: dict[V, Fraction] = {}
    for battle, chance in begin.items():
        value = None if blindly or answers else view(battle)
        if value is not None:
            seen[value] = seen.get(value, Fraction(0)) + chance
            continue
        state = memory.parts.split(battle)
        waiting[state] = waiting.get(state, Fraction(0)) + chance
    waves = _Waves(memory, budget, answers)
    followed = (
        _nearly(waves, waiting, limits.error)
        if limits.error > LEAST_ERROR
        else _exactly(waves, waiting)
    )
    for value, chance in followed.items():
        seen[value] = seen.get(value, Fraction(0)) + chance
    return Found(seen, 1 - sum(seen.values(), Fraction(0)), budget.spent)


def _exactly(waves: _Waves[V], begin: Mapping[State, Fraction]) -> dict[V, Fraction]:
    whole = lcm(*[chance.denominator for chance in begin.values()])
    piles: dict[Moment, _Pile[State]] = {}
    seen: _Pile[V] = _Pile()
    following = {state: int(chance * whole) for state, chance in begin.items()}
    while True:
        for moment, battles in waves.by_moment(following).items():
            piles.setdefault(moment, _Pile()).add(battles, whole)
        if not piles:
            break
        pile = piles.pop(min(piles))
        held = sum([len(other.weights) for other in piles.values()])
        went = waves.went(pile.weights)
        share = lcm(*{one.total for _, _, one in went})
        whole = pile.whole * share
        following = {}
        get = following.get
        seen_now: dict[V, int] = {}
        for state, weight, one in went:
            if not waves.may_go_on(held + len(following)):
                break
            came = one.after(state)
            scaled = weight * (share // one.total)
            for written, factor in came.goes_on:
                after = with_written(state, written)
                following[after] = get(after, 0) + scaled * factor
            for value, factor in came.seen:
                seen_now[value] = seen_now.get(value, 0) + scaled * factor
        seen.add(seen_now, whole)
        if waves.budget.spent:
            break
    return {value: Fraction(weight, seen.whole) for value, weight in seen.weights.items()}


def _nearly(waves: _Waves[V], begin: Mapping[State, Fraction], error: float) -> dict[V, Fraction]:
    piles: dict[Moment, dict[State, float]] = {}
    following = {state: float(chance) for state, chance in begin.items()}
    seen: dict[V, float] = {}
    left = error / 2  # the other half is for what floats round away
    while True:
        for moment, battles in waves.by_moment(following).items():
            pile = piles.setdefault(moment, battles)
            if pile is not battles:
                for state, weight in battles.items():
                    pile[state] = pile.get(state, 0.0) + weight
        if not piles:
            break
        wave = piles.pop(min(piles))
        held = sum([len(other) for other in piles.values()])
        following = {}
        get = following.get
        for state, weight, one in waves.went(wave):
            if not waves.may_go_on(held + len(following)):
                break
            came, total = one.after(state), one.total
            # Whole numbers are divided first: they may be too great for a float.
            for written, factor in came.goes_on:
                after = with_written(state, written)
                following[after] = get(after, 0.0) + weight * (factor / total)
            for value, factor in came.seen:
                seen[value] = seen.get(value, 0.0) + weight * (factor / total)
        if waves.budget.spent:
            break
        if len(following) > GROWTH * len(wave):
            following, left = _without_the_least(following, left)
    # Each a little less than floats say, by the other half of the error: never more than it truly is.
    kept = 1 - Fraction(error) / 2
    return {value: Fraction(weight) * kept for value, weight in seen.items()}


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
