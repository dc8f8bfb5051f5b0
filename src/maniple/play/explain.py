"""What a roll needs, explained by the rules: for the account, and for people at a table.

blows_explained   each strike group of a set of blows, its figures, and the rules that speak
shot_explained    what makes a volley's shots harder
"""

from maniple.battle.events import UnitShot
from maniple.battle.state import Battle, StrikeGroup
from maniple.rules.fighting.blows import Blow, blows_of
from maniple.rules.fighting.combat_round import striking_together
from maniple.rules.fighting.striking import Modifier, What
from maniple.rules.shooting.firing import CHARGING, Hindrance, hindrances

__all__ = ["Blow", "Hindrance", "Modifier", "What", "blows_explained", "shot_explained"]


def blows_explained(battle: Battle) -> tuple[tuple[StrikeGroup, Blow], ...]:
    """The groups that strike next in the running combat, and what each of them throws: at an enemy with
    a crew twice, once at the crew. [troop.elephant]
    """
    combat = battle.combat
    if combat is None:
        return ()
    together = striking_together(combat.groups)
    return tuple([(group, each) for group in together for each in blows_of(battle, group)])


def shot_explained(battle: Battle, shot: UnitShot) -> tuple[Hindrance, ...]:
    """What was added to the needs of a volley but for range, in the battle before its casualties."""
    unit, target = battle.units[shot.unit], battle.units[shot.target]
    for missile in unit.missiles:
        if missile.name == shot.weapon:
            response = shot.cite if shot.as_response or shot.cite == CHARGING else None
            return hindrances(battle, unit, target, missile, response)
    return ()
