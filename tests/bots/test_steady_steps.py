"""The moves that the steady bot thinks of."""

from msgspec.structs import replace

from kit.bots import asked, steady_says
from kit.tables import BLUE, Put, table
from kit.troops import foot, heavy_chariots, legionaries, light_chariots
from maniple.battle.judged import Judged
from maniple.battle.orders import Advance, Order, TurnModels
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Ground, Terrain
from maniple.bots.steady.steps import Step, shortened, steps


def about(sheet: Sheet) -> Step:
    battle = table(Put(sheet, 30, 20, files=5))
    [found] = [
        step
        for step in steps(battle.units[0], 180.0, 4.0, 4.0, False)
        if any(isinstance(manoeuvre, TurnModels) for manoeuvre in step.manoeuvres)
    ]
    seat = asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS))
    judged = seat.judge(Order(battle.units[0].id, found.manoeuvres, found.march))
    assert isinstance(judged, Judged), judged
    assert judged.end is not None
    assert abs(judged.end.y - found.end.y) < 0.01
    return found


def inches(step: Step) -> float:
    return sum([m.inches for m in step.manoeuvres if isinstance(m, Advance)])


def test_drilled_troops_turn_about_free_and_others_at_a_quarter_of_their_move() -> None:
    plain = foot("plain", 15)
    drilled = replace(plain, traits=Traits(drilled=True))
    assert 2.9 < inches(about(plain)) < 3.0
    assert 3.9 < inches(about(drilled)) < 4.0


def test_nobody_stays_stuck_before_a_hedge() -> None:
    """The way that it would like best is too long by what the hedge costs: it goes as far as it can."""
    hedge = Terrain(
        "hedge", ((20.0, 20.6), (40.0, 20.6), (40.0, 21.0), (20.0, 21.0)), Ground.OBSTACLE
    )
    foes = Put(legionaries("foes"), 33, 45, 180, files=6, side=BLUE)
    battle = table(Put(foot("men", 30), 30, 20.4, files=5), foes, terrain=(hedge,))
    seat = asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS))
    answer, _ = steady_says(seat)
    assert isinstance(answer, Order)
    judged = seat.judge(answer)
    assert isinstance(judged, Judged)
    assert judged.end is not None
    assert judged.end.y > 21.0


def test_a_move_is_shortened_by_its_advance_alone() -> None:
    battle = table(Put(foot("men", 10), 30, 20, files=5))
    way = max(steps(battle.units[0], 0.0, 4.0, 4.0, True), key=inches)
    shorter = shortened(way, 2.0)
    assert shorter is not None
    assert abs(inches(way) - 2.0 - inches(shorter)) < 0.03
    assert abs(way.end.y - shorter.end.y - inches(way) + inches(shorter)) < 0.01
    assert shortened(shorter, 6.0) is None


def test_chariots_come_on_though_they_never_march() -> None:
    """A march would be refused: in ranks and loose they go at their ordinary rate. [move.march]"""
    foes = Put(legionaries("foes"), 30, 45, 180, files=6, side=BLUE)
    loose = tuple((27.0 + 3 * i, 10.0, 0.0) for i in range(3))
    skirmishing = replace(light_chariots(), traits=Traits(may_skirmish=True))
    for put in (
        Put(heavy_chariots(), 30, 10, files=3),
        Put(skirmishing, 30, 10, places=loose),
    ):
        seat = asked(table(put, foes), Phase.MOVES, Task(Do.ORDER_UNITS))
        answer, _ = steady_says(seat)
        assert isinstance(answer, Order)
        judged = seat.judge(answer)
        assert isinstance(judged, Judged)
        assert judged.end is not None
        assert judged.end.y > 15.0
