"""The answers to a charge, the tests that it provokes, shots and flights."""

import pytest
from msgspec.structs import replace

from kit.changes import changed
from kit.charges import COUNTER, FIRE_AND_FLEE, FLEE, HOLD, SHOOT, declared, events, moved, order
from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import (
    BOW,
    archers,
    horse,
    legionaries,
    skirmishers,
    spearmen,
    warriors,
)
from maniple.battle.asks import AnswerCharge, Named, No
from maniple.battle.events import (
    ChargeAnswered,
    ChargeEnded,
    ChargeTargetFled,
    Tested,
    UnitFled,
    UnitRan,
    UnitShot,
    UnitsMet,
)
from maniple.battle.sheet import Traits
from maniple.battle.state import Response
from maniple.battle.unit import Fight, UnitId
from maniple.geometry import Edge
from maniple.rules.charging.responses import answers

US, THEM = UnitId(0), UnitId(1)


def charged(target, distance: float, charger=None, files: int = 6, **put):
    """A unit that has declared a charge at one so many inches before it, not yet answered."""
    ours = Put(charger or horse("horse"), x=20, y=30 - distance, files=files)
    theirs = Put(target, x=20, y=30, facing=180, files=6, side=BLUE, **put)
    return table(ours, theirs)


def possible(battle) -> set[Response]:
    """What the target may answer to the charge of unit 0."""
    script = declared(battle, order(0, 1), HOLD)
    asked = [ask for ask in script.asked if isinstance(ask, AnswerCharge)]
    fresh = changed(script.battle, 1, doings=battle.units[1].doings)
    return set(answers(fresh, US, THEM)) if asked else set()


# -------------------------------------------------------------------------------------------- hold


@pytest.mark.rule("charge.response.hold")
def test_a_target_that_holds_stays_put() -> None:
    battle = charged(spearmen(), 7, legionaries())
    script = declared(battle, order(0, 1), HOLD)
    answered = events(script, ChargeAnswered)[0]
    assert (answered.response, answered.in_reach) == (Response.HOLD, True)
    assert answered.cite == "charge.response.hold"
    assert script.battle.units[1].pose == battle.units[1].pose


@pytest.mark.rule("charge.procedure", "charge.response.hold")
def test_a_unit_answers_once_a_turn_and_then_holds_unasked() -> None:
    battle = table(
        Put(legionaries("first"), x=17, y=23, files=6),
        Put(legionaries("second"), x=23, y=23, files=6),
        Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE),
    )
    script = declared(battle, order(0, 2), HOLD, order(1, 2))
    assert [type(ask) for ask in script.asked].count(AnswerCharge) == 1
    assert [e.response for e in events(script, ChargeAnswered)] == [Response.HOLD] * 2


@pytest.mark.rule("charge.procedure")
def test_a_unit_in_combat_holds_unasked() -> None:
    battle = table(
        Put(legionaries("first"), x=17, y=23, files=6),
        Put(legionaries("second"), x=18, y=30, files=6),
        Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE),
    )
    script = declared(met(battle, 1, 2), order(0, 2))
    assert not [ask for ask in script.asked if isinstance(ask, AnswerCharge)]


# --------------------------------------------------------------------------------- stand and shoot


@pytest.mark.rule("charge.response.stand-and-shoot", "charge.procedure")
def test_only_from_more_than_half_the_charge_move_may_one_stand_and_shoot() -> None:
    """Case A4: horse charge 16 inches, so more than 8."""
    assert Response.STAND_AND_SHOOT not in possible(charged(archers(), 7.5, files=6))
    assert Response.STAND_AND_SHOOT not in possible(charged(archers(), 8.0, files=6))
    assert Response.STAND_AND_SHOOT not in possible(charged(archers(), 8.001, files=6))
    assert Response.STAND_AND_SHOOT in possible(charged(archers(), 8.1, files=6))
    assert Response.STAND_AND_SHOOT not in possible(charged(spearmen(), 8.1, files=6))


@pytest.mark.rule("charge.response.stand-and-shoot")
def test_shots_fall_before_contact_and_a_charger_that_panics_does_not_arrive() -> None:
    battle = charged(archers(), 11, files=6)
    # 7 archers shoot: four hit on 5+, three wound, two are not saved: 2 of 6 horse fall.
    hits, wounds, saves = [5, 6, 5, 5, 1, 2, 4], [4, 4, 5, 1], [3, 1, 6]
    panic, flight = [6, 6], [2, 3, 2]
    script = declared(battle, order(0, 1), SHOOT, dice=[*hits, *wounds, *saves, *panic, *flight])
    assert [e.as_response for e in events(script, UnitShot)] == [True]
    assert [(e.kind, e.passed) for e in events(script, Tested)] == [("panic.shooting", False)]
    assert script.battle.units[0].models == 4
    assert script.battle.units[0].fleeing
    after = moved(script.battle)
    assert [e.arrived for e in events(after, ChargeEnded)] == [False]
    assert not events(after, UnitsMet)


# --------------------------------------------------------------------------------------------- flee


@pytest.mark.rule("charge.response.flee")
def test_a_target_that_flees_runs_at_once_straight_away_and_does_not_shoot() -> None:
    battle = charged(archers(), 7)
    script = declared(battle, order(0, 1), FLEE, dice=[3, 4])
    ran = events(script, UnitRan)[0]
    assert ran.distance == pytest.approx(7.0, abs=0.01)
    assert ran.pose.facing == pytest.approx(0.0, abs=0.01)
    assert events(script, ChargeTargetFled)[0].cite == "charge.response.flee"
    assert not events(script, UnitShot)
    assert script.battle.charges[0].target_fled


@pytest.mark.rule("charge.response.fire-and-flee", "troop.light")
def test_light_troops_shoot_and_then_flee_with_one_die_less() -> None:
    battle = charged(archers(), 11, files=6)
    assert Response.FIRE_AND_FLEE in possible(battle)
    script = declared(battle, order(0, 1), FIRE_AND_FLEE, dice=[1] * 7 + [5])
    assert [e.as_response for e in events(script, UnitShot)] == [True]
    assert events(script, UnitRan)[0].distance == pytest.approx(5.0, abs=0.01)


@pytest.mark.rule("charge.response.fire-and-flee")
def test_heavy_troops_may_not_fire_and_flee() -> None:
    bows = archers().missiles
    heavy = replace(archers(), traits=Traits(), missiles=bows)
    assert Response.FIRE_AND_FLEE not in possible(charged(heavy, 11))
    massed = replace(archers(), traits=Traits(fire_and_flee=True), missiles=bows)
    assert Response.FIRE_AND_FLEE in possible(charged(massed, 11))


# ----------------------------------------------------------------------------------- counter-charge


@pytest.mark.rule("charge.response.counter-charge")
def test_cavalry_charged_in_front_by_cavalry_may_counter_charge() -> None:
    """Case A23: it stays where it is, and counts as charging for its weapons."""
    battle = charged(horse("riders"), 12)
    script = declared(battle, order(0, 1), COUNTER)
    assert script.battle.units[1].pose == battle.units[1].pose
    after = moved(script.battle)
    assert [e.counter_charge for e in events(after, UnitsMet)] == [True]
    fight = after.battle.units[1].fight
    assert fight is not None
    assert (fight.counter_charging, fight.charging) == (True, False)
    assert after.battle.units[1].pose == battle.units[1].pose


@pytest.mark.rule("charge.response.counter-charge")
def test_nobody_counter_charges_infantry_nor_slow_cavalry_nor_from_the_flank() -> None:
    """Cases A25 and J11."""
    assert Response.COUNTER_CHARGE not in possible(charged(horse("riders"), 7, legionaries()))
    slow = horse("cataphracts", move=5)
    assert Response.COUNTER_CHARGE not in possible(charged(slow, 12))
    assert Response.COUNTER_CHARGE in possible(charged(horse("cataphracts", move=6), 12))
    aside = table(
        Put(horse("horse"), x=20, y=20, files=6),
        Put(horse("riders"), x=20, y=30, facing=90, files=6, side=BLUE),
    )
    assert Response.COUNTER_CHARGE not in possible(aside)


# ---------------------------------------------------------------------------------------- fleeing


def fleers(distance: float):
    """Horse look at a mob of warriors so many inches away that runs from them."""
    mob = Put(warriors(), x=20, y=22.0 + distance + 4, facing=0, files=5, fleeing=True, side=BLUE)
    return table(Put(horse("horse"), x=20, y=22, files=6), mob)


@pytest.mark.rule("charge.response.fleeing", "charge.procedure")
def test_a_fleeing_unit_in_reach_flees_again_unasked() -> None:
    script = declared(fleers(5), order(0, 1), dice=[1, 2])
    answered = events(script, ChargeAnswered)[0]
    assert (answered.response, answered.cite) == (Response.FLEE, "charge.response.fleeing")
    assert events(script, UnitRan)[0].distance == pytest.approx(3.0, abs=0.01)


@pytest.mark.rule("charge.response.fleeing")
def test_a_fleeing_unit_out_of_reach_does_nothing() -> None:
    script = declared(fleers(17), order(0, 1))
    assert events(script, ChargeAnswered)[0].response is Response.HOLD
    assert not events(script, UnitRan)


# ------------------------------------------------------------------------------ tests of the target


def fought_in_front(flankers, won: bool = True):
    """10 Romans fight warriors to their front, and enemies look at their left flank."""
    romans = Put(legionaries(models=10), x=20, y=30, facing=0, files=5, side=BLUE)
    foes = Put(warriors(), x=20, y=30, facing=180, files=6)
    battle = met(table(flankers, foes, romans), 1, 2)
    fight = Fight(rounds=1, won_last=won)
    return changed(battle, 1, fight=fight)


RIDERS = Put(horse("riders", 5), x=10, y=29, facing=90, files=5)


@pytest.mark.rule(
    "charge.fear-panic-timing",
    "charge.target-panicked",
    "panic.flank-charge",
    "charge.procedure",
    "flee.direction",
)
def test_a_unit_charged_in_the_flank_of_its_fight_panics_as_the_charge_is_declared() -> None:
    """Case J3: the Romans roll 10 and flee; the warriors, who won last turn, pursue (A22), and the
    cavalry goes on as if its foe had fled by choice.
    """
    battle = fought_in_front(RIDERS)
    script = declared(battle, order(0, 2), No(), dice=[4, 6, 6, 6, 1, 2], done=True)
    tested = events(script, Tested)[0]
    assert (tested.kind, tested.passed) == ("panic.flank-charge", False)
    assert [e.unit for e in events(script, UnitFled)] == [2]
    assert events(script, ChargeTargetFled)[0].cite == "charge.target-panicked"
    assert [(e.unit, e.distance) for e in events(script, UnitRan)] == [(2, 12.0), (1, 3.0)]
    after = moved(script.battle)
    assert [e.arrived for e in events(after, ChargeEnded)] == [True]
    assert after.battle.caught == (2,)


@pytest.mark.rule(
    "charge.target-panicked",
    "panic.in-combat",
    "flee.distance",
    "flee.direction",
    "pursue.must",
    "pursue.distance",
)
def test_foes_that_won_the_last_round_may_destroy_what_panics() -> None:
    """Case A22."""
    battle = fought_in_front(RIDERS)
    script = declared(battle, order(0, 2), No(), dice=[4, 6, 2, 2, 6, 6])
    assert not script.battle.units[2].is_alive


@pytest.mark.rule("charge.target-panicked", "panic.in-combat")
def test_foes_that_did_not_win_the_last_round_do_not_pursue_and_the_charger_goes_on() -> None:
    battle = fought_in_front(RIDERS, won=False)
    script = declared(battle, order(0, 2), dice=[4, 6, 2, 2], done=True)
    assert script.battle.units[2].fleeing
    assert script.battle.units[1].pose == battle.units[1].pose
    assert script.battle.charges[0].target_fled
    after = moved(script.battle)
    assert after.battle.caught == (2,)


@pytest.mark.rule("charge.fear-panic-timing", "result.skirmishers")
def test_skirmishers_in_the_flank_cause_no_panic() -> None:
    """Case A19."""
    line = tuple((12.0, 26.0 + i, 90.0) for i in range(5))
    five = Put(skirmishers(models=5), x=12, y=28, places=line)
    script = declared(fought_in_front(five), order(0, 2))
    assert not events(script, Tested)
    assert script.battle.charges[0].in_reach


@pytest.mark.rule("charge.fear-panic-timing", "panic.flank-charge")
def test_chargers_that_cannot_reach_cause_no_panic() -> None:
    """Case A20."""
    far = Put(horse("riders", 5), x=1, y=29, facing=90, files=5)
    script = declared(fought_in_front(far), order(0, 2))
    assert not script.battle.charges[0].in_reach
    assert not events(script, Tested)


@pytest.mark.rule("charge.fear-panic-timing")
def test_a_charge_in_the_front_of_a_fight_causes_no_panic() -> None:
    romans = Put(legionaries(models=10), x=20, y=30, facing=0, files=10, side=BLUE)
    foes = Put(warriors(models=8), x=18, y=30, facing=180, files=4)
    front = Put(warriors("more"), x=22, y=36, facing=180, files=4)
    script = declared(met(table(front, foes, romans), 1, 2), order(0, 2))
    assert script.battle.charges[0].facing is Edge.FRONT
    assert not events(script, Tested)


@pytest.mark.rule("shoot.into-combat", "shoot.composite-bow-charging")
def test_a_counter_charger_whom_another_has_met_shoots_no_more() -> None:
    archers = horse("archers", 10, missiles=(BOW,))
    battle = table(
        Put(horse("first", 10), x=30, y=20, files=5),
        Put(horse("second", 10), x=37, y=32, facing=270, files=5),
        Put(archers, x=30, y=30, facing=180, files=5, side=BLUE),
    )
    charged = declared(battle, order(0, 2), COUNTER, order(1, 2))
    met = moved(charged.battle, Named(UnitId(1)), dice=[])
    assert events(met, UnitsMet)
    assert events(met, UnitShot) == []
