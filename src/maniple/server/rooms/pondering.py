"""Odds that are being worked out for those who sit in a room: one wish of a seat at a time."""

import asyncio
import logging

from maniple.battle.state import Battle
from maniple.server.outlooks.telling import Asked
from maniple.server.outlooks.workers import Outlooks
from maniple.server.rooms.member import Member
from maniple.server.wire.messages import AskOdds, Odds, Outlook, Refused
from maniple.server.wire.questions import Question, Say
from maniple.server.wire.seats import Who

log = logging.getLogger("maniple.rooms")
MOST_CHOICES = 12
"""Choices that odds are told of at once."""
SECONDS = 5.0
"""How long the sums of one question may take together; beyond it they are played by lot."""


class Pondering:
    """What one room has asked the workers, until they have answered or nobody wants to know any more."""

    def __init__(self, outlooks: Outlooks, battle: str) -> None:
        """`battle`: its name, for the log."""
        self._outlooks = outlooks
        self._battle = battle
        self._tasks: dict[Who, asyncio.Task[None]] = {}

    def take(
        self,
        member: Member,
        wish: AskOdds,
        began: Battle,
        given: tuple[object, ...],
        question: Question,
    ) -> None:
        """Work it out, and answer then. `began`, `given`: the running step, and what it was answered."""
        if member.who in self._tasks:
            member.send(Refused(wish.id, "busy", Say("refuse.busy")))
            return
        choices = question.choices
        wanted = set(wish.choices) or set(range(len(choices)))
        listed = [(i, one.answer, one.label) for i, one in enumerate(choices) if i in wanted]
        asked = Asked(began, given, tuple(listed[:MOST_CHOICES]), SECONDS)
        task = asyncio.get_running_loop().create_task(self._ponder(member, wish, asked))
        self._tasks[member.who] = task
        task.add_done_callback(lambda _: self._over(member.who, task))

    def forget(self) -> None:
        """The question was answered: what has not begun yet is not worked out any more."""
        for task in tuple(self._tasks.values()):
            _ = task.cancel()
        self._tasks.clear()

    def _over(self, who: Who, task: "asyncio.Task[None]") -> None:
        if self._tasks.get(who) is task:
            del self._tasks[who]

    async def _ponder(self, member: Member, wish: AskOdds, asked: Asked) -> None:
        found: tuple[Outlook, ...] = ()
        try:
            found = await self._outlooks.tell(asked)
        except asyncio.CancelledError:
            member.send(Refused(wish.id, "late", Say("refuse.late")))
            raise
        except Exception:
            log.exception("battle %s: the odds of a question could not be told", self._battle)
        member.send(Odds(wish.id, wish.n, found))
