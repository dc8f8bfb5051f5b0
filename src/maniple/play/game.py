"""`Game`: a battle being played. Dice come from a chance source, asks wait for the players.

    game = Game(began, SeededChance(7))
    while game.pending is not None:
        game.answer(game.sample(rng))

Between two asks the game runs by itself: it throws the dice, records what happens, and stops at
the next question. A copy (`fork`) is a handful of references; it runs its step again when it is
first answered, and never holds the true dice.
"""

from collections.abc import Callable
from typing import Protocol

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.chance import Rolled
from maniple.battle.chance_requests import CHANCE, Chance
from maniple.battle.events import (
    BattleBegan,
    BattleEnded,
    ChargeAnswered,
    Event,
    SpellCast,
    UnitShot,
)
from maniple.battle.judged import Judged, Refusal
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.unit import UnitId
from maniple.play.chance import ChanceSource
from maniple.play.run import ReplayDiverged, Run
from maniple.play.told import Answered, Fell, Happened, Listener, Told
from maniple.rules import legality
from maniple.rules.table.measuring import measured

BARRIERS = (ChargeAnswered, UnitShot, SpellCast, BattleEnded)
"""No undo reaches behind them: they tell a distance that nobody could measure before, or the end of the
battle, with which its record is closed.
"""


class Recorder(Protocol):
    """Writes a game down as it goes; see `play.journal`."""

    def answered(self, ask: Ask, answer: AskAnswer) -> None: ...
    def rolled(self, request: Chance, rolled: Rolled) -> None: ...
    def happened(self, event: Event) -> None: ...
    def mark(self) -> int:
        """The place in the record from which an undo would drop lines."""
        ...

    def undone(self, to: int) -> None: ...


class Refused(Exception):
    """An answer that the rules refuse; `refusal` says why, by which rule, and where."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.why} [{refusal.rule}]")
        self.refusal = refusal


class NothingToUndo(Exception):
    """A roll, the other side's answer or a distance revealed stands in the way of undo."""


class _Moment:
    """A place to which undo can go back: a question that one side has answered since."""

    __slots__ = ("answers", "ask", "began", "events", "mark")

    def __init__(
        self, began: Battle, answers: tuple[object, ...], ask: Ask, events: int, mark: int
    ) -> None:
        self.began = began
        self.answers = answers
        self.ask = ask
        self.events = events
        self.mark = mark


class Game:
    """A battle in play. `pending` is the question that waits; None: the battle is over."""

    __slots__ = (
        "_answers",
        "_began",
        "_chance",
        "_count",
        "_listeners",
        "_moments",
        "_published",
        "_recorder",
        "_run",
        "_until",
        "battle",
        "pending",
    )

    def __init__(
        self,
        began: BattleBegan,
        chance: ChanceSource,
        *,
        recorder: Recorder | None = None,
        listeners: tuple[Listener, ...] = (),
    ) -> None:
        """Start a battle; runs until the first question."""
        table = Table(Battle(began.field, began.units))
        table.record(began)
        self._setup(table.battle, (), chance, recorder, listeners)
        self._happened(began, table.battle)
        self._go_on()

    @classmethod
    def resume(
        cls,
        battle: Battle,
        answers: tuple[object, ...],
        chance: ChanceSource,
        *,
        recorder: Recorder | None = None,
        listeners: tuple[Listener, ...] = (),
        published: int = 0,
        until: Callable[[Battle], bool] | None = None,
    ) -> "Game":
        """Go on from the battle at the start of a step and the answers that the step has had.

        `published`: how many of the step's events are known already. `until`: the game stops,
        as if the battle were over, when this holds between two steps.
        """
        game = cls.__new__(cls)
        game._setup(battle, answers, chance, recorder, listeners)
        game._until = until
        game._published = published
        game._go_on()
        return game

    def _setup(
        self,
        battle: Battle,
        answers: tuple[object, ...],
        chance: ChanceSource,
        recorder: Recorder | None,
        listeners: tuple[Listener, ...],
    ) -> None:
        self.battle = battle
        self.pending: Ask | None = None
        self._began = battle
        self._answers = answers
        self._run: Run | None = None
        self._published = 0
        self._count = 0
        self._chance = chance
        self._recorder = recorder
        self._listeners = listeners
        self._moments: tuple[_Moment, ...] = ()
        self._until: Callable[[Battle], bool] | None = None

    # ------------------------------------------------------------------------- questions

    def options(self) -> tuple[AskAnswer, ...] | None:
        """All legal answers, where they are a list; None where they are not. See `judge`."""
        return legality.options(self.battle, self._asked())

    def judge(self, answer: AskAnswer) -> Judged | Refusal:
        """What the referee says of this answer to the pending question. Changes nothing."""
        return legality.judge(self.battle, self._asked(), answer)

    def sample(self, below: Callable[[int], int]) -> AskAnswer:
        """A legal answer by lot; `below(n)` gives a number from 0 to n - 1."""
        return legality.sample(self.battle, self._asked(), below)

    def answer(self, answer: AskAnswer) -> Judged:
        """Answer the pending question; the game goes on to the next one.

        Raises `Refused` for an answer that the rules refuse: nothing has changed then.
        """
        ask = self._asked()
        judged = legality.judge(self.battle, ask, answer)
        if isinstance(judged, Refusal):
            raise Refused(judged)
        self._remember(ask)
        if self._recorder is not None:
            self._recorder.answered(ask, judged.answer)
        if self._listeners:
            self._tell(Answered(ask, judged.answer, self.battle))
        self._send(judged.answer)
        self._go_on()
        return judged

    def measure(self, a: UnitId, b: UnitId) -> float | Refusal:
        """The inches between two units on the table; refused while nobody may measure them.

        [measure.when, measure.free]
        """
        return measured(self.battle, a, b)

    def where(self) -> tuple[str, ...]:
        """The rules at work, outermost first: a breadcrumb of rule ids."""
        return () if self.pending is None else self._running().where()

    # ----------------------------------------------------------------------- back, copies

    @property
    def can_undo(self) -> bool:
        return bool(self._moments)

    def undo(self) -> None:
        """Take back the last answer. Raises `NothingToUndo` at a barrier."""
        if not self._moments:
            raise NothingToUndo(
                "nothing can be taken back: dice were rolled, the other side has answered, "
                "a distance was revealed, or the battle is over"
            )
        moment = self._moments[-1]
        self._moments = self._moments[:-1]
        if self._recorder is not None:
            self._recorder.undone(moment.mark)
        run = Run(moment.began, moment.answers)
        if run.request != moment.ask:
            raise ReplayDiverged("undo", moment.ask, run.request)
        self._began, self._answers, self._run = moment.began, moment.answers, run
        self._published = len(run.events)
        self._count = moment.events
        self.battle, self.pending = run.battle, moment.ask

    def fork(self, chance: ChanceSource) -> "Game":
        """A copy that goes its own way from here, with dice of its own and nobody listening."""
        copy = Game.__new__(Game)
        copy.battle = self.battle
        copy.pending = self.pending
        copy._began = self._began
        copy._answers = self._answers
        copy._run = None
        copy._published = self._published
        copy._count = self._count
        copy._chance = chance
        copy._recorder = None
        copy._listeners = ()
        copy._moments = ()
        copy._until = self._until
        return copy

    @property
    def snapshot(self) -> tuple[Battle, tuple[object, ...]]:
        """The battle at the start of the running step, and the answers that it has had."""
        return self._began, self._answers

    # -------------------------------------------------------------------------- the engine

    def _asked(self) -> Ask:
        if self.pending is None:
            raise ValueError("the battle is over: nothing is asked")
        return self.pending

    def _remember(self, ask: Ask) -> None:
        if self._moments and self._moments[-1].ask.side is not ask.side:
            self._moments = ()
        mark = 0 if self._recorder is None else self._recorder.mark()
        moment = _Moment(self._began, self._answers, ask, self._count, mark)
        self._moments = (*self._moments, moment)

    def _running(self) -> Run:
        if self._run is None:
            self._run = Run(self._began, self._answers)
        return self._run

    def _send(self, answer: object) -> None:
        run = self._running()
        self._answers = (*self._answers, answer)
        run.answer(answer)

    def _go_on(self) -> None:
        """Run until a question is asked or the battle is over."""
        while not self._is_at_end():
            run = self._running()
            self._publish(run)
            request = run.request
            if request is None:
                self._began, self._answers, self._run = run.battle, (), None
                self._published = 0
            elif isinstance(request, CHANCE):
                rolled = self._chance.throw(request)
                self._moments = ()
                if self._recorder is not None:
                    self._recorder.rolled(request, rolled)
                if self._listeners:
                    self._tell(Fell(request, rolled, run.battle))
                self._send(rolled.answer)
            elif isinstance(request, Ask):
                self.battle, self.pending = run.battle, request
                return
            else:
                raise TypeError(f"{request} is neither a roll nor an ask")
        self.battle, self.pending = self._began, None

    def _is_at_end(self) -> bool:
        if self._began.is_over:
            return True
        return self._until is not None and not self._answers and self._until(self._began)

    def _publish(self, run: Run) -> None:
        new = run.events[self._published :]
        self._published = len(run.events)
        self._count += len(new)
        for event in new:
            if isinstance(event, BARRIERS):
                self._moments = ()
        if new and (self._listeners or self._recorder is not None):
            for event, battle in zip(new, run.table.after[-len(new) :], strict=True):
                self._happened(event, battle)

    def _happened(self, event: Event, battle: Battle) -> None:
        if self._recorder is not None:
            self._recorder.happened(event)
        if self._listeners:
            self._tell(Happened(event, battle))

    def _tell(self, told: Told) -> None:
        for listener in self._listeners:
            listener(told)
