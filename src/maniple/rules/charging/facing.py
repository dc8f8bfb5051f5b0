"""Which facing of its target a charger will strike. [charge.facing, unit.zones]

The one in whose arc the middle of the charger's front rank is; on the line between two arcs a die
decides. Of skirmishers most models decide.
"""

from maniple.battle.bodies import body, outline
from maniple.battle.chance_requests import Roll
from maniple.battle.request import Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.unit import Unit, UnitId
from maniple.dice.pool import D6
from maniple.geometry import FRONT, LEFT, REAR, RIGHT, Edge, zone, zone_doubt

NEARER_THE_FRONT = 3
"""The highest face of the doubt die that gives the zone nearer the front. [unit.zones]"""

_FROM_FRONT = (FRONT, LEFT, RIGHT, REAR)


def has_facings(unit: Unit) -> bool:
    """Skirmishers, mobs and single models have no flank or rear. [unit.zones]"""
    return unit.is_formed and not unit.body_width


def struck_facing(table: Table, charger: UnitId, target: UnitId) -> Step[Edge]:
    """The facing that the charger strikes from where it now stands; a die in doubt. [charge.facing]"""
    zones = zones_possible(table.battle, charger, target)
    if len(zones) == 1:
        return zones[0]
    face = yield from Roll(D6, cite="unit.zones", unit=charger, why="which facing is struck")
    return zones[0] if face <= NEARER_THE_FRONT else zones[1]


def zones_possible(battle: Battle, charger: UnitId, target: UnitId) -> tuple[Edge, ...]:
    """The zone of the target in which the charger stands, or the two between which a die decides.

    The one nearer the front comes first. [unit.zones]
    """
    unit, other = battle.units[charger], battle.units[target]
    if not has_facings(other):
        return (FRONT,)
    rect = body(other)
    if unit.is_skirmishing:
        zones = [zone(rect, r.x, r.y) for r in outline(unit)]
        most = max(zones.count(z) for z in zones)
        # As near the line as can be: two zones that hold equally many models.
        return tuple([z for z in _FROM_FRONT if zones.count(z) == most][:2])
    front = body(unit)
    doubt = zone_doubt(rect, front.x, front.y)
    return (zone(rect, front.x, front.y),) if doubt is None else doubt


def zone_seen(battle: Battle, charger: UnitId, target: UnitId) -> Edge:
    """The zone in which the charger stands, the nearer to the front if a die would decide."""
    return zones_possible(battle, charger, target)[0]


def edge_towards(target: Unit, x: float, y: float) -> Edge:
    """The edge of a body without flanks that a charger from (x, y) inches will meet."""
    return zone(body(target), x, y)
