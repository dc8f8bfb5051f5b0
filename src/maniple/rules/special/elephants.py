"""Elephants are feared by foot that is not used to them, and are a terror to horse, which never
charges them and runs when they charge it.

    feared_by_foot, terror_to_horse   for the tables of `rules.nerve.dread`
    shuns                             whether a unit may not charge an enemy for that
    must_run                          whether it must flee from a charge, or fire and flee

[troop.elephant]
"""

from maniple.battle.sheet import Kind
from maniple.battle.state import Battle
from maniple.battle.unit import Unit, UnitId

ELEPHANT = "troop.elephant"


def feared_by_foot(battle: Battle, unit: Unit, enemy: Unit) -> str | None:
    """Foot fears elephants unless it is used to them. [troop.elephant]"""
    if enemy.sheet.kind is not Kind.ELEPHANT or unit.kind is not Kind.FOOT:
        return None
    return None if is_used_to_them(battle, unit) else ELEPHANT


def terror_to_horse(battle: Battle, unit: Unit, enemy: Unit) -> str | None:
    """They are a terror to cavalry, whatever it is used to. [troop.elephant]"""
    if enemy.sheet.kind is not Kind.ELEPHANT or unit.sheet.kind is not Kind.CAVALRY:
        return None
    return ELEPHANT


def is_used_to_them(battle: Battle, unit: Unit) -> bool:
    """Its list says so, or its army began with elephants of its own. [troop.elephant]"""
    return unit.sheet.traits.used_to_elephants or any(
        friend.sheet.kind is Kind.ELEPHANT for friend in battle.of(unit.side)
    )


def shuns(battle: Battle, charger: UnitId, target: UnitId) -> bool:
    """Whether the charger is cavalry and the enemy elephants. [troop.elephant]"""
    return terror_to_horse(battle, battle.units[charger], battle.units[target]) is not None


def must_run(battle: Battle, target: UnitId, charger: UnitId) -> bool:
    """Whether the target of a charge is free cavalry, and elephants charge it. [troop.elephant]"""
    unit = battle.units[target]
    return not unit.is_engaged and not unit.fleeing and shuns(battle, target, charger)
