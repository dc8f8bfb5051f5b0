"""Dice of two libraries that others have written, behind the same few words.

Everything is built up from a single D6: a die that is thrown again is written as one, a need of two
dice as two dice, a pool as so many dice. Only to put together what comes of them is left to each
library: `then` gives what follows from each outcome, `times` so many dice added up.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

import dyce
import icepool
from dyce.lifecycle import ExperimentalWarning

Die = TypeVar("Die")

NOTHING_LEFT_OUT = Fraction(0)
"""dyce would leave out what is less likely than one in some millions."""


class Dice(Protocol[Die]):
    """What an oracle needs of a library."""

    d6: Die

    def certain(self, outcome: Hashable) -> Die: ...
    def then(self, die: Die, follows: Callable[[object], Die]) -> Die: ...
    def times(self, count: int, die: Die) -> Die: ...
    def chances(self, die: Die) -> dict[Hashable, Fraction]: ...


class Icepool:
    """`icepool.Die`. Outcomes stand in a list, as it would take a tuple for several dice."""

    d6 = icepool.d6

    def certain(self, outcome: Hashable) -> icepool.Die:
        return icepool.Die({outcome: 1})

    def then(self, die: icepool.Die, follows: Callable[[object], icepool.Die]) -> icepool.Die:
        return die.map(follows, star=False)

    def times(self, count: int, die: icepool.Die) -> icepool.Die:
        return count @ die if count else self.certain(0)

    def chances(self, die: icepool.Die) -> dict[Hashable, Fraction]:
        return {outcome: Fraction(n, die.denominator()) for outcome, n in die.items()}


class Dyce:
    """`dyce.H`."""

    d6 = dyce.H(6)

    def certain(self, outcome: Hashable) -> dyce.H:
        return dyce.H({outcome: 1})

    def then(self, die: dyce.H, follows: Callable[[object], dyce.H]) -> dyce.H:
        with warnings.catch_warnings():  # It says that its interface may change: it is pinned here.
            warnings.simplefilter("ignore", ExperimentalWarning)
            found = dyce.expand(
                lambda result: follows(result.outcome), die, min_path_probability=NOTHING_LEFT_OUT
            )
        return found.lowest_terms()

    def times(self, count: int, die: dyce.H) -> dyce.H:
        return (count @ die).lowest_terms() if count else self.certain(0)

    def chances(self, die: dyce.H) -> dict[Hashable, Fraction]:
        return {outcome: Fraction(n, die.total) for outcome, n in die.items() if n}


LIBRARIES = (Icepool(), Dyce())


class Throws(Generic[Die]):
    """The throws of the book, made of D6s."""

    def __init__(self, dice: Dice[Die]) -> None:
        self.dice = dice
        self.yes = dice.certain(1)
        self.no = dice.certain(0)
        self.two = dice.times(2, dice.d6)
        self.three = dice.times(3, dice.d6)

    def at_least(self, need: int, *, again: bool = False) -> Die:
        """1 where a D6 shows the need; `again`: a miss is thrown once more."""
        missed = self.at_least(need) if again else self.no
        return self.dice.then(self.dice.d6, lambda face: self.yes if face >= need else missed)

    def at_most(self, pool: Die, most: int, *, again: bool = False) -> Die:
        """1 where a pool comes to that or less; `again`: a failure is thrown once more."""
        failed = self.at_most(pool, most) if again else self.no
        return self.dice.then(pool, lambda total: self.yes if total <= most else failed)

    def shot(self, need: int, *, again: bool = False) -> Die:
        """1 where a shot hits: a 1 never does, and from 7 on a 6 is thrown for again."""
        missed = self.shot(need) if again else self.no
        if need > 9:
            return missed
        if need > 6:
            second = self.dice.then(
                self.dice.d6, lambda face: self.yes if face >= need - 3 else missed
            )
            return self.dice.then(self.dice.d6, lambda face: second if face == 6 else missed)
        return self.dice.then(
            self.dice.d6, lambda face: self.yes if face >= max(need, 2) else missed
        )

    def unsaved(self, need: int, *, again: bool = False) -> Die:
        """1 where a save fails: a 1 always does; `again`: a failed save is thrown once more."""
        failed = self.unsaved(need) if again else self.yes
        return self.dice.then(
            self.dice.d6, lambda face: self.no if face >= need and face > 1 else failed
        )

    def all_of(self, *throws: Die) -> Die:
        """1 where each of these throws comes to 1, one after the other."""
        first, rest = throws[0], throws[1:]
        if not rest:
            return first
        return self.dice.then(first, lambda came: self.all_of(*rest) if came else self.no)

    def slain(self, dice: int, one: Die, most: int) -> Die:
        """How many fall to so many dice, of so many."""
        total = self.dice.times(dice, one)
        return self.dice.then(total, lambda wounds: self.dice.certain(min(wounds, most)))
