"""Where a game's faces come from.

A `ChanceSource` throws the dice of a request. `SeededChance` is quick, for forks, bots and
simulations; the dice of a recorded battle, which anybody can check, are in `play.journal`.
"""

from typing import Protocol

from maniple.battle.chance import Rolled, resolve
from maniple.battle.chance_requests import Chance
from maniple.dice.seeded import Seeded


class ChanceSource(Protocol):
    """Throws the dice of a request."""

    def throw(self, request: Chance) -> Rolled: ...


class SeededChance:
    """Quick reproducible dice from a seed; nobody's secret."""

    __slots__ = ("_faces",)

    def __init__(self, seed: int) -> None:
        self._faces = Seeded(seed)

    def throw(self, request: Chance) -> Rolled:
        return resolve(request, self._faces.face)
