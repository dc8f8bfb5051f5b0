"""What can go wrong, as problem JSON (RFC 9457): a title, and a sentence that says what would be right."""

import logging
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from maniple.armies import ProblemsFound
from maniple.play.record.reading import RecordError
from maniple.play.rulebook import NoSuchRule
from maniple.rules.start.placing import NoRoom
from maniple.server.rooms.hub import ArchiveFull, NoSuchBattle, NotAlone, Withheld
from maniple.server.rooms.ledger import OtherRules
from maniple.server.store.store import StoreError

log = logging.getLogger("maniple.http")
MEDIA = "application/problem+json"


class ProblemBody(BaseModel):
    """What went wrong."""

    status: int
    title: str
    detail: str
    """One sentence, or several, fit for a reader."""


class Problem(Exception):
    """A request that comes to nothing."""

    def __init__(self, status: int, detail: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = headers


def problem(status: int, detail: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """The answer that tells it."""
    body = ProblemBody(status=status, title=HTTPStatus(status).phrase, detail=detail)
    return JSONResponse(body.model_dump(), status, headers, MEDIA)


def unknown_battle() -> Problem:
    """The same for a token that opens nothing and one of another battle: neither tells anything."""
    return Problem(401, "this link opens no seat of that battle", {"WWW-Authenticate": "Bearer"})


# What each of these says is fit for a reader as it is.
TOLD: tuple[tuple[type[Exception], int], ...] = (
    (RecordError, 422),
    (NoRoom, 422),
    (NoSuchRule, 404),
    (OtherRules, 409),
)


def handle(app: FastAPI) -> None:
    """Tell everything that goes wrong in words; what nobody has foreseen is the gate's to tell."""

    async def told(_: Request, error: Exception) -> JSONResponse:
        match error:
            case Problem():
                return problem(error.status, error.detail, error.headers)
            case ProblemsFound():
                return problem(422, "; ".join([str(one) for one in error.problems]))
            case NoSuchBattle():
                return problem(404, "there is no such battle")
            case Withheld():
                return problem(409, "the record of this battle is told when it is over")
            case StoreError():
                log.error("the store fails: %s", error)
                what = (
                    "the server can't reach its store just now, and nothing has changed: try again"
                )
                return problem(503, what, {"Retry-After": "5"})
            case ArchiveFull():
                return problem(
                    507, "this server keeps no more replays: whoever runs it can make room"
                )
            case NotAlone():
                what = "a friend has the other seat: begin a new battle, and send him its link"
                return problem(409, what)
            case _:
                status = next(status for kind, status in TOLD if isinstance(error, kind))
                return problem(status, str(error))

    async def misread(_: Request, error: Exception) -> JSONResponse:
        if not isinstance(error, RequestValidationError):
            raise error
        faults = [f"{_where(fault['loc'])}: {fault['msg']}" for fault in error.errors()[:8]]
        return problem(422, "; ".join(faults))

    async def refused(_: Request, error: Exception) -> JSONResponse:
        if not isinstance(error, HTTPException):
            raise error
        detail = "there is nothing here" if error.status_code == 404 else str(error.detail)
        headers = None if error.headers is None else dict(error.headers)
        return problem(error.status_code, detail, headers)

    told_here = (Problem, ProblemsFound, NoSuchBattle, ArchiveFull, NotAlone, StoreError, Withheld)
    kinds = (*told_here, *[kind for kind, _ in TOLD])
    for kind in kinds:
        app.add_exception_handler(kind, told)
    app.add_exception_handler(RequestValidationError, misread)
    app.add_exception_handler(HTTPException, refused)


def _where(place: object) -> str:
    parts = [str(part) for part in place] if isinstance(place, tuple) else [str(place)]
    return ".".join(parts[1:]) or parts[0]
