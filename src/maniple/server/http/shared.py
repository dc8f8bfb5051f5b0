"""What all routes share: the hub, the token, answers made of the wire's own structs."""

from typing import Annotated, cast

import msgspec
from fastapi import Depends, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from maniple.server.http.problems import Problem, ProblemBody, unknown_battle
from maniple.server.rooms.hub import Hub, SeatInfo
from maniple.server.settings import Settings

LONGEST_TOKEN = 200
LONGEST_NAME = 80
_ENCODER = msgspec.json.Encoder()
_BEARER = HTTPBearer(auto_error=False, description="The token of a seat, as its link has it.")

Told = dict[int | str, dict[str, object]]


def telling(*statuses: int) -> Told:
    """Which problems a route may tell, for its description."""
    return {
        status: {"model": ProblemBody, "description": "What is wrong, in a sentence."}
        for status in (*statuses, 413, 422, 429)
    }


def hub_of(request: Request) -> Hub:
    """The rooms."""
    return cast(Hub, request.app.state.hub)  # put there by create_app


def settings_of(request: Request) -> Settings:
    """The settings."""
    return cast(Settings, request.app.state.settings)  # put there by create_app


async def seat_of(
    request: Request,
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)] = None,
) -> SeatInfo:
    """The seat whose token was sent. Problem 401 if none was, or it opens nothing."""
    if given is None:
        needed = "send the token of a seat: Authorization: Bearer TOKEN"
        raise Problem(401, needed, {"WWW-Authenticate": "Bearer"})
    token = given.credentials
    seat = await hub_of(request).seat(token) if len(token) <= LONGEST_TOKEN else None
    if seat is None:
        raise Problem(401, "this link opens no seat", {"WWW-Authenticate": "Bearer"})
    return seat


def seat_at(seat: SeatInfo, battle: str) -> SeatInfo:
    """The seat, if it is one of that battle; else the same Problem as for no seat at all."""
    if seat.battle != battle:
        raise unknown_battle()
    return seat


HubHere = Annotated[Hub, Depends(hub_of)]
SettingsHere = Annotated[Settings, Depends(settings_of)]
Seated = Annotated[SeatInfo, Depends(seat_of)]


def as_json(found: object, *, kept: int = 0) -> Response:
    """An answer made of structs. `kept`: seconds for which it may be kept by the browser."""
    headers = {"Cache-Control": f"max-age={kept}" if kept else "no-store"}
    return Response(_ENCODER.encode(found), media_type="application/json", headers=headers)


def kept_json(encoded: bytes, *, kept: int = 3600) -> Response:
    """An answer that is JSON already. `kept`: seconds for which it may be kept by the browser."""
    headers = {"Cache-Control": f"max-age={kept}"}
    return Response(encoded, media_type="application/json", headers=headers)
