"""Panic of friends as a question: who still stands after one breaks, is ridden down, or is slain."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from kit.fights import met
from kit.tables import BLUE, RED, Put, table
from kit.troops import battle_standard, general, skirmishers, spearmen, warriors
from maniple.battle.events import CharacterJoined
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.odds.asking import QuestionError
from maniple.odds.panic_chain import ALL_STAND, Cause, line_of_battle, panic_chain
from maniple.odds.situations import Situation

FAILS = Fraction(15, 36)
"""On Leadership 7."""


def line(*, apart: float = 5.0, friends: int = 2, models: int = 10) -> Battle:
    """Spearmen (0) who fight warriors (the last), and friends to their right so far from one another."""
    wide = 5 * 20 / 25.4
    puts = [
        Put(spearmen(f"company {i}", models), x=10 + i * (wide + apart), y=24, files=5)
        for i in range(friends + 1)
    ]
    foe = Put(warriors(models=10), x=10, y=24, facing=180, files=5, side=BLUE)
    return met(table(*puts, foe), 0, friends + 1)


def asked_of(battle: Battle) -> Situation:
    return Situation(battle, UnitId(0))


@pytest.mark.rule("panic.broken-friends")
def test_friends_within_twelve_inches_test_each_for_itself() -> None:
    answer = panic_chain(asked_of(line(apart=1.0)))
    assert answer.chance_of(ALL_STAND) == (1 - FAILS) ** 2
    assert answer.chance_of("company 1 and company 2 fleeing") == FAILS**2
    assert answer.chance_of("company 1 fleeing") == FAILS * (1 - FAILS)
    assert answer.count("units fleeing").mean() == 2 * FAILS
    assert answer.count("company 2 fleeing").chances == {0: 1 - FAILS, 1: FAILS}


@pytest.mark.rule("panic.broken-friends", "character.in-unit")
def test_a_character_runs_with_the_unit_that_he_is_with() -> None:
    battle = line(apart=1.0, friends=1)
    man = table(Put(battle_standard("bearer"), x=60, y=4)).units[0]
    battle = replace(battle, units=(*battle.units, replace(man, id=UnitId(3))))
    battle = CharacterJoined(UnitId(3), UnitId(1), 1).changed(battle)
    answer = panic_chain(asked_of(battle), among=[UnitId(1), UnitId(3)])
    fails = Fraction(10, 36)  # on his Leadership of 8
    assert answer.chance_of("company 1 and bearer fleeing") == fails
    assert answer.chance_of(ALL_STAND) == 1 - fails


@pytest.mark.rule("panic.broken-friends")
def test_who_is_farther_off_does_not_feel_it() -> None:
    answer = panic_chain(asked_of(line(apart=7.0)))
    assert [count.name for count in answer.counts] == ["units fleeing", "company 1 fleeing"]
    assert answer.chance_of("company 1 fleeing") == FAILS


@pytest.mark.rule("panic.fleers-destroyed")
def test_the_ridden_down_are_felt_at_four_inches_by_those_not_twice_as_many() -> None:
    near = panic_chain(asked_of(line(apart=3.9)), cause=Cause.RIDDEN_DOWN)
    assert near.chance_of("company 1 fleeing") == FAILS
    far = panic_chain(asked_of(line(apart=4.1)), cause=Cause.RIDDEN_DOWN)
    assert far.chance_of(ALL_STAND) == 1
    battle = line(apart=3.9)
    few = replace(battle.units[0], models=5)
    strong = panic_chain(
        asked_of(replace(battle, units=(few, *battle.units[1:]))), cause=Cause.RIDDEN_DOWN
    )
    assert strong.chance_of(ALL_STAND) == 1


@pytest.mark.rule("panic.general")
def test_a_general_slain_is_felt_by_his_whole_army() -> None:
    battle = table(
        Put(general(mounted=False), x=4, y=4),
        Put(spearmen("near"), x=10, y=4, files=5),
        Put(spearmen("far"), x=60, y=24, files=5),
        Put(warriors(), x=40, y=40, facing=180, files=5, side=BLUE),
    )
    answer = panic_chain(asked_of(battle), cause=Cause.SLAIN)
    assert answer.chance_of("near and far fleeing") == FAILS**2
    assert answer.chance_of(ALL_STAND) == (1 - FAILS) ** 2


@pytest.mark.rule("general.leadership")
def test_a_general_who_runs_first_lends_his_leadership_no_more() -> None:
    """He tests first, on his own 9; the others within 12 inches on it while he stands, else on 7."""
    battle = table(
        Put(spearmen("fighters", 10), x=20, y=24, files=5),
        Put(general(mounted=False), x=26, y=24),
        Put(spearmen("friends", 10), x=30, y=24, files=5),
        Put(warriors(models=10), x=20, y=24, facing=180, files=5, side=BLUE),
    )
    own = battle.units[1].sheet.profile.leadership
    assert own == 9
    runs = Fraction(6, 36)
    answer = panic_chain(asked_of(met(battle, 0, 3)))
    assert answer.chance_of("general and friends fleeing") == runs * FAILS
    assert answer.chance_of("friends fleeing") == (1 - runs) * Fraction(6, 36)


@pytest.mark.rule("panic.fleeing-friends")
def test_who_flees_by_is_felt_as_the_turn_begins() -> None:
    battle = table(
        Put(spearmen("fleers", 10), x=20, y=24, files=5, fleeing=True),
        Put(spearmen("friends", 10), x=26, y=24, files=5),
        Put(spearmen("many", 21), x=14, y=24, files=5),
        Put(warriors(), x=60, y=40, facing=180, files=5, side=BLUE),
        side=Side.BLUE,
    )
    answer = panic_chain(asked_of(battle), cause=Cause.FLEES_BY)
    assert answer.chance_of("friends fleeing") == FAILS
    assert answer.chance_of(ALL_STAND) == 1 - FAILS


@pytest.mark.rule("panic.fleeing-friends")
def test_the_chain_goes_on_with_those_who_run_by() -> None:
    """The broken are a mob four wide that is a line off, 1.39 inches beside its friends, 1.57 inches
    deep; it is within 4 inches of them when the turn begins if it has run 5 at most: 10 of 36.
    """
    here = asked_of(line(apart=1.0, friends=1))
    answer = panic_chain(here, onward=True)
    again = (1 - FAILS) * Fraction(10, 36) * FAILS
    assert answer.chance_of("company 1 fleeing") == FAILS + again
    fleers = table(
        Put(spearmen("fleers", 10), x=20, y=24, files=5, fleeing=True),
        Put(warriors(), x=60, y=40, facing=180, files=5, side=BLUE),
    )
    with pytest.raises(QuestionError, match="has begun already"):
        panic_chain(asked_of(fleers), cause=Cause.FLEES_BY, onward=True)


@pytest.mark.rule("panic.skirmishers")
def test_skirmishers_who_break_shake_nobody_in_ranks() -> None:
    loose = tuple((20.0 + i, 24.0, 0.0) for i in range(4))
    battle = table(
        Put(skirmishers(models=4), x=20, y=24, places=loose),
        Put(spearmen("friends", 10), x=28, y=24, files=5),
        Put(warriors(), x=60, y=40, facing=180, files=5, side=BLUE),
    )
    answer = panic_chain(asked_of(battle))
    assert answer.chance_of(ALL_STAND) == 1


def test_some_friends_alone_may_be_asked_about() -> None:
    answer = panic_chain(asked_of(line(apart=1.0)), among=[UnitId(2)])
    assert answer.chance_of("company 2 fleeing") == FAILS
    with pytest.raises(QuestionError, match="warriors is no friend of company 0"):
        panic_chain(asked_of(line()), among=[UnitId(3)])


def test_of_many_it_is_told_how_many_flee() -> None:
    battle = table(
        *[Put(spearmen(f"company {i}", 5), x=4 + i * 4.2, y=24, files=5) for i in range(7)],
        Put(warriors(), x=60, y=40, facing=180, files=5, side=BLUE),
    )
    answer = panic_chain(Situation(battle, UnitId(3)))
    assert answer.chance_of("6 fleeing") == FAILS**6
    assert answer.chance_of("1 fleeing") == 6 * FAILS * (1 - FAILS) ** 5
    assert sum(outcome.chance for outcome in answer.outcomes) == 1


def test_a_line_is_built_of_words() -> None:
    situation = line_of_battle(["12 auxilia", "18 legionaries", "12 auxilia"], 1, "24 warriors")
    battle = situation.battle
    assert situation.our_name == "Legionaries"
    assert [unit.sheet.name for unit in battle.units] == [
        "Legionaries",
        "Warriors",
        "Auxilia",
        "Auxilia (2)",
    ]
    left, right = battle.units[2], battle.units[3]
    assert left.side is right.side is RED
    assert left.pose.x < battle.units[0].pose.x < right.pose.x
    assert left.pose.y == right.pose.y == battle.units[0].pose.y
    assert len(panic_chain(situation).counts) == 3


def test_characters_come_with_those_whom_they_join() -> None:
    situation = line_of_battle(
        ["18 legionaries", "18 legionaries, with a general"], 0, "24 warriors"
    )
    host = situation.battle.units[2]
    (guest,) = host.guests
    assert situation.battle.units[guest].host == host.id
    assert situation.battle.units[guest].side is RED


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(QuestionError, match="place 2 of a line of 2: from 0 to 1"):
        line_of_battle(["12 auxilia", "12 auxilia"], 2, "24 warriors")
    with pytest.raises(QuestionError, match="no room"):
        line_of_battle(["60 warriors, 20 wide"] * 5, 0, "24 warriors")
    with pytest.raises(QuestionError, match="does not flee"):
        panic_chain(asked_of(line()), cause=Cause.FLEES_BY)
