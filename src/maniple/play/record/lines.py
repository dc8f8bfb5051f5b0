"""What stands on a line of a record, and how lines are chained.

A record is JSON Lines. Each line is numbered from 0 (`n`) and ends with `hash`, the SHA-256 of the
hash of the line before and of the line's own bytes without the hash; the first line follows
32 zero bytes. So a line can't be changed, left out or put elsewhere unseen.
"""

from hashlib import sha256
from typing import TypeAlias

import msgspec
from msgspec import Struct

from maniple.battle.asks import AskAnswer
from maniple.battle.chance import Shown
from maniple.battle.events import AnyEvent
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Outcome

FORMAT = 1
START = bytes(32)


class Header(Struct, frozen=True, tag="header"):
    """The first line: what is needed to make sense of the others."""

    n: int
    format: int
    program: str
    """The version of the program that wrote it."""
    rules: str
    """The version of the rules: only with the same one can the answers be run again."""
    commitment: str
    """SHA-256 of the secret, in hexadecimal."""
    seeds: tuple[str, ...] = ()
    """What the players put in themselves."""
    seed: int | None = None
    """The battle was started with this seed: its secret was known to whoever started it."""
    scenario: str = ""
    rosters: Pair[str] = Pair("", "")
    players: Pair[str] = Pair("", "")


class AnswerLine(Struct, frozen=True, tag="answer"):
    """A player has answered."""

    n: int
    to: str
    """The fingerprint of the ask."""
    answer: AskAnswer


class RollLine(Struct, frozen=True, tag="roll"):
    """Dice have fallen: the result that the rule got, and every face."""

    n: int
    to: str
    """The fingerprint of the request."""
    first_die: int
    """The number of its first die in the battle's stream."""
    result: bool | int | str | tuple[int, ...] | None
    dice: tuple[Shown, ...]


class EventLine(Struct, frozen=True, tag="event"):
    """This has happened."""

    n: int
    event: AnyEvent


class UndoLine(Struct, frozen=True, tag="undo"):
    """The lines from `to` up to this one are taken back."""

    n: int
    to: int


class ResultLine(Struct, frozen=True, tag="result"):
    """The last line: how it ended, and the secret of the dice, in hexadecimal."""

    n: int
    outcome: Outcome
    secret: str


Line: TypeAlias = Header | AnswerLine | RollLine | EventLine | UndoLine | ResultLine

_ENCODER = msgspec.json.Encoder()
_HASH = b',"hash":"'
_END = len(_HASH) + 64 + 2


def chained(before: bytes, line: Line) -> tuple[bytes, bytes]:
    """The line's bytes, newline included, and its hash, after the hash of the line before."""
    body = _ENCODER.encode(line)
    digest = digest_of(before, body)
    return body[:-1] + _HASH + digest.hex().encode() + b'"}\n', digest


def digest_of(before: bytes, body: bytes) -> bytes:
    """The hash of a line: of the hash of the line before, and its own bytes."""
    return sha256(before + body).digest()


def body_and_hash(written: bytes) -> tuple[bytes, bytes] | None:
    """A written line (without newline) as its own bytes and its hash; None if it has none."""
    split = len(written) - _END
    if split < 0 or written[split : split + len(_HASH)] != _HASH or written[-2:] != b'"}':
        return None
    try:
        digest = bytes.fromhex(written[split + len(_HASH) : -2].decode("ascii"))
    except ValueError:
        return None
    return written[:split] + b"}", digest


def result_of(
    answer: bool | int | Side | tuple[int, ...] | None,
) -> bool | int | str | tuple[int, ...] | None:
    """A roll's answer as it stands on its line."""
    return answer.value if isinstance(answer, Side) else answer
