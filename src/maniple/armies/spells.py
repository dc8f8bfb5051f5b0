"""The book of spells that comes with the program. [magic.phase]"""

from functools import cache

from msgspec import Struct

from maniple.armies.datafiles import read_data
from maniple.battle.spells import Spell


class _Book(Struct, frozen=True, forbid_unknown_fields=True):
    spell: tuple[Spell, ...]


@cache
def spell_book() -> tuple[Spell, ...]:
    """Every spell, in the order of the book."""
    return read_data("spells.toml", _Book).spell
