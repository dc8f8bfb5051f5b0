"""What is sent to whom: no secret before the end, no link of another seat, nothing hidden from a side."""

import base64
import hashlib
import logging
from pathlib import Path
from random import Random

import pytest

from kit.served import Guest, Served, play_on, served
from maniple.battle.sides import Side
from maniple.play.record.reading import parse
from maniple.play.told import Happened
from maniple.play.told import Told as Heard
from maniple.server.rooms.hub import Withheld
from maniple.server.wire.messages import Chat, Said, Told, Welcome

TWO = {"red": "person", "blue": "person"}


def shapes(secret: bytes) -> set[str]:
    """The ways in which a secret could be written down."""
    return {
        secret.hex(),
        secret.hex().upper(),
        base64.b64encode(secret).decode().rstrip("="),
        base64.urlsafe_b64encode(secret).decode().rstrip("="),
        str(int.from_bytes(secret, "big")),
        str(int.from_bytes(secret, "little")),
        str(list(secret))[1:-1].replace(" ", ""),
    }


def test_no_secret_and_no_link_is_ever_sent(
    server: Served, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    made = server.create(players=TWO)
    red_token, blue_token = made.links.red, made.links.blue
    assert red_token is not None
    assert blue_token is not None
    stored = server.do(server.hub.store.battle(made.battle))
    assert stored is not None
    with (
        Guest(server.port, red_token, name="Anna") as red,
        Guest(server.port, blue_token, name="Bert") as blue,
        Guest(server.port, made.links.watch) as watch,
    ):
        everybody = {"red": red, "blue": blue, "watch": watch}
        red.say(Chat("hello"))
        _ = red.until(Said)
        _ = play_on(server, made.battle, everybody, Random(3), 12)
        unfinished = server.do(server.hub.record(made.battle)).decode()
        _ = play_on(server, made.battle, everybody, Random(3), 2000)
        assert all(guest.asked is None for guest in everybody.values())
        sent = "".join(frame for guest in everybody.values() for frame in guest.raw)
    secrets = shapes(stored.secret) | shapes(stored.bot_seed)
    tokens = {red_token, blue_token, made.links.watch}
    for token in set(tokens):
        secrets |= shapes(hashlib.sha256(token.encode()).digest())
    for hidden in secrets | tokens:
        assert hidden not in sent
        assert hidden not in unfinished
        assert hidden not in caplog.text
    whole = parse(server.do(server.hub.record(made.battle)))
    assert whole.secret == stored.secret
    assert whole.header.commitment in sent


def test_a_record_that_names_its_seed_waits_for_the_end(server: Served) -> None:
    made = server.create(players=TWO, one_screen=True, seed=77)
    assert made.links.both is not None
    with pytest.raises(Withheld):
        _ = server.do(server.hub.record(made.battle))
    with pytest.raises(Withheld):
        _ = server.do(server.hub.share(made.battle))
    with Guest(server.port, made.links.both) as both:
        assert both.until(Welcome).seeded
        _ = play_on(server, made.battle, {"both": both}, Random(3), 3000)
        assert both.asked is None
    assert parse(server.do(server.hub.record(made.battle))).header.seed == 77
    assert server.do(server.hub.replay(server.do(server.hub.share(made.battle)))) is not None


def test_only_the_hash_of_a_link_is_kept(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        made = server.create(players=TWO)
        kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        for token in (made.links.red, made.links.blue, made.links.watch):
            assert token is not None
            assert token.encode() not in kept
            assert len(base64.urlsafe_b64decode(token)) >= 16
        with Guest(server.port, made.links.red or "") as red:
            assert red.until(Welcome).seat == "red"


def test_what_only_one_side_may_see_is_told_to_it_alone(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No event of the book is hidden yet; here every other one is red's alone."""
    heard = 0

    def only_for(told: Heard) -> Side | None:
        nonlocal heard
        heard += 1
        return Side.RED if isinstance(told, Happened) and heard % 2 else None

    monkeypatch.setattr("maniple.server.rooms.telling.only_for", only_for)
    made = server.create(players=TWO)
    assert made.links.red is not None
    assert made.links.blue is not None
    with (
        Guest(server.port, made.links.red) as red,
        Guest(server.port, made.links.blue) as blue,
        Guest(server.port, made.links.watch) as watch,
    ):
        everybody = {"red": red, "blue": blue, "watch": watch}
        _ = play_on(server, made.battle, everybody, Random(5), 15)
        told = {
            name: {m.seq: m for m in guest.heard if isinstance(m, Told)}
            for name, guest in everybody.items()
        }
        with Guest(server.port, made.links.blue) as late, Guest(server.port, made.links.red) as own:
            hidden, whole = late.until(Welcome).entries, own.until(Welcome).entries
    assert set(told["red"]) == set(told["blue"]) == set(told["watch"])
    differ = [seq for seq in told["red"] if told["red"][seq] != told["blue"][seq]]
    assert len(differ) > 3
    for seq in differ:
        assert told["blue"][seq] == told["watch"][seq] == Told(seq)
    assert set(hidden) < set(whole)
