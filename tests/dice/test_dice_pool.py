"""Pools of dice: values, as players write them."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maniple.dice.pool import D3, D4, D6, Die, Pool, pool

pools = st.builds(
    Pool,
    count=st.integers(0, 100),
    sides=st.integers(1, 1000),
    plus=st.integers(-1_000_000, 1_000_000),
)


def test_a_pool_is_written_as_it_is_said() -> None:
    pools = (2 * D6, 2 * D6 + 1, D6 - 2, 2 * (D6 + 1))
    assert pools == (Pool(2, 6), Pool(2, 6, 1), Pool(1, 6, -2), Pool(2, 6, 2))
    assert (Die(3), Die(4), Die(6)) == (D3, D4, D6)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("D6", D6),
        ("d6", D6),
        ("1D6", D6),
        ("2D6", 2 * D6),
        (" 3 d 6 + 1 ", 3 * D6 + 1),
        ("D4-1", D4 - 1),
        ("0D6+3", Pool(0, 6, 3)),
    ],
)
def test_a_pool_is_read_from_text(text: str, meant: Pool) -> None:
    assert pool(text) == meant


@pytest.mark.parametrize(
    "text", ["", "6", "D", "2D", "2x6", "2D6+", "-2D6", "2D6+1.5", "²D6", "2D6 2D6", "D6" * 9]
)
def test_what_is_no_pool_is_refused_with_what_would_be(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a pool of dice: write it like D6, 2D6 or 3D6\+1"):
        pool(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("101D6", "101 dice: a pool has from 0 to 100"),
        ("D0", "a die of 0 sides: a die has from 1 to 1000"),
        ("D1001", "a die of 1001 sides"),
        ("D6+1000001", r"\+1000001 to a pool"),
    ],
)
def test_a_pool_that_no_table_throws_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pool(text)


def test_a_pool_can_not_be_less_than_no_dice() -> None:
    with pytest.raises(ValueError, match="-1 dice"):
        Pool(-1, 6)


@given(pools)
def test_what_is_written_reads_back(one: Pool) -> None:
    assert pool(str(one)) == one
    assert hash(pool(str(one))) == hash(one)
    assert msgspec.json.decode(msgspec.json.encode(one), type=Pool) == one


def test_str_is_short() -> None:
    assert [str(one) for one in (D6, 2 * D6, 2 * D6 + 1, D4 - 1)] == ["D6", "2D6", "2D6+1", "D4-1"]


def test_a_record_can_not_bring_in_an_impossible_pool() -> None:
    with pytest.raises(msgspec.ValidationError, match="1000000 dice"):
        msgspec.json.decode(b'{"count":1000000,"sides":6}', type=Pool)


def test_a_pool_does_not_change() -> None:
    with pytest.raises(AttributeError):
        setattr(D6, "sides", 7)  # noqa: B010 - written out, mypy refuses it


@given(st.builds(Pool, st.integers(0, 5), st.integers(1, 8), st.integers(-9, 9)))
def test_the_distribution_runs_from_minimum_to_maximum(one: Pool) -> None:
    totals = one.distribution()
    assert totals.outcomes == tuple(range(one.minimum, one.maximum + 1))
    assert totals.total == one.sides**one.count
    assert totals.mean() * 2 == one.minimum + one.maximum


def test_total_adds_the_faces_up() -> None:
    assert (2 * D6 + 1).total((3, 5)) == 9
    assert Pool(0, 6, 3).total(()) == 3


@pytest.mark.parametrize(
    ("faces", "message"),
    [((3,), "2D6 takes 2 dice, not 1"), ((3, 7), "7 is not a face"), ((0, 1), "0 is not a face")],
)
def test_total_refuses_faces_that_can_not_be(faces: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        (2 * D6).total(faces)
