"""Records as they are watched and proved: worked out in a process of their own, so that nobody waits.

title_of    what a record is called that can be watched
reel_of     the whole battle to be watched, as JSON
proof_of    what there is to prove of it
"""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from maniple.battle.events import TurnBegan
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle, Outcome
from maniple.play.record.reading import Record, RecordError, parse
from maniple.play.record.replay import IMPOSSIBLE, Replay, events_alone, verify
from maniple.play.run import ReplayDiverged
from maniple.play.told import Happened
from maniple.play.told import Told as Heard
from maniple.report.feed.teller import Feed, pause_of
from maniple.report.proof import said
from maniple.report.scene.draw import changes, scene_of
from maniple.report.scene.shapes import Card, Scene
from maniple.rules.version import RULES_VERSION
from maniple.rules.victory import victory_points
from maniple.server.cards import cards_of
from maniple.server.wire.messages import Told


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


class Proof(Struct, frozen=True):
    """What was proved of a record, or where it is wrong."""

    verified: bool
    said: tuple[str, ...] = ()
    why: str = ""
    line: int | None = None


class Bad(Struct, frozen=True):
    """Why a record can't be read, and where."""

    line: int
    why: str


def title_of(written: bytes) -> str | Bad:
    """What a record that can be watched is called."""
    try:
        record = parse(written, "the record")
        _ = _first(record)
    except RecordError as error:
        return Bad(error.line, error.why)
    return f"{record.header.rosters.red} against {record.header.rosters.blue}".strip()


def reel_of(written: bytes, title: str) -> bytes | Bad:
    """The whole battle to be watched, as JSON."""
    try:
        return msgspec.json.encode(told_of(parse(written, "the record"), title))
    except RecordError as error:
        return Bad(error.line, error.why)


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


def _heard(record: Record) -> Iterator[Heard]:
    """What the record tells after its beginning: through the rules, where these wrote it."""
    if record.header.rules == RULES_VERSION:
        heard: Iterator[Heard] = iter(Replay(record))
    else:
        heard = (Happened(event, battle) for event, battle in events_alone(record))
    try:
        for place, one in enumerate(heard):
            if place:
                yield one
    except IMPOSSIBLE as error:
        why = f"the rules can't go on from what stands here: {error}"
        raise RecordError(record.source, len(record.lines), why) from error


def proof_of(written: bytes) -> Proof:
    """What there is to prove of a record."""
    try:
        found = verify(parse(written, "the record"))
    except RecordError as error:
        return Proof(verified=False, why=error.why, line=error.line)
    except ReplayDiverged as error:
        return Proof(verified=False, why=f"the rules lead elsewhere: {error}")
    return Proof(verified=True, said=tuple(said(found)))
