"""The application: the routes, and what they share.

    app = create_app(Settings(data=Path("battles")))

Whoever serves it starts and stops it (its lifespan): the database is opened and brought up to date
before the first request, and left after the last.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from maniple import __version__
from maniple.server.guard.gate import Gate
from maniple.server.http import battles, books, health, odds, page, replays
from maniple.server.http.problems import handle
from maniple.server.rooms.hub import Hub
from maniple.server.settings import Settings
from maniple.server.socket.endpoint import router as socket_router


def create_app(settings: Settings) -> FastAPI:
    """The server's application. Raises `DatabaseError` where the database can't be used."""
    hub = Hub(settings)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncGenerator[None]:
        hub.start()
        yield
        await hub.close()

    app = FastAPI(
        title="Maniple",
        version=__version__,
        summary="The table over the network.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings = settings
    app.state.hub = hub
    app.state.odds_gate = odds.Gate()
    app.add_middleware(Gate, settings=settings)
    handle(app)
    for part in (health, battles, replays, books, odds):
        app.include_router(part.router)
    app.include_router(socket_router)
    app.include_router(page.router)
    return app
