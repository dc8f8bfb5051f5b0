"""What a rule asks while it runs: the base of every request, and the one bare `yield`.

A step of the rules is a generator that yields requests and is sent their answers. Writing
`answer = yield from Roll(...)` gives the answer its type; see `maniple.battle.chance_requests`
and `maniple.battle.asks`.
"""

from collections.abc import Generator
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

R = TypeVar("R")
T = TypeVar("T")


class Request(Struct, Generic[R], frozen=True):
    """A question of type `R`; a driver answers it."""

    # Any: one generator asks requests of many answer types; __iter__ restores each one's own.
    def __iter__(self) -> "Generator[Request[Any], Any, R]":
        answer: R = yield self
        return answer


# Any: as above; a step is sent answers of whatever type its requests have.
Step: TypeAlias = Generator[Request[Any], Any, T]
"""A step of the rules that returns a `T`; run it with `yield from`."""


def nothing_asked() -> Step[None]:
    """For a step that has no question: `yield from nothing_asked()` makes it a step."""
    yield from ()
