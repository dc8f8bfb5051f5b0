"""What may be looked at: arcs and circles at any time, distances to enemies as the rules allow."""

import random

import pytest
from msgspec.structs import replace

from kit.changes import joined
from kit.tables import BLUE, Put, table
from kit.troops import foot, general, skirmishers
from maniple import Game, Side, load_scenario, new_game
from maniple.armies import with_options
from maniple.battle.asks import OrderUnit
from maniple.battle.bodies import outline
from maniple.battle.state import Battle
from maniple.rules.moving.plan import may_march
from maniple.rules.nerve.leadership import general_near
from maniple.rules.shooting.sight import can_see
from maniple.server.looks import look
from maniple.server.wire.messages import Look


def game_with(*options: str) -> Game:
    """A game at its first order."""
    game = new_game(with_options(load_scenario("small-field"), options), seed=2)
    rng = random.Random(2)
    while not isinstance(game.pending, OrderUnit):
        game.answer(game.sample(rng.randrange))
    return game


def pair(game: Game) -> tuple[int, int]:
    """A unit of each side on the table."""
    ours, theirs = [
        next(unit.id for unit in game.battle.of(side) if unit.is_on_table) for side in Side
    ]
    return ours, theirs


@pytest.mark.rule("measure.when")
def test_the_distance_to_an_enemy_is_not_told() -> None:
    game = game_with()
    ours, theirs = pair(game)
    seen = look(game, (Side.RED,), Look(1, "tape", ours, theirs))
    assert seen.illegal is not None
    assert seen.illegal.rule == "measure.when"
    assert not seen.shapes
    for sides in ((Side.RED,), ()):
        assert look(game, sides, Look(2, "reach", theirs)).illegal is not None
    assert look(game, (), Look(4, "reach", ours)).illegal is not None
    assert look(game, (Side.RED,), Look(3, "reach", ours)).shapes


@pytest.mark.rule("measure.free")
def test_where_measuring_is_free_a_tape_tells_it() -> None:
    game = game_with("free_measuring")
    ours, theirs = pair(game)
    seen = look(game, (Side.RED,), Look(1, "tape", ours, theirs))
    assert seen.illegal is None
    (tape,) = seen.shapes
    assert tape.label is not None
    assert dict(tape.label.args)["inches"] > 0
    assert look(game, (Side.RED,), Look(2, "reach", theirs)).shapes


@pytest.mark.parametrize("what", ["arc", "sight", "march-block", "command"])
def test_what_anybody_can_see_is_drawn_on_the_table(what: str) -> None:
    game = game_with()
    ours, _ = pair(game)
    seen = look(game, (), Look(7, what, ours))
    assert seen.id == 7
    assert seen.illegal is None
    battle = game.battle
    side = battle.units[ours].side
    foes = [unit for unit in battle.of(side.enemy) if unit.is_on_table]
    stands = [unit for unit in battle.of(side) if unit.sheet.is_battle_standard]
    expected = {
        "arc": 1,
        "sight": sum(can_see(battle, ours, foe.id) for foe in foes),
        "march-block": sum(len(outline(foe)) for foe in foes if not foe.fleeing),
        "command": 1 + len(stands),
    }
    assert len(seen.shapes) == expected[what] > 0
    if what == "arc":
        assert len(seen.shapes[0].points) == 4


@pytest.mark.rule("measure.when", "charge.declare")
def test_how_far_a_charge_goes_is_drawn_for_those_only_who_may_march_as_far() -> None:
    game = game_with()
    marchers = [
        unit.id
        for unit in game.battle.of(Side.RED)
        if unit.is_on_table and may_march(game.battle, unit) is None
    ]
    ours = marchers[0]
    far = look(game, (Side.RED,), Look(1, "reach", ours)).shapes
    assert [shape.label.key for shape in far if shape.label] == [
        "look.reach.move",
        "look.reach.twice",
    ]
    unit = game.battle.units[ours]
    barred = replace(unit, doings=replace(unit.doings, march_barred=True))
    units = tuple([barred if one.id == ours else one for one in game.battle.units])
    game.battle = replace(game.battle, units=units)
    near = look(game, (Side.RED,), Look(2, "reach", ours)).shapes
    assert [shape.label.key for shape in near if shape.label] == ["look.reach.move"]


def test_a_unit_that_is_not_there_is_refused_in_words() -> None:
    game = game_with()
    seen = look(game, (), Look(1, "arc", 999))
    assert seen.illegal is not None
    assert "999" in seen.illegal.why


@pytest.mark.rule("general.leadership", "battle-standard.reroll")
def test_the_circle_is_where_the_general_helps() -> None:
    """A probe is set down all over the table: inside the circle it may use his Leadership, outside not."""
    battle = table(
        Put(foot("host", 24), x=30, y=24, files=12),
        Put(general(mounted=False), x=5, y=5),
        Put(foot("probe", 1), x=1, y=1, files=1),
    )
    battle = joined(battle, 1, 0)
    (circle,) = look(_still(battle), (Side.RED,), Look(1, "command", 0)).shapes
    far = max(x for x, _ in circle.points)
    for x in (30.0, 35.0, 40.0, far - 0.6, far + 0.6, far + 3.0):
        probe = battle.units[2]
        there = replace(probe, pose=replace(probe.pose, x=x, y=24.0))
        moved = replace(battle, units=(*battle.units[:2], there))
        near = general_near(moved, there) is not None
        assert near == (x - probe.sheet.base_width / 2 <= far)
    retired = replace(battle.units[1], retired=True)
    without = replace(battle, units=(battle.units[0], retired, battle.units[2]))
    assert look(_still(without), (Side.RED,), Look(1, "command", 0)).shapes == ()


@pytest.mark.rule("move.march", "troop.skirmish", "sight.skirmishers")
def test_of_loose_men_each_has_his_ring_and_his_arc() -> None:
    places = tuple((20.0 + 1.5 * i, 30.0, 180.0) for i in range(6))
    loose = Put(skirmishers(models=6), 20, 30, 180, places=places, side=BLUE)
    battle = table(Put(foot("ours", 16), x=30, y=15, files=4), loose)
    rings = look(_still(battle), (Side.RED,), Look(1, "march-block", 0)).shapes
    assert len(rings) == 6
    assert max(x for ring in rings for x, _ in ring.points) > 27.5 + 8.0
    assert len(look(_still(battle), (), Look(1, "arc", 1)).shapes) == 6


@pytest.mark.rule("sight.arc")
def test_of_a_man_in_the_ranks_one_looks_from_his_unit_and_of_who_flees_not_at_all() -> None:
    battle = table(
        Put(foot("host", 24), x=30, y=24, files=6), Put(general(mounted=False), x=5, y=5)
    )
    battle = joined(battle, 1, 0)
    arcs = [look(_still(battle), (), Look(1, "arc", unit)).shapes for unit in (0, 1)]
    assert arcs[0] == arcs[1] != ()
    fleeing = replace(battle.units[0], fleeing=True)
    running = replace(battle, units=(fleeing, battle.units[1]))
    for what in ("arc", "reach"):
        seen = look(_still(running), (Side.RED,), Look(1, what, 0))
        assert seen.illegal is not None
        assert "flees" in seen.illegal.why


def _still(battle: Battle) -> Game:
    """A game that stands at this battle."""
    game = game_with()
    game.battle = battle
    return game
