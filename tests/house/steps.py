"""The grammar of the rules, read off the syntax tree.

A step is a function annotated `-> Step[...]`. `find_faults` first learns all steps of the package
(`learn`), then walks the rooms that speak this grammar, battle and rules, and reports

- the call of a step that does not stand under `yield from`: it would run nothing, silently;
- a bare `yield`, which belongs into battle/request.py alone;
- a `yield` inside `with` or `try ... finally`: a step that is dropped midway would not close it;
- a generator of the rules that is not annotated as a step, and so could not be watched.

A function that has no `yield` of its own may hand on a step (`return other_step(table)`), and so
may a lambda. In other rooms, a plain iterator that is no step may yield as it likes.
"""

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from house.sources import Source

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)

STEP_ROOMS = ("battle", "rules")
ROOM_OF_THE_YIELD = "maniple.battle.request"


class Lexicon(NamedTuple):
    """What the package's names stand for."""

    steps: frozenset[str]
    methods: frozenset[str]
    names: dict[str, dict[str, str]]

    def is_step(self, module: str, called: ast.expr) -> bool:
        """Whether what is called in a module is a step."""
        path = _dotted(called)
        if path is None:
            return isinstance(called, ast.Attribute) and called.attr in self.methods
        first, _, rest = path.partition(".")
        start = self.names[module].get(first)
        if start is not None and self._settle(f"{start}.{rest}" if rest else start) in self.steps:
            return True
        return bool(rest) and path.rpartition(".")[2] in self.methods

    def _settle(self, path: str, depth: int = 0) -> str:
        """Follow a name through the modules that pass it on, to where it is defined."""
        module, _, name = path.rpartition(".")
        target = self.names.get(module, {}).get(name, path)
        if target == path or depth > 10:
            return path
        return self._settle(target, depth + 1)


def find_faults(sources: Sequence[Source]) -> list[str]:
    """List every fault against the grammar, each with its module and line."""
    lexicon = learn(sources)
    return [
        f"{source.module}:{line}: {fault}"
        for source in sources
        for line, fault in sorted(_faults_of(source, lexicon))
    ]


def learn(sources: Sequence[Source]) -> Lexicon:
    """Learn which functions are steps and what each module's names stand for."""
    steps: set[str] = set()
    methods: set[str] = set()
    names: dict[str, dict[str, str]] = {}
    for source in sources:
        here = names.setdefault(source.module, {})
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                for alias in node.names:
                    here[alias.asname or alias.name] = f"{node.module}.{alias.name}"
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    root = alias.name.partition(".")[0]
                    here[alias.asname or root] = alias.name if alias.asname else root
        for node, parents in _walk(source.tree):
            if not isinstance(node, ast.FunctionDef):
                continue
            is_method = isinstance(parents[-1], ast.ClassDef)
            if not is_method:
                here[node.name] = f"{source.module}.{node.name}"
            if is_step_annotation(node.returns):
                if is_method:
                    methods.add(node.name)
                else:
                    steps.add(f"{source.module}.{node.name}")
    return Lexicon(frozenset(steps), frozenset(methods), names)


def is_step_annotation(annotation: ast.expr | None) -> bool:
    """Whether an annotation says `Step[...]`, alone or as one side of a union."""
    match annotation:
        case ast.Constant(value=str() as text):
            return is_step_annotation(ast.parse(text, mode="eval").body)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return is_step_annotation(left) or is_step_annotation(right)
        case ast.Subscript(value=value):
            return is_step_annotation(value)
        case ast.Name(id="Step") | ast.Attribute(attr="Step"):
            return True
        case _:
            return False


def _faults_of(source: Source, lexicon: Lexicon) -> Iterator[tuple[int, str]]:
    tree = source.tree
    generators = {
        scope
        for node, parents in _walk(tree)
        if isinstance(node, ast.Yield | ast.YieldFrom)
        and isinstance(scope := _scope(parents), ast.FunctionDef)
    }
    for function in generators:
        if source.is_in("rules") and not is_step_annotation(function.returns):
            yield function.lineno, f"{function.name} yields but is not annotated `-> Step[...]`"
    for node, parents in _walk(tree):
        scope = _scope(parents)
        is_step = isinstance(scope, ast.FunctionDef) and is_step_annotation(scope.returns)
        if isinstance(node, ast.Yield | ast.YieldFrom) and (is_step or source.is_in(*STEP_ROOMS)):
            if isinstance(node, ast.Yield) and not _is_asking(source, parents):
                yield node.lineno, "a bare yield"
            if any(_guards(parent) for parent in parents[parents.index(scope) :]):
                yield node.lineno, "a yield inside `with` or `try ... finally`"
        if (
            isinstance(node, ast.Call)
            and source.is_in("rules")
            and lexicon.is_step(source.module, node.func)
            and not isinstance(parents[-1], ast.YieldFrom)
        ):
            hands_on = is_step and scope not in generators and _is_handed_on(parents)
            if not (hands_on or isinstance(parents[-1], ast.Lambda)):
                yield node.lineno, f"{ast.unparse(node.func)}(...) without `yield from`"


def _is_asking(source: Source, parents: tuple[ast.AST, ...]) -> bool:
    """Whether this is the place where a request suspends its step."""
    scope = _scope(parents)
    return (
        source.module == ROOM_OF_THE_YIELD
        and isinstance(scope, ast.FunctionDef)
        and scope.name == "__iter__"
    )


def _scope(parents: tuple[ast.AST, ...]) -> ast.AST:
    """Find the function, the lambda or the module that a node runs in."""
    return next(node for node in reversed(parents) if isinstance(node, SCOPES))


def _is_handed_on(parents: tuple[ast.AST, ...]) -> bool:
    """Whether an expression is what its function returns, chosen by a condition or not."""
    outer = list(parents)
    while isinstance(outer[-1], ast.IfExp):
        outer.pop()
    return isinstance(outer[-1], ast.Return)


def _guards(node: ast.AST) -> bool:
    """Whether a statement would have to clean up after what stands in it."""
    if isinstance(node, ast.Try | ast.TryStar):
        return bool(node.finalbody)
    return isinstance(node, ast.With | ast.AsyncWith)


def _walk(
    node: ast.AST, parents: tuple[ast.AST, ...] = ()
) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    """Walk everything below a node, each with what encloses it, the outermost first."""
    inside = (*parents, node)
    for child in ast.iter_child_nodes(node):
        yield child, inside
        yield from _walk(child, inside)


def _dotted(node: ast.expr) -> str | None:
    """Spell out a name or a chain of attributes on a name."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            start = _dotted(value)
            return None if start is None else f"{start}.{attr}"
        case _:
            return None
