"""Players made of code, by name: `BOTS["random"](seed)` is a player.

random_bot   any legal answer, by lot
steady       draws up a line, closes, charges when the odds are good
"""

from collections.abc import Callable, Mapping

from maniple.bots.random_bot import RandomBot
from maniple.bots.steady import SteadyBot
from maniple.play.seat import Player

BOTS: Mapping[str, Callable[[int], Player]] = {
    "random": RandomBot,
    "steady": SteadyBot,
}
"""Every bot by its name; each is made with a seed."""

__all__ = ["BOTS", "RandomBot", "SteadyBot"]
