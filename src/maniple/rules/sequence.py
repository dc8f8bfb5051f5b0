"""The turn sequence: which step runs next, phase after phase. [turn.sequence, turn.procedure]

`next_step` looks at the queue of tasks in the battle. If there is one, its front task runs, and
what follows from it takes its place. If it is empty, the next phase begins with its own tasks;
after the last one the turn ends and the next player's begins.
"""

from collections.abc import Callable
from typing import TypeAlias

from maniple.battle.events import PhaseBegan, StepEnded
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Phase, Task
from maniple.rules.fleeing.redress import end_idle_laps
from maniple.rules.nerve.facing_dread import flights_due
from maniple.rules.nerve.nerve import mourn_generals
from maniple.rules.phases import PHASE_TASKS, TASK_STEPS
from maniple.rules.special.startled import startled_tests
from maniple.rules.victory import end_if_over

Running: TypeAlias = Callable[[Table], Step[None]]

ORDER = (
    Phase.START,
    Phase.CHARGES,
    Phase.RALLY,
    Phase.COMPULSORY,
    Phase.CHARGERS,
    Phase.MOVES,
    Phase.SHOOTING,
    Phase.COMBAT,
    Phase.MAGIC,
    Phase.END,
)
"""The parts of a player's turn; MAGIC under that option alone. [turn.movement-order, magic.phase]"""


def next_step(battle: Battle) -> Running | None:
    """The step that runs next; None when the battle is over."""
    if battle.is_over:
        return None
    if battle.turn.todo:
        return run_task
    return begin_next_phase


def run_task(table: Table) -> Step[None]:
    """The task at the front of the queue, and what follows from it. [turn.procedure]

    Whoever has lost the foe that he lapped round stands behind his unit again [redress.lap-round]; in the
    combat phase that is seen to when all combats are over. Those whom a pursuit has frightened off flee
    first [panic.flank-charge, terror.test]; if a general fell, his army's Panic tests come next
    [panic.general], then those of beasts that were startled [troop.elephant]; then the battle may be over
    [victory.end].
    """
    task: Task = table.battle.turn.todo[0]
    then = yield from TASK_STEPS[task.do](table, task)
    if table.battle.turn.phase is not Phase.COMBAT:
        end_idle_laps(table)
    if not table.battle.is_over:
        due = (*flights_due(table.battle), *mourn_generals(table), *startled_tests(table.battle))
        table.record(StepEnded((*due, *then)))
        end_if_over(table)


def begin_next_phase(table: Table) -> Step[None]:
    """The next part of the turn begins, or the next player's turn. [turn.sequence]"""
    phase = phase_after(table.battle.turn.phase, magic=table.battle.field.ruleset.magic)
    tasks = PHASE_TASKS[phase](table.battle)
    table.record(PhaseBegan(phase, tasks))
    yield from nothing_asked()


def phase_after(phase: Phase, *, magic: bool = False) -> Phase:
    """The part of a turn that follows; after the last, and after deployment, a turn's start.

    `magic`: whether the ruleset has a magic phase. [magic.phase]
    """
    if phase in (Phase.DEPLOYMENT, Phase.END):
        return Phase.START
    after = ORDER[ORDER.index(phase) + 1]
    return Phase.END if after is Phase.MAGIC and not magic else after
