"""Shieldwall: formed men with large shields who have stood still are worth +1 to the combat result when
they are charged in the front. [troop.shieldwall]
"""

from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.geometry import Edge
from maniple.rules.fighting.mixed import struck_share

LARGE_SHIELD = 2
"""Points of armour of a large shield. [shoot.save]"""


def holds_shieldwall(battle: Battle, unit: Unit) -> bool:
    """Whether the unit's shieldwall counts in this round. [troop.shieldwall]

    It is charged when an enemy who meets its front charged into this very round.
    """
    if not unit.sheet.traits.shieldwall or not unit.is_formed or not unit.has_stood:
        return False
    if struck_share(unit).armour.shield < LARGE_SHIELD or battle.combat is None:
        return False
    charged = battle.combat.charged
    return any(
        touch.edge_of(unit.id) is Edge.FRONT and touch.enemy_of(unit.id) in charged
        for touch in battle.contacts_of(unit.id)
    )
