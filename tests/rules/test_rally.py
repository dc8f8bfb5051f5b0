"""Rallying: who may try, on what, and how those stand who have."""

import pytest
from msgspec.structs import replace

from kit.bodies import centre, overlapping
from kit.changes import changed, done, joined
from kit.fights import events
from kit.tables import BLUE, Put, table
from kit.troops import MM, foot, general, skirmishers, spearmen, warriors
from maniple.battle.asks import FormRallied, Stand
from maniple.battle.bodies import body
from maniple.battle.events import Spoke, Tested, UnitRallied
from maniple.battle.field import Ruleset
from maniple.battle.judged import Judged, Refusal
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Formation, Moved, UnitId
from maniple.dice.seeded import Seeded
from maniple.geometry import distance
from maniple.play.script import Script
from maniple.rules.fleeing.forming import judge_stand, sample_stand
from maniple.rules.fleeing.rally import has_too_few, near_enemy_modifier, rally_tasks

MEN = UnitId(0)
PLAIN = Ruleset()
W = 20 * MM


def fleeing(*more: Put, models: int = 9, ruleset: Ruleset = PLAIN) -> Battle:
    mob = Put(spearmen(models=16), 30, 20, 180, files=3, fleeing=True, models=models)
    foe = Put(warriors(), 60, 40, 180, files=6, side=BLUE)
    return table(mob, foe, *more, phase=Phase.RALLY, todo=(Task(Do.RALLY, MEN),), ruleset=ruleset)


def tried(battle: Battle, dice: list[int], *answers: Stand) -> Script:
    script = Script(battle, dice, answers)
    script.run_until(1)
    assert not overlapping(script.battle)
    return script


@pytest.mark.rule("rally.test")
def test_who_rolls_its_leadership_rallies_in_any_formation_facing_any_way() -> None:
    script = tried(fleeing(), [3, 4], Stand(5, 30.0))
    unit = script.battle.units[MEN]
    assert not unit.fleeing
    assert (unit.formation, unit.files, unit.pose.facing) == (Formation.FORMED, 5, 30.0)
    assert unit.doings.moved is Moved.RALLIED
    assert centre(script.battle, 0) == pytest.approx(centre(fleeing(), 0), abs=0.01)


@pytest.mark.rule("rally.test")
def test_who_rolls_more_flees_on() -> None:
    script = tried(fleeing(), [4, 4])
    assert script.battle.units[MEN].fleeing
    assert [(e.kind, e.need, e.passed) for e in events(script, Tested)] == [
        ("rally.test", 7, False)
    ]


@pytest.mark.rule("rally.test", "general.leadership", "turn.procedure")
def test_the_general_near_by_helps_and_his_own_unit_is_first() -> None:
    near = Put(general(mounted=False), 36, 20)
    assert not tried(fleeing(near), [4, 5], Stand(5, 0.0)).battle.units[MEN].fleeing
    mobs = table(
        Put(spearmen(), 30, 20, 180, files=3, fleeing=True),
        Put(spearmen(), 40, 20, 180, files=3, fleeing=True),
        Put(general(mounted=False), 50, 20),
        Put(warriors(), 60, 40, 180, files=6, side=BLUE, fleeing=True),
    )
    assert [t.unit for t in rally_tasks(mobs)] == [0, 1]
    assert [t.unit for t in rally_tasks(joined(mobs, 2, 1))] == [1, 0]


@pytest.mark.rule("rally.too-few")
def test_a_fleeing_unit_of_four_models_may_not_rally() -> None:
    """Case A31."""
    script = tried(fleeing(models=4), [])
    assert [e.cite for e in events(script, Spoke)] == ["rally.too-few"]
    assert script.battle.units[MEN].fleeing
    assert not tried(fleeing(models=5), [3, 4], Stand(5, 0.0)).battle.units[MEN].fleeing


@pytest.mark.rule("rally.too-few", "character.in-unit")
def test_small_units_may_while_half_is_left_and_characters_count() -> None:
    def few(began: int, left: int) -> bool:
        return has_too_few(table(Put(foot("few", models=began), 9, 9, models=left)).units[0])

    assert not few(4, 2)
    assert few(4, 1)
    assert few(5, 4)
    alone = table(Put(general(), 9, 9), Put(spearmen(), 20, 9, files=4, models=4))
    assert not has_too_few(alone.units[0])
    assert has_too_few(alone.units[1])
    assert not has_too_few(joined(alone, 0, 1).units[1])


@pytest.mark.rule("rally.panicked")
def test_who_panicked_at_the_start_of_the_turn_may_not_try_in_it() -> None:
    """Case A32."""
    panicked = done(fleeing(), 0, panicked_at_start=True, moved=Moved.FLED)
    script = tried(panicked, [])
    assert [e.cite for e in events(script, Spoke)] == ["rally.panicked"]
    assert script.battle.units[MEN].fleeing


@pytest.mark.rule("rally.near-enemy")
@pytest.mark.parametrize(("enemies", "modifier"), [(8, 0), (9, 0), (10, -1), (18, -1), (19, -2)])
def test_enemies_near_by_weigh_on_a_rally(enemies: int, modifier: int) -> None:
    foe = Put(warriors(models=enemies), 30, 27, 180, files=5, side=BLUE)
    option = Ruleset(rally_near_enemy=True)
    battle = fleeing(foe, ruleset=option)
    assert near_enemy_modifier(battle, battle.units[MEN]) == modifier
    assert near_enemy_modifier(fleeing(foe), battle.units[MEN]) == 0
    fled = fleeing(replace(foe, fleeing=True), ruleset=option)
    assert near_enemy_modifier(fled, battle.units[MEN]) == 0
    far = fleeing(replace(foe, y=20 + 3 * W + 8.1), ruleset=option)
    assert near_enemy_modifier(far, battle.units[MEN]) == 0


@pytest.mark.rule("rally.near-enemy")
def test_the_modifier_is_taken_off_the_leadership() -> None:
    foe = Put(warriors(models=20), 30, 27, 180, files=5, side=BLUE)
    script = tried(fleeing(foe, ruleset=Ruleset(rally_near_enemy=True)), [3, 3])
    assert [(e.need, e.passed, e.cite) for e in events(script, Tested)] == [
        (5, False, "rally.near-enemy")
    ]


@pytest.mark.rule("flee.mob", "rally.test")
def test_where_there_is_no_room_it_shifts_by_the_least_distance() -> None:
    friend = Put(spearmen("friends"), 30, 20 + 3 * W + 2 * W + 0.3, 0, files=8)
    battle = fleeing(friend)
    script = tried(battle, [3, 4], Stand(1, 0.0))
    unit = script.battle.units[MEN]
    # A column of nine: the least that clears the friends' line is straight back.
    x, y = centre(script.battle, 0)
    assert x == pytest.approx(30.0, abs=0.01)
    assert body(unit).y == pytest.approx(20 + 3 * W + 0.3, abs=0.01)
    assert y < centre(battle, 0)[1]


@pytest.mark.rule("measure.tolerance", "rally.test")
def test_it_keeps_clear_of_enemies_as_it_forms() -> None:
    foe = Put(warriors(), 30, 20 + 3 * W + 0.2, 180, files=6, side=BLUE)
    script = tried(fleeing(foe), [3, 4], Stand(1, 0.0))
    units = script.battle.units
    assert distance(body(units[MEN]), body(units[2])) >= 0.1


@pytest.mark.rule("rally.test", "troop.skirmish", "unit.ranks")
def test_how_those_may_stand_who_have_rallied() -> None:
    loose = Put(skirmishers(models=6), 10, 20, 180, files=3, fleeing=True)
    either = replace(loose, sheet=replace(loose.sheet, traits=foot("x").traits), x=50)
    battle = fleeing(loose, either)
    ask = FormRallied(battle.units[2].side, UnitId(2))
    judged = judge_stand(battle, ask, Stand(3, 90.0, skirmish=True))
    assert isinstance(judged, Judged)
    assert len(judged.places) == 6
    refused = judge_stand(battle, ask, Stand(3, 90.0))
    assert isinstance(refused, Refusal)
    assert refused.rule == "troop.skirmish"
    plain = FormRallied(battle.units[3].side, UnitId(3))
    for stand, rule in (
        (Stand(3, 0.0, skirmish=True), "troop.skirmish"),
        (Stand(0, 0.0), "unit.ranks"),
        (Stand(7, 0.0), "unit.ranks"),
        (Stand(3, float("nan")), "rally.test"),
    ):
        no = judge_stand(battle, plain, stand)
        assert isinstance(no, Refusal)
        assert no.rule == rule


@pytest.mark.rule("rally.test")
def test_a_formation_drawn_by_lot_is_legal() -> None:
    friend = Put(spearmen("friends"), 30, 26, 0, files=8)
    battle = fleeing(friend)
    ask = FormRallied(battle.units[MEN].side, MEN)
    lot = Seeded(3)
    for _ in range(20):
        assert isinstance(judge_stand(battle, ask, sample_stand(battle, ask, lot.below)), Judged)


@pytest.mark.rule("rally.test", "unit.ranks")
def test_by_lot_the_front_is_wide_enough_for_the_leader_and_a_mounted_general() -> None:
    battle = fleeing(Put(general(), 60, 20), models=1)
    led = changed(joined(battle, 2, 0), 0, files=1)
    ask = FormRallied(led.units[MEN].side, MEN)
    for seed in range(100):
        stand = sample_stand(led, ask, Seeded(seed).below)
        assert stand.files >= 3
        assert isinstance(judge_stand(led, ask, stand), Judged)


@pytest.mark.rule("rally.test", "troop.skirmish.shape")
def test_skirmishers_rally_in_loose_order() -> None:
    loose = Put(skirmishers(models=6), 30, 20, 180, files=3, fleeing=True)
    battle = table(loose, phase=Phase.RALLY, todo=(Task(Do.RALLY, MEN),))
    script = tried(battle, [2, 2], Stand(3, 0.0, skirmish=True))
    assert script.battle.units[MEN].is_skirmishing
    assert [e.formation for e in events(script, UnitRallied)] == [Formation.SKIRMISH]
