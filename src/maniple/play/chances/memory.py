"""The steps that have been run, and what came of them; nothing is run twice that can't differ.

`Memory.step` gives what may come of the step that runs next in a battle. If a run that is remembered
has read nothing that is different here, its result holds: its weights, and the changes that it made,
made in this battle. Else the step is run anew, at every branch of its dice.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import lcm
from typing import Generic, TypeAlias, TypeVar, cast

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import CHANCE
from maniple.battle.judged import Refusal
from maniple.battle.state import Battle, Turn
from maniple.play.chances.found import Budget, BudgetSpent
from maniple.play.chances.parts import Change, Parts, State, picker
from maniple.play.chances.patches import Patch, Root, Write, changes, made_of, patched
from maniple.play.chances.recall import Recall, questions_of
from maniple.play.chances.watched import Log, concrete, node_of
from maniple.play.run import Run
from maniple.rules import memo
from maniple.rules.legality import judge

V = TypeVar("V", bound=Hashable)

Policy: TypeAlias = Callable[[Battle, Ask], AskAnswer]
"""How a player would answer; a pure function of what it is given."""

View: TypeAlias = Callable[[Battle], V | None]
"""What a question sees in a battle between two steps: a hashable value once it knows its answer,
None while the battle has to go on. A pure function of the battle.
"""

UNWATCHED = 8
"""So many battles of a kind have their step run as it is, before it is worth while to note what it reads."""

LOOK = 32
"""Runs between two looks at the limits."""

Changes: TypeAlias = tuple[Change, ...]

Written: TypeAlias = tuple[tuple[tuple[tuple[int, int], ...], int], ...]
"""For each branch: the places that change, with their new numbers; and its weight."""


class Stepped:
    """What may come of a step, for all battles that don't differ in what it reads."""

    __slots__ = ("_branches", "_known", "_pick", "total")

    def __init__(self, branches: tuple[tuple[int, Changes], ...]) -> None:
        self.total = sum([weight for weight, _ in branches])
        self._branches = branches
        depends = {place for _, made in branches for one in made for place in one.depends}
        self._pick = picker(tuple(sorted(depends)))
        self._known: dict[object, Written] = {}

    def after(self, state: State) -> Written:
        """What is written at which places of this battle, with its weight of the total."""
        numbers = self._pick(state)
        known = self._known.get(numbers)
        if known is None:
            merged: dict[tuple[tuple[int, int], ...], int] = {}
            for weight, made in self._branches:
                written = tuple([(one.place, one.number(state)) for one in made])
                merged[written] = merged.get(written, 0) + weight
            known = self._known[numbers] = tuple(merged.items())
        return known


class Once:
    """What may come of a step in one battle alone."""

    __slots__ = ("_written", "total")

    def __init__(self, total: int, written: Written) -> None:
        self.total = total
        self._written = written

    def after(self, state: State) -> Written:
        """What is written at which places of that battle, with its weight of the total."""
        return self._written


class _Seen:
    """What a view has seen: a value, or how it is made of the numbers of a battle."""

    __slots__ = ("_known", "_parts", "_patch", "_pick")

    def __init__(self, parts: Parts, patch: Patch) -> None:
        self._parts = parts
        self._patch = patch
        self._pick = picker(parts.places_in(patch))
        self._known: dict[object, object] = {}

    def value(self, state: State) -> object:
        """What is seen in this battle; None: nothing yet."""
        if isinstance(self._patch, Write):
            return self._patch.value
        numbers = self._pick(state)
        found = self._known.get(numbers)
        if found is None:
            found = patched(None, self._patch, lambda term: self._parts.figure(term, state))
            self._known[numbers] = found
        return found


class Memory(Generic[V]):
    """What has been worked out for one question, with one policy and one view."""

    __slots__ = (
        "_budget",
        "_kinds",
        "_policy",
        "_steps",
        "_tried",
        "_view",
        "_views",
        "parts",
        "runs",
    )

    def __init__(self, units: int, policy: Policy, view: View[V], budget: Budget) -> None:
        self.parts = Parts(units)
        self.runs = 0
        """Runs of steps so far, each branch counted."""
        self._budget = budget
        self._policy = policy
        self._view = view
        self._views: Recall[_Seen] = Recall(self.parts)
        self._steps: dict[object, Recall[Stepped]] = {}
        self._tried: dict[object, int] = {}
        self._kinds: dict[int, object] = {}

    def seen(self, state: State) -> V | None:
        """What the question sees in this battle."""
        known = self._views.result(state)
        if known is None:
            with _memos_afresh():
                log = Log(self.parts.join(state))
                patch = made_of(self._view(log.root))
            known = _Seen(self.parts, patch)
            self._views.keep(state, questions_of(log, self.parts), known)
        # Made anew of what the view has given, it is of the same kind.
        return cast("V | None", known.value(state))

    def step(self, state: State, answers: tuple[object, ...] = ()) -> Stepped | Once:
        """What may come of the step that runs next, if it has been answered so far as given.

        Raises `BudgetSpent` where a limit is reached meanwhile.
        """
        kind = (self._kind(state), answers)
        known = self._steps.get(kind)
        if known is None:
            known = self._steps[kind] = Recall(self.parts)
        found = known.result(state)
        if found is not None:
            return found
        tried = self._tried[kind] = self._tried.get(kind, 0) + 1
        if tried <= UNWATCHED:
            return self._run_here(state, answers)
        with _memos_afresh():
            log = Log(self.parts.join(state))
            found = self._run(log, answers)
        known.keep(state, questions_of(log, self.parts), found)
        return found

    def _kind(self, state: State) -> object:
        """What is to be done next: results are looked for among those of their kind."""
        place = self.parts.layout.rest["turn"]
        number = state[place]
        kind = self._kinds.get(number)
        if kind is None:
            turn = self.parts.values[place][number]
            assert isinstance(turn, Turn)
            kind = self._kinds[number] = turn.todo[0] if turn.todo else turn.phase
        return kind

    def _run(self, log: Log, answers: tuple[object, ...]) -> Stepped:
        root = node_of(log.root)
        assert root is not None
        ends: dict[tuple[tuple[Root, Patch], ...], Fraction] = {}
        for after, chance in self._ends(log.root, answers):
            made = changes(root, after)
            ends[made] = ends.get(made, Fraction(0)) + chance
        total = lcm(*[chance.denominator for chance in ends.values()])
        branches: list[tuple[int, Changes]] = []
        for made, chance in ends.items():
            all_made = [one for root, patch in made for one in self.parts.changes_of(root, patch)]
            branches.append((int(chance * total), tuple(all_made)))
        return Stepped(tuple(branches))

    def _run_here(self, state: State, answers: tuple[object, ...]) -> Once:
        """The step run in this battle, with nothing noted."""
        battle = self.parts.join(state)
        ends: dict[tuple[tuple[int, int], ...], Fraction] = {}
        for after, chance in self._ends(battle, answers):
            written = self.parts.differences(state, battle, after)
            ends[written] = ends.get(written, Fraction(0)) + chance
        total = lcm(*[chance.denominator for chance in ends.values()])
        return Once(total, tuple([(made, int(one * total)) for made, one in ends.items()]))

    def _ends(
        self, battle: Battle, answers: tuple[object, ...]
    ) -> Iterator[tuple[Battle, Fraction]]:
        """Every battle in which the step may end, with its chance."""
        branches: list[tuple[tuple[object, ...], Fraction]] = [(answers, Fraction(1))]
        while branches:
            given, chance = branches.pop()
            self.runs += 1
            if not self.runs % LOOK and not self._budget.allows(self.runs, 0):
                raise BudgetSpent(self._budget.spent)
            run = Run(battle, given)
            while run.request is not None:
                if isinstance(run.request, Ask):
                    answer: object = _answer(run.battle, run.request, self._policy)
                elif isinstance(run.request, CHANCE):
                    spread = outcomes(concrete(run.request))
                    (answer, weight), *others = spread.items
                    for other, share in others:
                        branches.append(((*given, other), chance * Fraction(share, spread.total)))
                    if others:
                        chance *= Fraction(weight, spread.total)
                else:
                    raise TypeError(f"{run.request} is neither a roll nor an ask")
                given = (*given, answer)
                run.answer(answer)
            yield run.battle, chance


@contextmanager
def _memos_afresh() -> Generator[None, None, None]:
    """What the rules keep for a while is not kept into this block, nor out of it."""
    memo.forget()
    try:
        yield
    finally:
        memo.forget()


def _answer(battle: Battle, ask: Ask, policy: Policy) -> AskAnswer:
    judged = judge(battle, ask, concrete(policy(battle, ask)))
    if isinstance(judged, Refusal):
        raise ValueError(f"the policy's answer to {ask} is refused by {judged.rule}: {judged.why}")
    return judged.answer
