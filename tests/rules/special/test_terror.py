"""Terror: one test in the whole battle, as a turn begins and at charges; who fails it flees."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, joined
from kit.charges import HOLD, declared, events, order
from kit.fights import met
from kit.tables import BLUE, RED, Put, table
from kit.troops import general, spearmen, with_traits
from maniple.battle.asks import FormRallied, Yes
from maniple.battle.events import (
    ChargeDeclared,
    Spoke,
    Tested,
    UnitCowed,
    UnitFled,
    UnitRan,
)
from maniple.battle.sheet import Sheet
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Formation, UnitId
from maniple.play.script import Script
from maniple.rules.fleeing.compulsory import compulsory_tasks
from maniple.rules.sequence import next_step
from maniple.rules.special.terror import terror_tasks

US, BEAST, THIRD = UnitId(0), UnitId(1), UnitId(2)


def horrors(models: int = 6) -> Sheet:
    return with_traits("horrors", models, causes_terror=True)


def close_by(*others: Put, apart: float = 8.0, ours: Sheet | None = None) -> Battle:
    """Red spearmen with a terror so far before them, as red's turn begins."""
    return table(
        Put(ours or spearmen(), x=30, y=20, files=6),
        Put(horrors(), x=30, y=20 + apart, facing=180, files=6, side=BLUE),
        *others,
        phase=Phase.START,
    )


def begun(battle: Battle, *dice: int) -> Script:
    """All tests of the start of the turn."""
    turn = replace(battle.turn, phase=Phase.START, todo=(Task(Do.START_TESTS),))
    script = Script(replace(battle, turn=turn), dice)
    while script.battle.turn.todo:
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table), use_up=False)
    script.all_used()
    return script


def taken(script: Script) -> list[tuple[int, str, int, bool]]:
    return [(e.unit, e.kind, e.need, e.passed) for e in events(script, Tested)]


# ----------------------------------------------------------------------- as the turn begins


@pytest.mark.rule("terror.test", "turn.start", "measure.tolerance")
def test_a_unit_that_begins_its_turn_eight_inches_from_a_terror_tests() -> None:
    assert taken(begun(close_by(), 3, 4)) == [(US, "terror.test", 7, True)]
    assert taken(begun(close_by(apart=8.01))) == []


@pytest.mark.rule("terror.test")
def test_terror_is_felt_unseen() -> None:
    """Behind one's own men, behind a house, behind one's back: eight inches are eight inches."""
    friends = Put(spearmen("friends"), x=30, y=23, files=6)
    house = Terrain("house", ((27, 24), (33, 24), (33, 26), (27, 26)), Ground.IMPASSABLE)
    assert [t.unit for t in terror_tasks(close_by(friends))] == [US, THIRD]
    walled = close_by()
    walled = replace(walled, field=replace(walled.field, terrain=(house,)))
    assert [t.unit for t in terror_tasks(walled)] == [US]
    turned = close_by()
    turned = changed(turned, US, pose=replace(turned.units[US].pose, facing=180.0))
    assert [t.unit for t in terror_tasks(turned)] == [US]


@pytest.mark.rule("terror.test")
def test_a_terror_that_flees_frightens_too() -> None:
    battle = close_by(apart=7.0)
    fleeing = changed(battle, BEAST, fleeing=True, formation=Formation.MOB)
    assert [t.other for t in terror_tasks(fleeing)] == [BEAST]


@pytest.mark.rule("terror.test", "rally.panicked", "flee.compulsory")
def test_who_fails_flees_at_once_and_neither_rallies_nor_runs_again_in_that_turn() -> None:
    script = begun(close_by(), 4, 4, 2, 3)
    assert [(e.unit, e.cite) for e in events(script, UnitFled)] == [(US, "terror.test")]
    assert [e.distance for e in events(script, UnitRan)] == [5.0]
    assert compulsory_tasks(script.battle) == ()
    rally = replace(script.battle.turn, phase=Phase.RALLY, todo=(Task(Do.RALLY, US),))
    tried = Script(replace(script.battle, turn=rally))
    tried.run_until(1)
    assert [(e.what, e.cite) for e in events(tried, Spoke)] == [("may not rally", "rally.panicked")]
    assert not [ask for ask in tried.asked if isinstance(ask, FormRallied)]


@pytest.mark.rule("terror.test")
def test_a_second_terror_brings_no_second_test() -> None:
    """Case E4."""
    script = begun(close_by(), 3, 4)
    assert script.battle.units[US].terror_tested
    more = Put(horrors(), x=40, y=26, facing=180, files=6, side=BLUE)
    again = changed(close_by(more), US, terror_tested=True)
    assert taken(begun(again)) == []


@pytest.mark.rule("terror.test", "psychology.test")
def test_two_terrors_close_by_bring_one_test_for_the_nearer() -> None:
    more = Put(horrors(), x=34, y=26, facing=180, files=6, side=BLUE)
    script = begun(close_by(more), 3, 4)
    assert [(e.unit, e.other) for e in events(script, Tested)] == [(US, THIRD)]


@pytest.mark.rule("terror.test", "psychology.test")
def test_the_generals_unit_tests_first_and_the_fleeing_not_at_all() -> None:
    battle = table(
        Put(spearmen("line"), x=30, y=20, files=6),
        Put(spearmen("guard"), x=36, y=20, files=6),
        Put(general(mounted=False), x=36, y=16),
        Put(spearmen("runners", 6), x=42, y=20, files=3, fleeing=True),
        Put(horrors(), x=36, y=27, facing=180, files=6, side=BLUE),
        phase=Phase.START,
    )
    assert [t.unit for t in terror_tasks(joined(battle, 2, 1))] == [1, 0]


@pytest.mark.rule("terror.test", "panic.fleeing-friends", "turn.start", "psychology.test")
def test_panic_is_tested_before_terror() -> None:
    """Case E15: as the turn begins; one who has panicked tests no more."""
    runners = Put(spearmen("runners", 9), x=30, y=17, files=3, fleeing=True)
    kinds = [kind for _, kind, _, _ in taken(begun(close_by(runners), 1, 1, 1, 1))]
    assert kinds == ["panic.fleeing-friends", "terror.test"]
    kinds = [kind for _, kind, _, _ in taken(begun(close_by(runners), 6, 6))]
    assert kinds == ["panic.fleeing-friends"]


@pytest.mark.rule("terror.test", "character.in-unit")
def test_who_was_with_the_unit_has_tested_with_it() -> None:
    battle = close_by(Put(general(mounted=False), x=30, y=16))
    script = begun(joined(battle, 2, 0), 4, 5)
    assert taken(script) == [(US, "terror.test", 9, True)]
    assert script.battle.units[THIRD].terror_tested


@pytest.mark.rule("terror.test", "panic.in-combat")
def test_a_unit_in_combat_tests_too_and_leaves_its_fight() -> None:
    foes = Put(spearmen("foes"), x=30, y=20, facing=180, files=6, side=BLUE)
    beside = table(
        Put(spearmen(), x=30, y=20, files=6),
        Put(horrors(), x=40, y=22, facing=180, files=6, side=BLUE),
        foes,
        phase=Phase.START,
    )
    script = begun(met(beside, 0, 2), 6, 6, 1, 1)
    assert [e.cite for e in events(script, UnitFled)] == ["terror.test"]
    assert script.battle.contacts == ()


# ------------------------------------------------------------------------------- at charges


def charge_of_horrors(models: int = 6) -> Battle:
    return table(
        Put(horrors(models), x=30, y=20, files=6),
        Put(spearmen(), x=30, y=27, facing=180, files=6, side=BLUE),
        Put(spearmen("reserve"), x=60, y=44, facing=180, files=8, side=BLUE),
        side=RED,
    )


@pytest.mark.rule("terror.test", "fear.charged", "charge.fear-panic-timing")
def test_the_terror_test_takes_the_place_of_the_fear_test() -> None:
    script = declared(charge_of_horrors(), order(0, 1), HOLD, dice=[3, 4])
    assert taken(script) == [(1, "terror.test", 7, True)]
    assert script.battle.units[1].terror_tested
    # failing it a unit flees, whatever the numbers
    script = declared(charge_of_horrors(), order(0, 1), HOLD, dice=[4, 4, 3, 3])
    assert [(e.unit, e.cite) for e in events(script, UnitFled)] == [(1, "terror.test")]


@pytest.mark.rule("terror.test", "fear.charged")
def test_after_its_one_terror_test_a_unit_fears_the_terror_like_others() -> None:
    tested = changed(charge_of_horrors(), 1, terror_tested=True)
    script = declared(tested, order(0, 1), HOLD, dice=[4, 4])
    assert taken(script) == [(1, "fear.charged", 7, False)]
    assert [e.unit for e in events(script, UnitCowed)] == [1]


@pytest.mark.rule("terror.test", "fear.charging")
def test_who_would_charge_a_terror_tests_and_flees_if_he_fails() -> None:
    battle = replace(close_by(apart=7.0), turn=replace(close_by().turn, phase=Phase.CHARGES))
    script = declared(battle, order(0, 1), HOLD, dice=[3, 4])
    assert taken(script) == [(US, "terror.test", 7, True)]
    assert len(events(script, ChargeDeclared)) == 1
    script = declared(battle, order(0, 1), dice=[4, 4, 3, 3])
    assert events(script, ChargeDeclared) == []
    assert [(e.unit, e.cite) for e in events(script, UnitFled)] == [(US, "terror.test")]
    assert script.battle.units[US].pose.y < 20 - 5


@pytest.mark.rule("terror.test", "fear.charging")
def test_who_is_used_to_the_terror_still_has_to_dare_his_charge() -> None:
    tested = changed(close_by(apart=7.0), US, terror_tested=True)
    script = declared(tested, order(0, 1), dice=[4, 4])
    assert taken(script) == [(US, "fear.charging", 7, False)]


# ------------------------------------------------------------------------------- in pursuit


def overrun(battle: Battle, *dice: int) -> Script:
    """Unit 0 has nobody left to fight, and overruns."""
    turn = replace(battle.turn, phase=Phase.COMBAT, todo=(Task(Do.OVERRUN, US),))
    script = Script(replace(battle, turn=turn), dice, [Yes()])
    while script.battle.turn.todo:
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table), use_up=False)
    script.all_used()
    return script


def ahead(ours: Sheet, theirs: Sheet) -> Battle:
    return table(
        Put(ours, x=30, y=10, files=6),
        Put(theirs, x=30, y=14, facing=180, files=6, side=BLUE),
        Put(spearmen("reserve"), x=60, y=44, facing=180, files=8, side=BLUE),
    )


@pytest.mark.rule("pursue.overrun", "fear.charging")
def test_who_overruns_into_those_he_fears_must_dare_it() -> None:
    brutes = with_traits("brutes", 12, causes_fear=True)
    script = overrun(ahead(spearmen(), brutes), 4, 4, 3, 4)
    assert taken(script) == [(US, "fear.charging", 7, True)]
    assert script.battle.units[US].is_engaged
    script = overrun(ahead(spearmen(), brutes), 4, 4, 4, 4)
    assert not script.battle.units[US].is_engaged
    assert script.battle.units[US].pose.y == pytest.approx(13.9, abs=0.02)


@pytest.mark.rule("pursue.overrun", "terror.test")
def test_who_overruns_into_a_terror_may_flee_from_it() -> None:
    script = overrun(ahead(spearmen(), horrors()), 4, 4, 4, 4, 2, 2)
    assert [(e.unit, e.cite) for e in events(script, UnitFled)] == [(US, "terror.test")]
    assert script.battle.units[US].pose.y < 11


@pytest.mark.rule("pursue.overrun", "fear.charged", "terror.test", "pursue.into-fresh-enemy")
def test_who_is_overrun_by_those_he_dreads_tests_too() -> None:
    brutes = with_traits("brutes", 12, causes_fear=True)
    script = overrun(ahead(brutes, spearmen()), 4, 4, 4, 4)
    assert [e.unit for e in events(script, UnitCowed)] == [1]
    assert script.battle.units[1].is_engaged
    script = overrun(ahead(with_traits("many", 18, causes_fear=True), spearmen()), 4, 4, 4, 4, 3, 3)
    assert [(e.unit, e.cite) for e in events(script, UnitFled)] == [(1, "fear.charged")]
    assert not script.battle.units[US].is_engaged
    script = overrun(ahead(horrors(), spearmen()), 4, 4, 4, 4, 3, 3)
    assert [(e.unit, e.cite) for e in events(script, UnitFled)] == [(1, "terror.test")]


@pytest.mark.rule("pursue.overrun", "fear.charged")
def test_the_cowed_are_cowed_still_when_they_fight_next_turn() -> None:
    brutes = with_traits("brutes", 12, causes_fear=True)
    after = overrun(ahead(brutes, spearmen()), 4, 4, 4, 4).battle
    turn = replace(after.turn, phase=Phase.END, todo=(Task(Do.END_TURN),))
    script = Script(replace(after, turn=turn))
    script.run_until(1)
    assert script.battle.units[1].cowed
