"""What may come of chance, with exact integer weights.

A `Distribution` is an immutable value: outcomes with whole weights in lowest terms. It is made
from weights, `certain` or `uniform`; changed by `map`, `then`, `given`, `cap`; put together by
`mix`, `joint`, `+` and `repeat`; and asked for `probability`, `at_most`, `at_least`,
`chance_that`, `mean`, `median` and `quantile`. Every answer about chance is a `Fraction`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod
from operator import itemgetter
from typing import Generic, NoReturn, TypeAlias, TypeVar

T = TypeVar("T", bound=Hashable)
T_co = TypeVar("T_co", bound=Hashable, covariant=True)
U = TypeVar("U", bound=Hashable)
M = TypeVar("M", int, float, Fraction)

Number: TypeAlias = int | float | Fraction


class Distribution(Generic[T_co]):
    """Outcomes and their whole weights, in lowest terms; two that say the same are equal.

    `items` holds (outcome, weight) by rising outcome; outcomes that have no order among
    themselves stand in the order in which they were given. No weight is zero, and the weights
    sum to `total`.
    """

    __slots__ = ("_hash", "_weights", "items", "total")

    items: tuple[tuple[T_co, int], ...]
    total: int
    _weights: dict[Hashable, int]
    _hash: int | None

    def __init__(self, weights: Iterable[tuple[T_co, int]]) -> None:
        """From (outcome, weight) pairs; the weights of an outcome named twice are added.

        ValueError for a negative weight, or where no outcome has any weight.
        """
        merged: dict[T_co, int] = {}
        for outcome, weight in weights:
            if weight < 0:
                raise ValueError(f"the weight of {outcome!r} is {weight}; none may be negative")
            if weight:
                merged[outcome] = merged.get(outcome, 0) + weight
        if not merged:
            raise ValueError("a distribution needs at least one outcome with a weight above 0")
        common = gcd(*merged.values())
        items = list(merged.items())
        if common > 1:
            items = [(outcome, weight // common) for outcome, weight in items]
        set_once = object.__setattr__
        set_once(self, "items", _in_order(items))
        set_once(self, "total", sum(weight for _, weight in items))
        set_once(self, "_weights", dict(items))
        set_once(self, "_hash", None)

    @staticmethod
    def certain(outcome: T) -> Distribution[T]:
        """The distribution of what can't come otherwise."""
        return Distribution(((outcome, 1),))

    @staticmethod
    def uniform(outcomes: Iterable[T]) -> Distribution[T]:
        """Each outcome as likely as another; one that is named twice is twice as likely."""
        return Distribution((outcome, 1) for outcome in outcomes)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a distribution does not change: {name} can't be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a distribution does not change: {name} can't be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return (Distribution, (self.items,))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self.total == other.total and self._weights == other._weights

    def __hash__(self) -> int:
        if self._hash is None:
            object.__setattr__(self, "_hash", hash((self.total, frozenset(self.items))))
        return hash(self._hash)

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        return f"Distribution({list(self.items)!r})"

    # ------------------------------------------------------------------ what it says

    @property
    def outcomes(self) -> tuple[T_co, ...]:
        return tuple(outcome for outcome, _ in self.items)

    def probability(self, outcome: Hashable) -> Fraction:
        """The chance of exactly this outcome; 0 for one that can't come."""
        return Fraction(self._weights.get(outcome, 0), self.total)

    def chance_that(self, holds: Callable[[T_co], bool]) -> Fraction:
        """The chance that what comes satisfies `holds`."""
        return Fraction(sum(weight for one, weight in self.items if holds(one)), self.total)

    def at_most(self: Distribution[Number], n: Number) -> Fraction:
        """The chance of n or less."""
        return self.chance_that(lambda outcome: outcome <= n)

    def at_least(self: Distribution[Number], n: Number) -> Fraction:
        """The chance of n or more."""
        return self.chance_that(lambda outcome: outcome >= n)

    def mean(self: Distribution[Number]) -> Fraction:
        """The exact average of the outcomes."""
        return sum((Fraction(one) * weight for one, weight in self.items), Fraction()) / self.total

    def median(self: Distribution[M]) -> M:
        """The least outcome that at least half of all throws don't exceed."""
        return self.quantile(Fraction(1, 2))

    def quantile(self: Distribution[M], p: Number) -> M:
        """The least outcome whose chance of not being exceeded is at least p, 0 <= p <= 1.

        A float is taken at its exact binary value: write Fraction(1, 10) for a tenth.
        """
        share = Fraction(p)
        if not 0 <= share <= 1:
            raise ValueError(f"a quantile is asked for a share from 0 to 1, not {p}")
        needed = share * self.total
        below = 0
        for outcome, weight in self.items[:-1]:
            below += weight
            if below >= needed:
                return outcome
        return self.items[-1][0]

    def at_ticket(self, ticket: int) -> T_co:
        """The outcome that holds this ticket, of 0 to total - 1: each weight is so many tickets."""
        if not 0 <= ticket < self.total:
            raise ValueError(f"ticket {ticket} is not among 0 to {self.total - 1}")
        for outcome, weight in self.items[:-1]:
            ticket -= weight
            if ticket < 0:
                return outcome
        return self.items[-1][0]

    # ------------------------------------------------------------------ what it becomes

    def map(self, f: Callable[[T_co], U]) -> Distribution[U]:
        """What f makes of each outcome; outcomes that it makes equal are merged."""
        return Distribution((f(outcome), weight) for outcome, weight in self.items)

    def then(self, f: Callable[[T_co], Distribution[U]]) -> Distribution[U]:
        """What comes of the distribution that f gives for each outcome."""
        return mix([(f(outcome), weight) for outcome, weight in self.items])

    def given(self, holds: Callable[[T_co], bool]) -> Distribution[T_co]:
        """The same, when it is known that `holds`. ValueError where that can't be."""
        return Distribution(item for item in self.items if holds(item[0]))

    def cap(self: Distribution[int], most: int) -> Distribution[int]:
        """All above `most` counts as `most`: more blows than there are models to fall."""
        return self.map(lambda outcome: min(outcome, most))

    def convolve(self: Distribution[int], other: Distribution[int]) -> Distribution[int]:
        """The sum of an outcome of this and an independent one of the other."""
        sums: dict[int, int] = {}
        for one, weight in self.items:
            for two, factor in other.items:
                sums[one + two] = sums.get(one + two, 0) + weight * factor
        return Distribution(sums.items())

    def __add__(self: Distribution[int], other: Distribution[int] | int) -> Distribution[int]:
        if isinstance(other, int):
            return self.map(lambda outcome: outcome + other)
        return self.convolve(other)

    def repeat(self: Distribution[int], n: int) -> Distribution[int]:
        """The sum of n independent outcomes; 0 for none."""
        if n < 0:
            raise ValueError(f"nothing can be thrown {n} times")
        result, power = Distribution.certain(0), self
        while n:
            if n & 1:
                result = result.convolve(power)
            n >>= 1
            if n:
                power = power.convolve(power)
        return result


def mix(parts: Iterable[tuple[Distribution[T], int | Fraction]]) -> Distribution[T]:
    """One of the parts, each as likely as its weight says, then what comes of that part."""
    known = list(parts)
    scale = lcm(*(part.total * weight.denominator for part, weight in known))
    return Distribution(
        (outcome, inner * factor)
        for part, weight in known
        for factor in (weight.numerator * (scale // (part.total * weight.denominator)),)
        for outcome, inner in part.items
    )


def joint(parts: Sequence[Distribution[T]]) -> Distribution[tuple[T, ...]]:
    """One outcome of each part, thrown independently, in the order of the parts."""
    return Distribution(
        (tuple(outcome for outcome, _ in row), prod(weight for _, weight in row))
        for row in product(*(part.items for part in parts))
    )


def _in_order(items: list[tuple[T, int]]) -> tuple[tuple[T, int], ...]:
    try:
        return tuple(sorted(items, key=itemgetter(0)))
    except TypeError:  # The outcomes have no order among themselves: battles, say.
        return tuple(items)
