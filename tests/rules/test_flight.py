"""Flight: how far, which way, as what body, round what and through whom, and off the table."""

import pytest
from msgspec.structs import replace

from kit.bodies import centre, overlapping
from kit.changes import done, joined
from kit.tables import BLUE, Put, table
from kit.troops import MM, foot, general, horse, skirmishers, spearmen, warriors
from maniple.battle.bodies import body
from maniple.battle.events import UnitDestroyed, UnitFled, UnitLeftTable, UnitRan
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Formation, Moved, Status, UnitId
from maniple.dice.pool import D6
from maniple.geometry import distance
from maniple.play.script import Script
from maniple.rules.fighting.rank_bonus import rank_bonus
from maniple.rules.fleeing.compulsory import compulsory_tasks
from maniple.rules.fleeing.flight import (
    flee_dice,
    flee_now,
    flight_pool,
    heading_to_edge,
    run,
    take_to_flight,
)

RUNNER, FOE = UnitId(0), UnitId(1)
W = 20 * MM


def at(x: float, y: float) -> object:
    """That place, to a hundredth of an inch."""
    return pytest.approx((x, y), abs=0.01)


def piece(left: float, bottom: float, right: float, top: float, ground: Ground) -> Terrain:
    return Terrain(
        ground.value, ((left, bottom), (right, bottom), (right, top), (left, top)), ground
    )


def fled(battle: Battle, dice: list[int], *, dice_less: int = 0) -> Script:
    """Unit 0 flees from unit 1 with these dice."""
    script = Script(battle, dice)
    script.run(flee_now(script.table, RUNNER, (FOE,), "charge.response.flee", dice_less=dice_less))
    assert not overlapping(script.battle)
    return script


def ran(
    battle: Battle, heading: float, inches: float, *, first: bool, unit: UnitId = RUNNER
) -> Battle:
    """The battle after a fleeing unit has run."""
    script = Script(battle)
    run(script.table, unit, heading, inches, "flee.distance", first=first)
    assert not overlapping(script.battle)
    return script.battle


def mob(x: float, y: float, **more: object) -> Put:
    """Nine men in flight, three by three."""
    return replace(Put(spearmen(models=9), x, y, 180.0, files=3, fleeing=True), **more)


@pytest.mark.rule("flee.distance")
@pytest.mark.parametrize(("move", "dice"), [(4, 2), (6, 2), (7, 3), (8, 3)])
def test_troops_faster_than_six_flee_with_three_dice(move: int, dice: int) -> None:
    assert flee_dice(table(Put(foot("men", move=move), 20, 20)).units[0]) == dice * D6


@pytest.mark.rule("flee.distance", "character.in-unit")
def test_a_character_on_foot_slows_the_riders_whom_he_is_with() -> None:
    battle = table(Put(horse("riders"), 20, 20, files=3), Put(general(mounted=False), 40, 40))
    assert flight_pool(battle, RUNNER) == 3 * D6
    assert flight_pool(joined(battle, 1, 0), RUNNER) == 2 * D6


@pytest.mark.rule("flee.direction", "flee.distance", "charge.response.flee")
def test_a_unit_flees_straight_away_and_faces_that_way() -> None:
    battle = table(
        Put(spearmen(), 30, 20, 0, files=4), Put(warriors(), 30, 30, 180, files=6, side=BLUE)
    )
    script = fled(battle, [3, 4])
    runner = script.battle.units[RUNNER]
    assert runner.fleeing
    assert runner.pose.facing == 180.0
    assert centre(script.battle, 0) == at(30.0, 20 - 2 * W - 7)
    assert runner.doings.moved is Moved.FLED


@pytest.mark.rule("flee.direction")
def test_of_several_enemies_the_largest_counts_then_the_nearest() -> None:
    few = Put(warriors(models=8), 30, 30, 180, files=4, side=BLUE)
    many = Put(warriors(models=20), 45, 20 - 2 * W, 270, files=5, side=BLUE)
    battle = table(Put(spearmen(), 30, 20, 0, files=4), few, many)
    script = Script(battle)
    take_to_flight(script.table, RUNNER, (UnitId(1), UnitId(2)), "panic.flee")
    assert script.battle.units[RUNNER].pose.facing == 270.0
    alike = replace(many, sheet=few.sheet)
    for near_x, facing in ((36, 270.0), (45, 180.0)):
        script = Script(table(Put(spearmen(), 30, 20, 0, files=4), few, replace(alike, x=near_x)))
        take_to_flight(script.table, RUNNER, (UnitId(1), UnitId(2)), "panic.flee")
        assert script.battle.units[RUNNER].pose.facing == facing


@pytest.mark.rule("flee.direction")
def test_without_a_known_enemy_it_runs_from_the_nearest_or_to_the_edge() -> None:
    foe = Put(warriors(), 30, 30, 180, files=6, side=BLUE)
    script = Script(table(Put(spearmen(), 30, 20, 0, files=4), foe))
    take_to_flight(script.table, RUNNER, (), "panic.general")
    assert script.battle.units[RUNNER].pose.facing == 180.0
    script = Script(table(Put(spearmen(), 10, 20, 0, files=4)))
    take_to_flight(script.table, RUNNER, (), "panic.general")
    assert script.battle.units[RUNNER].pose.facing == 270.0


@pytest.mark.rule("flee.mob")
def test_fleers_are_a_rough_mass_about_as_wide_as_deep() -> None:
    battle = table(
        Put(spearmen(models=20), 30, 20, 0, files=10), Put(warriors(), 30, 30, 180, side=BLUE)
    )
    script = Script(battle)
    take_to_flight(script.table, RUNNER, (FOE,), "panic.flee")
    unit = script.battle.units[RUNNER]
    assert unit.formation is Formation.MOB
    assert unit.files == 5
    assert (body(unit).width, body(unit).depth) == pytest.approx((5 * W, 4 * W))
    assert rank_bonus(script.battle, RUNNER) == 0
    riders = table(Put(horse("riders", 6), 30, 20, 0, files=6), Put(warriors(), 30, 30, side=BLUE))
    script = Script(riders)
    take_to_flight(script.table, RUNNER, (FOE,), "panic.flee")
    # The root of 6 x 50 / 25 is 3.5.
    assert script.battle.units[RUNNER].files == 4


@pytest.mark.rule("flee.mob")
def test_a_mob_stands_about_the_middle_and_no_nearer_to_the_enemy() -> None:
    foe = Put(warriors(), 30, 20, 180, files=6, side=BLUE)
    script = Script(table(Put(spearmen(models=20), 30, 20, 0, files=10), foe))
    take_to_flight(script.table, RUNNER, (FOE,), "break.test")
    assert not overlapping(script.battle)
    deep = Script(table(Put(spearmen(models=20), 30, 20, 0, files=2), foe))
    take_to_flight(deep.table, RUNNER, (FOE,), "break.test")
    assert centre(deep.battle, 0) == at(30.0, 20 - 5 * W)


@pytest.mark.rule("flee.distance", "terrain.difficult")
def test_rough_ground_is_taken_off_the_flight() -> None:
    """Case A38: seven inches, the first of them clear, at half rate from there."""
    front = 20 - 4 * W - 1
    wood = piece(20, 0, 40, front, Ground.DIFFICULT)
    battle = table(
        Put(spearmen(), 30, 20, 0, files=4),
        Put(warriors(), 30, 30, 180, files=6, side=BLUE),
        terrain=(wood,),
    )
    script = fled(battle, [3, 4])
    (flight,) = [e for e in script.table.events if isinstance(e, UnitRan)]
    assert flight.distance == pytest.approx(1 + 6 / 2, abs=0.01)
    assert script.battle.units[RUNNER].pose.facing == 180.0


@pytest.mark.rule("flee.distance", "terrain.obstacle")
def test_an_obstacle_costs_half_the_movement_and_nobody_ends_upon_it() -> None:
    battle = table(
        Put(spearmen(), 30, 20, 0, files=4),
        Put(warriors(), 30, 30, 180, files=6, side=BLUE),
        terrain=(piece(20, 14, 40, 14.5, Ground.OBSTACLE),),
    )
    over = fled(battle, [6, 6]).battle
    assert centre(over, 0)[1] == pytest.approx(20 - 2 * W - 10, abs=0.01)
    short = fled(battle, [3, 4]).battle
    assert body(short.units[RUNNER]).y == pytest.approx(14.5, abs=0.01)


@pytest.mark.rule("flee.through-friends")
def test_a_first_flight_goes_through_friends() -> None:
    friend = Put(spearmen("friends"), 30, 15, 0, files=8)
    battle = table(
        Put(spearmen(), 30, 20, 0, files=4),
        Put(warriors(), 30, 30, 180, files=6, side=BLUE),
        friend,
    )
    beyond = fled(battle, [6, 6]).battle
    assert centre(beyond, 0) == at(30.0, 20 - 2 * W - 12)


@pytest.mark.rule("flee.through-friends")
def test_who_would_end_among_friends_is_set_beside_them() -> None:
    friend = Put(spearmen("friends"), 31, 13, 0, files=8)
    battle = table(
        Put(spearmen(), 30, 20, 0, files=4),
        Put(warriors(), 30, 30, 180, files=6, side=BLUE),
        friend,
    )
    script = fled(battle, [3, 3])
    assert [e.cite for e in script.table.events if isinstance(e, UnitRan)] == [
        "flee.through-friends"
    ]
    x, y = centre(script.battle, 0)
    # The nearer end of the friends' line is the left one.
    assert x == pytest.approx(31 - 4 * W - 2 * W, abs=0.01)
    assert y == pytest.approx(20 - 2 * W - 6, abs=0.01)


@pytest.mark.rule("flee.through-friends")
def test_where_no_place_is_beside_them_it_is_set_beyond() -> None:
    friend = Put(foot("wall of friends", models=90), 36, 13, 0, files=90)
    battle = table(
        Put(spearmen(), 36, 20, 0, files=4),
        Put(warriors(), 36, 30, 180, files=6, side=BLUE),
        friend,
    )
    beyond = fled(battle, [3, 3]).battle
    assert centre(beyond, 0) == at(36.0, 13 - W - 2 * W)


@pytest.mark.rule("flee.through-friends", "flee.round-obstacles")
def test_later_flights_go_round_friends_and_through_only_where_there_is_no_way_round() -> None:
    friend = Put(spearmen("friends"), 30, 12, 0, files=4)
    battle = table(mob(30, 18), friend)
    round_them = ran(battle, 180.0, 8.0, first=False)
    assert round_them.units[RUNNER].pose.facing not in (0.0, 180.0)
    assert ran(battle, 180.0, 12.0, first=True).units[RUNNER].pose.facing == 180.0
    ring = [Put(foot("ring", models=26), 36, 14, 0, files=26)]
    ring += [Put(foot("ring", models=30), 25, 20, 90, files=30)]
    ring += [Put(foot("ring", models=30), 47, 20, 270, files=30)]
    through = ran(table(mob(36, 20), *ring), 180.0, 12.0, first=False)
    assert centre(through, 0)[1] < 14 - W


@pytest.mark.rule("flee.round-obstacles", "terrain.impassable")
def test_fleers_go_round_impassable_ground_by_the_least_turn() -> None:
    pond = piece(28, 8, 33.1, 13, Ground.IMPASSABLE)
    battle = table(mob(30, 18), terrain=(pond,))
    script = Script(battle)
    run(script.table, RUNNER, 180.0, 9.0, "flee.distance", first=True)
    assert [e.cite for e in script.table.events if isinstance(e, UnitRan)] == [
        "flee.round-obstacles"
    ]
    runner = script.battle.units[RUNNER]
    assert runner.pose.facing == 210.0
    for less in range(0, 30, 5):
        for heading in (180.0 + less, 180.0 - less):
            tried = ran(battle, heading, 9.0, first=True)
            assert tried.units[RUNNER].pose.facing != heading


@pytest.mark.rule("flee.round-obstacles")
def test_fleers_go_round_enemies_and_keep_clear_of_them() -> None:
    foe = Put(warriors(models=6), 30, 10, 180, files=6, side=BLUE)
    battle = table(mob(30, 18), foe)
    after = ran(battle, 180.0, 10.0, first=True)
    assert after.units[RUNNER].pose.facing != 180.0
    assert distance(body(after.units[RUNNER]), body(after.units[FOE])) >= 0.1


@pytest.mark.rule("flee.round-obstacles")
def test_without_a_whole_way_they_take_the_longest() -> None:
    """A pond to three sides: the furthest that it lets them run is straight on."""
    walls = (
        piece(20, 4, 40, 8, Ground.IMPASSABLE),
        piece(20, 8, 28.75, 24, Ground.IMPASSABLE),
        piece(31.25, 8, 40, 24, Ground.IMPASSABLE),
    )
    after = ran(table(mob(30, 15), terrain=walls), 180.0, 12.0, first=True)
    assert body(after.units[RUNNER]).y == pytest.approx(8.0, abs=0.2)


def shut_in(by: Put, *, back: bool = True) -> Battle:
    """A mob with bodies close on all sides."""
    side = 3 * W / 2
    puts = [
        replace(by, x=30, y=18 - 0.05, facing=0.0),
        replace(by, x=30 - side - 0.05, y=18 + side, facing=90.0),
        replace(by, x=30 + side + 0.05, y=18 + side, facing=270.0),
    ]
    if back:
        puts.append(replace(by, x=30, y=18 + 2 * side + 0.05, facing=180.0))
    return table(mob(30, 18), *puts)


@pytest.mark.rule("flee.blocked")
def test_a_mob_that_cannot_move_an_inch_for_enemies_is_lost() -> None:
    foe = Put(warriors(models=6), 0, 0, 0, files=3, side=BLUE)
    after = ran(shut_in(foe), 180.0, 7.0, first=True)
    assert after.units[RUNNER].status is Status.DESTROYED
    script = Script(shut_in(foe))
    run(script.table, RUNNER, 180.0, 7.0, "flee.distance", first=True)
    assert [e.cite for e in script.table.events if isinstance(e, UnitDestroyed)] == ["flee.blocked"]


@pytest.mark.rule("flee.blocked")
def test_friends_and_ponds_do_not_destroy_it() -> None:
    friends = Put(spearmen(models=6), 0, 0, 0, files=3)
    assert ran(shut_in(friends), 180.0, 7.0, first=True).units[RUNNER].fleeing
    side = 3 * W / 2
    pond = tuple(
        piece(*box, Ground.IMPASSABLE)
        for box in (
            (20, 10, 40, 17.9),
            (20, 17.9, 30 - side - 0.1, 30),
            (30 + side + 0.1, 17.9, 40, 30),
        )
    )
    stays = ran(table(mob(30, 18), terrain=pond), 180.0, 7.0, first=True)
    assert stays.units[RUNNER].fleeing
    assert stays.units[RUNNER].pose.y == pytest.approx(18.0, abs=0.2)


@pytest.mark.rule("flee.off-table")
def test_if_a_model_leaves_the_table_the_whole_unit_has_left() -> None:
    battle = table(
        Put(spearmen(), 30, 9, 0, files=4),
        Put(warriors(), 30, 20, 180, files=6, side=BLUE),
        Put(general(mounted=False), 50, 30),
    )
    battle = joined(battle, 2, 0)
    stays = fled(battle, [1, 3]).battle
    assert stays.units[RUNNER].status is Status.TABLE
    script = fled(battle, [3, 3])
    assert script.battle.units[RUNNER].status is Status.LEFT
    assert script.battle.units[2].status is Status.LEFT
    (left,) = [e for e in script.table.events if isinstance(e, UnitLeftTable)]
    assert left.cite == "flee.off-table"
    assert not left.returns


@pytest.mark.rule("flee.compulsory", "turn.procedure", "flee.distance")
def test_in_compulsory_moves_fleers_run_to_the_nearest_edge_the_nearest_first() -> None:
    battle = table(
        mob(30, 20),
        mob(60, 24),
        Put(warriors(), 30, 40, 180, files=6, side=BLUE),
        phase=Phase.COMPULSORY,
    )
    tasks = compulsory_tasks(battle)
    assert [(t.do, t.unit) for t in tasks] == [(Do.FLEE_ON, 1), (Do.FLEE_ON, 0)]
    script = Script(replace(battle, turn=replace(battle.turn, todo=tasks)), [2, 2, 3, 3])
    script.run_until(2)
    assert script.battle.units[1].pose.facing == 90.0
    assert script.battle.units[0].pose.facing == 180.0
    assert centre(script.battle, 0) == at(30.0, 20 + 1.5 * W - 6)


@pytest.mark.rule("flee.compulsory")
@pytest.mark.parametrize(
    ("x", "y", "facing"), [(36, 40, 0.0), (36, 8, 180.0), (6, 24, 270.0), (66, 24, 90.0)]
)
def test_each_table_edge_may_be_the_nearest(x: float, y: float, facing: float) -> None:
    battle = table(mob(x, y))
    assert heading_to_edge(battle, battle.units[RUNNER]) == facing


@pytest.mark.rule("flee.compulsory", "flee.round-obstacles")
def test_later_flights_keep_out_of_ground_that_slows_them_where_they_can() -> None:
    wood = piece(28, 8, 32, 15, Ground.DIFFICULT)
    battle = table(mob(30, 18), terrain=(wood,))
    assert ran(battle, 180.0, 6.0, first=False).units[RUNNER].pose.facing != 180.0
    assert ran(battle, 180.0, 6.0, first=True).units[RUNNER].pose.facing == 180.0


@pytest.mark.rule("charge.response.fire-and-flee", "flee.distance")
def test_who_fires_and_flees_has_a_die_less() -> None:
    battle = table(
        Put(spearmen(), 30, 20, 0, files=4), Put(warriors(), 30, 30, 180, files=6, side=BLUE)
    )
    assert centre(fled(battle, [4], dice_less=1).battle, 0) == at(30.0, 20 - 2 * W - 4)


@pytest.mark.rule("panic.flee", "charge.response.fleeing")
def test_one_that_flees_already_runs_on_without_a_new_flight() -> None:
    battle = table(mob(30, 20), Put(warriors(), 30, 40, 180, files=6, side=BLUE))
    script = Script(battle, [2, 2])
    script.run(flee_now(script.table, RUNNER, (FOE,), "charge.response.fleeing"))
    assert [type(e) for e in script.table.events] == [UnitRan]


@pytest.mark.rule("flee.mob", "troop.skirmish")
def test_skirmishers_and_characters_flee_as_one_body() -> None:
    places = tuple((20.0 + 1.5 * i, 20.0, 0.0) for i in range(6))
    battle = table(
        Put(skirmishers(models=6), 23, 20, 0, places=places),
        Put(warriors(), 23, 30, 180, files=6, side=BLUE),
        Put(general(), 50, 20),
    )
    script = Script(battle)
    take_to_flight(script.table, RUNNER, (FOE,), "panic.flee")
    loose = script.battle.units[RUNNER]
    assert (loose.formation, loose.files, loose.places) == (Formation.MOB, 3, ())
    assert centre(script.battle, 0)[0] == pytest.approx(23.75, abs=0.01)
    take_to_flight(script.table, UnitId(2), (FOE,), "panic.flee")
    assert script.battle.units[2].formation is Formation.SINGLE


@pytest.mark.rule("rally.panicked", "flee.mob")
def test_who_panics_at_the_start_of_a_turn_stands_as_a_mob_where_there_is_room() -> None:
    friend = Put(spearmen("friends"), 30, 20 - W - 0.02, 0, files=8)
    battle = table(Put(spearmen(), 30, 20, 0, files=16), friend)
    script = Script(battle)
    take_to_flight(script.table, RUNNER, (), "panic.fleeing-friends", at_start_of_turn=True)
    assert not overlapping(script.battle)
    assert script.battle.units[RUNNER].doings.panicked_at_start
    assert [type(e) for e in script.table.events] == [UnitFled]
    assert [t.unit for t in compulsory_tasks(script.battle)] == [0]
    later = done(script.battle, 0, panicked_at_start=False)
    assert compulsory_tasks(later) == ()
    assert Task(Do.FLEE_ON, RUNNER) in compulsory_tasks(done(later, 0, moved=Moved.STOOD))
