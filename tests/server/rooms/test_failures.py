"""When the store or the program fails, nothing is half done, and the battle goes on."""

import logging
from random import Random

import pytest

from kit.served import Guest, Served, play_on
from maniple.server.rooms.live import Live, Moved
from maniple.server.store.store import Store, StoreError
from maniple.server.wire.messages import Accepted, Ping, Pong, Presence, Refused, Welcome

TWO = {"red": "person", "blue": "person"}


@pytest.mark.parametrize("fails", ["the store", "the store after it has stored", "the program"])
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
                    raise StoreError("the disk is full")

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
