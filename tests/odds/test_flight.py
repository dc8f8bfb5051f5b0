"""Flight and pursuit as questions: who is caught, and how far everybody runs."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import horse, spearmen, warriors
from maniple.battle.state import Battle
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import UnitId
from maniple.odds.asking import QuestionError
from maniple.odds.flight import AWAY, CAUGHT, OFF, flee_and_pursue
from maniple.odds.situations import Situation, melee
from maniple.play.odds import Found


def totals(dice: int) -> Counter[int]:
    """How many throws of so many dice make each total."""
    return Counter(sum(faces) for faces in product(range(1, 7), repeat=dice))


def higher(pursuit: int, flight: int) -> Fraction:
    """The share of throws in which pursuers roll more than fleers."""
    ways = sum(
        many * other
        for (run, many), (gone, other) in product(totals(pursuit).items(), totals(flight).items())
        if run > gone
    )
    return Fraction(ways, 6 ** (pursuit + flight))


def fighting(*, y: float = 24.0, terrain: tuple[Terrain, ...] = ()) -> Battle:
    """Spearmen (0) before warriors (1), who look down the table, in touch at this height."""
    battle = table(
        Put(spearmen(models=10), x=36, y=y, files=5),
        Put(warriors(models=10), x=36, y=y, facing=180, files=5, side=BLUE),
        terrain=terrain,
    )
    return met(battle, 0, 1)


@pytest.mark.rule("pursue.distance")
def test_two_dice_after_two_catch_575_times_in_1296() -> None:
    answer = flee_and_pursue(melee("18 warriors, 6 wide", "18 legionaries, 6 wide"))
    assert answer.chance_of(CAUGHT) == Fraction(575, 1296) == higher(2, 2)
    assert answer.chance_of(AWAY) == Fraction(721, 1296)
    assert answer.certainty.how == "exact"


@pytest.mark.rule("flee.distance")
@pytest.mark.parametrize(
    ("fleer", "pursuer", "dice"),
    [("6 cavalry", "18 warriors", (2, 3)), ("18 warriors", "6 cavalry", (3, 2))],
)
def test_the_fast_throw_three_dice(fleer: str, pursuer: str, dice: tuple[int, int]) -> None:
    answer = flee_and_pursue(melee(fleer, pursuer))
    assert answer.chance_of(CAUGHT) == higher(*dice)


@pytest.mark.rule("flee.distance")
def test_inches_are_counted_for_each_runner() -> None:
    fled, chased = flee_and_pursue(melee("18 warriors", "18 legionaries")).counts
    both = {total: Fraction(ways, 36) for total, ways in sorted(totals(2).items())}
    assert fled.chances == both
    assert chased.chances == both
    assert fled.name == "inches Warriors flees"
    assert chased.name == "inches Legionaries pursues"


@pytest.mark.rule("pursue.several")
def test_of_two_pursuers_one_needs_to_roll_more() -> None:
    battle = table(
        Put(spearmen("first", models=5), x=34, y=24, files=5),
        Put(spearmen("second", models=5), x=38, y=24, files=5),
        Put(warriors(models=20), x=36, y=24, facing=180, files=10, side=BLUE),
    )
    battle = met(met(battle, 0, 2), 1, 2)
    answer = flee_and_pursue(Situation(battle, UnitId(2)))
    ways = sum(
        one * two * other
        for (a, one), (b, two), (gone, other) in product(*[totals(2).items()] * 3)
        if max(a, b) > gone
    )
    assert answer.chance_of(CAUGHT) == Fraction(ways, 6**6)
    assert len(answer.counts) == 3


@pytest.mark.rule("pursue.several")
def test_of_two_fleers_one_pursuer_chases_that_which_it_touched_with_more() -> None:
    """Wide apart, so that nothing bars their way."""
    battle = table(
        Put(spearmen("victors", models=20), x=36, y=24, files=20),
        Put(warriors("left", models=10), x=32, y=24, facing=180, files=10, side=BLUE),
        Put(warriors("right", models=5), x=43, y=24, facing=180, files=5, side=BLUE),
    )
    battle = met(met(battle, 0, 1), 0, 2)
    answer = flee_and_pursue(Situation(battle, UnitId(1)), fleers=(UnitId(1), UnitId(2)))
    assert answer.chance_of("left caught, right gets away") == Fraction(575, 1296)
    assert answer.chance_of("left gets away, right gets away") == Fraction(721, 1296)
    assert [count.name for count in answer.counts] == [
        "inches left flees",
        "inches right flees",
        "inches victors pursues",
    ]


@pytest.mark.rule("pursue.obstacle")
def test_an_obstacle_between_them_halves_the_pursuit() -> None:
    battle = fighting()
    ours, theirs = battle.units
    assert ours.fight is not None
    across = replace(ours, fight=replace(ours.fight, obstacle=True))
    battle = replace(battle, units=(across, theirs))
    answer = flee_and_pursue(Situation(battle, UnitId(1)))
    ways = sum(
        many * other
        for (run, many), (gone, other) in product(*[totals(2).items()] * 2)
        if run > 2 * gone
    )
    assert answer.chance_of(CAUGHT) == Fraction(ways, 1296)


@pytest.mark.rule("pursue.restrain")
def test_who_is_held_back_catches_nobody_unless_he_fails_his_test() -> None:
    """Leadership 7: he fails in 15 of 36."""
    answer = flee_and_pursue(Situation(fighting(), UnitId(1)), hold_back=(UnitId(0),))
    assert answer.chance_of(CAUGHT) == Fraction(15, 36) * Fraction(575, 1296)


@pytest.mark.rule("flee.off-table")
def test_near_the_edge_those_who_are_not_caught_may_leave_the_table() -> None:
    answer = flee_and_pursue(Situation(fighting(y=42.0), UnitId(1)))
    assert answer.chance_of(CAUGHT) == Fraction(575, 1296)
    assert 0 < answer.chance_of(OFF) < 1 - answer.chance_of(CAUGHT)
    assert sum(outcome.chance for outcome in answer.outcomes) == 1
    assert OFF not in [o.name for o in flee_and_pursue(Situation(fighting(), UnitId(1))).outcomes]


@pytest.mark.rule("pursue.obstacle")
def test_an_obstacle_on_the_way_makes_a_catch_less_likely() -> None:
    hedge = Terrain("hedge", ((0, 25), (72, 25), (72, 25.3), (0, 25.3)), Ground.OBSTACLE)
    behind = flee_and_pursue(Situation(fighting(terrain=(hedge,)), UnitId(1)))
    assert behind.chance_of(CAUGHT) < Fraction(575, 1296)


def test_one_that_fights_nobody_cannot_break() -> None:
    battle = table(Put(horse("riders"), x=36, y=24, files=3))
    with pytest.raises(QuestionError, match="riders is in touch with no enemy"):
        flee_and_pursue(Situation(battle, UnitId(0)))


@pytest.mark.rule("flee.distance")
def test_a_sample_tells_how_far_the_fleer_runs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def spent(*_: object, **__: object) -> Found[object]:
        return Found({}, Fraction(1), "seconds")

    monkeypatch.setattr("maniple.odds.asking.chances", spent)
    answer = flee_and_pursue(Situation(fighting(), UnitId(0), UnitId(1)), sample=50)
    assert [sum(count.chances.values()) for count in answer.counts] == [1, 1]
