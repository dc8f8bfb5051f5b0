"""Battles over the socket: seats, what is told, undo, tabs, coming back."""

import time
from pathlib import Path
from random import Random

import pytest

from kit.served import PATIENCE, Guest, Served, play_on, served
from maniple.play.record.reading import parse
from maniple.play.record.replay import verify
from maniple.server.wire.messages import (
    Accepted,
    Asked,
    Chat,
    Presence,
    Refused,
    Rewound,
    Said,
    Told,
    Welcome,
)
from maniple.server.wire.questions import Question, Waiting

TWO = {"red": "person", "blue": "person"}


def test_a_battle_against_a_bot_is_played_to_its_end(server: Served) -> None:
    made = server.create()
    assert made.links.red is not None
    assert made.links.blue is None
    with Guest(server.port, made.links.red) as red:
        given = play_on(server, made.battle, {"red": red}, Random(1), 1000)
        last = red.heard[-1]
    assert given > 5
    assert isinstance(last, Asked)
    assert last.outcome is not None
    proof = verify(parse(server.do(server.hub.record(made.battle))))
    assert proof.finished
    assert proof.dice_recomputed


def test_two_persons_and_a_spectator_are_told_the_same(server: Served) -> None:
    made = server.create(players=TWO)
    assert made.links.red is not None
    assert made.links.blue is not None
    with (
        Guest(server.port, made.links.red, name="Anna") as red,
        Guest(server.port, made.links.blue, name="Bert") as blue,
        Guest(server.port, made.links.watch) as watch,
    ):
        everybody = {"red": red, "blue": blue, "watch": watch}
        _ = play_on(server, made.battle, everybody, Random(2), 25)
        told = [[m for m in g.heard if isinstance(m, Told)] for g in everybody.values()]
        assert told[0] == told[1] == told[2]
        numbers = [message.seq for message in told[0]]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        asked = [type(guest.asked) for guest in everybody.values()]
        assert sorted(kind.__name__ for kind in asked) == ["Question", "Waiting", "Waiting"]
        assert type(watch.asked) is Waiting
        here = [m for m in watch.heard if isinstance(m, Welcome | Presence)][-1].seats
        assert [(seat.who, seat.name, seat.present) for seat in here] == [
            ("red", "Anna", 1),
            ("blue", "Bert", 1),
            ("watch", "", 1),
        ]


def test_one_screen_plays_both_sides(server: Served) -> None:
    made = server.create(players=TWO, one_screen=True)
    assert made.links.both is not None
    assert (made.links.red, made.links.blue) == (None, None)
    with Guest(server.port, made.links.both) as both:
        sides = set()
        _ = both.until(Welcome)
        rng = Random(3)
        for _ in range(30):
            sides.add(both.question().side)
            assert isinstance(both.give(server.some_answer(made.battle, rng)), Accepted)
            _ = both.until(Asked)
        assert len(sides) == 2


def test_an_answer_is_taken_back(server: Served) -> None:
    made = server.create(players=TWO)
    assert made.links.red is not None
    assert made.links.blue is not None
    rng = Random(4)
    with Guest(server.port, made.links.red) as red, Guest(server.port, made.links.blue) as blue:
        seats = {"red": red, "blue": blue}
        _ = play_on(server, made.battle, seats, rng, 6)
        first, other = (red, blue) if isinstance(red.asked, Question) else (blue, red)
        before = first.question()
        assert isinstance(first.give(server.some_answer(made.battle, rng)), Accepted)
        now = first.until(Asked)
        assert now.asked is not None
        assert now.asked.can_undo
        assert not other.until(Asked).asked.can_undo
        refused = other.take_back()
        assert isinstance(refused, Refused)
        assert refused.code == "undo"
        assert isinstance(first.take_back(), Accepted)
        back, again = first.until(Rewound), first.until(Asked).asked
        assert back == other.until(Rewound)
        assert isinstance(again, Question)
        assert (again.side, again.kind, again.choices) == (before.side, before.kind, before.choices)
        assert again.n == back.seq > before.n
        assert back.to == before.n
        assert isinstance(first.take_back(n=now.asked.n), Accepted)
        _ = other.until(Asked)
        _ = play_on(server, made.battle, seats, rng, 10)
    record = parse(server.do(server.hub.record(made.battle)))
    assert verify(record).dice > 0


def test_an_answer_told_twice_counts_once(server: Served) -> None:
    made = server.create(players=TWO, one_screen=True)
    assert made.links.both is not None
    with Guest(server.port, made.links.both) as both, Guest(server.port, made.links.both) as tab:
        asked = both.question()
        answer = server.some_answer(made.battle, Random(5))
        assert isinstance(both.give(answer, n=asked.n), Accepted)
        assert isinstance(both.give(answer, n=asked.n), Accepted)
        assert isinstance(tab.give(answer, n=asked.n), Accepted)
        lines = parse(server.do(server.hub.record(made.battle))).lines
        assert sum(type(line).__name__ == "AnswerLine" for line in lines) == 1
    with Guest(server.port, made.links.both) as again:
        assert again.until(Welcome).seq > asked.n
        assert isinstance(again.give(answer, n=asked.n), Accepted)


def test_tabs_of_one_seat_agree(server: Served) -> None:
    made = server.create(players=TWO, one_screen=True)
    assert made.links.both is not None
    with Guest(server.port, made.links.both) as one, Guest(server.port, made.links.both) as two:
        _ = play_on(server, made.battle, {"one": one}, Random(6), 12)
        while two.seq < one.seq or two.asked != one.asked:
            _ = two.next()
        assert [m for m in one.heard if isinstance(m, Told | Asked)] == [
            m for m in two.heard if isinstance(m, Told | Asked)
        ]


def test_who_comes_back_is_told_what_he_missed(server: Served) -> None:
    made = server.create(players=TWO, one_screen=True)
    assert made.links.both is not None
    rng = Random(7)
    with Guest(server.port, made.links.both) as one:
        _ = play_on(server, made.battle, {"one": one}, rng, 20)
        seen = one.seq
        with Guest(server.port, made.links.both) as two:
            _ = play_on(server, made.battle, {"one": one, "two": two}, rng, 10)
        told = [m for m in one.heard if isinstance(m, Told) and m.seq > seen]
    with (
        Guest(server.port, made.links.both, seen=seen) as back,
        Guest(server.port, made.links.both) as new,
    ):
        missed, whole = back.until(Welcome), new.until(Welcome)
    assert (missed.since, whole.since) == (seen, -1)
    assert missed.entries == tuple((m.seq, entry) for m in told for entry in m.entries)
    assert whole.entries[-len(missed.entries) :] == missed.entries
    assert missed.scene == whole.scene


def test_talk_is_kept_for_those_who_come(server: Served) -> None:
    made = server.create(players=TWO)
    assert made.links.red is not None
    with Guest(server.port, made.links.red, name="Anna") as red:
        _ = red.until(Welcome)
        red.say(Chat("  Good   luck! ", 7))
        said = red.until(Said)
        assert red.until(Accepted).id == 7
        assert (said.who, said.name, said.text) == ("red", "Anna", "Good luck!")
    with Guest(server.port, made.links.watch) as watch:
        assert watch.until(Welcome).chats == (said,)


@pytest.mark.parametrize("answers", [3, 40])
def test_a_battle_that_was_let_go_is_the_same_when_somebody_comes(
    tmp_path: Path, answers: int
) -> None:
    with served(tmp_path, idle_seconds=0.0) as server:
        made = server.create(players=TWO, one_screen=True)
        assert made.links.both is not None
        rng = Random(8)
        with Guest(server.port, made.links.both) as one:
            _ = play_on(server, made.battle, {"one": one}, rng, answers)
        with Guest(server.port, made.links.both) as before:
            was = before.until(Welcome)
        until = time.monotonic() + PATIENCE
        while server.do(server.hub.counts()).in_memory:
            assert time.monotonic() < until, "the battle is not let go"
            time.sleep(0.01)
        with Guest(server.port, made.links.both) as after:
            assert after.until(Welcome) == was
            _ = play_on(server, made.battle, {"one": after}, rng, 5)
