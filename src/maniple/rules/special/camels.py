"""Horses that are not used to camels fear them. [troop.camel]"""

from maniple.battle.sheet import Kind
from maniple.battle.state import Battle
from maniple.battle.unit import Unit

HORSES = (Kind.CAVALRY, Kind.LIGHT_CHARIOT, Kind.HEAVY_CHARIOT, Kind.SCYTHED_CHARIOT)
"""Who rides or drives them."""


def feared_by_horses(battle: Battle, unit: Unit, enemy: Unit) -> str | None:
    """Cavalry and chariots fear camelry, unless their list says that they are used to it.

    [troop.camel]
    """
    if enemy.sheet.kind is not Kind.CAMELRY or unit.sheet.kind not in HORSES:
        return None
    return None if unit.sheet.traits.used_to_camels else "troop.camel"
