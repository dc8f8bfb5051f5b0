"""What is wrong with the rows of an army list: names given twice, arms that no table has, and so on.

faults_of     each fault of some entries, with the entry's name
"""

from collections.abc import Iterable, Iterator

from maniple.armies.arms import (
    BORNE,
    armour_named,
    melee_for,
    melee_named,
    missile_named,
    mount_named,
)
from maniple.armies.entries import TRAIT_NAMES, Entry, Figures, Option
from maniple.armies.spells import spell_book
from maniple.battle.sheet import Kind

CREWED = (
    Kind.LIGHT_CHARIOT,
    Kind.HEAVY_CHARIOT,
    Kind.SCYTHED_CHARIOT,
    Kind.ELEPHANT,
    Kind.WAR_WAGON,
)
"""Only these carry a crew; an engine is served by its models."""
LEAST_BASE, MOST_BASE = 15.0, 150.0
"""Millimetres."""
HIGHEST_LEVEL = 4
"""Of a wizard. [magic.phase]"""


def faults_of(entries: Iterable[Entry]) -> list[tuple[str, str]]:
    """What is wrong with the rows of a list, each with the entry's name."""
    found: list[tuple[str, str]] = []
    taken: set[str] = set()
    for entry in entries:
        if entry.name in taken:
            found.append((entry.name, "the name is given twice"))
        taken.add(entry.name)
        found += [(entry.name, what) for what in _faults(entry)]
    return found


def _faults(entry: Entry) -> Iterator[str]:
    if any(name != name.lower() for name in entry.names):
        yield "a name is not in small letters"
    for name in _unknown_arms(entry):
        yield f'there is no "{name}" that it could use'
    of_options = [t for option in entry.option for t in (*option.traits, *option.traits_removed)]
    for trait in (*entry.traits, *of_options):
        if trait not in TRAIT_NAMES:
            yield f'there is no trait "{trait}"'
    if not all(_is_sound(profile) for profile in _profiles(entry)):
        yield "a figure of its profile is not from 0 to 10"
    yield from _option_faults(entry)
    yield from _part_faults(entry)
    if entry.base and not all(LEAST_BASE <= mm <= MOST_BASE for mm in entry.base):
        yield f"its base is not {LEAST_BASE:g} to {MOST_BASE:g} mm each way"
    if (entry.kind is Kind.ENGINE) != (entry.engine is not None):
        yield "an engine needs a machine, and nothing else has one"
    if entry.crew and entry.kind not in CREWED:
        yield "nobody rides on it: only chariots, elephants and war wagons have a crew"
    if entry.crew and not 0 < entry.crew.least <= entry.crew.most:
        yield "its crew is from 1 up, and least is no more than most"
    yield from _wizard_faults(entry)


def _profiles(entry: Entry) -> Iterator[Figures]:
    yield entry.profile
    if entry.crew:
        yield entry.crew.profile
    for part in entry.part:
        if part.profile:
            yield part.profile


def _is_sound(profile: Figures) -> bool:
    return all(0 <= figure <= 10 for figure in profile)


def _option_faults(entry: Entry) -> Iterator[str]:
    names = [option.name for option in entry.option]
    for option in entry.option:
        if names.count(option.name) > 1:
            yield f'two options are called "{option.name}"'
        for other in option.excludes:
            if other not in names:
                yield f'it has no option "{other}" to exclude'
        if option.needs and option.needs not in names:
            yield f'it has no option "{option.needs}" to go with'
        if (option.crew_melee or option.crew_missiles) and entry.crew is None:
            yield f'the option "{option.name}" arms a crew that it does not have'


def _part_faults(entry: Entry) -> Iterator[str]:
    names = [part.name for part in entry.part]
    for part in entry.part:
        if names.count(part.name) > 1:
            yield f'two parts are called "{part.name}"'
        if not 0 <= part.least <= part.most < 100:
            yield f'of the part "{part.name}" least is no more than most, and most below 100'


def _wizard_faults(entry: Entry) -> Iterator[str]:
    levels = [level for level in (entry.wizard, *[o.wizard for o in entry.option]) if level]
    if any(not 1 <= level <= HIGHEST_LEVEL for level in levels):
        yield f"a wizard's level is from 1 to {HIGHEST_LEVEL}"
    if levels and len(set(entry.spells)) < max(levels):
        yield "it has fewer spells to choose from than its level"
    if entry.spells and not levels:
        yield "it has spells, and is no wizard"
    book = [spell.name for spell in spell_book()]
    for spell in entry.spells:
        if spell not in book:
            yield f'there is no spell "{spell}"'


def _unknown_arms(entry: Entry) -> list[str]:
    """Arms, armour and mounts of an entry that no table has, or that can't be used so."""
    always_borne = entry.kind in BORNE or bool(entry.mount)
    unknown: list[str] = []
    kits: list[Entry | Option] = [entry, *entry.option]
    for kit in kits:
        horsed = always_borne or bool(kit.mount) or _needs_mount(entry, kit)
        unknown += _unusable(kit.melee, mounted=horsed)
        unknown += _unknown(kit.missiles, kit.armour)
        if kit.mount and mount_named(kit.mount) is None:
            unknown.append(kit.mount)
    for part in entry.part:
        unknown += _unusable(part.melee or (), mounted=always_borne)
        unknown += _unknown(part.missiles or (), part.armour or ())
    riders = [(option.crew_melee, option.crew_missiles) for option in entry.option]
    if entry.crew:
        riders.append((entry.crew.melee, entry.crew.missiles))
    for melee, missiles in riders:
        unknown += _unusable(melee, mounted=False)
        unknown += _unknown(missiles, ())
    if entry.engine and entry.engine.weapon and missile_named(entry.engine.weapon) is None:
        unknown.append(entry.engine.weapon)
    return unknown


def _needs_mount(entry: Entry, kit: Entry | Option) -> bool:
    """Whether it is an option that goes only with another one that brings a mount."""
    if isinstance(kit, Entry) or not kit.needs:
        return False
    needed = entry.find_option(kit.needs)
    return needed is not None and bool(needed.mount)


def _unusable(melee: Iterable[str], *, mounted: bool) -> list[str]:
    rows = [(name, melee_named(name)) for name in melee]
    return [n for n, row in rows if row is None or melee_for(row, mounted=mounted) is None]


def _unknown(missiles: Iterable[str], armour: Iterable[str]) -> list[str]:
    unknown = [name for name in missiles if missile_named(name) is None]
    return unknown + [name for name in armour if armour_named(name) is None]
