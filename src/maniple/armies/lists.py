"""Army lists: what an army may field, at what price, with the mark of each row.

    list_names, army_list     the lists that come with the program, by key
    read_list                 a list from a text of the same form, checked
    limits_of                 what an army may be made of
    find_entry                an entry of a list by its name, singular, plural or otherwise

A list is data alone (data/lists/*.toml): a new one needs no code.
"""

from functools import cache

from msgspec import Struct

from maniple.armies.datafiles import DATA, read_data, rows
from maniple.armies.entries import Entry
from maniple.armies.faults import faults_of
from maniple.armies.problems import ListError, Problem
from maniple.battle.sheet import Mark


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What an army may be made of; the shares in per cent. [army.characters, army.skirmishers]"""

    characters: int
    allies: int
    skirmishers: int
    least_models: int
    most_models: int


class LimitMarks(Struct, frozen=True, forbid_unknown_fields=True):
    """How sure each of the common limits is."""

    characters: Mark
    allies: Mark
    skirmishers: Mark
    least_models: Mark
    most_models: Mark


class CommandPrices(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for the three of a unit's command. [army.command]"""

    leader: int
    standard: int
    musician: int
    mark: Mark


class Composition(Struct, frozen=True, forbid_unknown_fields=True):
    command: CommandPrices
    limits: Limits
    marks: LimitMarks


class ArmyList(Struct, frozen=True, forbid_unknown_fields=True):
    """An army list; `limits` where it departs from the common ones."""

    key: str
    name: str
    entry: tuple[Entry, ...]
    summary: str = ""
    called: tuple[str, ...] = ()
    """Words that name the army in a phrase: "roman" archers."""
    limits: Limits | None = None


def find_entry(army: ArmyList, name: str) -> Entry | None:
    """The entry of this name, whether singular or plural, in any case."""
    word = " ".join(name.lower().split())
    for entry in army.entry:
        if word == entry.name:
            return entry
    return next((entry for entry in army.entry if word in entry.names), None)


@cache
def composition() -> Composition:
    """What command costs, and what an army may be made of where its list says nothing."""
    return read_data("composition.toml", Composition)


def limits_of(army: ArmyList) -> Limits:
    """What the army may be made of: as its list says, or as all armies."""
    return army.limits or composition().limits


@cache
def list_names() -> tuple[str, ...]:
    """The keys of all army lists."""
    return tuple(sorted(path.stem for path in (DATA / "lists").glob("*.toml")))


@cache
def army_list(key: str) -> ArmyList:
    """The army list of this key. Raises ListError when there is none or it is faulty."""
    if key not in list_names():
        remedy = f"one of {', '.join(list_names())}"
        raise ListError([Problem(f'there is no army list "{key}"', "army.list", remedy)])
    return read_list((DATA / "lists" / f"{key}.toml").read_text("utf-8"), f"{key}.toml")


def read_list(text: str, file: str = "") -> ArmyList:
    """An army list from a text. Raises ListError with all that is wrong with its rows."""
    army = rows(text, ArmyList, file)
    problems = [
        Problem(
            what, "army.list", "use what the tables have, and each name once", file, 0, "", name
        )
        for name, what in faults_of(army.entry)
    ]
    if problems:
        raise ListError(problems)
    return army
