"""What may be looked at: arcs and circles at any time, distances to enemies as the rules allow."""

import random

import pytest
from msgspec.structs import replace

from maniple import Game, Side, load_scenario, new_game
from maniple.armies import with_options
from maniple.battle.asks import OrderUnit
from maniple.rules.moving.plan import may_march
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
        "march-block": sum(not foe.fleeing for foe in foes),
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
