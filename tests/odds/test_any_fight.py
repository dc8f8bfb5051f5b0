"""Whoever fights whom, a question is answered: exactly, and as the same fight played often comes out."""

from fractions import Fraction

import pytest

from maniple.battle.sides import Side
from maniple.odds.fight import fight, fight_view
from maniple.odds.policies import Habit, challenges, falls_back, holds_back, overruns, widens
from maniple.odds.situations import OURS, THEIRS, melee
from maniple.play.odds import Limits
from maniple.play.sampling import sampled

SPECIAL = (
    "3 elephants",
    "2 heavy chariots, charging",
    "scythed chariot, charging",
    "war wagon with a crew of 5",
    "18 legionaries in testudo",
    "24 pikemen with 4 armoured front, 8 wide",
    "24 skutatoi, 8 of them archers",
    "20 northmen with 10 thralls, charging",
    "3 trolls",
    "12 berserkers, charging",
    "20 dead men",
    "6 cataphracts, charging",
    "onager",
    "12 auxiliary slingers",
    "20 spearmen with a general and a battle standard, challenging",
    "a general",
)
FOES = ("24 pikemen, 8 wide", "12 legionaries", "6 noble cavalry")
BUSY = (
    widens(Side.RED),
    widens(Side.BLUE),
    falls_back(Side.RED),
    holds_back(Side.BLUE),
    overruns(Side.RED),
    challenges(Side.BLUE),
)
"""Players who do whatever may be done."""


@pytest.mark.parametrize("words", SPECIAL)
@pytest.mark.parametrize("habits", [(), BUSY], ids=["sensible", "busy"])
def test_anybody_fights_to_an_end(words: str, habits: tuple[Habit, ...]) -> None:
    for foe in FOES:
        there = melee(words, foe).playing(*habits)
        view = fight_view(there.battle, OURS, THEIRS, 4)
        seen = sampled(there.battle, view, there.policy, runs=4, seed=3)
        assert sum(seen.values()) == 4
        assert all(1 <= end.rounds <= 4 for end in seen)


RUNS = 800
SIGMAS = 5


@pytest.mark.rule("troop.shock-cavalry", "redress.lap-round", "command.leader", "pursue.distance")
@pytest.mark.parametrize(
    ("ours", "theirs", "habits"),
    [
        ("3 cataphracts, charging", "8 spearmen, 4 wide", ()),
        ("9 warriors, 3 wide, charging", "4 legionaries, 2 wide", (widens(Side.RED),)),
        ("4 spearmen with leader", "4 warriors with leader, charging", ()),
        ("5 horse archers", "6 warriors", (falls_back(Side.RED), holds_back(Side.BLUE))),
    ],
)
def test_a_fight_played_often_comes_out_as_its_odds_say(
    ours: str, theirs: str, habits: tuple[Habit, ...]
) -> None:
    there = melee(ours, theirs).playing(*habits)
    exact = fight(there, rounds=2)
    assert sum((one.chance for one in exact.outcomes), Fraction(0)) == 1
    played = fight(there, rounds=2, limits=Limits(runs=1), sample=RUNS)
    assert {one.name for one in played.outcomes} <= {one.name for one in exact.outcomes}
    for one in exact.outcomes:
        often = sum((o.chance for o in played.outcomes if o.name == one.name), Fraction(0))
        spread = float(one.chance * (1 - one.chance) / RUNS) ** 0.5
        assert abs(float(often - one.chance)) < SIGMAS * spread + 1 / RUNS, one.name
