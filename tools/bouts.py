"""One battle of a soak: fought, watched, recorded, proved, and told in a few figures.

fight(bout)      the battle of a bout, with whatever went wrong in it
Bout             which bots fight, and the seed of everything
"""

import hashlib
import itertools
import signal
import time
import traceback
from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.sides import Pair
from maniple.bots import BOTS
from maniple.play.game import Game
from maniple.play.invariants import Watcher, most_asks
from maniple.play.record.lines import AnswerLine, EventLine, RollLine
from maniple.play.record.reading import RecordError, parse
from maniple.play.record.replay import verify
from maniple.play.seat import Player, play_out
from maniple.play.setup import beginning, journal_for
from tools.fired import Watch, rule_ids
from tools.worlds import world_of

PATIENCE = 300
"""Seconds after which a battle counts as one that does not end."""


class Bout(Struct, frozen=True):
    """A battle to be fought: both sides led by bots of this name."""

    bot: str
    seed: int
    trace: bool = False
    """Whether the rules whose code runs are noted too, which takes longer."""

    @property
    def command(self) -> str:
        """How to fight it again."""
        return f"python tools/soak.py --only {self.bot}:{self.seed}"


class Fought(Struct, frozen=True):
    """What became of a bout; `problems` is empty when all went well."""

    bout: Bout
    world: str = ""
    problems: tuple[str, ...] = ()
    digest: str = ""
    """Of the whole record."""
    answers: int = 0
    most_asks: int = 0
    """The most questions in a player's turn."""
    asks_a_unit: float = 0.0
    """The same for each unit of both sides."""
    bound: int = 0
    events: dict[str, int] = {}
    """How often each kind of event came."""
    asked: dict[str, int] = {}
    """How often each kind of question."""
    rules: frozenset[str] = frozenset()
    """Rules cited by its events, questions and rolls."""
    ran: frozenset[str] = frozenset()
    """Rules cited by code that has run, when the bout was traced."""
    seconds: float = 0.0


class TooLong(Exception):
    """The battle does not end."""


class _Patience:
    """Raises `TooLong` where a battle takes longer than it may: a loop without an end is a failure
    to be told like any other. On systems without alarms, and in threads, nothing watches.
    """

    def __enter__(self) -> None:
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, _ring)
            signal.setitimer(signal.ITIMER_REAL, PATIENCE)

    def __exit__(self, *_: object) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(*_: object) -> None:
    raise TooLong(f"after {PATIENCE} seconds")


def fight(bout: Bout) -> Fought:
    """Fight a bout. Whatever goes wrong in it stands among its problems."""
    began = time.perf_counter()
    world = ""
    try:
        with _Patience():
            world = world_of(bout.seed).told
            fought = _fought(bout)
    except Exception:  # noqa: BLE001 - a soak tells every failure, and goes on with the next
        fought = Fought(bout, problems=(traceback.format_exc(limit=-8),))
    return replace(fought, world=world, seconds=time.perf_counter() - began)


def _fought(bout: Bout) -> Fought:
    world = world_of(bout.seed)
    journal = journal_for(world.scenario, world.rosters, seed=bout.seed)
    watcher = Watcher()
    watch = Watch()
    players = Pair(BOTS[bout.bot](bout.seed), BOTS[bout.bot](bout.seed + 1))
    game = Game(
        beginning(world.scenario, world.rosters), journal, recorder=journal, listeners=(watcher,)
    )
    if bout.trace:
        with watch:
            _play(game, players)
    else:
        _play(game, players)
    written = b"".join(journal.written)
    events, asked, rules = _told(written)
    return Fought(
        bout,
        problems=(*watcher.problems[:5], *_proved(written)),
        digest=hashlib.sha256(written).hexdigest(),
        answers=sum(watcher.asks),
        most_asks=max(watcher.asks),
        asks_a_unit=max(watcher.asks) / len(game.battle.units),
        bound=most_asks(game.battle),
        events=events,
        asked=asked,
        rules=rules,
        ran=frozenset(watch.fired),
    )


def _play(game: Game, players: Pair[Player]) -> None:
    """The whole battle; once it is over a looker-on measures from each unit to the next."""
    play_out(game, players)
    units = game.battle.units
    for a, b in itertools.pairwise(units):
        _ = game.measure(a.id, b.id)


def _proved(written: bytes) -> tuple[str, ...]:
    """What `verify` has against the record."""
    try:
        proof = verify(parse(written))
    except RecordError as error:
        return (f"the record does not prove: {error}",)
    if not (proof.finished and proof.dice_recomputed and proof.rules_rerun):
        return (f"the record proves less than it should: {proof}",)
    return ()


def _told(written: bytes) -> tuple[dict[str, int], dict[str, int], frozenset[str]]:
    """Events by kind, questions by kind, and the rules that they and the rolls cite."""
    events: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    rules: set[str] = set()
    for line in parse(written).standing:
        match line:
            case EventLine(_, event):
                events[type(event).__name__] += 1
                rules.add(getattr(event, "cite", ""))
            case AnswerLine(_, to):
                asked[to.split(" ")[0]] += 1
                rules.update(to.split(" "))
            case RollLine(_, to):
                rules.update(to.split(" "))
            case _:
                pass
    return dict(events), dict(asked), frozenset(rules & rule_ids())
