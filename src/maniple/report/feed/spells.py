"""Spells and power cards in a line each. [magic.phase]"""

from maniple.battle.events import (
    CardKept,
    DispelTried,
    Event,
    SpellCast,
    SpellEnded,
    SpellLaid,
    WindsBlew,
)
from maniple.battle.state import Battle
from maniple.report.account.words import counted, inches
from maniple.report.feed.entries import Entry
from maniple.report.feed.writing import U, told


def spell_told(event: Event, battle: Battle) -> Entry | None:
    """The line of an event of magic; None for any other, and where another event says it."""
    match event:
        case WindsBlew():
            armies, hands = battle.field.armies, event.hands
            cards = f"{armies.red} {hands.red}, {armies.blue} {hands.blue}"
            text = f"The winds bring {counted(event.winds, 'power card')}: {cards}."
            return told(battle, text, rules=(event.cite,))
        case SpellCast():
            far = "; it is out of range" if event.out_of_range else ""
            title = _title(battle, event.spell)
            return told(
                battle,
                *(U(event.wizard), f" casts {title} at ", U(event.target)),
                f" from {inches(event.range)}{far}.",
                rules=(event.cite,),
            )
        case DispelTried():
            came = "it is dispelled" if event.dispelled else "it holds"
            army = battle.field.armies.of(event.side)
            text = f"{army} tries to dispel {_title(battle, event.spell)}: {came}."
            return told(battle, text, rules=(event.cite,), about=(event.unit,))
        case SpellEnded():
            text = f" is free of {_title(battle, event.spell)}."
            return told(battle, U(event.unit), text, rules=(event.cite,))
        case CardKept():
            return told(battle, U(event.unit), " keeps a power card.", rules=(event.cite,))
        case SpellLaid():
            text = f" is under {_title(battle, event.laid.spell)}."
            return told(battle, U(event.unit), text, rules=(event.cite,))
        case _:
            return None


def _title(battle: Battle, spell: str) -> str:
    for known in battle.field.spells:
        if known.name == spell:
            return known.title
    return spell
