"""What a run has read of a battle, as a key under which its result is kept.

Two battles that agree in everything that a footprint names give the same key, and the run goes the
same way in both. Keys are found in two steps: by the numbers of the parts that were read, and, where
those have not come up together before, by the values that were read of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Generic, TypeAlias, TypeVar

from maniple.battle.sheet import Sheet
from maniple.play.chances.parts import FIRST_UNIT, NAMES, Parts, State
from maniple.play.chances.watched import Path, Read

R = TypeVar("R")

Reads: TypeAlias = tuple[tuple[int, tuple[tuple[Path, str], ...]], ...]
"""For each place in a state that was read: the ways to what was read of it, and how much of that."""

MISSING = object()
"""Stands for what a battle does not have at a place."""


def reads_of(noted: Iterable[tuple[Path, str]]) -> Reads:
    """What was noted, part by part."""
    found: dict[int, list[tuple[Path, str]]] = {}
    for path, how in noted:
        if path[0] != "units":
            found.setdefault(NAMES.index(str(path[0])), []).append((path[1:], how))
        elif len(path) > 1:  # how many units there are never changes
            assert isinstance(path[1], int)
            found.setdefault(FIRST_UNIT + path[1], []).append((path[2:], how))
    return tuple([(place, tuple(sorted(ways, key=str))) for place, ways in sorted(found.items())])


class Footprint(Generic[R]):
    """The results of runs that read the same parts and fields, by what they read there."""

    __slots__ = ("_by_number", "_by_value", "_parts", "_shown", "numbers_of", "reads")

    def __init__(self, reads: Reads, parts: Parts) -> None:
        self.reads = reads
        self._parts = parts
        places = [place for place, _ in reads]
        self.numbers_of: Callable[[State], object] = itemgetter(*places) if places else _nothing
        self._by_number: dict[object, R] = {}
        self._by_value: dict[tuple[object, ...], R] = {}
        self._shown: dict[tuple[int, int], object] = {}

    def result(self, state: State) -> R | None:
        """What is kept for a battle like this one, if anything is."""
        numbers = self.numbers_of(state)
        found = self._by_number.get(numbers)
        if found is None:
            found = self._by_value.get(self.key(state))
            if found is not None:
                self._by_number[numbers] = found
        return found

    def keep(self, state: State, result: R) -> None:
        """From now on this is the result for such battles."""
        self._by_number[self.numbers_of(state)] = result
        self._by_value[self.key(state)] = result

    def key(self, state: State) -> tuple[object, ...]:
        """What was read, as it is in this battle."""
        shown = self._shown
        key: list[object] = []
        for place, ways in self.reads:
            number = state[place]
            seen = shown.get((place, number))
            if seen is None:
                value = self._parts.values[place][number]
                seen = shown[place, number] = tuple([_at(value, path, how) for path, how in ways])
            key.append(seen)
        return tuple(key)


def _nothing(_: State) -> object:
    return ()


def _at(value: object, path: Path, how: str) -> object:
    """What stands at this place: its value, or its kind and how many there are of it."""
    for step in path:
        if isinstance(step, int):
            if not isinstance(value, tuple) or step >= len(value):
                return MISSING
            value = value[step]
        else:
            value = getattr(value, step, MISSING)
    if how == Read.SHAPE:
        return len(value) if isinstance(value, tuple) else type(value)
    # Big and never made twice: its identity tells as much as its value, and sooner.
    return id(value) if isinstance(value, Sheet) else value
