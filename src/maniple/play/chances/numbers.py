"""A number of the battle that notes what is asked of it, rather than that it was read.

A rule that asks whether a unit has five models or more goes the same way for six as for sixteen. So a
count that is read from a watched battle is a `Number`: sums and products of it are numbers again, and
only what decides something is noted: a comparison with its answer, or, where the figure itself is
needed (as a key, as a length, in geometry), the figure. What is noted is a `Term`, to be worked out in
other battles.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from msgspec import Struct

from maniple.play.chances.paths import Path

if TYPE_CHECKING:
    from maniple.play.chances.watched import Log

Plain: TypeAlias = int | float

# Any: NotImplemented, which tells Python to try the other way round, passes for everything.
Made: TypeAlias = Any
"""What an operation or a comparison gives: a number, or an answer."""


class Leaf(Struct, frozen=True, cache_hash=True):
    """The figure that stands at this place of the battle."""

    path: Path


class Sum(Struct, frozen=True, cache_hash=True):
    """What an operation makes of two terms, or figures."""

    operation: str
    left: Term | Plain
    right: Term | Plain


Term: TypeAlias = Leaf | Sum

OPERATIONS: dict[str, Callable[[Plain, Plain], Plain]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
}


def worked_out(term: Term | Plain, figure: Callable[[Path], Plain]) -> Plain:
    """The value of a term, where `figure` gives what stands at a place."""
    if isinstance(term, Leaf):
        return figure(term.path)
    if isinstance(term, Sum):
        left, right = worked_out(term.left, figure), worked_out(term.right, figure)
        return OPERATIONS[term.operation](left, right)
    return term


def filled_in(term: Term | Plain, values: Mapping[Path, Plain]) -> Term | Plain:
    """The term with these figures in their places; a figure if nothing else is in it."""
    if isinstance(term, Leaf):
        return values.get(term.path, term)
    if not isinstance(term, Sum):
        return term
    left, right = filled_in(term.left, values), filled_in(term.right, values)
    if left is term.left and right is term.right:
        return term
    if isinstance(left, (Leaf, Sum)) or isinstance(right, (Leaf, Sum)):
        return Sum(term.operation, left, right)
    return OPERATIONS[term.operation](left, right)


def paths_of(term: Term | Plain) -> tuple[Path, ...]:
    """The places of the battle that a term is worked out from."""
    if isinstance(term, Leaf):
        return (term.path,)
    if isinstance(term, Sum):
        return (*paths_of(term.left), *paths_of(term.right))
    return ()


class Number:
    """A figure of the battle, or one worked out from such. It is no `int`, so that nothing can take
    its value without its being noted.
    """

    __slots__ = ("_value", "log", "term")

    def __init__(self, log: Log, value: Plain, term: Term) -> None:
        self.log = log
        self._value = value
        self.term = term

    def figure(self) -> Plain:
        """The figure itself; it is noted."""
        self.log.note_term(self.term)
        return self._value

    def _made(self, operation: str, other: object, *, turned: bool = False) -> Made:
        value: Plain
        term: Term | Plain
        if isinstance(other, Number):
            value, term = other._value, other.term
        elif isinstance(other, (int, float)):
            value = term = other
        else:
            return NotImplemented
        if turned:
            made = OPERATIONS[operation](value, self._value)
            return Number(self.log, made, Sum(operation, term, self.term))
        made = OPERATIONS[operation](self._value, value)
        return Number(self.log, made, Sum(operation, self.term, term))

    def _asked(self, operation: str, other: object) -> Made:
        made = self._made(operation, other)
        return bool(made.figure()) if isinstance(made, Number) else made

    def __add__(self, other: object) -> Made:
        return self if other == 0 and not isinstance(other, Number) else self._made("+", other)

    __radd__ = __add__

    def __sub__(self, other: object) -> Made:
        return self if other == 0 and not isinstance(other, Number) else self._made("-", other)

    def __rsub__(self, other: object) -> Made:
        return self._made("-", other, turned=True)

    def __mul__(self, other: object) -> Made:
        return self._made("*", other)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Made:
        return self._made("/", other)

    def __rtruediv__(self, other: object) -> Made:
        return self._made("/", other, turned=True)

    def __floordiv__(self, other: object) -> Made:
        return self._made("//", other)

    def __rfloordiv__(self, other: object) -> Made:
        return self._made("//", other, turned=True)

    def __mod__(self, other: object) -> Made:
        return self._made("%", other)

    def __rmod__(self, other: object) -> Made:
        return self._made("%", other, turned=True)

    def __pow__(self, other: float) -> float:
        return float(self.figure() ** other)

    def __rpow__(self, other: float) -> float:
        return float(other ** self.figure())

    def __neg__(self) -> Made:
        return self._made("-", 0, turned=True)

    def __abs__(self) -> Number:
        return -self if self < 0 else self

    def __lt__(self, other: object) -> Made:
        return self._asked("<", other)

    def __le__(self, other: object) -> Made:
        return self._asked("<=", other)

    def __gt__(self, other: object) -> Made:
        return self._asked(">", other)

    def __ge__(self, other: object) -> Made:
        return self._asked(">=", other)

    def __eq__(self, other: object) -> Made:
        return self._asked("==", other)

    def __bool__(self) -> bool:
        return not self._asked("==", 0)

    def __hash__(self) -> int:
        return hash(self.figure())

    def __index__(self) -> int:
        # A float has no index, and says so itself.
        return operator.index(cast("int", self.figure()))

    def __int__(self) -> int:
        return int(self.figure())

    def __float__(self) -> float:
        return float(self.figure())

    # Any: whatever else an int or a float has.
    def __getattr__(self, name: str) -> Any:
        return getattr(self.figure(), name)

    def __round__(self, digits: int | None = None) -> Plain:
        return round(self.figure(), digits)

    def __format__(self, how: str) -> str:
        return format(self.figure(), how)

    def __str__(self) -> str:
        return str(self.figure())
