"""Overrun: a unit whose foes all died in the first round goes straight on over them. [pursue.overrun]

It may decline. Meeting a fresh enemy it must charge it. A charger who caught fleers has fought no
round, and so gains none.
"""

from maniple.battle.asks import MayOverrun, No
from maniple.battle.chance_requests import Roll
from maniple.battle.events import HeldBack
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle, Combat
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, Unit
from maniple.rules.fleeing.chase import Chase, chase, pursuit_total
from maniple.rules.fleeing.running import flight_pool
from maniple.rules.special.engine import never_pursues


def overrun_tasks(battle: Battle) -> tuple[Task, ...]:
    """The units that may overrun, those first whose turn it is. [pursue.overrun]"""
    able = [
        unit
        for combat in battle.combats
        for unit in (battle.units[i] for i in combat.first_round)
        if _has_nobody_left(battle, combat, unit)
    ]
    ordered = sorted(able, key=lambda unit: (unit.side is not battle.turn.side, unit.id))
    return tuple([Task(Do.OVERRUN, unit.id) for unit in ordered])


def _has_nobody_left(battle: Battle, combat: Combat, unit: Unit) -> bool:
    """Whether all foes of the unit were slain in this round, the first that it fought."""
    return (
        combat.fought
        and combat.is_done
        and unit.is_on_table
        and not never_pursues(unit)
        and not unit.fleeing
        and not unit.stampeding
        and not unit.is_engaged
        and unit.id not in (*combat.broken, *combat.panicked, *combat.falling_back)
        and any(battle.units[foe].side is not unit.side for foe in combat.destroyed)
    )


def overrun(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The unit goes straight on the distance that it rolls, if its player wants it to.

    [pursue.overrun, pursue.into-fresh-enemy]
    """
    unit = table.battle.units[task.unit]
    if not unit.is_on_table or unit.is_engaged or unit.fleeing:
        yield from nothing_asked()
        return ()
    answer = yield from MayOverrun(unit.side, unit.id)
    if isinstance(answer, No):
        table.record(HeldBack(unit.id, "pursue.overrun"))
        return ()
    inches = yield from Roll(
        flight_pool(table.battle, unit.id), "pursue.overrun", unit.id, "overrun"
    )
    facing = table.battle.units[unit.id].pose.facing
    hunt = Chase(unit.id, NOBODY, facing, cite="pursue.overrun")
    yield from chase(table, hunt, pursuit_total(table.battle, hunt, inches))
    return ()
