"""Who falls, who closes up, who takes up the standard, and what is left of a unit."""

import pytest

from kit.changes import changed, joined
from kit.fights import FRONT, met
from kit.tables import BLUE, Put, table
from kit.troops import battle_standard, foot, general, skirmishers, spearmen, warriors
from maniple.battle.bodies import body, full_ranks, mob_size, rank_count
from maniple.battle.events import CharacterLeft, UnitDestroyed, WoundsTaken
from maniple.battle.sheet import Profile
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Capture
from maniple.battle.table import Table
from maniple.battle.unit import NOBODY, Fight, Status, UnitId
from maniple.geometry import overlaps, pose
from maniple.rules.nerve.casualties import close_ranks, destroy, inflict, take_standards

US, THEM = UnitId(0), UnitId(1)
BASE = 20 / 25.4


def one_unit(models: int, files: int) -> Table:
    foe = Put(warriors(), x=20, y=40, facing=180, files=6, side=BLUE)
    return Table(table(Put(spearmen(models=models), x=20, y=20, files=files), foe))


def shot(at: Table, wounds: int, unit: UnitId = US) -> int:
    return inflict(at, unit, wounds, THEM, "shoot.casualties", shooting=True)


def slain(at: Table, wounds: int, unit: UnitId = US) -> int:
    return inflict(at, unit, wounds, THEM, "combat.casualties", shooting=False)


@pytest.mark.rule("shoot.casualties")
def test_casualties_leave_the_last_rank() -> None:
    at = one_unit(16, 8)
    assert shot(at, 3) == 3
    unit = at.battle.units[US]
    assert (unit.models, unit.files, rank_count(unit), full_ranks(unit)) == (13, 8, 2, 1)
    assert unit.pose == pose(20, 20, 0)
    assert unit.doings.fallen == 3


@pytest.mark.rule("shoot.casualties")
def test_no_wounds_slay_nobody_and_say_nothing() -> None:
    at = one_unit(16, 8)
    assert shot(at, 0) == 0
    assert at.events == []


@pytest.mark.rule("shoot.casualties")
def test_whole_models_are_removed_first_and_one_bears_the_rest() -> None:
    ogres = foot("ogres", 4, profile=Profile(6, 3, 3, 4, 5, 3, 2, 2, 7))
    at = Table(table(Put(ogres, x=20, y=20, files=4)))
    assert shot(at, 4) == 1
    assert at.battle.units[US].wounds == 1
    assert shot(at, 1) == 0
    assert at.battle.units[US].wounds == 2
    assert shot(at, 1) == 1
    assert (at.battle.units[US].models, at.battle.units[US].wounds) == (2, 0)
    assert shot(at, 100) == 2


@pytest.mark.rule("combat.casualties")
def test_a_single_rank_grows_shorter_from_right_and_left_in_turn() -> None:
    at = one_unit(8, 8)
    shot(at, 1)
    unit = at.battle.units[US]
    assert (unit.files, unit.pose) == (7, pose(20 - BASE / 2, 20, 0))
    at = one_unit(8, 8)
    shot(at, 2)
    assert (at.battle.units[US].files, at.battle.units[US].pose) == (6, pose(20, 20, 0))
    one_by_one = one_unit(8, 8)
    for _ in range(4):
        shot(one_by_one, 1)
    unit = one_by_one.battle.units[US]
    assert (unit.files, unit.pose.x) == (4, pytest.approx(20, abs=0.002))


@pytest.mark.rule("combat.casualties")
def test_a_single_rank_keeps_the_end_that_is_in_touch() -> None:
    """Eight abreast; the enemy's four files stand before the two at our right end."""
    ours = Put(spearmen(models=8), x=20, y=20, files=8)
    theirs = Put(warriors(models=16), x=20 + 4 * BASE, y=20, facing=180, files=4, side=BLUE)
    at = Table(met(table(ours, theirs), 0, 1))
    slain(at, 4)
    unit = at.battle.units[US]
    assert unit.files == 4
    assert body(unit).frx == pytest.approx(20 + 4 * BASE, abs=0.001)


@pytest.mark.rule("command.leader", "command.standard", "command.musician", "shoot.casualties")
def test_the_command_falls_last_the_musician_first_of_it() -> None:
    at = one_unit(6, 6)
    shot(at, 3)
    unit = at.battle.units[US]
    assert (unit.has_leader, unit.has_standard, unit.has_musician) == (True, True, True)
    shot(at, 1)
    unit = at.battle.units[US]
    assert (unit.has_leader, unit.has_standard, unit.has_musician) == (True, True, False)
    shot(at, 1)
    unit = at.battle.units[US]
    assert (unit.has_leader, unit.has_standard, unit.has_musician) == (True, False, False)
    shot(at, 1)
    assert not at.battle.units[US].has_leader


@pytest.mark.rule("troop.skirmish.shape", "shoot.casualties")
def test_skirmishers_farthest_from_the_enemy_fall() -> None:
    places = tuple((20.0 + i, 20.0 + 2 * i, 0.0) for i in range(4))
    loose = Put(skirmishers(models=4), x=21.5, y=23, places=places)
    at = Table(table(loose, Put(warriors(), x=20, y=40, facing=180, files=6, side=BLUE)))
    shot(at, 2)
    unit = at.battle.units[US]
    assert [place.y for place in unit.places] == [24.0, 26.0]
    assert unit.pose == pose(22.5, 25, 0)


@pytest.mark.rule("flee.mob")
def test_a_mob_that_is_shot_at_grows_smaller() -> None:
    at = Table(table(Put(spearmen(models=16), x=20, y=20, files=4, fleeing=True)))
    shot(at, 8)
    unit = at.battle.units[US]
    assert unit.files == mob_size(unit) == 3


@pytest.mark.rule("shoot.casualties", "command.standard-captured")
def test_a_unit_without_models_is_destroyed() -> None:
    at = one_unit(3, 3)
    assert shot(at, 5) == 3
    assert at.battle.units[US].status is Status.DESTROYED
    assert [type(e) for e in at.events] == [WoundsTaken, UnitDestroyed]
    assert at.battle.captures == ()


@pytest.mark.rule("command.standard-captured")
def test_the_standard_of_a_unit_destroyed_in_combat_is_taken() -> None:
    at = one_unit(3, 3)
    slain(at, 3)
    assert at.battle.captures == (Capture(US, Side.BLUE),)


@pytest.mark.rule("command.standard-captured", "battle-standard.lost")
def test_a_broken_unit_loses_its_standard_and_the_battle_standard_with_it() -> None:
    battle = table(
        Put(spearmen(), x=20, y=20, files=8),
        Put(battle_standard(), x=30, y=20),
        Put(skirmishers(), x=40, y=20, files=8),
    )
    at = Table(joined(battle, 1, 0))
    take_standards(at, US)
    take_standards(at, US)
    take_standards(at, UnitId(2))
    assert at.battle.captures == (Capture(US, Side.BLUE), Capture(UnitId(1), Side.BLUE))
    assert not at.battle.units[US].has_standard


@pytest.mark.rule("battle-standard.lost", "command.standard-captured")
def test_a_bearer_who_outlives_his_unit_keeps_the_battle_standard() -> None:
    battle = table(
        Put(spearmen(models=4), x=20, y=20, files=4),
        Put(warriors(models=20), x=20, y=20, facing=180, files=5, side=BLUE),
        Put(battle_standard(), x=30, y=20),
    )
    at = Table(met(joined(battle, 2, 0), 0, 1))
    slain(at, 4)
    assert at.battle.units[2].status is Status.TABLE
    assert at.battle.captures == (Capture(US, Side.BLUE),)
    # and he loses it with his life
    slain(at, 1, UnitId(2))
    assert at.battle.captures == (Capture(US, Side.BLUE), Capture(UnitId(2), Side.BLUE))


def with_general(*, models: int = 4, contact: bool = True) -> Table:
    """Four spearmen abreast and a general on foot with them, in touch with warriors."""
    battle = table(
        Put(spearmen(models=models), x=20, y=20, files=4),
        Put(warriors(models=20), x=20, y=20, facing=180, files=5, side=BLUE),
        Put(general(mounted=False), x=30, y=20),
    )
    battle = joined(battle, 2, 0)
    return Table(met(battle, 0, 1, charger=0) if contact else battle)


@pytest.mark.rule("combat.casualties", "unit.ranks")
def test_a_character_outlives_his_unit_and_fights_on_where_he_stood() -> None:
    at = with_general()
    assert slain(at, 9) == 4
    man = at.battle.units[2]
    assert man.status is Status.TABLE
    assert man.host == NOBODY
    assert man.fight is not None
    assert man.fight.charging
    assert [(c.red, c.blue, c.red_edge, c.blue_edge) for c in at.battle.contacts] == [
        (2, 1, FRONT, FRONT)
    ]
    assert at.battle.units[THEM].fight is not None
    assert man.pose.y == pytest.approx(20)


@pytest.mark.rule("combat.casualties", "combat.defended-obstacle")
def test_a_character_outlives_his_unit_in_the_round_that_it_had_come_to() -> None:
    at = with_general()
    fight = Fight(rounds=2, won_last=True, hits_on_six=True, obstacle=True)
    at = Table(changed(at.battle, US, fight=fight))
    slain(at, 9)
    assert at.battle.units[2].fight == fight


@pytest.mark.rule("character.in-unit")
def test_a_character_whose_fleeing_unit_is_wiped_out_flees_on() -> None:
    battle = table(
        Put(spearmen(models=4), x=20, y=20, files=2),
        Put(warriors(models=20), x=20, y=40, facing=180, files=5, side=BLUE),
        Put(general(mounted=False), x=30, y=20),
    )
    at = Table(changed(joined(battle, 2, 0), 0, fleeing=True))
    shot(at, 9)
    assert at.battle.units[2].fleeing
    assert at.battle.units[2].is_on_table


@pytest.mark.rule("combat.casualties")
def test_a_unit_closes_its_ranks_about_a_fallen_character() -> None:
    at = with_general(models=3)
    assert slain(at, 3, UnitId(2)) == 1
    unit = at.battle.units[US]
    assert not unit.guests
    assert unit.guest_places == 0
    assert unit.files == 3


@pytest.mark.rule("redress.lap-round", "combat.casualties")
def test_men_who_lap_round_come_back_when_the_ranks_are_empty() -> None:
    battle: Battle = changed(
        met(
            table(
                Put(spearmen(models=8), x=20, y=20, files=4),
                Put(warriors(models=16), x=20, y=20, facing=180, files=4, side=BLUE),
            ),
            0,
            1,
        ),
        0,
        lap_left=2,
        lap_right=2,
    )
    at = Table(battle)
    slain(at, 5)
    unit = at.battle.units[US]
    assert (unit.models, unit.lap_left, unit.lap_right, unit.files) == (3, 0, 0, 3)


@pytest.mark.rule("combat.casualties")
def test_destroying_a_unit_sets_each_of_its_characters_on_free_ground() -> None:
    battle = table(
        Put(spearmen(models=8), x=20, y=20, files=8),
        Put(warriors(models=20), x=20, y=40, facing=180, files=5, side=BLUE),
        Put(general(mounted=True), x=30, y=20),
        Put(battle_standard(), x=34, y=20),
        Put(spearmen("behind", models=8), x=20, y=20 - 1.0, files=8),
    )
    at = Table(joined(joined(battle, 2, 0), 3, 0))
    destroy(at, US, THEM, "combat.casualties")
    first, second = at.battle.units[2], at.battle.units[3]
    assert first.status is second.status is Status.TABLE
    for man in (first, second):
        for other in at.battle.units:
            if other.is_on_table and other.id != man.id:
                assert not overlaps(body(man), body(other))


@pytest.mark.rule("unit.ranks", "character.leave")
def test_a_single_rank_grows_shorter_when_a_character_leaves_it() -> None:
    battle = table(Put(spearmen(models=7), x=20, y=20, files=8), Put(general(), x=30, y=20))
    at = Table(joined(battle, 1, 0))
    at.record(CharacterLeft(UnitId(1), pose(30, 20, 0), 0))
    close_ranks(at, US)
    assert at.battle.units[US].files == 7
