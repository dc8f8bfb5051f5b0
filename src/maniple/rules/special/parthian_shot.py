"""Parthian shot: a unit that has shot in its shooting phase may go on up to its ordinary move.

It does so at once, and whatever it did in the remaining moves; it does not march, and does not
reform, for it has shot. One that must stay where it is this turn stays. [shoot.parthian-shot]
"""

from collections.abc import Callable

from msgspec.structs import replace

from maniple.battle.asks import Done, OrderUnit, ParthianMove
from maniple.battle.events import UnitMoved
from maniple.battle.events.base import with_unit
from maniple.battle.judged import Judged, Refusal
from maniple.battle.orders import Order, Reform
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Moved, UnitId
from maniple.rules.moving.manoeuvre import judge_order
from maniple.rules.moving.order_samples import THROWS, thrown
from maniple.rules.moving.plan import plan
from maniple.rules.table.referee import UnjudgedAnswer

CITE = "shoot.parthian-shot"
STAYS = (Moved.RETURNED, Moved.HALTED)
"""What keeps a unit from moving any further this turn. [pursue.off-table, deploy.late, fear.charging]"""


def moves_after_shooting(battle: Battle, shooter: UnitId) -> tuple[Task, ...]:
    """The move that a unit may make now that it has shot; none for most. [shoot.parthian-shot]"""
    unit = battle.units[shooter]
    if not unit.sheet.traits.parthian_shot or unit.doings.moved in STAYS:
        return ()
    return (Task(Do.PARTHIAN_MOVE, shooter),)


def parthian_move(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The unit goes on, as its player orders. [shoot.parthian-shot]"""
    unit = table.battle.units[task.unit]
    if not unit.is_on_table or unit.fleeing or unit.is_engaged:
        yield from nothing_asked()
        return ()
    answer = yield from ParthianMove(unit.side, unit.id)
    if isinstance(answer, Done):
        return ()
    planned = plan(rested(table.battle, task.unit), OrderUnit(unit.side), answer)
    if isinstance(planned, Refusal):
        raise UnjudgedAnswer(f"{planned.rule} refuses the order: {planned.why}")
    table.record(
        UnitMoved(
            task.unit,
            planned.end,
            planned.files,
            planned.how,
            CITE,
            planned.formation,
            planned.places,
            planned.path,
            planned.spent,
        )
    )
    return ()


def rested(battle: Battle, unit_id: UnitId) -> Battle:
    """The battle as if the unit had not moved this turn: it has its ordinary move again."""
    unit = battle.units[unit_id]
    doings = replace(unit.doings, moved=Moved.STOOD, move_left=-1.0)
    return with_unit(battle, replace(unit, doings=doings))


def judge_parthian_move(
    battle: Battle, ask: ParthianMove, answer: Order | Done
) -> Judged | Refusal:
    """Whether the unit may go so. [shoot.parthian-shot]"""
    if isinstance(answer, Done):
        return Judged(answer)
    name = battle.units[ask.unit].sheet.name
    if answer.unit != ask.unit:
        return Refusal(CITE, f"it is {name} that has shot, and may go on now")
    if answer.march:
        return Refusal(CITE, f"{name} goes on at its ordinary rate, and does not march")
    if any(isinstance(step, Reform) for step in answer.manoeuvres):
        return Refusal("move.reform", f"{name} has shot this turn, and may not reform in it")
    return judge_order(rested(battle, ask.unit), OrderUnit(ask.side), answer)


def sample_parthian_move(
    battle: Battle, ask: ParthianMove, below: Callable[[int], int]
) -> Order | Done:
    """A legal move by lot, or none."""
    as_if_rested = rested(battle, ask.unit)
    for _ in range(below(THROWS)):
        order = replace(thrown(as_if_rested, as_if_rested.units[ask.unit], below), march=False)
        if isinstance(judge_parthian_move(battle, ask, order), Judged):
            return order
    return Done()
