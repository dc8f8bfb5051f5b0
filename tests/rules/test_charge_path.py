"""The path of a charge: how far, which wheel, round what; and charges that fall short."""

import pytest

from kit.changes import changed, joined
from kit.charges import HOLD, brought_home, declared, events, moved, order, path
from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import archers, foot, general, horse, legionaries, spearmen, warriors
from maniple.battle.asks import Named
from maniple.battle.bodies import body, gap
from maniple.battle.events import ChargeEnded, Spoke, UnitMoved, UnitsMet
from maniple.battle.field import Ruleset
from maniple.battle.sheet import Kind
from maniple.battle.terrain import Cover, Ground, Terrain
from maniple.battle.unit import Moved, UnitId
from maniple.geometry import (
    Edge,
    Polygon,
    distance,
    polygon_penetration,
    pose,
)
from maniple.rules.charging.charge_path import charge_path, charge_reach

US, THEM = UnitId(0), UnitId(1)
FRONT = Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE)


def block(x: float, y: float, w: float, h: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def before(inches: float, **more):
    """Legionaries straight before the front of the warriors, so many inches off."""
    return table(Put(legionaries(), x=20, y=30 - inches, files=6), FRONT, **more)


# ------------------------------------------------------------------------------------------- reach


@pytest.mark.rule("charge.move", "charge.path")
def test_a_charge_covers_up_to_double_the_move() -> None:
    found = path(before(8.0), 0, 1)
    assert found is not None
    assert found.cost == pytest.approx(8.0)
    assert path(before(8.01), 0, 1) is None
    assert charge_reach(before(8.0), US) == 8.0


@pytest.mark.rule("charge.move", "character.in-unit")
def test_a_slower_character_slows_the_charge() -> None:
    battle = table(
        Put(horse("horse"), x=20, y=18, files=6), FRONT, Put(general(mounted=False), x=50, y=5)
    )
    assert path(battle, 0, 1) is not None
    assert path(joined(battle, 2, 0), 0, 1) is None


@pytest.mark.rule("charge.move", "terrain.difficult", "terrain.cost")
def test_difficult_ground_slows_a_charge() -> None:
    wood = Terrain("wood", block(10, 26.5, 20, 2.5), Ground.DIFFICULT, Cover.SOFT)
    assert path(before(6.0, terrain=(wood,)), 0, 1) is None
    found = path(before(4.0, terrain=(wood,)), 0, 1)
    assert found is not None
    assert found.cost > 6.0


@pytest.mark.rule("charge.move", "terrain.impassable")
def test_impassable_ground_bars_a_charge() -> None:
    water = Terrain("pond", block(16, 27, 8, 1), Ground.IMPASSABLE)
    assert path(before(5.0, terrain=(water,)), 0, 1) is None


# ------------------------------------------------------------------------------------------- wheel


@pytest.mark.rule("charge.path")
def test_it_goes_straight_where_a_wheel_would_bring_no_more_models() -> None:
    """Case A8."""
    found = path(before(7.0), 0, 1)
    assert found is not None
    assert found.degrees == 0.0
    assert found.touching == 12
    aside = table(Put(legionaries(), x=21.5, y=24, files=6), FRONT)
    found = path(aside, 0, 1)
    assert found is not None
    assert found.degrees == 0.0


@pytest.mark.rule("charge.path", "charge.move")
def test_it_wheels_once_at_the_start_to_reach_a_target_aside() -> None:
    battle = table(Put(legionaries(), x=27, y=25, files=6), FRONT)
    found = path(battle, 0, 1)
    assert found is not None
    assert found.about is Edge.LEFT
    assert 0.0 < found.degrees <= 90.0
    assert found.wheeled is not None
    assert found.wheeled.facing == pytest.approx(360.0 - found.degrees)
    assert found.cost == pytest.approx(4.7244 * found.degrees * 0.0174533 + found.inches, abs=0.01)


@pytest.mark.rule("charge.path")
def test_it_brings_most_models_into_touch_at_the_least_cost() -> None:
    battle = table(Put(legionaries(), x=23.5, y=23.5, files=6), FRONT)
    found = path(battle, 0, 1)
    assert found is not None
    assert found.touching == 12
    straight = charge_path(battle, US, THEM, Edge.FRONT, 8.0, fixed=(Edge.LEFT, 0.0))
    assert straight is not None
    assert straight.touching < 12
    # Wheels between those worth trying may cost less; none brings more.
    for about in (Edge.LEFT, Edge.RIGHT):
        for turn in range(1, 60):
            rival = charge_path(battle, US, THEM, Edge.FRONT, 8.0, fixed=(about, turn / 2))
            assert rival is None or rival.touching <= found.touching


@pytest.mark.rule("charge.path", "charge.facing")
def test_only_the_facing_that_was_fixed_will_do() -> None:
    battle = table(Put(legionaries(), x=20, y=23, files=6), FRONT)
    assert path(battle, 0, 1, Edge.FRONT) is not None
    assert path(battle, 0, 1, Edge.LEFT) is None
    assert path(battle, 0, 1, Edge.REAR) is None


@pytest.mark.rule("charge.path", "move.interpenetrate")
def test_it_goes_past_a_friend_that_stands_half_in_the_way() -> None:
    friend = Put(archers(models=4), x=16.8, y=27, files=4)
    battle = table(Put(legionaries(), x=20, y=23.5, files=6), FRONT, friend)
    found = path(battle, 0, 1)
    assert found is not None
    assert found.degrees > 0.0
    script = brought_home(battle, 0, 1, done=True)
    assert distance(body(script.battle.units[0]), body(script.battle.units[2])) >= 0.0
    assert [e.contact.blue for e in events(script, UnitsMet)] == [1]


@pytest.mark.rule("charge.path")
def test_mirrored_it_goes_the_mirrored_way() -> None:
    right = path(table(Put(legionaries(), x=26, y=25, files=6), FRONT), 0, 1)
    left = path(table(Put(legionaries(), x=14, y=25, files=6), FRONT), 0, 1)
    assert right is not None
    assert left is not None
    assert (right.about, left.about) == (Edge.LEFT, Edge.RIGHT)
    assert right.degrees == left.degrees
    assert right.end.x + left.end.x == pytest.approx(40.0, abs=0.002)


@pytest.mark.rule("charge.path", "unit.zones")
def test_who_wheels_with_his_flank_into_an_engine_has_not_come_home() -> None:
    """It has no facings, but a front must be brought to it all the same."""
    engine = foot("engine", 2, kind=Kind.ENGINE, body_width=2.36, body_depth=2.36)
    battle = table(
        Put(horse("horse", 10), x=22.445, y=24.736, facing=176.72, files=4),
        Put(engine, x=25.289, y=22.599, facing=310, side=BLUE),
    )
    found = path(battle, 0, 1)
    assert found is not None
    assert (found.about, found.edge, found.end.facing) == (Edge.LEFT, Edge.FRONT, 130.0)


# ------------------------------------------------------------------------------------- falls short


@pytest.mark.rule("charge.failed")
def test_a_charge_out_of_reach_goes_its_normal_move_and_has_not_charged() -> None:
    script = brought_home(before(12.0), 0, 1)
    unit = script.battle.units[0]
    assert unit.pose.y == pytest.approx(22.0)
    assert unit.doings.moved is Moved.FAILED_CHARGE
    assert not unit.is_engaged
    assert [e.what for e in events(script, Spoke)] == ["falls short"]
    assert [e.arrived for e in events(script, ChargeEnded)] == [False]


@pytest.mark.rule("charge.failed", "charge.path")
def test_a_failed_charge_wheels_towards_its_target_within_the_same_move() -> None:
    battle = table(Put(legionaries(), x=32, y=18, files=6), FRONT)
    script = brought_home(battle, 0, 1)
    went = events(script, UnitMoved)[0]
    assert went.cite == "charge.failed"
    assert went.spent == pytest.approx(4.0, abs=0.01)
    assert went.pose.facing > 270.0


@pytest.mark.rule("charge.path", "charge.failed")
def test_a_failed_charge_stops_short_of_whatever_is_in_the_way() -> None:
    friend = Put(spearmen(), x=50, y=10, files=8)
    battle = table(Put(legionaries(), x=20, y=18, files=6), FRONT, friend)
    script = declared(battle, order(0, 1), HOLD)
    in_the_way = changed(script.battle, 2, pose=pose(20, 23, 0))
    units = moved(in_the_way).battle.units
    assert gap(units[0], units[2]) == pytest.approx(0.1, abs=0.01)


@pytest.mark.rule("move.one-inch-gap", "charge.failed")
def test_who_falls_short_keeps_an_inch_from_enemies_where_that_was_agreed() -> None:
    beside = Put(warriors("beside", 8), x=23.65, y=21, facing=180, files=2, side=BLUE)
    here = Put(legionaries(), x=20, y=18, files=6)
    free = brought_home(table(here, FRONT, beside), 0, 1).battle.units
    assert free[0].pose == pose(20, 22, 0)
    strict = table(here, FRONT, beside, ruleset=Ruleset(one_inch_gap=True))
    kept = brought_home(strict, 0, 1).battle.units
    assert kept[0].pose.y == pytest.approx(20.0, abs=0.01)
    assert gap(kept[0], kept[2]) >= 1.0


@pytest.mark.rule("charge.failed", "terrain.cost", "charge.path")
def test_a_failed_charge_does_not_end_its_wheel_upon_an_obstacle() -> None:
    """With no inch left to cross it by, it stops before the hedge."""
    hedge = Terrain("hedge", block(33, 19.6, 20, 0.4), Ground.OBSTACLE)
    battle = table(Put(legionaries(), x=32, y=18, files=6), FRONT, terrain=(hedge,))
    script = brought_home(battle, 0, 1)
    unit = script.battle.units[0]
    assert 300.0 < unit.pose.facing < 359.0
    assert polygon_penetration(body(unit), Polygon(list(hedge.outline))) <= 0.0


@pytest.mark.rule("charge.blocked")
def test_a_charger_whose_way_another_has_closed_has_failed() -> None:
    """The first charger fills the front of the target; the second may not swing to its flank."""
    narrow = Put(warriors(models=12), x=20, y=30, facing=180, files=3, side=BLUE)
    battle = table(
        Put(legionaries("first"), x=20, y=25, files=6),
        Put(legionaries("second"), x=25, y=24, files=6),
        narrow,
    )
    script = declared(battle, order(0, 2), HOLD, order(1, 2))
    assert [c.in_reach for c in script.battle.charges] == [True, True]
    after = moved(script.battle, Named(UnitId(0)))
    assert [(e.unit, e.cite) for e in events(after, Spoke)] == [(1, "charge.blocked")]
    assert [(e.charger, e.arrived) for e in events(after, ChargeEnded)] == [(0, True), (1, False)]
    second = after.battle.units[1]
    assert second.doings.moved is Moved.FAILED_CHARGE
    assert not second.is_engaged
    assert gap(second, after.battle.units[2]) >= 0.1


@pytest.mark.rule("charge.procedure")
def test_the_player_names_the_order_in_which_chargers_move() -> None:
    battle = table(
        Put(legionaries("first"), x=17, y=23, files=6),
        Put(legionaries("second"), x=23, y=23, files=6),
        Put(warriors(models=40), x=20, y=30, facing=180, files=20, side=BLUE),
    )
    script = declared(battle, order(0, 2), HOLD, order(1, 2))
    after = moved(script.battle, Named(UnitId(1)))
    assert [e.charger for e in events(after, ChargeEnded)] == [1, 0]
    assert [e.arrived for e in events(after, ChargeEnded)] == [True, True]


@pytest.mark.rule("charge.procedure")
def test_reach_is_measured_afresh_when_the_charger_moves() -> None:
    script = declared(before(7.0), order(0, 1), HOLD)
    assert script.battle.charges[0].in_reach
    back = changed(script.battle, 1, pose=FRONT_FARTHER)
    after = moved(back)
    assert [e.arrived for e in events(after, ChargeEnded)] == [False]


FRONT_FARTHER = table(Put(warriors(), x=20, y=33, facing=180, files=6, side=BLUE)).units[0].pose


@pytest.mark.rule("charge.procedure")
def test_a_charger_caught_up_in_a_fight_meanwhile_moves_no_more() -> None:
    script = declared(before(7.0), order(0, 1), HOLD)
    after = moved(met(script.battle, 0, 1))
    assert [e.arrived for e in events(after, ChargeEnded)] == [False]
    assert not events(after, UnitMoved)


# --------------------------------------------------------------------------------------- obstacles


@pytest.mark.rule("terrain.cost", "combat.defended-obstacle")
def test_a_charge_ends_against_an_obstacle_that_the_enemy_defends() -> None:
    hedge = Terrain("hedge", block(10, 29.4, 20, 0.4), Ground.OBSTACLE, Cover.SOFT)
    script = brought_home(before(7.0, terrain=(hedge,)), 0, 1)
    met_there = events(script, UnitsMet)[0]
    assert (met_there.across_obstacle, met_there.defended) == (True, True)
    fight = script.battle.units[0].fight
    assert fight is not None
    assert (fight.charging, fight.hits_on_six, fight.obstacle) == (False, True, True)


@pytest.mark.rule("terrain.obstacle", "charge.move")
def test_an_obstacle_farther_off_is_crossed_at_half_the_move() -> None:
    hedge = Terrain("hedge", block(10, 25, 20, 0.4), Ground.OBSTACLE, Cover.SOFT)
    found = path(before(5.9, terrain=(hedge,)), 0, 1)
    assert found is not None
    assert found.cost == pytest.approx(7.9)
    assert not found.across
    assert path(before(6.5, terrain=(hedge,)), 0, 1) is None


@pytest.mark.rule("move.table-edge", "charge.path")
def test_a_charger_does_not_wheel_over_the_table_edge() -> None:
    """Wheeling to its right, its left rear corner swings out to the left."""
    for left, reaches in ((12.0, True), (2.4, False)):
        ours = Put(legionaries(models=24), x=left, y=20, files=6)
        theirs = Put(warriors(), x=left + 5.5, y=25, facing=225, files=6, side=BLUE)
        assert (path(table(ours, theirs), 0, 1) is not None) is reaches
