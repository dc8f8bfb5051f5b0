"""The two sides, and a named pair of anything that each of them has."""

import enum
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

T = TypeVar("T")


class Side(enum.Enum):
    """One of the two armies."""

    RED = "red"
    BLUE = "blue"

    @property
    def enemy(self) -> "Side":
        return Side.BLUE if self is Side.RED else Side.RED


class Pair(Struct, Generic[T], frozen=True):
    """One thing for each side, by name."""

    red: T
    blue: T

    def of(self, side: Side) -> T:
        return self.red if side is Side.RED else self.blue

    def with_side(self, side: Side, value: T) -> "Pair[T]":
        """The pair with this for that side; the other's is not looked at."""
        return replace(self, red=value) if side is Side.RED else replace(self, blue=value)
