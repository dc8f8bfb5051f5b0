"""Redress after a round: wider fronts, men who lap round, and how they are driven off."""

import pytest
from msgspec.structs import replace

from kit.bodies import overlapping
from kit.changes import changed
from kit.fights import FRONT, LEFT, REAR, RIGHT, events, met
from kit.tables import BLUE, RED, Put, table
from kit.troops import MM, general, skirmishers, spearmen, warriors
from maniple.battle.asks import Done, Named, No, Placement, RedressRanks, Widen
from maniple.battle.bodies import body, frontage, rank_count
from maniple.battle.events import RanksRedressed
from maniple.battle.judged import Refusal
from maniple.battle.laps import lap_rects
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Ground
from maniple.battle.unit import Status, UnitId
from maniple.geometry import distance, in_touch, pose
from maniple.play.script import Script
from maniple.report.scene.models import in_frame, models_of
from maniple.rules.charging.charge_path import charge_path
from maniple.rules.charging.meet import bring_home
from maniple.rules.fleeing.flight import flee_now
from maniple.rules.fleeing.redress import WIDTHS, redress_options, redress_tasks, widened
from maniple.rules.legality import judge
from maniple.rules.table.obstruct import bodies_in_way
from rules.test_pursuit import aftermath, beaten, field, piece, victors, won

WINNERS, LOSERS = UnitId(0), UnitId(1)
W = 20 * MM
ASK = RedressRanks(RED, WINNERS)


def facing_line(files: int, *more: Put, ours: Put | None = None, terrain: tuple = ()) -> Battle:
    """Sixteen spearmen four wide have won a round against so wide a line, which holds."""
    line = beaten(sheet=warriors(models=max(files, 5) * 2), files=files)
    return won(met(field(ours or victors(), line, *more, terrain=terrain), 0, 1), broken=())


@pytest.mark.rule("redress.expand")
def test_winners_two_ranks_deep_after_it_have_widened_by_two_files_on_each_flank() -> None:
    """Case J7: eight of the sixteen men move, and the ranks stay equal."""
    script = aftermath(facing_line(8), [], Widen(2, 2))
    unit = script.battle.units[WINNERS]
    assert (unit.files, rank_count(unit)) == (8, 2)
    moved = 16 - 4 * 2
    assert moved == 8
    assert body(unit).x == pytest.approx(30.0)
    assert unit.pose.y == 20.0
    assert (unit.lap_left, unit.lap_right) == (0, 0)
    assert [e.cite for e in events(script, RanksRedressed)] == ["redress.expand"]


@pytest.mark.rule("redress.expand")
def test_files_may_be_added_to_one_side_only() -> None:
    script = aftermath(facing_line(12), [], Widen(0, 2))
    unit = script.battle.units[WINNERS]
    assert unit.files == 6
    assert body(unit).flx == pytest.approx(30 - 2 * W, abs=0.001)
    assert body(unit).frx == pytest.approx(30 + 4 * W, abs=0.001)


@pytest.mark.rule("redress.expand")
def test_who_may_redress() -> None:
    """The winner; not the loser, not one that pursues, not one that only now meets its enemy."""
    battle = facing_line(8)
    assert [t.unit for t in redress_tasks(battle)] == [0]
    lost = replace(battle, combats=(replace(battle.combats[0], winner=BLUE),))
    assert [t.unit for t in redress_tasks(lost)] == [1]
    fight = battle.units[WINNERS].fight
    assert fight is not None
    assert redress_tasks(changed(battle, 0, fight=replace(fight, rounds=0))) == ()
    drawn = replace(battle, combats=(replace(battle.combats[0], winner=None),))
    assert redress_tasks(drawn) == ()


@pytest.mark.rule("redress.expand")
def test_the_rear_must_hold_the_men_and_nobody_may_be_in_the_way() -> None:
    thin = facing_line(8, ours=victors(sheet=spearmen(models=8), files=8))
    assert redress_options(thin, ASK) == (Done(),)
    script = aftermath(thin, [])
    assert script.asked == []
    friend = victors(x=30 - 3 * W, y=20, sheet=spearmen("friends", 8), files=2)
    crowded = facing_line(8, friend)
    assert redress_options(crowded, ASK) == (Done(), Widen(0, 1), Widen(0, 2))
    pond = piece(32, 15, 34, 20, Ground.IMPASSABLE)
    assert Widen(0, 1) not in redress_options(facing_line(8, terrain=(pond,)), ASK)


@pytest.mark.rule("redress.expand", "combat.contacts")
def test_no_rank_is_taken_away_that_alone_touches_an_enemy_in_the_flank() -> None:
    at_the_last_rank = Put(warriors("flankers", 8), 30 - 2 * W, 20 - 4.5 * W, 90, 2, side=BLUE)
    battle = met(facing_line(12, at_the_last_rank), 0, 2, red_edge=LEFT)
    assert Widen(0, 1) in redress_options(battle, ASK)
    found = widened(battle, WINNERS, 0, 2)
    assert isinstance(found, Refusal)
    assert found.rule == "redress.expand"
    assert "lose touch with flankers" in found.why


@pytest.mark.rule("redress.expand", "flee.mob", "troop.skirmish")
def test_loose_men_have_no_files_to_add() -> None:
    places = tuple((28.5 + 0.8 * i, 20.0, 0.0) for i in range(5))
    loose = Put(skirmishers(models=5), 30, 20, 0, places=places)
    assert redress_options(facing_line(8, ours=loose), ASK) == (Done(),)


@pytest.mark.rule("redress.lap-round")
def test_men_beyond_the_enemy_line_lap_round_its_flanks() -> None:
    script = aftermath(facing_line(4), [], Widen(2, 2))
    battle = script.battle
    unit, enemy = battle.units[WINNERS], body(battle.units[LOSERS])
    # One file a side still meets the end of the line, corner to corner; the next laps round.
    assert (unit.files, unit.lap_left, unit.lap_right) == (6, 1, 1)
    assert [e.cite for e in events(script, RanksRedressed)] == ["redress.lap-round"]
    left, right = lap_rects(battle, WINNERS)
    for rect in (left, right):
        assert in_touch(rect, enemy)
        assert rect.width == pytest.approx(W)
    assert left.cx < enemy.cx < right.cx
    assert left.cy > 20.0
    # All ranks but the last are equal: fourteen men in six files.
    assert rank_count(unit) == 3


@pytest.mark.rule("redress.lap-round")
def test_men_who_lap_round_are_drawn_where_they_stand() -> None:
    battle = aftermath(facing_line(4), [], Widen(2, 2)).battle
    unit = battle.units[WINNERS]
    models = models_of(battle, unit)
    assert len(models) == unit.models
    drawn = [one for one in models if one.turn]
    middles = [in_frame(unit.pose, pose(r.cx, r.cy, r.facing)) for r in lap_rects(battle, WINNERS)]
    assert [(m.x, m.y, m.turn) for m in drawn] == [pytest.approx(m, abs=0.002) for m in middles]


@pytest.mark.rule("redress.lap-round")
def test_up_to_two_men_lap_round_at_each_flank_in_later_rounds_too() -> None:
    wider = facing_line(4, ours=victors(sheet=spearmen(models=24), files=6))
    once = aftermath(wider, [], Widen(2, 2)).battle
    unit = once.units[WINNERS]
    assert (unit.files, unit.lap_left, unit.lap_right) == (6, 2, 2)
    again = won(once, broken=())
    refused = widened(again, WINNERS, 1, 0)
    assert isinstance(refused, Refusal)
    assert refused.rule == "redress.lap-round"
    assert redress_options(again, ASK) == (Done(),)


@pytest.mark.rule("redress.lap-round")
def test_a_flank_where_another_unit_stands_is_not_lapped() -> None:
    """Case D30."""
    foe = beaten(x=30 - 3.2 * W, y=20.5, sheet=warriors("others", 8), files=2)
    options = redress_options(facing_line(4, foe, ours=victors(files=6)), ASK)
    assert all(isinstance(o, Done) or o.left == 0 for o in options)
    assert Widen(0, 2) in options
    blocked = widened(facing_line(4, foe, ours=victors(files=6)), WINNERS, 1, 0)
    assert isinstance(blocked, Refusal)
    assert blocked.rule == "redress.lap-round"


@pytest.mark.rule("redress.lap-round")
@pytest.mark.parametrize("edge", [LEFT, REAR])
def test_only_a_line_met_on_its_front_has_flanks_to_lap_round(edge: object) -> None:
    line = beaten(sheet=warriors(models=8), files=4)
    battle = won(met(field(victors(files=6), line), 0, 1, blue_edge=edge), broken=())
    assert redress_options(battle, ASK) == (Done(),)


@pytest.mark.rule("redress.lap-round", "move.interpenetrate")
def test_men_who_lap_round_are_bodies_in_the_way_of_others() -> None:
    battle = aftermath(facing_line(4), [], Widen(2, 2)).battle
    rects, owners = bodies_in_way(battle, UnitId(2))
    assert owners.count(0) == 3
    assert set(lap_rects(battle, WINNERS)) <= set(rects)


@pytest.mark.rule("redress.lap-driven-off")
def test_a_lost_round_drives_lapping_men_off() -> None:
    lapping = aftermath(facing_line(4), [], Widen(2, 2)).battle
    lost = won(lapping, broken=(), winner=BLUE)
    script = aftermath(lost, [], Done())
    unit = script.battle.units[WINNERS]
    assert (unit.lap_left, unit.lap_right, unit.files) == (0, 0, 6)
    assert rank_count(unit) == 3
    assert [e.cite for e in events(script, RanksRedressed)] == ["redress.lap-driven-off"]
    drawn = won(lapping, broken=(), winner=None)
    assert aftermath(drawn, []).battle.units[WINNERS].lap_left == 1


@pytest.mark.rule("redress.lap-driven-off")
def test_without_room_behind_they_stand_in_wider_ranks() -> None:
    sheet = spearmen(models=13)
    lapping = aftermath(facing_line(4, ours=victors(sheet=sheet)), [], Widen(2, 2)).battle
    unit = lapping.units[WINNERS]
    # Eleven in two ranks; thirteen in six files would need a third, and a friend is close behind.
    assert (unit.files, rank_count(unit)) == (6, 2)
    behind = victors(y=20 - 2 * W - 0.1, sheet=spearmen("behind", 16), files=8)
    extra = table(behind).units[0]
    crowd = replace(extra, id=UnitId(len(lapping.units)))
    lost = won(replace(lapping, units=(*lapping.units, crowd)), broken=(), winner=BLUE)
    after = aftermath(lost, [], Done()).battle
    assert after.units[WINNERS].files > 6
    assert not overlapping(after)


@pytest.mark.rule("redress.lap-round")
def test_they_come_back_when_the_fight_is_over() -> None:
    lapping = aftermath(facing_line(4), [], Widen(2, 2)).battle
    script = aftermath(won(lapping), [6, 6, 1, 1], No())
    unit = script.battle.units[WINNERS]
    assert (unit.lap_left, unit.lap_right, rank_count(unit)) == (0, 0, 3)
    assert lap_rects(script.battle, WINNERS) == ()


@pytest.mark.rule("redress.lap-round", "panic.in-combat")
def test_they_come_back_when_the_enemy_panics_out_of_the_fight_in_another_phase() -> None:
    script = Script(aftermath(facing_line(4), [], Widen(2, 2)).battle, [3, 3])
    script.run(flee_now(script.table, LOSERS, (), "panic.general"))
    unit = script.battle.units[WINNERS]
    assert script.battle.units[LOSERS].fleeing
    assert unit.pose.y == 20.0
    assert (unit.lap_left, unit.lap_right, rank_count(unit)) == (0, 0, 3)


@pytest.mark.rule("redress.lap-round", "disengage.test")
def test_they_come_back_when_the_enemy_disengages() -> None:
    battle = aftermath(facing_line(4), [], Widen(2, 2)).battle
    turn = replace(battle.turn, side=BLUE, phase=Phase.COMPULSORY, todo=(Task(Do.DISENGAGE),))
    away = Placement(LOSERS, pose(30, 20 + 3 * W + 4, 0))
    script = Script(replace(battle, turn=turn), [1, 1], [Named(LOSERS), away])
    script.run_until(1)
    unit = script.battle.units[WINNERS]
    assert not unit.is_engaged
    assert (unit.lap_left, unit.lap_right, rank_count(unit)) == (0, 0, 3)


@pytest.mark.rule("redress.lap-round", "charge.move")
def test_they_make_room_for_an_enemy_who_charges_where_they_stand() -> None:
    chief = Put(general("chief", mounted=False), x=30 - 3.4 * W, y=26, facing=180, side=BLUE)
    lapping = aftermath(facing_line(4, chief), [], Widen(2, 2)).battle
    assert lapping.units[WINNERS].lap_left == 1
    path = charge_path(lapping, UnitId(2), WINNERS, FRONT, 8.0)
    assert path is not None
    script = Script(lapping)
    script.run(bring_home(script.table, UnitId(2), WINNERS, FRONT, path))
    assert script.battle.units[WINNERS].lap_left == 0
    assert not overlapping(script.battle)


@pytest.mark.rule("redress.turn-to-face")
def test_to_turn_models_is_for_show_and_nobody_is_asked() -> None:
    flank = beaten(x=30 + 2 * W, y=20 - W, facing=270.0, sheet=warriors("flankers", 8), files=2)
    line = beaten(sheet=warriors(models=16), files=8)
    battle = met(met(field(victors(), line, flank), 0, 1), 0, 2, red_edge=RIGHT)
    before = battle.units[WINNERS]
    script = aftermath(won(battle, 0, 1, 2, broken=()), [], Done())
    assert [type(ask) for ask in script.asked] == [RedressRanks]
    assert script.battle.units[WINNERS].pose == before.pose
    assert frontage(script.battle.units[WINNERS]) == frontage(before)
    assert distance(body(before), body(battle.units[2])) <= 0.01


@pytest.mark.rule("redress.lap-round")
def test_they_come_back_when_the_enemy_is_gone_in_any_phase() -> None:
    lapping = aftermath(facing_line(4), [], Widen(2, 2)).battle
    gone = changed(lapping, LOSERS, models=0, status=Status.DESTROYED)
    alone = changed(replace(gone, contacts=()), WINNERS, fight=None)
    turn = replace(alone.turn, phase=Phase.MAGIC, todo=(Task(Do.PANIC_FLIGHT),))
    script = Script(replace(alone, turn=turn, combats=()))
    script.run_until(1)
    unit = script.battle.units[WINNERS]
    assert (unit.lap_left, unit.lap_right, rank_count(unit)) == (0, 0, 3)


@pytest.mark.rule("redress.expand")
@pytest.mark.parametrize(("left", "right"), [(0, 0), (3, 0), (-1, 1)])
def test_one_file_or_two_are_added_at_an_end(left: int, right: int) -> None:
    refused = judge(facing_line(12), ASK, Widen(left, right))
    assert isinstance(refused, Refusal)
    assert f"not {left} and {right}" in refused.why


@pytest.mark.rule("redress.expand")
@pytest.mark.parametrize("files", [4, 8, 12])
def test_what_is_judged_legal_is_what_is_listed(files: int) -> None:
    battle = facing_line(files)
    judged = [w for w in WIDTHS if not isinstance(judge(battle, ASK, Widen(*w)), Refusal)]
    assert (Done(), *[Widen(*width) for width in judged]) == redress_options(battle, ASK)
    assert not isinstance(judge(battle, ASK, Done()), Refusal)
