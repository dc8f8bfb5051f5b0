"""Army lists: what an army may field, at what price, with the mark of each row.

    list_names, army_list     the lists that come with the program, by key
    read_list                 a list from a text of the same form, checked
    find_entry                an entry of a list by its name, singular, plural or otherwise

A list is data alone (data/lists/*.toml): a new one needs no code.
"""

from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct

from maniple.armies.arms import armour_named, melee_for, melee_named, missile_named, mount_named
from maniple.armies.datafiles import DATA, read_data, rows
from maniple.armies.problems import ListError, Problem
from maniple.battle.sheet import Kind, Mark, Role, Traits, Warband

Figures = tuple[int, int, int, int, int, int, int, int, int]
"""M WS BS S T W I A Ld."""

TRAIT_NAMES = tuple(
    field.name.replace("_", " ") for field in msgspec.structs.fields(Traits) if field.type is bool
)
"""What an entry's `traits` may name: each switch of `Traits`, with spaces."""


class Marks(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a part of a row is surer or less sure than the row."""

    points: Mark | None = None
    profile: Mark | None = None
    leadership: Mark | None = None
    arms: Mark | None = None


class Leader(Struct, frozen=True, forbid_unknown_fields=True):
    """A leader with a name, price or Leadership of his own. [command.leader]"""

    name: str = "leader"
    points: int = 5
    leadership: int = 0


class Machine(Struct, frozen=True, forbid_unknown_fields=True):
    """The engine that a crew serves."""

    name: str
    toughness: int
    wounds: int
    weapon: str = ""


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a unit may take, leave or change, for points a model or for the unit."""

    name: str
    points: int
    mark: Mark
    points_for: Literal["model", "unit"] = "model"
    melee: tuple[str, ...] = ()
    missiles: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()
    """Arms and armour that it replaces."""
    mount: str = ""
    traits: tuple[str, ...] = ()
    traits_removed: tuple[str, ...] = ()
    leadership: int = 0
    """The unit's Leadership with it; 0: unchanged."""
    is_general: bool = False
    excludes: tuple[str, ...] = ()
    """Other options that can't be taken with it."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """Troops, a character or an engine that a list offers."""

    name: str
    """Its plural, where it has models."""
    kind: Kind
    profile: Figures
    points: int
    mark: Mark
    singular: str = ""
    plural: str = ""
    also: tuple[str, ...] = ()
    """Other names, for phrases and rosters."""
    points_for: Literal["model", "unit"] = "model"
    role: Role = Role.TROOPS
    sizes: tuple[int, int] | None = None
    """The least and most models; None: what the composition rules say."""
    melee: tuple[str, ...] = ()
    missiles: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    mount: str = ""
    traits: tuple[str, ...] = ()
    warband: Warband | None = None
    ignores_panic_of: tuple[str, ...] = ()
    kin: str = ""
    is_general: bool = False
    is_battle_standard: bool = False
    ally: bool = False
    leader: Leader | None = None
    no_command: bool = False
    engine: Machine | None = None
    option: tuple[Option, ...] = ()
    marks: Marks = Marks()

    @property
    def names(self) -> tuple[str, ...]:
        """All that it may be called."""
        return tuple(name for name in (self.name, self.singular, self.plural, *self.also) if name)

    @property
    def is_character(self) -> bool:
        return self.role is Role.CHARACTER

    def find_option(self, name: str) -> Option | None:
        """The option of this name."""
        return next((option for option in self.option if option.name == name), None)


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
        for name, what in _faults(army)
    ]
    if problems:
        raise ListError(problems)
    return army


def _faults(army: ArmyList) -> list[tuple[str, str]]:
    """What is wrong with the rows of a list, each with the entry's name."""
    found: list[tuple[str, str]] = []
    taken: set[str] = set()
    for entry in army.entry:
        if entry.name in taken:
            found.append((entry.name, "the name is given twice"))
        taken.add(entry.name)
        if any(name != name.lower() for name in entry.names):
            found.append((entry.name, "a name is not in small letters"))
        for name in _unknown_arms(entry):
            found.append((entry.name, f'there is no "{name}" that it could use'))
        of_options = [
            t for option in entry.option for t in (*option.traits, *option.traits_removed)
        ]
        for trait in (*entry.traits, *of_options):
            if trait not in TRAIT_NAMES:
                found.append((entry.name, f'there is no trait "{trait}"'))
        if not all(0 <= figure <= 10 for figure in entry.profile):
            found.append((entry.name, "a figure of its profile is not from 0 to 10"))
        names = [option.name for option in entry.option]
        for option in entry.option:
            if names.count(option.name) > 1:
                found.append((entry.name, f'two options are called "{option.name}"'))
            for other in option.excludes:
                if other not in names:
                    found.append((entry.name, f'it has no option "{other}" to exclude'))
        if (entry.kind is Kind.ENGINE) != (entry.engine is not None):
            found.append((entry.name, "an engine needs a machine, and nothing else has one"))
    return found


def _unknown_arms(entry: Entry) -> list[str]:
    """Arms, armour and mounts of an entry that no table has, or that can't be used so."""
    kits: list[Entry | Option] = [entry, *entry.option]
    always_mounted = entry.kind in (Kind.CAVALRY, Kind.CAMELRY) or entry.mount
    unknown: list[str] = []
    for kit in kits:
        for name in kit.melee:
            row = melee_named(name)
            if row is None or melee_for(row, mounted=bool(always_mounted or kit.mount)) is None:
                unknown.append(name)
        unknown += [name for name in kit.missiles if missile_named(name) is None]
        unknown += [name for name in kit.armour if armour_named(name) is None]
        if kit.mount and mount_named(kit.mount) is None:
            unknown.append(kit.mount)
    if entry.engine and entry.engine.weapon and missile_named(entry.engine.weapon) is None:
        unknown.append(entry.engine.weapon)
    return unknown
