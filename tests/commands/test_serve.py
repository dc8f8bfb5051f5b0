"""What `maniple serve` says where it can't serve: a sentence or two, no traceback, and a code."""

import socket
import sys
from pathlib import Path

import pytest

from kit.command_line import run


def told(*words: str) -> str:
    """What it says of itself; it must end at once, with code 1."""
    done = run("serve", *words)
    assert done.exit_code == 1, done.output
    assert "Traceback" not in done.output
    return done.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--host", ".."), "no address of this machine"),
        (("--host", "a" * 70), "no address of this machine"),
        (("--host", "192.0.2.1"), "nothing can listen"),
        (("--database-url", "postgresql://u:p@h:notaport/x"), "can't be read"),
        (("--database-url", "postgresql://u:p@[::1/x"), "can't be read"),
        (("--database-url", "sqlite://"), "name a file"),
        (("--database-url", "sqlite:///:memory:"), "name a file"),
        (("--database-url", "mysql://u@h/x"), "no driver"),
        (("--database-url", "postgresql://u:secret@127.0.0.1:1/x"), "can't be used"),
        (("--data", "a\x07b"), "a folder whose name can be written"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, words: tuple[str, ...], why: str) -> None:
    place = () if "--data" in words else ("--data", str(tmp_path))
    said = told("--port", "0", *place, *words)
    assert why in " ".join(said.split())
    assert "secret" not in said


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = told("--port", port, "--data", str(tmp_path))
    assert f"port {port}" in said
    assert "--port" in said


def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("here already")
    assert str(place) in told("--port", "0", "--data", str(place)).replace("\n", "")


def test_every_setting_that_is_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANIPLE_IDLE_SECONDS", "-3")
    monkeypatch.setenv("MANIPLE_MOST_TABS", "many")
    monkeypatch.setenv("MANIPLE_PROT", "1")
    said = told()
    assert "MANIPLE_IDLE_SECONDS" in said
    assert "MANIPLE_MOST_TABS" in said
    assert 'did you mean "MANIPLE_PORT"' in said


def test_what_is_missing_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    find = "maniple.commands.serve.importlib.util.find_spec"
    monkeypatch.setattr(find, lambda name: None if name == "psycopg" else sys)
    said = told("--port", "0")
    assert "psycopg" in said
    assert "maniple[server]" in said
