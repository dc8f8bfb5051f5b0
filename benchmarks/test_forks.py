"""Copies of a game, at each ask of a battle."""

from benchmarks.conftest import Measured
from benchmarks.scenes import new_battle
from maniple import Game, SeededChance
from maniple.dice.seeded import Seeded


def moments(seed: int = 2) -> list[Game]:
    """A battle played by lot, as it was at each of its asks."""
    game, lot = new_battle(seed), Seeded(seed)
    found: list[Game] = []
    while game.pending is not None:
        found.append(game.fork(SeededChance(0)))
        game.answer(game.sample(lot.below))
    return found


def test_forks(measured: Measured) -> None:
    games, chance = moments(), SeededChance(0)
    measured(
        "a fork",
        "microseconds",
        lambda: [game.fork(chance) for game in games],
        count=len(games),
        rounds=50,
        aim=5,
    )


def test_forks_rerun(measured: Measured) -> None:
    """What a fork does when it is first answered: its step runs again to the ask."""
    games, chance = moments(), SeededChance(0)
    measured(
        "a fork, and its step run again to the ask",
        "microseconds",
        lambda: [game.fork(chance).where() for game in games],
        count=len(games),
        rounds=20,
        aim=100,
    )
