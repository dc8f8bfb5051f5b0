"""Battles that differ from another in one figure: what is remembered of one must not serve the other
where the figure matters.
"""

import enum
from collections.abc import Iterator
from typing import TypeAlias, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.dice.seeded import Seeded

T = TypeVar("T")

Path: TypeAlias = tuple[str | int, ...]
"""The way to a figure: names of fields, and places in tuples."""

KEPT = frozenset(
    ("id", "host", "guests", "unit", "other", "red", "blue", "charger", "target", "units", "side")
)
"""Fields that say who is who, and which task is next: a battle in which they are wrong is none."""


def altered(battle: Battle, lot: Seeded) -> tuple[Battle, str]:
    """The battle with one figure by lot another, and which; it may be one that no battle comes to.

    Mostly a figure of a unit that is concerned in the step that is next.
    """
    start: Path = (lot.choice([name for name in battle.__struct_fields__ if name != "units"]),)
    if lot.below(8):
        start = ("units", lot.choice(_concerned(battle) if lot.below(3) else battle.units).id)
    value: object = battle
    for step in start:
        value = (
            value[step]
            if isinstance(value, tuple) and isinstance(step, int)
            else getattr(value, str(step))
        )
    paths = [path for path in _figures(value, start) if not KEPT.intersection(path[1:])]
    if not paths:
        return altered(battle, lot)
    path = lot.choice(paths)
    return _with(battle, path, lot), ".".join(str(part) for part in path)


def _concerned(battle: Battle) -> tuple[Unit, ...]:
    """Those whom the next task names, or who fight; all, if none."""
    named = {unit for task in battle.turn.todo[:1] for unit in (task.unit, task.other)}
    if battle.combats:
        named.update(battle.combats[-1].units)
    return tuple([unit for unit in battle.units if unit.id in named]) or battle.units


def _figures(value: object, path: Path) -> Iterator[Path]:
    """The ways to all figures, yes and no, and words of the battle's own lists."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _figures(getattr(value, name), (*path, name))
    elif isinstance(value, tuple):
        for i, one in enumerate(value):
            yield from _figures(one, (*path, i))
    elif isinstance(value, bool | int | float | enum.Enum):
        yield path


def _with(value: T, path: Path, lot: Seeded) -> T:
    """The value with another figure at the end of the way."""
    if not path:
        return cast("T", _another(value, lot))  # another of its own type
    first, rest = path[0], path[1:]
    if isinstance(value, tuple) and isinstance(first, int):
        changed = (*value[:first], _with(value[first], rest, lot), *value[first + 1 :])
        return cast("T", changed)  # a tuple of the same types
    assert isinstance(value, Struct)
    assert isinstance(first, str)
    return cast("T", replace(value, **{first: _with(getattr(value, first), rest, lot)}))


def _another(value: object, lot: Seeded) -> object:
    if isinstance(value, bool):
        return not value
    if isinstance(value, enum.Enum):
        return lot.choice([one for one in type(value) if one is not value])
    if isinstance(value, int):
        return value + lot.choice((1, -1)) if value > 0 else value + 1
    if isinstance(value, float):
        return value + lot.choice((0.25, -0.25, 3.0, -3.0))
    raise TypeError(f"{value!r} is no figure")
