"""Who is immune to psychology: panic, fear, terror and stupidity; Break tests are none of it.

[psychology.test, frenzy]
"""

from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.rules.special.frenzy import has_prey, is_frenzied


def is_immune(battle: Battle, unit: Unit) -> bool:
    """Whether the unit takes no tests of psychology now: by its list, or frenzied with an enemy
    within charge range. [psychology.test, frenzy]
    """
    if unit.sheet.traits.immune_to_psychology:
        return True
    return is_frenzied(unit) and has_prey(battle, unit)
