"""What an army may be made of, once its units are known one by one.

check_army      points, one general, one battle standard, characters, allies, skirmishers
"""

from msgspec import Struct

from maniple.armies.choice import Choice
from maniple.armies.fields import Notes
from maniple.armies.lists import Limits
from maniple.armies.sources import Place


class Taken(Struct, frozen=True):
    """A unit of a roster, made out."""

    name: str
    choice: Choice
    points: int
    place: Place

    @property
    def is_general(self) -> bool:
        options = self.choice.options
        return self.choice.entry.is_general or any(option.is_general for option in options)

    @property
    def may_skirmish(self) -> bool:
        names = set(self.choice.entry.traits)
        for option in self.choice.options:
            names = (names | set(option.traits)) - set(option.traits_removed)
        return bool(names & {"may skirmish", "always skirmish"})


def check_army(
    units: list[Taken], is_whole: bool, points: int, limits: Limits, notes: Notes
) -> None:
    """Note how an army breaks the limits of its list.

    `is_whole`: no unit had to be left out for its own problems. What only a missing unit could
    cause (no general, too large a share of skirmishers) is told of a whole army alone.
    """
    _check_points(units, points, notes)
    _check_generals(units, is_whole, notes)
    standards = [unit for unit in units if unit.choice.entry.is_battle_standard]
    for unit in standards[1:]:
        what = f"a second battle standard, after {standards[0].name}"
        notes.add(unit.place, what, "one at the most", rule="army.battle-standard", unit=unit.name)
    characters = [unit for unit in units if unit.choice.entry.is_character]
    _check_share("characters", characters, limits.characters, points, notes)
    allies = [unit for unit in units if unit.choice.entry.ally]
    _check_share("allies", allies, limits.allies, points, notes)
    if is_whole:
        _check_skirmishers(units, limits.skirmishers, notes)


def _check_points(units: list[Taken], points: int, notes: Notes) -> None:
    """[army.points]"""
    cost = sum(unit.points for unit in units)
    if cost > points:
        what = f"the units cost {cost:,} points, {cost - points:,} more than {points:,}"
        remedy = "take fewer models or options, or play for more points"
        notes.add(("points",), what, remedy, rule="army.points")


def _check_generals(units: list[Taken], is_whole: bool, notes: Notes) -> None:
    """[army.general]"""
    generals = [unit for unit in units if unit.is_general]
    if not generals and is_whole and units:
        what = "the army has no general"
        notes.add((), what, "add the one who commands it", rule="army.general")
    for unit in generals[1:]:
        what = f"a second general, after {generals[0].name}"
        notes.add(unit.place, what, "one only", rule="army.general", unit=unit.name)


def _check_share(kind: str, units: list[Taken], percent: int, points: int, notes: Notes) -> None:
    """[army.characters, army.allies]"""
    cost = sum(unit.points for unit in units)
    if cost * 100 > percent * points:
        most = percent * points // 100
        what = f"{kind} cost {cost:,} points, {cost - most:,} more than {percent} % of {points:,}"
        remedy = f"spend {most:,} point{'' if most == 1 else 's'} on them at the most"
        notes.add(units[-1].place, what, remedy, rule=f"army.{kind}", unit=units[-1].name)


def _check_skirmishers(units: list[Taken], percent: int, notes: Notes) -> None:
    """[army.skirmishers]"""
    troops = [unit for unit in units if not unit.choice.entry.is_character]
    loose = [unit for unit in troops if unit.may_skirmish]
    if len(loose) * 100 > percent * len(troops):
        what = f"{len(loose)} of {len(troops)} units may skirmish, more than {percent} %"
        remedy = "add units that fight in ranks, or take fewer that may skirmish"
        notes.add(loose[-1].place, what, remedy, rule="army.skirmishers", unit=loose[-1].name)
