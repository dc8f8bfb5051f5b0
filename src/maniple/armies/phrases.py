"""The little language in which people name a unit in a few words.

    18 legionaries, 6 wide, charging
    24 warriors, 8 wide, struck in the flank, without standard
    6 noble cavalry with lances
    an elephant with 4 crew
    24 skutatoi, 8 of them archers
    18 legionaries in testudo
    18 legionaries with a general and a battle standard, challenging
    roman archers ... barbarian archers

`parse_phrase` reads how many, of whom, and then, in any order: files or ranks, charging, the
facing on which the unit is struck, command, arms and armour, the ground, and who of the same list's
characters stands in its ranks. A unit of five or more
has a leader, a standard and a musician unless the phrase says otherwise.
"""

from collections.abc import Iterator

from msgspec import Struct

from maniple.armies.choice import Choice
from maniple.armies.entries import Entry
from maniple.armies.lists import ArmyList, army_list, list_names
from maniple.armies.phrase_extras import checked_parts
from maniple.armies.phrase_parts import (
    COMMAND,
    MOST_MODELS,
    NUMBER,
    Facing,
    Said,
    number_of,
    read_part,
)
from maniple.armies.resolve import sheet_of
from maniple.armies.wording import Reader, nearest
from maniple.battle.sheet import Kind, Sheet

USUAL_FILES = 6
LEAST_WITH_COMMAND = 5
"""A few men have no leader, standard or musician unless the phrase says so."""


class Phrase(Struct, frozen=True):
    """A unit and how it stands in a fight."""

    text: str
    list: str
    """The key of the army list that it was found in."""
    sheet: Sheet
    files: int
    weapon: str = ""
    """The close-combat weapon it is to use, by name; "": its player's choice."""
    charging: bool = False
    counter_charging: bool = False
    struck: Facing = "front"
    """The facing on which its enemy strikes it."""
    on_hill: bool = False
    behind_obstacle: bool = False
    in_wood: bool = False
    testudo: bool = False
    """It stands in testudo. [troop.testudo]"""
    skirmishing: bool = False
    """It stands in loose order. [troop.skirmish]"""
    guests: tuple[Sheet, ...] = ()
    """The characters in its ranks. [character.join]"""
    challenging: bool = False
    """They make a challenge if they may. [challenge.issue]"""

    @property
    def models(self) -> int:
        return self.sheet.models

    @property
    def ranks(self) -> int:
        return -(-self.models // self.files)


def parse_phrase(text: str) -> Phrase:
    """A unit from a few words. Raises PhraseError with the position and what would be right."""
    reader = Reader(text)
    reader.skip()
    models = _count(reader)
    reader.skip()
    models_at = reader.at
    army, entry = _who(reader)
    models = _checked_count(reader, entry, models, models_at)
    characters = tuple([each for each in army.entry if each.is_character])
    said = Said(commanded=models >= LEAST_WITH_COMMAND, characters=characters)
    while True:
        reader.skip(r"(?:[\s,;.]|and\b)+")
        if reader.is_done:
            break
        read_part(reader, entry, said)
    if said.challenging and not said.guests and not entry.is_character:
        remedy = 'name a character too, as in "with a general"'
        raise reader.fail("there is nobody to challenge with", remedy, said.challenging_at)
    if said.testudo and (said.charging or said.counter_charging):  # [troop.testudo]
        what = f"{entry.name} in testudo may not charge"
        raise reader.fail(what, "leave out one or the other", said.testudo_at)
    _check_loose(reader, entry, said)
    files = _files(reader, entry, models, said)
    commanded = not (entry.is_character or entry.no_command)
    leader, standard, musician = [commanded and said.command[each] for each in COMMAND]
    crew = said.crew or (entry.crew.most if entry.crew else 0)
    parts = checked_parts(reader, entry, said.parts, models, said.parts_at)
    options = tuple(said.options)
    choice = Choice(entry, models, options, leader, standard, musician, crew, parts)
    return Phrase(
        text=text,
        list=army.key,
        sheet=sheet_of(choice, entry.name, army.key),
        files=files,
        weapon=said.weapon,
        charging=said.charging,
        counter_charging=said.counter_charging,
        struck=said.struck,
        on_hill=said.on_hill,
        behind_obstacle=said.behind_obstacle,
        in_wood=said.in_wood,
        testudo=said.testudo,
        skirmishing=said.skirmishing or "always skirmish" in entry.traits,
        guests=tuple([_guest(each, army.key) for each in said.guests]),
        challenging=said.challenging,
    )


def _check_loose(reader: Reader, entry: Entry, said: Said) -> None:
    """Who may be said to skirmish: men in files, without others in their ranks. [troop.skirmish]"""
    if not said.skirmishing:
        return
    if entry.is_character or entry.kind not in (Kind.FOOT, Kind.CAVALRY, Kind.CAMELRY):
        what = f"{entry.name} do not stand in loose order"
        raise reader.fail(what, "say it of men on foot or mounted", said.skirmishing_at)
    if said.testudo or said.guests:
        other = "in testudo" if said.testudo else "with a character in its ranks"
        raise reader.fail(
            f"{other} nobody skirmishes", "leave out one or the other", said.skirmishing_at
        )


def _guest(entry: Entry, army: str) -> Sheet:
    """A character as his list has him, without options."""
    crew = entry.crew.most if entry.crew else 0
    return sheet_of(Choice(entry, 1, (), False, False, False, crew, ()), entry.name, army)


def _count(reader: Reader) -> int | None:
    """How many models, where the phrase says so."""
    found = reader.take(r"an?|the") or reader.take(NUMBER)
    if found is None or found[0] == "the":
        return None
    return 1 if found[0] in ("a", "an") else number_of(found[0])


def _lists() -> Iterator[ArmyList]:
    for key in list_names():
        yield army_list(key)


def _who(reader: Reader) -> tuple[ArmyList, Entry]:
    """The entry that is named here, and its list."""
    armies = list(_lists())
    word = reader.longest([word for army in armies for word in army.called])
    if word:
        armies = [army for army in armies if word in army.called]
        reader.skip()
    names = {name for army in armies for entry in army.entry for name in entry.names}
    name = reader.longest(names)
    if name is None:
        rest = reader.rest_of_part()
        if not rest:
            raise reader.fail("nobody is named", 'for example "18 legionaries, 6 wide, charging"')
        near = nearest(rest, names)
        some = ", ".join(sorted({entry.name for army in armies for entry in army.entry})[:8])
        remedy = f'did you mean "{near}"?' if near else f"for example {some}"
        raise reader.fail(f'no army list knows "{rest}"', remedy)
    found = [(army, entry) for army in armies for entry in army.entry if name in entry.names]
    # Of several the one whose own name it is, then the one whose figures are surest.
    return min(found, key=lambda pair: (name not in _own_names(pair[1]), pair[1].mark))


def _own_names(entry: Entry) -> tuple[str, ...]:
    return entry.name, entry.singular, entry.plural


def _checked_count(reader: Reader, entry: Entry, models: int | None, at: int) -> int:
    if entry.is_character or entry.kind is Kind.ENGINE:
        crew = entry.sizes[1] if entry.sizes else 1
        if models not in (None, 1, crew):
            raise reader.fail(f"{models} of {entry.name}", "one of them is a unit", 0)
        return crew
    if models is None and _stands_alone(entry):
        return 1
    if models is None:
        raise reader.fail(f"how many {entry.name}?", f'say a number: "12 {entry.name}"', at)
    if not 1 <= models <= MOST_MODELS:
        raise reader.fail("so many models are no unit", f"1 to {MOST_MODELS}", 0)
    return models


def _stands_alone(entry: Entry) -> bool:
    """Whether one model makes a unit, so that no number need be said. [army.unit-size]"""
    if entry.sizes:
        return entry.sizes[0] == 1
    return entry.kind not in (Kind.FOOT, Kind.CAVALRY, Kind.CAMELRY)


def _files(reader: Reader, entry: Entry, models: int, said: Said) -> int:
    """In how many files the unit stands. [unit.ranks]"""
    if entry.is_character or entry.kind is Kind.ENGINE:
        return 1
    files = said.files or min(models, USUAL_FILES)
    if said.ranks:
        files = -(-models // said.ranks)
        if -(-models // files) != said.ranks:
            what = f"{_who_stand(models)} not stand {said.ranks} ranks deep"
            raise reader.fail(what, "give fewer ranks, or the files", said.formation_at)
    if files > models:
        what = f"{_who_stand(models)} not stand {files} files wide"
        raise reader.fail(what, f"at most {models}", said.formation_at)
    return files


def _who_stand(models: int) -> str:
    return "1 model does" if models == 1 else f"{models} models do"
