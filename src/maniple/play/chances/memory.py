"""The steps that have been run, and what came of them; nothing is run twice that can't differ.

`Memory.step` gives what may come of the step that runs next in a battle. If a run that is remembered
has read nothing that is different here, its result holds: its weights, and the changes that it made,
made in this battle. Else the step is run anew, at every branch of its dice.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import lcm
from typing import Generic, TypeAlias, TypeVar

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import CHANCE
from maniple.battle.judged import Refusal
from maniple.battle.state import Battle
from maniple.play.chances.footprints import Footprint, reads_of
from maniple.play.chances.parts import NAMES, Change, Parts, State
from maniple.play.chances.patches import Part, Patch, changes
from maniple.play.chances.watched import Log, concrete, node_of, plain
from maniple.play.run import Run
from maniple.rules.legality import judge

V = TypeVar("V", bound=Hashable)
R = TypeVar("R")

Policy: TypeAlias = Callable[[Battle, Ask], AskAnswer]
"""How a player would answer; a pure function of what it is given."""

View: TypeAlias = Callable[[Battle], V | None]
"""What a question sees in a battle between two steps: a hashable value once it knows its answer,
None while the battle has to go on. A pure function of the battle.
"""

Changes: TypeAlias = tuple[Change, ...]

_TURN = NAMES.index("turn")
_OUTCOME = NAMES.index("outcome")


class Stepped:
    """What may come of a step, for all battles that don't differ in what it reads."""

    __slots__ = ("branches", "total")

    def __init__(self, branches: tuple[tuple[int, Changes], ...]) -> None:
        self.branches = branches
        self.total = sum([weight for weight, _ in branches])

    def after(self, state: State) -> list[tuple[int, State]]:
        """Every battle that may follow, with its weight of the total."""
        found: list[tuple[int, State]] = []
        for weight, changed in self.branches:
            new = list(state)
            for change in changed:
                new[change.place] = change.number(state)
            found.append((weight, tuple(new)))
        return found


class Seen(Generic[V]):
    """What a view has seen; `value` is None where the battle has to go on."""

    __slots__ = ("value",)

    def __init__(self, value: V | None) -> None:
        self.value = value


class Memory(Generic[V]):
    """What has been worked out for one question, with one policy and one view."""

    __slots__ = ("_kinds", "_policy", "_steps", "_view", "_views", "parts", "runs")

    def __init__(self, units: int, policy: Policy, view: View[V]) -> None:
        self.parts = Parts(units)
        self.runs = 0
        """Runs of steps so far, each branch counted."""
        self._policy = policy
        self._view = view
        self._views: list[Footprint[Seen[V]]] = []
        self._steps: dict[object, list[Footprint[Stepped]]] = {}
        self._kinds: dict[int, object] = {}

    def seen(self, state: State) -> V | None:
        """What the question sees in this battle."""
        for footprint in self._views:
            seen = footprint.result(state)
            if seen is not None:
                return seen.value
        log = Log(self.parts.join(state))
        value = plain(self._view(log.root))
        seen = Seen(value)
        self._keep(self._views, log, state, seen)
        return value

    def step(self, state: State, answers: tuple[object, ...] = ()) -> Stepped:
        """What may come of the step that runs next, if it has been answered so far as given."""
        known = self._steps.setdefault((self._kind(state), answers), [])
        for footprint in known:
            found = footprint.result(state)
            if found is not None:
                return found
        log = Log(self.parts.join(state))
        stepped = self._run(log, answers)
        self._keep(known, log, state, stepped)
        return stepped

    def _kind(self, state: State) -> object:
        """What is to be done next: results are looked for among those of their kind."""
        number = state[_TURN]
        kind = self._kinds.get(number)
        if kind is None:
            turn = self.parts.values[_TURN][number]
            kind = self._kinds[number] = turn.todo[0] if turn.todo else turn.phase
        return kind

    def _keep(self, known: list[Footprint[R]], log: Log, state: State, result: R) -> None:
        reads = reads_of(log)
        for footprint in known:
            if footprint.reads == reads:
                footprint.keep(state, result)
                return
        footprint = Footprint(reads, self.parts)
        footprint.keep(state, result)
        known.append(footprint)

    def _run(self, log: Log, answers: tuple[object, ...]) -> Stepped:
        root = node_of(log.root)
        assert root is not None
        ends: dict[tuple[tuple[Part, Patch], ...], Fraction] = {}
        branches: list[tuple[tuple[object, ...], Fraction]] = [(answers, Fraction(1))]
        while branches:
            given, chance = branches.pop()
            self.runs += 1
            run = Run(log.root, given)
            while isinstance(run.request, Ask):
                answer = _answer(run.battle, run.request, self._policy)
                given = (*given, answer)
                run.answer(answer)
            if run.request is None:
                made = changes(root, run.battle)
                ends[made] = ends.get(made, Fraction(0)) + chance
                continue
            if not isinstance(run.request, CHANCE):
                raise TypeError(f"{run.request} is neither a roll nor an ask")
            spread = outcomes(concrete(run.request))
            for result, weight in spread.items:
                branches.append(((*given, result), chance * Fraction(weight, spread.total)))
        total = lcm(*[chance.denominator for chance in ends.values()])
        change_of = self.parts.change_of
        return Stepped(
            tuple(
                [
                    (int(chance * total), tuple([change_of(*one) for one in made]))
                    for made, chance in ends.items()
                ]
            )
        )


def _answer(battle: Battle, ask: Ask, policy: Policy) -> AskAnswer:
    judged = judge(battle, ask, concrete(policy(battle, ask)))
    if isinstance(judged, Refusal):
        raise ValueError(f"the policy's answer to {ask} is refused by {judged.rule}: {judged.why}")
    return judged.answer
