"""Feigned flight: who runs from a charge by choice rallies at the end of the run."""

import pytest
from msgspec.structs import replace

from kit.changes import changed
from kit.charges import FIRE_AND_FLEE, FLEE, HOLD, declared, events, moved, order
from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import JAVELIN, horse, spearmen, warriors
from maniple.battle.asks import ChargeOrder, FormRallied, Named, Stand
from maniple.battle.bodies import gap
from maniple.battle.events import (
    ChargeAimed,
    ChargeEnded,
    ChargeTargetFled,
    FleersCaught,
    UnitDestroyed,
    UnitFled,
    UnitRallied,
    UnitShot,
    UnitsMet,
)
from maniple.battle.judged import Refusal
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.state import Battle, Response
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Formation, Moved, Status, UnitId
from maniple.geometry import FRONT, REAR
from maniple.play.script import Script
from maniple.rules.charging.responses import answers
from maniple.rules.fleeing.forming import judge_stand
from maniple.rules.sequence import next_step

CHARGERS, FEIGNING = UnitId(0), UnitId(1)


def numidians(models: int = 6) -> Sheet:
    return horse(
        "numidians",
        models,
        missiles=(JAVELIN,),
        traits=Traits(feigned_flight=True, light=True),
        standard=False,
    )


def charge(
    target: Sheet,
    inches: float = 6.0,
    charger: Sheet | None = None,
    at: float = 24.0,
    models: int = 0,
) -> Battle:
    """Unit 0 stands so many inches south of unit 1, which faces it."""
    return table(
        Put(charger or horse("lancers"), x=36, y=at - inches, files=6),
        Put(target, x=36, y=at, facing=180, files=6, side=BLUE, models=models),
    )


def through_combat(battle: Battle) -> Script:
    """The beginning of the combat phase, where those caught in flight are removed."""
    todo = (Task(Do.REMOVE_CAUGHT),) if battle.caught else ()
    turn = replace(battle.turn, phase=Phase.COMBAT, todo=todo)
    script = Script(replace(battle, turn=turn), ())
    while script.battle.turn.todo:
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table), use_up=False)
    return script


@pytest.mark.rule("troop.feigned-flight")
def test_it_rallies_at_once_at_the_end_of_its_flight_and_may_face_any_way() -> None:
    script = declared(charge(numidians()), order(0, 1), FLEE, Stand(3, 180.0), dice=[6, 5, 4])
    unit = script.battle.units[FEIGNING]
    assert not unit.fleeing
    assert (unit.formation, unit.files, unit.pose.facing) == (Formation.FORMED, 3, 180.0)
    assert (unit.doings.moved, unit.fell_back) == (Moved.RALLIED, False)
    assert gap(script.battle.units[CHARGERS], unit) > 6.0 + 11.0
    assert [e.cite for e in events(script, UnitRallied)] == ["troop.feigned-flight"]
    assert [e.cite for e in events(script, UnitFled)] == ["charge.response.flee"]


@pytest.mark.rule("troop.feigned-flight")
def test_others_who_flee_from_a_charge_stay_in_flight() -> None:
    plain = replace(numidians(), traits=Traits(light=True))
    script = declared(charge(plain), order(0, 1), FLEE, dice=[6, 5, 4])
    assert script.battle.units[FEIGNING].fleeing
    assert events(script, UnitRallied) == []


@pytest.mark.rule("troop.feigned-flight", "charge.response.fire-and-flee")
def test_it_may_fire_and_then_feign_with_a_die_less() -> None:
    script = declared(
        charge(numidians(), inches=12),
        order(0, 1),
        FIRE_AND_FLEE,
        Stand(6, 180.0),
        dice=[1, 1, 1, 1, 1, 1, 6, 5],
    )
    assert len(events(script, UnitShot)) == 1
    assert not script.battle.units[FEIGNING].fleeing
    assert gap(*script.battle.units[:2]) > 12.0 + 10.0


@pytest.mark.rule("troop.feigned-flight", "charge.response.fleeing")
def test_chargers_who_reach_it_fight_it_and_count_as_charging() -> None:
    """Case F9: caught, it is not destroyed; it fights, and its enemy counts as charging."""
    script = declared(charge(numidians()), order(0, 1), FLEE, Stand(6, 180.0), dice=[1, 1, 1])
    script = moved(script.battle)
    assert events(script, FleersCaught) == []
    (meeting,) = events(script, UnitsMet)
    assert (meeting.charger, meeting.contact.blue_edge) == (CHARGERS, FRONT)
    fight = script.battle.units[CHARGERS].fight
    assert fight is not None
    assert fight.charging
    assert script.battle.units[FEIGNING].is_engaged
    after = through_combat(script.battle)
    assert after.battle.units[FEIGNING].status is Status.TABLE
    assert events(after, UnitDestroyed) == []


@pytest.mark.rule("troop.feigned-flight", "charge.facing")
def test_chargers_strike_the_facing_that_it_shows_once_it_has_rallied() -> None:
    script = declared(charge(numidians()), order(0, 1), FLEE, Stand(6, 0.0), dice=[1, 1, 1])
    (aimed,) = events(script, ChargeAimed)
    assert (aimed.charger, aimed.facing) == (CHARGERS, REAR)
    (meeting,) = events(moved(script.battle), UnitsMet)
    assert meeting.contact.blue_edge is REAR


@pytest.mark.rule("troop.feigned-flight", "charge.failed")
def test_chargers_who_no_longer_reach_it_have_failed() -> None:
    script = declared(charge(numidians(), 9), order(0, 1), FLEE, Stand(6, 180.0), dice=[6, 6, 6])
    assert len(events(script, ChargeTargetFled)) == 1
    script = moved(script.battle)
    assert [e.arrived for e in events(script, ChargeEnded)] == [False]
    assert script.battle.units[CHARGERS].doings.moved is Moved.FAILED_CHARGE


@pytest.mark.rule("troop.feigned-flight")
def test_however_few_are_left_they_rally() -> None:
    script = declared(
        charge(numidians(), models=3), order(0, 1), FLEE, Stand(3, 180.0), dice=[6, 5, 4]
    )
    assert not script.battle.units[FEIGNING].fleeing


@pytest.mark.rule("troop.feigned-flight", "charge.procedure")
def test_it_has_answered_and_holds_against_a_later_charge() -> None:
    battle = table(
        Put(horse("lancers"), x=30, y=18, files=6),
        Put(horse("more"), x=42, y=18, files=6),
        Put(numidians(), x=36, y=24, facing=180, files=6, side=BLUE),
    )
    script = declared(battle, order(0, 2), FLEE, Stand(6, 180.0), order(1, 2), dice=[1, 1, 1])
    assert len(events(script, UnitFled)) == 1
    charges = {c.charger: c.response for c in script.battle.charges}
    assert charges == {0: Response.FLEE, 1: Response.HOLD}


@pytest.mark.rule("troop.feigned-flight", "flee.off-table")
def test_who_runs_off_the_table_is_gone() -> None:
    script = declared(charge(numidians(), at=44), order(0, 1), FLEE, dice=[6, 6, 6])
    assert script.battle.units[FEIGNING].status is Status.LEFT
    assert events(script, UnitRallied) == []


@pytest.mark.rule("troop.feigned-flight", "charge.target-panicked")
def test_who_panics_does_not_feign() -> None:
    battle = table(
        Put(horse("lancers"), x=50, y=24, facing=270, files=6),
        Put(spearmen(), x=36, y=24, files=6),
        Put(numidians(), x=36, y=24, facing=180, files=6, side=BLUE),
    )
    script = declared(met(battle, 1, 2), order(0, 2), dice=[6, 6, 4, 4, 4], done=True)
    assert script.battle.units[2].fleeing
    assert events(script, UnitRallied) == []


@pytest.mark.rule("troop.feigned-flight", "rally.test")
def test_who_flees_already_only_runs_on() -> None:
    battle = charge(numidians())
    battle = changed(battle, 1, fleeing=True, formation=Formation.MOB, files=3)
    assert answers(battle, CHARGERS, FEIGNING) == (Response.HOLD,)
    script = declared(battle, ChargeOrder(CHARGERS, FEIGNING), dice=[6, 5, 4])
    assert script.battle.units[FEIGNING].fleeing
    assert events(script, UnitRallied) == []


@pytest.mark.rule("troop.feigned-flight")
def test_it_forms_as_its_ranks_allow() -> None:
    script = declared(charge(numidians()), order(0, 1), FLEE, Stand(3, 180.0), dice=[6, 5, 4])
    ask = FormRallied(BLUE, FEIGNING, "troop.feigned-flight")
    refused = judge_stand(script.battle, ask, Stand(9, 0.0))
    assert isinstance(refused, Refusal)


@pytest.mark.rule("troop.feigned-flight", "charge.redirect")
def test_chargers_may_turn_on_another_enemy_as_from_any_who_fled() -> None:
    battle = table(
        Put(horse("lancers"), x=36, y=18, files=6),
        Put(numidians(), x=36, y=24, facing=180, files=6, side=BLUE),
        Put(warriors(), x=36, y=30, facing=180, files=6, side=BLUE),
    )
    script = declared(battle, order(0, 1), FLEE, Stand(6, 180.0), dice=[6, 5, 4])
    script = moved(script.battle, Named(UnitId(2)), HOLD)
    assert [e.contact.blue for e in events(script, UnitsMet)] == [2]
