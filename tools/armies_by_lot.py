"""Legal armies by lot out of the army lists, written as a player would write a roster.

army_by_lot      an army of about so many points, of any list
"""

from functools import cache

from msgspec.structs import replace

from maniple.armies import Roster, RosterError, read_roster
from maniple.armies.choice import Choice, PartTaken, level_of
from maniple.armies.entries import Entry, Option
from maniple.armies.extras import least_and_most
from maniple.armies.lists import army_list, limits_of, list_names
from maniple.armies.resolve import points_of
from maniple.armies.roster_units import sizes_of
from maniple.dice.seeded import Seeded

TRIES = 30
"""Armies drawn of a list before another list is tried."""
ROOM_FOR_WIZARDS = 500
"""Points from which on a wizard beside a general is no more than the characters that there may be."""


def army_by_lot(lot: Seeded, points: int, name: str) -> Roster:
    """An army of about so many points, by lot; another until the list allows it.

    A list is left only after some tries, so that each comes up as often, dear generals or not.
    """
    while True:
        key = lot.choice(_keys())
        for _ in range(TRIES):
            units = _units(lot, key, points)
            data = {"name": f"{name} {key}", "list": key, "points": points, "units": units}
            try:
                return read_roster(data)
            except RosterError:
                # Too many characters or skirmishers, or no general: another one is drawn.
                continue


@cache
def _keys() -> tuple[str, ...]:
    """The lists to draw from; those with wizards thrice, for their spells are many and seldom cast."""
    magic = [key for key in list_names() if any(entry.wizard for entry in army_list(key).entry)]
    return (*list_names(), *magic, *magic)


def _units(lot: Seeded, key: str, points: int) -> list[dict[str, object]]:
    units: list[dict[str, object]] = []
    left = points
    army = army_list(key)
    entries = army.entry
    leads = [entry for entry in entries if _can_command(entry)]
    wanted = [lot.choice(leads)]
    # Wizards are rare, and their spells many.
    wanted += [entry for entry in entries if entry.wizard and points >= ROOM_FOR_WIZARDS]
    wanted += [lot.choice(entries) for _ in range(24)]
    for entry in wanted:
        least, most = sizes_of(entry, limits_of(army))
        choice = _choice(lot, entry, least, most, left, general=not units)
        cost = points_of(choice)
        if cost <= left:
            units.append({**_row(choice), "name": f"{entry.name} {len(units) + 1}"})
            left -= cost
    return units


def _can_command(entry: Entry) -> bool:
    return entry.is_general or any(option.is_general for option in entry.option)


def _choice(
    lot: Seeded, entry: Entry, least: int, most: int, left: int, *, general: bool
) -> Choice:
    """A unit by lot, as small as it must be to cost no more than is left, if it can."""
    options = _options(lot, entry, general=general)
    leader, standard, musician = [
        not entry.is_character and not entry.no_command and lot.below(5) < 3 for _ in range(3)
    ]
    models = least + lot.below(max(1, min(most, 2 * least) - least + 1))
    crew = 0
    if entry.crew:
        crew = entry.crew.least + lot.below(entry.crew.most - entry.crew.least + 1)
    spells = tuple(lot.shuffled(entry.spells)[: level_of(entry, options)])
    choice = Choice(entry, models, options, leader, standard, musician, crew, (), spells)
    while choice.models > least and points_of(choice) > left:
        choice = replace(choice, models=choice.models - 1)
    return replace(choice, parts=_parts(lot, entry, choice.models))


def _options(lot: Seeded, entry: Entry, *, general: bool) -> tuple[Option, ...]:
    taken: list[Option] = []
    for option in entry.option:
        is_wanted = general if option.is_general else lot.below(3) == 0
        is_excluded = any(option.name in other.excludes for other in taken)
        is_alone = option.needs and option.needs not in [other.name for other in taken]
        if is_wanted and not is_excluded and not is_alone:
            taken.append(option)
    return tuple(taken)


def _parts(lot: Seeded, entry: Entry, models: int) -> tuple[PartTaken, ...]:
    taken: list[PartTaken] = []
    for part in entry.part:
        least, most = least_and_most(part, models)
        if least <= most and lot.below(3) > 0:
            taken.append(PartTaken(part, least + lot.below(most - least + 1)))
    return tuple(taken)


def _row(choice: Choice) -> dict[str, object]:
    """The unit as a roster says it."""
    entry = choice.entry
    row: dict[str, object] = {
        "entry": entry.name,
        "options": [option.name for option in choice.options],
    }
    words = ("leader", "standard", "musician")
    command = [word for word in words if getattr(choice, word)]
    if command:
        row["command"] = command
    if not entry.is_character:
        row["models"] = choice.models
    if choice.crew:
        row["crew"] = choice.crew
    if choice.parts:
        row["parts"] = {taken.part.name: taken.models for taken in choice.parts}
    if choice.spells:
        row["spells"] = list(choice.spells)
    return row
