"""What is wrong with a file that a player wrote: each problem with its place, rule and remedy.

A roster or scenario collects all its problems and reports them at once; the exceptions carry them.
"""

import difflib
from collections.abc import Iterable

from msgspec import Struct

LONGEST_SHOWN = 40


class Problem(Struct, frozen=True):
    """One thing that is wrong in a roster or scenario."""

    what: str
    """What is wrong, with the value that was found."""
    rule: str
    """The entry of the rulebook that it breaks."""
    remedy: str
    """What would be right."""
    file: str = ""
    """The file's path, or what stands for it; "" for text that came without one."""
    line: int = 0
    """From 1; 0 where no line could be found."""
    field: str = ""
    """Where in the file's data: "units[3].models"; "" for the file as a whole."""
    unit: str = ""
    """The name of the unit or the piece of terrain, where it has one."""

    def __str__(self) -> str:
        where = [self.file] if self.file else []
        if self.line:
            where.append(f"line {self.line}")
        if self.unit:
            where.append(self.unit)
        if self.field:
            where.append(self.field)
        place = ", ".join(where)
        told = f"{self.what} [{self.rule}]: {self.remedy}"
        return f"{place}: {told}" if place else told


class ProblemsFound(Exception):
    """A file can't be used; `problems` says why, in the order of the file."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class RosterError(ProblemsFound):
    """A roster can't be used."""


class ScenarioError(ProblemsFound):
    """A scenario can't be used."""


class ListError(ProblemsFound):
    """An army list, or the table of weapons or armour that it draws on, can't be used."""


def shown(value: object) -> str:
    """A value from a file, for a message: short, and without anything that a terminal obeys."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        # A whole number of thousands of digits can't even be written out.
        return f"{value:,}" if value.bit_length() < 64 else "a number of more than 19 digits"
    if isinstance(value, str):
        return ascii(cut(value)) if not value.isprintable() else f'"{cut(value)}"'
    if isinstance(value, float):
        # 2.0 is no whole number, and is not to look like one.
        return f"{value:.1f}" if value.is_integer() and abs(value) < 1e15 else f"{value:g}"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return cut(str(value))


def cut(text: str) -> str:
    """A text, cut where it is too long to be told."""
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def meant(word: str, words: Iterable[str], *, most: int = 12) -> str:
    """What a misspelt word may have meant, as a remedy: "did you mean ...?", or all the words."""
    known = list(dict.fromkeys(words))
    lowered = {known_word.lower(): known_word for known_word in known}
    near = difflib.get_close_matches(cut(word).lower(), lowered, n=2, cutoff=0.6)
    if near:
        return "did you mean " + " or ".join(f'"{lowered[one]}"' for one in near) + "?"
    if not known:
        return "there is none to choose from"
    more = ", ..." if len(known) > most else ""
    return "one of " + ", ".join(f'"{one}"' for one in known[:most]) + more
