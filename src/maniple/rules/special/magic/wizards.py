"""A wizard has a level from 1 to 4, knows as many spells, and uses magic while he stands in the field.

[magic.wizard]
"""

from maniple.battle.bodies import where_stands
from maniple.battle.sides import Side
from maniple.battle.spells import Spell
from maniple.battle.state import Battle
from maniple.battle.unit import Unit


def level_of(unit: Unit) -> int:
    """The wizard's level; 0 for anybody else. [magic.wizard]"""
    return unit.sheet.traits.wizard


def wizards_of(battle: Battle, side: Side) -> list[Unit]:
    """The side's wizards in the field, alone or with a unit, by id; those who flee among them."""
    return [
        unit
        for unit in battle.units
        if unit.sheet.traits.wizard and unit.side is side and where_stands(battle, unit).is_on_table
    ]


def able_wizards(battle: Battle, side: Side) -> list[Unit]:
    """Those of them who can use magic: neither they nor the unit that they are with flee, nor
    have they retired from a challenge.

    [magic.wizard, challenge.refuse]
    """
    return [
        unit
        for unit in wizards_of(battle, side)
        if not where_stands(battle, unit).fleeing and not unit.retired
    ]


def best_wizard(battle: Battle, side: Side) -> Unit | None:
    """The side's able wizard of the highest level, the first of equals; None without one."""
    return max(able_wizards(battle, side), key=level_of, default=None)


def known_spells(battle: Battle, unit: Unit) -> tuple[Spell, ...]:
    """The spells that a wizard knows, in the order of his roster: as many as his level.

    [magic.wizard]
    """
    traits = unit.sheet.traits
    book = {spell.name: spell for spell in battle.field.spells}
    return tuple([book[name] for name in traits.spells[: traits.wizard] if name in book])


def spell_named(battle: Battle, name: str) -> Spell | None:
    """The spell of that name in the book in play; None if it has none."""
    for spell in battle.field.spells:
        if spell.name == name:
            return spell
    return None
