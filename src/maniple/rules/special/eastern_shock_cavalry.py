"""Eastern shock cavalry may fall back in good order from any round that has not broken it.

It is shock cavalry besides; with barding of any sort it is plain shock cavalry.
[troop.eastern-shock-cavalry]
"""

from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Unit

CITE = "troop.eastern-shock-cavalry"
UNBARDED = 1
"""Points of armour that being mounted gives; any more are the mount's barding. [shoot.save]"""


def is_free_to_leave(unit: Unit) -> bool:
    """Whether the unit is eastern shock cavalry without barding. [troop.eastern-shock-cavalry]"""
    sheet = unit.sheet
    return sheet.traits.eastern_shock_cavalry and sheet.armour.mount <= UNBARDED


def leave_offers(battle: Battle, units: tuple[Unit, ...]) -> tuple[Task, ...]:
    """Those of the units, winners or of a drawn round, that will be asked whether they fall back.

    The side's first whose turn it is. [troop.eastern-shock-cavalry]
    """
    able = [unit for unit in units if is_free_to_leave(unit)]
    able.sort(key=lambda unit: (unit.side is not battle.turn.side, unit.id))
    return tuple([Task(Do.MAY_FALL_BACK, unit.id, cause=CITE) for unit in able])
