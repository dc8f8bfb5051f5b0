"""Replays: records put up to be watched and proved by whoever has the link."""

from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Annotated, TypeVar

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel

from maniple.play.record.reading import RecordError
from maniple.server.http.battles import Shared
from maniple.server.http.problems import Problem
from maniple.server.http.shared import HubHere, SettingsHere, as_json, kept_json, telling
from maniple.server.reels import Bad, proof_of, reel_of, sound
from maniple.server.rooms.hub import Hub
from maniple.server.store.rows import StoredReplay

T = TypeVar("T")

router = APIRouter(prefix="/api/replays", tags=["replays"])
ReplayId = Annotated[str, Path(max_length=64, description="The replay's name.")]


class ProofTold(BaseModel):
    """What was proved of a record, or where it is wrong."""

    verified: bool
    said: list[str] = []
    why: str = ""
    line: int | None = None


@router.post("", status_code=201, response_model=Shared, responses=telling(507))
async def put_up(request: Request, hub: HubHere, settings: SettingsHere) -> Response:
    """Put a record up, as `maniple battle --record` writes it: JSON Lines in the body."""
    written = await body_of(request, settings.most_replay_bytes)
    found = await _worked_out(hub, sound, written)
    name = await hub.add_replay(written[: found.size], found.title)
    answer = as_json({"replay": name})
    answer.status_code = 201
    return answer


@router.get("/{replay}", response_model=None, responses=telling(404))
async def watch(replay: ReplayId, hub: HubHere) -> Response:
    """The battle to be watched, step by step."""
    stored = await _stored(hub, replay)
    told = await _worked_out(hub, partial(reel_of, title=stored.title), stored.record)
    return kept_json(told)


@router.get(
    "/{replay}/record",
    response_class=Response,
    responses={
        **telling(404),
        200: {"content": {"application/jsonl": {}}, "description": "The record, line by line."},
    },
)
async def record(replay: ReplayId, hub: HubHere) -> Response:
    """The record itself."""
    stored = await _stored(hub, replay)
    headers = {"Content-Disposition": f'attachment; filename="maniple-{replay}.jsonl"'}
    return Response(stored.record, media_type="application/jsonl", headers=headers)


@router.get("/{replay}/proof", response_model=ProofTold, responses=telling(404))
async def proof(replay: ReplayId, hub: HubHere) -> Response:
    """Prove the record: its lines, its dice, and that the rules lead from one to the next."""
    stored = await _stored(hub, replay)
    return as_json(await _apart(hub, proof_of, stored.record))


async def _apart(hub: Hub, work: Callable[[bytes], T], record: bytes) -> T:
    try:
        return await hub.apart(work, record)
    except TimeoutError as error:
        raise Problem(422, "this record takes too long to go over") from error
    except BrokenProcessPool as error:
        raise Problem(503, "the reader of records had to begin anew: try again") from error


async def _worked_out(hub: Hub, work: Callable[[bytes], T | Bad], record: bytes) -> T:
    """In a process apart. Raises the RecordError that is told there, which can't come over by itself."""
    found = await _apart(hub, work, record)
    if isinstance(found, Bad):
        raise RecordError("the record", found.line, found.why)
    return found


async def _stored(hub: HubHere, replay: str) -> StoredReplay:
    stored = await hub.replay(replay)
    if stored is None:
        raise Problem(404, "there is no such replay")
    return stored


async def body_of(request: Request, most: int) -> bytes:
    """The body, as long as it is no longer than that. Problem 413 if it is; 422 if there is none."""
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > most:
            raise Problem(413, f"a record may be {most // 1024} KiB long, and this one is longer")
    if not found:
        raise Problem(422, "the body is empty: it should be a record, line by line")
    return bytes(found)
