"""The contracts in pyproject.toml allow what the table below allows, and nothing more."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from grimp import ImportGraph

from house.sources import ROOT
from tools.rooms_contract import breaches, read_table

ALL = "geometry dice battle rules armies play odds bots lab report"
MAY_KNOW = {
    "geometry": "",
    "dice": "",
    "battle": "geometry dice",
    "rules": "battle geometry dice",
    "armies": "battle",
    "play": "rules battle geometry dice armies",
    "odds": "play rules armies battle geometry dice",
    "bots": "play battle geometry dice odds",
    "lab": "bots play armies odds",
    "report": "play battle geometry armies",
    "server": ALL,
    "commands": f"{ALL} server",
    "__main__": f"{ALL} server commands",
}
PAIRS = [(a, b) for a in MAY_KNOW for b in MAY_KNOW if a != b]
LEGAL = [(a, b) for a, b in PAIRS if b in MAY_KNOW[a].split()]
BREACH = re.compile(r"maniple\.(\w+)[.:]\S* may not import maniple\.([\w.]+)")


def run_contracts(place: Path, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Build a package of all rooms, in which these import those, and run the contracts on it."""
    package = place / "maniple"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    for room in MAY_KNOW:
        lines = [f"import maniple.{friend}\n" for importer, friend in pairs if importer == room]
        if room == "__main__":
            (package / "__main__.py").write_text("".join(lines), encoding="utf-8")
            continue
        (package / room).mkdir()
        (package / room / "__init__.py").write_text("", encoding="utf-8")
        (package / room / "words.py").write_text("".join(lines), encoding="utf-8")
    for source_of_faces in ["stream", "seeded"]:
        (package / "dice" / f"{source_of_faces}.py").write_text("", encoding="utf-8")
    command = "from importlinter.cli import lint_imports_command as run; run()"
    ran = subprocess.run(
        [sys.executable, "-c", command, str(ROOT / "pyproject.toml"), "--no-cache"],
        cwd=place,
        env=os.environ | {"PYTHONPATH": f"{place}:{ROOT}", "COLUMNS": "400"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return ran.returncode, ran.stdout + ran.stderr


def test_what_the_table_allows_is_allowed(tmp_path: Path) -> None:
    code, told = run_contracts(tmp_path, LEGAL)
    assert code == 0, told
    assert "Contracts: 2 kept, 0 broken." in told


def test_what_the_table_does_not_allow_is_refused(tmp_path: Path) -> None:
    code, told = run_contracts(
        tmp_path, [*PAIRS, ("rules", "dice.stream"), ("rules", "dice.seeded")]
    )
    assert code == 1
    found = set(BREACH.findall(told))
    assert found == set(PAIRS) - set(LEGAL) | {("rules", "dice.stream"), ("rules", "dice.seeded")}


def test_the_layers_are_refused_upside_down(tmp_path: Path) -> None:
    code, told = run_contracts(tmp_path, [("geometry", "play")])
    assert code == 1
    assert "maniple.geometry is not allowed to import maniple.play" in told


def graph_of(*imports: tuple[str, str], modules: tuple[str, ...] = ()) -> ImportGraph:
    """Draw an import graph."""
    graph = ImportGraph()
    names = {name for pair in imports for name in pair} | set(modules)
    packages = {name.rsplit(".", depth)[0] for name in names for depth in (1, 2)}
    for name in sorted(names | packages):
        graph.add_module(name)
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported, line_number=1, line_contents="")
    return graph


TABLE = ["dice:", "rules: dice -dice.stream", "server: . dice rules"]


@pytest.mark.parametrize(
    ("graph", "faults"),
    [
        (
            graph_of(("p.rules.a", "p.dice.odds")),
            ["p.rules is to keep off p.dice.stream, which does not exist"],
        ),
        (graph_of(("p.rules.a", "p.dice"), modules=("p.dice.stream",)), []),
        (graph_of(("p.dice.a", "p.dice.b")), []),
        (
            graph_of(("p.dice.a", "p.rules")),
            [
                "p.dice.a:1 may not import p.rules",
                "p.rules is to keep off p.dice.stream, which does not exist",
            ],
        ),
        (graph_of(("p.dice.a", "p")), ["p.dice.a:1 may not import p"]),
        (graph_of(("p.server.a", "p")), []),
        (graph_of(modules=("p", "p.attic")), ["p.attic is no room of the table"]),
    ],
)
def test_breaches_are_told(graph: ImportGraph, faults: list[str]) -> None:
    table = read_table(TABLE)
    assert [f"{breach.where} {breach.what}" for breach in breaches(graph, "p", table)] == faults


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["dice"], "'dice' should read 'room: friend friend'"),
        (["dice:", "dice:"], "'dice' has two lines"),
        (["rules: dice"], "'rules' names 'dice', which has no line of its own"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(lines: list[str], fault: str) -> None:
    with pytest.raises(ValueError, match=re.escape(fault)):
        read_table(lines)
