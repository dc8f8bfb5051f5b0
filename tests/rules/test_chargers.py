"""Chargers whose targets fled, redirected charges, skirmishers on either side, warbands."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, done
from kit.charges import (
    FLEE,
    HOLD,
    brought_home,
    compelled,
    declared,
    events,
    moved,
    order,
    path,
)
from kit.fights import run_to
from kit.tables import BLUE, RED, Put, table
from kit.troops import (
    BOW,
    archers,
    battle_standard,
    general,
    horse,
    legionaries,
    skirmishers,
    spearmen,
    warriors,
)
from maniple.battle.asks import AnswerCharge, Done, Named, No, Redirect, Yes
from maniple.battle.bodies import body, outline
from maniple.battle.events import (
    ChargeAnswered,
    ChargeDeclared,
    ChargeEnded,
    ChargeRedirected,
    ChargeTargetFled,
    FleersCaught,
    Tested,
    UnitAligned,
    UnitDestroyed,
    UnitMoved,
    UnitShot,
    UnitsMet,
)
from maniple.battle.sheet import Profile
from maniple.battle.state import Response
from maniple.battle.tasks import Do, Phase
from maniple.battle.unit import Moved, Status, UnitId
from maniple.geometry import Edge, distance, in_touch, overlaps, pose
from maniple.rules.charging.chargers import redirect_options
from maniple.rules.charging.responses import answers
from maniple.rules.fighting.combat_round import combat_tasks
from maniple.rules.moving.skirmish import are_linked, spread

US, THEM = UnitId(0), UnitId(1)


# ------------------------------------------------------------------------------- targets that fled


def chased(*others: Put, charger=None):
    """Horse charge warriors 7 inches before them."""
    ours = Put(charger or horse("horse"), x=20, y=23, files=6)
    return table(ours, Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE), *others)


@pytest.mark.rule("charge.response.fleeing", "charge.path")
def test_a_charger_that_touches_a_fleeing_model_has_caught_the_unit() -> None:
    """Cases A5 and A7: it is destroyed as the combat phase begins, not before."""
    elsewhere = Put(warriors("others"), x=60, y=40, facing=0, files=6, side=BLUE)
    fled = declared(chased(elsewhere), order(0, 1), FLEE, dice=[1, 2]).battle
    after = moved(fled)
    assert [(e.unit, e.by) for e in events(after, FleersCaught)] == [(1, 0)]
    assert [e.arrived for e in events(after, ChargeEnded)] == [True]
    assert after.battle.units[0].doings.moved is Moved.CHARGED
    assert after.battle.units[1].is_on_table
    assert not after.battle.units[0].is_engaged
    turn = replace(after.battle.turn, phase=Phase.COMBAT, todo=combat_tasks(after.battle))
    combat = run_to(replace(after.battle, turn=turn), Do.NAME_COMBAT)
    assert [e.unit for e in events(combat, UnitDestroyed)] == [1]
    assert combat.battle.caught == ()


@pytest.mark.rule("charge.response.fleeing", "charge.failed")
def test_a_target_that_outruns_the_charge_gets_away() -> None:
    fled = declared(chased(charger=legionaries()), order(0, 1), FLEE, dice=[6, 6]).battle
    after = moved(fled)
    assert not events(after, FleersCaught)
    assert after.battle.units[0].doings.moved is Moved.FAILED_CHARGE
    assert after.battle.units[0].pose.y == pytest.approx(27.0)


@pytest.mark.rule("charge.response.fleeing", "charge.contact-many")
def test_fleers_met_on_the_way_are_caught_too() -> None:
    mob = Put(warriors("mob"), x=23.5, y=30, facing=0, files=5, fleeing=True, side=BLUE)
    wide = Put(legionaries(models=20), x=21, y=24, files=10)
    narrow = Put(warriors(models=12), x=19, y=30, facing=180, files=4, side=BLUE)
    beside = changed(
        table(wide, narrow, mob),
        2,
        pose=table(Put(warriors(), x=23.5, y=33.9, facing=0, files=5, side=BLUE)).units[0].pose,
    )
    script = brought_home(beside, 0, 1)
    assert [e.unit for e in events(script, FleersCaught)] == [2]
    assert [e.contact.blue for e in events(script, UnitsMet)] == [1]


# --------------------------------------------------------------------------------------- redirect


@pytest.mark.rule("charge.redirect")
def test_a_charger_whose_target_fled_may_take_another_along_its_line() -> None:
    """Case A13."""
    fled = declared(aside_flight(), order(0, 1), FLEE, dice=[6, 6]).battle
    after = moved(fled, Named(UnitId(2)), HOLD)
    redirected = events(after, ChargeRedirected)[0]
    assert (redirected.target, redirected.facing) == (2, Edge.FRONT)
    assert [e.contact.blue for e in events(after, UnitsMet)] == [2]
    assert [e.arrived for e in events(after, ChargeEnded)] == [True]


def aside_flight():
    """The target stands across the way, and flees off to one side of it."""
    ours = Put(horse("horse"), x=20, y=23, files=6)
    theirs = Put(warriors(), x=22.0, y=30, facing=200, files=6, side=BLUE)
    other = Put(archers(), x=17.0, y=35, facing=180, files=6, side=BLUE)
    return table(ours, theirs, other)


@pytest.mark.rule("charge.redirect", "charge.response.stand-and-shoot")
def test_the_new_target_may_hold_or_flee_but_not_shoot() -> None:
    """Case A14."""
    fled = declared(aside_flight(), order(0, 1), FLEE, dice=[6, 6]).battle
    after = moved(fled, Named(UnitId(2)), HOLD)
    assert [type(ask) for ask in after.asked] == [Redirect, AnswerCharge]
    assert not events(after, UnitShot)
    # Charged in its turn and from so far, it might have shot.
    anew = ChargeDeclared(US, UnitId(2), Edge.FRONT).changed(replace(fled, charges=()))
    assert Response.STAND_AND_SHOOT in answers(anew, US, UnitId(2))
    turned_on = ChargeRedirected(US, UnitId(2), Edge.FRONT).changed(fled)
    assert set(answers(turned_on, US, UnitId(2))) == {Response.HOLD, Response.FLEE}


@pytest.mark.rule("charge.redirect")
def test_it_may_go_on_after_the_one_that_fled() -> None:
    fled = declared(aside_flight(), order(0, 1), FLEE, dice=[3, 3]).battle
    after = moved(fled, Done())
    assert [e.unit for e in events(after, FleersCaught)] == [1]


@pytest.mark.rule("charge.redirect")
def test_nothing_off_the_line_already_fixed_can_be_taken() -> None:
    ours = Put(horse("horse"), x=20, y=23, files=6)
    theirs = Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE)
    off = Put(archers(), x=30, y=30, facing=225, files=6, side=BLUE)
    fled = declared(table(ours, theirs, off), order(0, 1), FLEE, dice=[6, 6]).battle
    assert path(fled, 0, 2) is not None
    assert redirect_options(fled, Redirect(RED, US)) == (Done(),)


@pytest.mark.rule("charge.redirect")
def test_a_charge_that_was_out_of_reach_has_no_line_to_redirect_along() -> None:
    ours = Put(legionaries(), x=20, y=20, files=6)
    theirs = Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE)
    fled = declared(table(ours, theirs), order(0, 1), FLEE, dice=[1, 1]).battle
    assert redirect_options(fled, Redirect(RED, US)) == (Done(),)


# --------------------------------------------------------------------------- skirmishers are charged


def loose(*depths: float):
    """Legionaries charge skirmishers one inch apart, standing so far back from the first."""
    places = tuple((17.5 + i * 1.2, 27 + d, 180.0) for i, d in enumerate(depths))
    sheet = skirmishers(models=len(depths))
    return table(
        Put(legionaries(), x=20, y=22, files=6),
        Put(sheet, x=20, y=27, facing=180, places=places, side=BLUE),
    )


@pytest.mark.rule("charge.at-skirmishers")
def test_skirmishers_half_an_inch_before_the_front_are_drawn_in_the_rest_stay_out() -> None:
    """Case A26."""
    battle = loose(0.0, 0.4, 0.3, 1.5, 0.45)
    script = brought_home(battle, 0, 1, Yes())
    front = body(script.battle.units[0])
    touching = [in_touch(front, rect) for rect in outline(script.battle.units[1])]
    assert touching == [True, True, True, False, True]
    aligned = [e for e in events(script, UnitAligned) if e.unit == 1]
    assert [e.cite for e in aligned] == ["charge.at-skirmishers"]
    assert script.battle.units[1].places[3] == battle.units[1].places[3]


@pytest.mark.rule("charge.at-skirmishers")
@pytest.mark.parametrize(("back", "fights"), [(0.5, True), (0.53, False)])
def test_exactly_half_an_inch_is_not_too_far(back: float, fights: bool) -> None:
    battle = loose(0.0, back, 0.0)
    script = brought_home(battle, 0, 1, *([Yes()] if fights else []))
    front = body(script.battle.units[0])
    assert in_touch(front, outline(script.battle.units[1])[1]) is fights


@pytest.mark.rule("charge.at-skirmishers")
def test_one_in_whose_way_another_stands_is_not_drawn_in() -> None:
    places = tuple(
        (17.5 + i * 1.2, 27 + d, 180.0) for i, d in enumerate((0.0, 0.4, 0.0, 0.0, 0.45))
    )
    battle = table(
        Put(legionaries(), x=20, y=22, files=6),
        Put(general(mounted=False), x=22.79, y=27.35),
        Put(skirmishers(models=5), x=20, y=27, facing=180, places=places, side=BLUE),
    )
    script = brought_home(battle, 0, 2, Yes(), done=True)
    men = outline(script.battle.units[2])
    assert in_touch(body(script.battle.units[0]), men[1])
    assert script.battle.units[2].places[4] == battle.units[2].places[4]
    assert not any(overlaps(body(script.battle.units[1]), man) for man in men)


@pytest.mark.rule("charge.redirect")
def test_a_charge_turns_on_another_enemy_once_only() -> None:
    fled = declared(aside_flight(), order(0, 1), FLEE, dice=[6, 6]).battle
    assert Named(UnitId(2)) in redirect_options(fled, Redirect(RED, US))
    (charge,) = fled.charges
    again = replace(fled, charges=(replace(charge, redirected=True),))
    assert redirect_options(again, Redirect(RED, US)) == (Done(),)


@pytest.mark.rule("charge.at-skirmishers")
def test_drawing_them_in_is_the_chargers_choice() -> None:
    battle = loose(0.0, 0.4, 0.3, 1.5, 0.45)
    script = brought_home(battle, 0, 1, No())
    assert script.battle.units[1].places == battle.units[1].places
    assert [e.contact.blue for e in events(script, UnitsMet)] == [1]


@pytest.mark.rule("charge.at-skirmishers")
@pytest.mark.parametrize("aligns", [True, False])
def test_a_formed_charger_may_align_on_a_skirmisher_or_stay_as_it_is(aligns: bool) -> None:
    ours = Put(legionaries(), x=20, y=22, files=6)
    man = Put(skirmishers(models=1), x=20, y=27, places=((20, 27, 170),), side=BLUE)
    script = brought_home(table(ours, man), 0, 1, Yes() if aligns else No())
    facing = script.battle.units[0].pose.facing
    assert (facing == 350.0) is aligns
    assert in_touch(body(script.battle.units[0]), outline(script.battle.units[1])[0])


# ------------------------------------------------------------------------------- skirmishers charge


@pytest.mark.rule("troop.skirmish.shape", "charge.align-how", "charge.facing")
def test_skirmishers_go_each_to_the_nearest_free_place_on_the_facing() -> None:
    line = tuple((16 + i * 1.2, 24.0, 0.0) for i in range(8))
    battle = table(
        Put(skirmishers(), x=20, y=24, places=line),
        Put(warriors(), x=20, y=29, facing=180, files=6, side=BLUE),
    )
    script = brought_home(battle, 0, 1)
    unit = script.battle.units[0]
    bases = outline(unit)
    target = body(script.battle.units[1])
    arrived = [rect for rect in bases if in_touch(rect, target)]
    assert len(arrived) == 5
    assert all(rect.facing == 0.0 for rect in arrived)
    assert not any(overlaps(a, b) for i, a in enumerate(bases) for b in bases[i + 1 :])
    sheet = unit.sheet
    assert are_linked(unit.places, sheet.base_width, sheet.base_depth)
    assert max(distance(a, b) for a, b in zip(bases, outline(battle.units[0]), strict=True)) < 8
    assert [e.contact.blue_edge for e in events(script, UnitsMet)] == [Edge.FRONT]


@pytest.mark.rule("troop.skirmish.shape", "charge.failed")
def test_skirmishers_out_of_reach_go_their_normal_move_together() -> None:
    line = tuple((16 + i * 1.2, 15.0, 0.0) for i in range(8))
    battle = table(
        Put(skirmishers(), x=20, y=15, places=line),
        Put(warriors(), x=20, y=29, facing=180, files=6, side=BLUE),
    )
    script = brought_home(battle, 0, 1)
    moves = {
        (round(new.x - old.x, 2), round(new.y - old.y, 2))
        for new, old in zip(script.battle.units[0].places, battle.units[0].places, strict=True)
    }
    assert len(moves) == 1
    assert events(script, UnitMoved)[0].spent == pytest.approx(4.0)


@pytest.mark.rule("character.move", "charge.move")
def test_a_character_on_his_own_charges_straight_without_a_wheel() -> None:
    battle = table(
        Put(general(), x=26, y=22, facing=330),
        Put(warriors(), x=20, y=29, facing=180, files=6, side=BLUE),
    )
    script = brought_home(battle, 0, 1)
    man = script.battle.units[0]
    assert man.pose.facing == 0.0
    assert in_touch(body(man), body(script.battle.units[1]))
    assert man.is_engaged


# ---------------------------------------------------------------------------------------- warbands


def warband_before(*enemies: Put):
    return table(Put(warriors(), x=20, y=22, files=6), *enemies)


NEAR = Put(legionaries(), x=20, y=29, facing=180, files=6, side=BLUE)


@pytest.mark.rule("troop.warband", "charge.procedure")
def test_a_warband_that_fails_to_hold_back_charges_the_nearest() -> None:
    """Case F12: even if those are skirmishers."""
    places = tuple((17 + i * 1.2, 27.0, 180.0) for i in range(5))
    screen = Put(skirmishers(models=5), x=20, y=27, places=places, side=BLUE)
    battle = warband_before(NEAR, screen)
    # Leadership 5 and three ranks: 8.
    script = compelled(battle, 0, HOLD, dice=[4, 5])
    tested = events(script, Tested)[0]
    assert (tested.kind, tested.need, tested.passed) == ("troop.warband", 8, False)
    assert [(e.target, e.compelled, e.cite) for e in events(script, ChargeDeclared)] == [
        (2, True, "troop.warband")
    ]
    assert [e.target for e in events(script, ChargeAnswered)] == [2]


@pytest.mark.rule("troop.warband")
@pytest.mark.parametrize(("left", "right", "prey"), [(28.0, 27.0, 2), (27.0, 28.0, 1)])
def test_of_several_in_reach_it_charges_the_nearest(left: float, right: float, prey: int) -> None:
    battle = warband_before(
        Put(spearmen("left", 8), x=16, y=left, facing=180, files=4, side=BLUE),
        Put(spearmen("right", 8), x=24, y=right, facing=180, files=4, side=BLUE),
    )
    script = compelled(battle, 0, HOLD, dice=[6, 6])
    assert [e.target for e in events(script, ChargeDeclared)] == [prey]


@pytest.mark.rule("troop.warband")
def test_a_warband_that_passes_does_as_it_is_told() -> None:
    script = compelled(warband_before(NEAR), 0, dice=[4, 4])
    assert not events(script, ChargeDeclared)


@pytest.mark.rule("troop.warband")
def test_a_warband_tests_only_with_an_enemy_in_sight_and_reach() -> None:
    far = Put(legionaries(), x=20, y=31, facing=180, files=6, side=BLUE)
    behind_it = Put(legionaries(), x=20, y=16, facing=0, files=6, side=BLUE)
    assert not events(compelled(warband_before(far), 0), Tested)
    assert not events(compelled(warband_before(behind_it), 0), Tested)
    fled = done(warband_before(NEAR), 0)
    assert not events(compelled(changed(fled, 0, fell_back=True), 0), Tested)


@pytest.mark.rule("troop.warband", "measure.tolerance")
@pytest.mark.parametrize(("inches", "tests"), [(8.0, 1), (8.0009, 1), (8.002, 0)])
def test_reach_is_measured_as_any_distance(inches: float, tests: int) -> None:
    edge = Put(legionaries(), x=20, y=22 + inches, facing=180, files=6, side=BLUE)
    script = compelled(warband_before(edge), 0, dice=[1, 1] * tests)
    assert len(events(script, Tested)) == tests


@pytest.mark.rule("troop.skirmish.shape", "charge.at-skirmishers")
def test_skirmishers_who_find_no_place_follow_those_who_did_and_keep_their_links() -> None:
    deep = spread(pose(15.5, 11.7, 0), 5, 1.0, 20, 20 / 25.4, 20 / 25.4)
    ours = Put(
        skirmishers(models=20), x=15.5, y=9, places=tuple((p.x, p.y, p.facing) for p in deep)
    )
    theirs = Put(warriors(models=20), x=16.5, y=18.7, facing=185.7, files=11, side=BLUE)
    friend = Put(general(), x=19.6, y=9.1, facing=330)
    before = table(ours, theirs, friend)
    after = brought_home(before, 0, 1, done=True).battle
    (enemy,) = outline(after.units[1])
    for here, there in zip(outline(before.units[0]), outline(after.units[0]), strict=True):
        assert distance(there, enemy) < distance(here, enemy)
    assert are_linked(after.units[0].places, 20 / 25.4, 20 / 25.4)


@pytest.mark.rule("shoot.composite-bow-charging", "charge.move")
def test_a_target_shot_down_by_its_charger_is_met_by_nobody() -> None:
    riders = horse("riders", 5, missiles=(BOW,))
    lone = replace(battle_standard("bearer"), profile=Profile(4, 5, 5, 3, 3, 1, 6, 2, 9))
    elsewhere = Put(warriors("others"), x=60, y=40, facing=0, files=6, side=BLUE)
    battle = table(
        Put(riders, x=20, y=20, files=5), Put(lone, x=20, y=28, facing=180, side=BLUE), elsewhere
    )
    script = declared(battle, order(0, 1), HOLD)
    hits, wounds, saves = [6] * 5, [6] * 5, [1] * 5
    shot = moved(script.battle, dice=[*hits, *wounds, *saves])
    assert shot.battle.units[THEM].status is Status.DESTROYED
    assert not events(shot, UnitsMet)
    assert shot.battle.contacts == ()
    assert [e.arrived for e in events(shot, ChargeEnded)] == [False]


@pytest.mark.rule("charge.target-panicked")
def test_a_charger_knows_of_a_target_that_ran_before_he_could_move() -> None:
    """Something else than the charge has put it to flight: he goes on as at one that fled."""
    ours = Put(legionaries(), x=20, y=23, files=6)
    theirs = Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE)
    battle = declared(table(ours, theirs), order(0, 1), HOLD).battle
    ran = changed(battle, 1, fleeing=True, pose=pose(20, 44, 0))
    script = moved(ran)
    fled = events(script, ChargeTargetFled)
    assert [(e.charger, e.cite) for e in fled] == [(0, "charge.target-panicked")]
    assert [e.arrived for e in events(script, ChargeEnded)] == [False]
