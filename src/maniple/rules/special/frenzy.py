"""Frenzy: frenzied troops charge whom they can reach, strike twice as often, always pursue, and heed
no other psychology near the enemy, until they are defeated. [frenzy]

    is_frenzied       until it has been defeated
    has_prey          whether an enemy is within charge range
    doubled_attacks   twice its own Attacks, once only
    sober             the defeated lose their frenzy

The charge that they must make is `charging.compelled`, pursuit `fleeing.holding`, immunity
`nerve.immunity`.
"""

from collections.abc import Iterable

from maniple.battle.bodies import where_stands
from maniple.battle.events import FrenzyLost
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.unit import Unit, UnitId
from maniple.rules.fighting.striking import Modifier, Striking
from maniple.rules.moving.rate import move_of
from maniple.rules.table.near import enemies_within

FRENZY = "frenzy"


def is_frenzied(unit: Unit) -> bool:
    """Whether the unit, or the character, is frenzied still."""
    return unit.sheet.traits.frenzied and not unit.frenzy_lost


def has_prey(battle: Battle, unit: Unit) -> bool:
    """Whether an enemy is within charge range, double the unit's move, seen or not. [frenzy]"""
    return bool(enemies_within(battle, unit, 2.0 * move_of(battle, unit), fleeing=None))


def doubled_attacks(at: Striking) -> Modifier | None:
    """The striker's own Attacks once more: before what weapons and rank add to them.

    A character is frenzied of himself or with his unit: once is all. [frenzy]
    """
    if not is_frenzied(at.striker) and not is_frenzied(where_stands(at.battle, at.striker)):
        return None
    return Modifier("attacks", at.ours.attacks, FRENZY)


def sober(table: Table, defeated: Iterable[UnitId]) -> None:
    """Those of the defeated, and of the characters with them, who were frenzied are no longer.

    [frenzy]
    """
    for unit_id in defeated:
        for member in (unit_id, *table.battle.units[unit_id].guests):
            if is_frenzied(table.battle.units[member]):
                table.record(FrenzyLost(member))
