"""The checkable stream: fair, and recomputed from its description alone."""

import hashlib
import hmac
import os
import struct
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maniple.dice.stages import Stage, throw
from maniple.dice.stream import (
    Stream,
    commitment,
    face_in,
    hash_of_seeds,
    limit,
    secret_from_seed,
)

SECRET = secret_from_seed(1)
CHAIN = hashlib.sha256(b"the record so far").digest()
STREAM = Stream(SECRET, ("alpha", "beta"))

FIRST_COMMITMENT = "951b62a87a95659a97dcdc24ae02886f31a44c449c545c0bd3bf2520e4f89621"
FIRST_FACES = (5, 4, 2, 4, 2, 2, 4, 3, 2, 5, 3, 3, 1, 4, 4, 2, 5, 3, 4, 3)


def by_hand(
    secret: bytes, seeds: tuple[str, ...], chain: bytes, counter: int, sides: int
) -> tuple[int, int]:
    """The face and the attempts it took, written from the description, with nothing of ours."""
    joined = b"".join(struct.pack(">I", len(s.encode())) + s.encode() for s in seeds)
    for attempt in range(1000):
        message = hashlib.sha256(joined).digest() + chain + struct.pack(">QI", counter, attempt)
        block = hmac.new(secret, message, "sha256").digest()
        for start in range(0, 32, 4):
            word = int.from_bytes(block[start : start + 4], "big")
            if word < 2**32 // sides * sides:
                return word % sides + 1, attempt
    raise AssertionError("a thousand blocks without a fair word")


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=3).map(tuple),
    st.binary(min_size=32, max_size=32),
    st.integers(0, 2**63),
    st.integers(1, 2**32),
)
def test_anybody_can_recompute_a_die(
    secret: bytes, seeds: tuple[str, ...], chain: bytes, counter: int, sides: int
) -> None:
    face, _ = by_hand(secret, seeds, chain, counter, sides)
    assert Stream(secret, seeds).face(chain, counter, sides) == face
    assert 1 <= face <= sides


def test_a_block_without_a_fair_word_is_followed_by_another() -> None:
    """Of a die of 2**31 + 1 sides nearly half the words are unfair: some blocks have no other."""
    sides = 2**31 + 1
    expected = [by_hand(SECRET, ("alpha", "beta"), CHAIN, n, sides) for n in range(2000)]
    assert max(attempt for _, attempt in expected) >= 1
    assert STREAM.faces(CHAIN, 0, sides, 2000) == tuple(face for face, _ in expected)


@pytest.mark.parametrize("sides", [*range(1, 101), 360, 1000, 2**31 + 1, 2**32 - 1, 2**32])
def test_words_below_the_limit_hold_each_face_equally_often(sides: int) -> None:
    fair = limit(sides)
    assert fair % sides == 0
    assert 0 <= 2**32 - fair < sides


def test_a_word_at_the_limit_is_thrown_away() -> None:
    fair = limit(6)
    assert fair == 4294967292
    words = [fair, fair + 3, fair - 1, 0, 0, 0, 0, 0]
    assert face_in(struct.pack(">8I", *words), 6, fair) == 6
    assert face_in(struct.pack(">8I", *words[3:], 1, 2, 3), 6, fair) == 1
    assert face_in(struct.pack(">8I", *[fair] * 8), 6, fair) is None


def test_faces_of_a_fixed_secret_are_uniform() -> None:
    """Chi-square, one chance in a million of failing had the secret been drawn anew."""
    faces = STREAM.faces(CHAIN, 0, 6, 36_000)
    single = Counter(faces)
    assert sum((single[face] - 6000) ** 2 / 6000 for face in range(1, 7)) < 35.9
    pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
    cells = [pairs[one, two] for one in range(1, 7) for two in range(1, 7)]
    assert sum((cell - 500) ** 2 / 500 for cell in cells) < 93.0


def test_the_first_dice_of_seed_1_stay_what_they_are() -> None:
    """Records of every release are proved by these bytes."""
    assert STREAM.commitment == FIRST_COMMITMENT
    assert STREAM.faces(CHAIN, 0, 6, 20) == FIRST_FACES


@given(st.integers(0, 2**32), st.integers(0, 12), st.integers(1, 20))
def test_each_die_stands_alone(counter: int, count: int, sides: int) -> None:
    together = STREAM.faces(CHAIN, counter, sides, count)
    assert together == tuple(STREAM.face(CHAIN, counter + i, sides) for i in range(count))
    draw = STREAM.draws(CHAIN, counter)
    assert tuple(draw(sides) for _ in range(count)) == together
    assert draw.counter == counter + count


def test_every_part_moves_the_dice() -> None:
    faces = STREAM.faces(CHAIN, 0, 6, 30)
    others = [
        Stream(secret_from_seed(2), ("alpha", "beta")).faces(CHAIN, 0, 6, 30),
        Stream(SECRET, ("alpha", "gamma")).faces(CHAIN, 0, 6, 30),
        Stream(SECRET, ("beta", "alpha")).faces(CHAIN, 0, 6, 30),
        Stream(SECRET, ("alphab", "eta")).faces(CHAIN, 0, 6, 30),
        STREAM.faces(hashlib.sha256(b"another record").digest(), 0, 6, 30),
        STREAM.faces(CHAIN, 30, 6, 30),
    ]
    assert len({faces, *others}) == 7


def test_seeds_do_not_run_into_each_other() -> None:
    written = [("ab", "c"), ("a", "bc"), ("abc",), ("abc", ""), ("", "abc"), ()]
    assert len({hash_of_seeds(seeds) for seeds in written}) == len(written)


def test_a_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest() == STREAM.commitment


def test_secrets_from_seeds() -> None:
    assert secret_from_seed(7) == hashlib.sha256(b"maniple seed 7").digest()
    assert len({secret_from_seed(seed) for seed in range(-100, 100)}) == 200


def test_what_can_not_be_is_refused() -> None:
    with pytest.raises(ValueError, match="secret has 32 bytes, not 5"):
        Stream(b"short", ())
    with pytest.raises(ValueError, match="secret has 32 bytes, not 0"):
        commitment(b"")
    with pytest.raises(ValueError, match="record's hash has 32 bytes, not 3"):
        STREAM.face(b"abc", 0, 6)
    with pytest.raises(ValueError, match="there is no die -1"):
        STREAM.face(CHAIN, -1, 6)
    with pytest.raises(ValueError, match="can't be written in UTF-8"):
        Stream(SECRET, ("\ud800",))
    for sides in (0, -6, 2**32 + 1):
        with pytest.raises(ValueError, match=f"a die of {sides} sides"):
            STREAM.face(CHAIN, 0, sides)


def test_a_volley_from_the_stream_is_proved_by_its_faces() -> None:
    chain = [Stage("to hit", 4), Stage("to wound", 4), Stage("save", 5, kind="save")]
    draw = STREAM.draws(CHAIN, 100)
    thrown = throw(20, chain, draw)
    assert draw.counter == 100 + len(thrown.in_order())
    assert STREAM.faces(CHAIN, 100, 6, len(thrown.in_order())) == thrown.in_order()


PROGRAM = """
from maniple.dice.distribution import Distribution
from maniple.dice.seeded import Seeded
from maniple.dice.stream import Stream, secret_from_seed
print(Stream(secret_from_seed(1), ("alpha", "beta")).faces(bytes(32), 0, 6, 50))
print(Seeded(1).shuffled(range(50)))
print(Distribution([("b", 1), (None, 2), ("a", 3)]).map(lambda one: (one, str(one))))
"""


def test_hash_seeds_of_python_change_nothing() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(said) == 1
    assert said.pop().count("\n") == 3
