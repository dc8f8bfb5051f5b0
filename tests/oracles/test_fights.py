"""Rounds and whole fights of two bodies of foot, as icepool and dyce have them."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from functools import lru_cache

import pytest

from maniple.play.odds import chances
from oracles.bodies import battle_of, seen_of, steadfast
from oracles.dice import LIBRARIES, Dice
from oracles.fight import Foot, Sides


def compared(dice: Dice, first: Foot, second: Foot, rounds: int) -> dict[Hashable, Fraction]:
    """The chances of so many rounds, which are the library's too."""
    theirs: dict[Hashable, Fraction] = {}
    for fight, chance in Sides(dice, first, second).fight_from_beginning(rounds).items():
        seen = (fight.models, fight.beaten if fight.how else fight.won_last, fight.how)
        theirs[seen] = theirs.get(seen, Fraction(0)) + chance
    assert ours(first, second, rounds) == theirs
    return theirs


@lru_cache(maxsize=1)
def ours(first: Foot, second: Foot, rounds: int) -> Mapping[Hashable, Fraction]:
    """The chances as the rules have them."""
    found = chances(battle_of(first, second), seen_of(rounds), steadfast)
    assert found.is_exact
    return found.chances


PLAIN = Foot(10, 5)
ROUNDS = {
    "by Initiative": (PLAIN._replace(i=4, armour=1), PLAIN),
    "by a die": (PLAIN, PLAIN),
    "of chargers": (PLAIN._replace(i=2), PLAIN._replace(i=5, charges=True, ws=4, s=4)),
    "with ranks and a standard": (Foot(20, 5, standard=True), Foot(15, 5, armour=3, i=2)),
    "with leaders": (Foot(12, 6, leader=True, i=4), Foot(12, 6, leader=True, ld=9, t=4)),
    "with musicians": (Foot(8, 4, musician=True, i=4), Foot(8, 4, musician=True)),
    "with one musician": (Foot(8, 4, i=4), Foot(8, 4, musician=True)),
    "in two ranks": (Foot(12, 4, ranks_first=2, s_first=1, charges=True), Foot(12, 4, armour=4)),
    "of wide and narrow": (Foot(8, 8, i=5), Foot(12, 4, ld=5, armour=2)),
    "of skilled and clumsy": (Foot(10, 5, ws=5, s=5), Foot(10, 5, ws=2, armour=4, t=5)),
    "of few": (Foot(4, 4, ld=8), Foot(5, 5, i=5)),
}

both = pytest.mark.parametrize("dice", LIBRARIES, ids=["icepool", "dyce"])


@both
@pytest.mark.parametrize("name", ROUNDS)
def test_a_round(dice: Dice, name: str) -> None:
    found = compared(dice, *ROUNDS[name], rounds=1)
    assert len(found) > 10


FIGHTS = {
    "a fight of four rounds, a die each tie": (Foot(10, 5, armour=3), Foot(10, 5, armour=3), 4),
    "of five with all command, until the fronts grow shorter": (
        Foot(9, 3, ld=10, i=4, armour=2, standard=True, musician=True),
        Foot(8, 4, ld=9, leader=True, standard=True, musician=True),
        5,
    ),
    "of six rounds near the battle standards": (
        Foot(10, 5, ld=8, rerolls_break=True),
        Foot(12, 4, ld=6, armour=1, i=4, rerolls_break=True),
        6,
    ),
    "of a charge and the three rounds after it": (
        Foot(12, 6, s_first=1, ranks_first=2, charges=True, ld=8),
        Foot(18, 6, ld=7, armour=2, i=5),
        4,
    ),
}


@pytest.mark.slow
@both
@pytest.mark.parametrize("name", FIGHTS)
def test_a_fight(dice: Dice, name: str) -> None:
    first, second, rounds = FIGHTS[name]
    found = compared(dice, first, second, rounds)
    assert {how for _, _, how in found} >= {"", "breaks", "falls back"}
