"""The way from a battle, or from a part of it, to what stands somewhere inside.

at     what stands there
put    the same with something else there
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

Path: TypeAlias = tuple[str | int, ...]
"""The way from the battle to a part of it: field names, and places in tuples."""


class _Missing:
    """What a battle does not have at a place."""


MISSING = _Missing()


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


def put(value: object, path: Path, new: object) -> object:
    """The value with something else at this place in it."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        assert isinstance(value, tuple)
        return (*value[:step], put(value[step], rest, new), *value[step + 1 :])
    assert isinstance(value, Struct)
    return replace(value, **{step: put(getattr(value, step), rest, new)})
