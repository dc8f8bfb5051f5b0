"""Steady bots serve their engines."""

import pytest

from kit.tables import BLUE, Put, table
from kit.troops import BOLT, STONE, archers, engine, legionaries, warriors
from maniple.battle.asks import Aim, AskAnswer, Shot
from maniple.battle.orders import Order, Pivot
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.bots.steady.bot import SteadyBot
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.seat import Seat


def answer_of(battle: Battle, *before: AskAnswer) -> AskAnswer:
    game = Game.resume(battle, (), SeededChance(1))
    for answer in before:
        _ = game.answer(answer)
    seat = Seat(game)
    answer = SteadyBot(1).answer(seat)
    _ = game.answer(answer)
    return answer


def to_shoot(*foes: Put) -> Battle:
    todo = (Task(Do.SHOOT),)
    return table(Put(engine("onager"), 30, 10), *foes, phase=Phase.SHOOTING, todo=todo)


def test_an_onager_is_aimed_at_the_middle_of_what_is_dense_and_dear() -> None:
    dear = Put(legionaries("cohort"), 30, 34, 180, 6, BLUE)
    battle = to_shoot(Put(archers("archers", 4), 20, 34, 180, 4, BLUE), dear)
    shot = answer_of(battle)
    assert shot == Shot(UnitId(0), UnitId(2), "stone thrower")
    assert answer_of(battle, shot) == Aim(0.0, 25.0)


def test_nobody_is_aimed_at_who_stands_too_near() -> None:
    assert not isinstance(answer_of(to_shoot(Put(warriors(), 30, 20, 180, 6, BLUE))), Shot)


@pytest.mark.parametrize(("weapon", "degrees"), [(STONE, 90.0), (BOLT, 90.0)])
def test_an_engine_is_turned_to_where_its_mark_is(weapon: object, degrees: float) -> None:
    assert weapon in (STONE, BOLT)
    battle = table(
        Put(engine("onager", STONE if weapon is STONE else BOLT), 20, 20),
        Put(warriors(), 50, 20 - 30 / 25.4, 270, 6, BLUE),
        phase=Phase.MOVES,
        todo=(Task(Do.ORDER_UNITS),),
    )
    order = answer_of(battle)
    assert isinstance(order, Order)
    (pivot,) = order.manoeuvres
    assert isinstance(pivot, Pivot)
    assert pivot.facing == pytest.approx(degrees, abs=0.5)
