"""What comes out of the store."""

from msgspec import Struct

from maniple.battle.sides import Pair, Side
from maniple.server.wire.seats import Who

PERSON = "person"
BOT = "bot:"


class StoredBattle(Struct, frozen=True):
    """A battle, without its record."""

    id: str
    title: str
    scenario: str
    armies: Pair[str]
    players: Pair[str]
    """"person", or "bot:NAME"."""
    guide: str
    secret: bytes
    bot_seed: bytes
    seeded: bool
    turn: int
    is_over: bool
    made_at: float
    played_at: float

    def __repr__(self) -> str:
        """Without the secret: this may stand in a log."""
        return f"StoredBattle({self.id})"

    def bot_of(self, side: Side) -> str | None:
        """The name of the bot that plays this side; None: a person does."""
        player = self.players.of(side)
        return player.removeprefix(BOT) if player.startswith(BOT) else None


class StoredSeat(Struct, frozen=True):
    """A seat of a battle."""

    battle: str
    who: Who
    name: str


class StoredReplay(Struct, frozen=True):
    """A record that was put up."""

    id: str
    title: str
    record: bytes
    made_at: float
