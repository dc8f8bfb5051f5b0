"""Connections that say nothing are closed, and there is always room for somebody who speaks."""

import socket
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from kit.served import PATIENCE, Guest, served
from maniple.server.patient import Patient, open_files
from maniple.server.wire.messages import Ping, Pong, Welcome


@pytest.fixture(autouse=True)
def _usual_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patient, "seconds", 0.2)


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n"])
def test_who_asks_nothing_is_not_waited_for(tmp_path: Path, said: bytes) -> None:
    with served(tmp_path) as server, socket.socket() as line:
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", server.port))
        line.sendall(said)
        assert line.recv(100) == b""


def test_who_has_asked_is_waited_for_and_so_is_who_plays(tmp_path: Path) -> None:
    with served(tmp_path) as server, httpx.Client(base_url=server.address) as client:
        assert client.get("/api/bots").status_code == 200
        made = server.create()
        with Guest(server.port, made.links.watch) as watch:
            _ = watch.until(Welcome)
            time.sleep(0.5)
            watch.say(Ping(1))
            assert watch.until(Pong).id == 1
        assert client.get("/api/bots").status_code == 200


def test_there_are_never_more_connections_than_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Patient, "most", 20)
    with served(tmp_path) as server, ExitStack() as silent:
        for _ in range(60):
            place = ("127.0.0.1", server.port)
            _ = silent.enter_context(socket.create_connection(place, PATIENCE))
        until = time.monotonic() + PATIENCE
        while True:
            try:
                answer = httpx.get(f"{server.address}/api/bots", timeout=PATIENCE)
                break
            except httpx.TransportError:
                assert time.monotonic() < until, "nobody is let in any more"
                time.sleep(0.05)
        assert answer.status_code == 200


def test_as_many_files_may_be_open_as_the_system_allows() -> None:
    assert open_files() >= 1024
