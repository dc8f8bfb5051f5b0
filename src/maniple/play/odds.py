"""`Odds`: the driver that runs the rules over every outcome of the dice, with exact weights.

    found = chances(battle, view, policy)

Each step is run at every branch of its dice; what comes of it is remembered by what it has read of
the battle (`maniple.play.chances`), and equal battles are merged between steps. Asks are answered by a
policy. It goes on until the `view` of the question sees in each battle what it asks for. The rules are
the very same that play.

odds        the same, with the battles themselves as what is seen
step_odds   what may come of the one step that runs next
"""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TypeAlias, TypeVar

from maniple.battle.state import Battle
from maniple.play.chances.found import BudgetSpent, Found, Limits
from maniple.play.chances.memory import Policy, View
from maniple.play.chances.waves import found_in_waves

__all__ = [
    "BudgetSpent",
    "Found",
    "Limits",
    "Policy",
    "Spread",
    "View",
    "chances",
    "odds",
    "step_odds",
]

V = TypeVar("V", bound=Hashable)

Spread: TypeAlias = Mapping[Battle, Fraction]
"""Every battle that may come, with its exact chance; the chances add up to 1."""

UNLIMITED = Limits()


def chances(
    begin: Battle | Spread,
    view: View[V],
    policy: Policy,
    *,
    answers: tuple[object, ...] = (),
    limits: Limits = UNLIMITED,
    at_least_one_step: bool = False,
) -> Found[V]:
    """What may come of a battle, or of several with their chances, step after step, until the view
    sees its answer in each.

    `answers`: what the first step has been answered already, as in `Game.snapshot`. The view is first
    asked before anything is run, unless there are such answers or `at_least_one_step` is set. Where a
    limit is reached, what is known by then is given, with the chance of what is not.
    """
    spread = begin if isinstance(begin, Mapping) else {begin: Fraction(1)}
    return found_in_waves(spread, view, policy, answers, limits, blindly=at_least_one_step)


def odds(
    battle: Battle,
    policy: Policy,
    until: Callable[[Battle], bool],
    *,
    answers: tuple[object, ...] = (),
    limits: Limits = UNLIMITED,
) -> Spread:
    """The battles that may come, step after step, until `until` holds at the end of a step (or the
    battle ends). Raises `BudgetSpent` when a limit is reached.
    """

    def view(after: Battle) -> Battle | None:
        return after if after.is_over or until(after) else None

    found = chances(battle, view, policy, answers=answers, limits=limits, at_least_one_step=True)
    if found.spent:
        raise BudgetSpent(found.spent)
    return found.chances


def step_odds(
    battle: Battle,
    policy: Policy,
    *,
    answers: tuple[object, ...] = (),
    limits: Limits = UNLIMITED,
) -> Spread:
    """What may come of the step that runs next, or of the one begun with these answers.

    Raises `BudgetSpent` when a limit is reached.
    """
    return odds(battle, policy, lambda _: True, answers=answers, limits=limits)
