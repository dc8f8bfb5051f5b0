"""What ground costs, what it stops, and how a piece counts."""

import math

import pytest

from kit.orders import judged, refused
from kit.tables import BLUE, Put, table
from kit.troops import general, skirmishers, spearmen, warriors
from maniple.battle.bodies import body
from maniple.battle.orders import Advance, Backward, Go, Places, Wheel
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import UnitId
from maniple.geometry import Rect, pose
from maniple.rules.table.obstruct import bodies_in_way, is_free, what_blocks
from maniple.rules.table.terrain_cost import (
    advance_cost,
    in_difficult,
    inches_for,
    nearest_points,
)

BASE = 20 / 25.4


def piece(ground: Ground, low: float, high: float, left: float = 20, right: float = 50, **more):
    return Terrain(
        "piece", ((left, low), (right, low), (right, high), (left, high)), ground, **more
    )


def before(*terrain: Terrain, sheet=None):
    return table(Put(sheet or spearmen(), 36, 20, files=4), terrain=terrain)


@pytest.mark.rule("terrain.difficult", "terrain.cost")
def test_difficult_ground_costs_two_for_each_inch():
    wood = before(piece(Ground.DIFFICULT, 21, 30))
    assert judged(wood, 0, Advance(2)).cost == 3.0
    assert judged(wood, 0, Advance(2.5)).cost == 4.0
    no = refused(wood, 0, Advance(4))
    assert no.why == "the advance of 4 inches needs 7 inches, 4 are left"
    assert no.last_legal == pose(36, 22.5, 0)


@pytest.mark.rule("terrain.very-difficult")
def test_very_difficult_ground_costs_four():
    assert judged(before(piece(Ground.VERY_DIFFICULT, 21, 30)), 0, Advance(1.5)).cost == 3.0


@pytest.mark.rule("terrain.cost")
def test_any_part_of_the_body_counts_until_the_last_rank_is_out():
    # 3.15 inches deep, and the wood ends an inch before its front: 2.15 inches to go in it
    wood = before(piece(Ground.DIFFICULT, 10, 19))
    deep = 4 * BASE
    found = judged(wood, 0, Advance(3), march=True)
    assert found.cost == pytest.approx(3 + (deep - 1), abs=0.002)


@pytest.mark.rule("terrain.cost")
def test_where_pieces_overlap_the_worst_counts():
    both = before(piece(Ground.DIFFICULT, 20, 30), piece(Ground.VERY_DIFFICULT, 20, 30))
    assert judged(both, 0, Advance(1)).cost == 4.0


@pytest.mark.rule("terrain.cost", "move.wheel")
def test_a_wheel_is_charged_whole_at_the_worst_factor():
    arc = 4 * BASE * math.radians(20)
    clear = before(piece(Ground.DIFFICULT, 22, 30))
    assert judged(clear, 0, Wheel(20, "left")).cost == pytest.approx(arc, abs=0.001)
    wood = before(piece(Ground.DIFFICULT, 20.8, 30))
    assert judged(wood, 0, Wheel(20, "left")).cost == pytest.approx(2 * arc, abs=0.001)


@pytest.mark.rule("move.back-and-sideways", "terrain.difficult")
def test_backwards_through_a_wood_costs_four_for_each_inch():
    assert judged(before(piece(Ground.DIFFICULT, 10, 30)), 0, Backward(1)).cost == 4.0


@pytest.mark.rule("terrain.hills", "terrain.agree")
def test_a_hill_is_clear_unless_it_was_agreed_otherwise():
    hill = piece(Ground.CLEAR, 21, 30, height=1, look="hill")
    assert judged(before(hill), 0, Advance(4)).cost == 4.0
    steep = piece(Ground.DIFFICULT, 21, 30, height=1, look="hill")
    assert refused(before(steep), 0, Advance(4)).rule == "move.rate"


@pytest.mark.rule("terrain.obstacle", "terrain.cost")
def test_an_obstacle_costs_half_the_move_and_is_not_stood_upon():
    hedge = before(piece(Ground.OBSTACLE, 21, 21.3), sheet=spearmen(models=4))
    over = judged(hedge, 0, Advance(1.3 + BASE + 0.1), march=True)
    assert over.cost == pytest.approx(1.4 + BASE + 2, abs=0.002)
    no = refused(hedge, 0, Advance(1.5))
    assert no.rule == "terrain.cost"
    assert no.last_legal == pose(36, 20, 0)
    dear = refused(hedge, 0, Advance(2.2))
    assert dear.rule == "move.rate"
    assert dear.last_legal == pose(36, 20, 0)


@pytest.mark.rule("terrain.impassable")
def test_nobody_enters_impassable_ground():
    lake = before(piece(Ground.IMPASSABLE, 22, 30))
    no = refused(lake, 0, Advance(3))
    assert no.rule == "terrain.impassable"
    assert no.why == "piece is in the way after 2 inches of the advance"
    assert judged(lake, 0, Advance(2)).end == pose(36, 22, 0)
    assert refused(lake, 0, Advance(2), Wheel(20, "left")).rule == "terrain.impassable"


@pytest.mark.rule("troop.skirmish")
def test_skirmishers_cross_difficult_ground_at_full_rate():
    men = Put(skirmishers(models=3), 36, 20, places=((35, 20, 0), (36, 20, 0), (37, 20, 0)))
    wood = table(men, terrain=(piece(Ground.DIFFICULT, 19, 30),))
    ahead = Places((pose(35, 24, 0), pose(36, 24, 0), pose(37, 24, 0)))
    assert judged(wood, 0, ahead).cost == 4.0
    scree = table(men, terrain=(piece(Ground.VERY_DIFFICULT, 19, 30),))
    assert refused(scree, 0, ahead).rule == "move.rate"


@pytest.mark.rule("terrain.cost", "character.move")
def test_single_models_pay_for_their_own_path():
    man = table(
        Put(general(mounted=False), 36, 20), terrain=(piece(Ground.DIFFICULT, 21, 30, 36, 50),)
    )
    assert judged(man, 0, Go(pose(36, 22, 0))).cost == 3.0
    assert judged(man, 0, Go(pose(33, 22, 0))).cost == pytest.approx(math.hypot(3, 2), abs=0.001)


@pytest.mark.rule("terrain.cost")
def test_how_far_a_budget_carries():
    wood = before(piece(Ground.DIFFICULT, 21, 22), piece(Ground.OBSTACLE, 30, 30.2))
    unit = wood.units[0]
    rect = body(unit)
    deep = 4 * BASE
    for inches in (0.5, 1.0, 2.0, 1 + 1 + deep, 7.0):
        cost = advance_cost(wood, unit, rect, 0.0, 1.0, inches)
        assert inches_for(wood, unit, rect, 0.0, 1.0, cost) == pytest.approx(inches)
    # the obstacle, ten inches ahead, has its price: with too little left it is not crossed
    before_it = advance_cost(wood, unit, rect, 0.0, 1.0, 10.0)
    assert inches_for(wood, unit, rect, 0.0, 1.0, before_it + 1.9) == pytest.approx(10.0, abs=0.02)
    assert inches_for(wood, unit, rect, 0.0, 1.0, before_it + 2.5) == pytest.approx(10.5, abs=0.02)


@pytest.mark.rule("terrain.rank-bonus")
def test_who_stands_in_difficult_ground():
    wood = before(piece(Ground.DIFFICULT, 19, 30), piece(Ground.OBSTACLE, 15, 15.3))
    assert in_difficult(wood, body(wood.units[0]))
    assert not in_difficult(wood, Rect(36, 18.9, 0, 3, 1))


@pytest.mark.rule("measure.tolerance")
def test_the_nearest_points_of_two_bodies():
    x0, y0, x1, y1 = nearest_points(Rect(0, 0, 0, 4, 2), Rect(1, 3, 180, 2, 2))
    assert (y0, y1) == (0, 3)
    assert x0 == x1


@pytest.mark.rule("move.interpenetrate", "terrain.impassable", "terrain.cost", "move.table-edge")
def test_what_blocks_a_body():
    battle = table(
        Put(spearmen(), 36, 20, files=4),
        Put(warriors(), 36, 30, 180, files=6, side=BLUE),
        terrain=(piece(Ground.IMPASSABLE, 40, 44), piece(Ground.OBSTACLE, 5, 5.3)),
    )
    me = UnitId(0)
    rects, owners = bodies_in_way(battle, me)
    assert owners == [1]
    assert len(rects) == 1
    assert bodies_in_way(battle, me, ignoring=(UnitId(1),)) == ([], [])

    def rule(rect: Rect) -> str | None:
        blocked = what_blocks(battle, me, [rect])
        return None if blocked is None else blocked.rule

    assert rule(Rect(36, 31, 0, 3, 2)) == "move.interpenetrate"
    assert rule(Rect(36, 42, 0, 3, 2)) == "terrain.impassable"
    assert rule(Rect(36, 6, 0, 3, 2)) == "terrain.cost"
    assert rule(Rect(1, 20, 0, 3, 2)) == "move.table-edge"
    assert rule(Rect(36, 20, 0, 3, 2)) is None
    assert is_free(battle, me, [Rect(36, 31, 0, 3, 2)], ignoring=(UnitId(1),))
