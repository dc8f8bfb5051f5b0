"""`ByIdentity`: a pure function of a frozen record whose results are kept, found by identity.

Hashing a unit costs more than most questions about it, and most units of a battle are the very
records that they were before the last event. What it gives never depends on what was asked before.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class ByIdentity(Generic[K, V]):
    """A function of one frozen record; the results of the last `size` records or so are kept."""

    __slots__ = ("_kept", "_make", "_size")

    def __init__(self, make: Callable[[K], V], size: int = 2048) -> None:
        self._make = make
        self._size = size
        # The keys are held, so that no other record can take their identity meanwhile.
        self._kept: dict[int, tuple[K, V]] = {}

    def __call__(self, key: K) -> V:
        kept = self._kept.get(id(key))
        if kept is not None:
            return kept[1]
        value = self._make(key)
        if len(self._kept) >= self._size:
            self._kept.clear()
        self._kept[id(key)] = (key, value)
        return value
