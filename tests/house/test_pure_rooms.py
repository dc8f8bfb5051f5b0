"""Geometry, dice, battle and rules only compute: no chance, no clock, no reading, no writing."""

import ast

import pytest

from house.sources import PURE_ROOMS, Source, package_sources

# Libraries that compute and nothing else. A name missing here may be added if that is true of it.
ALLOWED = {
    "__future__", "abc", "bisect", "collections", "contextlib", "copy", "dataclasses", "decimal",
    "enum", "fractions", "functools", "hashlib", "heapq", "hmac", "itertools", "math", "msgspec",
    "numbers", "operator", "re", "string", "struct", "textwrap", "types", "typing", "maniple",
}  # fmt: skip
FORBIDDEN_CALLS = {"open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint"}


def impurities(source: Source) -> list[str]:
    """List what a pure room may not import or call."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(source.tree):
        match node:
            case ast.Import(names=names):
                modules = [alias.name for alias in names]
            case ast.ImportFrom(module=str() as module, level=0):
                modules = [module]
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
                found.append((node.lineno, f"calls {name}"))
                continue
            case _:
                continue
        found += [
            (node.lineno, f"imports {module}")
            for module in modules
            if module.partition(".")[0] not in ALLOWED
        ]
    return [f"{source.module}:{line} {what}" for line, what in sorted(found)]


def test_the_pure_rooms_are_pure() -> None:
    sources = [source for source in package_sources() if source.is_in(*PURE_ROOMS)]
    assert [fault for source in sources for fault in impurities(source)] == []


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("import random", ["m:1 imports random"]),
        ("from time import monotonic", ["m:1 imports time"]),
        ("import math, logging", ["m:1 imports logging"]),
        ("def f():\n    import secrets", ["m:2 imports secrets"]),
        ("import os.path", ["m:1 imports os.path"]),
        ("import numpy as np", ["m:1 imports numpy"]),
        ("from pathlib import Path", ["m:1 imports pathlib"]),
        ("print(open('x'))", ["m:1 calls open", "m:1 calls print"]),
        ("import msgspec\nfrom collections.abc import Iterator\nfrom maniple.dice import pool", []),
    ],
)
def test_an_impurity_is_noticed(text: str, faults: list[str]) -> None:
    assert impurities(Source("m", text)) == faults
