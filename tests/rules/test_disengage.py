"""Disengaging: who may try, how it goes, and where a unit that gets away may stand."""

import pytest
from msgspec.structs import replace

from kit.bodies import overlapping
from kit.changes import changed
from kit.fights import RIGHT, events, met
from kit.tables import RED
from kit.troops import MM, foot, horse, spearmen, warriors
from maniple.battle.asks import (
    DisengageMove,
    Done,
    HoldBack,
    Named,
    NameDisengaging,
    No,
    Placement,
    Yes,
)
from maniple.battle.bodies import body
from maniple.battle.events import StandardCaptured, Tested, UnitFled, UnitMoved, UnitsParted
from maniple.battle.judged import Judged, Refusal
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Ground
from maniple.battle.unit import Moved, Status, UnitId
from maniple.dice.seeded import Seeded
from maniple.geometry import Pose, pose
from maniple.play.script import Script
from maniple.rules.fleeing.compulsory import compulsory_tasks
from maniple.rules.fleeing.disengage import disengage_options, judge_disengage, sample_disengage
from rules.test_pursuit import beaten, field, piece, victors

MEN, FOE = UnitId(0), UnitId(1)
W = 20 * MM
ASK = DisengageMove(RED, MEN)
BACK = 20 - 4 * W
"""Where the front is of men who have turned about: where their rear was."""


def engaged(battle: Battle | None = None) -> Battle:
    battle = battle or met(field(victors(), beaten()), 0, 1)
    turn = replace(battle.turn, phase=Phase.COMPULSORY, todo=(Task(Do.DISENGAGE),))
    return replace(battle, turn=turn)


def go(y: float, *, x: float = 30.0, facing: float = 180.0) -> Placement:
    return Placement(MEN, pose(x, y, facing))


def tried(battle: Battle, dice: list[int], *answers: object) -> Script:
    script = Script(battle, dice, answers)
    script.run_until(1)
    assert not overlapping(script.battle)
    return script


@pytest.mark.rule("disengage.test", "turn.procedure")
def test_who_passes_moves_away_turned_round_and_is_not_pursued() -> None:
    """Case D26."""
    script = tried(engaged(), [3, 4], Named(MEN), go(BACK - 8))
    unit = script.battle.units[MEN]
    assert unit.pose == pose(30, BACK - 8, 180)
    assert unit.fight is None
    assert script.battle.units[FOE].fight is None
    assert unit.doings.moved is Moved.DISENGAGED
    assert [e.kind for e in events(script, Tested)] == ["disengage.test"]
    assert not any(isinstance(ask, HoldBack) for ask in script.asked)
    assert [e.cite for e in events(script, UnitsParted)] == ["disengage.test"]
    assert script.battle.turn.todo == (Task(Do.DISENGAGE),)


@pytest.mark.rule("disengage.test", "pursue.restrain", "command.standard-captured")
def test_who_fails_breaks_and_may_be_pursued() -> None:
    caught = tried(engaged(), [4, 4, 3, 3, 3, 4], Named(MEN), No())
    assert caught.battle.units[MEN].status is Status.DESTROYED
    script = tried(engaged(), [4, 4, 2, 3, 3, 3], Named(MEN), Yes())
    assert script.battle.units[MEN].fleeing
    assert [e.cite for e in events(script, UnitFled)] == ["disengage.test"]
    assert [e.kind for e in events(script, Tested)] == ["disengage.test", "pursue.restrain"]
    assert [e.unit for e in events(script, StandardCaptured)] == [0]


@pytest.mark.rule("disengage.cavalry")
def test_cavalry_needs_no_test_where_no_enemy_is_faster() -> None:
    riders = victors(sheet=horse("riders"), files=6)
    battle = engaged(met(field(riders, beaten()), 0, 1))
    deep = 20 - 50 * MM
    script = tried(battle, [], Named(MEN), go(deep - 5))
    assert events(script, Tested) == []
    assert events(script, UnitMoved)[0].cite == "disengage.cavalry"


@pytest.mark.rule("disengage.cavalry")
def test_an_enemy_as_fast_does_not_hold_cavalry_back() -> None:
    riders = victors(sheet=horse("riders", move=8), files=6)
    alike = beaten(sheet=horse("alike", move=8), files=6)
    battle = engaged(met(field(riders, alike), 0, 1))
    script = tried(battle, [], Named(MEN), go(20 - 50 * MM - 5))
    assert events(script, Tested) == []


@pytest.mark.rule("disengage.cavalry")
def test_cavalry_that_an_enemy_outruns_tests() -> None:
    riders = victors(sheet=horse("riders", move=7), files=6)
    chasers = beaten(sheet=horse("chasers", move=8), files=6)
    battle = engaged(met(field(riders, chasers), 0, 1))
    script = tried(battle, [1, 1], Named(MEN), go(20 - 50 * MM - 5))
    assert [e.kind for e in events(script, Tested)] == ["disengage.test"]
    men = victors(sheet=foot("runners", move=9), files=4)
    script = tried(engaged(met(field(men, beaten()), 0, 1)), [1, 1], Named(MEN), go(BACK - 5))
    assert [e.kind for e in events(script, Tested)] == ["disengage.test"]


@pytest.mark.rule("disengage.test", "combat.locked")
def test_only_units_in_combat_with_a_way_out_may_try() -> None:
    ask = NameDisengaging(RED)
    assert disengage_options(engaged(), ask) == (Done(), Named(MEN))
    pond = piece(10, 10, 50, BACK, Ground.IMPASSABLE)
    shut = engaged(met(field(victors(), beaten(), terrain=(pond,)), 0, 1))
    assert disengage_options(shut, ask) == (Done(),)
    assert tried(shut, []).battle.turn.todo == ()
    free = engaged(field(victors(), beaten(y=40)))
    assert disengage_options(free, ask) == (Done(),)
    assert compulsory_tasks(free) == ()
    assert compulsory_tasks(engaged()) == (Task(Do.DISENGAGE),)


@pytest.mark.rule("disengage.test")
def test_done_ends_it() -> None:
    assert tried(engaged(), [], Done()).battle.turn.todo == ()


@pytest.mark.rule("disengage.test", "move.rate", "terrain.difficult", "move.interpenetrate")
@pytest.mark.parametrize(
    ("placement", "word"),
    [
        (go(BACK - 8.1), "are allowed"),
        (go(BACK + 0.5), "straight ahead"),
        (go(BACK - 4, x=31), "straight ahead"),
        (go(BACK - 4, facing=90.0), "away from its enemies"),
        (Placement(MEN, Pose(float("nan"), 9.0, 180.0)), "a place on the table"),
        (Placement(UnitId(2), pose(30, BACK - 4, 180)), "a place on the table"),
    ],
)
def test_where_it_may_not_go(placement: Placement, word: str) -> None:
    refused = judge_disengage(engaged(), ASK, placement)
    assert isinstance(refused, Refusal)
    assert word in refused.why


@pytest.mark.rule("disengage.test", "terrain.difficult", "move.interpenetrate")
def test_ground_and_others_on_its_way_count() -> None:
    wood = piece(20, 0, 40, BACK - 2, Ground.DIFFICULT)
    slow = engaged(met(field(victors(), beaten(), terrain=(wood,)), 0, 1))
    assert isinstance(judge_disengage(slow, ASK, go(BACK - 5)), Judged)
    assert isinstance(judge_disengage(slow, ASK, go(BACK - 5.1)), Refusal)
    friend = victors(y=BACK - 4, sheet=spearmen("friends", 8), files=8)
    crowded = engaged(met(field(victors(), beaten(), friend), 0, 1))
    assert isinstance(judge_disengage(crowded, ASK, go(BACK - 3.9)), Judged)
    assert isinstance(judge_disengage(crowded, ASK, go(BACK - 8)), Refusal)


@pytest.mark.rule("disengage.test")
def test_a_way_out_drawn_by_lot_is_legal() -> None:
    flank = beaten(x=30 + 2 * W, y=20 - 2 * W, facing=270.0, sheet=warriors("more", 12), files=3)
    battle = engaged(met(met(field(victors(), beaten(), flank), 0, 1), 0, 2, red_edge=RIGHT))
    lot = Seeded(5)
    for _ in range(10):
        placement = sample_disengage(battle, ASK, lot.below)
        assert isinstance(judge_disengage(battle, ASK, placement), Judged)


@pytest.mark.rule("redress.lap-round", "disengage.test")
def test_men_who_lap_round_go_with_their_unit() -> None:
    battle = changed(engaged(), 0, lap_left=1, lap_right=1)
    script = tried(battle, [3, 4], Named(MEN), go(BACK - 5))
    unit = script.battle.units[MEN]
    assert (unit.lap_left, unit.lap_right) == (0, 0)
    assert body(unit).depth == pytest.approx(4 * W)


@pytest.mark.rule("disengage.test")
def test_only_the_place_is_read_and_recorded() -> None:
    """A figure that no record can hold is not written into one."""
    placement = replace(go(BACK - 4), gap=float("nan"), files=99)
    judged = judge_disengage(engaged(), ASK, placement)
    assert isinstance(judged, Judged)
    assert judged.answer == go(BACK - 4)
