"""Moves of formed units: how far, by what manoeuvre, and what stops them."""

import math

import pytest
from msgspec.structs import replace

from kit.changes import done, joined
from kit.orders import judged, moved, refused
from kit.tables import BLUE, Put, table
from kit.troops import (
    auxilia,
    foot,
    general,
    horse,
    legionaries,
    skirmishers,
    spearmen,
    warriors,
)
from maniple.battle.asks import Done
from maniple.battle.bodies import body, rank_count
from maniple.battle.field import Ruleset
from maniple.battle.orders import (
    Advance,
    Backward,
    ChangeFormation,
    CloseUp,
    Go,
    OpenOut,
    Places,
    Reform,
    Sidestep,
    TurnModels,
    Wheel,
)
from maniple.battle.sheet import Kind
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Fight, Moved
from maniple.geometry import Edge, Pose, edge_middle, pose
from maniple.play.script import Script
from maniple.rules.moving.manoeuvre import order_units

BASE = 20 / 25.4


def alone(sheet=None, files=6, **more):
    return table(Put(sheet or spearmen(models=24), 36, 20, files=files), **more)


def enemy(x: float, y: float, facing: float = 180.0, files: int = 6, **more):
    return Put(warriors(), x, y, facing, files, side=BLUE, **more)


@pytest.mark.rule("move.rate", "measure.tolerance")
def test_a_unit_moves_up_to_its_movement():
    battle = alone()
    assert judged(battle, 0, Advance(4)).end == pose(36, 24, 0)
    assert judged(battle, 0, Advance(4.001)).left == 0.0
    no = refused(battle, 0, Advance(4.5))
    assert no.rule == "move.rate"
    assert no.why == "the advance of 4.5 inches needs 4.5 inches, 4 are left"
    assert (no.last_legal, no.cost) == (pose(36, 24, 0), 4.0)


@pytest.mark.rule("move.rate")
def test_what_is_spent_is_gone():
    no = refused(alone(), 0, Advance(3), Advance(1.5))
    assert no.why == "the advance of 1.5 inches needs 1.5 inches, 1 are left"
    assert no.last_legal == pose(36, 24, 0)


@pytest.mark.rule("turn.procedure")
def test_each_unit_moves_once():
    after = moved(alone(), 0, Advance(2))
    assert after.units[0].pose == pose(36, 22, 0)
    assert after.units[0].doings.moved is Moved.MOVED
    assert refused(after, 0, Advance(1)).rule == "turn.procedure"


@pytest.mark.rule("turn.procedure")
def test_a_side_without_units_to_order_is_not_asked():
    after = moved(alone(), 0, Advance(2))
    script = Script(after)
    assert script.run(order_units(script.table, Task(Do.ORDER_UNITS))) == ()


@pytest.mark.rule("turn.procedure")
def test_done_ends_the_moves():
    script = Script(alone(), answers=[Done()])
    assert script.run(order_units(script.table, Task(Do.ORDER_UNITS))) == ()
    assert script.battle.units[0].doings.moved is Moved.STOOD


@pytest.mark.rule("move.wheel")
def test_a_wheel_costs_the_arc_of_the_outer_corner():
    battle = alone()
    width = 6 * BASE
    found = judged(battle, 0, Wheel(30, "left"))
    assert found.cost == round(width * math.radians(30), 3)
    end = found.end
    assert end is not None
    assert end.facing == 330
    # the left front corner stays
    assert edge_corner(battle.units[0].pose, width) == pytest.approx(
        edge_corner(end, width), abs=0.002
    )
    assert refused(battle, 0, Wheel(60, "left")).rule == "move.wheel"


def edge_corner(at: Pose, width: float) -> tuple[float, float]:
    """The left front corner."""
    turned = math.radians(at.facing)
    return at.x - math.cos(turned) * width / 2, at.y + math.sin(turned) * width / 2


@pytest.mark.rule("move.wheel")
def test_wheels_as_often_as_it_likes():
    found = judged(alone(), 0, Wheel(10, "left"), Advance(1), Wheel(10, "right"), Advance(1))
    assert found.end is not None
    assert found.end.facing == 0
    assert len(found.path) == 5


@pytest.mark.rule("move.geometry")
@pytest.mark.parametrize("degrees", [90.5, 0.0, -20.0])
def test_a_wheel_goes_forward_by_at_most_90_degrees(degrees):
    assert refused(alone(), 0, Wheel(degrees, "left")).rule == "move.geometry"


@pytest.mark.rule("move.turn", "move.geometry")
def test_a_turn_makes_files_into_ranks():
    battle = alone()  # 24 in 6 files, 4 ranks
    found = judged(battle, 0, TurnModels("right"))
    assert found.files == 4
    assert found.cost == 1.0
    assert found.end is not None
    assert found.end.facing == 90
    old_edge = edge_middle(body(battle.units[0]), Edge.RIGHT)
    assert (found.end.x, found.end.y) == pytest.approx(old_edge, abs=0.001)


@pytest.mark.rule("move.turn", "move.geometry")
def test_a_turn_about_keeps_the_files():
    battle = alone()
    found = judged(battle, 0, TurnModels("about"), Advance(3))
    assert found.files == 6
    assert found.left == 0.0
    assert found.end == pose(36, 20 - 4 * BASE - 3, 180)


@pytest.mark.rule("move.turn", "move.geometry")
def test_cavalry_that_turns_changes_its_outline():
    battle = table(Put(horse("horse", 10), 36, 20, files=5))
    found = judged(battle, 0, TurnModels("left"))
    after = body(moved(battle, 0, TurnModels("left")).units[0])
    assert found.files == 2
    assert (after.width, after.depth) == pytest.approx((50 / 25.4, 250 / 25.4))


@pytest.mark.rule("troop.drilled")
def test_drilled_troops_turn_once_for_nothing():
    battle = table(Put(legionaries(), 36, 20, files=6))
    assert judged(battle, 0, TurnModels("about")).cost == 0.0
    assert judged(battle, 0, TurnModels("about"), TurnModels("about")).cost == 1.0
    assert judged(battle, 0, ChangeFormation(9)).cost == 0.0
    assert judged(battle, 0, ChangeFormation(18)).cost == 4.0


@pytest.mark.rule("move.change-formation")
def test_a_rank_more_or_less_costs_half_the_move():
    battle = alone()
    assert judged(battle, 0, ChangeFormation(8)).cost == 2.0
    assert judged(battle, 0, ChangeFormation(5)).cost == 2.0
    end = judged(battle, 0, ChangeFormation(8)).end
    assert end == battle.units[0].pose


@pytest.mark.rule("move.change-formation")
def test_case_a34_two_ranks_take_the_whole_move():
    """Case A34."""
    battle = alone()
    found = judged(battle, 0, ChangeFormation(4))
    assert (found.cost, found.left) == (4.0, 0.0)
    after = moved(battle, 0, ChangeFormation(4))
    assert rank_count(after.units[0]) == 6
    assert refused(battle, 0, Advance(0.5), ChangeFormation(4)).rule == "move.change-formation"


@pytest.mark.rule("move.change-formation")
def test_three_ranks_are_too_many():
    no = refused(alone(), 0, ChangeFormation(24))
    assert no.rule == "move.change-formation"
    assert "by 3" in no.why


@pytest.mark.rule("move.geometry")
def test_other_files_in_as_many_ranks_cost_as_one_rank():
    battle = alone(spearmen(models=22))
    assert judged(battle, 0, ChangeFormation(7)).cost == 2.0


@pytest.mark.rule("move.reform")
def test_case_a35_a_reform_is_all_that_a_unit_does():
    """Case A35, its first half: nothing else is done in that turn."""
    battle = alone()
    found = judged(battle, 0, Reform(8, 90))
    assert (found.files, found.left) == (8, 0.0)
    after = moved(battle, 0, Reform(8, 90))
    assert after.units[0].doings.moved is Moved.REFORMED
    old, new = body(battle.units[0]), body(after.units[0])
    assert (old.cx, old.cy) == pytest.approx((new.cx, new.cy), abs=0.001)
    assert refused(battle, 0, Reform(8, 90), Advance(1)).rule == "move.reform"
    assert refused(battle, 0, Advance(1), Reform(8, 90)).rule == "move.reform"


@pytest.mark.rule("move.reform", "troop.drilled")
def test_no_reform_after_a_free_turn_nor_with_less_than_the_whole_move_left():
    drilled = alone(legionaries(models=18))
    assert refused(drilled, 0, TurnModels("left"), Reform(6, 0)).rule == "move.reform"
    waited = done(alone(), 0, move_left=3.9)
    no = refused(waited, 0, Reform(8, 90))
    assert (no.rule, "4 inches, 3.9 are left" in no.why) == ("move.reform", True)


@pytest.mark.rule("move.reform")
def test_no_model_reforms_further_than_double_its_move():
    battle = table(Put(spearmen(models=40), 36, 20, files=10))
    assert refused(battle, 0, Reform(40, 0)).rule == "move.reform"
    assert judged(battle, 0, Reform(20, 0)).files == 20


@pytest.mark.rule("move.geometry")
def test_a_reform_must_end_free():
    battle = table(Put(spearmen(models=24), 36, 20, files=6), Put(spearmen("b"), 41, 20, files=4))
    no = refused(battle, 0, Reform(12, 0))
    assert no.rule == "move.interpenetrate"
    assert "b" in no.why


@pytest.mark.rule("move.reform-near-enemy", "troop.drilled")
def test_no_reform_near_the_enemy_where_the_players_agreed():
    """Case A35, its second half: an option, and the drilled may all the same."""
    near = enemy(36, 27)
    rules = Ruleset(reform_blocked_near_enemy=True)
    mine = Put(spearmen(), 36, 20, files=4)
    assert (
        refused(table(mine, near, ruleset=rules), 0, Reform(8, 0)).rule == "move.reform-near-enemy"
    )
    exactly = table(mine, enemy(36, 28), ruleset=rules)
    assert refused(exactly, 0, Reform(4, 0)).rule == "move.reform-near-enemy"
    assert judged(table(mine, near), 0, Reform(8, 0)).files == 8
    assert judged(table(mine, enemy(36, 28.1), ruleset=rules), 0, Reform(8, 0)).files == 8
    drilled = Put(legionaries(models=16), 36, 20, files=4)
    assert judged(table(drilled, near, ruleset=rules), 0, Reform(8, 0)).files == 8


@pytest.mark.rule("move.march")
def test_a_march_doubles_the_rate_and_may_wheel_but_not_turn():
    battle = alone()
    assert judged(battle, 0, Advance(8), march=True).end == pose(36, 28, 0)
    assert judged(battle, 0, Wheel(40, "left"), Advance(3), march=True)
    after = moved(battle, 0, Advance(5), march=True)
    assert after.units[0].doings.moved is Moved.MARCHED
    for barred in (TurnModels("left"), ChangeFormation(8), Reform(8, 0)):
        assert refused(battle, 0, barred, march=True).rule == "move.march"


@pytest.mark.rule("move.march")
def test_machines_never_march():
    chariots = foot("chariots", 3, kind=Kind.LIGHT_CHARIOT, move=8)
    assert refused(table(Put(chariots, 36, 20)), 0, Advance(9), march=True).rule == "move.march"


def barred(battle):
    unit = battle.units[0]
    unit = replace(unit, doings=replace(unit.doings, march_barred=True))
    return replace(battle, units=(unit, *battle.units[1:]))


@pytest.mark.rule("move.march")
def test_no_march_with_an_enemy_within_8_inches():
    no = refused(barred(alone()), 0, Advance(5), march=True)
    assert no.rule == "move.march"
    assert "8 inches" in no.why
    assert judged(barred(alone()), 0, Advance(4))


@pytest.mark.rule("troop.drilled")
def test_drilled_troops_test_to_march_near_the_enemy():
    battle = barred(table(Put(legionaries(), 36, 20, files=6)))
    passed = moved(battle, 0, Advance(8), march=True, dice=(3, 5))
    assert passed.units[0].pose == pose(36, 28, 0)
    failed = moved(battle, 0, Advance(8), march=True, dice=(5, 4))
    assert failed.units[0].pose == pose(36, 20, 0)
    assert failed.units[0].doings.moved is Moved.STOOD
    assert refused(failed, 0, Advance(8), march=True).rule == "troop.drilled"
    assert judged(failed, 0, Advance(4))


@pytest.mark.rule("move.back-and-sideways")
def test_back_and_sideways_cost_double():
    battle = alone()
    assert judged(battle, 0, Backward(2)).end == pose(36, 18, 0)
    assert judged(battle, 0, Sidestep(2)).end == pose(38, 20, 0)
    assert judged(battle, 0, Sidestep(-2)).end == pose(34, 20, 0)
    assert judged(battle, 0, Sidestep(1.5)).cost == 3.0
    assert refused(battle, 0, Sidestep(-2.5)).rule == "move.back-and-sideways"
    no = refused(battle, 0, Backward(2.5))
    assert no.rule == "move.back-and-sideways"
    assert no.why == "a move backwards of 2.5 inches needs 5 inches, 4 are left"
    assert no.last_legal == pose(36, 18, 0)


@pytest.mark.rule("move.interpenetrate")
def test_nobody_moves_through_a_friend():
    battle = table(
        Put(spearmen("a"), 36, 20, files=4), Put(spearmen("b"), 36, 20 + 2 + 4 * BASE, files=4)
    )
    no = refused(battle, 0, Advance(3))
    assert no.rule == "move.interpenetrate"
    assert no.why == "b is in the way after 2 inches of the advance"
    assert no.last_legal is not None
    assert no.last_legal.y == pytest.approx(22, abs=0.01)
    assert judged(battle, 0, Advance(2)).end == pose(36, 22, 0)


@pytest.mark.rule("measure.tolerance", "move.interpenetrate")
def test_only_a_charge_ends_in_contact():
    battle = table(Put(spearmen(), 36, 20, files=4), enemy(36, 22, files=6))
    assert judged(battle, 0, Advance(1.9)).end == pose(36, 21.9, 0)
    no = refused(battle, 0, Advance(1.95))
    assert no.rule == "measure.tolerance"
    through = refused(battle, 0, Advance(3))
    assert through.rule == "move.interpenetrate"
    assert through.last_legal is not None
    assert through.last_legal.y == pytest.approx(21.9, abs=0.003)


@pytest.mark.rule("measure.tolerance")
def test_friends_may_touch():
    friend = Put(spearmen("b"), 36, 22, 180, files=4)
    battle = table(Put(spearmen(), 36, 20, files=4), friend)
    assert judged(battle, 0, Advance(2)).end == pose(36, 22, 0)
    assert refused(battle, 0, Advance(2.02)).rule == "move.interpenetrate"


@pytest.mark.rule("move.interpenetrate", "move.wheel")
def test_a_wheel_past_a_friend():
    friend = Put(spearmen("b"), 40.5, 23, files=4)
    battle = table(Put(spearmen("a", 24), 36, 20, files=6), friend)
    assert judged(battle, 0, Wheel(20, "left"))
    in_its_way = table(
        Put(spearmen("a", 24), 36, 20, files=6), Put(spearmen("b"), 38, 20.2 + 4 * BASE, files=4)
    )
    no = refused(in_its_way, 0, Wheel(20, "left"))
    assert no.rule == "move.interpenetrate"
    assert "degrees of the wheel" in no.why
    assert no.last_legal is not None
    assert judged(in_its_way, 0, Wheel(min(90, round(360 - no.last_legal.facing, 2)), "left"))


@pytest.mark.rule("move.one-inch-gap")
def test_an_inch_from_every_enemy_where_the_players_agreed():
    """Case A17: with the option an inch is kept during the whole move; without it nobody minds."""
    rules = Ruleset(one_inch_gap=True)
    mine = Put(spearmen(), 36, 20, files=4)
    assert judged(table(mine, enemy(36, 24)), 0, Advance(3.5))
    strict = table(mine, enemy(36, 24), ruleset=rules)
    assert judged(strict, 0, Advance(3))
    assert refused(strict, 0, Advance(3.5)).rule == "move.one-inch-gap"
    # past a corner: free at the end, too near on the way
    beside = enemy(36 + 2 * BASE + 0.5, 22, 270, files=1, models=1)
    assert judged(table(mine, beside), 0, Advance(8), march=True)
    past = table(mine, beside, ruleset=rules)
    assert refused(past, 0, Advance(8), march=True).rule == "move.one-inch-gap"
    wheel_by = table(mine, enemy(40, 21.5, 90, files=1, models=1), ruleset=rules)
    assert refused(wheel_by, 0, Wheel(60, "left")).rule == "move.one-inch-gap"


@pytest.mark.rule("move.one-inch-gap")
def test_who_begins_nearer_than_an_inch_goes_no_nearer():
    battle = table(
        Put(spearmen(), 36, 20, files=4), enemy(36, 20.5), ruleset=Ruleset(one_inch_gap=True)
    )
    assert judged(battle, 0, Backward(1))
    assert judged(battle, 0, Sidestep(1))
    assert refused(battle, 0, Advance(0.2)).rule == "move.one-inch-gap"


@pytest.mark.rule("move.one-inch-gap")
@pytest.mark.parametrize(
    ("mine", "there", "order"),
    [
        (Put(general(), 36, 20), (36, 24.5), Go(pose(36, 24, 0))),
        (
            Put(skirmishers(models=2), 36, 20, places=((35, 20, 0), (37, 20, 0))),
            (40.5, 23),
            Places((pose(35, 23, 0), pose(37, 23, 0))),
        ),
        (
            Put(auxilia(models=4), 36, 20, places=tuple((33 + 2 * i, 20, 0) for i in range(4))),
            (36, 22),
            CloseUp(1, 0),
        ),
        (Put(auxilia(models=4), 36, 20, files=4), (41.9, 19.9), OpenOut(1.0)),
        (Put(spearmen(), 36, 20, files=4), (41.3, 20), ChangeFormation(5)),
        (Put(horse("horse", 6), 36, 20, files=3), (28.5, 18), TurnModels("right")),
        (Put(spearmen(), 36, 20, files=4), (41.3, 20), Reform(8, 0)),
    ],
)
def test_an_inch_is_kept_in_every_kind_of_move(mine, there, order):
    x, y = there
    near = enemy(x, y, files=6)
    strict = table(mine, near, ruleset=Ruleset(one_inch_gap=True))
    assert judged(table(mine, near), 0, order)
    assert refused(strict, 0, order).rule == "move.one-inch-gap"


@pytest.mark.rule("move.table-edge")
def test_no_character_nor_skirmisher_leaves_the_table():
    battle = table(
        Put(general(), 1, 20), Put(skirmishers(models=2), 9, 1, places=((8, 1, 0), (10, 1, 0)))
    )
    assert judged(battle, 0, Go(pose(0.5, 20, 0)))
    assert refused(battle, 0, Go(pose(0.4, 20, 0))).rule == "move.table-edge"
    assert judged(battle, 1, Places((pose(8, 0.8, 0), pose(10, 0.8, 0))))
    assert refused(battle, 1, Places((pose(8, 1, 0), pose(10, 0.7, 0)))).rule == "move.table-edge"


@pytest.mark.rule("move.table-edge")
def test_nobody_leaves_the_table():
    battle = table(Put(spearmen(), 36, 46, files=4), Put(spearmen("b"), 36, 3.3, files=4))
    no = refused(battle, 0, Advance(3))
    assert no.rule == "move.table-edge"
    assert no.last_legal == pose(36, 48, 0)
    assert judged(battle, 0, Advance(2))
    assert refused(battle, 1, Backward(1)).rule == "move.table-edge"
    corner = table(Put(spearmen(), 2, 10, files=4))
    assert refused(corner, 0, Wheel(20, "right")).rule == "move.table-edge"


@pytest.mark.rule("combat.locked")
def test_units_in_combat_do_not_move():
    battle = alone()
    battle = replace(battle, units=(replace(battle.units[0], fight=Fight()),))
    assert refused(battle, 0, Advance(1)).rule == "combat.locked"


@pytest.mark.rule("turn.procedure")
@pytest.mark.parametrize("figure", [float("nan"), float("inf"), -1e9])
def test_orders_without_sound_figures(figure):
    no = refused(alone(), 0, Advance(1), Advance(figure))
    assert no.rule == "turn.procedure"
    assert "manoeuvre 2" in no.why
    assert refused(alone(), 0, Wheel(figure, "left")).rule in ("turn.procedure", "move.geometry")


@pytest.mark.rule("turn.procedure")
def test_orders_to_strangers():
    battle = table(Put(spearmen(), 36, 20, files=4), enemy(36, 30))
    assert refused(battle, 1, Advance(1)).rule == "turn.procedure"
    assert refused(battle, 7, Advance(1)).rule == "turn.procedure"
    assert refused(battle, -1, Advance(1)).rule == "turn.procedure"
    assert refused(battle, 0).rule == "turn.procedure"
    assert refused(battle, 0, *[Advance(0.05)] * 41).rule == "turn.procedure"


@pytest.mark.rule("unit.ranks")
def test_files_go_from_one_to_the_number_of_models():
    battle = alone()
    assert refused(battle, 0, ChangeFormation(25)).rule == "unit.ranks"
    assert refused(battle, 0, Reform(0, 0)).rule == "unit.ranks"


@pytest.mark.rule("measure.when")
def test_a_refusal_tells_nothing_of_what_lies_beyond_the_units_own_move():
    clear = table(Put(spearmen(), 36, 20, files=4))
    foe = table(Put(spearmen(), 36, 20, files=4), enemy(36, 27))
    for far in (Advance(20), Wheel(90, "left")):
        assert refused(foe, 0, far) == refused(clear, 0, far)
    assert refused(foe, 0, Advance(20)).rule == "move.rate"
    assert refused(foe, 0, Advance(20), march=True).rule == "move.interpenetrate"


@pytest.mark.rule("unit.ranks", "move.turn")
def test_no_turn_makes_a_front_too_narrow_for_the_leader_and_a_character():
    line = table(Put(spearmen(models=8), 36, 20, files=9), Put(general(mounted=False), 60, 20))
    no = refused(joined(line, 1, 0), 0, TurnModels("right"))
    assert no.rule == "unit.ranks"
    two_ranks = table(Put(spearmen(models=8), 36, 20, files=5), Put(general(mounted=False), 60, 20))
    assert judged(joined(two_ranks, 1, 0), 0, TurnModels("right")).files == 2


@pytest.mark.rule("move.table-edge", "move.wheel")
def test_a_wheel_goes_as_far_as_the_table_does() -> None:
    """Wheeling to its right, its left rear corner swings out to the left, over the table edge."""
    battle = table(Put(legionaries(models=12), x=2.55, y=20, files=6))
    assert judged(battle, 0, Wheel(3.0, "right")).cost > 0
    assert refused(battle, 0, Wheel(20.0, "right")).rule == "move.table-edge"
