"""Units that a question is about, from a few words or from a roster.

fighter   "18 legionaries, 6 wide, charging", or "rome-2000:First cohort, 5 wide, charging"
muster    the units of one fighter or two, with the characters in their ranks, not yet placed
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from maniple.armies import Phrase, PhraseError, load_roster, parse_phrase
from maniple.armies.problems import meant
from maniple.battle.bodies import guest_places
from maniple.battle.sides import Side
from maniple.battle.unit import Formation, Status, Unit, UnitId
from maniple.geometry import Edge
from maniple.odds.asking import QuestionError

FACINGS = {"front": Edge.FRONT, "flank": Edge.LEFT, "rear": Edge.REAR}


class Fighter(Struct, frozen=True):
    """A unit, and how it stands in the fight."""

    phrase: Phrase
    name: str

    @property
    def struck(self) -> Edge:
        return FACINGS[self.phrase.struck]


def fighter(text: str) -> Fighter:
    """A unit from a phrase ("18 legionaries, 6 wide"), or from a roster ("rome-2000:First cohort").

    After a roster's unit may stand what a phrase says of formation and fight: "..., charging".
    PhraseError, RosterError or OSError say what is wrong.
    """
    source, colon, rest = text.partition(":")
    if not colon:
        phrase = parse_phrase(text)
        name = phrase.sheet.name
        return Fighter(phrase, name[:1].upper() + name[1:])
    where = source.strip()
    roster = load_roster(Path(where) if Path(where).exists() else where)
    wanted, comma, said = rest.partition(",")
    name = wanted.strip()
    found = next((u for u in roster.units if u.name.casefold() == name.casefold()), None)
    if found is None:
        known = meant(name, [unit.name for unit in roster.units])
        at = len(source) + 1 + len(wanted) - len(wanted.lstrip())
        raise PhraseError(text, at, f"{roster.name} has no unit {name!r}", known)
    who = f"{found.models} {found.entry}"
    stance = f"{comma}{said}" if said.strip() else ""
    try:
        phrase = parse_phrase(who + stance)
    except PhraseError as wrong:
        # The reader was given the unit's entry instead of its name: the place is moved accordingly.
        at = len(source) + 1 + len(wanted) + max(0, wrong.position - len(who))
        raise PhraseError(text, at, wrong.what, wrong.remedy) from None
    return Fighter(replace(phrase, sheet=found, text=text), found.name)


def muster(fighters: Sequence[Fighter]) -> tuple[Unit, ...]:
    """The units, not yet placed: that of each, then the characters in the ranks of each.

    The first is red's, the second blue's. Two of one name are told apart. QuestionError if the front
    rank has no room for the characters.
    """
    names = [who.name for who in fighters]
    if len(set(names)) < len(names):
        names = [f"{name} ({letter})" for name, letter in zip(names, "AB", strict=True)]
    called = Counter(guest.name for who in fighters for guest in who.phrase.guests)
    hosts: list[Unit] = []
    guests: list[Unit] = []
    for place, (side, who, name) in enumerate(zip(Side, fighters, names, strict=False)):
        first_guest = len(fighters) + len(guests)
        host = _unit(UnitId(place), side, who, name, first_guest)
        hosts.append(host)
        guests += _guests(host, who, called)
    return (*hosts, *guests)


def _unit(unit: UnitId, side: Side, who: Fighter, name: str, first_guest: int) -> Unit:
    """The unit with its guests, whose ids go on from the first."""
    sheet = replace(who.phrase.sheet, name=name)
    formation = Formation.SINGLE if sheet.is_character else Formation.FORMED
    guests = who.phrase.guests
    places = sum(guest_places(guest.base_width, sheet.base_width) for guest in guests)
    room = who.phrase.files - (1 if sheet.leader else 0)
    if guests and (places > room or sheet.body_width):
        has = f"{max(room, 0)} place{'' if room == 1 else 's'}"
        raise QuestionError(
            f"{who.name}: beside its leader its front rank has {has}, and those with it take {places}"
        )
    return Unit(
        unit,
        side,
        sheet,
        sheet.models,
        files=who.phrase.files,
        formation=formation,
        status=Status.TABLE,
        testudo=who.phrase.testudo,
        guests=tuple([UnitId(first_guest + i) for i in range(len(guests))]),
        guest_places=places,
    )


def _guests(host: Unit, who: Fighter, called: Mapping[str, int]) -> list[Unit]:
    """The characters in the unit's ranks, each called by a name of his own. [character.in-unit]"""
    return [
        Unit(
            unit,
            host.side,
            replace(sheet, name=_name(sheet.name, host, called)),
            1,
            formation=Formation.SINGLE,
            status=Status.JOINED,
            host=host.id,
        )
        for unit, sheet in zip(host.guests, who.phrase.guests, strict=True)
    ]


def _name(name: str, host: Unit, called: Mapping[str, int]) -> str:
    title = name[:1].upper() + name[1:]
    return title if called[name] == 1 else f"{title} of {host.sheet.name}"
