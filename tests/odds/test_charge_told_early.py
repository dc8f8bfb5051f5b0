"""What a charge, or a flight, is said to come to before it is over comes true when it is played on."""

from collections import Counter

import pytest

from kit.tables import BLUE, Put, table
from kit.troops import archers, horse, legionaries, warriors, with_traits
from maniple.battle.asks import (
    AnswerCharge,
    Ask,
    AskAnswer,
    ChargeOrder,
    DeclareCharge,
    Done,
    Reply,
)
from maniple.battle.state import Battle, Response
from maniple.battle.tasks import Phase
from maniple.battle.unit import Moved, Status, UnitId
from maniple.odds.charge import charge, charging
from maniple.odds.charge_outcomes import (
    BROKEN,
    DARES_NOT,
    DRAWN,
    FAILS,
    FLED_AWAY,
    FLED_CAUGHT,
    HELD,
    HOLDS,
    OWN_BROKEN,
    OWN_WIPED_OUT,
    SHAKEN,
    SHOT_DOWN,
    WIPED_OUT,
    what_came,
)
from maniple.odds.flight import AWAY, CAUGHT, CHARGED_AGAIN, FALLS_BACK
from maniple.odds.policies import policy_of
from maniple.odds.situations import Situation
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.odds import Policy

OURS, THEIRS = UnitId(0), UnitId(1)
GAMES = 120


def close(kind: str) -> Battle:
    """A small charge of one kind, with others of either side near by."""
    ours, theirs, inches = KINDS[kind]
    return table(
        Put(ours, x=30, y=20, files=3),
        Put(theirs, x=30, y=20 + inches, facing=180, files=3, side=BLUE),
        Put(legionaries("friends", 10), x=44, y=10, files=5),
        Put(warriors("foes", 10), x=44, y=36, facing=180, files=5, side=BLUE),
    )


KINDS = {
    "foot": (legionaries("ours", 6), warriors("theirs", 6), 6),
    "horse": (horse("ours", 4), archers("theirs", 8), 13),
    "dread": (with_traits("ours", 9, causes_fear=True), with_traits("theirs", 6), 6),
}


def answers_with(response: Response) -> Policy:
    """A target that answers so, the charge declared, and otherwise sensible players."""

    def habit(battle: Battle, ask: Ask) -> AskAnswer | None:
        if isinstance(ask, AnswerCharge):
            return Reply(response)
        if isinstance(ask, DeclareCharge):
            stands = battle.units[OURS].doings.moved is Moved.STOOD
            waits = stands and battle.charge_of(OURS) is None
            return ChargeOrder(OURS, THEIRS) if waits else Done()
        return None

    return policy_of([habit])


def told_and_true(begin: Battle, policy: Policy, seed: int) -> tuple[str, Battle]:
    """What was told first of the charge, and the battle as the combat phase is over."""
    told: list[str] = []

    def is_over(battle: Battle) -> bool:
        came = what_came(battle, OURS, THEIRS)
        if came is not None and not told:
            told.append(came)
        return battle.turn.phase is Phase.END

    game = Game.resume(begin, (), SeededChance(seed), until=is_over)
    while game.pending is not None:
        game.answer(policy(game.battle, game.pending))
    is_over(game.battle)
    return told[0], game.battle


def is_true(told: str, battle: Battle) -> bool:
    """Whether the battle bears out what was told."""
    ours, theirs = battle.units[OURS], battle.units[THEIRS]
    fighting = any(touch.has(OURS) and touch.has(THEIRS) for touch in battle.contacts)
    apart = not fighting and not ours.fleeing and not theirs.fleeing
    borne_out = {
        FAILS: apart,
        DARES_NOT: apart,
        BROKEN[FALLS_BACK]: apart,
        BROKEN[CHARGED_AGAIN]: fighting,
        OWN_BROKEN[FALLS_BACK]: apart,
        OWN_BROKEN[CHARGED_AGAIN]: fighting,
        SHAKEN: ours.fleeing,
        SHOT_DOWN: ours.status is Status.DESTROYED,
        FLED_CAUGHT: theirs.status is Status.DESTROYED,
        FLED_AWAY: theirs.fleeing and theirs.is_on_table,
        WIPED_OUT: theirs.status is Status.DESTROYED,
        BROKEN[CAUGHT]: theirs.status is Status.DESTROYED,
        BROKEN[AWAY]: theirs.fleeing and theirs.is_on_table,
        HELD: fighting,
        DRAWN: fighting,
        HOLDS: fighting,
        OWN_BROKEN[CAUGHT]: ours.status is Status.DESTROYED,
        OWN_BROKEN[AWAY]: ours.fleeing and ours.is_on_table,
        OWN_WIPED_OUT: ours.status is Status.DESTROYED,
    }
    return borne_out[told]


@pytest.mark.rule("charge.procedure")
@pytest.mark.parametrize(
    ("kind", "response"),
    [
        ("foot", Response.HOLD),
        ("foot", Response.FLEE),
        ("horse", Response.STAND_AND_SHOOT),
        ("horse", Response.FLEE),
        ("dread", Response.HOLD),
    ],
)
def test_what_is_told_early_comes_true_as_often_as_told(kind: str, response: Response) -> None:
    begin = charging(close(kind), OURS, THEIRS)
    policy = answers_with(response)
    answer = charge(Situation(close(kind), OURS, THEIRS), response=response)
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        told, battle = told_and_true(begin, policy, seed)
        assert is_true(told, battle), (seed, told)
        seen[told] += 1
    for outcome in answer.outcomes:
        error = float(outcome.chance * (1 - outcome.chance) / GAMES) ** 0.5
        assert abs(seen.pop(outcome.name, 0) / GAMES - outcome.chance) <= 5 * error, outcome.name
    assert not seen
