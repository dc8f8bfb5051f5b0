"""`Memo`: the last few results of a pure function of a frozen value, found again by identity.

Hashing a whole table of units costs more than most questions about it. A memo only saves work:
what it gives never depends on what was asked before.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(Generic[K, V]):
    """A function of one frozen value whose last `size` results are kept."""

    __slots__ = ("_kept", "_make", "_size")

    def __init__(self, make: Callable[[K], V], size: int = 4) -> None:
        self._make = make
        self._size = size
        # The keys are held, so that no other value can take their identity meanwhile.
        self._kept: tuple[tuple[K, V], ...] = ()
        _memos.append(self.forget)

    def forget(self) -> None:
        """Keep nothing of what was."""
        self._kept = ()

    def __call__(self, key: K) -> V:
        for kept, value in self._kept:
            if kept is key:
                return value
        value = self._make(key)
        self._kept = ((key, value), *self._kept[: self._size - 1])
        return value


_memos: list[Callable[[], None]] = []


def forget() -> None:
    """Let every memo begin anew: for who notes what is asked of a battle, which must not depend on what
    was asked of others before, nor serve others after.
    """
    for memo in _memos:
        memo()
