"""For comparison: another board game engine in Python. Collected only where catanatron is installed."""

from catanatron import Color, Game, RandomPlayer

from benchmarks.conftest import Measured

GAMES = 6
COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def play(seed: int) -> Game:
    """A whole game of four random players."""
    game = Game([RandomPlayer(color) for color in COLORS], seed=seed)
    game.play()
    return game


def test_catanatron_games(measured: Measured) -> None:
    measured(
        "catanatron: games of four random players",
        "a second",
        lambda: [play(seed) for seed in range(GAMES)],
        count=GAMES,
        rounds=3,
    )


def test_catanatron_actions(measured: Measured) -> None:
    actions = sum(len(play(seed).state.actions) for seed in range(GAMES))
    measured(
        "catanatron: actions of random players",
        "a second",
        lambda: [play(seed) for seed in range(GAMES)],
        count=actions,
        rounds=3,
    )


def test_catanatron_copies(measured: Measured) -> None:
    game = play(1)
    measured("catanatron: a copy of a game", "microseconds", game.copy, iterations=20, rounds=20)
