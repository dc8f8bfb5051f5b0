"""Shock cavalry: its first charge, and foot that gives ground before it."""

import pytest

from kit.bodies import overlapping
from kit.changes import changed, joined
from kit.fights import FRONT, LEFT, RIGHT, counted, events, met, run_to
from kit.tables import BLUE, Put, table
from kit.troops import MM, general, horse, legionaries, skirmishers, spearmen, warriors
from maniple.battle.asks import Done, No
from maniple.battle.bodies import gap
from maniple.battle.events import (
    BreakTestIgnored,
    FirstChargeSpent,
    GroundGiven,
    Spoke,
    UnitBroke,
)
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import UnitId
from maniple.geometry import Edge, pose
from maniple.play.script import Script
from maniple.rules.special.shock_cavalry import is_shock_cavalry

RIDERS, FOOT, MORE = UnitId(0), UnitId(1), UnitId(2)
HOLDS = (1, 1)
"""Two dice on which any unit holds."""


def lancers(name: str = "lancers") -> Sheet:
    return horse(name, 8, traits=Traits(shock_cavalry=True))


def fight(
    riders: Sheet | None = None,
    foot: Sheet | None = None,
    *more: Put,
    facing: Edge = FRONT,
    charging: bool = True,
    spent: bool = True,
    terrain: tuple[Terrain, ...] = (),
    y: float = 20.0,
) -> Battle:
    """Riders have charged foot: their first charge lies behind them, so that it can hold."""
    battle = table(
        Put(riders or lancers(), x=36, y=y, files=6),
        Put(foot or spearmen(), x=36, y=y, facing=180, files=8, side=BLUE),
        *more,
        terrain=terrain,
    )
    battle = met(battle, 0, 1, blue_edge=facing, charger=RIDERS if charging else UnitId(-1))
    return changed(battle, 0, first_charge_spent=spent)


def ended(battle: Battle, *answers: No, red: int = 4, dice: tuple[int, ...] = HOLDS) -> Script:
    """The round counted with so many wounds by the riders, and everybody moved."""
    won = counted(battle, red=red)
    script = run_to(won, Do.COMBAT_PANIC, dice=dice, answers=answers)
    return run_to(script.battle, Do.REDRESS)


def y_of(script: Script, unit: int) -> float:
    return script.battle.units[unit].pose.y


# ---------------------------------------------------------------------------------- first charge


@pytest.mark.rule("troop.shock-cavalry", "break.first-charge")
def test_whom_its_first_charge_beats_breaks_without_a_test() -> None:
    script = run_to(counted(fight(spent=False), red=5), Do.COMBAT_PANIC)
    assert [(e.unit, e.cite) for e in events(script, UnitBroke)] == [(FOOT, "break.first-charge")]
    assert [e.unit for e in events(script, FirstChargeSpent)] == [RIDERS]


@pytest.mark.rule("troop.shock-cavalry", "break.first-charge")
def test_later_charges_leave_their_enemies_a_test() -> None:
    script = run_to(counted(fight(), red=5), Do.COMBAT_PANIC, dice=HOLDS)
    assert events(script, UnitBroke) == []
    assert events(script, FirstChargeSpent) == []


@pytest.mark.rule("troop.shock-cavalry")
def test_plain_cavalry_has_neither() -> None:
    assert not is_shock_cavalry(fight(horse("riders", 8)).units[RIDERS])
    script = ended(fight(horse("riders", 8), spent=False))
    assert events(script, GroundGiven) == []
    assert events(script, UnitBroke) == []


# ------------------------------------------------------------------------------------ the push


@pytest.mark.rule("troop.shock-cavalry")
def test_foot_that_is_beaten_and_holds_gives_ground_and_the_riders_follow() -> None:
    script = ended(fight())
    (given,) = events(script, GroundGiven)
    assert (given.unit, given.riders, given.inches) == (FOOT, (RIDERS,), 2.0)
    assert (y_of(script, FOOT), y_of(script, RIDERS)) == (22.0, 22.0)
    unit = script.battle.units[FOOT]
    assert (unit.pose.facing, unit.files, unit.is_formed) == (180.0, 8, True)
    assert unit.is_engaged
    assert script.battle.contacts == fight().contacts
    assert gap(*script.battle.units) < 0.01


@pytest.mark.rule("troop.shock-cavalry", "troop.stubborn")
def test_stubborn_foot_that_holds_against_the_first_charge_gives_ground_too() -> None:
    script = ended(fight(foot=legionaries(), spent=False), No(), dice=(4,))
    assert events(script, BreakTestIgnored) == []
    assert y_of(script, FOOT) == 22.0


@pytest.mark.rule("troop.shock-cavalry")
@pytest.mark.parametrize(
    ("battle", "answers"),
    [
        (fight(charging=False), ()),
        (fight(foot=horse("enemy horse", 8)), (No(),)),
        (fight(horse("riders", 8, traits=Traits(first_charge=True))), ()),
    ],
    ids=["no charge", "no foot", "no shock cavalry"],
)
def test_nobody_gives_ground_otherwise(battle: Battle, answers: tuple[No, ...]) -> None:
    script = ended(battle, *answers, red=3)
    assert events(script, GroundGiven) == []
    assert y_of(script, FOOT) == 20.0


@pytest.mark.rule("troop.shock-cavalry")
def test_foot_that_is_not_beaten_stands() -> None:
    script = run_to(counted(fight(), blue=3), Do.COMBAT_PANIC, dice=HOLDS, answers=(No(),))
    assert y_of(run_to(script.battle, Do.REDRESS), FOOT) == 20.0


@pytest.mark.rule("troop.shock-cavalry")
def test_who_breaks_flees_instead() -> None:
    script = run_to(counted(fight(), red=5), Do.COMBAT_PANIC, dice=(6, 6))
    assert [e.unit for e in events(script, UnitBroke)] == [FOOT]
    script = run_to(script.battle, Do.REDRESS, dice=(6, 6, 1, 1, 1), answers=(No(),))
    assert events(script, GroundGiven) == []


@pytest.mark.rule("troop.shock-cavalry")
def test_struck_in_the_flank_it_gives_ground_the_way_the_riders_go() -> None:
    battle = table(
        Put(lancers(), x=36, y=20, files=4),
        Put(spearmen(), x=36 - 40 * MM, y=20 + 80 * MM, facing=270, files=8, side=BLUE),
    )
    battle = changed(met(battle, 0, 1, blue_edge=RIGHT, charger=0), 0, first_charge_spent=True)
    before = battle.units[FOOT].pose
    script = ended(battle, red=2)
    assert script.battle.units[FOOT].pose == pose(before.x, before.y + 2.0, 270.0)


@pytest.mark.rule("troop.shock-cavalry")
@pytest.mark.parametrize(
    "blocker",
    [
        Put(warriors("friends"), x=36, y=23, facing=180, files=6, side=BLUE),
        Put(spearmen("enemies", 8), x=36, y=23.6, facing=180, files=8),
        Put(warriors("beside"), x=43, y=22, facing=180, files=6, side=BLUE),
    ],
    ids=["a friend behind it", "an enemy behind it", "none in its way"],
)
def test_without_room_it_stands_and_so_do_the_riders(blocker: Put) -> None:
    script = ended(fight(None, None, blocker))
    if blocker.x == 43:
        assert y_of(script, FOOT) == 22.0
        return
    assert (y_of(script, FOOT), y_of(script, RIDERS)) == (20.0, 20.0)
    assert [(e.what, e.cite) for e in events(script, Spoke)] == [
        ("no room to give ground", "troop.shock-cavalry")
    ]


@pytest.mark.rule("troop.shock-cavalry")
def test_the_riders_need_room_as_well() -> None:
    post = Put(spearmen("post", 1), x=38.9, y=20.5, facing=180, side=BLUE)
    narrow = spearmen(models=8)
    battle = table(
        Put(lancers(), x=36, y=20, files=6),
        Put(narrow, x=36, y=20, facing=180, files=4, side=BLUE),
        post,
    )
    battle = changed(met(battle, 0, 1, charger=0), 0, first_charge_spent=True)
    script = ended(battle)
    assert y_of(script, FOOT) == 20.0
    assert not overlapping(script.battle)


@pytest.mark.rule("troop.shock-cavalry", "terrain.impassable", "terrain.cost")
@pytest.mark.parametrize(
    ("ground", "end"),
    [(Ground.IMPASSABLE, 20.0), (Ground.OBSTACLE, 20.0), (Ground.DIFFICULT, 22.0)],
)
def test_closed_ground_leaves_no_room_and_rough_ground_does(ground: Ground, end: float) -> None:
    there = Terrain("there", ((30, 23), (42, 23), (42, 25), (30, 25)), ground)
    assert y_of(ended(fight(terrain=(there,))), FOOT) == end


@pytest.mark.rule("troop.shock-cavalry", "move.table-edge")
def test_nobody_is_pushed_off_the_table() -> None:
    script = ended(fight(y=45.5))
    assert y_of(script, FOOT) == 45.5


@pytest.mark.rule("troop.shock-cavalry")
def test_who_also_fights_others_is_held_by_them() -> None:
    other = Put(spearmen("ours", 8), x=36 + 8 * 20 * MM, y=20, files=8)
    battle = fight(None, spearmen(models=30), other)
    battle = changed(battle, 1, files=15)
    script = run_to(counted(met(battle, 2, 1), red=4), Do.COMBAT_PANIC, dice=HOLDS)
    script = run_to(script.battle, Do.REDRESS)
    assert y_of(script, FOOT) == 20.0


@pytest.mark.rule("troop.shock-cavalry")
def test_two_units_of_riders_push_together_and_both_follow() -> None:
    other = Put(lancers("more"), x=36 + 6 * 25 * MM, y=20, files=6)
    battle = changed(fight(None, spearmen(models=30), other), 1, files=15)
    battle = changed(met(battle, 2, 1, charger=2), 2, first_charge_spent=True)
    script = run_to(counted(battle, red=4), Do.COMBAT_PANIC, dice=HOLDS)
    script = run_to(script.battle, Do.REDRESS)
    assert [y_of(script, unit) for unit in (RIDERS, FOOT, MORE)] == [22.0, 22.0, 22.0]


@pytest.mark.rule("troop.shock-cavalry")
def test_riders_who_came_earlier_hold_it_where_it_is() -> None:
    """One of the two has charged in this round, the other has not."""
    other = Put(lancers("more"), x=36 + 6 * 25 * MM, y=20, files=6)
    battle = changed(fight(None, spearmen(models=30), other), 1, files=15)
    script = run_to(counted(met(battle, 2, 1), red=4), Do.COMBAT_PANIC, dice=HOLDS)
    assert y_of(run_to(script.battle, Do.REDRESS), FOOT) == 20.0


@pytest.mark.rule("troop.shock-cavalry")
def test_charged_from_two_sides_it_can_go_neither_way() -> None:
    half = 4 * 20 * MM
    flank = Put(lancers("more"), x=36 + half, y=20 + 4 * 20 * MM, facing=270, files=3)
    battle = fight(None, spearmen(models=32), flank)
    battle = changed(met(battle, 2, 1, blue_edge=LEFT, charger=2), 2, first_charge_spent=True)
    script = run_to(counted(battle, red=3), Do.COMBAT_PANIC, dice=HOLDS)
    assert events(run_to(script.battle, Do.REDRESS), GroundGiven) == []


@pytest.mark.rule("troop.shock-cavalry", "troop.skirmish")
def test_loose_foot_has_no_formation_to_go_back_in() -> None:
    loose = tuple((34.0 + i, 20.0, 180.0) for i in range(5))
    battle = table(
        Put(lancers(), x=36, y=20, files=6),
        Put(skirmishers(models=5), x=36, y=20, facing=180, places=loose, side=BLUE),
    )
    battle = changed(met(battle, 0, 1, charger=0), 0, first_charge_spent=True)
    script = ended(battle, No(), red=1)
    assert events(script, GroundGiven) == []
    assert script.battle.units[FOOT].is_engaged


@pytest.mark.rule("troop.shock-cavalry")
def test_riders_who_fight_others_too_push_nobody() -> None:
    other = Put(spearmen("others", 8), x=36 + 3 * 20 * MM, y=20, facing=180, files=4, side=BLUE)
    battle = table(
        Put(lancers(), x=36, y=20, files=6),
        Put(spearmen(models=8), x=36 - 2 * 20 * MM, y=20, facing=180, files=4, side=BLUE),
        other,
    )
    battle = met(met(battle, 0, 1, charger=0), 0, 2, charger=0)
    battle = changed(battle, 0, first_charge_spent=True)
    script = run_to(counted(battle, red=4), Do.COMBAT_PANIC, dice=HOLDS + HOLDS)
    script = run_to(script.battle, Do.REDRESS)
    assert events(script, GroundGiven) == []


@pytest.mark.rule("troop.shock-cavalry", "character.in-unit")
def test_characters_go_along() -> None:
    battle = fight(None, None, Put(general(mounted=False), x=50, y=40, side=BLUE))
    script = ended(joined(battle, 2, 1))
    assert y_of(script, FOOT) == 22.0
    assert script.battle.units[MORE].host == FOOT


@pytest.mark.rule("troop.shock-cavalry", "redress.expand")
def test_the_riders_may_still_widen_their_ranks() -> None:
    script = ended(fight(horse("lancers", 12, traits=Traits(shock_cavalry=True))))
    done = run_to(script.battle, Do.END_TURN, answers=(Done(),))
    assert y_of(done, RIDERS) == 22.0
