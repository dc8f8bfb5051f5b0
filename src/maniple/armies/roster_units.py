"""One unit of a roster: what it takes of its army list, or all that is wrong with it.

read_unit     entry, models, options, command; crew, parts and spells are read by `extras`
sizes_of      the least and most models of an entry     [army.unit-size]
"""

from collections.abc import Mapping

from maniple.armies.choice import Choice
from maniple.armies.entries import Entry, Option
from maniple.armies.extras import read_crew, read_parts, read_spells
from maniple.armies.fields import Fields
from maniple.armies.limits import Taken
from maniple.armies.lists import ArmyList, Limits, find_entry, limits_of
from maniple.armies.problems import meant, shown
from maniple.armies.resolve import points_of
from maniple.battle.sheet import Kind

COMMAND = ("leader", "standard", "musician")
FIELDS = ("models", "options", "command", "crew", "parts", "spells")


def read_unit(row: Fields, army: ArmyList | None) -> Taken | None:
    """One unit of the roster; None when it could not be made out, after noting why."""
    before = len(row.notes.problems)
    name = row.name("name", "the unit a name of its own")
    row.unit = name or ""
    entry = _entry(row, army)
    if entry is None or army is None:
        # Nothing more can be told of a unit of an unknown sort but which of its fields are none.
        for key in FIELDS:
            _ = row.has(key)
        row.done()
        return None
    models = _models(row, entry, limits_of(army))
    options = _options(row, entry)
    leader, standard, musician = _command(row, entry)
    crew = read_crew(row, entry)
    parts = read_parts(row, entry, models)
    spells = read_spells(row, entry, options)
    row.done()
    if models is None or name is None or len(row.notes.problems) > before:
        return None
    choice = Choice(entry, models, options, leader, standard, musician, crew, parts, spells)
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
    least, most = sizes_of(entry, limits)
    return row.whole(
        "models",
        least,
        most,
        f"the models of {entry.name}",
        default=least if least == most else None,
        rule="army.unit-size",
    )


def sizes_of(entry: Entry, limits: Limits) -> tuple[int, int]:
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
        if option.needs and option.needs not in names:
            what = f'"{option.name}" goes with "{option.needs}" alone'
            row.bad("options", what, "take both or neither", rule="army.list")
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
