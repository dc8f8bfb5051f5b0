"""Writes src/maniple/rules/shown.json: worked examples and readings of the rules, for the rulebook page.

    PYTHONPATH=src:tests python tools/make_examples.py            write it
    PYTHONPATH=src:tests python tools/make_examples.py --check    leave with 1 if it is not up to date

The examples are tests that name a rule and script its dice: they are run, and what they roll, answer
and bring about is written down in words. The readings are those of docs/interpretations.md.
"""

import re
import sys
from pathlib import Path
from typing import cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import msgspec
import pytest

from house.test_interpretations import register
from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.events import Event
from maniple.battle.request import Request
from maniple.battle.table import Table
from maniple.play.rulebook import Example, Reading, rulebook
from maniple.play.script import Script
from maniple.play.told import Answered, Fell, Happened
from tools.examples.told import Noted, outcome, steps

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "src/maniple/rules/shown.json"
QUIET = ("-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", "--benchmark-disable")
WHERE = ("tests/rules", "tests/cases")
MOST = 2
"""Examples of a rule."""
LONGEST = 14
"""Lines of an example."""
CASE = re.compile(r"Cases? [A-J]\d+(?:(?:,| and) [A-J]\d+)*[:.]?\s*")


class Watch:
    """A plugin of pytest that notes what each test rolls, answers and brings about."""

    def __init__(self) -> None:
        self.examples: list[Example] = []
        self.failed = 0
        self._scripts: list[Script] = []
        self._noted: dict[int, list[Noted]] = {}

    def pytest_configure(self) -> None:
        """Listen to every script."""
        begin, answer, record = Script.__init__, Script._answer, Table.record
        watch = self

        def beginning(script: Script, *args: object, **more: object) -> None:
            # Any arguments: handed on as they come.
            begin(script, *args, **more)  # type: ignore[arg-type]
            watch._scripts.append(script)
            watch._noted[id(script.table)] = []

        def answering(script: Script, request: Request[object]) -> object:
            battle, rolls = script.battle, len(script.rolled)
            given = answer(script, request)
            noted = watch._noted[id(script.table)]
            if len(script.rolled) > rolls:
                noted.append(Fell(*script.rolled[-1], battle))
            elif isinstance(request, Ask):
                # What answers an ask is one of its answers: the script has judged it.
                noted.append(Answered(request, cast("AskAnswer", given), battle))
            return given

        def recording(table: Table, event: Event) -> None:
            record(table, event)
            if id(table) in watch._noted:
                watch._noted[id(table)].append(Happened(event, table.battle))

        # Set by name: a checker takes methods of a class to be fixed.
        for name, method in (("__init__", beginning), ("_answer", answering)):
            setattr(Script, name, method)
        setattr(Table, "record", recording)  # noqa: B010

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Each test begins with nothing."""
        self._scripts.clear()
        self._noted.clear()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count failures: of them nothing is told."""
        self.failed += report.failed

    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        """Write the example, if the test is one."""
        rules = tuple(
            dict.fromkeys(rule for mark in item.iter_markers("rule") for rule in mark.args)
        )
        rolled = [s for s in self._scripts if s.rolled]
        if not rules or len(rolled) != 1:
            return
        (script,) = rolled
        noted = self._noted[id(script.table)]
        lines, came = steps(noted, script.battle), outcome(noted, script.battle)
        if came and len(lines) + len(came) <= LONGEST:
            place = item.nodeid.split("[")[0]
            self.examples.append(Example(_title(item), rules, tuple(lines), tuple(came), place))


def _title(item: pytest.Item) -> str:
    """The name of the test as a sentence, and what its docstring adds to it."""
    name = item.name.split("[")[0].removeprefix("test_").replace("_", " ")
    # The item of a test function has it as `obj`.
    doc = CASE.sub("", getattr(item, "obj").__doc__ or "", count=1).strip()  # noqa: B009
    more = doc.split("\n\n")[0].replace("\n", " ").strip()
    more = re.sub(r"\s+", " ", more)
    sentence = name[0].upper() + name[1:]
    return f"{sentence}: {more[0].lower()}{more[1:]}" if more else f"{sentence}."


def chosen(all_of_them: list[Example]) -> list[Example]:
    """A few for each rule: those with the fewest rules, then the shortest, one of each test."""
    order = [entry.id for entry in rulebook()]
    kept: dict[str, Example] = {}
    for rule in order:
        ours = [e for e in all_of_them if rule in e.rules]
        ours.sort(key=lambda e: (len(e.rules), len(e.lines), e.test))
        own: dict[str, Example] = {}
        for example in ours:
            own.setdefault(example.test, example)
        for example in list(own.values())[:MOST]:
            kept.setdefault(example.test, example)
    return sorted(kept.values(), key=lambda e: (order.index(e.rules[0]), e.test))


def readings() -> list[Reading]:
    """The register, in plain text."""
    return [
        Reading(e.rule, e.topic, *[e.says[f] for f in ("Question", "Reading", "Why", "Overrule")])
        for e in register()
    ]


def main() -> int:
    """Run the tests, and write or compare."""
    watch = Watch()
    code = pytest.main([*QUIET, *[str(ROOT / place) for place in WHERE]], [watch])
    if code or watch.failed:
        print(f"{watch.failed} tests failed: examples are made of tests that pass", file=sys.stderr)
        return 1
    made = {"readings": readings(), "examples": chosen(watch.examples)}
    text = msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"
    if "--check" in sys.argv:
        return 0 if FILE.exists() and FILE.read_bytes() == text else 1
    FILE.write_bytes(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
