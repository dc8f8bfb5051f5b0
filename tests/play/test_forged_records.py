"""Records that were forged with care: a figure changed, and every hash after it made to fit."""

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from kit.games import beginning, play_by_lot
from kit.records import chained_anew
from maniple.dice.seeded import Seeded
from maniple.play.game import Game
from maniple.play.record.journal import new_journal
from maniple.play.record.reading import RecordError, parse
from maniple.play.record.replay import Replay, events_alone, verify

HARMLESS = ("program", "scenario", "rosters", "players")
"""What a header tells of itself, and nothing follows from."""
OTHERS: tuple[object, ...] = (0, -1, 10**9, 1e300, "x", None, True, [], {}, 3.7, "red")


# Any: lines as JSON has them, which the test changes at will.
@cache
def genuine() -> tuple[str, ...]:
    journal = new_journal(seed=11)
    play_by_lot(Game(beginning(turns=2), journal, recorder=journal), 11)
    return tuple(line.decode() for line in journal.written)


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("hash", "label") and not (not at and key in HARMLESS):
                yield from places(inner, (*at, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from places(inner, (*at, place))
    else:
        yield at


def forged(seed: int) -> bytes:
    """The record with one figure changed somewhere, and chained anew."""
    lot = Seeded(seed)
    rows = [json.loads(line) for line in genuine()]
    row = rows[lot.below(len(rows))]
    at = lot.choice(list(places(row)))
    for key in at[:-1]:
        row = row[key]
    old = row[at[-1]]
    if isinstance(old, int | float) and not isinstance(old, bool) and lot.below(2):
        row[at[-1]] = old + lot.choice((1, -1, 7))
    else:
        row[at[-1]] = next(new for new in lot.shuffled(OTHERS) if new != old)
    return chained_anew(rows)


def test_chained_anew_the_genuine_one_is_proved() -> None:
    assert verify(parse(chained_anew([json.loads(line) for line in genuine()]))).finished


@pytest.mark.parametrize("seed", range(60))
def test_a_forgery_is_refuted_with_its_line(seed: int) -> None:
    written = forged(seed)
    with pytest.raises(RecordError) as refuted:
        _ = verify(parse(written))
    assert refuted.value.line >= 1


@pytest.mark.parametrize("seed", range(60, 80))
def test_a_forgery_is_told_or_refuted_but_breaks_nothing(seed: int) -> None:
    with suppress(RecordError):
        record = parse(forged(seed))
        _ = list(events_alone(record))
        _ = list(Replay(record))
