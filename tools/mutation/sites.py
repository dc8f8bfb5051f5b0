"""Where code cites rules, and what it would be with the rule switched off there.

    mutants()       every way in which a rule can be switched off at one of its citations

A function whose docstring cites a rule is switched off as a whole: it answers with nothing. A
statement that names a rule is left out, or answers with nothing, or, if it is a condition, is never
true. A citation at which nothing can be left out (a table, a default, a sentence) has no mutant.
"""

import ast
import copy
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

import maniple
from maniple.play.rulebook import rulebook
from maniple.report.coverage import ids_in_brackets

PACKAGE = Path(maniple.__file__).parent
HOMES = ("rules", "geometry", "dice")
"""Rooms where rules are carried out. The others only speak of them, but for rules that have no
other home: what an army may be made of, what a record must show.
"""
SPEAKERS = ("bots", "report", "commands")
EMPTY: dict[str, str] = {
    "None": "None",
    "int": "0",
    "float": "0.0",
    "str": "''",
    "tuple": "()",
    "list": "[]",
    "dict": "{}",
    "set": "set()",
    "frozenset": "frozenset()",
}


class Mutant(Struct, frozen=True):
    """A rule switched off at one place; `tree` is the module with it."""

    rule: str
    file: str
    """Below the package."""
    function: str
    """Its name within the module: "judge", "Table.record"."""
    line: int
    what: str
    """In words: "answers False", "leaves out `table.record(...)`"."""
    place: int
    """The function's place among those of the module, in the order of the text."""
    edit: "Edit"

    @property
    def half(self) -> str:
        """What the mutant shares with the other one, where a truth is taken to be always or never
        so: one of the two is the rule switched off, the other the rule always on.
        """
        always = re.sub(r"^(answers|takes) (True|False)", r"\1 one way", self.what)
        return f"{self.rule} @ {self.file}:{self.function}:{self.line}: {always}"

    @property
    def is_at_home(self) -> bool:
        return self.file.split("/")[0] in HOMES

    @property
    def key(self) -> str:
        """What a reason for its survival is written under; no line, so that it lasts."""
        return f"{self.rule} @ {self.file}:{self.function}: {self.what}"


class Edit(Struct, frozen=True):
    """What is changed: the whole body (`statement` -1), or the statement of that number in it."""

    statement: int
    code: str
    """What stands there instead; empty: nothing."""


@cache
def ids() -> frozenset[str]:
    """The rules that do or forbid something: permissions are shown by being used."""
    return frozenset(entry.id for entry in rulebook() if entry.kind in ("effect", "limit"))


@cache
def mutants() -> tuple[Mutant, ...]:
    """All of them, by rule in the order of the book."""
    found: list[Mutant] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        file = path.relative_to(PACKAGE).as_posix()
        if file.split("/")[0] not in SPEAKERS:
            found += _of_module(file, ast.parse(path.read_text(encoding="utf-8")))
    at_home = {mutant.rule for mutant in found if mutant.is_at_home}
    found = [mutant for mutant in found if mutant.is_at_home or mutant.rule not in at_home]
    order = [entry.id for entry in rulebook()]
    return tuple(sorted(found, key=lambda m: (order.index(m.rule), m.file, m.line, m.what)))


def tree_with(mutant: Mutant) -> tuple[ast.Module, ast.FunctionDef]:
    """The mutant's module as it would be, and the changed function in it."""
    tree = ast.parse((PACKAGE / mutant.file).read_text(encoding="utf-8"))
    function = [node for _, node in functions(tree)][mutant.place]
    code = ast.parse(mutant.edit.code or "pass").body
    if mutant.edit.statement < 0:
        is_step = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))
        function.body = [*code, *(ast.parse("yield").body if is_step else [])]
    else:
        _put(function, list(statements(function.body))[mutant.edit.statement], code)
    for node in ast.walk(function):
        if isinstance(node, ast.stmt | ast.expr) and not hasattr(node, "lineno"):
            ast.copy_location(node, function)
    return ast.fix_missing_locations(tree), function


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes, by name, in the order of the text."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body and of the blocks in it, without those of functions within."""
    for statement in body:
        yield statement
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
            for part in ("body", "orelse", "finalbody"):
                yield from statements(getattr(statement, part, []))
            for case in getattr(statement, "cases", []):
                yield from statements(case.body)


def _of_module(file: str, tree: ast.Module) -> Iterator[Mutant]:
    names = _constants(tree)
    for place, (name, function) in enumerate(functions(tree)):
        gives = ast.unparse(function.returns) if function.returns else "None"
        for rule in sorted(set(ids_in_brackets(ast.get_docstring(function) or "")) & ids()):
            for answer in _nothings(gives):
                what = (
                    f"answers {answer}" if answer != "None" or gives != "None" else "does nothing"
                )
                edit = Edit(-1, f"return {answer}")
                yield Mutant(rule, file, name, function.lineno, what, place, edit)
        for number, statement in enumerate(statements(function.body)):
            cited = sorted(_named(statement, names) & ids())
            for rule in cited:
                for code, what in _without(statement, gives, rule):
                    edit = Edit(number, code)
                    yield Mutant(rule, file, name, statement.lineno, what, place, edit)


def _nothings(gives: str) -> tuple[str, ...]:
    """What a function that gives this could say if it had nothing to say."""
    if gives.startswith("Step["):
        gives = gives[5:-1]
    if gives == "bool":
        return ("True", "False")
    if "None" in gives.split(" | "):
        return ("None",)
    kind = gives.split("[")[0]
    return (EMPTY[kind],) if kind in EMPTY else ()


def _without(statement: ast.stmt, gives: str, rule: str) -> Iterator[tuple[str, str]]:
    """Code to stand in the statement's place without its rule, and what that is in words."""
    text = ast.unparse(statement).splitlines()[0]
    shown = text if len(text) <= 60 else f"{text[:57]}..."
    match statement:
        case ast.Expr():
            yield "", f"leaves out `{shown}`"
        case ast.AugAssign():
            yield "", f"leaves out `{shown}`"
        case ast.Return(value=ast.IfExp(body=ast.Constant(value=chosen)) as choice) if (
            chosen == rule
        ):
            yield f"return {ast.unparse(choice.orelse)}", f"never chooses in `{shown}`"
        case ast.Return(value=ast.IfExp(orelse=ast.Constant(value=chosen)) as choice) if (
            chosen == rule
        ):
            yield f"return {ast.unparse(choice.body)}", f"always chooses in `{shown}`"
        case ast.Return(value=ast.Call(func=ast.Name(id="Refusal"))):
            yield "", f"leaves out `{shown}`"
        case ast.Return():
            for answer in _nothings(gives):
                yield f"return {answer}", f"answers {answer} in `{shown}`"
        case ast.If():
            never = copy.copy(statement)
            never.test = ast.Constant(value=False)
            yield ast.unparse(ast.fix_missing_locations(never)), f"never goes into `{shown}`"
        case ast.Assign(targets=[target], value=ast.YieldFrom()):
            for answer in ("True", "False"):
                yield f"{ast.unparse(target)} = {answer}", f"takes {answer} for `{shown}`"
        case _:
            return


def _put(within: ast.AST, old: ast.stmt, new: list[ast.stmt]) -> None:
    for node in ast.walk(within):
        for part in ("body", "orelse", "finalbody"):
            block = getattr(node, part, None)
            if isinstance(block, list) and old in block:
                at = block.index(old)
                block[at : at + 1] = new
                return
    raise ValueError("the statement is not in the function")


def _constants(tree: ast.Module) -> dict[str, str]:
    """Names that the module gives to ids of rules."""
    return {
        node.targets[0].id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def _named(statement: ast.stmt, names: dict[str, str]) -> set[str]:
    """The strings of the statement itself, not of the blocks in it."""
    found: set[str] = set()
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        elif isinstance(node, ast.Name) and node.id in names:
            found.add(names[node.id])
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.stmt | ast.match_case):
                waiting.append(child)
    return found
