"""Dread: which enemies a unit fears, and which are a terror to it. [fear.charged, terror.test]

    fears           the rule by which it fears an enemy, or None
    terrified_by    the rule by which an enemy is a terror to it, or None

Each cause is a small function in `FEARS` or `TERRORS`; a troop type that is feared by some and not
by others adds its own. What is a terror is also feared. Nobody is asked who is immune, or a dread
himself: see `is_fearless`.
"""

from collections.abc import Callable
from typing import TypeAlias

from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.rules.special.camels import feared_by_horses
from maniple.rules.special.elephants import feared_by_foot, terror_to_horse

Dread: TypeAlias = Callable[[Battle, Unit, Unit], str | None]
"""(battle, unit, enemy) -> the rule by which the unit dreads that enemy, or None. The enemy may be
a character who is with a unit; the unit never is."""

FEAR = "fear.charged"
TERROR = "terror.test"


def causes_fear(battle: Battle, unit: Unit, enemy: Unit) -> str | None:
    """Troops who cause fear. [fear.charged]"""
    return FEAR if enemy.sheet.traits.causes_fear else None


def causes_terror(battle: Battle, unit: Unit, enemy: Unit) -> str | None:
    """Troops who cause terror. [terror.test]"""
    return TERROR if enemy.sheet.traits.causes_terror else None


FEARS: tuple[Dread, ...] = (causes_fear, feared_by_foot, feared_by_horses)
"""Who is feared by whom, terrors apart."""

TERRORS: tuple[Dread, ...] = (causes_terror, terror_to_horse)
"""Who is a terror to whom."""


def fears(battle: Battle, unit_id: UnitId, enemy_id: UnitId) -> str | None:
    """The rule by which the unit fears that enemy or anyone with him; None if it does not.

    What is a terror to it it fears as well. [fear.charged, terror.test]
    """
    unit = _body_of(battle, unit_id)
    traits = unit.sheet.traits
    if traits.causes_fear or is_fearless(unit):
        return terrified_by(battle, unit_id, enemy_id)
    return _dreads(FEARS + TERRORS, battle, unit, enemy_id)


def terrified_by(battle: Battle, unit_id: UnitId, enemy_id: UnitId) -> str | None:
    """The rule by which that enemy, or anyone with him, is a terror to the unit; None: he is not.

    [terror.test]
    """
    unit = _body_of(battle, unit_id)
    return None if is_fearless(unit) else _dreads(TERRORS, battle, unit, enemy_id)


def is_fearless(unit: Unit) -> bool:
    """Whether nothing frightens it: it is immune to psychology, or a terror itself.

    [psychology.test, terror.test]
    """
    return unit.sheet.traits.immune_to_psychology or unit.sheet.traits.causes_terror


def _dreads(causes: tuple[Dread, ...], battle: Battle, unit: Unit, enemy_id: UnitId) -> str | None:
    enemy = _body_of(battle, enemy_id)
    for cause in causes:
        for model in (enemy, *(battle.units[guest] for guest in enemy.guests)):
            if cite := cause(battle, unit, model):
                return cite
    return None


def _body_of(battle: Battle, unit_id: UnitId) -> Unit:
    """The unit, or the one that a character is with."""
    unit = battle.units[unit_id]
    return unit if unit.host == NOBODY else battle.units[unit.host]
