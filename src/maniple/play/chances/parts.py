"""A battle as a tuple of small numbers, one for each part of it.

Each unit is a part, and each other field of `Battle`. `Parts` gives every value that a part has ever
had a number, so that battles are compared, and parts of them copied, by number. `split` and `join` go
there and back.
"""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from operator import itemgetter
from typing import TypeAlias

from maniple.battle.state import Battle
from maniple.play.chances.numbers import Plain
from maniple.play.chances.patches import Part, Patch, patched, paths_in
from maniple.play.chances.watched import Path

State: TypeAlias = tuple[int, ...]
"""A battle: for each part the number of its value."""

NAMES = tuple([name for name in Battle.__struct_fields__ if name != "units"])
FIRST_UNIT = len(NAMES)


MISSING = object()
"""Stands for what a battle does not have at a place."""


def placed(path: Path) -> tuple[int, Path]:
    """The place in a state of the part to which the way leads, and the way within that part."""
    if path[0] == "units" and isinstance(path[1], int):
        return FIRST_UNIT + path[1], path[2:]
    return NAMES.index(str(path[0])), path[1:]


def at(value: object, path: Path) -> object:
    """What stands at this place within a part; MISSING if it has no such place."""
    for step in path:
        if isinstance(step, int):
            if not isinstance(value, tuple) or step >= len(value):
                return MISSING
            value = value[step]
        else:
            value = getattr(value, step, MISSING)
    return value


def place_of(part: Part) -> int:
    """Where in a state the part stands."""
    return FIRST_UNIT + part if isinstance(part, int) else NAMES.index(part)


class Parts:
    """The values that the parts of battles with so many units have had."""

    __slots__ = ("_changes", "_numbers", "values")

    def __init__(self, units: int) -> None:
        count = FIRST_UNIT + units
        self.values: list[list[object]] = [[] for _ in range(count)]
        self._numbers: list[dict[object, int]] = [{} for _ in range(count)]
        self._changes: dict[tuple[int, Patch], Change] = {}

    def split(self, battle: Battle) -> State:
        """The battle as numbers."""
        fields = [self.number(i, getattr(battle, name)) for i, name in enumerate(NAMES)]
        units = [self.number(FIRST_UNIT + i, unit) for i, unit in enumerate(battle.units)]
        return (*fields, *units)

    def join(self, state: State) -> Battle:
        """The battle with these numbers."""
        values = [kept[n] for kept, n in zip(self.values, state, strict=True)]
        units = values[FIRST_UNIT:]
        return Battle(units=tuple(units), **dict(zip(NAMES, values, strict=False)))

    def number(self, place: int, value: object) -> int:
        """The number of this value of a part."""
        numbers = self._numbers[place]
        known = numbers.get(value)
        if known is None:
            known = numbers[value] = len(numbers)
            self.values[place].append(value)
        return known

    def figures(self, state: State) -> Callable[[Path], Plain]:
        """What stands at a place of the battle, where that is a figure; not a number where it has none."""

        def figure(path: Path) -> Plain:
            place, rest = placed(path)
            value = at(self.values[place][state[place]], rest)
            return value if isinstance(value, (int, float)) else nan

        return figure

    def change_of(self, part: Part, patch: Patch) -> Change:
        """The change that a patch makes in a part."""
        place = place_of(part)
        known = self._changes.get((place, patch))
        if known is None:
            others = {placed(path)[0] for path in paths_in(patch)}
            depends = tuple(sorted({place, *others}))
            known = self._changes[place, patch] = Change(self, place, patch, depends)
        return known


class Change:
    """What a run changes in one part of the battle; what comes of it is remembered by number."""

    __slots__ = ("_known", "_numbers_of", "_parts", "_patch", "place")

    def __init__(self, parts: Parts, place: int, patch: Patch, depends: tuple[int, ...]) -> None:
        self._parts = parts
        self._patch = patch
        self.place = place
        self._numbers_of = itemgetter(*depends)
        self._known: dict[object, int] = {}

    def number(self, state: State) -> int:
        """The number of the part after the change, in this battle."""
        numbers = self._numbers_of(state)
        found = self._known.get(numbers)
        if found is None:
            old = self._parts.values[self.place][state[self.place]]
            new = patched(old, self._patch, self._parts.figures(state))
            found = self._known[numbers] = self._parts.number(self.place, new)
        return found
