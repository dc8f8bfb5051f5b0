"""A PostgreSQL server for the tests, from Debian's package: it lives in a folder and dies with the tests."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

MISSING = (
    "PostgreSQL is missing, and the server is proved on it as well: "
    "apt-get install postgresql (its programs are looked for in /usr/lib/postgresql and on the path)"
)
OWNER = "postgres"


class Postgres:
    """A running server. `new_database` gives the address of an empty one."""

    def __init__(self, programs: Path, place: Path) -> None:
        self._programs = programs
        self._place = place
        self._made = 0

    @classmethod
    @contextmanager
    def started(cls, place: Path) -> Iterator["Postgres"]:
        """Start one there; fails the test where PostgreSQL is not installed."""
        programs = _programs()
        place.chmod(0o755)
        home = place / "pg"
        home.mkdir()
        if os.geteuid() == 0:
            shutil.chown(home, OWNER)
            for above in place.parents:
                if above.owner() == "root" and str(above).startswith("/tmp/"):
                    above.chmod(above.stat().st_mode | 0o011)
        data = home / "data"
        _run([programs / "initdb", "-D", data, "-A", "trust", "-U", OWNER, "-E", "UTF8", "-N"])
        options = f"-k {home} -c listen_addresses='' -c fsync=off"
        control: list[str | Path] = [programs / "pg_ctl", "-D", data, "-w", "-l", home / "log"]
        _run([*control, "-o", options, "start"])
        try:
            yield cls(programs, home)
        finally:
            _run([*control, "-m", "immediate", "stop"])

    def new_database(self) -> str:
        """The address of a new, empty database."""
        self._made += 1
        name = f"maniple{self._made}"
        _run([self._programs / "createdb", "-h", self._place, "-U", OWNER, name])
        return f"postgresql://{OWNER}@/{name}?host={self._place}"


def _programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path is None:
        pytest.fail(MISSING)
    return Path(on_path).parent


def _run(command: Sequence[str | Path]) -> None:
    """Run it as somebody who may: PostgreSQL refuses to serve root."""
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        words = ["runuser", "-u", OWNER, "--", *words]
    done = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stdout
