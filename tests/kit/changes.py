"""Battles changed by hand, for tests: what a unit has done, who is with whom."""

from msgspec.structs import replace

from maniple.battle.bodies import guest_places
from maniple.battle.events import CharacterJoined
from maniple.battle.events.base import Event, with_unit
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId


def done(battle: Battle, unit: int, **doings: object) -> Battle:
    """The battle in which the unit has done this, this turn."""
    old = battle.units[unit]
    return with_unit(battle, replace(old, doings=replace(old.doings, **doings)))


def changed(battle: Battle, unit: int, **fields: object) -> Battle:
    """The battle with these fields of the unit as given."""
    return with_unit(battle, replace(battle.units[unit], **fields))


def after(battle: Battle, *events: Event) -> Battle:
    """The battle after these events."""
    for event in events:
        battle = event.changed(battle)
    return battle


def joined(battle: Battle, man: int, host: int) -> Battle:
    """The battle with the character in the unit's ranks; he has not done so this turn."""
    unit = battle.units[host]
    bases = [battle.units[g].sheet.base_width for g in (*unit.guests, man)]
    places = sum(guest_places(width, unit.sheet.base_width) for width in bases)
    battle = after(battle, CharacterJoined(UnitId(man), UnitId(host), places))
    return changed(battle, man, doings=unit.doings)
