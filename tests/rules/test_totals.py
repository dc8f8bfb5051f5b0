"""The totals of flight and pursuit: who is caught, known before anybody is moved, and what is then
forgotten.
"""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from kit.changes import changed, joined
from kit.fights import met
from kit.steps import plainly
from kit.tables import BLUE, RED, Put, table
from kit.troops import general, legionaries, spearmen, warriors
from maniple.battle.asks import No
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.battle.unit import UnitId
from maniple.play.odds import chances, odds
from maniple.play.script import Script
from maniple.rules.fleeing.totals import caught_by_totals, leaving, overtakes, runner_of
from maniple.rules.sequence import next_step
from rules.test_pursuit import fought, won

OURS, THEIRS = UnitId(0), UnitId(1)
TWO_DICE = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""In how many ways of 36 two dice come to it."""


def rolled(battle: Battle) -> list[Battle]:
    """All that the distances can come to, when they have been compared and nobody is moved yet."""
    return list(odds(battle, plainly, lambda after: after.turn.todo[0].do not in BEFORE_MOVES))


BEFORE_MOVES = (Do.HOLD_OR_PURSUE, Do.FLIGHT_DISTANCES)


@pytest.mark.rule("pursue.distance")
def test_who_is_caught_is_known_before_anybody_is_moved() -> None:
    battle = won(fought())
    assert leaving(battle) == (THEIRS,)
    assert caught_by_totals(battle) is None
    found = chances(battle, caught_by_totals, plainly)
    ways = [(flight, pursuit) for flight in TWO_DICE for pursuit in TWO_DICE if pursuit > flight]
    higher = Fraction(sum(TWO_DICE[a] * TWO_DICE[b] for a, b in ways), 36 * 36)
    assert dict(found.chances) == {(THEIRS,): higher, (): 1 - higher}
    ends = odds(battle, plainly, lambda after: after.turn.todo[0].do is Do.REDRESS)
    assert higher == sum(p for after, p in ends.items() if not after.units[THEIRS].is_alive)


@pytest.mark.rule("pursue.distance")
def test_nobody_is_caught_where_nobody_leaves() -> None:
    battle = won(fought(), broken=())
    assert caught_by_totals(battle) is None


@pytest.mark.rule("pursue.distance")
@pytest.mark.parametrize(("pursuit", "flight", "reached"), [(7, 6, True), (7, 7, False)])
def test_an_equal_total_is_not_enough(pursuit: float, flight: float, reached: bool) -> None:
    assert overtakes(pursuit, flight) is reached


@pytest.mark.rule("pursue.distance")
def test_how_far_a_fleer_runs_who_is_caught_is_forgotten() -> None:
    after = rolled(won(fought()))
    caught = [battle for battle in after if caught_by_totals(battle)]
    assert sorted(runner_of(battle, OURS).distance for battle in caught) == list(range(3, 13))
    assert {runner_of(battle, THEIRS).distance for battle in caught} == {0.0}
    free = [battle for battle in after if not caught_by_totals(battle)]
    assert len(free) == sum(range(1, 12))


@pytest.mark.rule("pursue.distance", "break.fall-back.move")
def test_how_far_a_unit_falls_back_is_not() -> None:
    battle = won(fought(), broken=(), falling_back=(1,))
    caught = [after for after in rolled(battle) if caught_by_totals(after)]
    assert {runner_of(after, THEIRS).distance for after in caught} == set(range(2, 12))


@pytest.mark.rule("pursue.distance")
def test_the_totals_are_told_apart_until_somebody_is_to_be_moved() -> None:
    after = odds(won(fought()), plainly, lambda now: caught_by_totals(now) is not None)
    totals = {tuple(run.distance for run in battle.runners) for battle in after}
    assert totals == {(pursuit, flight) for pursuit in TWO_DICE for flight in TWO_DICE}


@pytest.mark.rule("pursue.distance", "panic.in-combat")
@pytest.mark.parametrize("general_flees", [False, True])
def test_nor_where_the_pursuers_may_yet_lose_their_general(general_flees: bool) -> None:
    """A unit of either side flees, ours first: if the general is with it and falls, those who pursue
    the other may panic, and catch nobody.
    """
    battle = table(
        Put(spearmen("fled"), 15, 24, files=4),
        Put(legionaries("hunters"), 50, 24, files=4),
        Put(general("legate", mounted=False), 5, 5),
        Put(warriors("winners"), 15, 24, 180, 4, BLUE),
        Put(warriors("losers"), 50, 24, 180, 4, BLUE),
    )
    fled, hunters, legate, winners, losers = (UnitId(i) for i in range(5))
    if general_flees:
        battle = joined(battle, legate, fled)
    battle = met(met(battle, fled, winners), hunters, losers)
    first = won(battle, fled, winners, broken=(fled,), winner=BLUE)
    both = won(battle, hunters, losers, broken=(losers,), winner=RED)
    battle = changed(both, winners, fight=first.units[winners].fight)
    script = Script(
        replace(battle, combats=(*first.combats, *both.combats)),
        [2, 3, 2, 3, 4, 4, 4, 4],
        [No(), No()],
    )
    while script.battle.turn.todo[0].do in BEFORE_MOVES:
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table), use_up=False)
    script.all_used()
    assert caught_by_totals(script.battle) == (fled, losers)
    assert runner_of(script.battle, fled).distance == 0.0
    assert runner_of(script.battle, losers).distance == (5 if general_flees else 0.0)
