"""Battles to measure, and moments in them: the steady bots bring them about.

Two armies of 2,000 points, Rome against barbarians, on the table of the pitched battle.
"""

from maniple import Game, Pair, SeededChance, load_roster, load_scenario, new_game
from maniple.bots import BOTS
from maniple.play.seat import play_out

SCENARIO = load_scenario("pitched-battle")
ROSTERS = Pair(load_roster("rome-2000"), load_roster("barbarians-2000"))
SECOND_TURN = 2


def new_battle(seed: int) -> Game:
    """A battle at its first question, with quick dice."""
    return new_game(SCENARIO, ROSTERS, chance=SeededChance(seed))


def fight(bot: str, seed: int) -> Game:
    """A whole battle of two bots of one kind."""
    game = new_battle(seed)
    play_out(game, Pair(BOTS[bot](seed), BOTS[bot](seed + 1000)))
    return game


def at_ask(kind: type, seed: int = 1) -> Game:
    """A battle of steady bots at the first ask of this kind in its second turn, or later."""
    game = new_battle(seed)
    play_out(
        game,
        Pair(BOTS["steady"](seed), BOTS["steady"](seed + 1000)),
        until=lambda battle: battle.turn.number >= SECOND_TURN and isinstance(game.pending, kind),
    )
    if not isinstance(game.pending, kind):
        raise ValueError(f"no {kind.__name__} was asked in turn {SECOND_TURN} or later")
    return game
