"""The checkable stream: the faces of a battle, which anybody can recompute.

The battle has a secret of 32 bytes; its `commitment` is published before the first roll, the
secret after the last. Each player adds a seed of his own, so that whoever chose the secret could
not choose the dice; the hash of the record so far goes in as well, so that nobody can cut a
record back and play on with dice that he knows.

One die, byte by byte (all numbers big-endian):

    seeds   = SHA-256 of, for each seed in order, its length in UTF-8 as 4 bytes, then the UTF-8
    message = seeds (32 bytes) | chain hash (32) | counter (8) | attempt (4)
    block   = HMAC-SHA-256(key = secret, message)
    words   = the block as eight numbers of 4 bytes
    limit   = the greatest multiple of `sides` that is at most 2**32
    face    = 1 + word % sides, of the first word below limit

The counter numbers the dice of the battle; the attempt is 0, and goes up by 1 only if all eight
words are at or above the limit. Words from the limit upwards would favour the low faces, and are
thrown away: what is left holds each face equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct as Layout

SECRET_BYTES = 32
HASH_BYTES = 32
WORD_VALUES = 2**32

_WORDS = Layout(">8I")
_COUNTER = Layout(">QI")


def commitment(secret: bytes) -> str:
    """What is published before the first roll: SHA-256 of the secret, in hexadecimal."""
    return sha256(_checked_secret(secret)).hexdigest()


def secret_from_seed(seed: int) -> bytes:
    """The secret of a battle that is to be reproducible: SHA-256 of "maniple seed N"."""
    return sha256(f"maniple seed {seed}".encode()).digest()


def limit(sides: int) -> int:
    """The greatest multiple of `sides` that is at most 2**32: words below it are fair.

    ValueError unless a die of so many sides can be thrown with one word.
    """
    if not 1 <= sides <= WORD_VALUES:
        raise ValueError(f"a die of {sides} sides: from 1 to {WORD_VALUES} are possible")
    return WORD_VALUES - WORD_VALUES % sides


def hash_of_seeds(seeds: Sequence[str]) -> bytes:
    """SHA-256 of the players' seeds, each with its length before it, so that none runs over."""
    digest = sha256()
    for seed in seeds:
        try:
            written = seed.encode()
        except UnicodeEncodeError as error:
            raise ValueError(f"the seed {seed!r} can't be written in UTF-8") from error
        digest.update(len(written).to_bytes(4, "big") + written)
    return digest.digest()


class Stream:
    """The dice of one battle. It remembers nothing: the same question gives the same faces."""

    __slots__ = ("_inner", "_outer", "_seeds", "commitment")

    def __init__(self, secret: bytes, seeds: Sequence[str]) -> None:
        """ValueError unless the secret has 32 bytes and the seeds can be written in UTF-8."""
        key = _checked_secret(secret).ljust(64, b"\0")
        # HMAC is a hash of a hash, each begun with the key: begun once here, copied for each die.
        self._inner = sha256(bytes(byte ^ 0x36 for byte in key))
        self._outer = sha256(bytes(byte ^ 0x5C for byte in key))
        self._seeds = hash_of_seeds(seeds)
        self.commitment = commitment(secret)

    def face(self, chain_hash: bytes, counter: int, sides: int) -> int:
        """The face of die number `counter`, thrown when the record's hash was `chain_hash`."""
        return self.draws(chain_hash, counter)(sides)

    def faces(self, chain_hash: bytes, counter: int, sides: int, count: int) -> tuple[int, ...]:
        """The faces of the dice number counter, counter + 1, ... of one roll.

        ValueError for a hash that hasn't 32 bytes, a negative counter, or impossible sides.
        """
        draw = self.draws(chain_hash, counter)
        return tuple([draw(sides) for _ in range(count)])

    def draws(self, chain_hash: bytes, counter: int) -> Draws:
        """The dice from number `counter` on, one at a time, for `stages.throw`."""
        if len(chain_hash) != HASH_BYTES:
            raise ValueError(f"the record's hash has {HASH_BYTES} bytes, not {len(chain_hash)}")
        if counter < 0:
            raise ValueError(f"dice are numbered from 0: there is no die {counter}")
        return Draws(self, self._seeds + chain_hash, counter)

    def block(self, message: bytes) -> bytes:
        """HMAC-SHA-256 of the message under the battle's secret."""
        inner = self._inner.copy()
        inner.update(message)
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()


class Draws:
    """Faces of a stream in turn; `counter` is the number of the next die.

    `place` is what all messages of one roll begin with: the seeds' hash and the record's.
    """

    __slots__ = ("_place", "_stream", "counter")

    def __init__(self, stream: Stream, place: bytes, counter: int) -> None:
        self._stream = stream
        self._place = place
        self.counter = counter

    def __call__(self, sides: int) -> int:
        """The next die's face. ValueError for a die that can't be."""
        fair = limit(sides)
        face = None
        attempt = 0
        while face is None:
            message = self._place + _COUNTER.pack(self.counter, attempt)
            face = face_in(self._stream.block(message), sides, fair)
            attempt += 1
        self.counter += 1
        return face


def face_in(block: bytes, sides: int, fair: int) -> int | None:
    """The face in the first word of the block below `fair`; None where there is none."""
    for word in _WORDS.unpack(block):
        if word < fair:
            return int(word % sides) + 1
    return None


def _checked_secret(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a battle's secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret
