"""The two tables of the turn sequence: the tasks of each phase, and the step of each task.

A chapter's `..._tasks(battle)` say what is due as its phase begins; its steps carry the tasks out
and return what follows. [turn.procedure]
"""

from collections.abc import Callable

from maniple.battle.request import Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Phase, Task
from maniple.rules import deploy, turn

PHASE_TASKS: dict[Phase, Callable[[Battle], tuple[Task, ...]]] = {
    Phase.START: turn.start_tasks,
    Phase.END: turn.end_tasks,
}

TASK_STEPS: dict[Do, Callable[[Table, Task], Step[tuple[Task, ...]]]] = {
    # deployment
    Do.DEAL_ZONES: deploy.deal_zones,
    Do.PLACE_UNITS: deploy.place_units,
    Do.PLACE_CHARACTERS: deploy.place_characters,
    Do.ROLL_FIRST_TURN: deploy.roll_first_turn,
    # start of turn
    Do.BEGIN_TURN: turn.begin_turn,
    # the end of a player's turn
    Do.END_TURN: turn.end_turn,
}
