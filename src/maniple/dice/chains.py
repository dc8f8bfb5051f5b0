"""How many of n blows come through every stage, exactly.

Each stage (to hit, to wound, to save) passes a blow on with a rational `Chance`; stages are
independent, so a chain of them is the product of their chances (`chain`), and the count of blows
that come through is binomial. The charts: `at_least`, `missile`, `unsaved`, and `rerolled` for
misses thrown again. Counts: `binomial`; `capped` where there are fewer models than blows.
Blows that are struck separately at several targets are a `distribution.joint` of their counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd

from msgspec import Struct
from msgspec.structs import force_setattr

from maniple.dice.distribution import Distribution


class Chance(Struct, frozen=True):
    """A chance from 0 to 1 as numerator over denominator; kept in lowest terms."""

    numerator: int
    denominator: int = 1

    def __post_init__(self) -> None:
        if self.denominator <= 0 or not 0 <= self.numerator <= self.denominator:
            raise ValueError(f"{self.numerator}/{self.denominator} is not a chance from 0 to 1")
        common = gcd(self.numerator, self.denominator)
        if common > 1:
            force_setattr(self, "numerator", self.numerator // common)
            force_setattr(self, "denominator", self.denominator // common)

    @staticmethod
    def of(share: Fraction) -> Chance:
        return Chance(share.numerator, share.denominator)

    def __str__(self) -> str:
        return f"{self.numerator}/{self.denominator}"

    def __float__(self) -> float:
        return self.numerator / self.denominator

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.numerator, self.denominator)

    def __mul__(self, other: Chance) -> Chance:
        """This and then, independently, the other."""
        return Chance(self.numerator * other.numerator, self.denominator * other.denominator)

    def opposite(self) -> Chance:
        """That it doesn't happen."""
        return Chance(self.denominator - self.numerator, self.denominator)

    def rerolled(self) -> Chance:
        """With one re-roll of a miss, whose result stands. [dice.rerolls]"""
        miss = self.opposite()
        return (miss * miss).opposite()


CERTAIN = Chance(1)
IMPOSSIBLE = Chance(0)


def at_least(need: int) -> Chance:
    """That a D6 shows `need` or more: certain at 1 or less, impossible from 7."""
    return Chance(min(max(7 - need, 0), 6), 6)


def missile(need: int) -> Chance:
    """That a shot hits which needs `need`. [shoot.to-hit]

    A 1 always misses. 7, 8 and 9 are a 6 and then 4+, 5+ or 6; 10 or more can't hit.
    """
    if need <= 6:
        return at_least(max(need, 2))
    return at_least(6) * at_least(need - 3)


def unsaved(save: int) -> Chance:
    """That a wound gets past a save of `save` or more. [shoot.save]

    A 1 always fails, so 1+ and better save like 2+; 7 or more is no save.
    """
    return at_least(max(save, 2)).opposite()


def chain(chances: Iterable[Chance]) -> Chance:
    """That one blow comes through all of these, one after the other."""
    through = CERTAIN
    for chance in chances:
        through = through * chance
    return through


@lru_cache(maxsize=4096)
def binomial(n: int, chance: Chance) -> Distribution[int]:
    """How many of n blows come through, each with this chance. ValueError for n below 0."""
    _refuse_negative(n)
    through, stopped = chance.numerator, chance.denominator - chance.numerator
    return Distribution((k, comb(n, k) * through**k * stopped ** (n - k)) for k in range(n + 1))


@lru_cache(maxsize=4096)
def capped(n: int, chance: Chance, most: int) -> Distribution[int]:
    """As `binomial`, but all above `most` counts as `most`: no more can fall than are there."""
    return binomial(n, chance).cap(most)


def _refuse_negative(n: int) -> None:
    if n < 0:
        raise ValueError(f"{n} blows can't be struck")
