"""Who can be lapped round, and how men who lap come back. [redress.lap-round]

can_be_lapped  whether an enemy has a line to lap round
gather_in      they come back behind their unit
"""

from maniple.battle.bodies import body
from maniple.battle.events import RanksRedressed
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.unit import NOBODY, UnitId
from maniple.geometry import Edge

MOST = 2
"""Models that lap round at each flank. [redress.lap-round]"""

SQUARE = 0.1
"""Degrees by which two fronts may differ and still lie flush."""


def can_be_lapped(battle: Battle, unit_id: UnitId, foe: UnitId) -> bool:
    """Whether that enemy has a line to lap round: formed, and met flush on its own front."""
    if foe == NOBODY or not battle.units[foe].is_formed:
        return False
    if not any(
        touch.has(foe) and touch.edge_of(foe) is Edge.FRONT for touch in battle.contacts_of(unit_id)
    ):
        return False
    off = (body(battle.units[unit_id]).facing - body(battle.units[foe]).facing) % 180.0
    return off <= SQUARE or off >= 180.0 - SQUARE


def gather_in(table: Table, unit_id: UnitId, cite: str = "redress.lap-round") -> None:
    """Men of the unit who lap round come back behind it, free. [redress.lap-round]

    The caller sees to it that there is room, or moves the unit at once.
    """
    unit = table.battle.units[unit_id]
    if unit.lap_left or unit.lap_right:
        table.record(RanksRedressed(unit_id, unit.pose, unit.files, cite=cite))
