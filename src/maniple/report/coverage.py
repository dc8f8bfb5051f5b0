"""Which code cites each rule, and which tests name it.

Code cites a rule by its id in a string (a refusal, an event, a request) or in square brackets in a
docstring; a dotted string that begins with the name of a chapter can be nothing else. A test names
the rules that it shows at work: `@pytest.mark.rule("break.test")`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from maniple.play.rulebook import Rule, rulebook

_BRACKETS = re.compile(r"\[([a-z][a-z0-9.,\s()-]*)\]")
_ID = re.compile(r"[a-z][a-z-]*(?:\.[a-z][a-z-]*)*")


class Covered(Struct, frozen=True):
    """A rule, the places in the code that cite it, and the tests that name it: "file:line"."""

    rule: Rule
    code: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Named by a test, and cited by code unless it is a mere definition."""
        return bool(self.tests) and (bool(self.code) or self.rule.kind == "definition")


class Coverage(Struct, frozen=True):
    """All rules, and what the code or the tests cite although no rule has that id."""

    rules: tuple[Covered, ...]
    unknown: tuple[tuple[str, str], ...]
    """(id, "file:line")."""


def coverage(source: Path, tests: Path) -> Coverage:
    """Read the package's sources below `source` and the tests below `tests`."""
    ids = {entry.id for entry in rulebook()}
    code: dict[str, list[str]] = {}
    named: dict[str, list[str]] = {}
    unknown: list[tuple[str, str]] = []
    chapters = {entry.chapter for entry in rulebook()}
    for path in sorted(source.rglob("*.py")):
        for cited, line in _cited(path):
            place = f"{path.relative_to(source)}:{line}"
            if cited in ids:
                code.setdefault(cited, []).append(place)
            elif "." in cited and cited.split(".")[0] in chapters and not _is_a_file(cited):
                unknown.append((cited, place))
    for path in sorted(tests.rglob("test_*.py")):
        for name, line in _named(path):
            place = f"{path.relative_to(tests)}:{line}"
            if name in ids:
                named.setdefault(name, []).append(place)
            else:
                unknown.append((name, place))
    rules = tuple(
        Covered(entry, tuple(code.get(entry.id, ())), tuple(named.get(entry.id, ())))
        for entry in rulebook()
    )
    return Coverage(rules, tuple(unknown))


def _is_a_file(name: str) -> bool:
    return name.endswith(".toml")


def _cited(path: Path) -> Iterator[tuple[str, int]]:
    """(id, line) for each string that may cite a rule."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = {id(doc) for doc in _docstrings(tree)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if id(node) in documented or "[" in node.value:
            for word, lines in _in_brackets(node.value):
                yield word, node.lineno + lines
        elif _ID.fullmatch(node.value):
            yield node.value, node.lineno


def ids_in_brackets(text: str) -> tuple[str, ...]:
    """The rules that a docstring cites: "[break.test, flee.mob]"."""
    return tuple(word for word, _ in _in_brackets(text))


def _in_brackets(text: str) -> Iterator[tuple[str, int]]:
    """(id, lines before it)."""
    for inside in _BRACKETS.finditer(text):
        for part in inside[1].split(","):
            word = part.split("(")[0].strip()
            if _ID.fullmatch(word):
                yield word, text[: inside.start()].count("\n")


def _docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _named(path: Path) -> Iterator[tuple[str, int]]:
    """The ids in each `rule(...)` mark, wherever it stands: decorator, parameter or module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "rule"
            and isinstance(node.func.value, ast.Attribute)
            and node.func.value.attr == "mark"
        ):
            for arg in node.args:
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                    yield arg.value, arg.lineno
