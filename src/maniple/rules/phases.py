"""The two tables of the turn sequence: the tasks of each phase, and the step of each task.

A chapter's `..._tasks(battle)` say what is due as its phase begins; its steps carry the tasks out
and return what follows. [turn.procedure]
"""

from collections.abc import Callable

from maniple.battle.request import Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Phase, Task
from maniple.rules import turn, victory
from maniple.rules.charging import chargers, charging, compelled, daring, responses
from maniple.rules.fighting import break_test, close_combat, combat_round, result, strike_order
from maniple.rules.fleeing import (
    aftermath,
    compulsory,
    disengage,
    fall_back,
    overrun,
    rally,
    redress,
    returning,
)
from maniple.rules.moving import manoeuvre
from maniple.rules.nerve import nerve, panic_flight
from maniple.rules.shooting import volley
from maniple.rules.special import (
    challenge,
    parthian_shot,
    scythed,
    shock_cavalry,
    stampede,
    stupidity,
    terror,
    testudo,
)
from maniple.rules.special.magic import phase, winds
from maniple.rules.start import deploy

PHASE_TASKS: dict[Phase, Callable[[Battle], tuple[Task, ...]]] = {
    Phase.START: turn.start_tasks,
    Phase.CHARGES: compelled.charge_tasks,
    Phase.RALLY: rally.rally_tasks,
    Phase.COMPULSORY: compulsory.compulsory_tasks,
    Phase.CHARGERS: chargers.charger_tasks,
    Phase.MOVES: manoeuvre.order_tasks,
    Phase.SHOOTING: volley.shooting_tasks,
    Phase.COMBAT: combat_round.combat_tasks,
    Phase.MAGIC: winds.magic_tasks,
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
    Do.STATE_TESTUDO: testudo.state_testudo,
    Do.START_TESTS: turn.start_tests,
    Do.PANIC_TEST: nerve.panic_test,
    Do.PANIC_FLIGHT: panic_flight.flee_panicked,
    Do.TERROR_TEST: terror.terror_test,
    Do.STUPIDITY_TEST: stupidity.stupidity_test,
    # charges
    Do.COMPELLED_CHARGE: compelled.compelled_charge,
    Do.DECLARE_CHARGES: charging.declare_charges,
    Do.ANSWER_CHARGE: responses.answer_charge,
    Do.CHARGE_TESTS: responses.charge_tests,
    Do.FEAR_TEST: daring.fear_test,
    Do.RESPOND: responses.respond,
    # rally, compulsory moves
    Do.RALLY: rally.rally,
    Do.DISENGAGE: disengage.disengage,
    Do.FLEE_ON: compulsory.flee_on,
    Do.BLUNDER_ON: stupidity.blunder_on,
    Do.STAMPEDE: stampede.stampede,
    Do.DREAD_STAMPEDE: stampede.dread_stampede,
    Do.RUSH: stampede.rush,
    Do.TRAMPLE: stampede.trample,
    Do.STAMPEDE_TEST: stampede.stampede_test,
    # chargers
    Do.NAME_CHARGER: chargers.name_charger,
    Do.MOVE_CHARGER: chargers.move_charger,
    # remaining moves, shooting
    Do.ORDER_UNITS: manoeuvre.order_units,
    Do.SHOOT: volley.name_shot,
    Do.PARTHIAN_MOVE: parthian_shot.parthian_move,
    # close combat
    Do.REMOVE_CAUGHT: combat_round.remove_caught,
    Do.NAME_COMBAT: combat_round.name_combat,
    Do.CHALLENGE: challenge.challenge,
    Do.ANSWER_CHALLENGE: challenge.answer_challenge,
    Do.OPEN_ROUND: combat_round.open_round,
    Do.CHOOSE_ARMS: combat_round.choose_arms,
    Do.ORDER_STRIKES: strike_order.order_strikes,
    Do.STRIKE: combat_round.strike,
    Do.COUNT_RESULT: result.count_result,
    Do.BREAK_TEST: break_test.break_test,
    Do.MAY_FALL_BACK: break_test.may_fall_back,
    Do.CLOSE_COMBAT: close_combat.close_combat,
    Do.COMBAT_PANIC: close_combat.combat_panic,
    Do.HOLD_OR_PURSUE: aftermath.hold_or_pursue,
    Do.FLIGHT_DISTANCES: aftermath.flight_distances,
    Do.GIVE_GROUND: shock_cavalry.give_ground,
    Do.FLEE_FROM_COMBAT: aftermath.flee_from_combat,
    Do.REFORM_FALLEN_BACK: fall_back.reform,
    Do.PURSUE: aftermath.pursue,
    Do.OVERRUN: overrun.overrun,
    Do.REDRESS: redress.redress,
    Do.SPEND_CHARIOT: scythed.spend,
    # magic
    Do.WINDS_OF_MAGIC: winds.blow,
    Do.CAST_SPELLS: phase.cast_spells,
    Do.KEEP_CARDS: phase.keep_cards,
    # the end of a player's turn
    Do.END_TURN: turn.end_turn,
}
