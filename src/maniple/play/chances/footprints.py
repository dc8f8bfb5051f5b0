"""What a run has read of a battle, as a key under which its result is kept.

Two battles that agree in everything that a footprint names give the same key, and the run goes the
same way in both. Keys are found in two steps: by the numbers of the parts that were read, and, where
those have not come up together before, by what was read of them.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from maniple.battle.sheet import Sheet
from maniple.play.chances.numbers import Sum, paths_of, worked_out
from maniple.play.chances.parts import Parts, State, at, placed
from maniple.play.chances.watched import Log, Path, Read

R = TypeVar("R")

Ways: TypeAlias = tuple[tuple[Path, str], ...]


class Reads(Struct, frozen=True):
    """What a run has read."""

    parts: tuple[tuple[int, Ways, tuple[Sum, ...]], ...]
    """For each part, by its place: the ways to what was read of it, how much of that, and what was
    asked of its numbers."""
    across: tuple[tuple[tuple[int, ...], Sum], ...]
    """What was asked of numbers of several parts."""


def reads_of(log: Log) -> Reads:
    """What was noted, part by part."""
    ways: dict[int, list[tuple[Path, str]]] = {}
    asked: dict[int, list[Sum]] = {}
    across: list[tuple[tuple[int, ...], Sum]] = []
    for path, how in log.reads.items():
        if path != ("units",):  # how many units there are never changes
            place, rest = placed(path)
            ways.setdefault(place, []).append((rest, how))
    for term in log.terms:
        places = tuple(sorted({placed(path)[0] for path in paths_of(term)}))
        if len(places) == 1:
            asked.setdefault(places[0], []).append(term)
        else:
            across.append((places, term))
    parts = [
        (
            place,
            tuple(sorted(ways.get(place, ()), key=str)),
            tuple(sorted(asked.get(place, ()), key=str)),
        )
        for place in sorted({*ways, *asked})
    ]
    return Reads(tuple(parts), tuple(sorted(across, key=str)))


class Footprint(Generic[R]):
    """The results of runs that read the same parts and fields, by what they read there."""

    __slots__ = (
        "_by_number",
        "_by_value",
        "_ids",
        "_parts",
        "_shown",
        "_spans",
        "numbers_of",
        "reads",
    )

    def __init__(self, reads: Reads, parts: Parts) -> None:
        self.reads = reads
        self._parts = parts
        places = {place for place, _, _ in reads.parts}
        places.update(place for several, _ in reads.across for place in several)
        self.numbers_of = _picker(sorted(places))
        self._by_number: dict[object, R] = {}
        self._by_value: dict[tuple[object, ...], R] = {}
        self._shown: tuple[dict[int, int], ...] = tuple([{} for _ in reads.parts])
        self._ids: tuple[dict[object, int], ...] = tuple([{} for _ in reads.parts])
        self._spans = tuple([(_picker(several), {}, term) for several, term in reads.across])

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
        """What was read, as it is in this battle: a number for all that was read of each part."""
        key: list[object] = []
        for (place, ways, terms), shown, ids in zip(
            self.reads.parts, self._shown, self._ids, strict=True
        ):
            number = state[place]
            seen = shown.get(number)
            if seen is None:
                value = self._parts.values[place][number]
                read = (
                    *[_at(value, path, how) for path, how in ways],
                    *[worked_out(term, self._parts.figures(state)) for term in terms],
                )
                seen = shown[number] = ids.setdefault(read, len(ids))
            key.append(seen)
        for pick, known, term in self._spans:
            numbers = pick(state)
            value = known.get(numbers)
            if value is None:
                value = known[numbers] = worked_out(term, self._parts.figures(state))
            key.append(value)
        return tuple(key)


def _picker(places: tuple[int, ...] | list[int]) -> Callable[[State], object]:
    return itemgetter(*places) if places else _nothing


def _nothing(_: State) -> object:
    return ()


def _at(value: object, path: Path, how: str) -> object:
    """What stands at this place: its value, or its kind and how many there are of it."""
    value = at(value, path)
    if how == Read.SHAPE:
        return len(value) if isinstance(value, tuple) else type(value)
    # Big and never made twice: its identity tells as much as its value, and sooner.
    return id(value) if isinstance(value, Sheet) else value
