"""What a phrase may say of a unit that few have: a crew, models of another kind, and what sets it apart.

crew       with 4 crew, with a crew of 4
parts      with 10 archers, 10 of them archers
traits     in testudo, drilled, stubborn, in frenzy
characters with a general, with a battle standard and a prefect
"""

from collections.abc import Iterable

from maniple.armies.choice import PartTaken
from maniple.armies.entries import TRAIT_NAMES, Entry, Option, Part
from maniple.armies.wording import Reader
from maniple.battle.sheet import Kind

TOO_MANY = 10**9
"""Where a phrase has a number that is not read to its end."""
TRAIT_WORDS = {
    **{name: name for name in TRAIT_NAMES},
    "frenzy": "frenzied",
    "terrifying": "causes terror",
    "fearsome": "causes fear",
    "skirmishing": "may skirmish",
}
"""What a phrase may call a trait."""


def crew_in(reader: Reader, entry: Entry, number: str) -> str | None:
    """The words for how many ride, where they stand here. [troop.elephant]"""
    if entry.crew is None:
        return None
    found = reader.take(rf"(?:an?\s+)?crew\s+of\s+({number})|({number})\s+crew(?:men|man)?")
    if found is None:
        return None
    return str(found[1] or found[2])


def checked_crew(reader: Reader, entry: Entry, crew: int, at: int) -> int:
    """The crew, if so many may ride. Raises PhraseError. [army.crew]"""
    row = entry.crew
    if row is not None and not row.least <= crew <= row.most:
        what = f"{crew if crew < TOO_MANY else 'so many'} do not ride on {entry.name}"
        raise reader.fail(what, f"{row.least} to {row.most}", at)
    return crew


def part_in(reader: Reader, entry: Entry, number: str) -> tuple[str, Part] | None:
    """How many models of another kind are in the unit, where the phrase says so here."""
    at = reader.at
    found = reader.take(rf"({number})(?:\s+of\s+(?:them|which|whom))?(?:\s+are)?")
    if found is None:
        return None
    reader.skip()
    name = reader.longest([part.name for part in entry.part])
    part = entry.find_part(name) if name else None
    if part is None:
        reader.at = at
        return None
    return found[1], part


def checked_parts(
    reader: Reader, entry: Entry, parts: dict[str, int], models: int, at: int
) -> tuple[PartTaken, ...]:
    """The models of other kinds, fewer than all. Raises PhraseError. [army.parts]"""
    if sum(parts.values()) >= models:
        what = f"the {models} models are not only {' and '.join(parts)}"
        raise reader.fail(what, f"leave some {entry.name}", at)
    return tuple([PartTaken(p, parts[p.name]) for p in entry.part if parts.get(p.name)])


def character_in(reader: Reader, entry: Entry, characters: Iterable[Entry]) -> Entry | None:
    """A character of the same list who is named here, to stand in the unit's ranks. [character.join]"""
    at = reader.at
    _ = reader.take(r"an?|the|its|their")
    reader.skip()
    offered = list(characters)
    name = reader.longest({name for each in offered for name in each.names})
    if name is None:
        reader.at = at
        return None
    rankless = entry.kind is Kind.ENGINE or "always skirmish" in entry.traits  # [troop.skirmish]
    if entry.is_character or rankless:
        raise reader.fail(f"{entry.name} has no ranks for a character", "leave him out", at)
    return next(each for each in offered if name in each.names)


def trait_in(reader: Reader) -> Option | None:
    """A trait that is named here, as an option at no price; at a fight on paper anybody may have it."""
    at = reader.at
    _ = reader.take(r"in|as|with")
    reader.skip()
    _ = reader.take(r"an?|the")
    reader.skip()
    word = reader.longest(TRAIT_WORDS)
    if word is None:
        reader.at = at
        return None
    trait = TRAIT_WORDS[word]
    return Option(name=trait, points=0, mark="C", traits=(trait,))
