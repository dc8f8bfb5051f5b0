"""Light horse and the steady bot: it shoots and rides off, and runs to come again.

Red looks up the table, blue down; units are numbered in the order given.
"""

from msgspec.structs import replace

from kit.bots import asked, steady_says
from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import BOW, JAVELIN, archers, horse, legionaries, spearmen, warriors
from maniple.battle.asks import AskAnswer, Done, MayFallBack, Reply, Stand
from maniple.battle.bodies import body
from maniple.battle.judged import Judged
from maniple.battle.orders import Order
from maniple.battle.sheet import Armour, Sheet, Traits
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Charge, Combat, Response
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.bots.steady import SteadyBot, fights
from maniple.bots.steady.riders import could_charge
from maniple.geometry import Edge, rect_at
from maniple.play.seat import Seat

OURS, FOE = UnitId(0), UnitId(1)
LOOSE = tuple((26.0 + 1.6 * i, 20.0, 0.0) for i in range(6))


def horse_archers(**traits: bool) -> Sheet:
    return horse(
        "horse archers",
        missiles=(BOW,),
        traits=Traits(parthian_shot=True, light=True, may_skirmish=True, **traits),
        standard=False,
    )


def has_shot(*others: Put, loose: bool = True) -> Seat:
    places = LOOSE if loose else ()
    battle = table(Put(horse_archers(), 30, 20, files=6, places=places), *others)
    return asked(battle, Phase.SHOOTING, Task(Do.PARTHIAN_MOVE, OURS))


def threats_after(seat: Seat, answer: AskAnswer) -> tuple[int, int]:
    """How many could charge it before the move, and after."""
    battle = seat.battle
    unit = battle.units[OURS]
    game = seat.fork(1)
    _ = game.answer(answer)
    moved = game.battle.units[OURS]
    return (
        len(could_charge(battle, unit, body(unit))),
        len(could_charge(game.battle, moved, body(moved))),
    )


def test_loose_horse_archers_ride_out_of_reach_when_they_have_shot() -> None:
    #  ▼▼▼   warriors, 6 inches away
    #  ▲ ▲ ▲
    seat = has_shot(Put(warriors(), 30, 26.5, 180, files=6, side=BLUE))
    answer, _ = steady_says(seat)
    assert isinstance(answer, Order)
    assert threats_after(seat, answer) == (1, 0)


def test_horse_archers_in_ranks_turn_and_ride_off() -> None:
    seat = has_shot(Put(warriors(), 30, 26.5, 180, files=6, side=BLUE), loose=False)
    answer, why = steady_says(seat)
    assert isinstance(answer, Order)
    assert "rides off" in why
    assert threats_after(seat, answer) == (1, 0)


def test_they_stay_where_nobody_threatens_them() -> None:
    far = Put(warriors(), 30, 38, 180, files=6, side=BLUE)
    for loose in (True, False):
        answer, why = steady_says(has_shot(far, loose=loose))
        assert answer == Done()
        assert "nobody threatens" in why


def test_they_come_near_before_they_shoot_as_others_do_not() -> None:
    """Who will ride off again minds the enemy's reach less."""

    def nearness(sheet: Sheet) -> float:
        bow = replace(BOW, range=16)
        battle = table(
            Put(replace(sheet, missiles=(bow,)), 30, 15, places=[(x, 15, f) for x, _, f in LOOSE]),
            Put(horse("riders", 10), 30, 32, 180, files=5, side=BLUE),
        )
        seat = asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS))
        answer, _ = steady_says(seat)
        if not isinstance(answer, Order):
            return 15.0
        judged = seat.judge(answer)
        assert isinstance(judged, Judged)
        assert judged.end is not None
        return judged.end.y

    plain = replace(horse_archers(), traits=Traits(light=True, may_skirmish=True))
    assert nearness(horse_archers()) > nearness(plain) + 1.0


def to_answer(sheet: Sheet, charger: Sheet, *, apart: float, at: float = 24.0) -> Seat:
    """Red charges blue light horse, which stands so many inches from it."""
    battle = table(
        Put(charger, 36, at - apart, files=6),
        Put(sheet, 36, at, 180, files=6, side=BLUE),
    )
    battle = replace(battle, charges=(Charge(UnitId(0), UnitId(1), Edge.FRONT),))
    return asked(battle, Phase.CHARGES, Task(Do.ANSWER_CHARGE, UnitId(0), UnitId(1)))


def numidians(**traits: bool) -> Sheet:
    return horse(
        "numidians",
        missiles=(JAVELIN,),
        traits=Traits(light=True, **traits),
        standard=False,
    )


def cataphracts() -> Sheet:
    return horse("cataphracts", 10, armour=Armour(worn=3, mount=2), points=300)


RUNS = (Reply(Response.FLEE), Reply(Response.FIRE_AND_FLEE))


def test_light_horse_feigns_flight_before_heavy_horse() -> None:
    lured = to_answer(numidians(feigned_flight=True), cataphracts(), apart=9.0)
    assert steady_says(lured)[0] in RUNS


def test_no_flight_is_feigned_at_the_table_edge() -> None:
    battle = to_answer(numidians(feigned_flight=True), cataphracts(), apart=9.0).battle
    beyond = battle.field.height - 8.0
    cornered = to_answer(numidians(feigned_flight=True), cataphracts(), apart=9.0, at=beyond)
    assert steady_says(cornered)[0] not in RUNS


def test_after_the_flight_they_face_the_enemy_again() -> None:
    game = to_answer(numidians(feigned_flight=True), cataphracts(), apart=9.0).fork(1)
    bot = SteadyBot(1)
    formed: AskAnswer = Done()
    while not isinstance(formed, Stand):
        formed = bot.answer(Seat(game))
        _ = game.answer(formed)
    assert abs(formed.facing - 180.0) < 20.0
    assert not game.battle.units[FOE].fleeing


def eastern() -> Sheet:
    return horse(
        "iron riders", 5, traits=Traits(eastern_shock_cavalry=True, shock_cavalry=True), move=8
    )


def unbeaten(theirs: Sheet, mine: Sheet, facing: float = 180.0) -> AskAnswer:
    """What the bot says when its horse has drawn the round against these, and may leave."""
    battle = met(
        table(Put(mine, 30, 20, files=5), Put(theirs, 30, 20, facing, files=6, side=BLUE)), 0, 1
    )
    seat = asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS))
    seat.battle = replace(battle, combats=(Combat((OURS, FOE), winner=Side.RED, margin=1),))
    return fights.fallen_back(seat, MayFallBack(Side.RED, OURS))[0]


def test_eastern_shock_cavalry_leaves_when_its_charge_is_spent() -> None:
    wall = legionaries("wall", 30)
    assert type(unbeaten(wall, eastern())).__name__ == "Yes"
    weak = archers("bows", 6)
    assert type(unbeaten(weak, eastern())).__name__ == "No"


def test_winners_do_not_leave_for_having_won_by_much() -> None:
    battle: Battle = met(
        table(Put(eastern(), 30, 20, files=5), Put(archers("bows", 6), 30, 20, 180, side=BLUE)),
        0,
        1,
    )
    seat = asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS))
    seat.battle = replace(battle, combats=(Combat((OURS, FOE), winner=Side.RED, margin=4),))
    assert type(fights.fallen_back(seat, MayFallBack(Side.RED, OURS))[0]).__name__ == "No"


def test_could_charge_sees_who_looks_this_way_and_is_near() -> None:
    battle = table(
        Put(horse_archers(), 30, 20, files=6),
        Put(spearmen(), 30, 26, 180, files=4, side=BLUE),
        Put(spearmen(), 20, 26, 0, files=4, side=BLUE),
    )
    unit = battle.units[OURS]
    assert [foe.id for foe in could_charge(battle, unit, body(unit))] == [FOE]
    away = rect_at(replace(unit.pose, y=8.0), 6.0, 2.0)
    assert could_charge(battle, unit, away) == ()
