"""A battle as a tuple of small numbers, one for each part of it (`maniple.play.chances.layout`).

`Parts` gives every value that a part has ever had a number, so that battles are compared, and parts of
them changed, by number. `split` and `join` go there and back; a `Change` is what a patch makes of one
part.
"""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from operator import itemgetter
from typing import Any, TypeAlias

from maniple.battle.state import Battle
from maniple.play.chances.layout import Layout
from maniple.play.chances.numbers import Plain, Term, paths_of, worked_out
from maniple.play.chances.patches import Compute, Make, Patch, Root, Write, patched, paths_in
from maniple.play.chances.paths import Path, at

State: TypeAlias = tuple[int, ...]
"""A battle: for each part the number of its value."""

Written: TypeAlias = tuple[tuple[int, int], ...]
"""The places of a state that change, with their new numbers."""

Numbers: TypeAlias = State | dict[int, int]
"""A battle, or as much of it as is needed: the numbers by place."""


class Parts:
    """The values that the parts of battles with so many units have had."""

    __slots__ = ("_changes", "_formulas", "_numbers", "layout", "values")

    def __init__(self, units: int) -> None:
        self.layout = Layout(units)
        self.values: list[list[object]] = [[] for _ in range(self.layout.count)]
        self._numbers: list[dict[object, int]] = [{} for _ in range(self.layout.count)]
        self._changes: dict[tuple[int, Patch], Change] = {}
        self._formulas: dict[Term, _Formula] = {}

    def split(self, battle: Battle) -> State:
        """The battle as numbers."""
        state = [0] * self.layout.count
        for root in self.layout.roots:
            for place, part in self.layout.split(root, _value(battle, root)):
                state[place] = self.number(place, part)
        return tuple(state)

    def differences(self, state: State, before: Battle, after: Battle) -> Written:
        """The places at which the battle differs after a step, and their new numbers."""
        found: list[tuple[int, int]] = []
        for root in self.layout.roots:
            old, new = _value(before, root), _value(after, root)
            if old is new:
                continue
            for place, part in self.layout.split(root, new):
                number = self.number(place, part)
                if number != state[place]:
                    found.append((place, number))
        return tuple(found)

    def join(self, state: State) -> Battle:
        """The battle with these numbers."""
        values = self.values

        def part(place: int) -> object:
            return values[place][state[place]]

        whole = {root: self.layout.joined(root, part) for root in self.layout.roots}
        # Any: the fields of a battle, each of its own kind, go back to where they came from.
        fields: dict[str, Any] = {root: one for root, one in whole.items() if isinstance(root, str)}
        fields["units"] = tuple([one for root, one in whole.items() if isinstance(root, int)])
        return Battle(**fields)

    def number(self, place: int, value: object) -> int:
        """The number of this value of a part."""
        numbers = self._numbers[place]
        known = numbers.get(value)
        if known is None:
            known = numbers[value] = len(numbers)
            self.values[place].append(value)
        return known

    def places_of(self, term: Term) -> tuple[int, ...]:
        """The places from which a term takes its figures."""
        return self._formula(term).places

    def places_in(self, patch: Patch) -> tuple[int, ...]:
        """The places from which a patch takes figures."""
        found = {place for path in paths_in(patch) for place, _ in self.found(path)}
        return tuple(sorted(found))

    def found(self, path: Path) -> list[tuple[int, Path]]:
        """Where in a state what stands at the end of this way is to be found."""
        return self.layout.places(path, whole=False)

    def figure(self, term: Term, state: Numbers) -> Plain:
        """The value of a term in a battle; not a number where the battle has no such figure."""
        return self._formula(term).figure(state)

    def _formula(self, term: Term) -> _Formula:
        found = self._formulas.get(term)
        if found is None:
            found = self._formulas[term] = _Formula(self, term)
        return found

    def figure_at(self, path: Path, state: Numbers) -> Plain:
        """The figure that stands somewhere in a battle; not a number where it has none."""
        ((place, way),) = self.found(path)
        value = at(self.values[place][state[place]], way)
        return value if isinstance(value, (int, float)) else nan

    def change_of(self, place: int, patch: Patch) -> Change:
        """The change that a patch makes in a part."""
        known = self._changes.get((place, patch))
        if known is None:
            known = self._changes[place, patch] = Change(self, place, patch)
        return known

    def changes_of(self, root: Root, patch: Patch) -> list[Change]:
        """The changes that a patch makes in the parts of a root."""
        return [self.change_of(place, one) for place, one in self.layout.spread(root, patch)]


def _value(battle: Battle, root: Root) -> object:
    return battle.units[root] if isinstance(root, int) else getattr(battle, root)


class _Formula:
    """A term, and what it is for each set of numbers at the places from which it takes its figures."""

    __slots__ = ("_known", "_parts", "_pick", "_term", "places")

    def __init__(self, parts: Parts, term: Term) -> None:
        self._parts = parts
        self._term = term
        found = {place for path in paths_of(term) for place, _ in parts.found(path)}
        self.places: tuple[int, ...] = tuple(sorted(found))
        self._pick = picker(self.places)
        self._known: dict[object, Plain] = {}

    def figure(self, state: Numbers) -> Plain:
        """What the term is in this battle."""
        numbers = self._pick(state)
        known = self._known.get(numbers)
        if known is None:
            parts = self._parts
            known = worked_out(self._term, lambda path: parts.figure_at(path, state))
            self._known[numbers] = known
        return known


class Change:
    """What a run changes in one part of the battle."""

    __slots__ = ("_constant", "_known", "_parts", "_patch", "_pick", "depends", "place")

    def __init__(self, parts: Parts, place: int, patch: Patch) -> None:
        self._parts = parts
        self._patch = patch
        self.place = place
        self._constant = parts.number(place, patch.value) if isinstance(patch, Write) else None
        others = parts.places_in(patch)
        # A patch that makes the part anew does not look at what it was.
        anew = isinstance(patch, (Write, Compute, Make))
        self.depends: tuple[int, ...] = others if anew else tuple(sorted({place, *others}))
        """The places of a state that decide what the part becomes."""
        self._pick = picker(self.depends)
        self._known: dict[object, int] = {}

    def number(self, state: State) -> int:
        """The number of the part after the change, in this battle."""
        if self._constant is not None:
            return self._constant
        numbers = self._pick(state)
        found = self._known.get(numbers)
        if found is None:
            old = self._parts.values[self.place][state[self.place]]
            new = patched(old, self._patch, lambda term: self._parts.figure(term, state))
            found = self._known[numbers] = self._parts.number(self.place, new)
        return found


def with_written(state: State, written: Written) -> State:
    """The battle with these parts changed."""
    new = list(state)
    for place, number in written:
        new[place] = number
    return tuple(new)


# Any: one number, or a tuple of several.
def picker(places: tuple[int, ...]) -> Callable[[Numbers], Any]:
    """A function that takes the numbers at these places out of a state."""
    return itemgetter(*places) if places else _nothing


def _nothing(_: Numbers) -> tuple[int, ...]:
    return ()
