"""Of the wounds that a target has to lose only so many are named in a request as can come: what lies
beyond changes nothing, and more battles ask the same.
"""

import pytest
from msgspec.structs import replace

from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import Attacks, Blows, Struck, Turned, struck_by
from maniple.battle.unit import UnitId
from maniple.dice.stages import Stage

THEM, HOST = UnitId(1), UnitId(2)
STAGES = (Stage("to hit", 4), Stage("to wound", 3), Stage("save", 5, kind="save"))
PLAIN = Attacks(4, STAGES, THEM)
HEAVY = Attacks(2, STAGES, THEM, damage=3, most=2)
LOOKED_OUT = Attacks(
    3,
    (STAGES[0], Stage("look out", 2, kind="save"), *STAGES[1:]),
    THEM,
    turned=Turned(HOST, STAGES[1:]),
)


@pytest.mark.parametrize(
    ("attacks", "unit", "most"),
    [
        ((PLAIN,), THEM, 4),
        ((PLAIN, PLAIN), THEM, 8),
        ((HEAVY,), THEM, 4),
        ((replace(HEAVY, most=9),), THEM, 6),
        ((LOOKED_OUT, PLAIN), THEM, 7),
        ((LOOKED_OUT, PLAIN), HOST, 3),
    ],
)
def test_no_more_is_named_than_the_attacks_can_do(
    attacks: tuple[Attacks, ...], unit: UnitId, most: int
) -> None:
    assert struck_by(attacks, unit, most + 5) == Struck(unit, most)
    assert struck_by(attacks, unit, most - 1) == Struck(unit, most - 1)


def test_the_crew_is_struck_by_what_is_aimed_at_it() -> None:
    both = (PLAIN, replace(PLAIN, dice=2, at_crew=True))
    assert struck_by(both, THEM, 9, crew=True) == Struck(THEM, 2, crew=True)
    assert struck_by(both, THEM, 9) == Struck(THEM, 4)


@pytest.mark.parametrize("attacks", [(PLAIN,), (HEAVY,), (PLAIN, HEAVY), (LOOKED_OUT, PLAIN)])
@pytest.mark.parametrize("to_lose", [1, 3, 4, 5, 50])
def test_the_odds_are_those_of_all_wounds_that_there_are_to_lose(
    attacks: tuple[Attacks, ...], to_lose: int
) -> None:
    aimed = {THEM: None, HOST: None} if attacks[0].turned else {THEM: None}
    all_of_them = tuple([Struck(unit, to_lose) for unit in aimed])
    named = tuple([struck_by(attacks, unit, to_lose) for unit in aimed])
    plain = Blows(UnitId(0), attacks, all_of_them)
    assert outcomes(plain) == outcomes(replace(plain, targets=named))
