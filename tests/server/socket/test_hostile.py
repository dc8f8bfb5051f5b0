"""Clients that lie, repeat, flood or send junk: they are refused, and nobody else notices."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from kit.served import PATIENCE, Guest, Served, play_on, served
from maniple.battle.asks import Done, Named, PickZone, Yes
from maniple.battle.orders import Advance, Order
from maniple.server.rooms.hub import Made
from maniple.server.rooms.room import Room
from maniple.server.store.store import StoreError
from maniple.server.wire.messages import (
    PROTOCOL,
    Accepted,
    Answer,
    Asked,
    Chat,
    Judged,
    Look,
    Ping,
    Pong,
    Presence,
    Preview,
    Refused,
    Said,
    Undo,
    Welcome,
)
from maniple.server.wire.questions import Illegal, Question

TWO = {"red": "person", "blue": "person"}


class Table:
    """A battle of two persons, the one who is asked and the other."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.made: Made = server.create(players=TWO)
        assert self.made.links.red is not None
        assert self.made.links.blue is not None
        self.red = Guest(server.port, self.made.links.red)
        self.blue = Guest(server.port, self.made.links.blue)
        _, _ = self.red.until(Welcome), self.blue.until(Welcome)

    @property
    def asked(self) -> Guest:
        return self.red if isinstance(self.red.asked, Question) else self.blue

    @property
    def other(self) -> Guest:
        return self.blue if self.asked is self.red else self.red

    def token(self, guest: Guest) -> str:
        token = self.made.links.red if guest is self.red else self.made.links.blue
        assert token is not None
        return token

    def is_undisturbed(self) -> None:
        """Both seats heard nothing but who comes and goes, and the battle goes on."""
        for guest in (self.red, self.blue):
            heard = len(guest.heard)
            guest.say(Ping(99))
            _ = guest.until(Pong)
            assert all(isinstance(m, Presence | Pong | Welcome) for m in guest.heard[heard:])
        seats = {"red": self.red, "blue": self.blue}
        assert play_on(self.server, self.made.battle, seats, Random(1), 3) == 3


@pytest.fixture
def table(server: Served) -> Iterator[Table]:
    found = Table(server)
    with found.red, found.blue:
        yield found


def raw(port: int, *words: str | bytes) -> Guest:
    """Somebody who says this first, instead of who he is."""
    guest = Guest.__new__(Guest)
    Guest.open(guest, port)
    for word in words:
        guest.line.send(word)
    return guest


def joining(table: Table, **changed: object) -> str:
    return json.dumps(
        {"type": "join", "token": table.made.links.watch, "protocol": PROTOCOL, **changed}
    )


JUNK: dict[str, str | bytes] = {
    "nothing": "",
    "no JSON": "hello",
    "half": '{"type":"ans',
    "a list": "[]",
    "no type": "{}",
    "unknown": '{"type":"secret"}',
    "from the server": '{"type":"accepted","id":1}',
    "a number for text": '{"type":"chat","text":5}',
    "no such answer": '{"type":"answer","id":1,"n":2,"answer":{"type":"Win"}}',
    "a huge number": '{"type":"ping","id":' + "9" * 4000 + "}",
    "infinite": '{"type":"answer","id":1,"n":2,"answer":{"type":"Order","unit":1,"manoeuvres":'
    '[{"type":"Advance","inches":1e999}],"march":false}}',
    "deep": "[" * 15000,
    "binary": b"\x00\xff\x00",
    "lone half of a pair": '{"type":"chat","text":"\\ud800"}',
    "joins again": '{"type":"join","token":"x","protocol":1}',
}


@pytest.mark.parametrize("what", JUNK)
def test_junk_ends_its_own_line_only(table: Table, what: str) -> None:
    with raw(table.server.port, joining(table)) as guest:
        _ = guest.until(Welcome)
        guest.line.send(JUNK[what])
        assert guest.is_sent_away().code == "junk"
    table.is_undisturbed()


@pytest.mark.parametrize("what", sorted(set(JUNK) - {"joins again"}))
def test_junk_opens_no_seat(table: Table, what: str) -> None:
    with raw(table.server.port, JUNK[what]) as guest:
        assert guest.is_sent_away().code == "junk"
    table.is_undisturbed()


def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    with served(tmp_path, join_seconds=0.2) as server, raw(server.port) as guest:
        assert guest.is_sent_away().code == "junk"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"token": "nobody's"}, "token"),
        ({"token": ""}, "token"),
        ({"token": "x" * 9000}, "token"),
        ({"token": "' OR 1=1 --"}, "token"),
        ({"token": "\x00"}, "token"),
        ({"protocol": PROTOCOL + 1}, "protocol"),
        ({"protocol": 0}, "protocol"),
    ],
)
def test_no_seat_without_its_token_and_protocol(
    table: Table, changed: dict[str, object], code: str
) -> None:
    with raw(table.server.port, joining(table, **changed)) as guest:
        assert guest.is_sent_away().code == code
    table.is_undisturbed()


def test_a_public_name_of_a_battle_opens_nothing(table: Table) -> None:
    with Guest(table.server.port, table.made.battle) as guest:
        assert guest.is_sent_away().code == "token"


@pytest.mark.parametrize("n", [-1, 0, 10**9, 2**63 - 1])
def test_an_answer_to_another_question_is_late(table: Table, n: int) -> None:
    refused = table.asked.give(Done(), n=n)
    assert isinstance(refused, Refused)
    assert refused.code == "late"
    table.is_undisturbed()


def test_the_other_side_and_spectators_can_not_answer(table: Table) -> None:
    n = table.asked.question().n
    answer = table.server.some_answer(table.made.battle, Random(2))
    refused = table.other.give(answer, n=n)
    assert isinstance(refused, Refused)
    assert refused.code == "turn"
    with Guest(table.server.port, table.made.links.watch) as watch:
        _ = watch.until(Welcome)
        for reply in (watch.give(answer, n=n), watch.take_back(n=n)):
            assert isinstance(reply, Refused)
            assert reply.code in ("turn", "undo")
        watch.say(Preview(7, n, answer))
        assert watch.until(Refused).code == "turn"
    table.is_undisturbed()


def test_what_somebody_answered_is_no_ones_to_claim(table: Table) -> None:
    asked, other = table.asked, table.other
    n = asked.question().n
    answer = table.server.some_answer(table.made.battle, Random(2))
    assert isinstance(asked.give(answer, n=n), Accepted)
    reply = other.give(answer, n=n)
    assert isinstance(reply, Refused)
    assert reply.code == "late"


ODD = [Done(), Named(10**9), Named(-5), PickZone(77), PickZone(-3), Yes()]


@pytest.mark.parametrize("answer", [*ODD, Order(1, (Advance(1e300),)), Order(-4, ())])
def test_what_the_rules_refuse_changes_nothing(table: Table, answer: object) -> None:
    refused = table.asked.give(answer)  # type: ignore[arg-type]
    assert isinstance(refused, Refused)
    assert refused.code in ("rule", "odd")
    if refused.code == "rule":
        assert isinstance(refused.verdict, Illegal)
        assert refused.verdict.rule
    table.is_undisturbed()


@pytest.mark.parametrize("answer", ODD)
def test_a_preview_of_nonsense_changes_nothing(table: Table, answer: object) -> None:
    n = table.asked.question().n
    table.asked.say(Preview(5, n, answer))  # type: ignore[arg-type]
    assert table.asked.until(Judged | Refused).id == 5
    table.is_undisturbed()


@pytest.mark.parametrize("unit", [-1, 10**9])
@pytest.mark.parametrize("what", ["arc", "sight", "march-block", "command", "reach", "tape"])
def test_a_look_at_nobody_is_refused(table: Table, what: str, unit: int) -> None:
    table.asked.say(Look(3, what, unit, unit))  # type: ignore[arg-type]
    assert table.asked.until(Refused).code == "odd"
    table.is_undisturbed()


def test_a_flood_ends_its_own_line(tmp_path: Path) -> None:
    with served(tmp_path, messages_a_second=5.0, messages_at_once=20) as server:
        table = Table(server)
        with table.red, table.blue:
            with Guest(server.port, table.made.links.watch) as flood:
                for number in range(100):
                    flood.say(Ping(number))
                assert flood.is_sent_away().code == "flood"
            table.is_undisturbed()


def test_too_much_talk_is_not_passed_on(table: Table) -> None:
    for number in range(30):
        table.red.say(Chat(f"{number}" + "x" * 1000))
    table.red.say(Ping(1))
    _ = table.red.until(Pong)
    refused = [m for m in table.red.heard if isinstance(m, Refused)]
    assert {m.code for m in refused} == {"busy"}
    said = [m for m in table.red.heard if isinstance(m, Said)]
    assert 1 <= len(said) <= 10
    assert all(len(m.text) == 500 for m in said)


def test_a_seat_has_room_for_so_many(tmp_path: Path) -> None:
    with served(tmp_path, most_tabs=2, most_watchers=1) as server:
        table = Table(server)
        with table.red, table.blue, Guest(server.port, table.token(table.red)) as tab:
            _ = tab.until(Welcome)
            with Guest(server.port, table.token(table.red)) as third:
                assert third.is_sent_away().code == "full"
            with Guest(server.port, table.made.links.watch) as watch:
                _ = watch.until(Welcome)
                with Guest(server.port, table.made.links.watch) as second:
                    assert second.is_sent_away().code == "full"
            table.is_undisturbed()


def test_a_server_has_room_for_so_many(tmp_path: Path) -> None:
    with served(tmp_path, most_connections=2) as server:
        table = Table(server)
        with table.red, table.blue:
            with Guest(server.port, table.made.links.watch) as third:
                assert third.is_sent_away().code == "full"
            table.is_undisturbed()


def test_an_address_has_room_for_so_many_and_leaves_room_for_others(tmp_path: Path) -> None:
    with served(tmp_path, most_from_one=2, most_connections=3) as server:
        table = Table(server)
        with table.red, table.blue:
            with Guest(server.port, table.made.links.watch) as third:
                assert third.is_sent_away().code == "full"
            table.is_undisturbed()
            with server.hub.connection("192.0.2.7") as may_stay:
                assert may_stay


@pytest.mark.parametrize(
    ("error", "code"), [(StoreError("the disk is full"), "away"), (KeyError(7), "broken")]
)
def test_whatever_fails_at_a_connection_is_told_before_it_is_cut(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    code: str,
) -> None:
    async def look(_room: Room, _member: object, _wish: object) -> None:
        raise error

    with Guest(table.server.port, table.made.links.watch) as watch:
        _ = watch.until(Welcome)
        with monkeypatch.context() as patched:
            patched.setattr(Room, "look", look)
            watch.say(Look(1, "arc", 0))
            assert watch.is_sent_away().code == code
    assert caplog.records
    table.is_undisturbed()


def test_long_names_are_cut_and_tidied(table: Table) -> None:
    with Guest(table.server.port, table.token(table.red), name=" A\n\x00b  " + "n" * 300) as red:
        seats = red.until(Welcome).seats
    assert seats[0].name.startswith("A")
    assert len(seats[0].name) <= 40


@pytest.mark.parametrize(
    ("allowed", "origin", "may"),
    [
        ("", "http://127.0.0.1:{port}", True),
        ("", "http://evil.example", False),
        ("", "null", False),
        ("", "http://127.0.0.1:{port}.evil.example", False),
        ("https://table.example", "https://table.example", True),
        ("https://table.example", "http://127.0.0.1:{port}", False),
        ("https://table.example", "https://table.example.evil", False),
    ],
)
def test_a_page_of_another_site_can_not_connect(
    tmp_path: Path, allowed: str, origin: str, may: bool
) -> None:
    with served(tmp_path, origins=allowed) as server:
        made = server.create()

        def knock() -> None:
            with connect(
                f"ws://127.0.0.1:{server.port}/api/socket",
                origin=origin.format(port=server.port),  # type: ignore[arg-type]
                open_timeout=PATIENCE,
            ) as line:
                line.send(json.dumps({"type": "join", "token": made.links.red, "protocol": 1}))
                assert '"welcome"' in str(line.recv(PATIENCE))

        if may:
            knock()
        else:
            with pytest.raises(InvalidStatus) as refused:
                knock()
            assert refused.value.response.status_code == 403


def test_repeating_and_lying_at_random(table: Table) -> None:
    """Two hundred wishes by lot, from every seat: whatever is said of them, the battle is sound."""
    rng = Random(11)
    battle = table.made.battle
    watch = Guest(table.server.port, table.made.links.watch)
    with watch:
        _ = watch.until(Welcome)
        for _ in range(200):
            guest = rng.choice([table.red, table.blue, watch])
            n = rng.choice([guest.seq, guest.seq, guest.seq - 1, rng.randrange(50)])
            answer = (
                table.server.some_answer(battle, rng) if rng.random() < 0.6 else rng.choice(ODD)
            )
            wish: Callable[[int], Answer | Undo] = rng.choice(
                [lambda i, n=n, a=answer: Answer(i, n, a), lambda i, n=n: Undo(i, n)]
            )
            number = guest.new_id()
            guest.say(wish(number))
            if isinstance(guest.reply(number), Accepted) and isinstance(guest.asked, Question):
                guest.say(Ping(number))
                _ = guest.until(Pong)
            for each in (table.red, table.blue, watch):
                each.say(Ping(0))
                _ = each.until(Pong)
        states = {guest.asked.n for guest in (table.red, table.blue, watch) if guest.asked}
        assert len(states) == 1
    assert sum(isinstance(m, Asked) for m in table.red.heard) > 3
