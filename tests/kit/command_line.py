"""The command line as a user has it: in this process, or in one of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from typer.testing import CliRunner

import maniple
from maniple.commands.app import app

WIDE = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}


class Ran(NamedTuple):
    """What a command has printed, and its exit code."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def output(self) -> str:
        return self.stdout + self.stderr

    @property
    def flat_error(self) -> str:
        """What stands on stderr, without the frame and the line ends that a narrow page needs."""
        return " ".join(self.stderr.replace("│", " ").split())


def run(*words: str, **env: str) -> Ran:
    """Run a command in this process. An error that nobody foresaw fails the test."""
    ran = CliRunner().invoke(app, list(words), env={**WIDE, **env}, prog_name="maniple")
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    assert "Traceback" not in ran.output
    return Ran(ran.exit_code, ran.stdout, ran.stderr)


def command(*words: str) -> list[str]:
    """The command line of a process of its own."""
    return [sys.executable, "-m", "maniple", *words]


def environment(**env: str) -> dict[str, str]:
    """The surroundings of such a process."""
    source = str(Path(maniple.__path__[0]).parent.resolve())
    return {**os.environ, **WIDE, "PYTHONPATH": source, **env}


def run_alone(*words: str, place: Path | None = None, **env: str) -> Ran:
    """Run a command in a process of its own."""
    ran = subprocess.run(
        command(*words),
        cwd=place,
        env=environment(**env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert "Traceback" not in ran.stderr
    return Ran(ran.returncode, ran.stdout, ran.stderr)
