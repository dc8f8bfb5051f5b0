"""Skirmishers: links, free movement, closing up, opening out, who falls."""

import pytest

from kit.orders import judged, moved, refused
from kit.tables import BLUE, Put, table
from kit.troops import auxilia, general, skirmishers, spearmen, warriors
from maniple.battle.orders import (
    Advance,
    ChangeFormation,
    CloseUp,
    OpenOut,
    Places,
    Spread,
    TurnModels,
)
from maniple.battle.unit import Formation
from maniple.geometry import Pose, pose
from maniple.rules.moving.skirmish import are_linked, casualty_places, middle_of, spread

BASE = 20 / 25.4
ROW = ((30.0, 20.0, 0.0), (32.0, 20.0, 0.0), (34.0, 20.0, 0.0), (36.0, 20.0, 0.0))


def men(*places: tuple[float, float, float]) -> Put:
    return Put(skirmishers(models=len(places)), 33, 20, places=places)


def at(*places: tuple[float, float, float]) -> Places:
    return Places(tuple(pose(*place) for place in places))


def shifted(dx: float, dy: float, facing: float = 0.0) -> Places:
    return at(*((x + dx, y + dy, facing) for x, y, _ in ROW))


@pytest.mark.rule("troop.skirmish")
def test_each_model_goes_and_faces_any_way():
    battle = table(men(*ROW))
    assert judged(battle, 0, shifted(2, -3)).cost == pytest.approx(13**0.5, abs=0.001)
    after = moved(battle, 0, shifted(2, -3, 137))
    assert after.units[0].places[0] == pose(32, 17, 137)
    assert after.units[0].pose == pose(35, 17, 137)
    assert refused(battle, 0, shifted(4, 1)).rule == "move.rate"
    assert refused(battle, 0, Advance(2)).rule == "troop.skirmish"


@pytest.mark.rule("troop.skirmish.shape")
def test_each_is_linked_to_all_others_by_gaps_of_two_inches():
    battle = table(men(*ROW))
    wide = 34 + BASE + 2
    linked = at(*ROW[:3], (wide, 20, 0))
    assert judged(battle, 0, linked)
    torn = at(*ROW[:3], (wide + 0.01, 20, 0))
    assert refused(battle, 0, torn).rule == "troop.skirmish.shape"


@pytest.mark.rule("troop.skirmish.shape")
def test_an_order_gives_every_model_a_place_of_its_own():
    battle = table(men(*ROW))
    assert refused(battle, 0, at(*ROW[:3])).rule == "troop.skirmish.shape"
    assert refused(battle, 0, at(*ROW[:3], ROW[2])).rule == "troop.skirmish.shape"


@pytest.mark.rule("troop.skirmish.shape", "move.interpenetrate")
def test_no_model_goes_through_a_body():
    battle = table(men(*ROW), Put(spearmen(models=2), 32, 23, files=2))
    no = refused(battle, 0, shifted(0, 4))
    assert no.rule == "move.interpenetrate"
    assert "model 2" in no.why
    assert judged(battle, 0, shifted(0, 2))


@pytest.mark.rule("troop.skirmish.shape")
def test_a_spread_gives_the_places():
    battle = table(men(*ROW))
    found = judged(battle, 0, Spread(pose(33, 22, 0), 2, 1.0))
    assert set(found.places) == set(spread(pose(33, 22, 0), 2, 1.0, 4, BASE, BASE))
    assert refused(battle, 0, Spread(pose(33, 22, 0), 5, 1.0)).rule == "troop.skirmish.shape"
    assert refused(battle, 0, Spread(pose(33, 22, 0), 2, 2.5)).rule == "troop.skirmish.shape"


def test_spread_places():
    places = spread(Pose(10, 10, 90), 2, 1.0, 3, 1.0, 1.0)
    assert places == (pose(10, 11, 90), pose(10, 9, 90), pose(8, 10, 90))
    assert are_linked(places, 1.0, 1.0)
    assert middle_of(places) == pose(9.333, 10, 90)


@pytest.mark.rule("troop.skirmish.shape")
def test_lost_links_are_restored_by_the_next_move():
    torn = Put(
        auxilia(models=4), 33, 20, places=((30, 20, 0), (31, 20, 0), (35.5, 20, 0), (36.5, 20, 0))
    )
    battle = table(torn)
    assert refused(battle, 0, CloseUp(2, 0)).rule == "troop.skirmish.shape"
    again = at((30, 20, 0), (31, 20, 0), (33, 20, 0), (34, 20, 0))
    assert judged(battle, 0, again)
    for more in (CloseUp(2, 0), again):
        no = refused(battle, 0, again, more)
        assert (no.rule, "does nothing else" in no.why) == ("troop.skirmish.shape", True)


@pytest.mark.rule("troop.skirmish.shape", "troop.light", "move.march")
def test_opening_out_and_closing_up_cost_half_the_move():
    battle = table(Put(auxilia(models=6), 36, 20, files=3))
    opened = judged(battle, 0, OpenOut(1.0))
    assert opened.cost == 2.0
    after = moved(battle, 0, Advance(1), OpenOut(1.0))
    unit = after.units[0]
    assert unit.formation is Formation.SKIRMISH
    assert unit.places == spread(pose(36, 21, 0), 3, 1.0, 6, BASE, BASE)
    loose = table(Put(auxilia(models=6), 36, 20, places=tuple((p.x, p.y, 0) for p in unit.places)))
    closed = judged(loose, 0, CloseUp(3, 90), Advance(2))
    assert closed.cost == 4.0
    assert closed.files == 3
    ranks = moved(loose, 0, CloseUp(3, 90)).units[0]
    assert ranks.formation is Formation.FORMED
    assert ranks.places == ()
    assert refused(loose, 0, CloseUp(3, 90), march=True).rule == "move.march"
    assert refused(battle, 0, OpenOut(1.0), march=True).rule == "move.march"


@pytest.mark.rule("troop.skirmish.shape")
def test_what_is_left_of_the_move_and_how_far_each_goes_bound_a_change_of_shape():
    ranks = table(Put(auxilia(models=6), 36, 20, files=3))
    loose = table(Put(auxilia(models=3), 36, 20, places=((34, 20, 0), (36, 20, 0), (38, 20, 0))))
    ahead = at((34, 23, 0), (36, 23, 0), (38, 23, 0))
    assert refused(loose, 0, ahead, CloseUp(3, 0)).rule == "troop.skirmish.shape"
    assert refused(ranks, 0, Advance(3.0), OpenOut(1.0)).rule == "troop.skirmish.shape"
    far = table(
        Put(
            auxilia(models=18),
            36,
            20,
            places=tuple((14 + 2.5 * i, 20, 0) for i in range(18)),
        )
    )
    assert "to its place in the ranks" in refused(far, 0, CloseUp(1, 0)).why
    assert "0 to 2" in refused(ranks, 0, OpenOut(2.5)).why
    wide = table(Put(auxilia(models=18), 36, 20, files=18))
    assert "a model would move" in refused(wide, 0, OpenOut(2.0)).why


@pytest.mark.rule("troop.light", "troop.skirmish")
def test_who_may_open_out_and_who_may_close_up():
    assert refused(table(Put(spearmen(), 36, 20, files=4)), 0, OpenOut(1.0)).rule == "troop.light"
    assert refused(table(men(*ROW)), 0, CloseUp(2, 0)).rule == "troop.skirmish"
    assert refused(table(men(*ROW)), 0, TurnModels("left")).rule == "troop.skirmish"
    assert refused(table(men(*ROW)), 0, ChangeFormation(2)).rule == "troop.skirmish"
    hosts = table(Put(auxilia(), 36, 20, files=6), Put(general(), 20, 20))
    assert refused(hosts, 1, OpenOut(1.0)).rule == "character.move"


@pytest.mark.rule("troop.skirmish.shape")
def test_those_farthest_from_the_enemy_fall_first():
    battle = table(men(*ROW), Put(warriors(), 30, 30, 180, files=4, side=BLUE))
    left = casualty_places(battle, battle.units[0], 1)
    assert left == tuple(pose(*p) for p in ROW[:3])


@pytest.mark.rule("troop.skirmish.shape")
def test_nobody_falls_who_holds_the_links_together():
    # the farthest one is the link between the two nearer ones
    arrow = ((30.0, 20.0, 0.0), (32.2, 19.0, 0.0), (34.4, 20.0, 0.0))
    battle = table(
        men(*arrow),
        Put(warriors("a", 4), 30, 24, 180, files=4, side=BLUE),
        Put(warriors("b", 4), 35, 24.5, 180, files=4, side=BLUE),
    )
    left = casualty_places(battle, battle.units[0], 1)
    assert left == (pose(*arrow[0]), pose(*arrow[1]))
    assert casualty_places(battle, battle.units[0], 3) == ()
