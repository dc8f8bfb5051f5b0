"""Whether beaten units hold, break, or fall back in good order."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, done, joined
from kit.fights import REAR, RIGHT, counted, events, met, run_to
from kit.tables import BLUE, Put, table
from kit.troops import (
    MM,
    battle_standard,
    foot,
    general,
    horse,
    legionaries,
    skirmishers,
    spearmen,
    warriors,
)
from maniple.battle.asks import AskAnswer, MayFallBack, No, Yes
from maniple.battle.chance_requests import Test
from maniple.battle.events import (
    BreakTestIgnored,
    FirstChargeSpent,
    StandardCaptured,
    Tested,
    UnitBroke,
    UnitWillFallBack,
)
from maniple.battle.sheet import Sheet, Traits, Warband
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Fight, Moved, UnitId
from maniple.dice.distribution import Distribution
from maniple.dice.pool import D6
from maniple.play.script import Script
from maniple.rules.fighting.break_test import ferocious, outright_break

MEN, FOE, THIRD = UnitId(0), UnitId(1), UnitId(2)
W = 20 * MM


def fierce() -> Sheet:
    return foot("fierce", traits=Traits(ferocious_charge=True))


def beaten(
    winner: Sheet,
    loser: Sheet,
    *more: Put,
    by: int = 2,
    dice: tuple[int, ...] = (),
    answers: tuple[AskAnswer, ...] = (),
    charger: int = -1,
    counter_charge: bool = False,
    rounds: int = 0,
) -> Script:
    """Red beats blue by so many points, and blue's Break test is taken."""
    battle = table(
        Put(winner, x=36, y=20, files=4),
        Put(loser, x=36, y=20, facing=180, files=4, side=BLUE),
        *more,
    )
    battle = met(battle, 0, 1, charger=charger, counter_charge=counter_charge)
    if rounds:
        battle = later(battle, rounds)
    battle = counted(battle)
    combat = battle.combats[-1]
    even = replace(combat, figures=replace(combat.figures, blue=combat.figures.red))
    won = replace(even, wounds=replace(even.wounds, red=by))
    return run_to(replace(battle, combats=(won,)), Do.COMBAT_PANIC, dice=dice, answers=answers)


def later(battle: Battle, rounds: int) -> Battle:
    units = [u if u.fight is None else replace(u, fight=Fight(rounds=rounds)) for u in battle.units]
    return replace(battle, units=tuple(units))


def broken(script: Script) -> list[tuple[UnitId, str]]:
    return [(event.unit, event.cite) for event in events(script, UnitBroke)]


@pytest.mark.rule("break.test")
def test_a_beaten_unit_holds_on_its_leadership_less_the_difference() -> None:
    # Leadership 7, lost by 2: 5 holds, 6 does not
    assert broken(beaten(spearmen("winners"), spearmen(), dice=(2, 3))) == []
    script = beaten(spearmen("winners"), spearmen(), dice=(2, 4))
    assert broken(script) == [(FOE, "break.test")]
    assert events(script, Tested) == [Tested(FOE, "break.test", 5, False, "break.test")]


@pytest.mark.rule("break.test")
def test_the_chance_to_hold_when_leadership_seven_has_lost_by_two() -> None:
    """Case I8: P(2D6 <= 5)."""
    script = beaten(spearmen("winners"), spearmen(), dice=(1, 1))
    test = next(request for request, _ in script.rolled if isinstance(request, Test))
    held: Distribution[int] = (2 * D6).distribution()
    assert test.at_most == 5
    assert held.at_most(test.at_most) * 36 == 10


@pytest.mark.rule("battle-standard.reroll", "break.test")
def test_a_failed_break_test_is_taken_again_near_the_battle_standard() -> None:
    """Case D27."""
    bearer = Put(battle_standard(), x=36, y=30, side=BLUE)
    script = beaten(spearmen("winners"), spearmen(), bearer, dice=(6, 6, 1, 1))
    assert broken(script) == []
    assert broken(beaten(spearmen("winners"), spearmen(), bearer, dice=(6, 6, 5, 5))) != []


@pytest.mark.rule("general.leadership", "break.test")
def test_the_general_near_by_lends_his_leadership() -> None:
    leader = Put(general(), x=36, y=30, side=BLUE)
    assert broken(beaten(spearmen("winners"), spearmen(), leader, dice=(3, 4))) == []


@pytest.mark.rule("command.standard-captured")
def test_a_unit_that_breaks_loses_its_standard() -> None:
    script = beaten(spearmen("winners"), spearmen(), dice=(6, 6))
    assert [event.unit for event in events(script, StandardCaptured)] == [FOE]


@pytest.mark.rule("break.hopeless")
def test_a_unit_of_five_or_more_with_fewer_left_breaks_without_a_test() -> None:
    battle = table(
        Put(spearmen("a"), x=20, y=20, files=4),
        Put(spearmen("worn"), x=20, y=20, facing=180, files=4, models=4, side=BLUE),
        Put(spearmen("small", models=4), x=50, y=20, facing=180, files=4, side=BLUE),
    )
    battle = met(battle, 0, 1)
    assert outright_break(battle, battle.units[FOE]) == "break.hopeless"
    assert outright_break(battle, battle.units[THIRD]) is None
    script = run_to(counted(battle, red=3), Do.COMBAT_PANIC)
    assert broken(script) == [(FOE, "break.hopeless")]
    five = changed(battle, 1, models=5)
    assert outright_break(five, five.units[FOE]) is None


@pytest.mark.rule("break.hopeless", "character.in-unit")
def test_a_character_with_the_last_four_is_the_fifth() -> None:
    battle = table(
        Put(spearmen("a"), x=20, y=20, files=4),
        Put(spearmen("worn"), x=20, y=20, facing=180, files=4, models=4, side=BLUE),
        Put(general(mounted=False), x=50, y=20, facing=180, side=BLUE),
    )
    battle = met(joined(battle, 2, 1), 0, 1)
    assert outright_break(battle, battle.units[FOE]) is None
    three = changed(battle, 1, models=3)
    assert outright_break(three, three.units[FOE]) == "break.hopeless"


@pytest.mark.rule("break.ferocious-charge")
def test_a_ferocious_charger_that_wins_breaks_its_foe_in_that_round() -> None:
    assert broken(beaten(fierce(), spearmen(), charger=0)) == [(FOE, "break.ferocious-charge")]
    # a counter-charge serves
    countered = beaten(fierce(), spearmen(), charger=1, counter_charge=True)
    assert broken(countered) == [(FOE, "break.ferocious-charge")]
    # not in a later round, nor where it did not charge
    assert broken(beaten(fierce(), spearmen(), rounds=1, dice=(1, 1))) == []
    assert broken(beaten(fierce(), spearmen(), dice=(1, 1))) == []


@pytest.mark.rule("troop.warband", "break.ferocious-charge")
def test_a_warbands_charge_is_ferocious_if_its_list_says_so() -> None:
    assert broken(beaten(warriors(), spearmen(), charger=0)) == [(FOE, "troop.warband")]
    tame = replace(warriors(), traits=Traits(warband=Warband(ferocious=False)))
    assert broken(beaten(tame, spearmen(), charger=0, dice=(1, 1))) == []


@pytest.mark.rule("break.ferocious-charge", "combat.defended-obstacle")
def test_a_charge_at_a_defended_obstacle_is_not_ferocious() -> None:
    battle = table(
        Put(warriors(), x=20, y=20, files=6),
        Put(spearmen(), x=20, y=20.5, facing=180, files=6, side=BLUE),
    )
    battle = met(battle, 0, 1, charger=0, defended=True)
    assert ferocious(battle.units[MEN]) is None


@pytest.mark.rule("break.first-charge")
def test_a_first_charge_is_ferocious_once_in_the_battle() -> None:
    riders = horse("riders", 8, traits=Traits(first_charge=True))
    script = beaten(riders, spearmen(), charger=0)
    assert broken(script) == [(FOE, "break.first-charge")]
    assert events(script, FirstChargeSpent) == [FirstChargeSpent(MEN)]
    assert script.battle.units[MEN].first_charge_spent
    spent = replace(script.battle.units[MEN], fight=Fight(charging=True))
    assert ferocious(spent) is None
    # a round without a charge spends nothing
    assert events(beaten(riders, spearmen(), dice=(1, 1)), FirstChargeSpent) == []


@pytest.mark.rule("break.first-charge", "combat.defended-obstacle")
def test_a_first_charge_over_a_defended_obstacle_is_spent_all_the_same() -> None:
    riders = horse("riders", 8, traits=Traits(first_charge=True))
    battle = table(
        Put(riders, x=36, y=20, files=4),
        Put(spearmen(), x=36, y=20, facing=180, files=4, side=BLUE),
    )
    battle = met(done(battle, 0, moved=Moved.CHARGED), 0, 1, charger=0, defended=True)
    script = run_to(counted(battle, red=4), Do.COMBAT_PANIC, dice=(1, 1))
    assert broken(script) == []
    assert script.battle.units[MEN].first_charge_spent


@pytest.mark.rule("troop.stubborn")
def test_stubborn_troops_ignore_the_first_break_test_of_a_combat() -> None:
    """Case D24."""
    script = beaten(spearmen("winners"), legionaries(), answers=(No(),))
    assert events(script, BreakTestIgnored) == [BreakTestIgnored(FOE)]
    assert broken(script) == []
    fight = script.battle.units[FOE].fight
    assert fight is not None
    assert fight.ignored_break
    units = (script.battle.units[MEN], replace(script.battle.units[FOE], models=18))
    again = counted(
        replace(
            script.battle,
            units=units,
            combats=(),
            turn=replace(script.battle.turn, todo=()),
        ),
        red=9,
    )
    assert broken(run_to(again, Do.COMBAT_PANIC, dice=(6, 6))) == [(FOE, "break.test")]


@pytest.mark.rule("troop.stubborn", "break.ferocious-charge")
def test_against_an_automatic_break_stubborn_troops_roll_a_die() -> None:
    """Case D23: 3 breaks, 4 holds."""
    script = beaten(fierce(), legionaries(), charger=0, dice=(3,))
    assert broken(script) == [(FOE, "break.ferocious-charge")]
    (tested,) = [e for e in script.table.events if isinstance(e, Tested) and e.unit == FOE]
    assert (tested.kind, tested.passed) == ("break.ferocious-charge", False)
    assert tested.cite == "troop.stubborn"
    held = beaten(fierce(), legionaries(), charger=0, dice=(4,), answers=(No(),))
    assert broken(held) == []
    fight = held.battle.units[FOE].fight
    assert fight is not None
    assert not fight.ignored_break


@pytest.mark.rule("break.fall-back")
def test_with_more_than_twice_the_models_a_unit_that_breaks_falls_back() -> None:
    """Case D18."""
    few, many = horse("few", 8), spearmen("many", models=17)
    script = beaten(few, many, dice=(6, 6))
    assert broken(script) == []
    assert events(script, UnitWillFallBack) == [UnitWillFallBack(FOE, instead_of="break.test")]
    assert script.battle.combats[-1].falling_back == (FOE,)
    assert events(script, StandardCaptured) == []
    exactly_twice = beaten(few, spearmen("many", models=16), dice=(6, 6))
    assert broken(exactly_twice) == [(FOE, "break.test")]


@pytest.mark.rule("break.fall-back", "break.ferocious-charge")
def test_an_automatic_break_too() -> None:
    few = horse("few", 8, traits=Traits(ferocious_charge=True))
    script = beaten(few, spearmen("many", models=20), charger=0)
    assert [e.instead_of for e in events(script, UnitWillFallBack)] == ["break.ferocious-charge"]


@pytest.mark.rule("break.fall-back")
def test_a_unit_whose_way_is_blocked_cannot_fall_back() -> None:
    pond = Terrain("pond", ((30, 23.2), (42, 23.2), (42, 30), (30, 30)), Ground.IMPASSABLE)
    battle = table(
        Put(horse("few", 8), x=36, y=20, files=4),
        Put(spearmen("many", models=20), x=36, y=20, facing=180, files=4, side=BLUE),
        terrain=(replace(pond, outline=((20, 24.0), (52, 24.0), (52, 30), (20, 30))),),
    )
    shut = Terrain("cliffs", ((38.2, 15), (39, 15), (39, 24), (38.2, 24)), Ground.IMPASSABLE)
    other = Terrain("cliffs", ((33, 15), (33.8, 15), (33.8, 24), (33, 24)), Ground.IMPASSABLE)
    field = replace(battle.field, terrain=(*battle.field.terrain, shut, other))
    battle = counted(met(replace(battle, field=field), 0, 1), red=9)
    script = run_to(battle, Do.COMBAT_PANIC, dice=(6, 6))
    assert broken(script) == [(FOE, "break.test")]


@pytest.mark.rule("break.fall-back", "troop.drilled")
@pytest.mark.parametrize(
    ("sheet", "asked"),
    [
        (foot("drilled", traits=Traits(drilled=True)), True),
        (horse("riders", 8), True),
        (spearmen(), False),
    ],
    ids=["drilled", "mounted", "plain foot"],
)
def test_who_holds_may_fall_back_if_drilled_or_mounted(sheet: Sheet, asked: bool) -> None:
    answers = (Yes(),) if asked else ()
    script = beaten(spearmen("winners"), sheet, by=1, dice=(1, 1), answers=answers)
    assert [type(ask) for ask in script.asked] == ([MayFallBack] if asked else [])
    assert [e.unit for e in events(script, UnitWillFallBack)] == ([FOE] if asked else [])
    if asked:
        stays = beaten(spearmen("winners"), sheet, by=1, dice=(1, 1), answers=(No(),))
        assert events(stays, UnitWillFallBack) == []


@pytest.mark.rule("break.fall-back")
def test_skirmishers_who_hold_may_fall_back_too() -> None:
    battle = table(
        Put(spearmen(models=4), x=36, y=20, files=4),
        Put(
            skirmishers(models=8),
            x=36,
            y=20,
            facing=180,
            places=tuple((34.0 + i, 20.0, 180.0) for i in range(8)),
            side=BLUE,
        ),
    )
    script = run_to(counted(met(battle, 0, 1)), Do.COMBAT_PANIC, dice=(1, 1), answers=(Yes(),))
    assert [e.unit for e in events(script, UnitWillFallBack)] == [FOE]


@pytest.mark.rule("break.fall-back")
def test_who_holds_and_has_no_way_back_is_not_asked() -> None:
    cliffs = Terrain("cliffs", ((20, 24), (52, 24), (52, 30), (20, 30)), Ground.IMPASSABLE)
    shut = [
        replace(cliffs, outline=((x, 15), (x + 0.8, 15), (x + 0.8, 24), (x, 24)))
        for x in (33.0, 38.2)
    ]
    drilled = foot("drilled", 20, traits=Traits(drilled=True))
    battle = table(
        Put(spearmen(), x=36, y=20, files=4),
        Put(drilled, x=36, y=20, facing=180, files=4, side=BLUE),
        terrain=(cliffs, *shut),
    )
    script = run_to(counted(met(battle, 0, 1), red=3), Do.COMBAT_PANIC, dice=(1, 1))
    assert script.asked == []
    assert broken(script) == []


@pytest.mark.rule("break.fall-back")
def test_a_unit_that_broke_is_not_asked() -> None:
    script = beaten(spearmen("winners"), horse("riders", 8), by=5, dice=(6, 6))
    assert script.asked == []
    assert broken(script) == [(FOE, "break.test")]


@pytest.mark.rule("combat.procedure", "break.test")
def test_every_unit_of_the_beaten_side_tests_in_roster_order() -> None:
    battle = table(
        Put(spearmen("winners", models=24), x=36, y=20, files=8),
        Put(spearmen("a", models=8), x=36 - 2 * W, y=20, facing=180, files=4, side=BLUE),
        Put(spearmen("b", models=8), x=36 + 2 * W, y=20, facing=180, files=4, side=BLUE),
        Put(spearmen("c", models=8), x=36 + 4 * W, y=20 - W, facing=270, files=3, side=BLUE),
    )
    battle = met(met(met(battle, 0, 1), 0, 2), 0, 3, red_edge=RIGHT)
    script = run_to(counted(battle, red=20), Do.COMBAT_PANIC, dice=[6] * 6)
    assert [unit for unit, _ in broken(script)] == [1, 2, 3]
    assert REAR not in {c.red_edge for c in script.battle.contacts}
