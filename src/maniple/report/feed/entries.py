"""Entries of the running account, made of parts that a page can light up, open and translate."""

from typing import Literal, TypeAlias

from msgspec import Struct

from maniple.battle.sides import Side
from maniple.battle.unit import UnitId

Level: TypeAlias = Literal["turn", "phase", "line"]
Weight: TypeAlias = Literal["minor", "usual", "great"]


class Words(Struct, frozen=True, tag="words"):
    """Plain text."""

    text: str


class OfUnit(Struct, frozen=True, tag="unit"):
    """A unit's name."""

    unit: UnitId
    text: str
    side: Side


class DiceShown(Struct, frozen=True, tag="dice"):
    """Dice that fell together. `label`: what for, in words ("to hit"). `need`: the least face that
    succeeds, or of a test the most that the sum may be; 0: no such figure.
    """

    label: str
    faces: tuple[int, ...]
    need: int = 0
    at_most: bool = False
    """`need` is the most that the sum of the faces may be."""
    passed: int = 0
    first: int = 0
    """The number of the first of them in the battle, for whoever verifies them."""


Part: TypeAlias = Words | OfUnit | DiceShown


class Entry(Struct, frozen=True):
    """One line of the account."""

    level: Level
    parts: tuple[Part, ...]
    rules: tuple[str, ...] = ()
    units: tuple[UnitId, ...] = ()
    """Whom it concerns: lit on the table while the line is under the eye."""
    at: tuple[float, float] | None = None
    """Where on the table it happened, in inches."""
    weight: Weight = "usual"
    """A step aside is minor; a unit that breaks, or the end, is great."""
