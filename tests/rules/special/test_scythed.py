"""Scythed chariots: what they must charge, and how they end."""

import pytest
from msgspec.structs import replace

from kit.charges import HOLD, compelled
from kit.fights import met, run_to
from kit.tables import BLUE, Put, table
from kit.troops import heavy_chariots, scythed_chariot, warriors
from maniple.battle.asks import Done
from maniple.battle.events import ChargeDeclared, Spoke, UnitDestroyed
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Moved, Status, UnitId
from maniple.play.script import Script
from maniple.rules.charging.compelled import charge_tasks
from maniple.rules.fighting.combat_round import combat_tasks

CHARIOT = UnitId(0)


def before(*enemies: tuple[float, float]) -> Battle:
    """A chariot looking up the table, and enemies at these places, facing it."""
    return table(
        Put(scythed_chariot(), x=36, y=10),
        *[Put(warriors(f"foe {i}"), x, y, 180, 6, BLUE) for i, (x, y) in enumerate(enemies)],
        phase=Phase.CHARGES,
    )


@pytest.mark.rule("troop.scythed-chariot", "turn.procedure")
def test_it_charges_the_nearest_within_reach_without_a_test() -> None:
    battle = before((30, 24), (42, 22))
    assert charge_tasks(battle)[0] == Task(Do.COMPELLED_CHARGE, CHARIOT)
    script = compelled(battle, 0, HOLD)
    assert not script.rolled
    said = [e for e in script.table.events if isinstance(e, ChargeDeclared)]
    assert [(e.target, e.compelled) for e in said] == [(2, True)]
    assert [e.cite for e in script.table.events if isinstance(e, Spoke)] == [
        "troop.scythed-chariot"
    ]


@pytest.mark.rule("troop.scythed-chariot", "turn.procedure")
def test_its_charge_comes_before_all_that_are_chosen_and_in_roster_order_among_the_compelled() -> (
    None
):
    battle = table(
        Put(warriors("band"), x=20, y=10, files=6),
        Put(scythed_chariot(), x=36, y=10),
        Put(warriors("foe"), 30, 20, 180, 6, BLUE),
        phase=Phase.CHARGES,
    )
    assert charge_tasks(battle) == (
        Task(Do.COMPELLED_CHARGE, UnitId(0)),
        Task(Do.COMPELLED_CHARGE, UnitId(1)),
        Task(Do.DECLARE_CHARGES),
    )


@pytest.mark.rule("troop.scythed-chariot")
def test_it_is_free_where_nobody_is_within_reach() -> None:
    """Sixteen inches are its charge."""
    script = compelled(before((36, 28)), 0)
    assert not script.table.events[:-1]
    assert not script.battle.charges


@pytest.mark.rule("troop.scythed-chariot")
def test_other_chariots_are_not_asked() -> None:
    battle = table(
        Put(heavy_chariots(), x=36, y=10, files=3), Put(warriors(), 36, 20, 180, 6, BLUE)
    )
    assert charge_tasks(battle) == (Task(Do.DECLARE_CHARGES),)


def fighting(moved: Moved, charger: int = 0) -> Battle:
    battle = table(
        Put(scythed_chariot(), x=20, y=20),
        Put(warriors(), x=20, y=20, facing=180, files=5, side=BLUE),
        phase=Phase.COMBAT,
    )
    battle = met(battle, 0, 1, charger=charger)
    car = battle.units[CHARIOT]
    car = replace(car, doings=replace(car.doings, moved=moved))
    return replace(battle, units=(car, *battle.units[1:]))


@pytest.mark.rule("troop.scythed-chariot")
def test_it_is_spent_at_the_end_of_the_phase_in_which_it_charged() -> None:
    battle = fighting(Moved.CHARGED)
    tasks = combat_tasks(battle)
    assert tasks == (Task(Do.NAME_COMBAT), Task(Do.SPEND_CHARIOT, CHARIOT))
    battle = replace(battle, turn=replace(battle.turn, todo=tasks))
    # nobody hits or wounds anybody; the chariot loses by its enemy's ranks, and holds
    script = run_to(battle, Do.SPEND_CHARIOT, dice=[1] * 14, answers=[Done()])
    assert script.battle.units[CHARIOT].is_engaged
    end = Script(script.battle)
    end.run_until(1)
    assert [(e.unit, e.cite) for e in end.table.events if isinstance(e, UnitDestroyed)] == [
        (CHARIOT, "troop.scythed-chariot")
    ]
    assert end.battle.units[CHARIOT].status is Status.DESTROYED
    assert not end.battle.units[1].is_engaged
    assert end.battle.turn.todo == ()


@pytest.mark.rule("troop.scythed-chariot")
def test_one_that_has_not_charged_home_lives_on() -> None:
    for moved in (Moved.STOOD, Moved.FAILED_CHARGE):
        assert combat_tasks(fighting(moved, charger=1)) == (Task(Do.NAME_COMBAT),)


@pytest.mark.rule("troop.scythed-chariot", "pursue.into-fresh-enemy")
def test_a_charge_made_in_a_pursuit_spends_it_when_it_is_fought() -> None:
    """It met them in the enemy's turn, and counts as charging in this one."""
    tasks = combat_tasks(fighting(Moved.STOOD, charger=0))
    assert tasks[-1] == Task(Do.SPEND_CHARIOT, CHARIOT)


@pytest.mark.rule("troop.scythed-chariot")
def test_nothing_is_destroyed_twice() -> None:
    battle = fighting(Moved.CHARGED)
    gone = UnitDestroyed(CHARIOT, UnitId(1), "combat.casualties").changed(battle)
    todo = (Task(Do.SPEND_CHARIOT, CHARIOT),)
    script = Script(replace(gone, turn=replace(gone.turn, todo=todo)))
    script.run_until(1)
    assert not [e for e in script.table.events if isinstance(e, UnitDestroyed)]
