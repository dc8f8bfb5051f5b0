"""Events of the magic phase: cards dealt, spells cast, dispelled, lasting and ending, cards kept."""

from collections.abc import Iterable

from msgspec.structs import replace

from maniple.battle.events.base import Event, with_unit
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.unit import Laid, UnitId


def with_hand(battle: Battle, side: Side, cards: int) -> Battle:
    """The battle in which the side has so many power cards more, or fewer."""
    return replace(battle, hands=battle.hands.with_side(side, battle.hands.of(side) + cards))


def without_spells_of(battle: Battle, wizards: Iterable[UnitId]) -> Battle:
    """The battle without the spells that these have cast and that last. [magic.lasting]"""
    gone = [wizard for wizard in wizards if battle.units[wizard].sheet.traits.wizard]
    if not gone:
        return battle
    for unit in battle.units:
        left = tuple([laid for laid in unit.spells if laid.by not in gone])
        if len(left) < len(unit.spells):
            battle = with_unit(battle, replace(unit, spells=left))
    return battle


class WindsBlew(Event, frozen=True, tag=True):
    """The winds of magic blow, and the power cards are dealt. [magic.winds]"""

    winds: int
    """Cards dealt in all."""
    hands: Pair[int]
    """The cards that each side has now, those kept among them. [magic.keep]"""
    cite: str = "magic.winds"

    def changed(self, battle: Battle) -> Battle:
        for unit in battle.units:
            if unit.kept_card:
                battle = with_unit(battle, replace(unit, kept_card=False))
        return replace(battle, hands=self.hands)


class SpellCast(Event, frozen=True, tag=True):
    """A wizard has cast a spell, and paid for it. [magic.cast]"""

    wizard: UnitId
    spell: str
    target: UnitId
    cost: int
    range: float
    """Inches to the target."""
    out_of_range: bool = False
    """It is lost, and so are its cards. [magic.range]"""
    cite: str = "magic.cast"

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.wizard]
        doings = replace(unit.doings, cast=(*unit.doings.cast, self.spell))
        battle = with_unit(battle, replace(unit, doings=doings))
        return with_hand(battle, unit.side, -self.cost)


class DispelTried(Event, frozen=True, tag=True):
    """A side has spent a card to dispel a spell. [magic.dispel, magic.dispel-lasting]"""

    side: Side
    wizard: UnitId
    """Its best wizard."""
    spell: str
    unit: UnitId
    """At whom the spell was cast."""
    need: int
    """The least face that dispels it."""
    dispelled: bool
    cite: str = "magic.dispel"

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        tried = tuple(
            [
                replace(laid, tried=True) if laid.spell == self.spell else laid
                for laid in unit.spells
            ]
        )
        if tried != unit.spells:
            battle = with_unit(battle, replace(unit, spells=tried))
        return with_hand(battle, self.side, -1)


class SpellLaid(Event, frozen=True, tag=True):
    """A spell that lasts lies upon a unit. [magic.lasting]"""

    unit: UnitId
    laid: Laid
    cite: str

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        return with_unit(battle, replace(unit, spells=(*unit.spells, self.laid)))


class SpellEnded(Event, frozen=True, tag=True):
    """A spell that lasted is over. [magic.lasting, magic.dispel-lasting]"""

    unit: UnitId
    spell: str
    cite: str

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        left = tuple([laid for laid in unit.spells if laid.spell != self.spell])
        return with_unit(battle, replace(unit, spells=left))


class CardKept(Event, frozen=True, tag=True):
    """A wizard keeps a power card for the next magic phase. [magic.keep]"""

    unit: UnitId
    cite: str = "magic.keep"

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        return with_hand(with_unit(battle, replace(unit, kept_card=True)), unit.side, -1)
