"""How far a unit moves in a turn, in inches. [move.rate]"""

from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.rules.special.testudo import is_in_testudo


def move_of(battle: Battle, unit: Unit) -> int:
    """The unit's Movement: that of the slowest, characters with it included, in whole inches.

    Half of it in testudo. [move.rate, character.in-unit, troop.testudo]
    """
    rate = unit.sheet.move
    for guest in unit.guests:
        rate = min(rate, battle.units[guest].sheet.move)
    return rate // 2 if is_in_testudo(unit) else rate
