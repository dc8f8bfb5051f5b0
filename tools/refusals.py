"""Writes board/src/lib/refusals.json: every sentence in which the referee may refuse, with names and figures.

    PYTHONPATH=src:. python tools/refusals.py

They are read from the source of the rules and of looks, as battles by lot don't come across all of them.
The board's tests hold that each is known in every language; a test here, that the file is what this writes.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "board" / "src" / "lib" / "refusals.json"
SOURCES = ("src/maniple/rules", "src/maniple/server/looks")
CALLS = ("Refusal", "refuse", "no", "_no", "Hindrance")
"""Who is called with a sentence."""
HELD_IN = "why"
"""The variable that holds one."""
SHAPES = (
    ("moved.value", "moved"),
    ("stupor.value", "stands about"),
    ("aim.value", "a friend"),
    ("cover.value", "soft"),
)
"""What an expression may say that is a word of the language."""
STANDS_FOR = {"may": "on his own: he may go or join", "how": "flees"}
IS_FIGURE = re.compile(
    r"figure\(|len\(|^(files|models|places|seats|change|last|hand|left \+ right|number \+ 1|"
    r"MOST|ASIDE|FAR|MOST_MANOEUVRES)$|"
    r"\.(files|rate|cost|range|least_range|inches|facing|left|right|models)( \* 2)?$"
)
FIGURE, NAME = "7", "Phalanx"


def refusals() -> list[str]:
    """The sentences, in their order."""
    found: set[str] = set()
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                for said in _said_by(node):
                    found.update(_sentences(said))
    return sorted(one for one in found if " " in one and one.strip(f"{NAME}: "))


def written() -> str:
    """The text of the file."""
    return json.dumps(refusals(), ensure_ascii=False, indent=0) + "\n"


def _said_by(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in CALLS:
            yield from node.args
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name == HELD_IN:
            yield value
        case _:
            return


def _sentences(said: ast.expr) -> list[str]:
    match said:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=values):
            return ["".join([_filled(value) for value in values])]
        case ast.IfExp(body=body, orelse=orelse):
            return [*_sentences(body), *_sentences(orelse)]
        case _:
            return []


def _filled(piece: ast.expr) -> str:
    match piece:
        case ast.Constant(value=str(text)):
            return text
        case ast.FormattedValue(value=value):
            return _example(ast.unparse(value))
        case _:
            raise TypeError(f"no part of a sentence: {ast.dump(piece)}")


def _example(expression: str) -> str:
    for shape, word in SHAPES:
        if expression.endswith(shape):
            return word
    if expression in STANDS_FOR:
        return STANDS_FOR[expression]
    return FIGURE if IS_FIGURE.search(expression) else NAME


if __name__ == "__main__":
    _ = PLACE.write_text(written(), encoding="utf-8")
    print(f"{len(refusals())} refusals")
