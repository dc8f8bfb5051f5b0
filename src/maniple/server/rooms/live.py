"""A battle being played: the game with its ledger, its account, the table as drawn, and its bots.

Nothing here waits or knows a network. A `Live` is used by one thread at a time: its room sees to that.
"""

import logging
import time
from collections import deque
from copy import copy
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.judged import Judged
from maniple.battle.orders import Order, rounded
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Outcome
from maniple.bots import BOTS
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.record.reading import parse
from maniple.play.seat import Player, Seat
from maniple.play.told import Answered, Fell
from maniple.play.told import Told as Heard
from maniple.report.feed.entries import Entry
from maniple.report.feed.teller import Feed
from maniple.report.scene.shapes import Card, Scene
from maniple.server.cards import cards_of
from maniple.server.questions import question_of
from maniple.server.rooms import telling
from maniple.server.rooms.ledger import Ledger, ledger_of, revive
from maniple.server.rooms.lots import bot_seed
from maniple.server.store.rows import StoredBattle
from maniple.server.wire.messages import Rewound, Told
from maniple.server.wire.questions import Question

log = logging.getLogger("maniple.rooms")
ENTRIES_KEPT = 600
"""How much of the account somebody who comes is told."""
ANSWERS_KEPT = 64
"""Answers that are known again when they are given twice."""


class Moment(Struct, frozen=True):
    """Something that is told; `only`: the one side that may know it, None: everybody may."""

    told: Told
    only: Side | None


class Line(Struct, frozen=True):
    """A line of the account as it is kept for those who come."""

    seq: int
    only: Side | None
    entry: Entry


class Given(Struct, frozen=True):
    """An answer that counted: to question `n`, by this side. No answer: the last one was taken back."""

    n: int
    side: Side
    answer: AskAnswer | None


class Moved(Struct, frozen=True):
    """What an answer brought: to be stored first, and then told."""

    first: int
    lines: bytes
    moments: tuple[Moment, ...]
    rewound: Rewound | None
    turn: int
    is_over: bool


class Live:
    """One battle. `n` is the number of the question that waits, and of the last thing told."""

    def __init__(self, stored: StoredBattle, record: bytes) -> None:
        """Bring the battle back to where its record ends. Raises `OtherRules`, `ReplayDiverged`."""
        self.stored = stored
        self._feed = Feed()
        self._lines: deque[Line] = deque(maxlen=ENTRIES_KEPT)
        self._moments: list[Moment] = []
        self._answered: list[tuple[Given, Feed]] = []
        """The answers since dice last fell, each with the account as it was before."""
        self._given: deque[Given] = deque(maxlen=ANSWERS_KEPT)
        self._last_undo = -1
        """The number of the last line that took something back, and the first that it took."""
        self._undone_to = -1
        self._view: telling.View | None = None
        self._answers = 0
        read = parse(record, "a stored battle")
        self.commitment = read.header.commitment
        self._next = len(read.lines)
        """The number of the first line that is not stored yet."""
        self._ledger: Ledger = ledger_of(read, stored.secret, self._forget)
        self._game: Game = revive(self._ledger, self._hear)
        self._moments.clear()
        self._view = telling.View(self._game.battle)
        self.cards: tuple[Card, ...] = cards_of(self._game.battle)
        self._bots = Pair(self._bot(Side.RED), self._bot(Side.BLUE))
        self.look = self._game.fork(SeededChance(0))
        """A copy to look at: previews are judged on it while the game itself may be at work."""

    # -------------------------------------------------------------------------- as it stands

    @property
    def n(self) -> int:
        return self._ledger.at

    @property
    def ask(self) -> Ask | None:
        return self.look.pending

    @property
    def scene(self) -> Scene:
        if self._view is None:
            raise ValueError("the battle is still being brought back")
        return self._view.scene

    @property
    def is_over(self) -> bool:
        return self.look.battle.is_over

    @property
    def outcome(self) -> Outcome | None:
        return self.look.battle.outcome

    def bot(self, side: Side) -> bool:
        """Whether this side is played by a bot."""
        return self.stored.bot_of(side) is not None

    def lines(self, side: Side | None, sees_all: bool, seen: int) -> tuple[int, tuple[Line, ...]]:
        """The account for somebody who has seen it up to `seen`: since when, and the lines.

        If something was taken back meanwhile, or more was told than is kept, the account begins anew.
        """
        known = seen >= max(self._last_undo, 0) and seen <= self.n
        if known and self._lines and len(self._lines) == ENTRIES_KEPT:
            known = self._lines[0].seq <= seen
        since = seen if known else -1
        lines = [
            line
            for line in self._lines
            if line.seq > since and (sees_all or line.only is None or line.only is side)
        ]
        return since, tuple(lines)

    @property
    def is_as_stored(self) -> bool:
        """Whether nothing has come of what was tried."""
        return self._ledger.mark() == self._next

    def undoer(self) -> Side | None:
        """The side that may take its last answer back."""
        return self._answered[-1][0].side if self._answered and self._game.can_undo else None

    def question(self) -> Question | None:
        """The question that waits, as a page puts it; None: the battle is over."""
        ask = self._game.pending
        if ask is None:
            return None
        question = question_of(self._game, self.n)
        may_undo = self.undoer() is ask.side
        return question if question.can_undo == may_undo else replace(question, can_undo=may_undo)

    def counted(self, n: int, side: Side | None, answer: AskAnswer | None) -> bool:
        """Whether just this answer to question `n` has counted already, from this side or None: any."""
        given = [one for one in self._given if one.n == n and side in (None, one.side)]
        if not given:
            return False
        meant = (answer, rounded(answer)) if isinstance(answer, Order) else (answer,)
        return any(one.answer in meant for one in given)

    # ------------------------------------------------------------------------------ going on

    def answer(self, answer: AskAnswer) -> Moved:
        """Give the answer. Raises `Refused` where the rules refuse it: nothing has changed then."""
        ask, n = self._game.pending, self.n
        if ask is None:
            raise ValueError("the battle is over: nothing is asked")
        _ = self._game.answer(answer)
        self._given.append(Given(n, ask.side, answer))
        return self._moved(None)

    def undo(self) -> Moved:
        """Take back the last answer. Raises `NothingToUndo`."""
        n, side = self.n, self.undoer()
        self._game.undo()
        if side is not None:
            self._given.append(Given(n, side, None))
        self._view = telling.View(self._game.battle)
        return self._moved(Rewound(self.n, self._undone_to - 1, self._view.scene))

    def bots_go_on(self, seconds: float) -> Moved | None:
        """Let bots answer for so long, or until a person is asked; None: no bot is asked."""
        until = time.monotonic() + seconds
        is_first = True
        while (ask := self._game.pending) is not None:
            player = self._bots.of(ask.side)
            if player is None or (not is_first and time.monotonic() > until):
                break
            _ = self._game.answer(self._chosen(player))
            is_first = False
        return None if is_first else self._moved(None)

    def _chosen(self, player: Player) -> AskAnswer:
        """The bot's answer; one by lot where the bot fails, so that nobody waits for it for ever."""
        try:
            answer = player.answer(Seat(self._game))
            judged = self._game.judge(answer)
        except Exception:
            log.exception("battle %s: a bot failed at %s", self.stored.id, self._game.pending)
        else:
            if isinstance(judged, Judged):
                return answer
            log.error("battle %s: a bot gave %s: %s", self.stored.id, answer, judged.why)
        return self._game.sample(Random(self.n).randrange)

    def stored_now(self, moved: Moved) -> None:
        """What was to be stored is."""
        self._next = moved.first + moved.lines.count(b"\n")

    def left_over(self) -> Moved | None:
        """What the battle brought by being brought back: a record that was cut off goes on by itself."""
        moved = self._moved(None)
        return moved if moved.lines else None

    def close(self) -> None:
        """Nobody uses it any more: game, ledger and this, which know one another, are taken apart."""
        self._game = self.look
        self._ledger = Ledger(self._ledger.journal)

    # --------------------------------------------------------------------------------- inner

    def _moved(self, rewound: Rewound | None) -> Moved:
        self.look = self._game.fork(SeededChance(0))
        moments = tuple(self._moments)
        self._moments.clear()
        battle = self._game.battle
        lines = self._ledger.take()
        return Moved(self._next, lines, moments, rewound, battle.turn.number, battle.is_over)

    def _hear(self, heard: Heard) -> None:
        """Whatever the game tells, while it is brought back and after."""
        seq, only = self._ledger.at, telling.only_for(heard)
        if isinstance(heard, Answered):
            self._answers += 1
            given = Given(seq - 1, heard.ask.side, heard.answer)
            self._answered.append((given, copy(self._feed)))
            if self._view is None:  # it is being brought back: else it was noted as it was given
                self._given.append(given)
        elif isinstance(heard, Fell):
            self._answered.clear()  # nothing from before the dice is ever taken back
        entries = self._feed.tell(heard)
        self._lines.extend([Line(seq, only, entry) for entry in entries])
        if self._view is not None:
            before = self._view.scene
            told = telling.told(seq, heard, entries, before, self._view)
            self._moments.append(Moment(told, only))

    def _forget(self, to: int) -> None:
        """The lines from `to` on were taken back."""
        self._last_undo, self._undone_to = self.n, to
        while self._lines and self._lines[-1].seq >= to:
            _ = self._lines.pop()
        while self._answered and self._answered[-1][0].n >= to - 1:
            _, self._feed = self._answered.pop()

    def _bot(self, side: Side) -> Player | None:
        name = self.stored.bot_of(side)
        if name is None:
            return None
        return BOTS[name](bot_seed(self.stored.bot_seed, side, self._answers))

    @property
    def game(self) -> Game:
        """The game itself, for its room alone."""
        return self._game
