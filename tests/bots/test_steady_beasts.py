"""Beasts and the steady bot: whom elephants charge, who lets them through, who keeps away.

Red looks up the table, blue down; units are numbered in the order given.
"""

from msgspec.structs import replace

from kit.bots import asked, steady_says
from kit.changes import changed
from kit.tables import BLUE, Put, table
from kit.troops import (
    BOW,
    elephant,
    foot,
    horse,
    legionaries,
    scythed_chariot,
    skirmishers,
    spearmen,
    warriors,
)
from maniple.battle.asks import ChargeOrder, Reply, Shot
from maniple.battle.bodies import body
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.state import Battle, Charge, Response
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.bots import SteadyBot
from maniple.bots.steady import charges, orders
from maniple.bots.steady.beasts import harries, in_reach_of_stampede, is_spent_on, must_run
from maniple.bots.steady.line import planned, quarry
from maniple.bots.steady.posture import posture
from maniple.geometry import Edge
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.seat import Seat

BEAST, FOE = UnitId(0), UnitId(1)


def to_declare(battle: Battle) -> Seat:
    return asked(battle, Phase.CHARGES, Task(Do.DECLARE_CHARGES))


def to_answer(battle: Battle) -> Seat:
    battle = replace(battle, charges=(Charge(BEAST, FOE, Edge.FRONT),))
    return asked(battle, Phase.CHARGES, Task(Do.ANSWER_CHARGE, BEAST, FOE))


def facing(theirs: Sheet, apart: float = 7.0) -> Battle:
    return table(Put(elephant(), 30, 20), Put(theirs, 30, 20 + apart, 180, files=5, side=BLUE))


def test_elephants_charge_horse_to_scatter_it() -> None:
    battle = facing(horse("equites"))
    assert must_run(battle.units[FOE], battle.units[BEAST])
    answer, why = steady_says(to_declare(battle))
    assert answer == ChargeOrder(BEAST, FOE)
    assert "equites" in why
    found = charges.worth(battle, BEAST, FOE)
    assert found is not None
    assert found[0] >= charges.SCATTERED * charges.DRIVEN_OFF


def test_elephants_charge_foot_that_will_not_stand() -> None:
    weak = foot("levy", 10, standard=False, musician=False, leader=False)
    assert steady_says(to_declare(facing(weak)))[0] == ChargeOrder(BEAST, FOE)


def test_drilled_foot_lets_them_through_and_others_if_they_are_likely_to() -> None:
    drilled = foot("cohort", 20, traits=Traits(drilled=True))
    assert steady_says(to_answer(facing(drilled)))[0] == Reply(Response.OPEN_LANES)
    used = foot("veterans", 20, traits=Traits(used_to_elephants=True))
    assert steady_says(to_answer(facing(used)))[0] == Reply(Response.OPEN_LANES)
    wild = warriors("warband", 20)
    shaky = replace(wild, traits=replace(wild.traits, used_to_elephants=True))
    assert steady_says(to_answer(facing(shaky)))[0] != Reply(Response.OPEN_LANES)


def test_horse_looks_for_other_enemies_than_elephants() -> None:
    battle = table(
        Put(horse("equites"), 30, 20, files=6),
        Put(elephant(), 30, 38, 180, side=BLUE),
        Put(spearmen(), 40, 40, 180, files=4, side=BLUE),
    )
    riders = battle.units[0]
    found = quarry(battle, riders, posture(battle, riders.side))
    assert found is not None
    assert found.id == 2
    on_foot = changed(battle, 0, sheet=legionaries())
    found = quarry(on_foot, on_foot.units[0], posture(on_foot, riders.side))
    assert found is not None
    assert found.id == 1


def test_nobody_likes_to_stand_beside_a_stampede() -> None:
    battle = changed(facing(horse("equites")), BEAST, stampeding=True)
    men = battle.units[FOE]
    near = in_reach_of_stampede(battle, body(men), men)
    assert 0.2 < near < 0.5
    assert in_reach_of_stampede(facing(horse("equites")), body(men), men) == 0.0
    far = facing(horse("equites"), apart=12.0).units[FOE]
    assert in_reach_of_stampede(battle, body(far), far) == 0.0


def test_a_beast_out_of_hand_is_left_alone() -> None:
    battle = table(
        Put(elephant(), 30, 20),
        Put(spearmen(), 50, 10, files=4),
        Put(spearmen(), 30, 40, 180, files=4, side=BLUE),
    )
    seat = asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS))
    stance = posture(seat.battle, seat.side)
    assert BEAST in [unit.id for unit in orders.movable(seat, stance)]
    wild = asked(changed(seat.battle, BEAST, stampeding=True), Phase.MOVES, Task(Do.ORDER_UNITS))
    assert BEAST not in [unit.id for unit in orders.movable(wild, stance)]


def test_the_crew_shoots_when_there_is_a_mark() -> None:
    battle = facing(horse("equites", 8), apart=6.0)
    seat = asked(battle, Phase.SHOOTING, Task(Do.SHOOT))
    assert steady_says(seat)[0] == Shot(BEAST, FOE, "javelin")


def test_elephants_do_not_run_after_javelins() -> None:
    loose = tuple((26.0 + i, 28.0, 180.0) for i in range(8))
    battle = table(
        Put(elephant(), 30, 20),
        Put(skirmishers(), 30, 28, 180, places=loose, side=BLUE),
        Put(spearmen(), 34, 44, 180, files=4, side=BLUE),
    )
    beast = battle.units[BEAST]
    assert harries(battle.units[FOE], beast)
    found = quarry(battle, beast, posture(battle, beast.side))
    assert found is not None
    assert found.id == 2


def test_scythed_chariots_are_let_go_at_foot_in_ranks_before_the_line() -> None:
    battle = table(
        Put(scythed_chariot(), 30, 20),
        Put(horse("riders", 8), 25, 41, 180, files=4, side=BLUE),
        Put(spearmen(), 35, 44, 180, files=4, side=BLUE),
        Put(spearmen("line"), 30, 12, files=4),
    )
    chariot = battle.units[BEAST]
    assert is_spent_on(chariot, battle.units[2])
    assert not is_spent_on(chariot, battle.units[1])
    found = quarry(battle, chariot, posture(battle, chariot.side))
    assert found is not None
    assert found.id == 2
    stance = posture(battle, chariot.side)
    seat = asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS))
    plan = planned(seat, chariot, stance)
    assert plan is not None
    assert "let go at spearmen" in plan.why


def test_horse_that_may_not_hold_before_a_far_elephant_rides_off() -> None:
    riders = horse("riders", 6, missiles=(BOW,), traits=Traits(light=True, fire_and_flee=True))
    beast = Put(elephant(), x=30, y=10, files=1)
    battle = table(beast, Put(riders, x=30, y=40, facing=180, files=6, side=BLUE))
    game = Game.resume(to_declare(battle).battle, (), SeededChance(1))
    game.answer(ChargeOrder(BEAST, FOE))
    answer = SteadyBot(1).answer(Seat(game))
    assert answer in (game.options() or ())
    assert isinstance(answer, Reply)
    assert answer.response in (Response.FLEE, Response.FIRE_AND_FLEE)
