"""What a phrase may say of a unit besides how many and of whom: a function for each sort of thing.

formation     6 wide, in 6 files, 3 deep, in 3 ranks
fighting      charging, counter-charging, struck in the flank, challenging
ground        on a hill, behind a hedge, in a wood
command       without standard, with leader
gear          with lances, with heavy armour, on a warhorse
extras        with 4 crew, 10 of them archers, in testudo, skirmishing, with a general   (in
              `phrase_extras`)
"""

import re
from typing import Literal

from maniple.armies.arms import (
    BORNE,
    all_armour,
    all_melee,
    all_missiles,
    armour_named,
    melee_for,
    melee_named,
    missile_named,
)
from maniple.armies.entries import Entry, Option
from maniple.armies.phrase_extras import (
    TOO_MANY,
    character_in,
    checked_crew,
    crew_in,
    part_in,
    trait_in,
)
from maniple.armies.resolve import mounted_on
from maniple.armies.wording import PhraseError, Reader, nearest

Facing = Literal["front", "flank", "rear"]

MOST_MODELS = 200
COMMAND = ("leader", "standard", "musician")

_NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
NUMBER = r"\d+|" + "|".join(reversed(_NUMBERS))
_THE = r"(?:(?:a|an|the|its|their|his|some)\s+)?"
_GROUND = {
    rf"(?:on|up|from)\s+{_THE}(?:hill|slope|higher\s+ground|high\s+ground)|uphill": "on_hill",
    rf"(?:behind|defending)\s+{_THE}(?:obstacle|hedge|wall|fence|ditch)": "behind_obstacle",
    rf"in\s+{_THE}(?:woods?|forest|marsh|difficult\s+ground|rough\s+ground)": "in_wood",
}

EXAMPLES = "say, for example, 6 wide, 3 deep, charging, flank, or without standard"
HINTS = (
    "6 wide",
    "6 deep",
    "charging",
    "counter-charging",
    "struck in the flank",
    "struck in the rear",
    "flank",
    "rear",
    "front",
    "without leader",
    "without standard",
    "without musician",
    "without command",
    "on a hill",
    "behind an obstacle",
    "in a wood",
    "in testudo",
    "skirmishing",
    "with a general",
    "challenging",
)


class Said:
    """What a phrase has said so far."""

    def __init__(self, *, commanded: bool, characters: tuple[Entry, ...] = ()) -> None:
        """`characters`: those of its list who could stand in its ranks."""
        self.files = 0
        self.ranks = 0
        self.formation_at = 0
        self.weapon = ""
        self.charging = False
        self.counter_charging = False
        self.struck: Facing = "front"
        self.has_facing = False
        self.on_hill = False
        self.behind_obstacle = False
        self.in_wood = False
        self.testudo = False
        self.testudo_at = 0
        self.skirmishing = False
        self.skirmishing_at = 0
        self.crew = 0
        self.parts: dict[str, int] = {}
        self.parts_at = 0
        self.characters = characters
        self.guests: list[Entry] = []
        self.challenging = False
        self.challenging_at = 0
        self.options: list[Option] = []
        self.command = dict.fromkeys(COMMAND, commanded)


def number_of(word: str) -> int:
    """A number in figures or as a word up to twenty."""
    if word in _NUMBERS:
        return _NUMBERS.index(word)
    # So long a number is too many of anything.
    return int(word) if len(word) < 10 else TOO_MANY


def read_part(reader: Reader, entry: Entry, said: Said) -> None:
    """Read one thing that the phrase says of the unit. Raises PhraseError where it says nothing."""
    if _formation(reader, said) or _fighting(reader, said) or _ground(reader, said):
        return
    if _extras(reader, entry, said):
        return
    if reader.take(r"without|no|lacking"):
        _without(reader, entry, said)
    else:
        _ = reader.take(r"with|using|carrying|wearing|armed\s+with|on|in")
        reader.skip()
        if _extras(reader, entry, said):
            return
        if _has_command(reader, entry, said) or _with_character(reader, entry, said):
            return
        if not _gear(reader, entry, said):
            raise _nothing_known(reader, entry)


def _extras(reader: Reader, entry: Entry, said: Said) -> bool:
    """A crew, models of another kind, or a trait. [army.crew, army.parts]"""
    at = reader.at
    if crew := crew_in(reader, entry, NUMBER):
        said.crew = checked_crew(reader, entry, number_of(crew), at)
        return True
    if part := part_in(reader, entry, NUMBER):
        if part[1].name in said.parts:
            raise reader.fail(f"{part[1].name} are named twice", "say once how many", at)
        said.parts[part[1].name] = number_of(part[0])
        said.parts_at = at
        return True
    trait = trait_in(reader)
    if trait is None:
        return False
    said.options.append(trait)
    if trait.name == "testudo":
        said.testudo, said.testudo_at = True, at
    if "skirmishing" in reader.words[at : reader.at]:
        said.skirmishing, said.skirmishing_at = True, at
    return True


def _nothing_known(reader: Reader, entry: Entry) -> PhraseError:
    rest = reader.rest_of_part()
    number = re.match(NUMBER, rest)
    alike = rest if number is None else f"6{rest[number.end() :]}"
    near = nearest(alike, (*HINTS, *_gear_names(entry)))
    if near and number:
        near = re.sub(r"^\d+ ", f"{number[0]} ", near)
    remedy = f'did you mean "{near}"?' if near else EXAMPLES
    what = f'"{rest}" says nothing known' if rest else "the phrase ends too early"
    return reader.fail(what, remedy)


def _formation(reader: Reader, said: Said) -> bool:
    """Files or ranks. [unit.ranks]"""
    at = reader.at
    wide = reader.take(rf"(?:in\s+)?({NUMBER})\s+(?:files?\s+)?(?:wide|files?|abreast|across)")
    found = wide or reader.take(rf"(?:in\s+)?({NUMBER})\s+(?:ranks?\s+)?(?:deep|ranks?)")
    if found is None:
        return False
    number = number_of(found[1])
    if not 1 <= number <= MOST_MODELS:
        raise reader.fail(f"{found[1]} can't be", f"1 to {MOST_MODELS}", at)
    if said.files or said.ranks:
        raise reader.fail("the formation is given twice", "say files or ranks, once", at)
    said.formation_at = at
    if wide:
        said.files = number
    else:
        said.ranks = number
    return True


def _fighting(reader: Reader, said: Said) -> bool:
    """Who charges, and which facing is struck. [charge.facing]"""
    at = reader.at
    if reader.take(r"counter-?\s?charg(?:ing|es)"):
        said.counter_charging = True
    elif reader.take(r"challenging|challenges"):
        said.challenging, said.challenging_at = True, at
    elif reader.take(r"charging|charges"):
        said.charging = True
    elif found := reader.take(
        rf"(?:(?:struck|charged|attacked|taken|hit)\s+)?(?:(?:in|on|at|from)\s+)?{_THE}"
        r"(front|flank|rear)"
    ):
        faces: dict[str, Facing] = {"front": "front", "flank": "flank", "rear": "rear"}
        face = faces[found[1]]
        if said.has_facing and said.struck != face:
            raise reader.fail("it is struck on two sides", "say front, flank or rear, once", at)
        said.struck, said.has_facing = face, True
    else:
        return False
    return True


def _ground(reader: Reader, said: Said) -> bool:
    """Where it stands. [result.high-ground, combat.defended-obstacle, terrain.rank-bonus]"""
    for pattern, ground in _GROUND.items():
        if reader.take(pattern):
            said.on_hill |= ground == "on_hill"
            said.behind_obstacle |= ground == "behind_obstacle"
            said.in_wood |= ground == "in_wood"
            return True
    return False


def _without(reader: Reader, entry: Entry, said: Said) -> None:
    """Without leader, standard or musician"""
    man = _command_words(entry)
    more = True
    while more:
        reader.skip()
        found = reader.take(rf"{_THE}({man})s?")
        if found is None:
            rest = reader.rest_of_part()
            what = f'nobody can be without "{rest}"' if rest else "without what?"
            raise reader.fail(what, "without leader, standard, musician or command")
        _set_command(said, found[1], has=False)
        more = reader.take(rf"\s*(?:or|nor|and)(?=\s+{_THE}(?:{man})s?\b)") is not None


def _has_command(reader: Reader, entry: Entry, said: Said) -> bool:
    """With leader, standard, musician: a unit has them anyway, but for the smallest."""
    found = reader.take(rf"{_THE}(?:full\s+)?({_command_words(entry)})s?")
    if found is None:
        return False
    _set_command(said, found[1], has=True)
    return True


def _with_character(reader: Reader, entry: Entry, said: Said) -> bool:
    """With a general, a battle standard"""
    guest = character_in(reader, entry, said.characters)
    if guest is None:
        return False
    said.guests.append(guest)
    return True


def _command_words(entry: Entry) -> str:
    titles = [entry.leader.name] if entry.leader else []
    return "|".join(["command", *COMMAND, *titles])


def _set_command(said: Said, word: str, *, has: bool) -> None:
    # A word that is none of the three is the title of the leader.
    one = (word,) if word in COMMAND else ("leader",)
    for each in COMMAND if word == "command" else one:
        said.command[each] = has


def _gear_names(entry: Entry) -> list[str]:
    names = [name for row in all_melee() for name in (row.name, *row.also)]
    names += [name for row in all_missiles() for name in (row.name, *row.also)]
    names += [name for row in all_armour() for name in (row.name, *row.also)]
    return [*[option.name for option in entry.option], *names]


def _gear(reader: Reader, entry: Entry, said: Said) -> bool:
    """Arms, armour or another option of the entry; at a fight on paper anybody may carry any."""
    at = reader.at
    _ = reader.take(r"a|an|the|its|their|his|some")
    reader.skip()
    name = reader.longest(_gear_names(entry))
    if name is None:
        reader.at = at
        return False
    weapon = melee_named(name)
    option = _offered(entry, name) or _free(entry, name)
    rows = (weapon, missile_named(name), armour_named(name))
    real = {row.name for row in rows if row}
    if weapon:
        mounted = mounted_on(entry, (*said.options, option))[0] in BORNE
        if melee_for(weapon, mounted=mounted) is None:
            how = "mounted" if mounted else "on foot"
            remedy = "name another weapon"
            raise reader.fail(f"nobody uses a {weapon.name} {how}", remedy, at)
        said.weapon = weapon.name
    if option not in said.options and not real & {*entry.melee, *entry.missiles, *entry.armour}:
        said.options.append(option)
    return True


def _offered(entry: Entry, name: str) -> Option | None:
    """The option of the entry that gives this, by its own name or by that of what it brings."""
    rows = (melee_named(name), missile_named(name), armour_named(name))
    real = {name, *[row.name for row in rows if row]}
    for option in entry.option:
        if real & {option.name, *option.melee, *option.missiles, *option.armour}:
            return option
    return None


def _free(entry: Entry, name: str) -> Option:
    """Arms or armour that the list does not offer, at no price."""
    melee, missile, armour = melee_named(name), missile_named(name), armour_named(name)
    same_part = [
        other
        for other in entry.armour
        if armour and (row := armour_named(other)) and row.part == armour.part
    ]
    return Option(
        name=name,
        points=0,
        mark="C",
        melee=(melee.name,) if melee else (),
        missiles=(missile.name,) if missile else (),
        armour=(armour.name,) if armour else (),
        instead_of=entry.melee if melee else tuple(same_part),
    )
