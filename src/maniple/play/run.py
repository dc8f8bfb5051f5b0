"""One step being run: the battle with which it began, and the answers given since.

Drivers don't keep generators: a step can be run again from its beginning at any time, with the
answers that it has had, and comes to the same request. That is how a game is copied, undone,
resumed and proved.
"""

from collections.abc import Sequence
from types import CodeType, GeneratorType

from maniple.battle.events import Event
from maniple.battle.request import Request, Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.rules.sequence import Running, next_step


class ReplayDiverged(Exception):
    """A step that ran again did not do what it had done: rules, record or memory have changed."""

    def __init__(self, at: str, expected: object, got: object) -> None:
        super().__init__(f"{at}: expected {expected}, got {got}")
        self.at = at
        self.expected = expected
        self.got = got


class Run:
    """A step that waits for an answer, or has ended.

    `request` is what it waits for, None once it has ended; `table` holds the battle now.
    """

    __slots__ = ("_step", "request", "table")

    def __init__(self, battle: Battle, answers: Sequence[object] = ()) -> None:
        step: Running | None = next_step(battle)
        if step is None:
            raise ValueError("the battle is over: no step is left to run")
        self.table = Table(battle)
        self._step: Step[None] = step(self.table)
        self.request: Request[object] | None = None
        self._go_on(None)
        for answer in answers:
            if self.request is None:
                raise ReplayDiverged("a step run again", "a request", "the step's end")
            self._go_on(answer)

    @property
    def battle(self) -> Battle:
        return self.table.battle

    @property
    def events(self) -> list[Event]:
        """What the step has recorded so far."""
        return self.table.events

    def answer(self, answer: object) -> None:
        """Give the answer to `request`; afterwards `request` is the next one."""
        if self.request is None:
            raise ValueError("the step has ended: it asks nothing")
        self._go_on(answer)

    def where(self) -> tuple[str, ...]:
        """The rules at work, outermost first, from the steps that are suspended."""
        rules: list[str] = []
        step: object = self._step
        while isinstance(step, GeneratorType):
            for rule in _rules_named(step.gi_code):
                if rule not in rules:
                    rules.append(rule)
            step = step.gi_yieldfrom
        return tuple(rules)

    def _go_on(self, answer: object) -> None:
        try:
            self.request = self._step.send(answer)
        except StopIteration:
            self.request = None


def _rules_named(code: CodeType) -> list[str]:
    """The rule ids in square brackets at the end of a step's docstring."""
    doc = code.co_consts[0] if code.co_consts else None
    if not isinstance(doc, str) or "[" not in doc:
        return []
    inside = doc[doc.rindex("[") + 1 :].split("]")[0]
    return [rule.strip() for rule in inside.split(",") if "." in rule or rule.strip() == "deploy"]
