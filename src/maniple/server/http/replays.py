"""Replays: records put up to be watched and proved by whoever has the link."""

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from msgspec import Struct
from pydantic import BaseModel

from maniple.battle.events import TurnBegan
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle, Outcome
from maniple.play.record.reading import Record, RecordError, parse
from maniple.play.record.replay import IMPOSSIBLE, Replay, events_alone, verify
from maniple.play.run import ReplayDiverged
from maniple.play.told import Happened
from maniple.play.told import Told as Told_
from maniple.report.feed.teller import Feed, pause_of
from maniple.report.proof import said
from maniple.report.scene.draw import changes, scene_of
from maniple.report.scene.shapes import Card, Scene
from maniple.rules.version import RULES_VERSION
from maniple.rules.victory import victory_points
from maniple.server.cards import cards_of
from maniple.server.http.battles import Shared
from maniple.server.http.problems import Problem
from maniple.server.http.shared import HubHere, SettingsHere, as_json, telling
from maniple.server.store.rows import StoredReplay
from maniple.server.wire.messages import Told

router = APIRouter(prefix="/api/replays", tags=["replays"])
ReplayId = Annotated[str, Path(max_length=64, description="The replay's name.")]


class ReplayTurn(Struct, frozen=True):
    """Where a player's turn begins."""

    step: int
    turn: int
    side: Side


class ReplayTold(Struct, frozen=True):
    """A whole battle to be watched: the table as it began, and each thing that happened."""

    title: str
    armies: Pair[str]
    scene: Scene
    cards: tuple[Card, ...]
    steps: tuple[Told, ...]
    turns: tuple[ReplayTurn, ...]
    outcome: Outcome | None


class ProofTold(BaseModel):
    """What was proved of a record, or where it is wrong."""

    verified: bool
    said: list[str] = []
    why: str = ""
    line: int | None = None


@router.post("", status_code=201, response_model=Shared, responses=telling())
async def put_up(request: Request, hub: HubHere, settings: SettingsHere) -> Response:
    """Put a record up, as `maniple battle --record` writes it: JSON Lines in the body."""
    written = await body_of(request, settings.most_replay_bytes)
    record = await hub.work(lambda: parse(written, "the record"))
    _ = await hub.work(lambda: _first(record))
    title = f"{record.header.rosters.red} against {record.header.rosters.blue}".strip()
    name = await hub.add_replay(written, title)
    answer = as_json({"replay": name})
    answer.status_code = 201
    return answer


@router.get("/{replay}", response_model=None, responses=telling(404))
async def watch(replay: ReplayId, hub: HubHere) -> Response:
    """The battle to be watched, step by step."""
    stored = await _stored(hub, replay)
    told = await hub.work(lambda: told_of(parse(stored.record, "the record"), stored.title))
    return as_json(told, kept=3600)


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
    return as_json((await hub.work(lambda: proof_of(stored.record))).model_dump())


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


def proof_of(written: bytes) -> ProofTold:
    """What there is to prove of a record."""
    try:
        found = verify(parse(written, "the record"))
    except RecordError as error:
        return ProofTold(verified=False, why=error.why, line=error.line)
    except ReplayDiverged as error:
        return ProofTold(verified=False, why=f"the rules lead elsewhere: {error}")
    return ProofTold(verified=True, said=said(found))


def told_of(record: Record, title: str) -> ReplayTold:
    """A record as a page watches it: with its dice where these rules wrote it, else by its events alone.

    Raises RecordError where it can't have happened.
    """
    feed = Feed()
    first = _first(record)
    before, scene = first, scene_of(first, victory_points(first))
    began = scene
    steps: list[Told] = []
    turns: list[ReplayTurn] = []
    for heard in _heard(record):
        entries = feed.tell(heard)
        changed = None
        if isinstance(heard, Happened):
            points = victory_points(heard.battle)
            changed, scene = changes(scene, before, heard.battle, points)
            before = heard.battle
            if isinstance(heard.event, TurnBegan):
                turns.append(ReplayTurn(len(steps) + 1, heard.event.number, heard.event.side))
        if entries or changed:
            steps.append(Told(len(steps) + 1, entries, changed or None, pause_of(entries, heard)))
    return ReplayTold(
        title,
        first.field.armies,
        began,
        cards_of(first),
        tuple(steps),
        tuple(turns),
        before.outcome,
    )


def _first(record: Record) -> Battle:
    """The battle as it began. RecordError where the record does not begin with one."""
    for _, battle in events_alone(record):
        return battle
    raise RecordError(record.source, 2, "does not begin with the beginning of a battle")


def _heard(record: Record) -> Iterator[Told_]:
    """What the record tells after its beginning: through the rules, where these wrote it."""
    if record.header.rules == RULES_VERSION:
        heard: Iterator[Told_] = iter(Replay(record))
    else:
        heard = (Happened(event, battle) for event, battle in events_alone(record))
    try:
        for place, one in enumerate(heard):
            if place:
                yield one
    except IMPOSSIBLE as error:
        why = f"the rules can't go on from what stands here: {error}"
        raise RecordError(record.source, len(record.lines), why) from error
