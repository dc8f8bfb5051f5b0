"""Runs what the documents show.

In a document, in the order in which they stand, sharing one working directory:

- a block marked `python` is run; when it holds `>>>`, what it prints must follow, as in a session
  of Python; otherwise a block marked `text` right behind it is what it prints;
- a block marked `console` holds commands, each behind a `$`, and what each prints. Only `maniple`
  is run. A line `...` stands for any lines, and a command that fails ends with `(exit code 1)`.

What is not to be run is marked otherwise: `sh`, for one.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import maniple
from house.sources import ROOT

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
COLUMNS = 100


class Block(NamedTuple):
    """A fenced block: its mark, its text, and the line of the document where the text begins."""

    mark: str
    text: str
    line: int


class Wrong(NamedTuple):
    """A block that does not do what the document says."""

    line: int
    expected: str
    got: str


def blocks(text: str) -> list[Block]:
    """Find the fenced blocks of a document."""
    return [
        Block(match[1], match[2], text.count("\n", 0, match.start()) + 2)
        for match in FENCE.finditer(text)
    ]


def run_document(text: str, place: Path) -> list[Wrong]:
    """Run a document in a directory of its own, and list what does not come out as it says."""
    if (ROOT / "examples").is_dir():
        (place / "examples").symlink_to(ROOT / "examples")
    found = blocks(text)
    names: dict[str, object] = {"__name__": "__document__"}
    wrong: list[Wrong] = []
    with contextlib.chdir(place):
        for block, behind in zip_longest(found, found[1:]):
            if block.mark == "python" and ">>>" in block.text:
                wrong += run_session(block, names)
            elif block.mark == "python":
                output = behind.text if behind and behind.mark == "text" else ""
                wrong += run_program(block, output, names)
            elif block.mark == "console":
                wrong += run_commands(block)
    return wrong


def run_session(block: Block, names: dict[str, object]) -> list[Wrong]:
    """Run a session of Python; what it defines is known to the blocks below it."""
    test = doctest.DocTestParser().get_doctest(block.text, names, "session", None, block.line - 1)
    told = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    results = runner.run(test, out=told.write, clear_globs=False)
    names |= test.globs
    return [Wrong(block.line, block.text, told.getvalue())] if results.failed else []


def run_program(block: Block, output: str, names: dict[str, object]) -> list[Wrong]:
    """Run a piece of Python; what it defines is known to the blocks below it."""
    told = io.StringIO()
    code = compile("\n" * (block.line - 1) + block.text, "document", "exec")
    with contextlib.redirect_stdout(told):
        exec(code, names)
    return [] if is_same(output, told.getvalue()) else [Wrong(block.line, output, told.getvalue())]


def run_commands(block: Block) -> list[Wrong]:
    """Run the commands of a console."""
    head, *commands = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    wrong = [Wrong(block.line, "a command behind a $", head)] if head.strip() else []
    for command in commands:
        line, _, output = command.partition("\n")
        while line.endswith("\\"):
            more, _, output = output.partition("\n")
            line = line[:-1] + more
        words = shlex.split(line)
        if words[:1] != ["maniple"]:
            wrong.append(Wrong(block.line, "maniple ...", line))
            continue
        told = run_maniple(words[1:])
        if not is_same(output, told):
            wrong.append(Wrong(block.line, f"$ {line}\n{output}", told))
    return wrong


def run_maniple(arguments: list[str]) -> str:
    """Run the command line, and return what it prints."""
    ran = subprocess.run(
        [sys.executable, "-m", "maniple", *arguments],
        env=os.environ
        | {
            "COLUMNS": str(COLUMNS),
            "NO_COLOR": "1",
            "PYTHONPATH": str(Path(maniple.__path__[0]).parent.resolve()),
            "TERM": "dumb",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return ran.stdout + (f"(exit code {ran.returncode})\n" if ran.returncode else "")


def is_same(expected: str, got: str) -> bool:
    """Whether an output is the one expected, but for space at the ends of lines and lines `...`."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line.rstrip()) + "\n"
        for line in expected.strip().splitlines()
    )
    lines = "".join(line.rstrip() + "\n" for line in got.strip().splitlines())
    return re.fullmatch(pattern, lines) is not None
