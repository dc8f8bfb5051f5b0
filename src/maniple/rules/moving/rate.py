"""How far a unit moves in a turn, in inches. [move.rate]"""

from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.rules.special.magic.gale import against_gale
from maniple.rules.special.testudo import is_in_testudo


def move_of(battle: Battle, unit: Unit) -> int:
    """The unit's Movement: that of the slowest, characters with it included, in whole inches.

    Half of it in testudo, and against a gale.
    [move.rate, character.in-unit, troop.testudo, magic.gale]
    """
    rate = unit.sheet.move
    for guest in unit.guests:
        rate = min(rate, battle.units[guest].sheet.move)
    if is_in_testudo(unit):
        rate //= 2
    return against_gale(battle, unit, rate) if unit.spells else rate
