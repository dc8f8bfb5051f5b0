"""One battle with whoever sits at it. What is answered is stored, then acknowledged, then told to all.

Whatever changes the battle is done under one lock, in the order of coming: the referee works, the lines
are written to the store, and only then does anybody hear of it. If the store fails, or the program does,
the battle is brought back to what is stored, and nobody else has noticed.

What the referee does for a person takes a few milliseconds at the most, and is done at once: in a thread
it would wait longer for its turn at the interpreter than it takes. Bots think in a thread.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TypeVar

from maniple.battle.asks import AskAnswer
from maniple.battle.sides import Side
from maniple.play.game import Refused as ByTheRules
from maniple.server.looks import look
from maniple.server.orders.verdict import illegal, verdict
from maniple.server.rooms.live import Live, Moved
from maniple.server.rooms.member import Member, encoded
from maniple.server.rooms.pondering import Pondering
from maniple.server.rooms.services import Services
from maniple.server.store.rows import StoredBattle
from maniple.server.store.store import StoreError
from maniple.server.wire.messages import (
    Accepted,
    Answer,
    Asked,
    AskOdds,
    Chat,
    Judged,
    Look,
    Presence,
    Preview,
    Refused,
    Said,
    SeatTaken,
    Told,
    Undo,
    Welcome,
)
from maniple.server.wire.questions import Question, Say, Verdict, Waiting
from maniple.server.wire.seats import Who
from maniple.server.words import tidy

log = logging.getLogger("maniple.rooms")
BOT_SLICE = 0.03
"""Seconds that a bot thinks and acts before others have their turn at the referee."""
LONGEST_NAME, LONGEST_CHAT = 40, 500

WHO: dict[Side, Who] = {Side.RED: "red", Side.BLUE: "blue"}
T = TypeVar("T")


class Full(Exception):
    """Nobody more can sit there."""


class Room:
    """One battle in memory. `empty_since`: when the last member left; None while somebody is here."""

    def __init__(self, services: Services, stored: StoredBattle, live: Live) -> None:
        self.stored = stored
        self.live = live
        self.empty_since: float | None = time.monotonic()
        self._services = services
        self._members: list[Member] = []
        self._lock = asyncio.Lock()
        self._told = live.n
        """The number of the last thing that everybody here was told."""
        self._asked: Question | None = None
        self._is_asked = False
        """Whether `_asked` is that of the battle as it stands."""
        self._names: dict[Who, str] = {}
        self._talk: tuple[Said, ...] = ()
        self._bots: asyncio.Task[None] | None = None
        self._pondering = Pondering(services.outlooks, stored.id)

    async def open(self) -> None:
        """Once, before anybody sits down: what came of bringing it back is stored; talk and names."""
        left = self.live.left_over()
        if left is not None:
            await self._store(left)
            self._told = self.live.n
        self._names = await self._services.store.names(self.stored.id)
        self._talk = await self._services.store.talk(self.stored.id)

    # --------------------------------------------------------------------- coming and going

    async def join(self, member: Member, seen: int) -> None:
        """Sit down: welcome, and from then on everything that happens. Raises `Full`."""
        limits = self._services.settings
        most = limits.most_watchers if member.who == "watch" else limits.most_tabs
        if sum(other.who == member.who for other in self._members) >= most:
            raise Full
        self._members.append(
            member
        )  # before anything is waited for, so that the room is not let go
        self.empty_since = None
        member.is_seated = False
        try:
            async with self._lock:
                if member.name and member.name != self._names.get(member.who):
                    await self._call(member)
                self._ask()
                if member.is_closing:
                    return
                member.is_seated = True
                member.send(self._welcome(member, seen))
                self._tell_presence()
        except BaseException:
            self.leave(member)
            raise
        self._wake_bots()

    def leave(self, member: Member) -> None:
        """Get up."""
        if member not in self._members:
            return
        self._members.remove(member)
        if not self._members:
            self.empty_since = time.monotonic()
        self._tell_presence()

    @property
    def size(self) -> int:
        """How many connections there are."""
        return len(self._members)

    def stop(self) -> None:
        """The server stops: bots think no further, and no odds are worked out."""
        self._pondering.forget()
        if self._bots is not None:
            _ = self._bots.cancel()

    def close(self) -> None:
        """It is let go: nobody uses it any more."""
        self.live.close()

    @property
    def may_be_let_go(self) -> bool:
        """Nobody is here and nothing is going on."""
        is_quiet = self._bots is None or self._bots.done()
        return not self._members and is_quiet and not self._lock.locked()

    def send_away(self, code: str, why: str) -> None:
        """Everybody goes, and is told why."""
        for member in tuple(self._members):
            member.close(code, why)

    # ----------------------------------------------------------------------------- answers

    async def answer(self, member: Member, wish: Answer) -> None:
        """Take an answer: it is stored before it is acknowledged or told."""
        async with self._lock:
            if self._has_counted(member, wish.n, wish.answer):
                member.send(Accepted(wish.id))
                return
            refusal = self._not_to_answer(member, wish.id, wish.n)
            if refusal is not None:
                member.send(refusal)
                return
            await self._change(member, wish, lambda: self.live.answer(wish.answer))
        self._wake_bots()

    async def undo(self, member: Member, wish: Undo) -> None:
        """Take the last answer back, if it is this seat's and the rules allow it."""
        async with self._lock:
            if self._has_counted(member, wish.n, None):
                member.send(Accepted(wish.id))
                return
            if wish.n != self.live.n:
                member.send(_late(wish.id))
                return
            if not self._may_undo(member):
                member.send(Refused(wish.id, "undo", Say("refuse.undo")))
                return
            await self._change(member, wish, self.live.undo)

    async def preview(self, member: Member, wish: Preview) -> None:
        """What would the referee say? Waits for nobody's answer."""
        refusal = self._not_to_answer(member, wish.id, wish.n)
        if refusal is not None:
            member.send(refusal)
            return
        found = self._verdict(wish.answer)
        if found is None:
            member.send(_odd(wish.id))
        else:
            member.send(Judged(wish.id, wish.n, found))

    async def look(self, member: Member, wish: Look) -> None:
        """Draw something, as far as this seat may know it."""
        game, units = self.live.look, self.live.look.battle.units
        is_there = 0 <= wish.unit < len(units) and (wish.to is None or 0 <= wish.to < len(units))
        seen = None
        if is_there:
            seen = self._safely(lambda: look(game, member.sides, wish))
        member.send(_odd(wish.id) if seen is None else seen)

    async def odds(self, member: Member, wish: AskOdds) -> None:
        """What are the chances? Answered when they are computed; one such wish of a seat at a time."""
        refusal = self._not_to_answer(member, wish.id, wish.n)
        if refusal is not None or self._asked is None:
            member.send(refusal or _odd(wish.id))
            return
        began, given = self.live.game.snapshot
        self._pondering.take(member, wish, began, given, self._asked)

    async def chat(self, member: Member, wish: Chat) -> None:
        """A word to everybody here, kept for those who come."""
        words = tidy(wish.text, LONGEST_CHAT)
        if not words:
            member.send(_odd(wish.id))
            return
        name = self._names.get(member.who, "")
        said = Said(member.who, name, words, round(time.time(), 3))
        try:
            await self._services.store.say(self.stored.id, said)
        except StoreError as error:
            log.error("battle %s: a word can't be kept: %s", self.stored.id, error)
            member.send(Refused(wish.id, "busy", Say("refuse.not-stored")))
            return
        self._talk = (*self._talk, said)[-100:]
        self._tell_all(encoded(said))
        member.send(Accepted(wish.id))

    # ------------------------------------------------------------------------------- inner

    async def _change(
        self, member: Member, wish: Answer | Undo, change: Callable[[], Moved]
    ) -> None:
        """Change the battle, store it, acknowledge it, tell it, and ask the next question."""
        try:
            moved = change()
        except ByTheRules as refused:
            member.send(self._refusal(wish, refused))
            return
        except Exception:
            log.exception("battle %s: the program failed at an answer", self.stored.id)
            if not self.live.is_as_stored:
                await self._bring_back()
            member.send(_odd(wish.id))
            return
        self._is_asked = False
        try:
            await self._store(moved)
        except Exception as error:
            is_defect = not isinstance(error, StoreError)
            what = "battle %s: nothing can be stored: %s"
            log.error(what, self.stored.id, error, exc_info=is_defect)
            await self._bring_back()
            member.send(Refused(wish.id, "busy", Say("refuse.not-stored")))
            return
        member.send(Accepted(wish.id))
        self._tell(moved)

    def _refusal(self, wish: Answer | Undo, refused: ByTheRules) -> Refused:
        """The referee's refusal, with what would still be allowed."""
        game, refusal = self.live.look, refused.refusal
        if isinstance(wish, Undo):
            return _odd(wish.id)
        found = self._safely(lambda: illegal(game, wish.answer, refusal))
        if found is None:
            return _odd(wish.id)
        return Refused(wish.id, "rule", Say("refuse.rule", (("why", found.why),)), found)

    def _tell(self, moved: Moved) -> None:
        """Tell everybody what happened, and what is asked now."""
        self._told = self.live.n
        self._pondering.forget()
        if moved.rewound is not None:
            self._tell_all(encoded(moved.rewound))
        for moment in moved.moments:
            whole = encoded(moment.told)
            if moment.only is None:
                self._tell_all(whole)
                continue
            nothing = encoded(Told(moment.told.seq))
            for member in self._seated:
                member.send_text(whole if member.may_see(moment.only) else nothing)
        here: set[Who] = {member.who for member in self._seated}
        for who in here:
            asked = encoded(Asked(self.live.n, self._asked_of(who), self.live.outcome))
            for member in self._seated:
                if member.who == who:
                    member.send_text(asked)

    def _ask(self) -> None:
        """The question that waits, put in words if a person is to answer it.

        If that fails, everybody is sent away: nobody could go on.
        """
        if self._is_asked:
            return
        ask = self.live.ask
        self._asked = None
        if ask is not None and not self.live.bot(ask.side):
            self._asked = self._safely(self.live.question)
            if self._asked is None:
                self._fail()
                return
        self._is_asked = True

    def _asked_of(self, who: Who) -> Question | Waiting | None:
        """What is asked, as this seat may know it."""
        ask = self.live.ask
        if ask is None:
            return None
        if self._asked is not None and who in (ask.side.value, "both"):
            return self._asked
        undoer = self.live.undoer()
        may_undo = undoer is not None and who in (undoer.value, "both")
        return Waiting(
            n=self.live.n,
            side=ask.side,
            kind=type(ask).__name__,
            bot=self.live.bot(ask.side),
            can_undo=may_undo and not self.live.bot(ask.side),
        )

    def _not_to_answer(self, member: Member, wish: int, n: int) -> Refused | None:
        ask = self.live.ask
        if ask is None:
            return Refused(wish, "late", Say("refuse.over"))
        if n != self.live.n:
            return _late(wish)
        is_his = member.who in (ask.side.value, "both") and not self.live.bot(ask.side)
        if is_his:
            return None
        why = "refuse.watching" if member.who == "watch" else "refuse.turn"
        return Refused(wish, "turn", Say(why))

    def _may_undo(self, member: Member) -> bool:
        side = self.live.undoer()
        return side is not None and member.who in (side.value, "both") and not self.live.bot(side)

    def _has_counted(self, member: Member, n: int, answer: AskAnswer | None) -> bool:
        if member.who == "watch":
            return False
        return self.live.counted(n, member.side, answer)

    def _verdict(self, answer: AskAnswer) -> Verdict | None:
        game = self.live.look
        return self._safely(lambda: verdict(game, answer))

    async def _bring_back(self) -> None:
        """The battle is again what is stored; if it can't be, everybody is sent away for now."""
        try:
            record = await self._services.store.record(self.stored.id)
            self.live = await self._services.slow_work(lambda: Live(self.stored, record))
        except Exception:
            log.exception("battle %s: it can't be brought back", self.stored.id)
            self.send_away("away", "closing.away")
            self._services.drop(self.stored.id)
            return
        self._is_asked = False
        self._ask()
        if self.live.n != self._told:  # it was stored after all, and the word of it was lost
            self._told = self.live.n
            for member in self._seated:
                member.send(self._welcome(member, -1))

    def _wake_bots(self) -> None:
        """Let bots go on where one is asked and somebody is here to see it."""
        ask = self.live.ask
        if ask is None or not self.live.bot(ask.side) or not self._members:
            return
        if self._bots is None or self._bots.done():
            self._bots = asyncio.get_running_loop().create_task(self._bots_go_on())

    async def _bots_go_on(self) -> None:
        while self._members:
            async with self._lock:
                try:
                    moved = await self._services.slow_work(lambda: self.live.bots_go_on(BOT_SLICE))
                    if moved is None:
                        return
                    self._is_asked = False
                    await self._store(moved)
                except StoreError as error:
                    log.error("battle %s: nothing can be stored: %s", self.stored.id, error)
                    self.send_away("away", "closing.away")
                    self._services.drop(self.stored.id)
                    return
                except Exception:
                    log.exception("battle %s: the program failed at a bot's answer", self.stored.id)
                    self._fail()
                    return
                self._tell(moved)

    def _fail(self) -> None:
        """The program can't go on with this battle: it is loaded anew, once; then everybody is told."""
        is_first = self._services.fails(self.stored.id)
        code = "away" if is_first else "broken"
        self.send_away(code, f"closing.{code}")
        self._services.drop(self.stored.id)

    async def _store(self, moved: Moved) -> None:
        """Store it; meanwhile the next question is put in words."""
        storing = asyncio.ensure_future(
            self._services.store.append(
                self.stored.id, moved.first, moved.lines, moved.turn, moved.is_over
            )
        )
        await asyncio.sleep(0)  # the writer's thread has it
        self._ask()
        await storing
        self.live.stored_now(moved)
        self._services.rubbish.answered()

    def _safely(self, work: Callable[[], T]) -> T | None:
        """None where the program fails at what a client sent: he is refused, and it stands in the log."""
        try:
            return work()
        except Exception:
            log.exception("battle %s: the program failed at a wish", self.stored.id)
            return None

    # ------------------------------------------------------------------------ who is here

    @property
    def _seated(self) -> list[Member]:
        return [member for member in self._members if member.is_seated]

    def _tell_all(self, text: str) -> None:
        for member in self._seated:
            member.send_text(text)

    def _tell_presence(self) -> None:
        self._tell_all(encoded(Presence(self._seats())))

    async def _call(self, member: Member) -> None:
        name = tidy(member.name, LONGEST_NAME)
        if member.who != "watch":
            self._names[member.who] = name
            try:
                await self._services.store.call(self.stored.id, member.who, name)
            except StoreError as error:  # whoever comes may look on all the same
                log.error("battle %s: a name can't be kept: %s", self.stored.id, error)

    def _seats(self) -> tuple[SeatTaken, ...]:
        """Both sides, and whoever watches; two at one screen are one seat."""
        found: list[SeatTaken] = []
        for side in Side:
            bot = self.stored.bot_of(side)
            if bot is not None:
                found.append(SeatTaken(WHO[side], "bot", bot, 1))
            elif WHO[side] in self._names:
                found.append(self._person(WHO[side]))
        if "both" in self._names:
            found.append(self._person("both"))
        watching = self._person("watch")
        return (*found, watching) if watching.present else tuple(found)

    def _person(self, who: Who) -> SeatTaken:
        present = sum(member.who == who for member in self._seated)
        return SeatTaken(who, "person", self._names.get(who, ""), present)

    def _welcome(self, member: Member, seen: int) -> Welcome:
        live = self.live
        since, lines = live.lines(member.side, member.sees_all, seen)
        return Welcome(
            battle=self.stored.id,
            title=self.stored.title,
            seat=member.who,
            seq=live.n,
            scene=live.scene,
            cards=live.cards,
            entries=tuple([(line.seq, line.entry) for line in lines]),
            seats=self._seats(),
            asked=self._asked_of(member.who),
            outcome=live.outcome,
            chats=self._talk,
            commitment=live.commitment,
            guide=self.stored.guide,
            since=since,
            seeded=self.stored.seeded,
        )


def _late(wish: int) -> Refused:
    return Refused(wish, "late", Say("refuse.late"))


def _odd(wish: int) -> Refused:
    return Refused(
        wish, "odd", Say("refuse.odd", (("why", "the referee could make nothing of it"),))
    )
