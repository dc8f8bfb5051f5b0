"""Serves the application: listens, tells where, and stops without losing anybody's answer."""

import asyncio
import signal
import socket
import sys
import time
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from maniple.server.patient import Patient, open_files
from maniple.server.rooms.hub import Hub
from maniple.server.settings import Settings

FAREWELL = 1.0
"""Seconds in which everybody is told that the server stops."""
FAIR = 0.0005
"""Seconds after which a thread lets others have the interpreter: the one that writes to the disk, or thinks
for a bot, would else hold up whoever is answered.
"""
GRACE = 5
"""Seconds that connections have to end when the server stops."""


class CannotListen(Exception):
    """The address can't be listened at."""


class _Server(uvicorn.Server):
    """Tells those who are here before the lines are cut."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], app: FastAPI) -> None:
        super().__init__(config)
        self._ready = ready
        self._app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal is how a server is stopped: it is no failure, and not passed on."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        hub: Hub = self._app.state.hub
        hub.send_away()
        until = time.monotonic() + FAREWELL
        while hub.connections and time.monotonic() < until:
            await asyncio.sleep(0.02)
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `CannotListen` with what would be right."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "no name is written so"
        raise CannotListen(f"{host} is no address of this machine: {why}") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        what = f"nothing can listen at {host}, port {port}: {error.strerror}"
        hint = (
            "another server may run there: name another port with --port, or 0 for any that is free"
        )
        raise CannotListen(f"{what} ({hint})") from error
    return listening


def run(
    app: FastAPI, settings: Settings, listening: socket.socket, ready: Callable[[], None]
) -> None:
    """Serve until a signal says to stop. `ready` is called once requests are answered."""
    hub: Hub = app.state.hub
    hub.rubbish.start()
    sys.setswitchinterval(FAIR)
    Patient.limit(open_files(), settings.join_seconds)
    _Server(config(app, settings), ready, app).run(sockets=[listening])


def config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        http=Patient,
        ws="websockets-sansio",
        ws_max_size=settings.most_bytes * 2,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        server_header=False,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=GRACE,
    )
