"""Modules are short, finished, and give a reason where they leave the types."""

import ast
import io
import re
import tokenize
from textwrap import dedent

import pytest

from house.sources import Source, package_sources

LONGEST = 500

DIRECTIVE = re.compile(r"#\s*(type|pyright):\s*ignore(\[[\w\s,-]*\])?")


def comments(text: str) -> dict[int, str]:
    """Find the comment of each line that has one."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}


def is_reason(comment: str) -> bool:
    """Whether a comment says more than its directives."""
    return len(re.findall(r"\w+", DIRECTIVE.sub("", comment))) >= 2


def unreasoned(source: Source) -> list[str]:
    """List each `Any`, `cast` and ignored error without a comment on its line or the one before."""
    said = comments(source.text)
    places = [(line, match[0]) for line, text in said.items() if (match := DIRECTIVE.search(text))]
    typing_names: dict[str, str] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "typing":
            typing_names |= {alias.asname or alias.name: alias.name for alias in node.names}
    for node in ast.walk(source.tree):
        match node:
            case ast.Name(id=name) if typing_names.get(name) in {"Any", "cast"}:
                places.append((node.lineno, typing_names[name]))
            case ast.Attribute(value=ast.Name(id="typing"), attr="Any" | "cast" as name):
                places.append((node.lineno, name))
            case _:
                pass
    excused: set[int] = set()
    missing: list[str] = []
    for line, what in sorted(set(places)):
        # One comment may stand above several such lines in a row.
        if (
            is_reason(said.get(line, ""))
            or is_reason(said.get(line - 1, ""))
            or line - 1 in excused
        ):
            excused.add(line)
        else:
            missing.append(f"{source.module}:{line}: {what} without a reason")
    return missing


def unfinished(source: Source) -> list[str]:
    """List what says that something is still to be written."""
    return [
        f"{source.module}:{node.lineno}: NotImplementedError"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Name) and node.id == "NotImplementedError"
    ]


def test_no_module_is_long() -> None:
    lengths = {source.module: len(source.text.splitlines()) for source in package_sources()}
    assert lengths, "no sources were found"
    assert {module: length for module, length in lengths.items() if length > LONGEST} == {}


def test_every_way_out_of_the_types_has_its_reason() -> None:
    assert [place for source in package_sources() for place in unreasoned(source)] == []


def test_every_module_is_finished() -> None:
    assert [place for source in package_sources() for place in unfinished(source)] == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("from typing import Any\ndef f(x: Any) -> None: ...\n", ["m:2: Any without a reason"]),
        ("from typing import Any\nx: Any = 1  # whatever TOML holds\n", []),
        ("import typing\n# whatever TOML holds\nx: typing.Any = 1\n", []),
        ("from typing import Any\n# what TOML holds\nx: Any = 1\ny: Any = 2\n", []),
        ("import typing\ny = typing.cast(int, x)\n", ["m:2: cast without a reason"]),
        ("from typing import cast as c\ny = c(int, x)\n", ["m:2: cast without a reason"]),
        ("spell.cast(3)\n", []),
        ("x = 1  # type: ignore[misc]\n", ["m:1: # type: ignore[misc] without a reason"]),
        ("x = 1  # type: ignore[misc]  # the library's stubs are wrong\n", []),
        ("x = 1  # pyright: ignore\n", ["m:1: # pyright: ignore without a reason"]),
    ],
)
def test_a_missing_reason_is_noticed(text: str, places: list[str]) -> None:
    assert unreasoned(Source("m", text)) == places


def test_unfinished_work_is_noticed() -> None:
    text = dedent("""
        def march():
            raise NotImplementedError("later")
    """)
    assert unfinished(Source("m", text)) == ["m:3: NotImplementedError"]
