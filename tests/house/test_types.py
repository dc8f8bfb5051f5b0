"""The type checkers, set as pyproject.toml sets them, notice a forgotten `yield from`."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from house.sources import ROOT

SAMPLE = """\
from collections.abc import Generator
from typing import Any, Self, TypeAlias, TypeVar

import msgspec

T = TypeVar("T")
Step: TypeAlias = Generator[object, Any, T]


class Roll(msgspec.Struct, frozen=True):
    dice: int

    def __iter__(self) -> Generator[Self, int, int]:
        return (yield self)


def holds() -> Step[bool]:
    return (yield from Roll(2)) <= 7


def combat() -> Step[None]:
    Roll(2)  # the result is dropped
    holds()  # the result is dropped
    if Roll(2):  # always true
        yield from Roll(1)
    if holds():  # always true
        yield from Roll(1)
    held = holds()
    if not held:  # always true
        yield from Roll(1)
    if (yield from holds()):
        yield from Roll(1)
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("project")
    shutil.copy(ROOT / "pyproject.toml", place)
    package = place / "src" / "maniple"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "sample.py").write_text(SAMPLE, encoding="utf-8")
    return place


def marked(words: str) -> set[int]:
    """Number the lines of the sample that say these words."""
    return {n for n, line in enumerate(SAMPLE.splitlines(), 1) if line.endswith(f"# {words}")}


def told(project: Path, command: list[str]) -> str:
    """Run a checker on the project."""
    ran = subprocess.run(
        command, cwd=project, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.slow
def test_mypy_notices_a_condition_that_is_always_true(project: Path) -> None:
    output = told(project, [sys.executable, "-m", "mypy", "src"])
    found = re.findall(r"sample\.py:(\d+): error: .*\[truthy-bool\]", output)
    assert {int(line) for line in found} == marked("always true")
    assert output.count("error:") == len(found)


@pytest.mark.slow
def test_pyright_notices_a_dropped_result(project: Path) -> None:
    beside = Path(sys.executable).parent
    checkers = [beside / name for name in ["basedpyright", "pyright"]]
    checker = next(path for path in checkers if path.exists())
    output = told(project, [str(checker), "--pythonpath", sys.executable, "--level", "error"])
    found = re.findall(r"sample\.py:(\d+):\d+ - error: .*\(reportUnusedCallResult\)", output)
    assert {int(line) for line in found} == marked("the result is dropped")
    assert output.count("- error:") == len(found)
