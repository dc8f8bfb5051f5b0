"""When the store or the program fails, nothing is half done, and the battle goes on."""

import asyncio
import logging
import time
from pathlib import Path
from random import Random

import pytest

from kit.served import PATIENCE, Guest, Served, play_on, served
from maniple.battle.asks import Stand
from maniple.bots import SteadyBot
from maniple.play.seat import Seat
from maniple.server.memory import Rubbish
from maniple.server.outlooks.workers import Outlooks
from maniple.server.rooms.live import Live, Moved
from maniple.server.store.store import Store, StoreError
from maniple.server.wire.messages import (
    Accepted,
    AskOdds,
    Odds,
    Ping,
    Pong,
    Presence,
    Refused,
    Welcome,
)

TWO = {"red": "person", "blue": "person"}


FAILURES = ["the store", "the store in another way", "the store after it has stored", "the program"]


@pytest.mark.parametrize("fails", FAILURES)
def test_a_failure_is_told_to_whoever_answered_alone(
    server: Served, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    made = server.create(players=TWO)
    assert made.links.red is not None
    assert made.links.blue is not None
    rng = Random(3)
    with Guest(server.port, made.links.red) as red, Guest(server.port, made.links.blue) as blue:
        seats = {"red": red, "blue": blue}
        _ = play_on(server, made.battle, seats, rng, 8)
        asked, other = (red, blue) if red.asked and red.asked.side.value == "red" else (blue, red)
        before, heard = red.seq, len(other.heard)
        answer = server.some_answer(made.battle, rng)
        with monkeypatch.context() as patched:
            if fails == "the program":
                patched.setattr(Live, "_moved", _broken)
            else:
                stored = Store.append if "after" in fails else None

                async def append(self: Store, *given: object) -> None:
                    if stored is not None:
                        await stored(self, *given)  # type: ignore[arg-type]
                    kind = RuntimeError if "another" in fails else StoreError
                    raise kind("the disk is full")

                patched.setattr(Store, "append", append)
            reply = asked.give(answer)
        assert isinstance(reply, Refused)
        assert reply.code == ("odd" if fails == "the program" else "busy")
        other.say(Ping(1))
        _ = other.until(Pong)
        between = [m for m in other.heard[heard:] if not isinstance(m, Pong | Presence)]
        if "after" in fails:
            assert [type(m) for m in between] == [Welcome]
            assert other.seq > before
            asked.say(Ping(2))
            _ = asked.until(Pong)
            assert isinstance(asked.give(answer, n=before), Accepted)
        else:
            assert between == []
            assert isinstance(asked.give(answer), Accepted)
    with Guest(server.port, made.links.red) as red, Guest(server.port, made.links.blue) as blue:
        assert play_on(server, made.battle, {"red": red, "blue": blue}, rng, 5) == 5


def _broken(_live: Live, _rewound: object) -> Moved:
    raise RuntimeError("a defect")


def test_a_referee_that_fails_before_anything_has_changed_costs_nothing(
    server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    made = server.create(players=TWO, one_screen=True)
    assert made.links.both is not None
    with Guest(server.port, made.links.both) as both:
        asked = both.question()
        live = server.do(server.hub.room(made.battle)).live

        def judge(_battle: object, _ask: object, _answer: object) -> object:
            raise ZeroDivisionError

        answer = server.some_answer(made.battle, Random(1))
        with monkeypatch.context() as patched:
            patched.setattr("maniple.play.game.legality.judge", judge)
            reply = both.give(answer)
        assert isinstance(reply, Refused)
        assert reply.code == "odd"
        assert server.do(server.hub.room(made.battle)).live is live
        assert isinstance(both.give(answer, n=asked.n), Accepted)


def test_a_bot_that_fails_is_helped_by_lot(
    server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def answer(_bot: SteadyBot, _seat: Seat) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(SteadyBot, "answer", answer)
    made = server.create(players={"red": "person", "blue": "bot:steady"})
    assert made.links.red is not None
    with Guest(server.port, made.links.red) as red:
        assert play_on(server, made.battle, {"red": red}, Random(5), 20) == 20
    assert "a bot failed at" in caplog.text


def test_a_bot_that_breaks_the_rules_is_helped_by_lot(
    server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(SteadyBot, "answer", lambda _bot, _seat: Stand(files=1000, facing=0.0))
    made = server.create(players={"red": "person", "blue": "bot:steady"})
    assert made.links.red is not None
    with Guest(server.port, made.links.red) as red:
        assert play_on(server, made.battle, {"red": red}, Random(5), 5) == 5
    assert "a bot gave" in caplog.text


@pytest.mark.parametrize("fails", ["a bot's answer", "a question"])
def test_a_battle_at_which_the_program_fails_twice_says_so_and_harms_no_other(
    server: Served, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    other = server.create(players=TWO)
    players = {"red": "bot:steady", "blue": "bot:steady"} if "bot" in fails else TWO
    made = server.create(players=players)
    assert other.links.red is not None

    def failing(*_: object) -> object:
        raise ZeroDivisionError

    with Guest(server.port, other.links.red) as guest:
        _ = guest.until(Welcome)
        with monkeypatch.context() as patched:
            patched.setattr(Live, "bots_go_on" if "bot" in fails else "question", failing)
            codes: list[str] = []
            for _ in range(2):
                with Guest(server.port, made.links.watch) as watching:
                    codes.append(watching.is_sent_away().code)
        assert codes == ["away", "broken"]
        guest.say(Ping(1))
        assert guest.until(Pong).id == 1
    with Guest(server.port, made.links.watch) as watching:
        assert watching.until(Welcome).battle == made.battle


def test_odds_that_fail_are_answered_all_the_same(
    server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = server.create(players=TWO, one_screen=True)
    assert made.links.both is not None

    async def tell(_self: Outlooks, _asked: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(Outlooks, "tell", tell)
    with Guest(server.port, made.links.both) as both:
        asked = both.question()
        for number in (1, 2):
            both.say(AskOdds(number, asked.n))
            told = both.until(Odds)
            assert (told.id, told.outlooks) == (number, ())
    assert "could not be told" in caplog.text


def test_odds_of_a_question_that_was_answered_are_not_worked_out_any_more(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = server.create(players=TWO, one_screen=True)
    assert made.links.both is not None

    async def tell(_self: Outlooks, _asked: object) -> object:
        return await asyncio.sleep(60.0)

    monkeypatch.setattr(Outlooks, "tell", tell)
    with Guest(server.port, made.links.both) as both:
        asked = both.question()
        both.say(AskOdds(77, asked.n))
        both.say(AskOdds(78, asked.n))
        busy = both.until(Refused)
        assert (busy.id, busy.code) == (78, "busy")
        assert isinstance(both.give(server.some_answer(made.battle, Random(1))), Accepted)
        late = both.until(Refused)
        assert (late.id, late.code) == (77, "late")


def test_a_caretaker_that_fails_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failed: list[int] = []
    look = Rubbish.look

    def fails_once(rubbish: Rubbish) -> None:
        if not failed:
            failed.append(1)
            raise ZeroDivisionError
        look(rubbish)

    monkeypatch.setattr(Rubbish, "look", fails_once)
    with served(tmp_path, idle_seconds=0.0) as server:
        made = server.create(players=TWO)
        with Guest(server.port, made.links.watch) as watch:
            _ = watch.until(Welcome)
        until = time.monotonic() + PATIENCE
        while server.do(server.hub.counts()).in_memory:
            assert time.monotonic() < until, "the battle is not let go"
            time.sleep(0.01)
    assert "the caretaker has failed" in caplog.text
