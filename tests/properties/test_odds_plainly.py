"""The driver of odds equals odds worked out plainly, as fractions, whatever battles bring.

It remembers what has come of a step in other battles. So it begins here with several battles at once
that are nearly alike: with one figure altered, or as other dice would have left them; what it
remembers of one must serve the other where nothing matters that differs, and nowhere else.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction

import pytest

from kit.altered import altered
from kit.plain_odds import Runs, TooMuch, plain_chances, plain_step
from kit.situations import (
    by_lot,
    everything,
    losses,
    moments_of,
    next_do,
    siblings,
    some_of_each,
    standing,
    until_task,
)
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.dice.seeded import Seeded
from maniple.play.chances import memory
from maniple.play.odds import Policy, View, chances, step_odds

pytestmark = pytest.mark.slow

WORLDS = range(12)
ALTERATIONS = 5
SIBLINGS = 4
MANY = 30
"""Of all kinds of tasks, those at which a question may end."""
RUNS = 150
"""A battle that costs the plain way more is left out."""
NO_BATTLE = (ValueError, ArithmeticError, LookupError)
"""What the rules make of an altered battle that can't be: bodies without an extent, say."""


@pytest.fixture(autouse=True)
def every_step_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the driver note what a step reads from the first battle of a kind, as it does with many."""
    monkeypatch.setattr(memory, "UNWATCHED", 0)


def each_plainly(
    begin: Iterable[Battle], view: View[Hashable], policy: Policy
) -> dict[Battle, dict[Hashable, Fraction]]:
    """Of the battles that the plain way comes to an end with, what it finds.

    It doesn't where they have too many outcomes, or where an altered figure can't be.
    """
    found: dict[Battle, dict[Hashable, Fraction]] = {}
    for battle in begin:
        try:
            found[battle] = plain_chances(battle, view, policy, runs=RUNS)
        except (TooMuch, *NO_BATTLE):
            continue
    return found


def compared(begin: Iterable[Battle], view: View[Hashable], policy: Policy) -> int:
    """How many outcomes both ways find for these battles together; they must be the same."""
    plainly = each_plainly(begin, view, policy)
    if not plainly:
        return 0
    share = Fraction(1, len(plainly))
    expected: Counter[Hashable] = Counter()
    for chances_of in plainly.values():
        for seen, chance in chances_of.items():
            expected[seen] += share * chance
    found = chances(dict.fromkeys(plainly, share), view, policy)
    assert found.is_exact
    assert sum(found.chances.values()) == 1
    assert found.chances == expected
    return len(expected)


@pytest.mark.parametrize("world", WORLDS)
def test_a_step_of_every_kind_comes_out_as_worked_out_plainly(world: int) -> None:
    lot = Seeded(world)
    looked_at: Counter[Do | None] = Counter()
    for battle in some_of_each(moments_of(world), lot, 3):
        policy = by_lot(lot.below(1000))
        try:
            plain = plain_step(battle, policy, (), Runs(RUNS))
        except TooMuch:
            continue
        assert step_odds(battle, policy) == plain, next_do(battle)
        looked_at[next_do(battle)] += 1
    assert len(looked_at) > 15


@pytest.mark.parametrize("world", WORLDS)
def test_battles_that_differ_in_a_figure_are_told_apart(world: int) -> None:
    lot = Seeded(100 + world)
    outcomes = 0
    for battle in some_of_each(moments_of(world), lot, 2):
        begin = [battle, *[altered(battle, lot)[0] for _ in range(ALTERATIONS)]]
        stops = [do for do in (*Do, None) if do is not next_do(battle)]
        view = until_task([battle], stops, everything)
        outcomes += compared(begin, view, by_lot(lot.below(1000)))
    assert outcomes > 100


@pytest.mark.parametrize("world", WORLDS)
def test_what_other_dice_would_have_left_comes_out_as_worked_out_plainly(world: int) -> None:
    lot = Seeded(200 + world)
    moments = moments_of(world)
    outcomes = 0
    for battle in some_of_each(moments, lot, 1):
        policy = by_lot(lot.below(1000))
        at = moments.index(battle)
        alike = siblings(moments, at, 1 + lot.below(6), SIBLINGS, policy)
        begin = [other for other in alike if not other.is_over]
        kinds = {next_do(other) for other in begin}
        stops = [do for do in (*Do, None) if do not in kinds]
        see = lot.choice((everything, standing, losses))
        outcomes += compared(begin, until_task(begin, lot.shuffled(stops)[:MANY], see), policy)
    assert outcomes > 30
