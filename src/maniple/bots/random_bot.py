"""A player that draws a legal answer by lot: for soaking the rules, and as the least opponent."""

from maniple.battle.asks import AskAnswer
from maniple.dice.seeded import Seeded
from maniple.play.seat import Seat


class RandomBot:
    """Any legal answer; the same seed answers the same questions alike."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._lot = Seeded(seed)

    def answer(self, seat: Seat) -> AskAnswer:
        """A legal answer to the seat's question."""
        return seat.sample(self._lot.below)

    def why(self) -> str:
        """Why the last answer was chosen."""
        return "drawn by lot"
