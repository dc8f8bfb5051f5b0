"""A unit that has got out of its combat is offered a way that the referee allows."""

from random import Random

from maniple import load_scenario, new_game
from maniple.battle.asks import DisengageMove, Named, NameDisengaging
from maniple.battle.judged import Judged
from maniple.server.orders.subjects import subjects_of


def test_a_way_out_is_offered() -> None:
    offered = 0
    for seed in range(12):
        game, rng = new_game(load_scenario("small-field"), seed=seed), Random(seed)
        while game.pending is not None:
            answer = game.sample(rng.randrange)
            if isinstance(game.pending, NameDisengaging):
                named = [one for one in game.options() or () if isinstance(one, Named)]
                answer = named[0] if named else answer
            if isinstance(game.pending, DisengageMove):
                (subject,) = subjects_of(game)
                assert subject.place is not None
                assert isinstance(game.judge(subject.place), Judged)
                offered += 1
            _ = game.answer(answer)
    assert offered > 3
