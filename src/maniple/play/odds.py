"""`Odds`: the driver that runs the rules over every outcome of the dice, with exact weights.

    found = chances(battle, view, policy)

A step is run again and again, branching at each roll over its results; equal battles are merged
between steps. Asks are answered by a policy. It goes on until the `view` of the question sees in
each battle what it asks for. The rules are the very same that play.

odds        the same, with the battles themselves as what is seen
step_odds   what may come of the one step that runs next
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from time import monotonic
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import CHANCE
from maniple.battle.judged import Refusal
from maniple.battle.state import Battle
from maniple.play.run import Run
from maniple.rules.legality import judge

V = TypeVar("V")

Policy: TypeAlias = Callable[[Battle, Ask], AskAnswer]
"""How a player would answer; a pure function of what it is given."""

View: TypeAlias = Callable[[Battle], V | None]
"""What a question sees in a battle between two steps: a hashable value once it knows its answer,
None while the battle has to go on. A pure function of the battle."""

Spread: TypeAlias = Mapping[Battle, Fraction]
"""Every battle that may come, with its exact chance; the chances add up to 1."""


class Limits(Struct, frozen=True):
    """How much work a question may cost, and how exact its answer has to be."""

    runs: int = 400_000
    """Runs of steps of the rules."""
    seconds: float = 60.0
    battles: int = 200_000
    """Different battles held at once."""
    error: float = 0.0
    """The chance that may be left out of all outcomes together; 0: none, the answer is exact."""


class Found(Struct, Generic[V], frozen=True):
    """What may come, as a view sees it. The chances and what is `unknown` add up to exactly 1."""

    chances: Mapping[V, Fraction]
    unknown: Fraction = Fraction(0)
    """The chance of all that was not followed to its end: each true chance lies between the one that
    is given and that plus this."""
    spent: str = ""
    """The limit that was reached: "runs", "seconds" or "battles"; "": none."""

    @property
    def is_exact(self) -> bool:
        return not self.unknown


class BudgetSpent(Exception):
    """The question has more branches than it was allowed to look at, and bounds were not wanted."""

    def __init__(self, limit: str) -> None:
        super().__init__(f"the limit of {limit} was reached: allow more, or ask less at once")
        self.limit = limit


class _Budget:
    __slots__ = ("_clock_ends", "_left", "_limits", "spent")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._left = limits.runs
        self._clock_ends = monotonic() + limits.seconds
        self.spent = ""

    def may_run(self, battles: int) -> bool:
        """Whether one more step may be run; notes the limit that was reached."""
        self._left -= 1
        if self._left < 0:
            self.spent = "runs"
        elif battles > self._limits.battles:
            self.spent = "battles"
        elif monotonic() > self._clock_ends:
            self.spent = "seconds"
        return not self.spent


def chances(
    begin: Battle | Spread,
    view: View[V],
    policy: Policy,
    *,
    answers: tuple[object, ...] = (),
    limits: Limits = Limits(),
) -> Found[V]:
    """What may come of a battle, or of several with their chances, step after step, until the view
    sees its answer in each.

    `answers`: what the first step has been answered already, as in `Game.snapshot`. Where a limit is
    reached, what is known by then is given, with the chance of what is not.
    """
    budget = _Budget(limits)
    waiting = dict(begin) if isinstance(begin, Mapping) else {begin: Fraction(1)}
    seen: dict[V, Fraction] = {}
    given = answers
    while waiting:
        following: dict[Battle, Fraction] = {}
        for battle, chance in waiting.items():
            found = None if given else view(battle)
            if found is not None:
                seen[found] = seen.get(found, Fraction(0)) + chance
                continue
            if battle.is_over:
                raise ValueError("the battle is over, and the view sees no answer in it")
            if not budget.may_run(len(following)):
                break
            for later, share in _step(battle, policy, given).items():
                following[later] = following.get(later, Fraction(0)) + chance * share
        given = ()
        if budget.spent:
            break
        waiting = following
    known = sum(seen.values(), Fraction(0))
    return Found(seen, 1 - known, budget.spent)


def odds(
    battle: Battle,
    policy: Policy,
    until: Callable[[Battle], bool],
    *,
    answers: tuple[object, ...] = (),
    limits: Limits = Limits(),
) -> Spread:
    """The battles that may come, step after step, until `until` holds at the end of a step (or the
    battle ends). Raises `BudgetSpent` when a limit is reached.
    """

    def view(after: Battle) -> Battle | None:
        return after if after is not battle and (after.is_over or until(after)) else None

    found = chances(battle, view, policy, answers=answers, limits=limits)
    if found.spent:
        raise BudgetSpent(found.spent)
    return found.chances


def step_odds(
    battle: Battle,
    policy: Policy,
    *,
    answers: tuple[object, ...] = (),
    limits: Limits = Limits(),
) -> Spread:
    """What may come of the step that runs next, or of the one begun with these answers.

    Raises `BudgetSpent` when a limit is reached.
    """
    return odds(battle, policy, lambda _: True, answers=answers, limits=limits)


def _step(battle: Battle, policy: Policy, answers: tuple[object, ...]) -> Spread:
    ends: dict[Battle, Fraction] = {}
    branches: list[tuple[tuple[object, ...], Fraction]] = [(answers, Fraction(1))]
    while branches:
        given, chance = branches.pop()
        run = Run(battle, given)
        while isinstance(run.request, Ask):
            answer = _answer(run.battle, run.request, policy)
            given = (*given, answer)
            run.answer(answer)
        if run.request is None:
            ends[run.battle] = ends.get(run.battle, Fraction(0)) + chance
            continue
        if not isinstance(run.request, CHANCE):
            raise TypeError(f"{run.request} is neither a roll nor an ask")
        spread = outcomes(run.request)
        for result in spread.outcomes:
            branches.append(((*given, result), chance * spread.probability(result)))
    return ends


def _answer(battle: Battle, ask: Ask, policy: Policy) -> AskAnswer:
    judged = judge(battle, ask, policy(battle, ask))
    if isinstance(judged, Refusal):
        raise ValueError(f"the policy's answer to {ask} is refused by {judged.rule}: {judged.why}")
    return judged.answer
