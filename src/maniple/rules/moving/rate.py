"""How far a unit moves in a turn, in inches. [move.rate]"""

from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.rules.special.magic.gale import against_gale
from maniple.rules.special.testudo import is_in_testudo


def move_of(battle: Battle, unit: Unit) -> int:
    """The unit's Movement: that of the slowest, characters with it included, in whole inches.

    Half of it in testudo, and against a gale, which may blow at one of the characters alone.
    [move.rate, character.in-unit, troop.testudo, magic.gale]
    """
    rate = _pace(battle, unit, unit)
    for guest in unit.guests:
        rate = min(rate, _pace(battle, unit, battle.units[guest]))
    return rate


def _pace(battle: Battle, unit: Unit, man: Unit) -> int:
    """That of one of them."""
    rate = man.sheet.move // 2 if is_in_testudo(unit) else man.sheet.move
    return against_gale(battle, man, rate) if unit.spells or man.spells else rate
