"""The odds of a step are what every face of every die makes of it."""

from collections import Counter
from fractions import Fraction

import pytest

from kit.every_face import step_by_every_face
from kit.fights import in_combat, met
from kit.plain_odds import Runs, TooMuch
from kit.situations import by_lot, moments_of, next_do, some_of_each
from kit.tables import BLUE, Put, table
from kit.troops import foot
from maniple.battle.sheet import Armour, Sheet
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase
from maniple.dice.seeded import Seeded
from maniple.play.odds import chances, step_odds

WORLDS = range(30, 38)
RUNS = 1600
"""Four dice: 1 + 6 + 36 + 216 + 1,296. Steps with more are left to volleys and blows by themselves."""


@pytest.mark.slow
@pytest.mark.parametrize("world", WORLDS)
def test_a_step_comes_out_as_all_faces_have_it(world: int) -> None:
    lot = Seeded(world)
    thrown: Counter[Do | None] = Counter()
    for battle in some_of_each(moments_of(world), lot, 2):
        policy = by_lot(lot.below(1000))
        try:
            expected = step_by_every_face(battle, policy, Runs(RUNS))
        except TooMuch:
            continue
        if len(expected) > 1:
            assert step_odds(battle, policy) == expected, next_do(battle)
            thrown[next_do(battle)] += 1
    assert len(thrown) > 1


def test_a_round_of_two_against_two_comes_out_as_all_faces_have_it() -> None:
    """Every face of every blow, of the tests and of the flights, step after step."""
    begin = in_combat(
        met(
            table(
                Put(bare("ours", armour=Armour(worn=2)), x=36, y=24, files=2),
                Put(bare("theirs"), x=36, y=24, facing=180, files=2, side=BLUE),
            ),
            *(0, 1),
            charger=0,
        )
    )
    policy = by_lot(1)
    everything: dict[Battle, Fraction] = {begin: Fraction(1)}
    seen: dict[tuple[int, int, bool], Fraction] = {}
    runs = Runs(20_000)
    while everything:
        following: dict[Battle, Fraction] = {}
        for battle, chance in everything.items():
            found = _ended(battle)
            if found is not None:
                seen[found] = seen.get(found, Fraction(0)) + chance
                continue
            for after, share in step_by_every_face(battle, policy, runs).items():
                following[after] = following.get(after, Fraction(0)) + chance * share
        everything = following
    assert chances(begin, _ended, policy).chances == seen
    assert len(seen) == 8


def bare(name: str, **changes: object) -> Sheet:
    """Two men with nobody to lead them."""
    return foot(name, 2, leader=False, standard=False, musician=False, **changes)


def _ended(battle: Battle) -> tuple[int, int, bool] | None:
    """Who is left, and whether anybody flees, when the combat phase is over."""
    if battle.turn.phase is Phase.COMBAT:
        return None
    one, two = battle.units
    return one.models, two.models, one.fleeing or two.fleeing
