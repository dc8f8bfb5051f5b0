"""Pavises: large shields set up on the ground are hard cover against missiles for men who stand still.

[shoot.modifiers]
"""

from maniple.battle.terrain import Cover
from maniple.battle.unit import Unit


def cover_behind_pavises(target: Unit, cover: Cover) -> Cover:
    """The target's cover, its pavises counted while it stands where it set them up.

    [shoot.modifiers]
    """
    return Cover.HARD if target.sheet.traits.pavise and target.has_stood else cover
