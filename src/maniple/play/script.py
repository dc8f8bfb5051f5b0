"""`Script`: the driver of the book's worked examples. Dice and answers come from the test's list.

All dice and all answers must be used up, and each answer must be legal where it is given.
"""

from collections.abc import Iterable
from typing import TypeVar

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.chance import Rolled, resolve
from maniple.battle.chance_requests import CHANCE, Chance
from maniple.battle.judged import Refusal
from maniple.battle.request import Request, Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.rules.legality import judge
from maniple.rules.sequence import next_step

T = TypeVar("T")


class ScriptError(Exception):
    """The script and the rules do not agree: dice or answers too few, too many, or illegal."""


class Script:
    """Runs steps on a table with the given faces and answers, in their order."""

    def __init__(
        self, battle: Battle, dice: Iterable[int] = (), answers: Iterable[AskAnswer] = ()
    ) -> None:
        self.table = Table(battle)
        self.rolled: list[tuple[Chance, Rolled]] = []
        self.asked: list[Ask] = []
        self._dice = list(dice)
        self._answers = list(answers)

    @property
    def battle(self) -> Battle:
        return self.table.battle

    def run(self, step: Step[T], *, use_up: bool = True) -> T:
        """Run one step to its end and give what it returns.

        ScriptError if dice or answers run out, an answer is illegal, or (unless `use_up` is
        false) something of the script is left over.
        """
        try:
            request = next(step)
            while True:
                request = step.send(self._answer(request))
        except StopIteration as end:
            if use_up:
                self.all_used()
            result: T = end.value
            return result

    def run_until(self, steps: int) -> None:
        """Run so many steps of the turn sequence, then check that the script is used up."""
        for _ in range(steps):
            step = next_step(self.battle)
            if step is None:
                raise ScriptError("the battle is over before the script is")
            self.run(step(self.table), use_up=False)
        self.all_used()

    def all_used(self) -> None:
        """ScriptError if dice or answers are left over."""
        if self._dice:
            raise ScriptError(f"dice are left over: {self._dice}")
        if self._answers:
            raise ScriptError(f"answers are left over: {self._answers}")

    def _answer(self, request: Request[object]) -> object:
        if isinstance(request, CHANCE):
            rolled = resolve(request, self._face)
            self.rolled.append((request, rolled))
            return rolled.answer
        if not isinstance(request, Ask):
            raise ScriptError(f"{request} is neither a roll nor an ask")
        self.asked.append(request)
        if not self._answers:
            raise ScriptError(f"no answer is left for {request}")
        answer = self._answers.pop(0)
        judged = judge(self.battle, request, answer)
        if isinstance(judged, Refusal):
            raise ScriptError(f"{answer} is refused by {judged.rule}: {judged.why}")
        return judged.answer

    def _face(self, sides: int) -> int:
        if not self._dice:
            raise ScriptError("no dice are left")
        face = self._dice.pop(0)
        if not 1 <= face <= sides:
            raise ScriptError(f"{face} is not a face of a D{sides}")
        return face
