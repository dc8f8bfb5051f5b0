"""Pavises: large shields set up on the ground are hard cover against missiles for men who stand still.

[troop.pavise]
"""

from maniple.battle.terrain import Cover
from maniple.battle.unit import Unit

PAVISE = "troop.pavise"


def is_behind_pavises(target: Unit, cover: Cover) -> bool:
    """Whether its pavises shelter the unit better than the ground: it stands where it set them up.

    [troop.pavise]
    """
    return target.sheet.traits.pavise and target.has_stood and cover is not Cover.HARD
