"""Compulsory moves: units that disengage are named, then fleeing units run on, and stupid ones
blunder ahead. [turn.procedure]

Those nearest to a table edge go first. [flee.compulsory, stupidity.test]
"""

from maniple.battle.bodies import of_side
from maniple.battle.chance_requests import Roll
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Moved, Stupor, Unit
from maniple.rules.fleeing.running import edge_near, flight_pool, heading_to_edge, run
from maniple.rules.special.stampede import stampede_tasks


def compulsory_tasks(battle: Battle) -> tuple[Task, ...]:
    """Disengaging, then each unit that flees and has not run in this turn, or blunders straight ahead;
    then the stampedes.

    [flee.compulsory, stupidity.test, troop.elephant]
    """
    ours = of_side(battle, battle.turn.side)
    moves = [Task(Do.FLEE_ON, unit.id) for unit in ours if runs_on(unit)]
    moves += [Task(Do.BLUNDER_ON, u.id) for u in ours if u.doings.stupor is Stupor.AHEAD]
    moves.sort(key=lambda task: (edge_near(battle, battle.units[task.unit])[0], task.unit))
    moves += stampede_tasks(battle)
    if any(unit.is_engaged for unit in ours):
        return (Task(Do.DISENGAGE), *moves)
    return tuple(moves)


def runs_on(unit: Unit) -> bool:
    """Whether the unit flees and has not run in this turn: it has if it took to flight after its
    start. [flee.compulsory, rally.panicked]
    """
    return unit.fleeing and (unit.doings.moved is not Moved.FLED or unit.doings.panicked_at_start)


def flee_on(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A fleeing unit runs towards the nearest table edge. [flee.compulsory, flee.distance]"""
    battle = table.battle
    unit = battle.units[task.unit]
    if not unit.is_on_table or not unit.fleeing:
        yield from nothing_asked()
        return ()
    inches = yield from Roll(flight_pool(battle, unit.id), "flee.distance", unit.id, "flight")
    run(table, unit.id, heading_to_edge(battle, unit), inches, "flee.compulsory", first=False)
    return ()
