"""Dread: which enemies a unit fears, and which are a terror to it. [fear.charged, terror.test]

    fears           the rule by which it fears an enemy, or None
    terrified_by    the rule by which an enemy is a terror to it, or None

Each cause is a small function in `FEARS` or `TERRORS`; a troop type that is feared by some and not
by others adds its own. What is a terror is also feared. Who is immune to psychology dreads nobody, nor
does who is a terror himself; who causes fear does not fear those who do no more.
"""

from collections.abc import Callable
from typing import TypeAlias

from maniple.battle.bodies import where_stands
from maniple.battle.state import Battle
from maniple.battle.unit import Unit, UnitId
from maniple.rules.nerve.immunity import is_immune
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
    unit = where_stands(battle, battle.units[unit_id])
    causes = TERRORS if unit.sheet.traits.causes_fear else FEARS + TERRORS
    return _dreads(causes, battle, unit, enemy_id)


def terrified_by(battle: Battle, unit_id: UnitId, enemy_id: UnitId) -> str | None:
    """The rule by which that enemy, or anyone with him, is a terror to the unit; None: he is not.

    [terror.test]
    """
    return _dreads(TERRORS, battle, where_stands(battle, battle.units[unit_id]), enemy_id)


def is_fearless(battle: Battle, unit: Unit) -> bool:
    """Whether nothing frightens it: it is a terror itself, immune to psychology, or out of hand.

    [psychology.test, terror.test, troop.elephant]
    """
    return unit.sheet.traits.causes_terror or unit.stampeding or is_immune(battle, unit)


def _dreads(causes: tuple[Dread, ...], battle: Battle, unit: Unit, enemy_id: UnitId) -> str | None:
    enemy = where_stands(battle, battle.units[enemy_id])
    models = [enemy, *[battle.units[guest] for guest in enemy.guests]]
    for cause in causes:
        for model in models:
            if cite := cause(battle, unit, model):
                return None if is_fearless(battle, unit) else cite
    return None
