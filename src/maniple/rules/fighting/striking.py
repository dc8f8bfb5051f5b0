"""What a rule sees of a strike group, and what it may add to its blows. [combat.to-hit]

A special rule in `rules.special` takes a `Striking` and gives a `Modifier` or None; `blows` gathers
them in its tables ATTACKS, SKILL, STRENGTH and SAVE.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec import Struct

from maniple.battle.sheet import Melee, Profile
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.unit import Fight, Unit

What: TypeAlias = Literal["strikers", "attacks", "to hit", "strength", "to wound", "save"]


class Modifier(Struct, frozen=True):
    """A figure of a blow, or what is added to it, and the rule by which.

    The first of each kind is the figure to begin with; the others are added to it. "to hit", "to
    wound" and "save" are needs on a D6: the more, the harder.
    """

    what: What
    figure: int
    rule: str


class Striking(Struct, frozen=True):
    """A strike group and its enemy as they stand."""

    battle: Battle
    group: StrikeGroup
    striker: Unit
    target: Unit
    fight: Fight
    weapon: Melee
    ours: Profile
    """Of those who strike."""
    theirs: Profile
    """Of those who are struck."""


Rule: TypeAlias = Callable[[Striking], Modifier | None]
