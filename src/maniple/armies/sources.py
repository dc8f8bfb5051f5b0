"""Where the text of a roster or scenario comes from, and on which line something stands in it.

`find` takes a path, a text, or the name of a built-in file; `Source.line_of` finds the line of a
table or key by reading the text, since the TOML reader of the standard library keeps no lines.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from maniple.armies.problems import Problem, ProblemsFound, meant, shown

HERE = Path(__file__).parent
LARGEST = 100_000
"""Bytes; a large roster has three thousand."""

Place = tuple[str | int, ...]
"""Keys and list positions (from 0) that lead to a value: ("units", 2, "models")."""

# Possessive (`++`), so that no text makes them try again and again.
_ASSIGNED = re.compile(r"""^\s*+("[^"]*+"|'[^']*+'|[\w-]++)\s*+[=.]""")
_DEEP = re.compile(r"""(?<!["'\w-])(?:["'\w-]++[ \t]*+\.[ \t]*+){30}""")
"""A dotted name of 30 parts: nothing here needs it, and long ones take the reader minutes."""
_HEADER = re.compile(r"""^\s*+(\[\[?+)([\w\s."'-]++)\]\]?+\s*+(?:#.*)?$""")


class Source:
    """A text that was read, what it is called, and the data in it."""

    def __init__(self, file: str, text: str, data: Mapping[str, object]) -> None:
        self.file = file
        self.text = text
        self.data = data

    @cached_property
    def _lines(self) -> dict[Place, int]:
        return _lines(self.text)

    def line_of(self, place: Place) -> int:
        """The line where the value at `place` stands, or the table that holds it; 0: not found."""
        while place:
            if place in self._lines:
                return self._lines[place]
            place = place[:-1]
        return 0


def builtin_names(folder: str) -> tuple[str, ...]:
    """The names of the files that come with the program: of "rosters", or of "scenarios"."""
    return tuple(sorted(path.stem for path in (HERE / folder).glob("*.toml")))


def find(source: str | Path, folder: str, format_rule: str) -> Source:
    """Read a source: a path, the name of a built-in file of `folder`, or (with a newline) a text.

    Raises ProblemsFound when there is no such file, it can't be read, or it isn't TOML.
    """
    if isinstance(source, str) and "\n" in source:
        return parse("", source, format_rule)
    if isinstance(source, str) and source in builtin_names(folder):
        source = HERE / folder / f"{source}.toml"
    return parse(str(source), _read(source, folder, format_rule), format_rule)


def parse(file: str, text: str, format_rule: str) -> Source:
    """The data of a text. Raises ProblemsFound when it isn't TOML."""

    def bad(what: str, remedy: str, line: int = 0) -> ProblemsFound:
        return ProblemsFound([Problem(what, format_rule, remedy, file, line)])

    if len(text) > LARGEST:
        raise bad(f"the text is longer than {LARGEST:,} characters", "leave out what is not needed")
    too_deep = bad(
        "not TOML that could be read: it is nested too deeply, or a number in it is too long",
        "a file needs neither lists within lists many deep nor such numbers",
    )
    if _DEEP.search(text):
        raise too_deep
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        told = re.sub(r"\s*\(at (line \d+.*|end of document)\)$", "", str(error))
        at = int(line[1]) if line else text.count("\n") + 1
        raise bad(f"not TOML: {told}", "see https://toml.io for how it is written", at) from None
    except (RecursionError, ValueError):
        raise too_deep from None
    return Source(file, text, data)


def _read(source: str | Path, folder: str, format_rule: str) -> str:
    told = str(source)
    names = builtin_names(folder)

    def bad(what: str, remedy: str) -> ProblemsFound:
        return ProblemsFound(
            [Problem(what, format_rule, remedy, told if told.isprintable() else shown(told)[1:-1])]
        )

    try:
        path = Path(source)
        if not told:
            raise bad("no file is named", "name one, or a built-in one: " + meant(told, names))
        if not path.is_file():
            if path.is_dir():
                kind = "a folder, not a file"
            else:
                kind = "not a plain file" if path.exists() else "no such file"
            raise bad(kind, "name a file, or a built-in one: " + meant(told, names))
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "no path"
        raise bad(f"can't be read: {reason}", "name a file that can be read") from None
    if len(raw) > LARGEST:
        raise bad(f"the file is larger than {LARGEST:,} bytes", "leave out what is not needed")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = raw[: error.start].count(b"\n") + 1
        what = f"not UTF-8: byte {raw[error.start]:#04x} on line {at}"
        raise bad(what, "save the file as UTF-8 text") from None


def _key(text: str) -> str:
    return text.strip().strip("\"'")


def _lines(text: str) -> dict[Place, int]:
    """The first line of each table, list element and key that is written as such."""
    lines: dict[Place, int] = {}
    seen: dict[str, int] = {}
    here: Place = ()
    for number, line in enumerate(text.splitlines(), start=1):
        header = _HEADER.match(line)
        if header:
            here = _table(header[1] == "[[", header[2], seen)
            _ = lines.setdefault(here, number)
        elif assigned := _ASSIGNED.match(line):
            _ = lines.setdefault((*here, _key(assigned[1])), number)
    return lines


def _table(is_list: bool, name: str, seen: dict[str, int]) -> Place:
    """The place that a header opens; `seen` counts the elements of each list so far."""
    here: list[str | int] = []
    dotted = ""
    parts = [_key(part) for part in name.split(".")]
    for depth, part in enumerate(parts):
        dotted = f"{dotted}.{part}"
        here.append(part)
        if is_list and depth == len(parts) - 1:
            seen[dotted] = seen.get(dotted, -1) + 1
        if dotted in seen:
            here.append(seen[dotted])
    return tuple(here)
