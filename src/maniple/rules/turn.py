"""The frame of a player's turn: how it begins and how it ends. [turn.sequence, turn.start]

`begin_turn` says whose turn it is and who may not march, then makes due what comes before anything
moves; `end_turn` closes the turn.
"""

from maniple.battle.bodies import is_due, of_side
from maniple.battle.events import TurnBegan, TurnEnded
from maniple.battle.request import Step, nothing_asked
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import UnitId
from maniple.rules.nerve.agreed import agreed_tests
from maniple.rules.nerve.nerve import panic_from_fleers_tasks
from maniple.rules.special.stupidity import stupidity_tasks
from maniple.rules.special.terror import terror_tasks
from maniple.rules.special.testudo import testudo_tasks
from maniple.rules.table.near import enemies_within

MARCH_DISTANCE = 8.0
"""An enemy within so many inches at the start of a turn bars a unit from marching. [move.march]"""


def start_tasks(battle: Battle) -> tuple[Task, ...]:
    """What is due first in a player's turn. [turn.start]"""
    return (Task(Do.BEGIN_TURN),)


def begin_turn(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The next player's turn begins: pursuers return, testudo is stated, then the tests of turn.start
    are taken. [turn.sequence, turn.start, turn.procedure]
    """
    yield from nothing_asked()
    number, side = whose_turn_next(table.battle)
    table.record(TurnBegan(number, side, barred_from_marching(table.battle, side)))
    battle = table.battle
    return (*returning(battle, side), *testudo_tasks(battle, side), Task(Do.START_TESTS))


def whose_turn_next(battle: Battle) -> tuple[int, Side]:
    """The number of the game turn and the side that has the next player's turn. [turn.sequence]"""
    turn = battle.turn
    if turn.number == 0:
        return 1, turn.first
    if turn.side is turn.first:
        return turn.number, turn.first.enemy
    return turn.number + 1, turn.first


def barred_from_marching(battle: Battle, side: Side) -> tuple[UnitId, ...]:
    """The side's units with an enemy that does not flee within 8 inches, such as one whom they fight.

    [move.march]
    """
    ours = of_side(battle, side)
    return tuple([u.id for u in ours if u.is_engaged or enemies_within(battle, u, MARCH_DISTANCE)])


def returning(battle: Battle, side: Side) -> tuple[Task, ...]:
    """The side's units that pursued off the table come back, and those due late come onto it.

    [pursue.off-table, deploy.late]
    """
    return tuple([Task(Do.RETURN_PURSUER, u.id) for u in battle.of(side) if is_due(battle, u)])


def start_tests(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The tests due at the start of a player's turn, before anything moves: panic at fleeing friends,
    and at events agreed on; terror; stupidity. [turn.start, psychology.test, panic.agreed]
    """
    yield from nothing_asked()
    battle = table.battle
    panic = (*panic_from_fleers_tasks(battle), *agreed_tests(table))
    return (*panic, *terror_tasks(battle), *stupidity_tasks(battle))


def end_tasks(battle: Battle) -> tuple[Task, ...]:
    """What closes a player's turn. [turn.sequence]"""
    return (Task(Do.END_TURN),)


def end_turn(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The player's turn is over; units that fell back in an earlier one may charge again from
    their next. [turn.sequence, break.fall-back.move]
    """
    yield from nothing_asked()
    battle = table.battle
    again = [u.id for u in battle.of(battle.turn.side) if u.fell_back and not u.doings.fell_back]
    table.record(TurnEnded(tuple(again)))
    return ()
