"""Whole battles in worlds drawn by lot, answer by answer, for laws that hold in every battle."""

from collections.abc import Iterator

from maniple.battle.asks import AskAnswer
from maniple.dice.seeded import Seeded
from maniple.play.chance import SeededChance
from maniple.play.game import Game, Recorder
from maniple.play.setup import beginning
from maniple.play.told import Listener
from tools.worlds import World, world_of


def game_in(
    world: World, *, recorder: Recorder | None = None, listeners: tuple[Listener, ...] = ()
) -> Game:
    """The battle of a world at its first question, with quick dice of the world's own seed."""
    began = beginning(world.scenario, world.rosters)
    return Game(began, SeededChance(world.seed), recorder=recorder, listeners=listeners)


def answers_by_lot(game: Game, seed: int, most: int = 10_000) -> Iterator[AskAnswer]:
    """An answer by lot to each question; the game goes on with it once the next one is wanted."""
    lot = Seeded(seed)
    for _ in range(most):
        if game.pending is None:
            return
        answer = game.sample(lot.below)
        yield answer
        game.answer(answer)


def play_on(game: Game, seed: int, most: int = 10_000) -> list[AskAnswer]:
    """Answer by lot until the battle is over, or so many times; the answers."""
    return list(answers_by_lot(game, seed, most))


SMALL_WORLDS = (0, 3, 5, 7, 11, 12)
"""Seeds of worlds with small armies on all kinds of ground."""

__all__ = ["SMALL_WORLDS", "World", "answers_by_lot", "game_in", "play_on", "world_of"]
