"""`maniple rules --coverage`: which code cites each rule, and which tests name it."""

from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import maniple
from maniple.commands.refusals import REFUSED, Refusal
from maniple.commands.terminal import print_json
from maniple.play.rulebook import Rule, rulebook
from maniple.report.coverage import Covered, coverage

SHOWN = 2
"""Places of each rule that are shown when many rules are."""


def print_coverage(out: Console, found: tuple[Rule, ...], *, as_json: bool) -> None:
    """The coverage of these rules; exits with 1 if one of them lacks something."""
    source, tests = _sources_and_tests()
    whole = coverage(source, tests)
    wanted = {entry.id for entry in found}
    rows = [row for row in whole.rules if row.rule.id in wanted]
    is_all = len(rows) == len(rulebook())
    unknown = whole.unknown if is_all else ()
    lacking = [row for row in rows if not row.is_whole]
    if as_json:
        print_json(
            {
                "rules": [_data(row) for row in rows],
                "unknown": [{"id": cited, "at": place} for cited, place in unknown],
            }
        )
    else:
        _print_table(out, lacking if is_all else rows)
        for cited, place in unknown:
            out.print(f"{place} cites {cited}, which is no rule", style="red")
        out.print(
            f"{len(rows) - len(lacking)} of {len(rows)} rules are cited by code and named by a test"
        )
    if lacking or unknown:
        raise typer.Exit(REFUSED)


def _sources_and_tests() -> tuple[Path, Path]:
    """The sources and tests of the checkout in which we stand, or from which the package runs."""
    own = Path(maniple.__file__).parent
    for source in (Path.cwd() / "src" / "maniple", own):
        tests = source.parent.parent / "tests"
        if source.is_dir() and tests.is_dir():
            return source, tests
    raise Refusal(
        "--coverage reads the sources and their tests, and there are none here: "
        "run it in the top folder of a checkout"
    )


def _print_table(out: Console, rows: list[Covered]) -> None:
    if not rows:
        return
    table = Table(box=None, pad_edge=False)
    for head in ("rule", "code", "tests"):
        table.add_column(head, overflow="fold")
    for row in rows:
        needs_code = row.rule.kind != "definition"
        table.add_row(
            Text(row.rule.id, style="" if row.is_whole else "bold red"),
            _places(row.code) or ("none" if needs_code else "(a definition)"),
            _places(row.tests) or "none",
        )
    out.print(table)


def _places(places: tuple[str, ...]) -> str:
    more = f" and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
    return ", ".join(places[:SHOWN]) + more


def _data(row: Covered) -> dict[str, object]:
    return {
        "id": row.rule.id,
        "kind": row.rule.kind,
        "code": list(row.code),
        "tests": list(row.tests),
        "whole": row.is_whole,
    }
