"""What a game tells those who listen, live or from a record: what happens, and what dice fall."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.chance import Rolled
from maniple.battle.chance_requests import Chance
from maniple.battle.events import Event
from maniple.battle.state import Battle


class Happened(Struct, frozen=True):
    """An event, and the battle after it."""

    event: Event
    battle: Battle


class Fell(Struct, frozen=True):
    """Dice fell for a request, in this battle."""

    request: Chance
    rolled: Rolled
    battle: Battle


class Answered(Struct, frozen=True):
    """A player answered a question, in this battle."""

    ask: Ask
    answer: AskAnswer
    battle: Battle


Told: TypeAlias = Happened | Fell | Answered

Listener: TypeAlias = Callable[[Told], None]
