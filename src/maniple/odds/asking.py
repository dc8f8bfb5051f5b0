"""How every question of this room is asked: over all outcomes, within limits, and never silently off.

asked        what a view sees in the end, with exact chances, bounds, or a sample's
outcomes_of  the outcomes of an answer, each by its name
count_of     one of its counts

Where a limit is reached, the answer says so: it gives what is known by then and the chance of what is
not, or, if so many runs were wanted for that case, what was seen in games with dice of their own.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from maniple.battle.state import Battle
from maniple.odds.answers import Certainty, Count, Explained, Outcome
from maniple.odds.sums import sums_of
from maniple.play.odds import Limits, Policy, View, chances
from maniple.play.sampling import sampled

V = TypeVar("V")


class QuestionError(ValueError):
    """A question that can't be asked so; the message says what is wrong, and what would be right."""


class Seen(NamedTuple, Generic[V]):
    """What a view saw, with the chance of each; and how sure they are."""

    chances: Mapping[V, Fraction]
    certainty: Certainty
    sums: tuple[Explained, ...] = ()
    """How they come about, if that was asked for."""


def asked(
    battle: Battle,
    view: View[V],
    policy: Policy,
    *,
    answers: tuple[object, ...] = (),
    limits: Limits = Limits(),
    sample: int = 0,
    sums: bool = False,
) -> Seen[V]:
    """What the view sees in the end, over all outcomes.

    `sample`: so many games are played if a limit is reached; 0: bounds are given then. QuestionError
    for a number below 0. `sums`: whether the sum is wanted too, from here to where the view sees its
    answer.
    """
    if sample < 0:
        raise QuestionError(f"a sample of {sample} games: 0 for none, or some thousands")
    found = chances(battle, view, policy, answers=answers, limits=limits)
    told: tuple[Explained, ...] = ()
    if sums:
        told = sums_of(
            battle,
            policy,
            until=lambda after: view(after) is not None,
            answers=answers,
            limits=limits,
        )
    if found.spent and sample:
        seen = sampled(battle, view, policy, runs=sample, answers=answers)
        shares = {value: Fraction(times, sample) for value, times in seen.items()}
        error = 0.5 / sample**0.5
        certainty = Certainty("sampled", error=error, runs=sample, spent=found.spent)
        return Seen(shares, certainty, told)
    how = "exact" if found.is_exact else "bounds"
    return Seen(found.chances, Certainty(how, found.unknown, spent=found.spent), told)


def outcomes_of(
    seen: Seen[V], name: Callable[[V], str], order: Iterable[str] = ()
) -> tuple[Outcome, ...]:
    """The outcomes by name: first those of the order, though they have no chance, then what else came."""
    total = dict.fromkeys(order, Fraction(0))
    for value, chance in seen.chances.items():
        called = name(value)
        total[called] = total.get(called, Fraction(0)) + chance
    return tuple([Outcome(called, chance) for called, chance in total.items()])


def count_of(seen: Seen[V], name: str, number: Callable[[V], int | None]) -> Count:
    """A count: how many, by what was seen; None: this outcome has no such number."""
    total: dict[int, Fraction] = {}
    for value, chance in seen.chances.items():
        counted = number(value)
        if counted is not None:
            total[counted] = total.get(counted, Fraction(0)) + chance
    return Count(name, {counted: total[counted] for counted in sorted(total)})
