"""What a game writes down, and how a stored battle comes back to where it was.

A `Ledger` is a game's dice and its recorder. As long as stored lines are left, the game only goes over
them: dice fall as they fell, and what happens must be what happened. Then it writes on, in its journal.
So a battle that was stored is exactly the one that was played, with what may be taken back.
"""

from collections.abc import Callable
from typing import TypeVar

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.chance import Rolled, resolve
from maniple.battle.chance_requests import Chance
from maniple.battle.events import BattleBegan, Event
from maniple.battle.state import Outcome
from maniple.play.game import Game
from maniple.play.record.journal import Journal
from maniple.play.record.lines import (
    AnswerLine,
    EventLine,
    Line,
    ResultLine,
    RollLine,
    UndoLine,
)
from maniple.play.record.reading import Record
from maniple.play.run import ReplayDiverged
from maniple.play.told import Listener
from maniple.rules.version import RULES_VERSION

L = TypeVar("L", bound=Line)


class OtherRules(Exception):
    """The battle was begun under other rules: it can be looked at, not gone on with."""


class Ledger:
    """Goes over the stored lines, then writes on. `at`: the number of the line last dealt with."""

    def __init__(
        self,
        journal: Journal,
        stored: tuple[Line, ...] = (),
        forget: Callable[[int], None] | None = None,
    ) -> None:
        """`forget` is told the number of the first line taken back, whenever lines are."""
        self.at = 0
        self._forget = forget
        self.journal = journal
        self._stored = stored
        self._place = 0

    @property
    def stored(self) -> Line | None:
        """The stored line that comes next; None: there are no more."""
        return self._stored[self._place] if self._place < len(self._stored) else None

    def take(self) -> bytes:
        """The lines written since this was last asked."""
        lines = b"".join(self.journal.written)
        self.journal.written.clear()
        return lines

    def throw(self, request: Chance) -> Rolled:
        if self.stored is None:
            return self.journal.throw(request)
        faces = [face for shown in self._next(RollLine).dice for face in shown.faces]
        return resolve(request, lambda _sides: faces.pop(0))

    def answered(self, ask: Ask, answer: AskAnswer) -> None:
        if self.stored is None:
            self.at = self.journal.mark()
            self.journal.answered(ask, answer)
        else:
            self._pass(self._next(AnswerLine))

    def rolled(self, request: Chance, rolled: Rolled) -> None:
        if self.stored is None:
            self.at = self.journal.mark()
            self.journal.rolled(request, rolled)
        else:
            self._pass(self._next(RollLine))

    def happened(self, event: Event) -> None:
        if self.stored is None:
            self.at = self.journal.mark()
            self.journal.happened(event)
            return
        line = self._next(EventLine)
        if line.event != event:
            raise ReplayDiverged(f"line {line.n}", line.event, event)
        self._pass(line)

    def mark(self) -> int:
        line = self.stored
        return self.journal.mark() if line is None else line.n

    def undone(self, to: int) -> None:
        if self.stored is None:
            self.at = self.journal.mark()
            self.journal.undone(to)
        else:
            self._pass(self._next(UndoLine))
        if self._forget is not None:
            self._forget(to)

    def close(self, outcome: Outcome | None) -> None:
        """After the last stored line: the result is passed over, or written where it is missing."""
        line = self.stored
        if isinstance(line, ResultLine):
            self._place += 1
        elif line is None and outcome is not None and not self.journal.written:
            self.journal.finish(outcome)

    def _pass(self, line: Line) -> None:
        self.at = line.n
        self._place += 1

    def _next(self, kind: type[L]) -> L:
        line = self.stored
        if not isinstance(line, kind):
            raise ReplayDiverged("a stored battle", line, kind.__name__)
        return line


def ledger_of(record: Record, secret: bytes, forget: Callable[[int], None]) -> Ledger:
    """The ledger of a stored battle, before it is brought back. Raises `OtherRules`."""
    if record.header.rules != RULES_VERSION:
        raise OtherRules(record.header.rules)
    journal = Journal(record.header, secret)
    journal.go_on(len(record.lines), record.size, record.hashes[-1], record.dice_thrown)
    return Ledger(journal, record.lines[1:], forget)


def revive(ledger: Ledger, listener: Listener) -> Game:
    """The game as it stands at the end of its record; the listener is told everything again.

    Raises `ReplayDiverged` where rules and record do not agree.
    """
    first = ledger.stored
    if not isinstance(first, EventLine) or not isinstance(first.event, BattleBegan):
        raise ReplayDiverged("line 1", "the start of a battle", first)
    game = Game(first.event, ledger, recorder=ledger, listeners=(listener,))
    while (line := ledger.stored) is not None and not isinstance(line, ResultLine):
        match line:
            case AnswerLine(answer=answer):
                _ = game.answer(answer)
            case UndoLine():
                game.undo()
            case _:
                raise ReplayDiverged(f"line {line.n}", line, game.pending)
    ledger.close(game.battle.outcome)
    return game
