"""Connections that say nothing are not waited for, and there are never more than the machine can hold."""

import asyncio
import sys
from typing import TYPE_CHECKING, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import h11

SPARE = 128
"""Files for everything else: the store, the page, processes."""
WITHOUT_COUNT = 8192


def open_files() -> int:
    """How many files this process may have open; as many as the system allows it to ask for."""
    if sys.platform == "win32":  # where nobody counts them
        return WITHOUT_COUNT
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 65_536 if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


class Patient(H11Protocol):
    """A connection that has to say what it wants within some seconds."""

    most: ClassVar[int] = WITHOUT_COUNT
    seconds: ClassVar[float] = 10.0
    _count: ClassVar[int] = 0
    _waiting: asyncio.TimerHandle | None = None
    _is_counted = False

    @classmethod
    def limit(cls, files: int, seconds: float) -> None:
        """So many connections at once as leave some files over, each silent for so many seconds at most."""
        cls.most, cls.seconds = max(16, files - SPARE), seconds

    # A transport of asyncio, which uvicorn types more narrowly than it is given.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        Patient._count += 1
        self._is_counted = True
        if Patient._count > self.most:
            transport.abort()
            return
        self._waiting = self.loop.call_later(self.seconds, self._too_late)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._leave()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Something was read: from the first whole request on uvicorn's own patience counts."""
        super().handle_events()
        if self._has_asked:
            self._said()

    def handle_websocket_upgrade(self, event: "h11.Request") -> None:
        """It becomes a socket, which has a patience of its own."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def _too_late(self) -> None:
        if not self._has_asked and not self.transport.is_closing():
            self.transport.close()

    @property
    def _has_asked(self) -> bool:
        return hasattr(self.cycle, "scope")  # None before the first request, whatever its type says

    def _said(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _leave(self) -> None:
        self._said()
        if self._is_counted:
            Patient._count -= 1
            self._is_counted = False
