"""Records as they are watched and proved: worked out in a process of their own, so that nobody waits.

sound       whether a record can be watched, and what it is called
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


class Sound(Struct, frozen=True):
    """A record that can be watched: what it is called, and how many of its bytes are whole lines."""

    title: str
    size: int


MOST_UNITS, MOST_MODELS, LARGEST = 400, 1000, 240.0
"""What is drawn at the most: units, models of a unit, and inches of a table or a base."""
FAR = 10 * LARGEST
"""Inches from the table's corner at which anybody stands at the most."""


def sound(written: bytes) -> Sound | Bad:
    """Whether a record can be watched: read, of a size that can be drawn, and drawn once."""
    try:
        record = parse(written, "the record")
        _ = told_of(record, "")
    except RecordError as error:
        return Bad(error.line, error.why)
    rosters = record.header.rosters
    return Sound(f"{rosters.red} against {rosters.blue}".strip(), record.size)


def reel_of(written: bytes, title: str) -> bytes | Bad:
    """The whole battle to be watched, as JSON."""
    try:
        return msgspec.json.encode(told_of(parse(written, "the record"), title))
    except RecordError as error:
        return Bad(error.line, error.why)


def _check(record: Record, battle: Battle, line: int) -> None:
    """RecordError where nobody could draw this battle."""
    why = _too_large(battle)
    if why:
        raise RecordError(record.source, line, why)


def _too_large(battle: Battle) -> str:
    """Why nobody could draw this battle; empty: it can be drawn."""
    field = battle.field
    if not (0.0 < field.width <= LARGEST and 0.0 < field.height <= LARGEST):
        return f"a table is at most {LARGEST:.0f} inches wide and deep"
    if len(battle.units) > MOST_UNITS:
        return f"there are {len(battle.units)} units; {MOST_UNITS} can be watched"
    for place, unit in enumerate(battle.units):
        if unit.id != place:
            return f"unit {unit.id} stands at place {place}"
        if not 0 <= unit.models <= MOST_MODELS or not 1 <= unit.files <= MOST_MODELS:
            return f"{unit.sheet.name} has {unit.models} models in {unit.files} files"
        sizes = (unit.sheet.base_width, unit.sheet.base_depth)
        if not all(0.0 < size <= LARGEST for size in sizes):
            return f"a base of {unit.sheet.name} is {sizes[0]} by {sizes[1]} inches"
        if not (abs(unit.pose.x) <= FAR and abs(unit.pose.y) <= FAR):
            return f"{unit.sheet.name} stands at {unit.pose.x:g}, {unit.pose.y:g}"
    return ""


def told_of(record: Record, title: str) -> ReplayTold:
    """A record as a page watches it: with its dice where these rules wrote it, else by its events alone.

    Raises RecordError where it can't have happened.
    """
    try:
        return _told_of(record, title)
    except IMPOSSIBLE as error:
        why = f"this can't be drawn: {error}"
        raise RecordError(record.source, len(record.lines), why) from error


def _told_of(record: Record, title: str) -> ReplayTold:
    feed = Feed()
    first = _first(record)
    _check(record, first, 2)
    before, scene = first, scene_of(first, victory_points(first))
    began = scene
    steps: list[Told] = []
    turns: list[ReplayTurn] = []
    for heard in _heard(record):
        entries = feed.tell(heard)
        changed = None
        if isinstance(heard, Happened):
            if heard.battle.units is not before.units:
                _check(record, heard.battle, len(record.lines))
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
