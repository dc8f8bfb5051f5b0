"""The two tables of the turn sequence: the tasks of each phase, and the step of each task.

A chapter's `..._tasks(battle)` say what is due as its phase begins; its steps carry the tasks out
and return what follows. [turn.procedure]
"""

from collections.abc import Callable

from maniple.battle.request import Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Phase, Task
from maniple.rules import (
    aftermath,
    compulsory,
    deploy,
    disengage,
    fall_back,
    nerve,
    overrun,
    panic_flight,
    rally,
    redress,
    returning,
    turn,
    victory,
    volley,
)

PHASE_TASKS: dict[Phase, Callable[[Battle], tuple[Task, ...]]] = {
    Phase.START: turn.start_tasks,
    Phase.RALLY: rally.rally_tasks,
    Phase.COMPULSORY: compulsory.compulsory_tasks,
    Phase.SHOOTING: volley.shooting_tasks,
    Phase.END: turn.end_tasks,
}

TASK_STEPS: dict[Do, Callable[[Table, Task], Step[tuple[Task, ...]]]] = {
    # deployment
    Do.ROLL_LENGTH: victory.roll_length,
    Do.DEAL_ZONES: deploy.deal_zones,
    Do.PLACE_UNITS: deploy.place_units,
    Do.PLACE_CHARACTERS: deploy.place_characters,
    Do.ROLL_FIRST_TURN: deploy.roll_first_turn,
    # start of turn
    Do.BEGIN_TURN: turn.begin_turn,
    Do.RETURN_PURSUER: returning.return_pursuer,
    Do.START_TESTS: nerve.start_tests,
    Do.PANIC_TEST: nerve.panic_test,
    Do.PANIC_FLIGHT: panic_flight.flee_panicked,
    # rally, compulsory moves
    Do.RALLY: rally.rally,
    Do.DISENGAGE: disengage.disengage,
    Do.FLEE_ON: compulsory.flee_on,
    # remaining moves, shooting
    Do.SHOOT: volley.name_shot,
    # close combat
    Do.HOLD_OR_PURSUE: aftermath.hold_or_pursue,
    Do.FLIGHT_DISTANCES: aftermath.flight_distances,
    Do.FLEE_FROM_COMBAT: aftermath.flee_from_combat,
    Do.REFORM_FALLEN_BACK: fall_back.reform,
    Do.PURSUE: aftermath.pursue,
    Do.OVERRUN: overrun.overrun,
    Do.REDRESS: redress.redress,
    # the end of a player's turn
    Do.END_TURN: turn.end_turn,
}
