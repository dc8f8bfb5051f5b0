"""Lets two bots fight a game out, stopping between two answers when somebody presses Ctrl-C."""

import signal
import time
from types import FrameType, TracebackType

from maniple.battle.sides import Pair
from maniple.play.game import Game
from maniple.play.seat import Player, Seat


class Interrupts:
    """Notes Ctrl-C (and a polite kill) until the answer under way is done; a second one is final."""

    def __init__(self) -> None:
        self.came = False
        self._before: dict[int, object] = {}

    def __enter__(self) -> "Interrupts":
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            if callable(handler) or isinstance(handler, signal.Handlers):
                _ = signal.signal(number, handler)

    def pause(self, seconds: float) -> None:
        """Wait, but not longer than until somebody interrupts."""
        until = time.monotonic() + seconds
        while not self.came and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, 0.05))

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.came:
            raise KeyboardInterrupt
        self.came = True


def fight_out(game: Game, players: Pair[Player], interrupts: Interrupts) -> bool:
    """Let the players fight on to the end; False if somebody interrupted it."""
    while game.pending is not None:
        if interrupts.came:
            return False
        _ = game.answer(players.of(game.pending.side).answer(Seat(game)))
    return True
