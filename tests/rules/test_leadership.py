"""On what Leadership units test: leaders, characters, the general, ranks, the battle standard."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, done, joined
from kit.fights import LEFT, met
from kit.tables import BLUE, Put, table
from kit.troops import archers, battle_standard, general, horse, legionaries, spearmen, warriors
from maniple.battle.events import Tested
from maniple.battle.sheet import Profile, Traits, Warband
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Combat
from maniple.battle.table import Table
from maniple.battle.unit import Status, UnitId
from maniple.dice.pool import D6
from maniple.play.script import Script
from maniple.rules.nerve import nerve
from maniple.rules.nerve.casualties import inflict
from maniple.rules.nerve.leadership import general_near, leadership_of, may_reroll_break

US, HE = UnitId(0), UnitId(1)


def with_general_at(x: float) -> Battle:
    """Archers of Leadership 5 with their right end at x = 20, and the general to their right."""
    ours = Put(archers(models=8), x=20 - 4 * 20 / 25.4, y=20, files=8)
    return table(ours, Put(general(mounted=False), x=x, y=20))


@pytest.mark.rule("command.leader", "psychology.test")
def test_a_unit_tests_on_its_own_leadership_or_its_leaders() -> None:
    battle = table(Put(archers(), x=20, y=20, files=8), Put(legionaries(), x=40, y=20, files=6))
    assert leadership_of(battle, UnitId(0)) == 5
    assert leadership_of(battle, UnitId(1)) == 8


@pytest.mark.rule("general.leadership")
def test_the_general_lends_his_leadership_within_twelve_inches() -> None:
    half = 10 / 25.4
    assert leadership_of(with_general_at(32 + half), US) == 9
    assert leadership_of(with_general_at(32.01 + half), US) == 5


@pytest.mark.rule("general.leadership")
def test_a_general_who_flees_inspires_nobody() -> None:
    battle = with_general_at(24)
    assert leadership_of(battle, US) == 9
    assert leadership_of(changed(battle, HE, fleeing=True), US) == 5
    off = changed(battle, HE, status=Status.RETURNING)
    assert leadership_of(off, US) == 5


@pytest.mark.rule("general.leadership")
def test_a_general_whose_unit_is_broken_but_not_yet_moved_inspires_nobody() -> None:
    battle = table(
        Put(archers(), x=20, y=20, files=8),
        Put(general(), x=40, y=20),
        Put(spearmen(), x=30, y=20, files=8),
    )
    battle = joined(battle, 1, 2)
    assert general_near(battle, battle.units[0]) is not None
    broken = replace(battle, combats=(Combat((UnitId(2),), broken=(UnitId(2),)),))
    assert general_near(broken, broken.units[0]) is None


@pytest.mark.rule("general.leadership", "unit.ranks")
def test_the_general_is_measured_from_his_own_base_in_the_ranks() -> None:
    """Twenty wide: his unit comes within 12 inches of the archers, his own base does not."""
    battle = table(
        Put(archers(), x=10, y=20, files=8),
        Put(general(mounted=False), x=60, y=20),
        Put(spearmen(models=20), x=33, y=20, files=20),
    )
    battle = joined(battle, 1, 2)
    assert leadership_of(battle, US) == 5
    assert leadership_of(changed(battle, 2, pose=replace(battle.units[2].pose, x=23)), US) == 9


@pytest.mark.rule("character.leadership")
def test_a_unit_uses_the_best_leadership_among_the_characters_with_it() -> None:
    battle = table(Put(spearmen(), x=20, y=20, files=8), Put(battle_standard(), x=30, y=20))
    assert leadership_of(battle, US) == 7
    assert leadership_of(joined(battle, 1, 0), US) == 8
    slow_witted = replace(battle_standard(), profile=Profile(4, 4, 4, 4, 3, 1, 4, 2, 6))
    worse = table(Put(spearmen(), x=20, y=20, files=8), Put(slow_witted, x=30, y=20))
    assert leadership_of(joined(worse, 1, 0), US) == 7


@pytest.mark.rule("troop.warband")
def test_a_warband_adds_its_rank_bonus_to_its_leadership() -> None:
    deep = table(Put(warriors(models=24), x=20, y=20, files=6))
    assert leadership_of(deep, US) == 5 + 3
    assert leadership_of(table(Put(warriors(models=18), x=20, y=20, files=6)), US) == 5 + 2
    assert leadership_of(table(Put(warriors(models=24), x=20, y=20, files=24)), US) == 5
    flees = table(Put(warriors(models=24), x=20, y=20, files=5, fleeing=True))
    assert leadership_of(flees, US) == 5
    fierce_only = replace(warriors(), traits=Traits(warband=Warband(rank_leadership=False)))
    assert leadership_of(table(Put(fierce_only, x=20, y=20, files=6)), US) == 5


@pytest.mark.rule("troop.warband")
def test_a_warband_struck_in_the_flank_has_no_ranks_to_lean_on() -> None:
    battle = table(
        Put(warriors(models=24), x=20, y=20, files=6), Put(horse("riders"), x=10, y=20, side=BLUE)
    )
    assert leadership_of(met(battle, 0, 1, red_edge=LEFT), US) == 5


@pytest.mark.rule("profile.cap")
def test_no_leadership_rises_above_ten_or_falls_below_zero() -> None:
    battle = table(Put(warriors(models=24), x=20, y=20, files=6), Put(general(), x=20, y=22))
    assert leadership_of(battle, US) == 10
    script = Script(battle, dice=[6, 5, 1, 1])
    assert not script.run(
        nerve.test_nerve(script.table, US, "rally.test", "rally.test", 4), use_up=False
    )
    assert not script.run(nerve.test_nerve(script.table, US, "rally.test", "rally.test", -30))
    assert [e.need for e in script.table.events if isinstance(e, Tested)] == [10, 0]


@pytest.mark.rule("psychology.test")
@pytest.mark.parametrize(("dice", "holds"), [([3, 4], True), ([4, 4], False)])
def test_equal_to_leadership_passes_and_above_fails(dice: list[int], holds: bool) -> None:
    script = Script(table(Put(spearmen(), x=20, y=20, files=8)), dice=dice)
    assert script.run(nerve.test_nerve(script.table, US, "rally.test", "rally.test")) is holds


@pytest.mark.rule("psychology.test")
def test_the_pool_and_the_modifier_are_the_callers() -> None:
    script = Script(table(Put(spearmen(), x=20, y=20, files=8)), dice=[6, 1])
    step = nerve.test_nerve(script.table, US, "rally.test", "rally.test", -1)
    assert not script.run(step)
    script = Script(table(Put(spearmen(), x=20, y=20, files=8)), dice=[6])
    assert script.run(nerve.test_nerve(script.table, US, "rally.test", "rally.test", pool=D6))


def beside_the_standard() -> Battle:
    return table(Put(spearmen(), x=20, y=20, files=8), Put(battle_standard(), x=28, y=20))


@pytest.mark.rule("battle-standard.reroll", "dice.rerolls")
def test_a_failed_break_test_near_the_battle_standard_is_taken_once_more() -> None:
    """Case D27: one re-roll, whose result stands."""
    script = Script(beside_the_standard(), dice=[6, 6, 3, 4])
    assert script.run(nerve.test_nerve(script.table, US, "break.test", "break.test"))
    assert script.battle.units[US].doings.break_rerolled
    script = Script(beside_the_standard(), dice=[6, 6, 5, 6])
    assert not script.run(nerve.test_nerve(script.table, US, "break.test", "break.test"))


@pytest.mark.rule("battle-standard.reroll")
def test_the_battle_standard_helps_no_other_test_and_nobody_twice() -> None:
    """Case D27: never panic; once a turn."""
    script = Script(beside_the_standard(), dice=[6, 6])
    assert not script.run(nerve.test_nerve(script.table, US, "panic.general", "panic.general"))
    again = done(beside_the_standard(), US, break_rerolled=True)
    assert may_reroll_break(beside_the_standard(), US) == "battle-standard.reroll"
    assert may_reroll_break(again, US) is None


@pytest.mark.rule("battle-standard.reroll")
def test_the_battle_standard_is_felt_within_twelve_inches_and_not_from_flight() -> None:
    battle = beside_the_standard()
    far = changed(battle, HE, pose=replace(battle.units[HE].pose, x=40))
    assert may_reroll_break(far, US) is None
    assert may_reroll_break(changed(battle, HE, fleeing=True), US) is None


@pytest.mark.rule("battle-standard.lost")
def test_nobody_takes_up_the_battle_standard() -> None:
    """Case H7: its bearer is slain in a unit full of men."""
    enemy = Put(warriors(), x=20, y=20 + 24 / 25.4, facing=180, files=6, side=BLUE)
    battle = joined(table(*_puts(), enemy), 1, 0)
    assert may_reroll_break(battle, US) == "battle-standard.reroll"
    at = Table(battle)
    assert inflict(at, HE, 1, UnitId(2), "combat.casualties", shooting=False) == 1
    assert may_reroll_break(at.battle, US) is None
    assert [(c.unit, c.by) for c in at.battle.captures] == [(HE, Side.BLUE)]
    assert not at.battle.units[US].guests


@pytest.mark.rule("battle-standard.lost", "battle-standard.reroll")
def test_a_battle_standard_in_enemy_hands_helps_nobody_though_its_bearer_lives() -> None:
    battle = beside_the_standard()
    assert may_reroll_break(battle, US) == "battle-standard.reroll"
    assert may_reroll_break(changed(battle, HE, standard_lost=True), US) is None


def _puts() -> tuple[Put, Put]:
    return Put(spearmen(), x=20, y=20, files=8), Put(battle_standard(), x=28, y=20)
