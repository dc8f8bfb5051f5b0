"""Plays a record with undos in it over again as it was played: each undo must have been allowed.

A replay runs through the lines that stand, and never sees what was taken back. So that nobody takes
back an answer after he has seen its dice, a `Game` is given every answer, roll and undo in the order
in which they were written: it refuses an undo behind a barrier, and must write the same lines.
"""

from typing import TypeVar

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.chance import Rolled, resolve
from maniple.battle.chance_requests import Chance
from maniple.battle.events import BattleBegan, Event
from maniple.play.game import Game, NothingToUndo, Refused
from maniple.play.record.fingerprint import fingerprint
from maniple.play.record.lines import AnswerLine, EventLine, Line, RollLine, UndoLine
from maniple.play.record.reading import Record, RecordError
from maniple.play.run import ReplayDiverged

Kind = TypeVar("Kind", bound=Line)


class _CutOff(Exception):
    """The record ends here, in the middle of what follows from an answer."""


class _Written:
    """The lines of the record, as the dice and the recorder of the game that is played again."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self.place = 1

    @property
    def line(self) -> Line | None:
        """The next line; None at the end."""
        lines = self._record.lines
        return lines[self.place] if self.place < len(lines) else None

    def wrong(self, why: str) -> RecordError:
        return RecordError(self._record.source, self.place + 1, why)

    def throw(self, request: Chance) -> Rolled:
        line = self._next(RollLine)
        faces = [face for shown in line.dice for face in shown.faces]
        return resolve(request, lambda _sides: faces.pop(0))

    def answered(self, ask: Ask, answer: AskAnswer) -> None:
        if self._next(AnswerLine).to != fingerprint(ask):
            raise self.wrong(f"the rules ask {fingerprint(ask)}")
        self.place += 1

    def rolled(self, request: Chance, rolled: Rolled) -> None:
        if self._next(RollLine).to != fingerprint(request):
            raise self.wrong(f"the rules roll {fingerprint(request)}")
        self.place += 1

    def happened(self, event: Event) -> None:
        if self._next(EventLine).event != event:
            raise self.wrong(f"the rules come to {str(event)[:300]}")
        self.place += 1

    def mark(self) -> int:
        return self.place

    def undone(self, to: int) -> None:
        if self._next(UndoLine).to != to:
            raise self.wrong(f"the last answer is taken back to line {to}")
        self.place += 1

    def _next(self, kind: type[Kind]) -> Kind:
        line = self.line
        if line is None:
            raise _CutOff
        if not isinstance(line, kind):
            raise self.wrong(f"is no {kind.__name__}, which the rules come to")
        return line


def prove_undos(record: Record) -> None:
    """Each undo took back one answer, with no dice, enemy's answer or distance behind it.

    Raises `RecordError` with the line that is wrong.
    """
    if not any(isinstance(line, UndoLine) for line in record.lines):
        return
    written = _Written(record)
    try:
        _play(written)
    except _CutOff:
        return
    except (ArithmeticError, LookupError, TypeError, ValueError, ReplayDiverged) as error:
        why = f"the rules can't go on from what stands before: {type(error).__name__}: {error}"
        raise written.wrong(why) from error


def _play(written: _Written) -> None:
    first = written.line
    if not isinstance(first, EventLine) or not isinstance(first.event, BattleBegan):
        raise written.wrong("does not begin with the start of a battle (BattleBegan)")
    game = Game(first.event, written, recorder=written)
    while game.pending is not None:
        match written.line:
            case AnswerLine(answer=answer):
                try:
                    _ = game.answer(answer)
                except Refused as refused:
                    raise written.wrong(f"the answer is refused: {refused}") from refused
            case UndoLine():
                try:
                    game.undo()
                except NothingToUndo as barred:
                    raise written.wrong(f"takes back what stands for good: {barred}") from barred
            case None:
                return
            case _:
                raise written.wrong(f"the rules ask {fingerprint(game.pending)}")
