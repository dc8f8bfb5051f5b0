"""Names and numbers that nobody can guess: of battles, of seats, and the seeds of bots."""

import secrets
from hashlib import sha256

from maniple.battle.sides import Side

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without those that look alike."""
NAME_LENGTH = 12
TOKEN_BYTES = 24


def new_name() -> str:
    """The public name of a battle or a replay: 60 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(NAME_LENGTH))


def new_token() -> str:
    """What opens a seat: 192 bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def bot_seed(of_battle: bytes, side: Side, answered: int) -> int:
    """The seed of a bot that goes on after so many answers: nothing that it does tells the battle's."""
    digest = sha256(of_battle + f"{side.value} {answered}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
