"""The frame of the turn: whose it is, in what order its parts come, what begins and ends it."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from kit.tables import BLUE, RED, Put, table
from kit.troops import spearmen, warriors
from maniple.battle.events import TurnBegan, UnitFellBack
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Moved, Status, UnitId
from maniple.geometry import pose
from maniple.play.script import Script
from maniple.rules.sequence import ORDER, phase_after
from maniple.rules.turn import begin_turn, end_tasks, end_turn, start_tasks, whose_turn_next

MINE, FOE = UnitId(0), UnitId(1)


def facing_each_other(gap: float, **more):
    return table(
        Put(spearmen(), 36, 20, files=4), Put(warriors(), 36, 20 + gap, 180, 6, side=BLUE), **more
    )


def begun(battle):
    script = Script(battle)
    tasks = script.run(begin_turn(script.table, Task(Do.BEGIN_TURN)))
    return script.battle, tasks, script.table.events


@pytest.mark.rule("turn.sequence", "turn.movement-order")
def test_the_parts_of_a_turn_come_in_order():
    assert [phase.value for phase in ORDER] == [
        "start of turn",
        "declare charges",
        "rally",
        "compulsory moves",
        "move chargers",
        "remaining moves",
        "shooting",
        "close combat",
        "magic",
        "end of turn",
    ]
    for before, after in pairwise(ORDER):
        assert phase_after(before, magic=True) is after
    for before, after in pairwise([phase for phase in ORDER if phase is not Phase.MAGIC]):
        assert phase_after(before) is after
    assert phase_after(Phase.END) is Phase.START
    assert phase_after(Phase.DEPLOYMENT) is Phase.START


@pytest.mark.rule("turn.sequence")
def test_players_alternate_and_two_turns_make_a_game_turn():
    battle = facing_each_other(20)

    def at(number: int, side, first):
        turn = replace(battle.turn, number=number, side=side, first=first)
        return whose_turn_next(replace(battle, turn=turn))

    assert at(0, RED, BLUE) == (1, BLUE)
    assert at(1, BLUE, BLUE) == (1, RED)
    assert at(1, RED, BLUE) == (2, BLUE)


@pytest.mark.rule("turn.sequence", "turn.procedure")
def test_what_was_done_last_turn_is_wiped():
    battle = facing_each_other(20)
    tired = replace(battle.units[0], doings=replace(battle.units[0].doings, moved=Moved.MARCHED))
    battle = replace(battle, units=(tired, *battle.units[1:]))
    after, _, _ = begun(battle)
    assert after.turn.side is BLUE
    assert after.units[0].doings.moved is Moved.STOOD


@pytest.mark.rule("move.march", "turn.start")
def test_who_may_not_march_is_settled_as_the_turn_begins():
    near, _, events = begun(facing_each_other(8, side=BLUE, number=1))
    assert events == [TurnBegan(2, RED, (MINE,))]
    assert near.units[0].doings.march_barred
    assert not near.units[1].doings.march_barred
    far, _, _ = begun(facing_each_other(8.01, side=BLUE))
    assert not far.units[0].doings.march_barred


@pytest.mark.rule("move.march")
def test_fleeing_enemies_bar_nobody_from_marching():
    battle = table(
        Put(spearmen(), 36, 20, files=4),
        Put(warriors(), 36, 25, 0, 5, side=BLUE, fleeing=True),
        side=BLUE,
    )
    after, _, _ = begun(battle)
    assert not after.units[0].doings.march_barred


@pytest.mark.rule("turn.start", "turn.procedure", "pursue.off-table")
def test_pursuers_return_before_the_tests_of_the_start_are_taken():
    assert start_tasks(facing_each_other(20)) == (Task(Do.BEGIN_TURN),)
    battle = facing_each_other(20, side=BLUE)
    off = replace(battle.units[0], status=Status.RETURNING)
    _, tasks, _ = begun(replace(battle, units=(off, *battle.units[1:])))
    assert tasks == (Task(Do.RETURN_PURSUER, MINE), Task(Do.START_TESTS))


@pytest.mark.rule("turn.sequence", "break.fall-back.move")
def test_a_unit_that_fell_back_waits_out_its_next_turn():
    battle = facing_each_other(20)
    script = Script(battle)
    script.table.record(UnitFellBack(MINE, pose(36, 20, 0)))
    assert end_tasks(script.battle) == (Task(Do.END_TURN),)
    # its own turn ends, but it fell back in this one
    script.run(end_turn(script.table, Task(Do.END_TURN)))
    assert script.battle.units[0].fell_back
    # blue's turn, then its own again, at whose end it may charge again
    for _ in range(2):
        script.run(begin_turn(script.table, Task(Do.BEGIN_TURN)))
        assert script.battle.units[0].fell_back
        script.run(end_turn(script.table, Task(Do.END_TURN)))
    assert not script.battle.units[0].fell_back
