"""What a player made of code sees: the question, the battle, the referee, and forks.

A seat never shows the true dice: a fork throws dice of its own.
"""

from collections.abc import Callable
from typing import Protocol

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.judged import Judged, Refusal
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.play.chance import SeededChance
from maniple.play.game import Game


class Seat:
    """One question put to one side."""

    __slots__ = ("_game", "ask", "battle")

    def __init__(self, game: Game) -> None:
        """ValueError if the game is over."""
        if game.pending is None:
            raise ValueError("the battle is over: nobody is asked")
        self._game = game
        self.ask: Ask = game.pending
        self.battle: Battle = game.battle

    @property
    def side(self) -> Side:
        return self.ask.side

    def options(self) -> tuple[AskAnswer, ...] | None:
        """All legal answers, where they are a list; None where `judge` must say."""
        return self._game.options()

    def judge(self, answer: AskAnswer) -> Judged | Refusal:
        """What the referee says of an answer; changes nothing."""
        return self._game.judge(answer)

    def sample(self, below: Callable[[int], int]) -> AskAnswer:
        """A legal answer by lot."""
        return self._game.sample(below)

    def fork(self, seed: int) -> Game:
        """A copy of the game to try things in, with dice from this seed."""
        return self._game.fork(SeededChance(seed))


class Player(Protocol):
    """A player made of code."""

    name: str

    def answer(self, seat: Seat) -> AskAnswer:
        """A legal answer to the seat's question."""
        ...

    def why(self) -> str:
        """In a line, why the last answer was chosen."""
        ...


def play_out(
    game: Game,
    players: Pair[Player],
    *,
    until: Callable[[Battle], bool] | None = None,
) -> None:
    """Let the players fight on until the battle, or `until`, ends it.

    Raises `Refused` if a player gives an illegal answer.
    """
    while game.pending is not None and not (until is not None and until(game.battle)):
        _ = game.answer(players.of(game.pending.side).answer(Seat(game)))
