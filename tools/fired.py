"""Which rules were at work in a battle: who cites them in events, and whose code has run.

    cited_in(events)     rules that events cite
    Watch                a context in which the lines that cite rules are noted as they run

A rule counts as fired when an event or a question cites it, when a line of a function that names
its id has run, or when a function has run whose docstring names it in square brackets.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import TypeAlias

from msgspec import Struct

import maniple.rules
from maniple.play.rulebook import rulebook

RULES = Path(maniple.rules.__file__).parent

_BRACKETS = re.compile(r"\[([a-z][a-z0-9.,\s()-]*)\]")

Tracer: TypeAlias = Callable[[FrameType, str, object], "Tracer | None"]
"""What `sys.settrace` expects, and what such a function gives back."""


class Places(Struct):
    """Of one function: the rules that its docstring names, and those that its lines name."""

    entered: frozenset[str]
    lines: dict[int, frozenset[str]]


@cache
def rule_ids() -> frozenset[str]:
    return frozenset(rule.id for rule in rulebook())


@cache
def cited_by_code() -> frozenset[str]:
    """All rules that a function of the rules cites: those that could fire."""
    found: set[str] = set()
    for path in sorted(RULES.glob("**/*.py")):
        for places in _of_file(str(path)).values():
            found |= places.entered
            found.update(*places.lines.values())
    return frozenset(found)


class Watch:
    """While it is open, `fired` gathers the rules whose code runs."""

    def __init__(self) -> None:
        self.fired: set[str] = set()
        self._left: dict[CodeType, Places | None] = {}

    def __enter__(self) -> "Watch":
        sys.settrace(self._called)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, event: str, arg: object) -> "Tracer | None":
        code = frame.f_code
        if code in self._left:
            return None if self._left[code] is None else self._line
        places = _of_file(code.co_filename).get(code.co_firstlineno)
        if places is not None:
            self.fired |= places.entered
            places = Places(frozenset(), dict(places.lines)) if places.lines else None
        self._left[code] = places
        return None if places is None else self._line

    def _line(self, frame: FrameType, event: str, arg: object) -> "Tracer | None":
        places = self._left[frame.f_code]
        if places is None:
            return None
        rules = places.lines.pop(frame.f_lineno, None)
        if rules is not None:
            self.fired |= rules
            if not places.lines:
                self._left[frame.f_code] = None
        return self._line


@cache
def _of_file(name: str) -> dict[int, Places]:
    """The functions of a file of the rules that name rules, by the line on which each begins."""
    path = Path(name)
    if not name.startswith(str(RULES)) or not path.is_file():
        return {}
    found: dict[int, Places] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            entered = frozenset(_named(ast.get_docstring(node) or "", docstring=True))
            lines: dict[int, frozenset[str]] = {}
            for statement in _statements(node.body):
                rules = _in_statement(statement)
                if rules:
                    last = _last_line(statement)
                    for line in range(statement.lineno, last + 1):
                        lines[line] = lines.get(line, frozenset()) | rules
            if entered or lines:
                first = min([node.lineno, *[mark.lineno for mark in node.decorator_list]])
                found[first] = Places(entered, lines)
    return found


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a function, without those of functions within it."""
    for statement in body:
        yield statement
        for part in ("body", "orelse", "finalbody"):
            if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
                yield from _statements(getattr(statement, part, []))
        for case in getattr(statement, "cases", []):
            yield from _statements(case.body)


def _last_line(statement: ast.stmt) -> int:
    """Where the statement itself ends, before those within it begin."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if not body:
        return statement.end_lineno or statement.lineno
    first = body[0]
    begins = first.lineno if isinstance(first, ast.stmt) else first.pattern.lineno
    return max(statement.lineno, int(begins) - 1)


def _in_statement(statement: ast.stmt) -> frozenset[str]:
    """The rules that the statement's own strings name."""
    found: set[str] = set()
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(_named(node.value, docstring=False))
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.stmt | ast.match_case):
                waiting.append(child)
    return frozenset(found)


def _named(text: str, *, docstring: bool) -> Iterator[str]:
    if text in rule_ids():
        yield text
    if docstring:
        for inside in _BRACKETS.finditer(text):
            for part in inside[1].split(","):
                word = part.split("(")[0].strip()
                if word in rule_ids():
                    yield word
