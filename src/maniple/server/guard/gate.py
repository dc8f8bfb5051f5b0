"""One gate for every request: whence it comes, how long it is, how often; and the headers of each answer.

An ASGI middleware of its own, since it must see requests before anything reads them.
"""

import logging
import time
from collections import OrderedDict

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from maniple.server.http.problems import problem
from maniple.server.settings import Settings
from maniple.server.socket.origins import may_connect

log = logging.getLogger("maniple.http")
DEFECT = "this is a defect of the server; it has been noted, and nothing is lost"
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
MOST_BODY = 64 * 1024
"""Bytes of a body that is no record."""
RECORDS = "/api/replays"
MOST_KNOWN = 20_000
"""Clients whose pace is remembered."""


class Pace:
    """A bucket for each client: it fills by so many a second, and holds so many."""

    def __init__(self, a_second: float, at_once: float) -> None:
        self._rate = a_second
        self._most = at_once
        self._known: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """Take one: 0 if there was one, else the seconds until there is."""
        now = time.monotonic()
        left, at = self._known.pop(client, (self._most, now))
        left = min(self._most, left + (now - at) * self._rate)
        fits = left >= 1.0
        self._known[client] = (left - 1.0 if fits else left, now)
        while len(self._known) > MOST_KNOWN:
            _ = self._known.popitem(last=False)
        return 0.0 if fits else (1.0 - left) / self._rate


class Gate:
    """Lets requests through, or sends them away with a word."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._reading = Pace(settings.requests_a_second, settings.requests_at_once)
        self._changing = Pace(settings.requests_a_second / 8, settings.requests_at_once / 4)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        has_begun = False

        async def sent(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    _ = headers.setdefault(name, value)
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            status, why, wait = refused
            headers = {"Retry-After": str(int(wait) + 1)} if wait else None
            await problem(status, why, headers)(scope, receive, sent)
            return
        try:
            await self._app(scope, receive, sent)
        except Exception as error:
            log.error("%s %s failed", scope["method"], scope["path"], exc_info=error)
            if has_begun:
                raise
            await problem(500, DEFECT)(scope, receive, sent)

    def _refused(self, scope: Scope) -> tuple[int, str, float] | None:
        """Status, reason and seconds to wait; None: it may pass."""
        headers = Headers(scope=scope)
        changes = scope["method"] in CHANGING
        allowed = self._settings.origins
        if changes and not may_connect(headers.get("origin"), headers.get("host"), allowed):
            return 403, "a page of another site may not do this", 0.0
        most = self._settings.most_replay_bytes if scope["path"] == RECORDS else MOST_BODY
        length = headers.get("content-length", "0")
        if not length.isdigit():
            return 400, "the length of the body is no number", 0.0
        if int(length) > most:
            return 413, f"a body may be {most // 1024} KiB long, and this one is longer", 0.0
        if changes and "chunked" in headers.get("transfer-encoding", "") and most == MOST_BODY:
            return 411, "say how long the body is: Content-Length", 0.0
        client = scope["client"][0] if scope.get("client") else ""
        wait = (self._changing if changes else self._reading).wait(client)
        if wait:
            return 429, f"too much at once: try again in {int(wait) + 1} seconds", wait
        return None
