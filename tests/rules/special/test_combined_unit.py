"""A combined unit: better men in front who lend the lesser ones their nerve and their armour."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, joined
from kit.fights import LEFT, met, opened
from kit.tables import BLUE, Put, table
from kit.troops import foot, general, veterans_and_levies
from maniple.battle.events import WoundsTaken
from maniple.battle.seats import seats
from maniple.battle.sheet import Armour, Sheet
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.play.script import Script
from maniple.rules.fighting.blows import blow
from maniple.rules.fighting.mixed import alive, is_better_in_front, kind_at
from maniple.rules.fighting.strikers import aims
from maniple.rules.fighting.struck import sheet_as_shot
from maniple.rules.nerve.casualties import take_losses
from maniple.rules.nerve.leadership import leadership_of

MEN, FOE = UnitId(0), UnitId(1)
VETERANS, LEVIES = 0, 1


def foes(models: int = 16) -> Sheet:
    sheet = foot("foes", models, leader=False)
    return replace(sheet, profile=replace(sheet.profile, initiative=1))


def unit(veterans: int = 8, levies: int = 8) -> Battle:
    """Eight files of them, veterans in front."""
    battle = table(
        Put(veterans_and_levies(), x=30, y=10, files=8),
        Put(foes(), x=30, y=10, facing=180, files=8, side=BLUE),
    )
    return changed(battle, 0, models=veterans + levies, by_share=(veterans, levies))


def shot(battle: Battle, wounds: int) -> tuple[int, ...]:
    return alive(after_shots(battle, wounds).units[MEN])


def after_shots(battle: Battle, wounds: int) -> Battle:
    script = Script(battle)
    _ = script.run(take_losses(script.table, MEN, wounds, FOE, "shoot.casualties", shooting=True))
    last = script.table.events[-1]
    assert isinstance(last, WoundsTaken)
    assert last.cite == "troop.combined-unit"
    return script.battle


@pytest.mark.rule("troop.combined-unit")
@pytest.mark.parametrize(("veterans", "holds"), [(8, True), (4, True), (3, False), (0, False)])
def test_while_half_of_the_front_rank_are_better_men_their_leadership_serves_for_all(
    veterans: int, holds: bool
) -> None:
    battle = unit(veterans)
    assert is_better_in_front(battle.units[MEN]) is holds
    assert leadership_of(battle, MEN) == (9 if holds else 5)


@pytest.mark.rule("troop.combined-unit")
@pytest.mark.parametrize(("veterans", "armour"), [(4, Armour(2, 1)), (3, Armour(0, 1))])
def test_so_does_their_save_against_missiles(veterans: int, armour: Armour) -> None:
    assert sheet_as_shot(unit(veterans).units[MEN]).armour == armour


@pytest.mark.rule("troop.combined-unit")
@pytest.mark.parametrize(("veterans", "saves"), [(4, {0: 4, 1: 4}), (3, {0: 4, 1: 6})])
def test_and_in_combat_for_whoever_is_struck(veterans: int, saves: dict[int, int]) -> None:
    """The Weapon Skill remains that of the man struck: veterans are hit on 4+, levies on 3+."""
    battle = met(unit(veterans), 0, 1)
    after = opened(battle).battle
    theirs = [g for g in after.combats[-1].groups if g.unit == FOE]
    assert {g.struck: blow(after, g).save for g in theirs} == saves
    assert {g.struck: blow(after, g).hit for g in theirs} == {VETERANS: 4, LEVIES: 3}


@pytest.mark.rule("troop.combined-unit", "combat.choose-target")
def test_who_touches_a_better_man_strikes_him_and_is_not_asked() -> None:
    """Eight files, the fourth and the fifth of different kinds: some enemies touch one of each."""
    battle = changed(unit(4), FOE, pose=replace(unit().units[FOE].pose, x=29.7))
    assert aims(met(battle, 0, 1), FOE) == ()
    after = opened(met(battle, 0, 1)).battle
    theirs = {g.struck: g.models for g in after.combats[-1].groups if g.unit == FOE}
    assert theirs[VETERANS] == 5
    assert sum(theirs.values()) == 8


@pytest.mark.rule("troop.combined-unit", "shoot.casualties")
def test_each_second_man_that_missiles_slay_is_a_better_one() -> None:
    assert shot(unit(), 1) == (8, 7)
    assert shot(unit(), 2) == (7, 7)
    assert shot(unit(), 5) == (6, 5)
    one_by_one = unit()
    for left in ((8, 7), (7, 7), (7, 6), (6, 6)):
        one_by_one = after_shots(one_by_one, 1)
        assert alive(one_by_one.units[MEN]) == left
    assert shot(unit(1, 8), 6) == (0, 3), "no better man is left for the fourth"
    assert shot(unit(8, 1), 3) == (6, 0), "no lesser man is left for the third"


@pytest.mark.rule("troop.combined-unit", "combat.casualties")
def test_in_combat_the_struck_fall_and_what_is_left_over_carries_to_the_others() -> None:
    def left(wounds: int, kind: int) -> tuple[int, ...]:
        script = Script(met(unit(), 0, 1))
        losses = take_losses(
            script.table, MEN, wounds, FOE, "combat.casualties", shooting=False, struck=kind
        )
        _ = script.run(losses)
        return alive(script.battle.units[MEN])

    assert left(3, VETERANS) == (5, 8)
    assert left(10, VETERANS) == (0, 6)
    assert left(2, LEVIES) == (8, 6)


@pytest.mark.rule("troop.combined-unit")
def test_enemies_in_the_flank_touch_the_lesser_men() -> None:
    battle = table(
        Put(veterans_and_levies(4, 12), x=30, y=10, files=4),
        Put(foes(2), x=28.42, y=8.0, facing=90, files=2, side=BLUE),
    )
    after = opened(met(battle, 0, 1, red_edge=LEFT)).battle
    struck = {g.struck for g in after.combats[-1].groups if g.unit == FOE}
    assert struck == {LEVIES}


@pytest.mark.rule("troop.combined-unit", "character.in-unit")
@pytest.mark.parametrize(("veterans", "holds"), [(4, True), (3, True), (2, False)])
def test_a_character_in_the_front_rank_is_neither_a_better_man_nor_a_lesser_one(
    veterans: int, holds: bool
) -> None:
    """Of seven files he fills one: six men of the unit are left there, and three are half of them."""
    battle = table(
        Put(veterans_and_levies(), x=30, y=10, files=7),
        Put(foes(), x=30, y=10, facing=180, files=8, side=BLUE),
        Put(general(mounted=False), x=30, y=4),
    )
    led = changed(joined(battle, 2, MEN), MEN, models=veterans + 8, by_share=(veterans, 8))
    assert is_better_in_front(led.units[MEN]) is holds


@pytest.mark.rule("troop.combined-unit", "unit.ranks")
def test_a_character_among_them_puts_each_man_a_place_further_on() -> None:
    """He stands in the sixth of seven files, and the last of six better men beyond him."""
    battle = table(
        Put(veterans_and_levies(6, 10), x=30, y=10, files=7),
        Put(foes(), x=30, y=10, facing=180, files=8, side=BLUE),
        Put(general(mounted=False), x=30, y=4),
    )
    led = joined(battle, 2, MEN)
    (_, files), *_ = seats(led, led.units[MEN]).guests
    assert files == (5,)
    front = [kind_at(led, led.units[MEN], file, 0) for file in range(7) if file not in files]
    assert front == [VETERANS] * 6
    assert kind_at(led, led.units[MEN], 0, 1) == LEVIES
