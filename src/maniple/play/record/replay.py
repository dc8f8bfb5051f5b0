"""Runs a record through the rules again: to watch it, to prove it, to go on with it.

`Replay` walks through the standing lines; each answer and roll is fed to the rules, and every
request and event must be the recorded one, else `RecordError` names the line and what differs.
`events_alone` rebuilds the battle without the rules. `verify` proves everything there is to prove.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from maniple.battle.apply import apply
from maniple.battle.asks import Ask
from maniple.battle.chance import DIRECTION, HOURS, WOUNDS_OF, Rolled, Shown, resolve
from maniple.battle.chance_requests import CHANCE, Chance
from maniple.battle.events import BattleBegan, Event
from maniple.battle.judged import Refusal
from maniple.battle.request import Request
from maniple.battle.state import Battle
from maniple.dice.stream import Stream, commitment, secret_from_seed
from maniple.play.chance import ChanceSource
from maniple.play.game import Game
from maniple.play.record.fingerprint import fingerprint
from maniple.play.record.journal import Journal
from maniple.play.record.lines import (
    AnswerLine,
    EventLine,
    Header,
    Line,
    ResultLine,
    RollLine,
    result_of,
)
from maniple.play.record.reading import Record, RecordError, load, reopen
from maniple.play.record.retrace import prove_undos
from maniple.play.run import ReplayDiverged, Run
from maniple.play.told import Answered, Fell, Happened, Listener, Told
from maniple.rules.legality import judge
from maniple.rules.version import RULES_VERSION

IMPOSSIBLE = (ArithmeticError, LookupError, TypeError, ValueError, ReplayDiverged)
"""What the rules raise when a record, however well chained, holds what can't be."""

LONGEST = 300
"""Characters of an event that a message shows."""


class Proof(Struct, frozen=True):
    """What `verify` proved."""

    lines: int
    answers: int
    rolls: int
    dice: int
    """Faces in the record."""
    dice_recomputed: bool
    """All of them follow from the secret; False: it is not revealed yet."""
    events: int
    rules_rerun: bool
    """The answers and rolls lead to the same events; False: written by other rules."""
    finished: bool
    secret_was_known: bool
    """It was started with a seed, so that whoever started it could know its dice."""
    cut_off: int
    """Bytes of a torn last line that were left out."""


class Replay:
    """A record being run through the rules. Iterate to be told what happens, as in play."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._lines = record.standing
        self._place = 1
        self.battle = _began(record, self._lines)
        self.began = self.battle
        """The battle at the start of the running step."""
        self.answers: tuple[object, ...] = ()
        """What the running step has been answered."""
        self.published = 0
        """How many of the running step's events are in the record."""

    def __iter__(self) -> Iterator[Told]:
        self._place = 2
        first = self._lines[1]
        if isinstance(first, EventLine):
            yield Happened(first.event, self.battle)
        while self._place < len(self._lines) and not self.began.is_over:
            try:
                yield from self._step()
            except IMPOSSIBLE as error:
                place = min(self._place, len(self._lines) - 1)
                why = f"the rules can't go on from what stands before: {_named(error)}"
                raise RecordError(self.record.source, self._lines[place].n + 1, why) from error
        if self._place < len(self._lines) and not isinstance(self._line, ResultLine):
            raise self._wrong("the battle is over, yet the record goes on")

    def _step(self) -> Iterator[Told]:
        run = Run(self.began)
        self.answers, self.published = (), 0
        while True:
            while self.published < len(run.events):
                if self._place >= len(self._lines):
                    return
                event, self.battle = run.events[self.published], run.table.after[self.published]
                self._expect_event(event)
                self.published += 1
                yield Happened(event, self.battle)
            if run.request is None:
                self.began = run.battle
                self.answers, self.published = (), 0
                return
            if self._place >= len(self._lines):
                return
            told = self._answer(run.battle, run.request)
            yield told
            answer = told.answer if isinstance(told, Answered) else told.rolled.answer
            self.answers = (*self.answers, answer)
            run.answer(answer)

    @property
    def _line(self) -> Line:
        return self._lines[self._place]

    def _expect_event(self, event: Event) -> None:
        line = self._line
        if not isinstance(line, EventLine) or line.event != event:
            raise self._wrong(f"the rules come to {shortened(str(event))}")
        self._place += 1

    # Any: what the request is answered with is checked against the line.
    def _answer(self, battle: Battle, request: Request[Any]) -> Answered | Fell:
        line = self._line
        if isinstance(line, AnswerLine) and isinstance(request, Ask):
            if line.to != fingerprint(request):
                raise self._wrong(f"the rules ask {fingerprint(request)}")
            judged = judge(battle, request, line.answer)
            if isinstance(judged, Refusal):
                raise self._wrong(f"the answer is refused: {judged.why} [{judged.rule}]")
            self._place += 1
            return Answered(request, judged.answer, battle)
        if isinstance(line, RollLine) and isinstance(request, CHANCE):
            if line.to != fingerprint(request):
                raise self._wrong(f"the rules roll {fingerprint(request)}")
            rolled = _from_faces(request, line, self._wrong)
            self._place += 1
            return Fell(request, rolled, battle)
        raise self._wrong(f"the rules ask {fingerprint(request)}")

    def _wrong(self, why: str) -> RecordError:
        line = self._line
        return RecordError(self.record.source, line.n + 1, f"the record has {_shown(line)}; {why}")


def resume(path: str | Path, listeners: tuple[Listener, ...] = ()) -> tuple[Game, Journal]:
    """Go on with an unfinished record: the game as it was, and its journal.

    Raises `RecordError` if it can't be read, has been tampered with, or is over.
    """
    path = Path(path)
    record = load(path)
    _same_rules(record)
    replay = Replay(record)
    for _ in replay:
        continue
    prove_undos(record)
    journal = reopen(path, record)
    if replay.battle.outcome is not None:  # cut off between the battle's end and its last line
        journal.finish(replay.battle.outcome)
    game = Game.resume(
        replay.began,
        replay.answers,
        journal,
        recorder=journal,
        listeners=listeners,
        published=replay.published,
    )
    return game, journal


def watch(record: Record, chance: ChanceSource) -> Game:
    """The game as it stands at the record's end, with other dice: to look around, or try things."""
    replay = Replay(record)
    for _ in replay:
        continue
    return Game.resume(replay.began, replay.answers, chance, published=replay.published)


def events_alone(record: Record) -> Iterator[tuple[Event, Battle]]:
    """Each event with the battle after it, from the events alone: no rules, no dice."""
    battle: Battle | None = None
    for line in record.standing:
        if not isinstance(line, EventLine):
            continue
        if battle is None:
            battle = _began(record, record.standing)
        else:
            try:
                battle = apply(battle, line.event)
            except IMPOSSIBLE as error:
                why = f"{type(line.event).__name__} can't have happened here: {_named(error)}"
                raise RecordError(record.source, line.n + 1, why) from error
        yield line.event, battle


def verify(record: Record) -> Proof:
    """Prove the record: chain and numbers were proved as it was read; then the dice, then the rules.

    Raises `RecordError` with the line that is wrong and what differs.
    """
    try:
        dice_recomputed = _verify_dice(record)
    except IMPOSSIBLE as error:
        why = f"its dice can't be recomputed from what stands in it: {_named(error)}"
        raise RecordError(record.source, len(record.lines), why) from error
    rules_rerun = record.header.rules == RULES_VERSION
    last = None
    for _, battle in events_alone(record):
        last = battle
    if rules_rerun:
        replay = Replay(record)
        for _ in replay:
            continue
        if replay.battle != last:
            raise RecordError(
                record.source,
                len(record.lines),
                "events alone lead to another battle than the rules",
            )
        prove_undos(record)
    result = record.lines[-1]
    if isinstance(result, ResultLine) and last is not None and last.outcome != result.outcome:
        raise RecordError(record.source, len(record.lines), "the result is not that of the battle")
    standing = record.standing
    return Proof(
        lines=len(record.lines),
        answers=sum(isinstance(line, AnswerLine) for line in standing),
        rolls=sum(isinstance(line, RollLine) for line in standing),
        dice=record.dice_thrown,
        dice_recomputed=dice_recomputed,
        events=sum(isinstance(line, EventLine) for line in standing),
        rules_rerun=rules_rerun,
        finished=record.is_finished,
        secret_was_known=record.header.seed is not None,
        cut_off=record.cut_off,
    )


def _verify_dice(record: Record) -> bool:
    _number_dice(record)
    secret = record.secret
    if secret is None:
        return False
    if commitment(secret) != record.header.commitment:
        what = "the secret revealed is not the one promised in the header"
        raise RecordError(record.source, len(record.lines), what)
    if record.header.seed is not None and secret != secret_from_seed(record.header.seed):
        what = f"says that the dice are those of seed {record.header.seed}, and they are not"
        raise RecordError(record.source, 1, what)
    stream = Stream(secret, record.header.seeds)
    dice = 0
    for place, line in enumerate(record.lines):
        if not isinstance(line, RollLine):
            continue
        draws = stream.draws(record.hashes[place - 1], dice)
        for shown in line.dice:
            sides = _sides(line, shown)
            for face in shown.faces:
                right = draws(sides)
                if right != face:
                    what = f"a die shows {face}; the secret gives {right}"
                    raise RecordError(record.source, line.n + 1, what)
                dice += 1
    return True


def _number_dice(record: Record) -> None:
    dice = 0
    for line in record.lines:
        if isinstance(line, RollLine):
            if line.first_die != dice:
                what = f"its first die is number {line.first_die}; {dice} dice fell before it"
                raise RecordError(record.source, line.n + 1, what)
            dice += sum(len(shown.faces) for shown in line.dice)


def _sides(line: RollLine, shown: Shown) -> int:
    """Dice of a roll line have six sides, but for those that show a direction, those for the wounds of
    a model, and a `Roll` of another pool ("Roll 2D3 ...").
    """
    if shown.label == DIRECTION:
        return HOURS
    if WOUNDS_OF in shown.label:
        return int(shown.label.rpartition(WOUNDS_OF)[2])
    kind, pool = line.to.split(" ")[:2]
    if kind not in ("Roll", "Test"):
        return 6
    return int(pool.split("D")[1].split("+")[0].split("-")[0])


def _from_faces(request: Chance, line: RollLine, wrong: Callable[[str], RecordError]) -> Rolled:
    faces = [face for shown in line.dice for face in shown.faces]

    def draw(sides: int) -> int:
        if not faces:
            raise wrong("more dice fall by the rules")
        face = faces.pop(0)
        if not 1 <= face <= sides:
            raise wrong(f"{face} is not a face of a D{sides}")
        return face

    rolled = resolve(request, draw)
    if faces:
        raise wrong(f"{len(faces)} dice fewer fall by the rules")
    if result_of(rolled.answer) != line.result:
        raise wrong(f"its dice give {rolled.answer}")
    for shown, told in zip(line.dice, rolled.shown, strict=False):
        if (shown.faces, shown.need, shown.passed) != (told.faces, told.need, told.passed):
            raise wrong(
                f"{told.passed} of the dice {list(told.faces)} come to {told.need} or better"
            )
    if len(line.dice) != len(rolled.shown):
        raise wrong(f"its dice fall in {len(rolled.shown)} throws")
    return rolled


def _began(record: Record, standing: tuple[Line, ...]) -> Battle:
    line = standing[1] if len(standing) > 1 else None
    if not isinstance(line, EventLine) or not isinstance(line.event, BattleBegan):
        what = "does not begin with the start of a battle (BattleBegan)"
        raise RecordError(record.source, 2, what)
    began = line.event
    return apply(Battle(began.field, began.units), began)


def _same_rules(record: Record) -> None:
    if record.header.rules != RULES_VERSION:
        what = (
            f"was written by rules version {record.header.rules}, this is {RULES_VERSION}: "
            "it can be watched, not gone on with"
        )
        raise RecordError(record.source, 1, what)


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def shortened(text: str) -> str:
    """A text no longer than a few lines of a terminal."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _shown(line: Line) -> str:
    match line:
        case Header():
            return "a header"
        case AnswerLine():
            return f"the answer {line.answer} to {line.to}"
        case RollLine():
            faces = [face for shown in line.dice for face in shown.faces]
            return f"the roll {faces} for {line.to}"
        case EventLine():
            return shortened(f"{line.event}")
        case ResultLine():
            return "the result"
        case _:
            return f"{line}"
