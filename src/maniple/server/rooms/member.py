"""Somebody connected: a seat, a name, and what is still to be sent to him."""

import asyncio
from collections import deque

import msgspec

from maniple.battle.sides import Side
from maniple.server.wire.messages import Closing, FromServer
from maniple.server.wire.questions import Say
from maniple.server.wire.seats import Who

MOST_WAITING_BYTES = 16 * 1024 * 1024
"""What may wait for somebody with a slow line; with more he is let go, and comes back."""

_ENCODER = msgspec.json.Encoder()


def encoded(message: FromServer) -> str:
    """A message as it goes over the wire."""
    return _ENCODER.encode(message).decode()


class Member:
    """One connection. Whoever tells something only puts it here; nobody waits for a slow line."""

    def __init__(self, who: Who, name: str = "") -> None:
        self.who: Who = who
        self.name = name
        self.is_closing = False
        self.is_seated = False
        """It has been welcomed: from then on it is told what happens."""
        self._waiting: deque[str] = deque()
        self._bytes = 0
        self._ready = asyncio.Event()

    @property
    def side(self) -> Side | None:
        """The side whose secrets it may know; None: of a spectator, and of two at one screen."""
        return Side(self.who) if self.who in ("red", "blue") else None

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that are played from there; none: of a spectator."""
        if self.sees_all:
            return tuple(Side)
        return () if self.side is None else (self.side,)

    @property
    def sees_all(self) -> bool:
        return self.who == "both"

    def may_see(self, only: Side | None) -> bool:
        """Whether what only this side may know (None: everybody) is told here."""
        return only is None or self.sees_all or only is self.side

    def send(self, message: FromServer) -> None:
        self.send_text(encoded(message))

    def send_text(self, text: str) -> None:
        """Put it behind what waits already."""
        if self.is_closing:
            return
        if self._bytes + len(text) > MOST_WAITING_BYTES:
            self._waiting.clear()
            self._bytes = 0
            self.close("away", "closing.away")
            return
        self._waiting.append(text)
        self._bytes += len(text)
        self._ready.set()

    def close(self, code: str, why: str) -> None:
        """Say why, and send nothing more."""
        if self.is_closing:
            return
        closing = msgspec.convert({"type": "closing", "code": code, "why": Say(why)}, Closing)
        self.send(closing)
        self.is_closing = True
        self._ready.set()

    def hang_up_after_last_word(self) -> None:
        """Nothing more is put behind what waits."""
        self.is_closing = True
        self._ready.set()

    def hang_up(self) -> None:
        """The line is gone: nothing more is to be sent."""
        self.is_closing = True
        self._waiting.clear()
        self._ready.set()

    async def next(self) -> str | None:
        """Everything that waits, a message a line; None: there will be nothing more."""
        while not self._waiting:
            if self.is_closing:
                return None
            self._ready.clear()
            _ = await self._ready.wait()
        text = "\n".join(self._waiting)
        self._waiting.clear()
        self._bytes = 0
        return text
