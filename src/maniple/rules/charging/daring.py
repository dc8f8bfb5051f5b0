"""Fear and terror of charger and charged. [fear.charging, fear.charged, terror.test]

dares_to_charge   the charger's test, before its charge is declared   [charge.procedure (2)]
fear_tasks        what is due once the charge is found in reach       [charge.procedure (6)]
fear_test         the target's test, and what it leads to
"""

from maniple.battle.events import UnitCowed, UnitHalted
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle, Charge
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Moved, UnitId
from maniple.rules.fleeing.flight import flee_now
from maniple.rules.nerve.dread import TERROR, fears
from maniple.rules.nerve.facing_dread import CHARGED, CHARGING, Faced, face
from maniple.rules.special.fear import is_outnumbered


def dares_to_charge(table: Table, charger: UnitId, target: UnitId) -> Step[bool]:
    """Whether the unit dares to charge: it fears its target, fails, and stays where it is this turn;
    or is terrified, and flees at once. [fear.charging, terror.test]
    """
    faced = yield from face(table, charger, target, CHARGING)
    if faced is Faced.AFRAID:
        table.record(UnitHalted(charger, Moved.HALTED, CHARGING))
    elif faced is Faced.TERRIFIED:
        yield from flee_now(table, charger, (target,), TERROR)
    return faced is Faced.CALM


def fear_tasks(battle: Battle, charge: Charge) -> tuple[Task, ...]:
    """The test of fear or terror that the charge provokes in its target. [charge.fear-panic-timing]"""
    if fears(battle, charge.target, charge.charger) is None:
        return ()
    return (Task(Do.FEAR_TEST, charge.charger, charge.target),)


def fear_test(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The target tests. In fear it flees if the chargers outnumber it, else it is cowed; in terror it
    flees at once. One that has panicked tests no more. [fear.charged, terror.test, psychology.test]
    """
    battle = table.battle
    unit = battle.units[task.other]
    if not unit.is_on_table:
        yield from nothing_asked()
        return ()
    faced = yield from face(table, task.other, task.unit, CHARGED)
    if faced is Faced.CALM:
        return ()
    outnumbered = is_outnumbered(battle, unit, chargers_of(battle, task.other))
    if faced is Faced.AFRAID and not outnumbered:
        table.record(UnitCowed(task.other, task.unit))
        return ()
    cause = CHARGED if faced is Faced.AFRAID else TERROR
    yield from flee_now(table, task.other, (task.unit,), cause)
    return ()


def chargers_of(battle: Battle, target: UnitId) -> tuple[UnitId, ...]:
    """The enemies whose charge at this target has been found in reach so far this turn.

    [fear.charged]
    """
    return tuple(
        [
            charge.charger
            for charge in battle.charges
            if charge.target == target
            and charge.in_reach
            and battle.units[charge.charger].is_on_table
            and not battle.units[charge.charger].fleeing
        ]
    )
