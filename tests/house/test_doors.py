"""The doors of the repository: a Python is found or its lack explained, and help tells all."""

import re
import subprocess
from pathlib import Path

import pytest

from house.sources import ROOT
from maniple.commands.app import app

FIT, OLD, BARE = "fit", "is Python 3.9, and Maniple needs 3.11 or newer", "cannot make any"


def find_python(
    place: Path, pythons: dict[str, str], wanted: str = ""
) -> subprocess.CompletedProcess[str]:
    """Ask for a Python where only these are on the path, each with what the probe finds of it."""
    for name, verdict in pythons.items():
        (place / name).write_text(f"#!/bin/sh\necho '{verdict}'\n", encoding="utf-8")
        (place / name).chmod(0o755)
    return subprocess.run(
        ["/bin/sh", str(ROOT / "tools" / "make_venv.sh"), "--find"],
        env={"PATH": str(place), "PYTHON": wanted},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("pythons", "taken", "told"),
    [
        ({"python3": FIT, "python3.12": FIT}, "python3", ""),
        ({"python3": OLD, "python3.12": FIT}, "python3.12", f"python3 {OLD}.\nTaking "),
        (
            {"python3": BARE, "python3.13": OLD, "python3.11": FIT},
            "python3.11",
            "/python3.11 instead",
        ),
    ],
)
def test_a_fit_python_is_found(
    tmp_path: Path, pythons: dict[str, str], taken: str, told: str
) -> None:
    ran = find_python(tmp_path, pythons)
    assert ran.returncode == 0
    assert ran.stdout == f"{tmp_path / taken}\n"
    assert told in ran.stderr


@pytest.mark.parametrize("pythons", [{}, {"python3": OLD}, {"python3": OLD, "python3.11": BARE}])
def test_the_lack_of_one_is_explained(tmp_path: Path, pythons: dict[str, str]) -> None:
    ran = find_python(tmp_path, pythons)
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert [f"{name} {verdict}." in ran.stderr for name, verdict in pythons.items()] == [
        True for _ in pythons
    ]
    assert "apt-get install python3 python3-venv" in ran.stderr


def test_a_python_that_is_named_is_taken_or_refused(tmp_path: Path) -> None:
    pythons = {"python3": FIT, "python3.12": FIT, "python3.11": OLD}
    assert find_python(tmp_path, pythons, "python3.12").stdout == f"{tmp_path}/python3.12\n"
    assert find_python(tmp_path, pythons, f"{tmp_path}/python3").stdout == f"{tmp_path}/python3\n"
    refused = find_python(tmp_path, pythons, "python3.11")
    assert refused.returncode == 1
    assert f"python3.11 {OLD}" in refused.stderr
    absent = find_python(tmp_path, pythons, "/nowhere/python3")
    assert (absent.returncode, absent.stdout) == (1, "")


def test_make_help_tells_every_door() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    doors = set(re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE))
    assert doors == {
        "help",
        "play",
        "watch",
        "test",
        "check",
        "bench",
        "load",
        "soak",
        "mutate",
        "pins",
        "clean",
    }
    told = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(re.findall(r"^  make ([a-z]+) ", told.stdout, re.MULTILINE)) == doors


def test_the_command_line_has_a_name() -> None:
    assert app.info.name == "maniple"
