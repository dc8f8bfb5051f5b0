"""How much work a question may cost, and what has been found when it ends."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic
from typing import Generic, TypeVar

from msgspec import Struct

V = TypeVar("V")


class Limits(Struct, frozen=True):
    """How much work a question may cost, and how exact its answer has to be."""

    runs: int = 400_000
    """Runs of steps of the rules."""
    seconds: float = 60.0
    battles: int = 200_000
    """Different battles held at once."""
    error: float = 0.0
    """The chance that may be left out of all outcomes together; 0: none, the answer is exact."""


@dataclass(frozen=True, slots=True)
class Found(Generic[V]):
    """What may come, as a view sees it. The chances and what is `unknown` add up to exactly 1."""

    chances: Mapping[V, Fraction]
    unknown: Fraction = Fraction(0)
    """The chance of all that was not followed to its end: each true chance lies between the one that
    is given and that plus this."""
    spent: str = ""
    """The limit that was reached: "runs", "seconds" or "battles"; "": none."""

    @property
    def is_exact(self) -> bool:
        return not self.unknown


class BudgetSpent(Exception):
    """The question has more branches than it was allowed to look at, and bounds were not wanted."""

    def __init__(self, limit: str) -> None:
        super().__init__(f"the limit of {limit} was reached: allow more, or ask less at once")
        self.limit = limit


class Budget:
    """What is left of the limits of a question."""

    __slots__ = ("_clock_ends", "_limits", "spent")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._clock_ends = monotonic() + limits.seconds
        self.spent = ""
        """The limit that was reached; "": none yet."""

    def allows(self, runs: int, battles: int) -> bool:
        """Whether the work may go on after so many runs, with so many battles held."""
        if runs > self._limits.runs:
            self.spent = "runs"
        elif battles > self._limits.battles:
            self.spent = "battles"
        elif monotonic() >= self._clock_ends:
            self.spent = "seconds"
        return not self.spent
