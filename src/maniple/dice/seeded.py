"""Quick faces from a seed, for forks, bots and simulations: never for a battle that is played.

The faces come from blocks of 64 bytes, BLAKE2b of the block's number keyed by the seed, read byte
by byte; a byte too high to be fair is thrown away. So the same seed gives the same faces on every
machine, seeds that lie close together give unlike faces, and a copy costs four references.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

Item = TypeVar("Item")

_FAIR_BYTES = (0, *(256 - 256 % sides for sides in range(1, 257)))


class Seeded:
    """A source of faces that its seed determines wholly."""

    __slots__ = ("_block", "_key", "_next", "_used")

    def __init__(self, seed: int) -> None:
        self._key = blake2b(str(seed).encode(), digest_size=32).digest()
        self._block = b""
        self._next = 0
        self._used = 0

    def copy(self) -> Seeded:
        """Another source that will give the same faces as this one from here on."""
        other = Seeded.__new__(Seeded)
        other._key, other._block = self._key, self._block
        other._next, other._used = self._next, self._used
        return other

    __copy__ = copy

    def __call__(self, sides: int) -> int:
        """As `face`, so that a source can stand where a draw is wanted."""
        return self.face(sides)

    def face(self, sides: int) -> int:
        """A face, 1 to `sides`, each equally likely. ValueError for a die without sides."""
        if not 1 <= sides <= 256:
            return self.below(sides) + 1
        fair = _FAIR_BYTES[sides]
        used = self._used
        while True:
            if used == len(self._block):
                self._refill()
                used = 0
            byte = self._block[used]
            used += 1
            if byte < fair:
                self._used = used
                return byte % sides + 1

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely. ValueError for n below 1."""
        if n < 1:
            raise ValueError(f"there is no number from 0 to {n - 1} to draw")
        size = ((n - 1).bit_length() + 7) // 8 + 1
        values = 256**size
        fair = values - values % n
        while (number := int.from_bytes(self._bytes(size), "big")) >= fair:
            continue
        return number % n

    def between(self, low: float, high: float) -> float:
        """A number from `low` up to `high`, in steps of 2**-53 of the way."""
        return low + (high - low) * (self.below(2**53) / 2**53)

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items, each equally likely. ValueError where there is none."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in an order drawn by lot, each order equally likely."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _bytes(self, size: int) -> bytes:
        end = self._used + size
        if end <= len(self._block):
            taken = self._block[self._used : end]
            self._used = end
            return taken
        taken = b""
        while len(taken) < size:
            if self._used == len(self._block):
                self._refill()
            piece = self._block[self._used : self._used + size - len(taken)]
            self._used += len(piece)
            taken += piece
        return taken

    def _refill(self) -> None:
        self._block = blake2b(self._next.to_bytes(8, "big"), key=self._key).digest()
        self._next += 1
        self._used = 0
