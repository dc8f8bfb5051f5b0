"""A strengthened unit strikes with a better Strength in close combat. [magic.strength]"""

from maniple.battle.spells import Effect
from maniple.rules.fighting.striking import Modifier, Striking
from maniple.rules.special.magic.lasting import lying


def strengthened(at: Striking) -> Modifier | None:
    """What the spell adds to the Strength of its blows. [magic.strength]"""
    laid = lying(at.battle, at.striker, Effect.STRENGTH)
    return None if laid is None else Modifier("strength", laid.figure, "magic.strength")
