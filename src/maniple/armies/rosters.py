"""Rosters: from a player's file to an army of resolved sheets, or all that is wrong with it.

    load_roster     from a path, a built-in name or a text
    read_roster     from data that was read already
    roster_names    what comes with the program

The format is told in docs/howto/rosters.md.
"""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from maniple.armies.fields import Fields, Notes
from maniple.armies.limits import Taken, check_army
from maniple.armies.lists import (
    ArmyList,
    Entry,
    Limits,
    Option,
    army_list,
    composition,
    find_entry,
    list_names,
)
from maniple.armies.problems import ListError, ProblemsFound, RosterError, meant, shown
from maniple.armies.resolve import Choice, points_of, sheet_of
from maniple.armies.sources import Source, builtin_names, find
from maniple.battle.sheet import Kind, Sheet

FORMAT = "army.roster"
MOST_UNITS = 100
MOST_POINTS = 100_000
COMMAND = ("leader", "standard", "musician")


class Roster(Struct, frozen=True):
    """An army ready for battle."""

    name: str
    list: str
    """The key of its army list."""
    army: str
    """The name of its army list."""
    points: int
    """What it was allowed."""
    units: tuple[Sheet, ...]
    """In the order of the file."""

    @property
    def cost(self) -> int:
        """The sum of the units' points."""
        return sum(unit.points for unit in self.units)

    @property
    def models(self) -> int:
        return sum(unit.models for unit in self.units)

    def unit(self, name: str) -> Sheet:
        """The unit of this name. Raises KeyError, with the names there are."""
        for unit in self.units:
            if unit.name == name:
                return unit
        raise KeyError(f"no unit {shown(name)}: {meant(name, [unit.name for unit in self.units])}")


def roster_names() -> tuple[str, ...]:
    """The names of the rosters that come with the program."""
    return builtin_names("rosters")


def load_roster(source: str | Path) -> Roster:
    """A roster from a path, a built-in name, or a text (anything with a newline in it).

    Raises RosterError, which carries every problem found.
    """
    try:
        found = find(source, "rosters", FORMAT)
    except ProblemsFound as error:
        raise RosterError(error.problems) from None
    return _read(found)


def read_roster(data: Mapping[str, object], file: str = "") -> Roster:
    """A roster from the data of a file. Raises RosterError with every problem."""
    return _read(Source(file, "", data))


def _read(source: Source) -> Roster:
    notes = Notes(source, FORMAT)
    top = Fields(source.data, (), notes)
    name = top.name("name", "the army a name")
    key = top.word("list", list_names(), "army list", rule="army.list")
    points = top.whole("points", 1, MOST_POINTS, "points that it may cost", rule="army.points")
    rows = top.tables("units", "units", MOST_UNITS)
    if not rows and not (top.has("units") and source.data["units"] != []):
        top.bad("units", "there are no units", "head each with [[units]]")
    top.done()
    army = _list_of(key, notes) if key else None
    taken = [_unit(row, army) for row in rows]
    whole = [unit for unit in taken if unit]
    _check_names(rows, notes)
    if army and points:
        check_army(whole, len(whole) == len(rows), points, _limits(army), notes)
    if notes.problems or name is None or army is None or points is None:
        raise RosterError(sorted(notes.problems, key=lambda problem: problem.line))
    sheets = tuple(sheet_of(unit.choice, unit.name) for unit in whole)
    return Roster(name, army.key, army.name, points, sheets)


def _list_of(key: str, notes: Notes) -> ArmyList | None:
    try:
        return army_list(key)
    except ListError as error:
        notes.add(("list",), f"the army list is faulty: {error}", "mend it", rule="army.list")
        return None


def _limits(army: ArmyList) -> Limits:
    return army.limits or composition().limits


def _unit(row: Fields, army: ArmyList | None) -> Taken | None:
    """One unit of the roster; None when it could not be made out, after noting why."""
    before = len(row.notes.problems)
    name = row.name("name", "the unit a name of its own")
    row.unit = name or ""
    entry = _entry(row, army)
    if entry is None or army is None:
        # Nothing more can be told of a unit of an unknown sort but which of its fields are none.
        for key in ("models", "options", "command"):
            _ = row.has(key)
        row.done()
        return None
    models = _models(row, entry, _limits(army))
    options = _options(row, entry)
    leader, standard, musician = _command(row, entry)
    row.done()
    if models is None or name is None or len(row.notes.problems) > before:
        return None
    choice = Choice(entry, models, options, leader, standard, musician)
    return Taken(name, choice, points_of(choice), row.place)


def _entry(row: Fields, army: ArmyList | None) -> Entry | None:
    if not row.has("entry"):
        row.bad("entry", "entry is missing", 'name an entry of the army list: entry = "..."')
        return None
    value = row.table["entry"]
    if not isinstance(value, str):
        row.bad("entry", f"entry is {shown(value)}", "the name of an entry of the army list")
        return None
    if army is None:
        return None
    entry = find_entry(army, value)
    if entry is None:
        names = {name: None for one in army.entry for name in (one.name, *one.names)}
        remedy = meant(value, names if _is_near(value, names) else [one.name for one in army.entry])
        what = f"{army.name} has no entry {shown(value)}"
        row.bad("entry", what, remedy, rule="army.list")
    return entry


def _is_near(value: str, names: Mapping[str, None]) -> bool:
    return meant(value, names).startswith("did you mean")


def _models(row: Fields, entry: Entry, limits: Limits) -> int | None:
    least, most = _sizes(entry, limits)
    return row.whole(
        "models",
        least,
        most,
        f"the models of {entry.name}",
        default=least if least == most else None,
        rule="army.unit-size",
    )


def _sizes(entry: Entry, limits: Limits) -> tuple[int, int]:
    """The least and most models of a unit. [army.unit-size]"""
    if entry.is_character:
        return 1, 1
    if entry.sizes:
        return entry.sizes
    if entry.kind in (Kind.FOOT, Kind.CAVALRY, Kind.CAMELRY):
        return limits.least_models, limits.most_models
    return 1, 1


def _options(row: Fields, entry: Entry) -> tuple[Option, ...]:
    offered = [option.name for option in entry.option]
    taken: list[Option] = []
    for _, word in row.words("options", "options"):
        option = entry.find_option(word)
        if option is None:
            what = f"{entry.name} has no option {shown(word)}"
            row.bad("options", what, meant(word, offered), rule="army.list")
        else:
            taken.append(option)
    names = [option.name for option in taken]
    for option in taken:
        for other in option.excludes:
            if other in names:
                what = f'"{option.name}" and "{other}" do not go together'
                row.bad("options", what, "take one of them", rule="army.list")
    return tuple(taken)


def _command(row: Fields, entry: Entry) -> tuple[bool, bool, bool]:
    named = row.words("command", "leader, standard and musician")
    taken = [False, False, False]
    allowed = {word: at for at, word in enumerate(COMMAND)}
    if entry.leader:
        allowed[entry.leader.name] = 0
    for _, word in named:
        if word not in allowed:
            remedy = meant(word, allowed)
            row.bad(
                "command", f"there is no command model {shown(word)}", remedy, rule="army.command"
            )
        elif taken[allowed[word]]:
            row.bad("command", "a unit has one leader only", "name him once", rule="army.command")
        else:
            taken[allowed[word]] = True
    if named and (entry.is_character or entry.no_command):
        remedy = "leave command out"
        row.bad("command", f"{entry.name} has no command models", remedy, rule="army.command")
    return taken[0], taken[1], taken[2]


def _check_names(rows: list[Fields], notes: Notes) -> None:
    """No two units of one name, in any case. [army.roster]"""
    seen: dict[str, str] = {}
    for row in rows:
        if not row.unit:
            continue
        word = row.unit.casefold()
        if word in seen:
            what = f"two units are called {shown(row.unit)}"
            remedy = "give each unit a name of its own"
            notes.add((*row.place, "name"), what, remedy, unit=row.unit)
        seen[word] = row.unit
