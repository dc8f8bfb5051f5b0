"""Break, flight and pursuit, rallies and flights on, as icepool and dyce have them."""

from fractions import Fraction

import pytest

from kit.fights import counted, met
from kit.tables import BLUE, Put, table
from kit.troops import foot, horse
from maniple.battle.asks import Ask, AskAnswer, Stand
from maniple.battle.sheet import Profile, Sheet
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.play.odds import chances
from oracles.bodies import steadfast
from oracles.charts import nerve
from oracles.dice import LIBRARIES, Dice, Throws

both = pytest.mark.parametrize("dice", LIBRARIES, ids=["icepool", "dyce"])

INFANTRY = foot("foot", 12, standard=False, musician=False, leader=False)
HORSE = horse("horse", 12, standard=False, musician=False, leader=False)
"""Leadership 7 and 6; Movement 4 and 8."""


def beaten(winner: Sheet, loser: Sheet, by: int) -> Battle:
    """The round is fought, and the result to be counted: the first has won by so many wounds."""
    battle = table(
        Put(winner, x=36, y=30, files=12),
        Put(loser, x=36, y=30, facing=180, files=12, side=BLUE),
        height=96,
    )
    return counted(met(battle, 0, 1), red=by)


def fate(battle: Battle) -> str | None:
    """Of the beaten side: whether it holds, is ridden down, or gets away."""
    loser = battle.units[1]
    if not loser.is_alive:
        return "caught"
    if loser.fleeing:
        return "away"
    is_over = battle.turn.todo and battle.turn.todo[0].do is Do.CLOSE_COMBAT
    return "holds" if is_over and not battle.combats[-1].broken else None


@both
@pytest.mark.parametrize("by", [1, 3, 4])
@pytest.mark.parametrize("winner", [INFANTRY, HORSE], ids=["foot", "horse"])
@pytest.mark.parametrize("loser", [INFANTRY, HORSE], ids=["foot", "horse"])
def test_break_flight_and_pursuit(dice: Dice, winner: Sheet, loser: Sheet, by: int) -> None:
    throws = Throws(dice)
    runs = throws.three if loser is HORSE else throws.two
    hunts = throws.three if winner is HORSE else throws.two
    flees = dice.then(
        runs,
        lambda own: dice.then(
            hunts, lambda other: dice.certain("caught" if other > own else "away")
        ),
    )
    holds = throws.at_most(throws.two, nerve(loser.profile.leadership, by))
    theirs = dice.then(holds, lambda passed: dice.certain("holds") if passed else flees)
    found = chances(beaten(winner, loser, by), fate, steadfast)
    assert found.chances == dice.chances(theirs)


def test_pursuers_must_roll_more_than_those_who_flee() -> None:
    found = chances(beaten(INFANTRY, INFANTRY, 3), fate, steadfast).chances
    broken = 1 - found["holds"]
    assert found["caught"] / broken == Fraction(575, 1296)


@both
@pytest.mark.parametrize("who", [INFANTRY, HORSE], ids=["foot", "horse"])
def test_fleers_run_as_far_as_their_dice_say(dice: Dice, who: Sheet) -> None:
    throws = Throws(dice)
    battle = table(
        Put(who, x=48, y=30, facing=180, fleeing=True, files=4),
        phase=Phase.COMPULSORY,
        todo=(Task(Do.FLEE_ON, UnitId(0)),),
        width=96,
        height=96,
    )

    def run(after: Battle) -> int | None:
        return None if after.turn.todo else round(30 - after.units[0].pose.y)

    found = chances(battle, run, steadfast)
    assert found.chances == dice.chances(throws.three if who is HORSE else throws.two)


@both
@pytest.mark.parametrize("leadership", range(2, 11))
def test_a_rally(dice: Dice, leadership: int) -> None:
    men = Profile(4, 3, 3, 3, 3, 1, 3, 1, 2)
    who = foot("foot", 12, profile=men, leader_leadership=leadership)
    battle = table(
        Put(who, x=36, y=20, fleeing=True, files=4),
        phase=Phase.RALLY,
        todo=(Task(Do.RALLY, UnitId(0)),),
    )

    def stands(after: Battle, _: Ask) -> AskAnswer:
        return Stand(4, after.units[0].pose.facing)

    def rallied(after: Battle) -> int | None:
        return None if after.turn.todo else int(not after.units[0].fleeing)

    throws = Throws(dice)
    found = chances(battle, rallied, stands)
    assert found.chances == dice.chances(throws.at_most(throws.two, nerve(leadership)))
