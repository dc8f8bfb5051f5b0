"""What is due as charges are declared, and charges that a unit must make. [troop.warband]

charge_tasks       compelled charges first, then the player's own   [turn.procedure]
compelled_charge   a warband that fails to hold back, a scythed chariot always
"""

from maniple.battle.bodies import gap, of_side
from maniple.battle.events import Spoke
from maniple.battle.request import Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Unit, UnitId
from maniple.rules.charging.charge_path import charge_path, charge_reach
from maniple.rules.charging.charging import declare, why_not_at, why_not_charge
from maniple.rules.charging.facing import zone_seen
from maniple.rules.nerve.nerve import test_nerve
from maniple.rules.special.scythed import SCYTHED, must_charge


def charge_tasks(battle: Battle) -> tuple[Task, ...]:
    """Compelled charges in roster order, then the player's own. [turn.procedure]"""
    asked = [u for u in of_side(battle, battle.turn.side) if must_be_asked(u)]
    return (*[Task(Do.COMPELLED_CHARGE, u.id) for u in asked], Task(Do.DECLARE_CHARGES))


def must_be_asked(unit: Unit) -> bool:
    """Whether the unit is one that may be carried into a charge.

    [troop.warband, troop.scythed-chariot]
    """
    if must_charge(unit):
        return True
    warband = unit.sheet.traits.warband
    return warband is not None and warband.must_charge


def compelled_charge(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A warband with an enemy in sight and reach tests; failing, it charges the nearest. A scythed
    chariot charges it without a test. [troop.warband, troop.scythed-chariot]
    """
    prey = nearest_in_reach(table.battle, task.unit)
    if prey is None:
        return ()
    if must_charge(table.battle.units[task.unit]):
        table.record(Spoke(task.unit, "must charge", SCYTHED, other=prey))
        return (yield from declare(table, task.unit, prey, compelled=True))
    held = yield from test_nerve(table, task.unit, "troop.warband", "troop.warband")
    if held:
        return ()
    table.record(Spoke(task.unit, "must charge", "troop.warband", other=prey))
    return (yield from declare(table, task.unit, prey, compelled=True))


def nearest_in_reach(battle: Battle, charger: UnitId) -> UnitId | None:
    """The nearest enemy that the unit may charge and would reach; None if there is none."""
    unit = battle.units[charger]
    if why_not_charge(battle, unit) is not None:
        return None
    reach = charge_reach(battle, charger)
    for enemy in sorted(of_side(battle, unit.side.enemy), key=lambda e: (gap(unit, e), e.id)):
        if gap(unit, enemy) > reach:
            return None
        if why_not_at(battle, charger, enemy.id) is not None:
            continue
        facing = zone_seen(battle, charger, enemy.id)
        if charge_path(battle, charger, enemy.id, facing, reach) is not None:
            return enemy.id
    return None
