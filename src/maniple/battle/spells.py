"""Spells: what a wizard may cast, as data.

The figures come from one book of spells [magic.phase]; `Field.spells` carries those in play, so that
a record outlives a changed book. What a spell does is written once for each `Effect`, in
`maniple.rules.special.magic`.
"""

import enum

from msgspec import Struct

from maniple.battle.sheet import Mark


class Effect(enum.Enum):
    """What a spell does, each by the rule of its name."""

    BOLT = "bolt"  # magic.bolt
    GALE = "gale"  # magic.gale
    DREAD = "dread"  # magic.dread
    WARD = "ward"  # magic.ward
    RALLY = "rally"  # magic.rally
    STRENGTH = "strength"  # magic.strength
    MIST = "mist"  # magic.mist
    HEART = "heart"  # magic.heart


class Aim(enum.Enum):
    """Whom a spell is cast at. [magic.target]"""

    ENEMY = "an enemy in sight"
    FRIEND = "a friend"
    FLEEING_FRIEND = "a friend who flees"


class Spell(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A spell of the book. `range` in inches, `cost` in power cards."""

    name: str
    """A short word, by which rosters and orders know it."""
    title: str
    """What people call it."""
    effect: Effect
    aim: Aim
    cost: int
    range: float
    hits: int = 0
    """Dice added up for the hits of a bolt. [magic.bolt]"""
    strength: int = 0
    """Of each of those hits."""
    figure: int = 0
    """The figure that its effect adds, or the save that it gives."""
    text: str = ""
    """What it does, for people."""
    mark: Mark = "C"
