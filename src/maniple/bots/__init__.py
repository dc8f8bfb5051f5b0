"""Players made of code, by name: `BOTS["random"](seed)` is a player.

random_bot   any legal answer, by lot
"""

from collections.abc import Callable, Mapping

from maniple.bots.random_bot import RandomBot
from maniple.play.seat import Player

BOTS: Mapping[str, Callable[[int], Player]] = {
    "random": RandomBot,
}
"""Every bot by its name; each is made with a seed."""

__all__ = ["BOTS", "RandomBot"]
