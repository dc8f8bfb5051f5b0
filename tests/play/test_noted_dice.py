"""Branches of the dice that go the same way are run once, and come out as if each had been run."""

from collections.abc import Hashable

import pytest

from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import spearmen, warriors
from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.odds.flight import broken, fate, pursuing
from maniple.odds.melee import melee_round
from maniple.odds.situations import melee
from maniple.play.chances import memory, noted
from maniple.play.chances.noted import Noted, weighed
from maniple.play.chances.watched import Log
from maniple.play.odds import Found, Policy, View, chances
from maniple.rules.legality import options


def first_answer(battle: Battle, ask: Ask) -> AskAnswer:
    listed = options(battle, ask)
    assert listed
    return listed[0]


def touching() -> Battle:
    battle = table(
        Put(spearmen(models=10), x=36, y=24, files=5),
        Put(warriors(models=10), x=36, y=24, facing=180, files=5, side=BLUE),
    )
    return met(battle, 0, 1)


def next_is(battle: Battle, do: Do) -> bool:
    todo = battle.turn.todo
    return bool(todo) and todo[0].do is do


class Runs:
    """Counts runs of steps."""

    def __init__(self) -> None:
        self.many = 0

    def one_more(self) -> None:
        self.many += 1


def noted_from(battle: Battle, policy: Policy, view: View[Hashable]) -> tuple[int, int]:
    """How many runs a watched battle needs, and in how many ways it ends."""
    runs = Runs()
    ends = Noted(Log(battle), runs.one_more, policy, view).ends(())
    weights, total = weighed([end.chance for end in ends])
    assert sum(weights) == total
    return runs.many, len(ends)


def in_both_ways(
    monkeypatch: pytest.MonkeyPatch, battle: Battle, view: View[Hashable], policy: Policy
) -> Found[Hashable]:
    """The same question with all steps watched, and with none; both must give the same."""
    monkeypatch.setattr(memory, "UNWATCHED", 0)
    watched = chances(battle, view, policy)
    monkeypatch.setattr(memory, "UNWATCHED", 1_000_000)
    assert chances(battle, view, policy).chances == watched.chances
    return watched


def test_a_strike_is_run_twice_however_many_of_a_deep_body_it_may_slay() -> None:
    there = melee("48 legionaries, 6 wide", "48 warriors, 6 wide")
    found = chances(
        there.battle,
        lambda battle: battle if next_is(battle, Do.STRIKE) else None,
        there.policy,
    )
    about_to_strike = next(iter(found.chances))
    runs, ends = noted_from(about_to_strike, there.policy, lambda _: None)
    assert ends > 6
    assert runs == 2  # somebody falls, or nobody


def test_a_strike_is_run_anew_where_it_matters_how_many_fall() -> None:
    """All may fall, or fewer than a rank be left."""
    there = melee("12 legionaries, 6 wide", "12 warriors, 6 wide")
    found = chances(
        there.battle,
        lambda battle: battle if next_is(battle, Do.STRIKE) else None,
        there.policy,
    )
    about_to_strike = next(iter(found.chances))
    runs, ends = noted_from(about_to_strike, there.policy, lambda _: None)
    assert 2 < runs < ends


def test_flight_and_pursuit_are_run_as_often_as_they_end_differently() -> None:
    begin = broken(touching(), [1])

    def view(battle: Battle) -> str | None:
        return fate(battle, begin.units[1].id)

    policy = with_pursuit()
    found = chances(
        begin, lambda battle: battle if next_is(battle, Do.FLIGHT_DISTANCES) else None, policy
    )
    (about_to_roll,) = found.chances
    runs, ends = noted_from(about_to_roll, policy, view)
    assert ends == 11 * 11
    assert runs < 8


def with_pursuit() -> Policy:
    habit = pursuing(())

    def policy(battle: Battle, ask: Ask) -> AskAnswer:
        return habit(battle, ask) or first_answer(battle, ask)

    return policy


@pytest.mark.parametrize("y", [24.0, 40.0, 46.0])
def test_flights_come_out_the_same_near_the_edge_too(
    monkeypatch: pytest.MonkeyPatch, y: float
) -> None:
    """Where the run itself may end it, the inches count, and not only who has more."""
    battle = table(
        Put(spearmen(models=10), x=36, y=y, files=5),
        Put(warriors(models=10), x=36, y=y, facing=180, files=5, side=BLUE),
    )
    begin = broken(met(battle, 0, 1), [1])
    seen = in_both_ways(
        monkeypatch, begin, lambda after: fate(after, begin.units[1].id), with_pursuit()
    )
    assert sum(seen.chances.values()) == 1


def test_a_round_comes_out_the_same_however_far_a_run_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = melee("12 legionaries, 6 wide", "12 warriors, 6 wide")
    plainly = melee_round(there)
    monkeypatch.setattr(memory, "UNWATCHED", 0)
    for long, wide in ((1, 1), (3, 4), (64, 200)):
        monkeypatch.setattr(noted, "LONG", long)
        monkeypatch.setattr(noted, "WIDE", wide)
        assert melee_round(there).outcomes == plainly.outcomes
