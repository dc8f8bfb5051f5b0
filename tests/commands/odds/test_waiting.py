"""While an answer takes long: a note where somebody watches, and Ctrl-C stops it quietly."""

import os
import pty
import re
import signal
import subprocess
import time

import pytest

from kit.command_line import command, environment, run_alone

ROUND = ("odds", "round", "8 legionaries", "8 auxilia", "--within", "0", "--sample")


def begun() -> tuple[subprocess.Popen[bytes], int]:
    """A long question in a terminal of its own, and the end of it that can be read."""
    ours, theirs = pty.openpty()
    asked = subprocess.Popen(
        command(*ROUND, "10000000"),
        env=environment(TERM="xterm", NO_COLOR=""),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        # Where the suite itself runs in the background, Ctrl-C may be ignored, and that is inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads
    )
    os.close(theirs)
    return asked, ours


def read_until(end: int, words: str, seconds: float = 60.0) -> str:
    """What the terminal shows until these words, or for so long."""
    told = ""
    ends = time.monotonic() + seconds
    while words not in told and time.monotonic() < ends:
        try:
            told += os.read(end, 4096).decode(errors="replace")
        except OSError:  # the other end is closed
            break
    return told


@pytest.mark.slow
def test_a_note_tells_that_it_takes_long_and_ctrl_c_stops_it() -> None:
    asked, end = begun()
    try:
        assert "Ctrl-C stops it" in read_until(end, "stops it.")
        asked.send_signal(signal.SIGINT)
        told = read_until(end, "interrupted")
        shown = asked.communicate(timeout=30)[0]
    finally:
        asked.kill()
        os.close(end)
    assert asked.returncode == 130
    assert shown == b""
    last = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", told).splitlines()[-1]
    assert last.strip() == "maniple: interrupted"


def test_nobody_is_told_where_nobody_watches() -> None:
    assert run_alone(*ROUND, "2000").stderr == ""
