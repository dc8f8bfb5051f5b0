"""How a line of the feed is put together: words, names of units that a page can light up, dice.

told(battle, unit, "charges", other, rules=("charge.declare",))
"""

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from maniple.battle.bodies import where_stands
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.report.account.lines import Line
from maniple.report.feed.entries import DiceShown, Entry, Level, OfUnit, Part, Weight, Words


class U(Struct, frozen=True):
    """A unit in a line that is being put together."""

    id: UnitId


Piece: TypeAlias = str | U | DiceShown


def told(
    battle: Battle,
    *parts: Piece,
    rules: Iterable[str] = (),
    weight: Weight = "usual",
    level: Level = "line",
    about: Sequence[UnitId] = (),
) -> Entry:
    """An entry of these parts; the units named in it, and `about`, are those that it concerns.

    It happened where the first of them is.
    """
    made: list[Part] = []
    units: list[UnitId] = []
    for part in parts:
        match part:
            case U():
                unit = battle.units[part.id]
                made.append(OfUnit(part.id, unit.sheet.name, unit.side))
                units.append(part.id)
            case str():
                if part:
                    made.append(Words(part))
            case DiceShown():
                made.append(part)
    units += about
    concerned = tuple(dict.fromkeys(units))
    cited = tuple(dict.fromkeys([rule for rule in rules if rule]))
    return Entry(level, tuple(made), cited, concerned, _place(battle, concerned), weight)


def from_account(battle: Battle, line: Line, weight: Weight = "usual") -> Entry:
    """A line of the account as an entry: the names of its units become parts of their own."""
    named = {battle.units[unit].sheet.name: unit for unit in line.units}
    parts: list[str | U] = []
    if named:
        longest_first = sorted(named, key=len, reverse=True)
        names = re.compile("|".join([re.escape(name) for name in longest_first]))
        place = 0
        for found in names.finditer(line.text):
            parts += [line.text[place : found.start()], U(named[found.group()])]
            place = found.end()
        parts.append(line.text[place:])
    else:
        parts.append(line.text)
    return told(battle, *parts, rules=line.rules, weight=weight, level=line.level, about=line.units)


def _place(battle: Battle, units: Sequence[UnitId]) -> tuple[float, float] | None:
    for unit in units:
        stands = where_stands(battle, battle.units[unit])
        if stands.is_on_table:
            return round(stands.pose.x, 2), round(stands.pose.y, 2)
    return None
