"""How far a run goes, as a question."""

from fractions import Fraction

import pytest

from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import elephant, horse, spearmen, warriors
from maniple.battle.state import Battle
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import UnitId
from maniple.odds.asking import QuestionError
from maniple.odds.reach import (
    FALLS_SHORT,
    LOST,
    OFF_TABLE,
    REACHES,
    Place,
    Run,
    reach,
    reach_inches,
)
from maniple.odds.situations import Situation

AT_LEAST = {2: 36, 7: 21, 8: 15, 9: 10, 12: 1}
"""Of 36 throws of two dice."""
ROLLED = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
DEEP = 3 * 20 / 25.4
"""Inches from front to rear of the mob that ten men make: four files, three ranks."""


def facing(*, y: float = 20.0, terrain: tuple[Terrain, ...] = ()) -> Battle:
    """Spearmen (0) who look up the table, before warriors (1) 5 inches off."""
    return table(
        Put(spearmen(models=10), x=36, y=y, files=5),
        Put(warriors(models=10), x=36, y=y + 5, facing=180, files=5, side=BLUE),
        terrain=terrain,
    )


@pytest.mark.rule("flee.distance")
@pytest.mark.parametrize("inches", AT_LEAST)
def test_two_dice_reach_so_far(inches: int) -> None:
    answer = reach_inches(Situation(facing(), UnitId(0)), inches)
    assert answer.chance_of(REACHES) == Fraction(AT_LEAST[inches], 36)
    assert answer.count("inches").at_least(inches) == Fraction(AT_LEAST[inches], 36)


@pytest.mark.rule("flee.distance")
def test_the_fast_throw_three() -> None:
    battle = table(Put(horse("riders"), x=36, y=20, files=3))
    answer = reach_inches(Situation(battle, UnitId(0)), 18)
    assert answer.chance_of(REACHES) == Fraction(1, 216)


@pytest.mark.rule("flee.direction")
@pytest.mark.parametrize("inches", AT_LEAST)
def test_a_flight_comes_to_a_place_behind(inches: int) -> None:
    """The mob begins no further back, against its flight, than the men stood."""
    behind = 20.0 - DEEP - inches
    answer = reach(Situation(facing(), UnitId(0), UnitId(1)), Place(36.0, behind + 0.1))
    assert answer.chance_of(REACHES) == Fraction(AT_LEAST[inches], 36)
    assert answer.chance_of(REACHES) + answer.chance_of(FALLS_SHORT) == 1


@pytest.mark.rule("pursue.overrun")
@pytest.mark.parametrize(("ahead", "inches"), [(6.9, 7), (7.0, 7), (8.9, 9)])
def test_an_overrun_goes_straight_on(ahead: float, inches: int) -> None:
    battle = table(
        Put(spearmen(), x=36, y=20, files=5),
        Put(warriors(), x=60, y=40, facing=180, files=5, side=BLUE),
    )
    here = Situation(battle, UnitId(0))
    answer = reach(here, Place(36.0, 20.0 + ahead), run=Run.OVERRUN)
    assert answer.chance_of(REACHES) == Fraction(AT_LEAST[inches], 36)
    aside = reach(here, Place(40.0, 20.0 + ahead), run=Run.OVERRUN)
    assert aside.chance_of(REACHES) == 0
    beside = reach(here, Place(40.0, 20.0 + ahead), run=Run.OVERRUN, near=3.0)
    assert beside.chance_of(REACHES) > 0


@pytest.mark.rule("pursue.overrun")
def test_an_overrun_meets_an_enemy_that_it_reaches() -> None:
    battle = table(
        Put(spearmen(), x=36, y=20, files=5),
        Put(warriors(), x=36, y=28.9, facing=180, files=5, side=BLUE),
    )
    answer = reach(Situation(battle, UnitId(0)), UnitId(1), run=Run.OVERRUN)
    assert answer.chance_of(REACHES) == Fraction(AT_LEAST[9], 36)


@pytest.mark.rule("flee.off-table")
def test_a_flight_may_leave_the_table() -> None:
    """The mob's front is 7.9 inches from the edge, and more than that takes it off."""
    battle = facing(y=7.9 + DEEP)
    answer = reach(Situation(battle, UnitId(0), UnitId(1)), Place(36.0, 1.0))
    assert answer.chance_of(OFF_TABLE) == Fraction(AT_LEAST[8], 36)


@pytest.mark.rule("terrain.cost")
def test_slow_ground_takes_off_what_it_costs() -> None:
    """In a wood every inch costs two: four are reached by a total of eight."""
    wood = Terrain("wood", ((0, 0), (72, 0), (72, 20), (0, 20)), Ground.DIFFICULT)
    behind = 20.0 - DEEP - 3.9
    here = Situation(facing(terrain=(wood,)), UnitId(0), UnitId(1))
    answer = reach(here, Place(36.0, behind))
    assert answer.chance_of(REACHES) == Fraction(AT_LEAST[8], 36)


@pytest.mark.rule("flee.compulsory")
def test_who_flees_already_runs_to_the_nearest_edge() -> None:
    battle = table(
        Put(spearmen(models=10), x=36, y=20, facing=180, files=5, fleeing=True),
        Put(warriors(), x=36, y=40, facing=180, files=5, side=BLUE),
    )
    answer = reach(Situation(battle, UnitId(0)), Place(36.0, 20.0 - 6.9))
    assert answer.chance_of(REACHES) == Fraction(AT_LEAST[7], 36)


@pytest.mark.rule("troop.elephant")
def test_a_stampede_goes_any_of_twelve_ways() -> None:
    """Straight on it comes to what is seven inches off in 21 of 36; the other ways lead elsewhere."""
    battle = table(
        Put(elephant(), x=36, y=20),
        Put(warriors(), x=66, y=44, facing=180, files=5, side=BLUE),
    )
    here = Situation(battle, UnitId(0))
    answer = reach(here, Place(36.0, 26.9), run=Run.STAMPEDE)
    assert answer.chance_of(REACHES) == Fraction(1, 12) * Fraction(AT_LEAST[7], 36)
    with pytest.raises(QuestionError, match="warriors is no elephant"):
        reach(Situation(battle, UnitId(1)), Place(36.0, 26.9), run=Run.STAMPEDE)


def fighting() -> Battle:
    """Spearmen (0) and warriors (1) in touch, with others of either side far off."""
    battle = table(
        Put(spearmen(models=10), x=36, y=20, files=5),
        Put(warriors(models=10), x=36, y=20, facing=180, files=5, side=BLUE),
        Put(spearmen("others"), x=4, y=4, files=5),
        Put(warriors("more"), x=66, y=44, facing=180, files=5, side=BLUE),
    )
    return met(battle, 0, 1)


@pytest.mark.rule("pursue.distance")
def test_a_pursuit_goes_as_far_as_it_rolls_but_stops_behind_those_who_run() -> None:
    here = Situation(fighting(), UnitId(0), UnitId(1))
    near = reach(here, Place(36.0, 20.9), run=Run.PURSUIT)
    assert near.chance_of(REACHES) == 1
    caught = Fraction(
        sum(ROLLED[run] * ROLLED[gone] for run in ROLLED for gone in range(2, run) if run >= 9),
        1296,
    )
    far = reach(here, Place(36.0, 28.9), run=Run.PURSUIT)
    assert far.chance_of(REACHES) >= caught
    assert far.chance_of(REACHES) <= Fraction(AT_LEAST[9], 36)


@pytest.mark.rule("panic.in-combat")
def test_a_flight_out_of_a_fight_may_end_among_the_pursuers() -> None:
    answer = reach(Situation(fighting(), UnitId(0), UnitId(1)), Place(36.0, 16.0))
    assert answer.chance_of(LOST) == Fraction(575, 1296)


def test_what_cannot_be_asked_is_refused() -> None:
    here = Situation(facing(), UnitId(0), UnitId(1))
    with pytest.raises(QuestionError, match="fights nobody whom it could pursue"):
        reach(here, Place(36.0, 30.0), run=Run.PURSUIT)
    with pytest.raises(QuestionError, match="-1 inches near: 0 or more"):
        reach(here, Place(36.0, 30.0), near=-1.0)
    with pytest.raises(QuestionError, match="reaches 0 inches: 1 or more"):
        reach_inches(here, 0)
