"""What all events share, and the helpers with which they make the changed battle.

An event is a frozen fact: what has happened, by which rule, with its results. Each event class
has `changed(battle)`, the battle after it; `maniple.battle.apply` is the only caller.
"""

from collections.abc import Callable, Collection

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.sides import Side
from maniple.battle.state import Battle, Combat
from maniple.battle.unit import NOBODY, Status, Unit, UnitId
from maniple.geometry import Edge


class Event(Struct, frozen=True):
    """Something that has happened; `cite` is the rule by which it did."""

    def changed(self, battle: Battle) -> Battle:
        """The battle after this event."""
        raise TypeError(f"{type(self).__name__} is not an event of its own")

    def seen_by(self) -> Side | None:
        """The only side that may see it; None: both."""
        return None


def with_unit(battle: Battle, unit: Unit) -> Battle:
    """The battle with this unit in its place."""
    i = unit.id
    units = battle.units
    return replace(battle, units=(*units[:i], unit, *units[i + 1 :]))


def with_units(battle: Battle, change: Callable[[Unit], Unit]) -> Battle:
    """The battle with every unit as `change` makes it."""
    return replace(battle, units=tuple(change(u) for u in battle.units))


def without_contacts(battle: Battle, unit: UnitId) -> Battle:
    """The battle with the unit out of touch with everybody; foes left alone leave the fight."""
    contacts = tuple(c for c in battle.contacts if not c.has(unit))
    if len(contacts) == len(battle.contacts) and battle.units[unit].fight is None:
        return battle
    foes = {c.enemy_of(unit) for c in battle.contacts if c.has(unit)}
    still = {c.red for c in contacts} | {c.blue for c in contacts}
    return out_of_fight(replace(battle, contacts=contacts), {unit} | (foes - still))


def without_duel(battle: Battle, unit: UnitId) -> Battle:
    """The battle with the character's challenge over, if he is fighting one. [challenge.fight]"""
    man = battle.units[unit]
    if man.duel == NOBODY:
        return battle
    for one in (man, battle.units[man.duel]):
        battle = with_unit(battle, replace(one, duel=NOBODY))
    return battle


def out_of_fight(battle: Battle, freed: Collection[UnitId]) -> Battle:
    """The battle with these units out of combat; leaders and characters go to their seats, and their
    challenges are over.
    """
    for unit in freed:
        for member in (unit, *battle.units[unit].guests):
            battle = without_duel(battle, member)
        free = battle.units[unit]
        for guest in free.guests:
            if battle.units[guest].stepped:
                back = replace(battle.units[guest], fought_away=Edge.FRONT, stepped=False)
                battle = with_unit(battle, back)
        battle = with_unit(battle, replace(free, fight=None, leader_at=Edge.FRONT, stepped=False))
    return battle


def out_of_battle(unit: Unit, status: Status) -> Unit:
    """The unit destroyed or gone for good: nothing else is kept of it, nor where it stood."""
    return Unit(unit.id, unit.side, unit.sheet, unit.models, status=status)


def with_combat(battle: Battle, combat: Combat) -> Battle:
    """The battle with the running combat as given."""
    return replace(battle, combats=(*battle.combats[:-1], combat))
