"""The two tables of the turn sequence: the tasks of each phase, and the step of each task.

A chapter's `..._tasks(battle)` say what is due as its phase begins; its steps carry the tasks out
and return what follows. [turn.procedure]
"""

from collections.abc import Callable

from maniple.battle.request import Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Phase, Task

PHASE_TASKS: dict[Phase, Callable[[Battle], tuple[Task, ...]]] = {}

TASK_STEPS: dict[Do, Callable[[Table, Task], Step[tuple[Task, ...]]]] = {}
