"""What is due as charges are declared, and charges that a unit must make. [troop.warband, frenzy,
troop.scythed-chariot]

charge_tasks       compelled charges first, then the player's own   [turn.procedure]
compelled_charge   a warband that fails to hold back; frenzied troops and scythed chariots always
"""

from maniple.battle.bodies import gap, of_side
from maniple.battle.events import Spoke
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Unit, UnitId
from maniple.geometry import within
from maniple.rules.charging.charge_path import charge_path, charge_reach
from maniple.rules.charging.charging import declare, why_not_at, why_not_charge
from maniple.rules.charging.facing import zone_seen
from maniple.rules.nerve.nerve import test_nerve
from maniple.rules.special.frenzy import FRENZY, is_frenzied
from maniple.rules.special.scythed import SCYTHED, must_charge

WARBAND = "troop.warband"


def charge_tasks(battle: Battle) -> tuple[Task, ...]:
    """Compelled charges in roster order, then the player's own. [turn.procedure]"""
    asked = [u for u in of_side(battle, battle.turn.side) if compelled_by(u) is not None]
    return (*[Task(Do.COMPELLED_CHARGE, u.id) for u in asked], Task(Do.DECLARE_CHARGES))


def compelled_by(unit: Unit) -> str | None:
    """The rule by which the unit may have to charge; None if it charges as its player likes.

    [frenzy, troop.scythed-chariot, troop.warband]
    """
    if is_frenzied(unit):
        return FRENZY
    if must_charge(unit):
        return SCYTHED
    warband = unit.sheet.traits.warband
    return WARBAND if warband is not None and warband.must_charge else None


def compelled_charge(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """With an enemy in sight and reach a warband tests, and charges the nearest if it fails;
    frenzied troops and scythed chariots charge him without a test.

    [troop.warband, frenzy, troop.scythed-chariot]
    """
    prey = nearest_in_reach(table.battle, task.unit)
    rule = compelled_by(table.battle.units[task.unit])
    if prey is None or rule is None:
        yield from nothing_asked()
        return ()
    if rule == WARBAND:
        held = yield from test_nerve(table, task.unit, WARBAND, WARBAND)
        if held:
            return ()
    table.record(Spoke(task.unit, "must charge", rule, other=prey))
    return (yield from declare(table, task.unit, prey, compelled_by=rule))


def nearest_in_reach(battle: Battle, charger: UnitId) -> UnitId | None:
    """The nearest enemy that the unit may charge and would reach; None if there is none."""
    unit = battle.units[charger]
    if why_not_charge(battle, unit) is not None:
        return None
    reach = charge_reach(battle, charger)
    for enemy in sorted(of_side(battle, unit.side.enemy), key=lambda e: (gap(unit, e), e.id)):
        if not within(gap(unit, enemy), reach):
            return None
        if why_not_at(battle, charger, enemy.id) is not None:
            continue
        facing = zone_seen(battle, charger, enemy.id)
        if charge_path(battle, charger, enemy.id, facing, reach) is not None:
            return enemy.id
    return None
