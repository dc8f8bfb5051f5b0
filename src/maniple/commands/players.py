"""The bots of a battle, by name. [bots]"""

import secrets
from hashlib import sha256

from maniple.battle.sides import Pair, Side
from maniple.bots import BOTS
from maniple.commands.refusals import usage
from maniple.play.seat import Player


def players(names: tuple[str, str], seed: int | None, answered: int = 0) -> Pair[Player]:
    """Both bots, each with a seed of its own that follows from the battle's.

    `answered`: how many answers the record has that they go on with.
    """
    red, blue = names
    known = ", ".join(sorted(BOTS))
    for bot in names:
        if bot not in BOTS:
            raise usage(f"there is no bot {bot!r}; there are: {known}")
    start = secrets.randbits(64) if seed is None else seed
    return Pair(
        BOTS[red](_seed(start, Side.RED, answered)), BOTS[blue](_seed(start, Side.BLUE, answered))
    )


def _seed(seed: int, side: Side, answered: int) -> int:
    digest = sha256(f"{seed} {side.value} {answered}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
