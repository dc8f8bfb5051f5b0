"""Reading the tables of a file field by field, so that every problem in it is found at once.

A reader of a field answers the value, or None after noting what is wrong with it; the caller goes
on with the other fields. `done` notes the keys that nobody asked for.
"""

import math
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import TypeVar

from maniple.armies.problems import Problem, meant, shown
from maniple.armies.sources import Place, Source

E = TypeVar("E", bound=Enum)

LONGEST_NAME = 60
MOST_TOLD = 20


class Notes:
    """The problems found so far in one source."""

    def __init__(self, source: Source, format_rule: str) -> None:
        self.source = source
        self.format_rule = format_rule
        self.problems: list[Problem] = []

    def add(
        self, place: Place, what: str, remedy: str, *, rule: str | None = None, unit: str = ""
    ) -> None:
        """Note a problem at a place."""
        self.problems.append(
            Problem(
                what,
                rule or self.format_rule,
                remedy,
                self.source.file,
                self.source.line_of(place),
                told(place),
                unit,
            )
        )


def told(place: Place) -> str:
    """A place as people write it, lists counted from 1: `units[3].models`."""
    words = ""
    for part in place:
        if isinstance(part, int):
            words += f"[{part + 1}]"
        else:
            # A key may be any text at all.
            key = part if part.isprintable() and len(part) <= LONGEST_NAME else shown(part)
            words += f".{key}" if words else key
    return words


class Fields:
    """One table of a file; `unit` names what it describes, for messages."""

    def __init__(self, table: Mapping[str, object], place: Place, notes: Notes) -> None:
        self.table = table
        self.place = place
        self.notes = notes
        self.unit = ""
        self._asked: list[str] = []

    def bad(self, key: str, what: str, remedy: str, *, rule: str | None = None) -> None:
        """Note a problem with a field of this table, or with the whole table (key "")."""
        place = (*self.place, key) if key else self.place
        self.notes.add(place, what, remedy, rule=rule, unit=self.unit)

    def has(self, key: str) -> bool:
        """Whether the field is there; it counts as asked for."""
        self._asked.append(key)
        return key in self.table

    def name(self, key: str, what: str) -> str | None:
        """A text for people, that must be there; `what` says what it is the name of."""
        if not self.has(key):
            self.bad(key, f"{key} is missing", f'give {what}: {key} = "..."')
            return None
        value = self.table[key]
        if not isinstance(value, str):
            self.bad(key, f"{key} is {shown(value)}, not a text", f'give {what}: {key} = "..."')
            return None
        value = value.strip()
        if not value or len(value) > LONGEST_NAME or not value.isprintable():
            what_now = f"{shown(value)} is no name" if value else f"{key} is empty"
            self.bad(key, what_now, f"1 to {LONGEST_NAME} printable characters")
            return None
        return value

    def text(self, key: str, default: str) -> str:
        """A free text that may be missing."""
        if not self.has(key):
            return default
        value = self.table[key]
        if not isinstance(value, str) or len(value) > 1000:
            self.bad(key, f"{key} is {shown(value)}", "a text of at most 1,000 characters")
            return default
        return value

    def word(
        self,
        key: str,
        words: Iterable[str],
        what: str,
        *,
        default: str | None = None,
        rule: str | None = None,
    ) -> str | None:
        """One of some words. Missing: the default, or a problem where there is none."""
        known = list(words)
        if not self.has(key):
            if default is None:
                self.bad(key, f"{key} is missing", f"name {what}: {meant('', known)}", rule=rule)
            return default
        value = self.table[key]
        if not isinstance(value, str):
            self.bad(key, f"{key} is {shown(value)}, not a text", meant("", known), rule=rule)
            return None
        if value not in known:
            self.bad(key, f"there is no {what} {shown(value)}", meant(value, known), rule=rule)
            return None
        return value

    def member(self, key: str, kinds: type[E], what: str, default: E) -> E:
        """One of the members of an enum, by its value; the default too when it is wrong."""
        word = self.word(key, [kind.value for kind in kinds], what, default=default.value)
        return default if word is None else kinds(word)

    def words(self, key: str, what: str) -> tuple[tuple[int, str], ...]:
        """A list of texts that may be missing, each with its position."""
        if not self.has(key):
            return ()
        value = self.table[key]
        if not isinstance(value, list) or len(value) > 50:
            self.bad(key, f"{key} is {shown(value)}", f'a list of {what}: {key} = ["...", "..."]')
            return ()
        for at, word in enumerate(value):
            if not isinstance(word, str):
                self.bad(key, f"{key} holds {shown(word)}", f"a list of {what}, each a text")
            elif word in value[:at]:
                self.bad(key, f"{key} has {shown(word)} twice", "name it once")
        texts = [(at, word) for at, word in enumerate(value) if isinstance(word, str)]
        return tuple((at, word) for at, word in texts if word not in value[:at])

    def whole(
        self,
        key: str,
        low: int,
        high: int,
        what: str,
        *,
        default: int | None = None,
        rule: str | None = None,
    ) -> int | None:
        """A whole number from `low` to `high`."""
        span = f"a whole number from {low:,} to {high:,}" if low < high else f"which is {low:,}"
        if not self.has(key):
            if default is None:
                self.bad(key, f"{key} is missing", f"give {what}, {span}", rule=rule)
            return default
        value = self.table[key]
        if isinstance(value, bool) or not isinstance(value, int):
            self.bad(key, f"{key} is {shown(value)}", f"{what}, {span}")
            return None
        if not low <= value <= high:
            self.bad(key, f"{key} is {shown(value)}", f"{what}, {span}", rule=rule)
            return None
        return value

    def number(
        self,
        key: str,
        low: float,
        high: float,
        what: str,
        *,
        default: float | None = None,
        rule: str | None = None,
    ) -> float | None:
        """A finite number from `low` to `high`."""
        if not self.has(key):
            if default is None:
                self.bad(key, f"{key} is missing", f"give {what}, {low:g} to {high:g}", rule=rule)
            return default
        value = as_number(self.table[key])
        if value is None or not low <= value <= high:
            found = shown(self.table[key])
            self.bad(key, f"{key} is {found}", f"{what}, {low:g} to {high:g}", rule=rule)
            return None
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        if not self.has(key):
            return default
        value = self.table[key]
        if not isinstance(value, bool):
            self.bad(key, f"{key} is {shown(value)}", "true or false, without quotation marks")
            return default
        return value

    def table_at(self, key: str, what: str) -> "Fields | None":
        """A table within this one; None when missing or wrong."""
        if not self.has(key):
            return None
        value = self.table[key]
        if not isinstance(value, dict):
            self.bad(key, f"{key} is {shown(value)}", f"a table of {what}")
            return None
        return Fields(value, (*self.place, key), self.notes)

    def tables(self, key: str, what: str, most: int) -> list["Fields"]:
        """A list of tables, at most so many of which are read."""
        if not self.has(key):
            return []
        value = self.table[key]
        if not isinstance(value, list):
            self.bad(key, f"{key} is {shown(value)}", f"tables of {what}, each headed [[{key}]]")
            return []
        if len(value) > most:
            self.bad(key, f"{len(value):,} {key} are too many", f"at most {most}")
        found: list[Fields] = []
        for at, row in enumerate(value[:most]):
            if isinstance(row, dict):
                found.append(Fields(row, (*self.place, key, at), self.notes))
            else:
                self.notes.add(
                    (*self.place, key, at), f"{shown(row)} is no table", f"{what}, headed [[{key}]]"
                )
        return found

    def done(self) -> None:
        """Note each key that nobody asked for, the first ones by name."""
        unknown = [key for key in self.table if key not in self._asked]
        for key in unknown[:MOST_TOLD]:
            self.bad(key, f"there is no field {shown(key)} here", meant(key, self._asked))
        if len(unknown) > MOST_TOLD:
            what = f"{len(unknown) - MOST_TOLD:,} more fields that there are not"
            self.bad("", what, meant("", self._asked))


def as_number(value: object) -> float | None:
    """A finite number of reasonable size as a float; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, int) and value.bit_length() > 64:
        return None
    return float(value) if math.isfinite(value) else None
