"""Elephants: whom they frighten, and what horse does before them."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, done
from kit.charges import FIRE_AND_FLEE, FLEE, HOLD, declared, events, moved, order
from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import BOW, elephant, foot, horse, legionaries, skirmishers, spearmen
from maniple.battle.asks import AnswerCharge, DeclareCharge, Done, Redirect
from maniple.battle.bodies import gap
from maniple.battle.events import ChargeAnswered, ChargeTargetFled, Spoke, UnitRan
from maniple.battle.judged import Refusal
from maniple.battle.sheet import Kind, Sheet, Traits, Warband
from maniple.battle.state import Battle, Response
from maniple.battle.unit import NOBODY, UnitId
from maniple.play.script import Script
from maniple.rules.charging.charging import charge_options, has_a_charge, judge_charge
from maniple.rules.charging.compelled import nearest_in_reach
from maniple.rules.charging.responses import answers
from maniple.rules.fleeing.chase import Chase, chase
from maniple.rules.nerve.dread import fears, terrified_by
from maniple.rules.special.elephants import ELEPHANT

BEAST, US = UnitId(0), UnitId(1)
USED = Traits(used_to_elephants=True)


def against(ours: Sheet, apart: float = 8.0, files: int = 6, **put: object) -> Battle:
    """A red elephant looks up the table at blue troops so many inches off."""
    return table(
        Put(elephant(), x=30, y=20),
        Put(ours, x=30, y=20 + apart, facing=180, files=files, side=BLUE, **put),
    )


@pytest.mark.rule("troop.elephant")
def test_foot_fears_elephants_unless_it_is_used_to_them() -> None:
    battle = against(spearmen())
    assert fears(battle, US, BEAST) == ELEPHANT
    assert terrified_by(battle, US, BEAST) is None
    used = changed(battle, US, sheet=foot("used", traits=USED))
    assert fears(used, US, BEAST) is None
    assert fears(battle, BEAST, US) is None


@pytest.mark.rule("troop.elephant")
def test_an_army_that_has_elephants_of_its_own_is_used_to_them() -> None:
    battle = table(
        Put(elephant(), x=30, y=20),
        Put(spearmen(), x=30, y=30, facing=180, files=6, side=BLUE),
        Put(elephant("their own"), x=50, y=30, facing=180, side=BLUE),
    )
    assert fears(battle, US, BEAST) is None
    assert fears(changed(battle, 2, models=0), US, BEAST) is None


@pytest.mark.rule("troop.elephant")
def test_they_are_a_terror_to_horse_used_to_them_or_not() -> None:
    for riders in (horse("riders"), horse("riders", traits=USED)):
        battle = against(riders)
        assert terrified_by(battle, US, BEAST) == ELEPHANT
        assert fears(battle, US, BEAST) == ELEPHANT
    camelry = against(horse("camels", kind=Kind.CAMELRY))
    assert terrified_by(camelry, US, BEAST) is None


@pytest.mark.rule("troop.elephant")
def test_a_beast_out_of_hand_is_afraid_of_nobody() -> None:
    dreadful = against(foot("wolves", traits=Traits(causes_fear=True)))
    assert fears(dreadful, BEAST, US) == "fear.charged"
    assert fears(changed(dreadful, BEAST, stampeding=True), BEAST, US) is None


@pytest.mark.rule("troop.elephant")
def test_cavalry_never_charges_elephants() -> None:
    battle = replace(against(horse("riders")), turn=replace(against(spearmen()).turn, side=BLUE))
    refusal = judge_charge(battle, DeclareCharge(BLUE), order(1, 0))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == ELEPHANT
    assert "riders" in refusal.why
    assert order(1, 0) not in charge_options(battle, DeclareCharge(BLUE))
    assert not has_a_charge(battle, DeclareCharge(BLUE))
    on_foot = changed(battle, US, sheet=spearmen())
    assert order(1, 0) in charge_options(on_foot, DeclareCharge(BLUE))
    assert has_a_charge(on_foot, DeclareCharge(BLUE))


@pytest.mark.rule("troop.elephant", "troop.warband")
def test_nothing_carries_cavalry_into_elephants() -> None:
    wild = against(horse("wild", traits=Traits(warband=Warband())))
    assert nearest_in_reach(wild, US) is None
    assert nearest_in_reach(changed(wild, US, sheet=spearmen()), US) == BEAST


@pytest.mark.rule("troop.elephant", "pursue.into-fresh-enemy", "pursue.overrun")
@pytest.mark.parametrize("shy", [True, False], ids=["horse", "foot used to them"])
def test_horse_that_runs_on_stops_before_elephants_that_it_meets(shy: bool) -> None:
    """It takes no test for it: it would not charge them if it passed."""
    ours = horse("riders") if shy else foot("used", traits=USED)
    script = Script(changed(against(ours, 3.0), US, terror_tested=True))
    script.run(chase(script.table, Chase(US, NOBODY, 180.0), 7.0))
    battle = script.battle
    assert battle.units[US].is_engaged is not shy
    assert [e.cite for e in events(script, Spoke)] == ([ELEPHANT] if shy else [])
    if shy:
        assert gap(battle.units[US], battle.units[BEAST]) == pytest.approx(0.1, abs=0.02)


@pytest.mark.rule("troop.elephant", "charge.redirect")
def test_cavalry_whose_target_fled_does_not_turn_on_elephants() -> None:
    battle = table(
        Put(horse("riders"), x=30, y=20, files=5),
        Put(
            skirmishers(models=3),
            x=30,
            y=26,
            places=tuple((29.0 + i, 26, 180) for i in range(3)),
            side=BLUE,
        ),
        Put(elephant(), x=30, y=31, facing=180, side=BLUE),
    )
    script = declared(battle, order(0, 1), FLEE, dice=[6, 6])
    assert not [ask for ask in moved(script.battle).asked if isinstance(ask, Redirect)]
    spears = changed(script.battle, 2, sheet=spearmen(), files=4)
    assert [ask for ask in moved(spears, Done()).asked if isinstance(ask, Redirect)]


@pytest.mark.rule("troop.elephant", "charge.response.flee")
def test_horse_charged_by_elephants_must_flee() -> None:
    """Case F6: drilled cavalry, used to elephants or not, flees, or fires and flees."""
    drilled = Traits(drilled=True, used_to_elephants=True)
    script = declared(against(horse("equites", traits=drilled)), order(0, 1), dice=[3, 3, 3])
    assert not [ask for ask in script.asked if isinstance(ask, AnswerCharge)]
    (answered,) = events(script, ChargeAnswered)
    assert answered.response is Response.FLEE
    assert events(script, UnitRan)[0].distance == 9.0
    assert events(script, ChargeTargetFled)


@pytest.mark.rule("troop.elephant", "charge.response.fire-and-flee")
def test_light_horse_may_fire_and_flee() -> None:
    """Case F6: who may fire and flee has the choice, but not to hold."""
    archers = horse("archers", traits=Traits(light=True), missiles=(BOW,))
    battle = against(archers, apart=10)
    asked = declared(battle, order(0, 1), FIRE_AND_FLEE, dice=[1] * 6 + [2, 3])
    assert [type(ask) for ask in asked.asked].count(AnswerCharge) == 1
    charge = asked.battle.charges[0]
    fresh = replace(battle, charges=(charge,))
    assert answers(fresh, BEAST, US) == (Response.FLEE, Response.FIRE_AND_FLEE)
    # Too near to shoot, or busy with another charge, it can only run.
    assert answers(done(fresh, US, answered_charge=True), BEAST, US) == (Response.FLEE,)
    near = replace(against(archers, apart=5), charges=(charge,))
    assert answers(near, BEAST, US) == (Response.FLEE,)


@pytest.mark.rule("troop.elephant", "charge.procedure")
def test_horse_that_has_answered_another_charge_runs_all_the_same() -> None:
    battle = table(
        Put(elephant(), x=34, y=20),
        Put(horse("riders"), x=30, y=28, facing=180, files=6, side=BLUE),
        Put(legionaries(), x=26, y=22, files=6),
    )
    script = declared(battle, order(2, 1), HOLD, order(0, 1), dice=[3, 3, 3])
    responses = [e.response for e in events(script, ChargeAnswered)]
    assert responses == [Response.HOLD, Response.FLEE]
    assert len(events(script, ChargeTargetFled)) == 2


@pytest.mark.rule("troop.elephant", "charge.procedure")
def test_horse_in_combat_cannot_run() -> None:
    battle = table(
        Put(elephant(), x=34, y=20),
        Put(horse("riders"), x=30, y=28, facing=180, files=6, side=BLUE),
        Put(legionaries(), x=30, y=28, files=6),
    )
    engaged = met(battle, 2, 1)
    script = declared(engaged, order(0, 1), dice=[3, 3])  # its Terror test
    assert events(script, ChargeAnswered)[0].response is Response.HOLD
    assert script.battle.units[US].is_engaged


@pytest.mark.rule("troop.elephant")
def test_foot_may_stand_before_them() -> None:
    charge = declared(against(spearmen(), apart=14), order(0, 1), FLEE, dice=[3, 3]).battle.charges
    battle = replace(against(spearmen()), charges=charge)
    assert Response.HOLD in answers(battle, BEAST, US)
