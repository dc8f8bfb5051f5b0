"""Charges of the steady bot: declared where they get home and pay, and how it answers others'.

Red looks up the table, blue down; units are numbered in the order given.
"""

from msgspec.structs import replace

from kit.bots import asked, steady_says
from kit.changes import done
from kit.tables import BLUE, Put, table
from kit.troops import archers, auxilia, foot, horse, legionaries, skirmishers, warriors
from maniple.battle.asks import ChargeOrder, Done, Named, Redirect, Reply
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.state import Battle, Charge, ChargeStage, Response
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Stupor, UnitId
from maniple.bots.steady import charges
from maniple.geometry import Edge
from maniple.play.seat import Seat
from maniple.play.trial import try_charge, try_combat


def to_declare(battle: Battle) -> Seat:
    return asked(battle, Phase.CHARGES, Task(Do.DECLARE_CHARGES))


def to_answer(battle: Battle, charger: int, target: int) -> Seat:
    battle = replace(battle, charges=(Charge(UnitId(charger), UnitId(target), Edge.FRONT),))
    task = Task(Do.ANSWER_CHARGE, UnitId(charger), UnitId(target))
    return asked(battle, Phase.CHARGES, task)


def weak(name: str = "levy", models: int = 12) -> Sheet:
    return foot(name, models, standard=False, musician=False, leader=False)


def test_a_good_charge_is_taken() -> None:
    #       ▼ levy
    #
    #       ▲ legionaries
    battle = table(
        Put(legionaries(), 30, 20, files=6), Put(weak(), 30, 25, 180, files=6, side=BLUE)
    )
    answer, why = steady_says(to_declare(battle))
    assert answer == ChargeOrder(UnitId(0), UnitId(1))
    assert "legionaries" in why
    assert "levy" in why


def test_a_bad_charge_is_declined() -> None:
    battle = table(
        Put(weak(), 30, 20, files=6),
        Put(legionaries("cohort", 24), 30, 25, 180, files=6, side=BLUE),
    )
    answer, why = steady_says(to_declare(battle))
    assert answer == Done()
    assert "worth" in why


def test_a_charge_that_will_hardly_be_dared_is_not_called() -> None:
    """A levy whom all fear; Leadership 7 may try it, and says so, Leadership 4 may not."""
    feared = replace(weak(), traits=Traits(causes_fear=True))
    puts = [Put(legionaries(), 30, 20, files=6), Put(feared, 30, 25, 180, files=6, side=BLUE)]
    answer, why = steady_says(to_declare(table(*puts)))
    assert answer == ChargeOrder(UnitId(0), UnitId(1))
    assert "if it dares (72%)" in why
    cohort = legionaries()
    meek = replace(cohort, profile=replace(cohort.profile, leadership=4), leader_leadership=0)
    puts[0] = replace(puts[0], sheet=meek)
    assert steady_says(to_declare(table(*puts)))[0] == Done()


def test_the_unsteady_run_rather_than_be_put_to_flight() -> None:
    """Men of Leadership 4, charged by a terror that would break them, far enough off to get away."""
    horrors = replace(legionaries("horrors", 20), traits=Traits(causes_terror=True))
    plain = foot("men", 18)
    meek = replace(plain, profile=replace(plain.profile, leadership=4))
    puts = [Put(horrors, 30, 20, files=6), Put(meek, 30, 27.5, 180, files=6, side=BLUE)]
    assert steady_says(to_answer(table(*puts), 0, 1))[0] == Reply(Response.FLEE)
    bold = replace(plain, traits=Traits(immune_to_psychology=True))
    puts[1] = replace(puts[1], sheet=bold)
    assert steady_says(to_answer(table(*puts), 0, 1))[0] == Reply(Response.HOLD)


def test_the_stupid_are_told_nothing_while_beside_themselves() -> None:
    battle = table(
        Put(legionaries(), 30, 20, files=6), Put(weak(), 30, 25, 180, files=6, side=BLUE)
    )
    beside = done(battle, 0, stupor=Stupor.IDLE)
    assert not charges._may_charge(beside, beside.units[0])
    assert charges._may_charge(battle, battle.units[0])


def test_nobody_charges_what_he_cannot_reach() -> None:
    battle = table(
        Put(legionaries(), 30, 20, files=6), Put(weak(), 30, 28.5, 180, files=6, side=BLUE)
    )
    assert steady_says(to_declare(battle))[0] == Done()


def test_woods_on_the_way_count() -> None:
    #       ▼ levy, 6 inches off
    #    ♣♣♣♣♣♣♣♣
    #       ▲ legionaries, who charge 8 inches in the open
    wood = Terrain("wood", ((20, 21), (40, 21), (40, 25), (20, 25)), Ground.DIFFICULT)
    puts = (Put(legionaries(), 30, 20, files=6), Put(weak(), 30, 26, 180, files=6, side=BLUE))
    assert isinstance(steady_says(to_declare(table(*puts)))[0], ChargeOrder)
    assert steady_says(to_declare(table(*puts, terrain=(wood,))))[0] == Done()


def test_friends_in_the_way_count() -> None:
    #       ▼ levy
    #       ▲ friends before them
    #       ▲ legionaries
    puts = (
        Put(legionaries(), 30, 20, files=6),
        Put(weak("friends", 8), 30, 22.5, files=8),
        Put(weak(), 30, 26, 180, files=6, side=BLUE),
    )
    answer, _ = steady_says(to_declare(table(*puts)))
    assert not isinstance(answer, ChargeOrder) or answer.charger != UnitId(0)


def test_front_and_flank_are_charged_together() -> None:
    #        ▼ warriors   ◄ horse
    #
    #        ▲ legionaries
    battle = table(
        Put(legionaries(), 30, 20, files=6),
        Put(horse("riders"), 42, 26, 270, files=3),
        Put(warriors(), 30, 25, 180, files=6, side=BLUE),
    )
    seat = to_declare(battle)
    first, _ = steady_says(seat)
    assert isinstance(first, ChargeOrder)
    game = seat.fork(1)
    _ = game.answer(first)
    while game.pending is not None and not isinstance(game.pending, type(seat.ask)):
        _ = game.answer(Reply(Response.HOLD))
    second, why = steady_says(Seat(game))
    assert isinstance(second, ChargeOrder)
    assert {first.charger, second.charger} == {UnitId(0), UnitId(1)}
    assert "with the others" in why


def test_the_better_of_two_targets_is_charged() -> None:
    battle = table(
        Put(legionaries(), 30, 20, files=6),
        Put(legionaries("host", 30), 27, 26, 180, files=6, side=BLUE),
        Put(weak("levy", 8), 33.5, 26, 180, files=4, side=BLUE),
    )
    answer, _ = steady_says(to_declare(battle))
    assert isinstance(answer, ChargeOrder)
    assert answer.target == UnitId(2)


def test_foot_in_line_does_not_chase_skirmishers() -> None:
    battle = table(
        Put(legionaries(), 30, 20, files=6),
        Put(
            skirmishers(models=5),
            30,
            26,
            180,
            side=BLUE,
            places=tuple((28.0 + i * 1.2, 26.0, 180.0) for i in range(5)),
        ),
        Put(warriors(), 30, 31, 180, files=8, side=BLUE),
    )
    assert steady_says(to_declare(battle))[0] == Done()


def test_a_broken_enemy_near_by_is_ridden_down() -> None:
    battle = table(
        Put(horse("riders"), 30, 20, files=3),
        Put(warriors(models=10), 30, 24, 0, files=4, side=BLUE, fleeing=True),
    )
    answer, why = steady_says(to_declare(battle))
    assert isinstance(answer, ChargeOrder)
    assert "ride down" in why


def test_a_charge_tried_shows_the_table_after_it() -> None:
    battle = table(
        Put(legionaries(), 30, 20, files=6), Put(weak(), 30, 25, 180, files=6, side=BLUE)
    )
    after = try_charge(battle, UnitId(0), UnitId(1))
    assert after is not None
    assert after.units[0].is_engaged
    assert after.units[1].is_engaged
    assert not battle.units[0].is_engaged
    trial = try_combat(after, UnitId(0), UnitId(1), 4)
    assert trial.rounds == 4
    assert trial.won + trial.lost <= 4


def test_loose_archers_fire_and_flee_from_a_charge_that_would_break_them() -> None:
    places = tuple((27.0 + i * 1.3, 26.0, 180.0) for i in range(6))
    battle = table(
        Put(warriors(models=32), 30, 19, files=8),
        Put(archers(models=6), 30, 26, 180, side=BLUE, places=places),
    )
    answer, _ = steady_says(to_answer(battle, 0, 1))
    assert answer == Reply(Response.FIRE_AND_FLEE)


def test_nobody_runs_from_a_charge_that_cannot_reach_him() -> None:
    places = tuple((27.0 + i * 1.3, 30.0, 180.0) for i in range(6))
    battle = table(
        Put(warriors(models=32), 30, 10, files=8),
        Put(archers(models=6), 30, 30, 180, side=BLUE, places=places),
    )
    answer, why = steady_says(to_answer(battle, 0, 1))
    assert answer == Reply(Response.STAND_AND_SHOOT)
    assert "reach" in why


def test_foot_in_ranks_meets_a_charge() -> None:
    battle = table(
        Put(warriors(), 30, 20, files=6), Put(legionaries(), 30, 26, 180, files=6, side=BLUE)
    )
    seat = to_answer(battle, 0, 1)
    assert steady_says(seat)[0] == Reply(Response.HOLD)


def test_horse_meets_horse_at_the_gallop() -> None:
    battle = table(
        Put(horse("reds"), 30, 20, files=3), Put(horse("blues"), 30, 28, 180, files=3, side=BLUE)
    )
    assert steady_says(to_answer(battle, 0, 1))[0] == Reply(Response.COUNTER_CHARGE)


def test_shooters_shoot_at_a_charger_from_afar() -> None:
    battle = table(
        Put(horse("riders"), 30, 14, files=3),
        Put(replace(auxilia(), missiles=archers().missiles), 30, 28, 180, files=6, side=BLUE),
    )
    assert steady_says(to_answer(battle, 0, 1))[0] == Reply(Response.STAND_AND_SHOOT)


def test_a_charge_is_redirected_only_at_one_whom_it_beats() -> None:
    puts = (
        Put(legionaries(), 30, 20, files=6),
        Put(skirmishers(models=5), 30, 46, 0, 3, BLUE, fleeing=True),
    )
    for other, expected in (
        (weak("levy", 8), Named(UnitId(2))),
        (legionaries("guard", 40), Done()),
    ):
        battle = table(*puts, Put(other, 30, 25.5, 180, files=5, side=BLUE))
        charge = Charge(
            UnitId(0),
            UnitId(1),
            Edge.FRONT,
            stage=ChargeStage.ANSWERED,
            in_reach=True,
            target_fled=True,
        )
        battle = replace(battle, charges=(charge,))
        seat = asked(battle, Phase.CHARGERS, Task(Do.MOVE_CHARGER, UnitId(0)))
        assert isinstance(seat.ask, Redirect)
        assert steady_says(seat)[0] == expected


def test_the_worth_of_a_charge_falls_with_a_fresh_enemy_on_the_flank() -> None:
    puts = (
        Put(auxilia(), 30, 20, files=6),
        Put(auxilia("others", 14), 30, 25, 180, files=5, side=BLUE),
    )
    alone = charges.worth(table(*puts), UnitId(0), UnitId(1))
    watched = charges.worth(
        table(*puts, Put(warriors(models=32), 38, 27, 225, files=8, side=BLUE)),
        UnitId(0),
        UnitId(1),
    )
    assert alone is not None
    assert watched is not None
    assert watched[0] < alone[0]
