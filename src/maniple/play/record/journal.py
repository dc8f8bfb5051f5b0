"""The journal: writes a game down as it goes, and throws the dice that anybody can check.

A `Journal` is both a game's recorder and its source of chance: each die depends on the battle's
secret, the players' seeds, the number of the die, and the hash of all that was written before it.
While a battle whose secret nobody knows is unfinished, the secret lies beside the record in
`FILE.secret`, for whoever resumes it; with the last line it is revealed and that file removed.
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from msgspec.structs import replace

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.chance import Rolled, resolve
from maniple.battle.chance_requests import Chance
from maniple.battle.events import AnyEvent, BattleEnded, Event
from maniple.battle.sides import Pair
from maniple.battle.state import Outcome
from maniple.dice.stream import Stream, secret_from_seed
from maniple.play.record.fingerprint import fingerprint
from maniple.play.record.lines import (
    FORMAT,
    START,
    AnswerLine,
    EventLine,
    Header,
    Line,
    ResultLine,
    RollLine,
    UndoLine,
    chained,
    result_of,
)
from maniple.rules.version import RULES_VERSION


class Journal:
    """Writes to a file, or keeps the lines in memory when `path` is None."""

    def __init__(
        self,
        header: Header,
        secret: bytes,
        path: Path | None = None,
    ) -> None:
        """Use `new_journal` to begin a record, `reading.reopen` to go on with one."""
        self.header = header
        self.path = path
        self.written: list[bytes] = []
        """All lines, when there is no file."""
        self._secret = secret
        self._stream = Stream(secret, header.seeds)
        self._file: BinaryIO | None = None
        self._hash = START
        self._next = 0
        self._dice = 0

    # ------------------------------------------------------------------- as a chance source

    def throw(self, request: Chance) -> Rolled:
        """The dice of the request, from the checkable stream."""
        draws = self._stream.draws(self._hash, self._dice)
        return resolve(request, draws)

    # ----------------------------------------------------------------------- as a recorder

    def answered(self, ask: Ask, answer: AskAnswer) -> None:
        self._write(AnswerLine(self._next, fingerprint(ask), answer))
        self.flush()

    def rolled(self, request: Chance, rolled: Rolled) -> None:
        line = RollLine(
            self._next, fingerprint(request), self._dice, result_of(rolled.answer), rolled.shown
        )
        self._dice += sum(len(shown.faces) for shown in rolled.shown)
        self._write(line)

    def happened(self, event: Event) -> None:
        if not isinstance(event, AnyEvent):
            raise TypeError(f"{type(event).__name__} is not among the events of a record")
        self._write(EventLine(self._next, event))
        if isinstance(event, BattleEnded):
            self.finish(event.outcome)

    def finish(self, outcome: Outcome) -> None:
        """Write the last line, with the secret of the dice."""
        self._write(ResultLine(self._next, outcome, self._secret.hex()))
        self.close()
        if self.path is not None:
            secret_file(self.path).unlink(missing_ok=True)

    def mark(self) -> int:
        return self._next

    def undone(self, to: int) -> None:
        self._write(UndoLine(self._next, to))
        self.flush()

    # ------------------------------------------------------------------------------ files

    def flush(self) -> None:
        """Hand everything written to the operating system."""
        if self._file is not None:
            try:
                self._file.flush()
            except OSError as error:
                raise self._unwritten(error) from error

    def close(self) -> None:
        if self._file is not None:
            file, self._file = self._file, None
            try:
                file.close()
            except OSError as error:
                raise self._unwritten(error) from error

    def open_new(self) -> None:
        """Begin the file; FileExistsError if there is one already.

        Where its secret or its first line can't be written, nothing is left behind.
        """
        if self.path is None:
            self._write(self.header)
            return
        self._file = self.path.open("xb")
        made = [self.path]
        try:
            if self.header.seed is None:
                _keep_secret(self.path, self._secret, made)
            self._write(self.header)
            self.flush()
        except OSError:
            self._abandon(made)
            raise

    def go_on(self, place: int, size: int, digest: bytes, dice: int) -> None:
        """Go on after a record's last whole line: `place` is the next number, `size` its bytes."""
        self._next, self._hash, self._dice = place, digest, dice
        if self.path is not None:
            self._file = self.path.open("r+b")
            _ = self._file.truncate(size)
            _ = self._file.seek(size)

    def _abandon(self, made: list[Path]) -> None:
        with suppress(OSError):  # what failed to be written fails again; the cause is being told
            self.close()
        for path in made:
            path.unlink(missing_ok=True)

    def _unwritten(self, error: OSError) -> OSError:
        """The error with the name of the file, which writing does not tell."""
        return OSError(error.errno, error.strerror, str(self.path))

    def _write(self, line: Line) -> None:
        written, self._hash = chained(self._hash, line)
        self._next += 1
        if self._file is not None:
            try:
                _ = self._file.write(written)
            except OSError as error:
                raise self._unwritten(error) from error
        elif self.path is None:
            self.written.append(written)


def new_journal(
    path: Path | None = None,
    *,
    seed: int | None = None,
    seeds: tuple[str, ...] = (),
    program: str = "",
    scenario: str = "",
    rosters: Pair[str] = Pair("", ""),
    players: Pair[str] = Pair("", ""),
) -> Journal:
    """Begin a record, at `path` or in memory.

    With `seed` the battle is reproducible, and the record says that its secret was known.
    FileExistsError if the file exists.
    """
    secret = secrets.token_bytes(32) if seed is None else secret_from_seed(seed)
    header = Header(0, FORMAT, program, RULES_VERSION, "", seeds, seed, scenario, rosters, players)
    header = replace(header, commitment=Stream(secret, seeds).commitment)
    journal = Journal(header, secret, path)
    journal.open_new()
    return journal


def secret_file(path: Path) -> Path:
    """Where the secret of an unfinished battle lies."""
    return path.with_name(path.name + ".secret")


def _keep_secret(path: Path, secret: bytes, made: list[Path]) -> None:
    """Write the secret beside the record, on the disk itself: no die falls before it is safe."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    kept = secret_file(path)
    handle = os.open(kept, flags, 0o600)
    made.append(kept)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            _ = file.write(secret.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(kept)) from error
