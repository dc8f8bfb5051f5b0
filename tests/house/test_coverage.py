"""Each entry of the rulebook is cited by code and named by a test; nothing else is."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from house.sources import ROOT, SRC
from maniple.play.rulebook import rulebook
from maniple.report.coverage import Coverage, coverage

PACKAGE = SRC / "maniple"


@cache
def covered() -> Coverage:
    """What is cited and named, read once."""
    return coverage(PACKAGE, ROOT / "tests")


def test_each_entry_is_cited_by_code_and_named_by_a_test() -> None:
    lacking = {
        entry.rule.id: "no code cites it" if entry.tests else "no test names it"
        for entry in covered().rules
        if not entry.is_whole
    }
    assert not lacking


def test_nothing_unknown_is_cited_or_named() -> None:
    assert not covered().unknown


def test_each_entry_is_written_once_and_says_what_it_is() -> None:
    written = tomllib.loads((PACKAGE / "rules/rulebook.toml").read_text(encoding="utf-8"))["rule"]
    ids = [entry["id"] for entry in written]
    assert len(ids) == len(set(ids))
    assert not [entry["id"] for entry in written if "kind" not in entry or not entry["text"]]


def test_army_data_cites_what_there_is() -> None:
    ids = {entry.id for entry in rulebook()}
    cited = [
        (path.name, cite)
        for path in sorted((PACKAGE / "armies/data").rglob("*.toml"))
        for cite in _cites(tomllib.loads(path.read_text(encoding="utf-8")))
    ]
    assert cited
    assert not [(name, cite) for name, cite in cited if cite not in ids]


# What a TOML file may hold: any value.
def _cites(value: Any) -> list[str]:
    """The ids that stand under a key `cite`, however deep."""
    if isinstance(value, list):
        return [cite for item in value for cite in _cites(item)]
    if not isinstance(value, dict):
        return []
    inner = [cite for item in value.values() for cite in _cites(item)]
    return [*inner, value["cite"]] if value.get("cite") else inner


@pytest.mark.parametrize(
    ("source", "test", "unknown"),
    [
        ('def f() -> str:\n    return "break.tset"\n', "", ("break.tset", "module.py:2")),
        ('def f() -> None:\n    """Flee. [flee.wildly]"""\n', "", ("flee.wildly", "module.py:2")),
        ("", '@pytest.mark.rule("break.tset")\ndef test(): ...\n', ("break.tset", "test_it.py:1")),
    ],
)
def test_a_wrong_id_is_noticed(
    tmp_path: Path, source: str, test: str, unknown: tuple[str, str]
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "src/module.py").write_text(source, encoding="utf-8")
    (tmp_path / "tests/test_it.py").write_text(test, encoding="utf-8")
    found = coverage(tmp_path / "src", tmp_path / "tests")
    assert found.unknown == (unknown,)
    assert not [entry for entry in found.rules if entry.code or entry.tests]
