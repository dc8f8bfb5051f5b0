"""Whether all is well, for whoever watches over the server."""

from fastapi import APIRouter, Response
from pydantic import BaseModel

from maniple import __version__
from maniple.server.http.shared import HubHere, as_json, telling

router = APIRouter(prefix="/api", tags=["health"])


class Health(BaseModel):
    """The server answers, and so does its database."""

    version: str
    stored: int
    in_memory: int


@router.get("/health", response_model=Health, responses=telling())
async def health(hub: HubHere) -> Response:
    """The server answers, and so does its database."""
    counts = await hub.counts()
    found = Health(version=__version__, stored=counts.stored, in_memory=counts.in_memory)
    return as_json(found.model_dump())
