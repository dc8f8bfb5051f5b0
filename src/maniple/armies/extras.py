"""What a roster says of a unit that few have: crew, parts of another kind, spells.

read_crew       crew = 4                     how many ride on each beast or machine
read_parts      parts = { archers = 8 }      how many of its models are of another kind
read_spells     spells = ["gale"]            which spells a wizard knows
"""

from maniple.armies.choice import PartTaken, level_of
from maniple.armies.entries import Entry, Option, Part
from maniple.armies.fields import Fields
from maniple.armies.problems import meant, shown


def read_crew(row: Fields, entry: Entry) -> int:
    """Those who ride on each beast or machine; 0 for what has no crew. [troop.elephant]

    Left out, there are as many as may be.
    """
    crew = entry.crew
    if crew is None:
        if row.has("crew"):
            what = f"{entry.name} have no crew to choose"
            row.bad("crew", what, "leave crew out", rule="army.crew")
        return 0
    what = f"the crew of {entry.name}"
    given = row.whole("crew", crew.least, crew.most, what, default=crew.most, rule="army.crew")
    return crew.most if given is None else given


def read_parts(row: Fields, entry: Entry, models: int | None) -> tuple[PartTaken, ...]:
    """Models of another kind in the unit, in the order of the list. [army.parts]"""
    if not row.has("parts"):
        return ()
    table = row.table_at("parts", "models by kind, as { archers = 8 }")
    if table is None:
        return ()
    table.unit = row.unit
    names = [part.name for part in entry.part]
    for word in table.table:
        if word not in names:
            what = f"for {entry.name} there is no part {shown(word)}"
            _ = table.has(word)
            table.bad(word, what, meant(word, names), rule="army.list")
    counts = [
        (
            part,
            table.whole(
                part.name,
                0,
                models or 0,
                f"{part.name} of its models",
                default=0,
                rule="army.parts",
            ),
        )
        for part in entry.part
        if models is not None
    ]
    table.done()
    taken = tuple([PartTaken(part, count) for part, count in counts if count])
    if models is not None:
        for each in taken:
            _check_share(table, each, models)
        if sum(each.models for each in taken) >= models:
            what = f"its parts are all of its {models} models"
            remedy = f"leave some {entry.name}, or take a unit of the other kind"
            table.bad("", what, remedy, rule="army.parts")
    return taken


def least_and_most(part: Part, models: int) -> tuple[int, int]:
    """How many of so many models the part may be, where it is taken at all. [army.parts]"""
    return max(1, -(-part.least * models // 100)), part.most * models // 100


def _check_share(table: Fields, taken: PartTaken, models: int) -> None:
    least, most = least_and_most(taken.part, models)
    if not least <= taken.models <= most:
        name = taken.part.name
        what = f"{taken.models} of {models} models are {name}"
        remedy = f"{least} to {most} of them" if least <= most else f"no {name} among so few"
        table.bad(name, what, remedy, rule="army.parts")


def read_spells(row: Fields, entry: Entry, options: tuple[Option, ...]) -> tuple[str, ...]:
    """The spells that a wizard knows, as many as his level; left out, the first of his list.

    [magic.phase]
    """
    level = level_of(entry, options)
    known = entry.spells[:level]
    if not row.has("spells"):
        return known
    if not level:
        what = f"{entry.name} cannot know spells"
        row.bad("spells", what, "leave spells out", rule="magic.phase")
        return ()
    words = [word for _, word in row.words("spells", "spells that he knows")]
    for word in words:
        if word not in entry.spells:
            what = f"{entry.name} cannot know {shown(word)}"
            row.bad("spells", what, meant(word, entry.spells), rule="magic.phase")
    if len(words) != level:
        what = f"{len(words)} spell{'s' if len(words) != 1 else ''} for a wizard of level {level}"
        row.bad("spells", what, f"name {level}", rule="magic.phase")
    return tuple(words)
