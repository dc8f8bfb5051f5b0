"""What may be looked at: arcs and circles at any time, distances to enemies as the rules allow."""

import random

import pytest

from maniple import Game, Side, load_scenario, new_game
from maniple.armies import with_options
from maniple.battle.asks import OrderUnit
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
    seen = look(game, Side.RED, Look(1, "tape", ours, theirs))
    assert seen.illegal is not None
    assert seen.illegal.rule == "measure.when"
    assert not seen.shapes
    assert look(game, Side.RED, Look(2, "reach", theirs)).illegal is not None
    assert look(game, Side.RED, Look(3, "reach", ours)).shapes


@pytest.mark.rule("measure.free")
def test_where_measuring_is_free_a_tape_tells_it() -> None:
    game = game_with("free_measuring")
    ours, theirs = pair(game)
    seen = look(game, Side.RED, Look(1, "tape", ours, theirs))
    assert seen.illegal is None
    (tape,) = seen.shapes
    assert tape.label is not None
    assert dict(tape.label.args)["inches"] > 0
    assert look(game, Side.RED, Look(2, "reach", theirs)).shapes


@pytest.mark.parametrize("what", ["arc", "sight", "march-block", "command"])
def test_what_anybody_can_see_is_drawn_on_the_table(what: str) -> None:
    game = game_with()
    ours, _ = pair(game)
    seen = look(game, None, Look(7, what, ours))
    assert seen.id == 7
    assert seen.illegal is None
    if what == "arc":
        assert len(seen.shapes[0].points) == 4


def test_a_unit_that_is_not_there_is_refused_in_words() -> None:
    game = game_with()
    seen = look(game, None, Look(1, "arc", 999))
    assert seen.illegal is not None
    assert "999" in seen.illegal.why
