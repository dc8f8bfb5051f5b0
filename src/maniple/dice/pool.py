"""Pools of dice: what is thrown for one total.

`2 * D6 + 1` is a value; `str` writes it as players do and `pool("2D6+1")` reads it back.
`total` adds up faces that were thrown, `distribution` says what may come.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from maniple.dice.distribution import Distribution

MOST_DICE = 100
MOST_SIDES = 1000
MOST_PLUS = 1_000_000


class Pool(Struct, frozen=True):
    """`count` dice of `sides` sides, added up, and `plus` more (or less, if negative).

    ValueError for fewer than 0 or more than 100 dice, fewer than 1 or more than 1,000 sides, or
    more than a million added or taken away: no table throws those, so a figure has gone wrong.
    """

    count: int
    sides: int
    plus: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.count <= MOST_DICE:
            raise ValueError(f"{self.count} dice: a pool has from 0 to {MOST_DICE}")
        if not 1 <= self.sides <= MOST_SIDES:
            raise ValueError(f"a die of {self.sides} sides: a die has from 1 to {MOST_SIDES}")
        if not -MOST_PLUS <= self.plus <= MOST_PLUS:
            raise ValueError(f"{self.plus:+} to a pool: at most {MOST_PLUS:,} either way")

    def __mul__(self, times: int) -> Pool:
        """The pool thrown so many times and added up."""
        return Pool(self.count * times, self.sides, self.plus * times)

    __rmul__ = __mul__

    def __add__(self, plus: int) -> Pool:
        return Pool(self.count, self.sides, self.plus + plus)

    def __sub__(self, minus: int) -> Pool:
        return Pool(self.count, self.sides, self.plus - minus)

    def __str__(self) -> str:
        count = "" if self.count == 1 else self.count
        return f"{count}D{self.sides}{format(self.plus, '+') if self.plus else ''}"

    @property
    def minimum(self) -> int:
        return self.count + self.plus

    @property
    def maximum(self) -> int:
        return self.count * self.sides + self.plus

    def total(self, faces: Sequence[int]) -> int:
        """What these faces come to. ValueError where they can't be faces of this pool."""
        if len(faces) != self.count:
            raise ValueError(f"{self} takes {self.count} dice, not {len(faces)}")
        for face in faces:
            if not 1 <= face <= self.sides:
                raise ValueError(f"{face} is not a face of a D{self.sides}")
        return sum(faces) + self.plus

    def distribution(self) -> Distribution[int]:
        """Every total with its exact weight."""
        return _distribution(self)


def Die(sides: int) -> Pool:
    """One die of so many sides."""
    return Pool(1, sides)


D3 = Die(3)
D4 = Die(4)
D6 = Die(6)

_WRITTEN = re.compile(
    r"\s*(?P<count>[0-9]{1,9})?\s*[dD]\s*(?P<sides>[0-9]{1,9})"
    r"(\s*(?P<sign>[+-])\s*(?P<plus>[0-9]{1,9}))?\s*"
)


def pool(text: str) -> Pool:
    """The pool that is written here: "D6", "2D6", "3d6 + 1".

    ValueError, saying what would be right, for anything else.
    """
    written = _WRITTEN.fullmatch(text)
    if written is None:
        raise ValueError(f"{text!r} is not a pool of dice: write it like D6, 2D6 or 3D6+1")
    plus = int(written["plus"] or 0)
    return Pool(
        count=int(written["count"] or 1),
        sides=int(written["sides"]),
        plus=-plus if written["sign"] == "-" else plus,
    )


@lru_cache(maxsize=256)
def _distribution(thrown: Pool) -> Distribution[int]:
    one = Distribution.uniform(range(1, thrown.sides + 1))
    return one.repeat(thrown.count) + thrown.plus
