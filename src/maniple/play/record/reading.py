"""Reads a record, whole or cut off; says what is wrong with it, and where.

`load` checks numbering and chain and gives the lines; a last line that was cut off in the middle
is left out, as a crash leaves it. `Record.standing` are the lines that count: what was undone is
dropped. `reopen` gives the journal that goes on with an unfinished record.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from maniple.dice.stream import SECRET_BYTES, commitment, secret_from_seed
from maniple.play.record.journal import Journal, secret_file
from maniple.play.record.lines import (
    FORMAT,
    START,
    Header,
    Line,
    ResultLine,
    RollLine,
    UndoLine,
    body_and_hash,
    digest_of,
)

_DECODER: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


class RecordError(Exception):
    """A record that can't be read or proved: `line` (from 1, as editors count) and what is wrong."""

    def __init__(self, source: str, line: int, why: str) -> None:
        super().__init__(f"{source}, line {line}: {why}")
        self.source = source
        self.line = line
        self.why = why


class Record(Struct, frozen=True):
    """A record as read. `cut_off`: bytes of a torn last line that were left out."""

    source: str
    header: Header
    lines: tuple[Line, ...]
    hashes: tuple[bytes, ...]
    """The chain's hash after each line."""
    size: int
    """Bytes up to the end of the last whole line."""
    cut_off: int = 0

    @property
    def is_finished(self) -> bool:
        return isinstance(self.lines[-1], ResultLine)

    @property
    def secret(self) -> bytes | None:
        """The secret of its dice, once revealed or known from a seed."""
        last = self.lines[-1]
        if isinstance(last, ResultLine):
            return bytes.fromhex(last.secret)
        return None if self.header.seed is None else secret_from_seed(self.header.seed)

    @property
    def dice_thrown(self) -> int:
        return sum(
            len(shown.faces)
            for line in self.lines
            if isinstance(line, RollLine)
            for shown in line.dice
        )

    @property
    def standing(self) -> tuple[Line, ...]:
        """The lines that count, without those that were taken back."""
        kept: list[Line] = []
        for line in self.lines:
            if isinstance(line, UndoLine):
                while kept and kept[-1].n >= line.to:
                    del kept[-1]
            else:
                kept.append(line)
        return tuple(kept)


def load(path: str | Path) -> Record:
    """Read a record. Raises `RecordError`, or OSError where the file can't be read."""
    return parse(Path(path).read_bytes(), str(path))


def parse(written: bytes, source: str = "record") -> Record:
    """Read a record from its bytes. Raises `RecordError` with the line and what differs."""
    lines: list[Line] = []
    hashes: list[bytes] = []
    before = START
    size = 0
    for number, raw in enumerate(_whole_lines(written), start=1):
        body, digest = _parts(raw, number, source)
        line = _line(body, number, source)
        if line.n != number - 1:
            raise RecordError(
                source,
                number,
                f"is numbered {line.n}, not {number - 1}: lines are missing or moved",
            )
        before = digest_of(before, body)
        if digest != before:
            what = (
                "its hash does not follow from the line before and its own text: "
                "this line was changed, or one before it was changed, added or left out"
            )
            raise RecordError(source, number, what)
        lines.append(line)
        hashes.append(before)
        size += len(raw) + 1
    if not lines:
        raise RecordError(source, 1, "there is no whole line: a record begins with its header")
    header = lines[0]
    if not isinstance(header, Header):
        raise RecordError(source, 1, "is not a header: this is no record, or its start is missing")
    _check_order(lines, source)
    return Record(source, header, tuple(lines), tuple(hashes), size, len(written) - size)


def reopen(path: Path, record: Record) -> Journal:
    """The journal that goes on after the record's last whole line.

    Raises `RecordError` if the battle is over or the secret of its dice is lost.
    """
    if record.is_finished:
        raise RecordError(str(path), len(record.lines), "the battle is over: nothing goes on")
    secret = record.secret or _kept_secret(path, record)
    journal = Journal(record.header, secret, path)
    journal.go_on(len(record.lines), record.size, record.hashes[-1], record.dice_thrown)
    return journal


def _whole_lines(written: bytes) -> Iterator[bytes]:
    start = 0
    while (end := written.find(b"\n", start)) >= 0:
        yield written[start:end]
        start = end + 1


def _parts(raw: bytes, number: int, source: str) -> tuple[bytes, bytes]:
    parts = body_and_hash(raw)
    if parts is None:
        what = "is not a line of a record: it does not end with its hash"
        raise RecordError(source, number, what)
    return parts


def _line(body: bytes, number: int, source: str) -> Line:
    if number == 1:
        _check_format(body, source)
    try:
        return _DECODER.decode(body)
    except msgspec.DecodeError as error:
        raise RecordError(source, number, f"can't be read: {error}") from error


class _Format(Struct, frozen=True):
    format: int
    type: str = ""


def _check_format(body: bytes, source: str) -> None:
    try:
        found = msgspec.json.decode(body, type=_Format)
    except msgspec.DecodeError as error:
        what = f"is not the header of a record ({error})"
        raise RecordError(source, 1, what) from error
    if found.format != FORMAT:
        what = f"is in format {found.format}; this program reads format {FORMAT}"
        raise RecordError(source, 1, what)


def _check_order(lines: list[Line], source: str) -> None:
    for number, line in enumerate(lines, start=1):
        if isinstance(line, Header) and number > 1:
            raise RecordError(source, number, "is a second header: two records were joined")
        if isinstance(line, ResultLine) and number < len(lines):
            raise RecordError(source, number + 1, "comes after the result: a record ends there")
        if isinstance(line, UndoLine) and not 0 < line.to <= line.n:
            raise RecordError(source, number, f"takes back to line {line.to}, which is not before")


def _kept_secret(path: Path, record: Record) -> bytes:
    kept = secret_file(path)
    lost = (
        f"the secret of its dice should be in {kept.name} beside it, {{}}: without it the battle "
        "can be replayed and its events proved, but not gone on with"
    )
    try:
        secret = bytes.fromhex(kept.read_text(encoding="ascii").strip())
    except FileNotFoundError as error:
        raise RecordError(str(path), 1, lost.format("but that file is missing")) from error
    except ValueError as error:
        raise RecordError(str(path), 1, lost.format("but it is not hexadecimal")) from error
    if len(secret) != SECRET_BYTES or commitment(secret) != record.header.commitment:
        raise RecordError(str(path), 1, lost.format("but it belongs to another battle"))
    return secret
