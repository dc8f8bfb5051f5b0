"""The steady bot's horse archers shoot and run, and its lancers leave fights that wear them down."""

import pytest
from msgspec.structs import replace

from kit.bots import asked, steady_says
from kit.fights import met
from kit.tables import BLUE, RED, Put, table
from kit.troops import BOW, horse, legionaries, spearmen, warriors
from maniple.battle.asks import AskAnswer, ChargeOrder, Done, MayFallBack, No, Reply, Stand, Yes
from maniple.battle.bodies import gap
from maniple.battle.judged import Judged
from maniple.battle.orders import Order
from maniple.battle.sheet import Profile, Sheet, Traits
from maniple.battle.state import Battle, Charge, Combat, Response
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.bots.steady import SteadyBot, fights
from maniple.geometry import Edge, point_distance, rect_at
from maniple.play.seat import Seat

RIDERS, FOE = UnitId(0), UnitId(1)


def parthians(*, parthian_shot: bool = True, feigned_flight: bool = True) -> Sheet:
    traits = Traits(
        light=True,
        may_skirmish=True,
        parthian_shot=parthian_shot,
        feigned_flight=feigned_flight,
    )
    return horse("parthians", 8, missiles=(BOW,), traits=traits)


def having_shot(*puts: Put) -> Seat:
    return asked(table(*puts), Phase.SHOOTING, Task(Do.PARTHIAN_MOVE, RIDERS))


def charged(sheet: Sheet, inches: float, y: float = 20.0) -> Seat:
    """Heavy horse so many inches to the north has charged unit 0."""
    knights = horse(
        "knights",
        8,
        profile=Profile(8, 5, 3, 4, 3, 1, 5, 2, 9),
        traits=Traits(ferocious_charge=True),
    )
    battle = table(
        Put(sheet, 36, y, facing=0, files=4),
        Put(knights, 36, y + inches, facing=180, files=4, side=BLUE),
        side=BLUE,
    )
    battle = replace(battle, charges=(Charge(FOE, RIDERS, Edge.FRONT),))
    return asked(battle, Phase.CHARGES, Task(Do.ANSWER_CHARGE, FOE, RIDERS))


def test_formed_horse_archers_ride_out_of_reach_when_they_have_shot() -> None:
    seat = having_shot(
        Put(parthians(), 36, 20, files=4),
        Put(spearmen(), 36, 26, facing=180, files=6, side=BLUE),
    )
    answer, why = steady_says(seat)
    assert isinstance(answer, Order)
    assert "out of their reach" in why
    judged = seat.judge(answer)
    assert isinstance(judged, Judged)
    assert judged.end is not None
    assert 26 - rect_at(judged.end, 3.0, 3.0).cy > 8.0


def test_loose_ones_do_too() -> None:
    places = tuple((33.0 + i, 20.0, 0.0) for i in range(8))
    seat = having_shot(
        Put(parthians(), 36, 20, places=places),
        Put(horse("lancers", 8), 36, 30, facing=180, files=8, side=BLUE),
    )
    answer, why = steady_says(seat)
    assert isinstance(answer, Order)
    assert "out of the way" in why


def test_they_stay_where_nobody_can_come_at_them() -> None:
    seat = having_shot(
        Put(parthians(), 36, 10, files=4),
        Put(spearmen(), 36, 33, facing=180, files=6, side=BLUE),
    )
    assert steady_says(seat)[0] == Done()


def test_loose_ones_come_up_to_shoot_since_they_will_ride_on() -> None:
    """Others of their kind, who cannot, keep further off."""

    def nearest_after(sheet: Sheet) -> float:
        places = tuple((33.0 + i, 12.0, 0.0) for i in range(8))
        battle = table(
            Put(sheet, 36, 12, places=places),
            Put(horse("lancers", 8), 36, 40, facing=180, files=8, side=BLUE),
            Put(legionaries("ours"), 10, 20, files=6),
        )
        seat = asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS))
        answer, _ = steady_says(seat)
        if not isinstance(answer, Order) or answer.unit != RIDERS:
            return gap(*battle.units[:2])
        judged = seat.judge(answer)
        assert isinstance(judged, Judged)
        return min(point_distance(p.x, p.y, 36.0, 40.0) for p in judged.places)

    bow = replace(BOW, range=12)
    bold = replace(parthians(), missiles=(bow,))
    shy = replace(parthians(parthian_shot=False), missiles=(bow,))
    assert nearest_after(bold) <= nearest_after(shy)


def test_a_flight_that_is_feigned_costs_nothing() -> None:
    answer, why = steady_says(charged(parthians(), 6.0))
    assert answer == Reply(Response.FLEE)
    assert "rally" in why


def test_with_room_it_shoots_first() -> None:
    answer, why = steady_says(charged(parthians(), 14.0))
    assert answer == Reply(Response.FIRE_AND_FLEE)
    assert "volley" in why


@pytest.mark.parametrize(
    ("sheet", "inches", "y"),
    [
        (parthians(feigned_flight=False), 6.0, 20.0),
        (parthians(), 30.0, 12.0),
        (parthians(), 6.0, 10.0),
    ],
    ids=["not its art", "they cannot reach us", "the table edge is near"],
)
def test_otherwise_it_does_not_feign(sheet: Sheet, inches: float, y: float) -> None:
    _, why = steady_says(charged(sheet, inches, y))
    assert "rally as soon" not in why


def drawn(foe: Sheet) -> Battle:
    """Eastern shock cavalry and a foe that stands, in a round that nobody has lost."""
    riders = horse("easterners", 8, traits=Traits(eastern_shock_cavalry=True))
    battle = table(
        Put(riders, 36, 20, files=4),
        Put(foe, 36, 20, facing=180, files=8, side=BLUE),
    )
    combat = Combat((RIDERS, FOE))
    return replace(met(battle, 0, 1), combats=(combat,))


@pytest.mark.parametrize(
    ("foe", "expected"),
    [(legionaries(models=40), Yes()), (warriors(models=5), No())],
    ids=["worn down", "winning"],
)
def test_it_leaves_a_fight_that_it_would_lose(foe: Sheet, expected: Yes | No) -> None:
    battle = drawn(foe)
    seat = asked(table(Put(spearmen(), 5, 5, files=8)), Phase.MOVES, Task(Do.ORDER_UNITS))
    seat.battle = battle
    ask = MayFallBack(RED, RIDERS, "troop.eastern-shock-cavalry")
    assert fights.fallen_back(seat, ask)[0] == expected


def test_after_the_flight_they_face_the_enemy_again() -> None:
    battle = replace(charged(parthians(), 14.0).battle, charges=())
    game = asked(battle, Phase.CHARGES, Task(Do.DECLARE_CHARGES)).fork(1)
    _ = game.answer(ChargeOrder(FOE, RIDERS))
    bot = SteadyBot(1)
    formed: AskAnswer = Done()
    while not isinstance(formed, Stand):
        formed = bot.answer(Seat(game))
        _ = game.answer(formed)
    assert min(formed.facing, 360.0 - formed.facing) < 20.0
    assert not game.battle.units[RIDERS].fleeing
