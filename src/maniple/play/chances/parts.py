"""A battle as a tuple of small numbers, one for each part of it.

Each unit is a part, and each other field of `Battle`. `Parts` gives every value that a part has ever
had a number, so that battles are compared, and parts of them copied, by number. `split` and `join` go
there and back.
"""

from __future__ import annotations

from typing import TypeAlias

from maniple.battle.state import Battle
from maniple.play.chances.patches import Part, Patch, patched

State: TypeAlias = tuple[int, ...]
"""A battle: for each part the number of its value."""

NAMES = tuple([name for name in Battle.__struct_fields__ if name != "units"])
FIRST_UNIT = len(NAMES)


def place_of(part: Part) -> int:
    """Where in a state the part stands."""
    return FIRST_UNIT + part if isinstance(part, int) else NAMES.index(part)


class Parts:
    """The values that the parts of battles with so many units have had."""

    __slots__ = ("_changed", "_numbers", "values")

    def __init__(self, units: int) -> None:
        count = FIRST_UNIT + units
        self.values: list[list[object]] = [[] for _ in range(count)]
        self._numbers: list[dict[object, int]] = [{} for _ in range(count)]
        self._changed: dict[tuple[int, Patch], dict[int, int]] = {}

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

    def changed(self, place: int, patch: Patch) -> dict[int, int]:
        """What is known of this change: the number before, and after."""
        return self._changed.setdefault((place, patch), {})

    def change(self, place: int, patch: Patch, number: int) -> int:
        """The number of a part after the change, if it had this number before."""
        return self.number(place, patched(self.values[place][number], patch))
