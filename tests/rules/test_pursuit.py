"""Pursuit: who must and who may, how far, whom it catches, what it meets, and off the table."""

import random

import pytest
from msgspec.structs import replace

from kit.bodies import centre, overlapping
from kit.changes import changed, joined
from kit.fights import LEFT, RIGHT, events, met
from kit.tables import BLUE, RED, Put, table
from kit.troops import MM, general, horse, legionaries, skirmishers, spearmen, warriors
from maniple.battle.asks import ChoosePrey, Done, HoldBack, Named, No, Yes
from maniple.battle.bodies import body, is_on_field
from maniple.battle.events import (
    HeldBack,
    PursuitChosen,
    RunsRolled,
    StandardCaptured,
    Tested,
    UnitDestroyed,
    UnitFled,
    UnitRan,
    UnitReturned,
    UnitsMet,
)
from maniple.battle.sheet import Traits, Warband
from maniple.battle.state import Battle, Combat
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Moved, Status, UnitId
from maniple.geometry import Polygon, contact, distance, point_distance, polygon_penetration
from maniple.play.script import Script
from maniple.rules.fleeing.flight import flee_now
from maniple.rules.fleeing.returning import place_on_edge
from maniple.rules.sequence import next_step

VICTORS, BEATEN = UnitId(0), UnitId(1)
W = 20 * MM


def piece(left: float, bottom: float, right: float, top: float, ground: Ground) -> Terrain:
    return Terrain(
        ground.value, ((left, bottom), (right, bottom), (right, top), (left, top)), ground
    )


def outline_of(terrain: Terrain) -> Polygon:
    return Polygon(list(terrain.outline))


RESERVES = (
    Put(spearmen("reserve", 6), 5, 6, 0, files=6),
    Put(warriors("reserve", 6), 66, 45, 180, files=6, side=BLUE),
)
"""One of each side far off, so that the battle is not over when a unit dies."""


def field(*puts: Put, **more: object) -> Battle:
    return table(*puts, *RESERVES, **more)


def victors(**more: object) -> Put:
    return replace(Put(spearmen(models=16), 30, 20, 0, files=4), **more)


def beaten(**more: object) -> Put:
    return replace(Put(warriors(models=16), 30, 20, 180, files=4, side=BLUE), **more)


def won(
    battle: Battle,
    *units: int,
    broken: tuple[int, ...] = (1,),
    falling_back: tuple[int, ...] = (),
    panicked: tuple[int, ...] = (),
    charged: tuple[int, ...] = (),
    winner: object = RED,
) -> Battle:
    """All combats have come so far; red has won the only one, and these leave it."""
    combat = Combat(
        tuple(UnitId(u) for u in units or (0, 1)),
        winner=winner,
        margin=2,
        broken=tuple(UnitId(u) for u in broken),
        falling_back=tuple(UnitId(u) for u in falling_back),
        panicked=tuple(UnitId(u) for u in panicked),
        charged=tuple(UnitId(u) for u in charged),
        fought=True,
        is_done=True,
    )
    for unit in combat.units:
        fight = battle.units[unit].fight
        if fight is not None:
            battle = changed(battle, unit, fight=replace(fight, rounds=1))
    turn = replace(battle.turn, phase=Phase.COMBAT, todo=(Task(Do.HOLD_OR_PURSUE),))
    return replace(battle, combats=(combat,), turn=turn)


def fought(*more: Put, ours: Put | None = None, terrain: tuple[Terrain, ...] = ()) -> Battle:
    """Sixteen spearmen to the south have beaten sixteen warriors to the north."""
    return met(field(ours or victors(), beaten(), *more, terrain=terrain), 0, 1)


def aftermath(battle: Battle, dice: list[int], *answers: object) -> Script:
    """Everything until the phase is over; no two bodies overlap after any step."""
    script = Script(battle, dice, answers)
    while script.battle.turn.todo:
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table), use_up=False)
        assert not overlapping(script.battle)
    script.all_used()
    return script


@pytest.mark.rule("pursue.must", "pursue.distance")
def test_a_higher_total_runs_through_the_fleers_and_destroys_them() -> None:
    script = aftermath(won(fought()), [3, 3, 3, 4], No())
    assert script.battle.units[BEATEN].status is Status.DESTROYED
    assert [e.cite for e in events(script, UnitDestroyed)] == ["pursue.distance"]
    assert centre(script.battle, 0) == pytest.approx((30.0, 20 - 2 * W + 7), abs=0.01)


@pytest.mark.rule(
    "pursue.distance", "pursue.several", "measure.tolerance", "flee.distance", "flee.direction"
)
@pytest.mark.parametrize("pursuit", [[3, 3], [1, 1]])
def test_an_equal_or_lower_total_catches_nobody_and_leaves_a_gap(pursuit: list[int]) -> None:
    """Case D21: equal totals, and a lower one."""
    script = aftermath(won(fought()), [3, 3, *pursuit], No())
    fleers, after = script.battle.units[BEATEN], script.battle.units[VICTORS]
    assert fleers.status is Status.TABLE
    assert fleers.fleeing
    assert distance(body(fleers), body(after)) >= 0.99


@pytest.mark.rule("pursue.several")
def test_it_stops_an_inch_short_of_fleers_that_it_has_not_caught() -> None:
    lane = (
        piece(0, 27, 72, 28, Ground.IMPASSABLE),
        piece(0, 21, 28.3, 27, Ground.IMPASSABLE),
        piece(31.7, 21, 72, 27, Ground.IMPASSABLE),
    )
    script = aftermath(won(fought(terrain=lane)), [6, 6, 6, 6], No())
    assert body(script.battle.units[BEATEN]).y == pytest.approx(27.0, abs=0.01)
    assert script.battle.units[VICTORS].pose.y == pytest.approx(27 - 4 * W - 1, abs=0.01)


@pytest.mark.rule("pursue.several")
def test_it_stops_a_tenth_short_of_friends_and_impassable_ground() -> None:
    friend = victors(x=30, y=27, facing=0.0, sheet=spearmen("friends", 8), files=4)
    script = aftermath(won(fought(friend)), [2, 2, 6, 6], No())
    end = script.battle.units[VICTORS]
    assert distance(body(end), body(script.battle.units[2])) == pytest.approx(0.1, abs=0.01)
    pond = piece(28, 26, 32, 30, Ground.IMPASSABLE)
    script = aftermath(won(fought(terrain=(pond,))), [2, 2, 6, 6], No())
    assert script.battle.units[VICTORS].pose.y == pytest.approx(25.9, abs=0.01)


@pytest.mark.rule("pursue.restrain")
def test_who_rolls_its_leadership_can_be_held_back() -> None:
    script = aftermath(won(fought()), [3, 4, 2, 2], Yes())
    assert [e.kind for e in events(script, Tested)] == ["pursue.restrain"]
    assert [e.unit for e in events(script, HeldBack)] == [0]
    assert script.battle.units[VICTORS].pose.y == 20.0
    assert script.battle.units[BEATEN].fleeing
    goes = aftermath(won(fought()), [4, 4, 2, 2, 6, 6], Yes())
    assert goes.battle.units[BEATEN].status is Status.DESTROYED


@pytest.mark.rule("pursue.restrain", "troop.warband")
def test_a_warband_that_charged_in_the_round_cannot_be_held_back() -> None:
    red = Put(spearmen(), 30, 20, 0, files=4)
    blue = beaten()
    battle = met(field(red, blue), 0, 1)
    compelled = won(battle, broken=(0,), charged=(1,), winner=BLUE)
    script = aftermath(compelled, [2, 2, 6, 6])
    assert script.battle.units[0].status is Status.DESTROYED
    asked = aftermath(won(battle, broken=(0,), winner=BLUE), [2, 2, 6, 6], No())
    assert [type(ask) for ask in asked.asked] == [HoldBack]
    # nor is one compelled whose list does not say so
    tame = replace(blue.sheet, traits=Traits(warband=Warband(must_pursue=False)))
    free = changed(compelled, 1, sheet=tame)
    assert [type(ask) for ask in aftermath(free, [2, 2, 6, 6], No()).asked] == [HoldBack]


@pytest.mark.rule("pursue.must")
def test_who_still_fights_somebody_that_stands_does_not_pursue() -> None:
    other = beaten(x=30 + 2 * W + W * 2, y=20, sheet=warriors("others", 16))
    wide = victors(files=8)
    battle = met(met(field(wide, beaten(x=30 - 2 * W), other), 0, 1), 0, 2)
    script = aftermath(won(battle, 0, 1, 2), [3, 3], Done())
    assert [type(ask) for ask in script.asked if isinstance(ask, HoldBack)] == []
    assert script.battle.units[0].pose.y == 20.0


@pytest.mark.rule("pursue.several")
def test_it_chases_the_enemy_that_it_touched_with_most_models() -> None:
    few = beaten(x=30 + 3 * W, y=20, sheet=warriors("few", 8), files=2)
    many = beaten(x=30 - W, y=20, files=6, sheet=warriors("many", 18))
    wide = victors(files=8)
    battle = met(met(field(wide, many, few), 0, 1), 0, 2)
    script = aftermath(won(battle, 0, 1, 2, broken=(1, 2)), [1, 1, 1, 1, 6, 6], No())
    assert [e.prey for e in events(script, PursuitChosen)] == [1]
    equal = met(
        met(field(wide, beaten(x=30 - 2 * W), beaten(x=30 + 2 * W)), 0, 1),
        0,
        2,
    )
    script = aftermath(
        won(equal, 0, 1, 2, broken=(1, 2)), [1, 1, 1, 1, 6, 6], No(), Named(UnitId(2))
    )
    assert [type(ask) for ask in script.asked] == [HoldBack, ChoosePrey]
    assert [e.prey for e in events(script, PursuitChosen)] == [2]
    assert script.battle.units[2].status is Status.DESTROYED
    assert script.battle.units[1].status is Status.TABLE


@pytest.mark.rule("pursue.several", "pursue.distance")
def test_one_higher_total_of_several_destroys_the_unit() -> None:
    flank = victors(x=30 - 2 * W, y=20 + 2 * W, facing=90.0, sheet=spearmen("flankers", 16))
    battle = met(met(field(victors(), beaten(), flank), 0, 1), 2, 1, blue_edge=RIGHT)
    script = aftermath(won(battle, 0, 1, 2), [3, 3, 1, 1, 5, 5], No(), No())
    assert script.battle.units[BEATEN].status is Status.DESTROYED
    assert [e.by for e in events(script, UnitDestroyed)] == [2]


@pytest.mark.rule("pursue.obstacle")
def test_pursuit_across_the_obstacle_fought_over_is_halved() -> None:
    """Case A40: eight against six would catch; four does not."""
    battle = fought()
    fight = battle.units[VICTORS].fight
    assert fight is not None
    across = won(changed(battle, 0, fight=replace(fight, obstacle=True)))
    script = aftermath(across, [3, 3, 4, 4], No())
    assert script.battle.units[BEATEN].fleeing
    rolled = {r.unit: r.distance for r in events(script, RunsRolled)[-1].runners}
    assert rolled == {0: 4.0, 1: 6}
    assert events(script, RunsRolled)[-1].cite == "pursue.obstacle"
    assert aftermath(won(battle), [3, 3, 4, 4], No()).battle.units[1].status is Status.DESTROYED


@pytest.mark.rule("pursue.obstacle")
def test_an_obstacle_further_on_halves_what_is_left_of_the_move_there() -> None:
    hedge = piece(20, 26, 40, 26.4, Ground.OBSTACLE)
    script = aftermath(won(fought(terrain=(hedge,))), [4, 4, 5, 5], No())
    rolled = {r.unit: r.distance for r in events(script, RunsRolled)[-1].runners}
    # Six inches to the hedge, and half of the four that are left.
    assert rolled[0] == pytest.approx(8.0, abs=0.01)
    assert script.battle.units[BEATEN].fleeing


@pytest.mark.rule("pursue.obstacle", "troop.skirmish")
def test_an_obstacle_halves_the_way_of_loose_pursuers_once_whoever_comes_upon_it() -> None:
    hedge = piece(20, 24, 40, 24.4, Ground.OBSTACLE)
    places = tuple((28.8 + 0.8 * i, 20.0 - 0.9 * (i % 2), 0.0) for i in range(5))
    loose = Put(skirmishers(models=5), 30, 20, 0, places=places)
    script = aftermath(won(fought(ours=loose, terrain=(hedge,))), [4, 4, 5, 5], No())
    rolled = {r.unit: r.distance for r in events(script, RunsRolled)[-1].runners}
    assert rolled[0] == pytest.approx(4 + 3, abs=0.01)


@pytest.mark.rule("pursue.obstacle", "combat.defended-obstacle")
def test_an_obstacle_beyond_the_one_fought_over_halves_what_is_left_there() -> None:
    fought_over = piece(20, 20.1, 40, 20.4, Ground.OBSTACLE)
    hedge = piece(20, 23, 40, 23.4, Ground.OBSTACLE)
    battle = fought(terrain=(fought_over, hedge))
    fight = battle.units[VICTORS].fight
    assert fight is not None
    battle = changed(battle, 0, fight=replace(fight, obstacle=True))
    script = aftermath(won(battle), [6, 6, 5, 5], No())
    rolled = {r.unit: r.distance for r in events(script, RunsRolled)[-1].runners}
    # Half of ten, three inches of which lead to the hedge.
    assert rolled[0] == pytest.approx(3 + 1, abs=0.01)


@pytest.mark.rule("pursue.obstacle", "pursue.several", "flee.round-obstacles")
def test_an_obstacle_that_only_the_way_after_the_prey_comes_upon_halves_the_move() -> None:
    pond = piece(29, 23.5, 40, 34, Ground.IMPASSABLE)
    fence = piece(25.5, 18, 25.8, 20.4, Ground.OBSTACLE)
    free = aftermath(won(fought(terrain=(pond,))), [6, 6, 6, 5], No())
    fenced = aftermath(won(fought(terrain=(pond, fence))), [6, 6, 6, 5], No())
    rolled = {r.unit: r.distance for r in events(fenced, RunsRolled)[-1].runners}
    assert rolled[0] == 11
    fled, still_fled = (
        next(e.pose for e in events(s, UnitRan) if e.unit == BEATEN) for s in (free, fenced)
    )
    assert fled == still_fled
    went, shorter = (
        next(e.distance for e in events(s, UnitRan) if e.unit == VICTORS) for s in (free, fenced)
    )
    assert shorter < went - 1.0


@pytest.mark.rule("pursue.obstacle", "pursue.several", "terrain.difficult")
def test_other_terrain_shortens_the_move_only() -> None:
    wood = piece(20, 21, 40, 40, Ground.DIFFICULT)
    script = aftermath(won(fought(terrain=(wood,))), [1, 2, 4, 5], No())
    assert script.battle.units[BEATEN].status is Status.DESTROYED
    assert script.battle.units[VICTORS].pose.y == pytest.approx(20 + 1 + 4, abs=0.01)


@pytest.mark.rule("pursue.defenders")
def test_who_holds_an_obstacle_stays_without_a_test() -> None:
    battle = fought()
    fight = battle.units[VICTORS].fight
    assert fight is not None
    held = won(changed(battle, 0, fight=replace(fight, obstacle=True, holds_obstacle=True)))
    script = aftermath(held, [2, 2], Yes())
    assert [ask.cite for ask in script.asked if isinstance(ask, HoldBack)] == ["pursue.defenders"]
    assert script.battle.units[VICTORS].pose.y == 20.0


@pytest.mark.rule("pursue.defenders", "combat.defended-obstacle")
def test_the_charged_behind_an_obstacle_hold_it() -> None:
    battle = met(field(victors(), beaten()), 0, 1, charger=1, defended=True, obstacle=True)
    fights = [unit.fight for unit in battle.units]
    assert [fight.holds_obstacle for fight in fights if fight] == [True, False]


@pytest.mark.rule("pursue.into-fresh-enemy", "charge.response.hold")
def test_pursuers_charge_a_fresh_enemy_that_they_meet() -> None:
    fresh = beaten(x=31, y=25.5, sheet=warriors("fresh", 16))
    script = aftermath(won(fought(fresh)), [1, 1, 5, 5], No())
    (meeting,) = events(script, UnitsMet)
    assert (meeting.charger, meeting.contact.red, meeting.contact.blue) == (0, 0, 2)
    fight = script.battle.units[VICTORS].fight
    assert fight is not None
    assert fight.charging
    assert [type(ask) for ask in script.asked] == [HoldBack]
    assert distance(body(script.battle.units[0]), body(script.battle.units[2])) <= 0.01


@pytest.mark.rule("pursue.into-fresh-enemy", "unit.zones")
def test_a_fresh_enemy_is_struck_on_the_facing_that_is_met() -> None:
    fresh = beaten(x=30, y=25.5, facing=270.0, sheet=warriors("fresh", 16))
    script = aftermath(won(fought(fresh)), [1, 1, 5, 5], No())
    (meeting,) = events(script, UnitsMet)
    assert meeting.contact.blue_edge is LEFT


def held_in_front() -> Battle:
    """Beyond the beaten stand more of them, held in front by a few of ours, their flank to us."""
    fresh = beaten(x=29.0, y=25.5, facing=270.0, sheet=warriors("fresh", 16))
    ours = Put(spearmen("few", 5), 29.0, 25.5, 90, files=2)
    return met(fought(fresh, ours), 3, 2)


@pytest.mark.rule("panic.flank-charge", "pursue.into-fresh-enemy", "charge.fear-panic-timing")
def test_pursuers_in_the_flank_of_a_unit_that_fights_already_shake_it() -> None:
    script = aftermath(won(held_in_front()), [1, 1, 5, 5, 3, 2], No())
    tests = [(e.unit, e.kind, e.passed) for e in events(script, Tested)]
    assert tests == [(2, "panic.flank-charge", True)]
    assert [e.contact.blue_edge for e in events(script, UnitsMet)] == [LEFT]
    script = aftermath(won(held_in_front()), [1, 1, 5, 5, 6, 6, 1, 1], No())
    assert [(e.unit, e.cite) for e in events(script, UnitFled) if e.unit == 2] == [
        (2, "panic.flank-charge")
    ]
    assert not events(script, UnitsMet)
    assert not script.battle.units[VICTORS].is_engaged


@pytest.mark.rule("panic.flank-charge", "pursue.into-fresh-enemy")
def test_pursuers_too_few_to_be_felt_shake_nobody() -> None:
    few = changed(held_in_front(), VICTORS, models=4)
    script = aftermath(won(few), [1, 1, 5, 5], No())
    assert not events(script, Tested)
    assert len(events(script, UnitsMet)) == 1


@pytest.mark.rule("pursue.then", "turn.procedure")
def test_pursuers_that_met_nobody_are_free_in_their_next_turn() -> None:
    script = aftermath(won(fought()), [3, 3, 3, 4], No())
    unit = script.battle.units[VICTORS]
    assert unit.fight is None
    assert not unit.fell_back
    assert unit.doings.moved is Moved.STOOD


@pytest.mark.rule("pursue.off-table")
def test_pursuers_off_the_table_come_back_next_turn_where_they_left() -> None:
    battle = met(field(victors(y=44), beaten(y=44), Put(general(), 5, 5), height=48.0), 0, 1)
    script = aftermath(won(battle), [1, 1, 6, 6], No())
    gone = script.battle.units[VICTORS]
    assert gone.status is Status.RETURNING
    battle = replace(
        script.battle, turn=replace(script.battle.turn, todo=(Task(Do.RETURN_PURSUER, VICTORS),))
    )
    come = aftermath(battle, [])
    assert [e.cite for e in come.table.events if isinstance(e, UnitReturned)] == [
        "pursue.off-table"
    ]
    back = come.battle.units[VICTORS]
    assert back.status is Status.TABLE
    assert back.doings.moved is Moved.RETURNED
    assert back.pose.facing == 180.0
    assert body(back).x == pytest.approx(30.0, abs=0.01)
    assert back.pose.y == pytest.approx(48 - 4 * W, abs=0.01)


@pytest.mark.rule("pursue.off-table", "measure.tolerance")
def test_they_come_back_beside_whoever_stands_there() -> None:
    battle = field(victors(y=48.0), beaten(x=30, y=44.8, files=4, facing=180.0))
    away = changed(battle, 0, status=Status.RETURNING)
    (end,) = place_on_edge(away, away.units[0]) or ()
    assert end.cy == pytest.approx(48 - 2 * W, abs=0.01)
    assert distance(end, body(away.units[1])) == pytest.approx(0.1, abs=0.01)


@pytest.mark.rule("pursue.off-table")
def test_where_the_whole_edge_is_full_they_wait() -> None:
    wall = piece(0, 40, 72, 48, Ground.IMPASSABLE)
    battle = field(victors(y=48.0), todo=(Task(Do.RETURN_PURSUER, VICTORS),), terrain=(wall,))
    script = aftermath(changed(battle, 0, status=Status.RETURNING), [])
    assert script.battle.units[VICTORS].status is Status.RETURNING


@pytest.mark.rule("command.standard-captured", "pursue.distance")
def test_the_standard_of_a_unit_ridden_down_is_taken() -> None:
    script = aftermath(won(fought()), [3, 3, 3, 4], No())
    assert [e.unit for e in events(script, StandardCaptured)] == [1]


@pytest.mark.rule("panic.in-combat", "pursue.must")
def test_who_panics_in_a_fought_combat_flees_with_the_broken() -> None:
    script = aftermath(won(fought(), broken=(), panicked=(1,)), [3, 3, 2, 2], No())
    assert [e.cite for e in events(script, UnitFled)] == ["panic.in-combat"]
    stays = aftermath(won(fought(), broken=(), panicked=(1,)), [3, 3], Yes())
    assert events(stays, Tested) == []
    lost = won(fought(), broken=(), panicked=(1,), winner=BLUE)
    assert [type(ask) for ask in aftermath(lost, [3, 3]).asked] == []


def flank_charged(*, won_last: bool) -> Battle:
    """Ten Romans fight warriors to their front; five riders have been declared at their flank."""
    romans = Put(legionaries(models=10), 30, 20, 0, files=5)
    riders = Put(horse("riders", 5), 42, 20 - W, 270, files=5, side=BLUE)
    battle = met(field(romans, beaten(), riders), 0, 1)
    fight = battle.units[1].fight
    assert fight is not None
    return changed(battle, 1, fight=replace(fight, won_last=won_last, rounds=1))


@pytest.mark.rule("panic.in-combat", "panic.flank-charge", "charge.target-panicked")
def test_panic_out_of_a_fight_is_pursued_by_those_who_won_last() -> None:
    """Case J3, its flight: the warriors won last turn, and may pursue; the riders go on."""
    script = Script(flank_charged(won_last=True), [3, 3, 4, 4], [No()])
    script.run(flee_now(script.table, UnitId(0), (UnitId(1),), "panic.flank-charge"))
    assert script.battle.units[0].status is Status.DESTROYED
    assert [e.unit for e in events(script, UnitRan)] == [1]
    slower = Script(flank_charged(won_last=True), [3, 3, 2, 2], [No()])
    slower.run(flee_now(slower.table, UnitId(0), (UnitId(1),), "panic.flank-charge"))
    assert slower.battle.units[0].fleeing
    assert not overlapping(slower.battle)
    stays = Script(flank_charged(won_last=True), [3, 3], [Yes()])
    stays.run(flee_now(stays.table, UnitId(0), (UnitId(1),), "panic.flank-charge"))
    assert [e.unit for e in events(stays, HeldBack)] == [1]


@pytest.mark.rule("panic.in-combat", "charge.target-panicked")
def test_those_who_did_not_win_last_may_not() -> None:
    script = Script(flank_charged(won_last=False), [3, 3])
    script.run(flee_now(script.table, UnitId(0), (UnitId(1),), "panic.flank-charge"))
    assert script.asked == []
    assert script.battle.units[0].fleeing
    assert script.battle.units[1].fight is None
    assert not overlapping(script.battle)


@pytest.mark.rule("pursue.several")
def test_a_pursuer_turns_about_its_middle_as_far_as_there_is_room() -> None:
    flank = victors(
        x=30 - 2 * W, y=20 + 2 * W, facing=90.0, sheet=spearmen("flankers", 16), files=4
    )
    battle = met(met(field(victors(), beaten(), flank), 0, 1), 2, 1, blue_edge=RIGHT)
    script = aftermath(won(battle, 0, 1, 2), [1, 1, 6, 5, 2, 3], Yes(), No())
    (went,) = [e for e in events(script, UnitRan) if e.unit == 2]
    assert 0.0 < went.pose.facing < 90.0


@pytest.mark.rule("pursue.several", "terrain.cost")
def test_a_pursuer_does_not_turn_onto_an_obstacle_beside_it() -> None:
    hedge = piece(25.0, 20.3, 30.0, 20.6, Ground.OBSTACLE)
    battle = met(field(victors(), beaten(x=32.5), terrain=(hedge,)), 0, 1)
    script = aftermath(won(battle), [6, 6, 1, 1], No())
    (went,) = [e for e in events(script, UnitRan) if e.unit == 0]
    assert 0.0 < went.path[0].facing < 30.0
    assert polygon_penetration(body(script.battle.units[VICTORS]), outline_of(hedge)) < 0.01


@pytest.mark.rule("panic.general", "pursue.distance", "panic.in-combat")
def test_a_pursuer_that_panics_when_its_general_is_ridden_down_catches_nobody() -> None:
    battle = field(
        replace(victors(), x=55),
        Put(general(mounted=False), 60, 5),
        victors(),
        beaten(),
        replace(beaten(sheet=spearmen("avengers", 16)), x=55),
    )
    battle = met(met(joined(battle, 1, 0), 0, 4), 2, 3)
    battle = won(battle, 2, 3, broken=(3,))
    (first,) = battle.combats
    lost = replace(first, units=(UnitId(0), UnitId(1), UnitId(4)), winner=BLUE, broken=(UnitId(0),))
    battle = replace(battle, combats=(lost, first))
    flights, pursuits = [1, 1, 1, 1], [6, 6, 6, 6]
    shaken, holds, runs = [6, 6], [1, 1], [2, 2]
    script = aftermath(battle, [*flights, *pursuits, *shaken, *holds, *runs], No(), No())
    units = script.battle.units
    assert [units[i].status for i in (0, 1)] == [Status.DESTROYED] * 2
    assert units[2].fleeing
    assert units[3].status is Status.TABLE
    assert [(e.unit, e.distance) for e in events(script, UnitRan)] == [
        (2, 4.0),
        (3, 2.0),
        (4, 12.0),
    ]


@pytest.mark.rule("pursue.into-fresh-enemy", "charge.align-how")
def test_a_fresh_enemy_met_at_any_angle_is_lain_against_and_not_overlapped() -> None:
    lot = random.Random(7)
    meetings = 0
    while meetings < 60:
        at = (lot.uniform(26.0, 34.0), lot.uniform(22.0, 28.0))
        files = lot.choice([2, 4, 6, 8])
        fresh = Put(warriors("fresh", 16), *at, lot.uniform(0.0, 360.0), files, side=BLUE)
        battle = fought(fresh)
        if overlapping(battle) or any(
            distance(body(battle.units[i]), body(battle.units[2])) < 0.2 for i in (0, 1)
        ):
            continue
        script = aftermath(won(battle), [1, 1, 6, 6], No())
        found = [met for met in events(script, UnitsMet) if met.charger == VICTORS]
        if not found:
            continue
        meetings += 1
        assert overlapping(script.battle) == []
        pursuer, enemy = (body(script.battle.units[i]) for i in (0, 2))
        line = contact(pursuer, enemy)
        assert line is not None
        if not line.is_corner:
            assert line.edge_b is found[0].contact.blue_edge


@pytest.mark.rule("terrain.cost", "flee.through-friends")
def test_fleers_stopped_by_an_obstacle_close_to_their_enemy_take_the_nearest_room() -> None:
    pond = piece(29, 23.5, 40, 34, Ground.IMPASSABLE)
    fence = piece(22, 22, 27.5, 22.3, Ground.OBSTACLE)
    script = aftermath(won(fought(terrain=(pond, fence))), [4, 4, 4, 3], No())
    (ran,) = [e for e in events(script, UnitRan) if e.unit == BEATEN]
    aside = point_distance(ran.path[0].x, ran.path[0].y, ran.pose.x, ran.pose.y)
    assert aside < 4.0


@pytest.mark.rule("pursue.several", "pursue.off-table")
def test_a_pursuer_beside_the_table_edge_does_not_turn_over_it() -> None:
    riders = Put(horse("riders", 8), 30, 1.2, 90, files=2)
    broken = Put(warriors(models=16), 30, 3, 270, files=4, side=BLUE)
    battle = met(table(riders, broken, *RESERVES), 0, 1)
    script = aftermath(won(battle), [6, 6, 1, 1, 2], No())
    unit = script.battle.units[VICTORS]
    assert unit.status is Status.TABLE
    assert is_on_field(script.battle.field, unit)
    assert 70.0 < unit.pose.facing <= 90.0
    assert unit.pose.x > 31.0
