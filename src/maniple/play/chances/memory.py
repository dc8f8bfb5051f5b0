"""What has been run of the rules, and what came of it; nothing is run twice that can't differ.

`Memory.went` gives what may come of a battle when its next step has run, and what the view sees then. If
a run that is remembered has read nothing that is different here, its result holds: its weights, and the
changes that it made, made in this battle. Else the step is run anew, at every branch of its dice. While
there are few battles of a kind, nothing is noted, and a run goes on through all steps of a phase up to
where dice are thrown again: a *stretch*.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, NamedTuple, TypeAlias, TypeVar, cast

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import CHANCE
from maniple.battle.judged import Refusal
from maniple.battle.state import Battle, Turn
from maniple.battle.tasks import Phase
from maniple.play.chances.found import Budget, BudgetSpent
from maniple.play.chances.noted import Chance, Noted, weighed
from maniple.play.chances.parts import Change, Parts, State, Written, picker, with_written
from maniple.play.chances.patches import Patch, Root, Write, patched
from maniple.play.chances.recall import Recall, questions_of
from maniple.play.chances.watched import Log, concrete
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

UNWATCHED = 12
"""So many battles of a kind are run as they are, before it is worth while to note what is read."""

LOOK = 32
"""Runs between two looks at the limits."""

KEPT = 512
"""So many battles at most are kept as runs have left them."""

LONG = 64
"""Steps of a stretch at most."""

Moment: TypeAlias = tuple[int, bool, int]
"""How far a battle has come: its turn, whether that is the second player's, and the phase."""

PHASES = tuple(Phase)

Changes: TypeAlias = tuple[Change, ...]


class Came(NamedTuple, Generic[V]):
    """What may come of a battle, each with its weight of the total."""

    goes_on: tuple[tuple[Written, int], ...]
    """Battles that go on: what is written in them."""
    seen: tuple[tuple[V, int], ...]
    """What the view has seen in the others."""


class _End(NamedTuple):
    """How a run has ended in one branch of the dice."""

    battle: Battle
    value: object
    """What the view sees; None: nothing yet."""
    chance: Chance


class Went(Generic[V]):
    """What may come of a step, for all battles that don't differ in what it reads."""

    __slots__ = ("_branches", "_known", "_parts", "_pick", "_seen", "total")

    def __init__(
        self,
        parts: Parts,
        total: int,
        branches: tuple[tuple[int, Changes], ...],
        seen: tuple[tuple[int, Patch], ...],
    ) -> None:
        self.total = total
        self._parts = parts
        self._branches = branches
        self._seen = seen
        depends = {place for _, made in branches for one in made for place in one.depends}
        depends.update([place for _, patch in seen for place in parts.places_in(patch)])
        self._pick = picker(tuple(sorted(depends)))
        self._known: dict[object, Came[V]] = {}

    def after(self, state: State) -> Came[V]:
        """What comes of this battle."""
        numbers = self._pick(state)
        known = self._known.get(numbers)
        if known is None:
            known = self._known[numbers] = self._came(state)
        return known

    def _came(self, state: State) -> Came[V]:
        merged: dict[Written, int] = {}
        for weight, made in self._branches:
            written = tuple([(one.place, one.number(state)) for one in made])
            merged[written] = merged.get(written, 0) + weight
        seen: dict[V, int] = {}
        for weight, patch in self._seen:
            made_here = (
                patch.value
                if isinstance(patch, Write)
                else patched(None, patch, lambda term: self._parts.figure(term, state))
            )
            # Made anew of what the view has given, it is of the same kind.
            value = cast("V", made_here)
            seen[value] = seen.get(value, 0) + weight
        return Came(tuple(merged.items()), tuple(seen.items()))


class Once(Generic[V]):
    """What may come of one battle alone."""

    __slots__ = ("_came", "total")

    def __init__(self, total: int, came: Came[V]) -> None:
        self.total = total
        self._came = came

    def after(self, state: State) -> Came[V]:
        """What comes of that battle."""
        return self._came


class Memory(Generic[V]):
    """What has been worked out for one question, with one policy and one view."""

    __slots__ = (
        "_battles",
        "_budget",
        "_kinds",
        "_moments",
        "_number",
        "_policy",
        "_rolling",
        "_tried",
        "_view",
        "_went",
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
        self._went: dict[object, Recall[Went[V]]] = {}
        self._tried: dict[object, int] = {}
        self._battles: dict[State, Battle] = {}
        self._kinds: dict[int, object] = {}
        self._number = picker(tuple([place for place, _ in self.parts.found(("turn", "number"))]))
        self._moments: dict[tuple[int, object], Moment] = {}
        self._rolling: set[object] = set()
        """The kinds of step in which dice have decided: a stretch ends before them."""

    def went(self, state: State, answers: tuple[object, ...] = ()) -> Went[V] | Once[V]:
        """What may come of this battle, if its next step has been answered so far as given.

        Raises `BudgetSpent` where a limit is reached meanwhile.
        """
        kind = (self._kind(state), answers)
        known = self._went.get(kind)
        if known is None:
            known = self._went[kind] = Recall(self.parts)
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

    def moment(self, state: State) -> Moment:
        """How far the battle has come."""
        place = self.parts.layout.rest["turn"]
        key = (state[place], self._number(state))
        known = self._moments.get(key)
        if known is None:
            turn = self.parts.join(state).turn
            known = (turn.number, turn.side is not turn.first, PHASES.index(turn.phase))
            self._moments[key] = known
        return known

    def _run(self, log: Log, answers: tuple[object, ...]) -> Went[V]:
        noted = Noted(log, self._count, self._answered, self._view).ends(answers)
        weights, total = weighed([end.chance for end in noted])
        ends: dict[tuple[tuple[Root, Patch], ...], int] = {}
        seen: dict[Patch, int] = {}
        for end, weight in zip(noted, weights, strict=True):
            if end.seen is None:
                ends[end.made] = ends.get(end.made, 0) + weight
            else:
                seen[end.seen] = seen.get(end.seen, 0) + weight
        branches: list[tuple[int, Changes]] = []
        for made, weight in ends.items():
            all_made = [one for root, patch in made for one in self.parts.changes_of(root, patch)]
            branches.append((weight, tuple(all_made)))
        values = [(weight, value) for value, weight in seen.items()]
        return Went(self.parts, total, tuple(branches), tuple(values))

    def _run_here(self, state: State, answers: tuple[object, ...]) -> Once[V]:
        """The stretch run in this battle, with nothing noted."""
        battle = self._battles.pop(state, None)
        if battle is None:
            battle = self.parts.join(state)
        found = list(self._stretch(battle, answers))
        weights, total = weighed([end.chance for end in found])
        ends: dict[Written, int] = {}
        seen: dict[V, int] = {}
        for end, weight in zip(found, weights, strict=True):
            if end.value is None:
                written = self.parts.differences(state, battle, end.battle)
                if written not in ends:
                    self._keep(with_written(state, written), end.battle)
                ends[written] = ends.get(written, 0) + weight
            else:
                # What the view has given stands in `value` whatever its kind.
                value = cast("V", end.value)
                seen[value] = seen.get(value, 0) + weight
        return Once(total, Came(tuple(ends.items()), tuple(seen.items())))

    def _keep(self, state: State, battle: Battle) -> None:
        """A battle as a run has left it, for when it goes on."""
        if len(self._battles) >= KEPT:
            self._battles.clear()
        self._battles[state] = battle

    def _stretch(self, battle: Battle, answers: tuple[object, ...]) -> Iterator[_End]:
        """Every way in which the steps of this phase may end that come before dice are thrown again."""
        phase = battle.turn.phase
        waiting: list[tuple[Battle, tuple[object, ...], Chance, int]] = [
            (battle, answers, (1, 1), 1)
        ]
        while waiting:
            begin, given, chance, steps = waiting.pop()
            ends = self._step(begin, given, chance)
            if len(ends) > 1:
                self._rolling.add(_kind_of(begin))
            for end in ends:
                if end.value is not None or steps >= LONG or self._stops(end.battle, phase):
                    yield end
                else:
                    waiting.append((end.battle, (), end.chance, steps + 1))

    def _stops(self, battle: Battle, phase: Phase) -> bool:
        """Whether a stretch ends here: dice are about to be thrown, or this phase is over."""
        if battle.is_over or battle.turn.phase is not phase:
            return True
        return _kind_of(battle) in self._rolling

    def _step(self, battle: Battle, answers: tuple[object, ...], chance: Chance) -> list[_End]:
        """Every way in which the step that runs next may end."""
        ends: list[_End] = []
        branches: list[tuple[tuple[object, ...], Chance]] = [(answers, chance)]
        while branches:
            given, (weight, total) = branches.pop()
            self._count()
            run = Run(battle, given)
            while run.request is not None:
                if isinstance(run.request, Ask):
                    answer: object = self._answered(run.battle, run.request)
                elif isinstance(run.request, CHANCE):
                    spread = outcomes(run.request)
                    (answer, share), *others = spread.items
                    if others:
                        total *= spread.total
                        for other, its in others:
                            branches.append(((*given, other), (weight * its, total)))
                        weight *= share
                else:
                    raise TypeError(f"{run.request} is neither a roll nor an ask")
                given = (*given, answer)
                run.answer(answer)
            ends.append(_End(run.battle, self._view(run.battle), (weight, total)))
        return ends

    def _count(self) -> None:
        """One run more; raises `BudgetSpent` where a limit is reached."""
        self.runs += 1
        if not self.runs % LOOK and not self._budget.allows(self.runs, 0):
            raise BudgetSpent(self._budget.spent)

    def _answered(self, battle: Battle, ask: Ask) -> AskAnswer:
        """What the policy answers."""
        judged = judge(battle, ask, concrete(self._policy(battle, ask)))
        if isinstance(judged, Refusal):
            raise ValueError(
                f"the policy's answer to {ask} is refused by {judged.rule}: {judged.why}"
            )
        return judged.answer


def _kind_of(battle: Battle) -> object:
    """The kind of step that runs next, whoever it concerns."""
    turn = battle.turn
    return turn.todo[0].do if turn.todo else turn.phase


@contextmanager
def _memos_afresh() -> Generator[None, None, None]:
    """What the rules keep for a while is not kept into this block, nor out of it."""
    memo.forget()
    try:
        yield
    finally:
        memo.forget()
