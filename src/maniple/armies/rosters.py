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
from maniple.armies.limits import check_army
from maniple.armies.lists import ArmyList, army_list, limits_of, list_names
from maniple.armies.problems import ListError, ProblemsFound, RosterError, meant, shown
from maniple.armies.resolve import sheet_of
from maniple.armies.roster_units import read_unit
from maniple.armies.sources import Source, builtin_names, find
from maniple.battle.sheet import Sheet

FORMAT = "army.roster"
MOST_UNITS = 100
MOST_POINTS = 100_000


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
    taken = [read_unit(row, army) for row in rows]
    whole = [unit for unit in taken if unit]
    _check_names(rows, notes)
    if army and points:
        check_army(whole, len(whole) == len(rows), points, limits_of(army), notes)
    if notes.problems or name is None or army is None or points is None:
        raise RosterError(sorted(notes.problems, key=lambda problem: problem.line))
    sheets = tuple(sheet_of(unit.choice, unit.name, army.key) for unit in whole)
    return Roster(name, army.key, army.name, points, sheets)


def _list_of(key: str, notes: Notes) -> ArmyList | None:
    try:
        return army_list(key)
    except ListError as error:
        notes.add(("list",), f"the army list is faulty: {error}", "mend it", rule="army.list")
        return None


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
