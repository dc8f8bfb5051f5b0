"""The moves that the steady bot thinks of."""

from msgspec.structs import replace

from kit.bots import asked
from kit.tables import Put, table
from kit.troops import foot
from maniple.battle.judged import Judged
from maniple.battle.orders import Advance, Order, TurnModels
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.tasks import Do, Phase, Task
from maniple.bots.steady.steps import Step, steps


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
