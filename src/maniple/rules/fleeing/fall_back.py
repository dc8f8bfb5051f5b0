"""Falling back in good order: like flight, but formed, and rallied at once at its end.

    fall_back  the move
    reform     it rallies and may reform where it has come to

[break.fall-back.move]
"""

from maniple.battle.asks import FormRallied
from maniple.battle.events import UnitFellBack
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import UnitId
from maniple.geometry import Edge, pose_of
from maniple.rules.fleeing.forming import rallied
from maniple.rules.fleeing.lapping import gather_in
from maniple.rules.fleeing.running import heading_away, run
from maniple.rules.fleeing.ways import turned
from maniple.rules.special.engine import leave

CITE = "break.fall-back.move"


def keeps_its_facing(battle: Battle, unit_id: UnitId) -> bool:
    """Whether the unit fights to flank or rear: it goes back as it stands. [break.fall-back.move]"""
    return any(touch.edge_of(unit_id) is not Edge.FRONT for touch in battle.contacts_of(unit_id))


def fall_back(
    table: Table, unit_id: UnitId, foes: tuple[UnitId, ...], distance: float
) -> tuple[Task, ...]:
    """The unit goes back so many inches from these enemies; then it may reform, or may not.

    [break.fall-back.move, flee.off-table, engine.left]
    """
    leave(table, unit_id)
    battle = table.battle
    heading = heading_away(battle, unit_id, foes)
    turns = not keeps_its_facing(battle, unit_id)
    gather_in(table, unit_id)
    unit = table.battle.units[unit_id]
    at = unit.pose
    if turns and not unit.is_skirmishing:
        at = pose_of(turned(unit, heading)[0])
    table.record(UnitFellBack(unit_id, at))
    run(table, unit_id, heading, distance, CITE, first=True, turns=turns)
    if turns and table.battle.units[unit_id].is_on_table:
        return (Task(Do.REFORM_FALLEN_BACK, unit_id),)
    return ()


def reform(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The unit rallies at once and takes up any formation, facing any way. [break.fall-back.move]"""
    unit = table.battle.units[task.unit]
    if not unit.is_on_table:
        yield from nothing_asked()
        return ()
    ask = FormRallied(unit.side, unit.id, CITE)
    stand = yield from ask
    how = table.battle.units[task.unit].doings.moved
    table.record(rallied(table.battle, ask, stand, how))
    return ()
