"""A battle brought back from its record is the one that was played: dice, account, table, undo."""

from random import Random

import pytest

from maniple.battle.sides import Pair, Side
from maniple.play.record.reading import parse
from maniple.play.record.replay import verify
from maniple.server.rooms.begin import NewBattle, begin
from maniple.server.rooms.ledger import OtherRules
from maniple.server.rooms.live import Live
from maniple.server.store.rows import StoredBattle

PERSONS = Pair("person", "person")


def begun(scenario: str = "small-field", seed: int | None = None) -> tuple[StoredBattle, bytes]:
    return begin(NewBattle(scenario, players=PERSONS, seed=seed))


def shown(live: Live) -> tuple[object, ...]:
    """Everything of it that anybody can see."""
    return (
        live.n,
        live.ask,
        live.question(),
        live.scene,
        live.undoer(),
        live.lines(None, sees_all=True, seen=-1),
        live.outcome,
        live.cards,
    )


@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_same_at_every_question(seed: int) -> None:
    stored, record = begun(seed=seed)
    live, rng, undone = Live(stored, record), Random(seed), 0
    for number in range(160):
        if live.ask is None:
            break
        if live.undoer() is not None and rng.random() < 0.3:
            moved, undone = live.undo(), undone + 1
        else:
            moved = live.answer(live.look.sample(rng.randrange))
        assert moved.first == record.count(b"\n")
        record += moved.lines
        live.stored_now(moved)
        if number % 5 == 0 or live.ask is None:
            assert shown(Live(stored, record)) == shown(live)
    assert undone > 3
    assert verify(parse(record)).finished == (live.ask is None)


def test_a_record_cut_off_goes_on_by_itself() -> None:
    """A store that kept only the first lines of what an answer brought loses nothing for good."""
    stored, record = begun(seed=9)
    live, rng = Live(stored, record), Random(9)
    cut = 0
    for _ in range(60):
        moved = live.answer(live.look.sample(rng.randrange))
        if moved.lines.count(b"\n") > 4:
            kept = b"".join(moved.lines.splitlines(keepends=True)[:3])
            again = Live(stored, record + kept)
            left = again.left_over()
            assert left is not None
            assert kept + left.lines == moved.lines
            assert shown(again) == shown(live)
            cut += 1
        record += moved.lines
        live.stored_now(moved)
        if live.ask is None:
            break
    assert cut > 0


def test_numbers_are_those_of_the_records_lines() -> None:
    stored, record = begun(seed=1)
    live, rng = Live(stored, record), Random(1)
    for _ in range(25):
        moved = live.answer(live.look.sample(rng.randrange))
        lines = moved.lines.count(b"\n")
        assert [m.told.seq for m in moved.moments] == list(range(moved.first, moved.first + lines))
        live.stored_now(moved)


def test_who_has_been_away_long_gets_the_account_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maniple.server.rooms.live.ENTRIES_KEPT", 20)
    stored, record = begun(seed=2)
    live, rng = Live(stored, record), Random(2)
    while live.ask is not None:
        live.stored_now(live.answer(live.look.sample(rng.randrange)))
    assert len(live.lines(None, sees_all=True, seen=-1)[1]) == 20
    assert live.lines(None, sees_all=True, seen=3)[0] == -1
    since, lines = live.lines(None, sees_all=True, seen=live.n - 5)
    assert since == live.n - 5
    assert all(line.seq > since for line in lines)
    assert live.lines(None, sees_all=True, seen=live.n + 1)[0] == -1


def test_bots_answer_until_a_person_is_asked() -> None:
    stored, record = begin(NewBattle("small-field", players=Pair("person", "bot:steady"), seed=4))
    live, rng = Live(stored, record), Random(4)
    while live.ask is not None:
        moved = live.bots_go_on(0.001)
        if moved is None:
            assert live.ask.side is Side.RED
            moved = live.answer(live.look.sample(rng.randrange))
        live.stored_now(moved)
    assert live.outcome is not None


def test_a_battle_of_other_rules_is_not_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    stored, record = begun()
    monkeypatch.setattr("maniple.server.rooms.ledger.RULES_VERSION", "another")
    with pytest.raises(OtherRules):
        _ = Live(stored, record)
