"""The sum of a test on Leadership: whose it is, what is added and taken off, the chance.

test_told         a test that is due
needs_told        what it takes to pass it
leadership_told   what a unit tests on
"""

from typing import TypeAlias

from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import Test
from maniple.battle.events import PursuitChosen, UnitCowed, UnitHalted, UnitPanicked
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, UnitId
from maniple.odds.answers import Explained, Figure
from maniple.odds.sums_course import Asked, Stepped, tested
from maniple.odds.sums_words import chance, name, percent
from maniple.play.figures import WHY
from maniple.rules.nerve.leadership import general_near, leadership_of, lenders, ranks_on_leadership

Failure: TypeAlias = UnitPanicked | UnitCowed | UnitHalted | PursuitChosen

FAILING: dict[type[Failure], str] = {
    UnitPanicked: "flees",
    UnitCowed: "hits on a 6 alone in its next round",
    UnitHalted: "goes no further",
    PursuitChosen: "pursues",
}
"""What comes of a failed test."""


def test_told(asked: Asked, request: Test, failed: Stepped | None = None) -> Explained:
    """A test: whose Leadership, what changes it, what is needed, the chance, and what `failed`
    shows of a failure.
    """
    battle, told = asked.battle, tested(asked)
    kind = request.cite if told is None else told.kind
    foe = "the enemy" if told is None or told.other == NOBODY else name(battle, told.other)
    why = WHY.get(kind, f"a test of {kind}").format(foe=foe)
    heading = f"{name(battle, request.unit)}, {why}"
    rows = list(needs_told(battle, request))
    for event in () if failed is None else failed.events:
        if isinstance(event, Failure) and event.unit == request.unit:
            rows.append(Figure("who fails", FAILING[type(event)], (event.cite,)))
    return Explained(heading, tuple(rows))


def friend_told(asked: Asked, test: Test) -> Figure:
    """A test of one of several, in a row. [panic.broken-friends]"""
    whose, *_ = leadership_told(asked.battle, test.unit)
    passes = outcomes(test).probability(True)
    need = f"{test.at_most} or less on {test.pool}: {percent(passes)}"
    rules = (test.cite, *whose.rules)
    return Figure(name(asked.battle, test.unit), need, rules, f"Leadership {whose.note}", passes)


def needs_told(battle: Battle, request: Test) -> tuple[Figure, ...]:
    """Whose Leadership, what changes it, what is needed, and the chance."""
    rows: list[Figure] = []
    if request.pool.count > 1:
        rows += leadership_told(battle, request.unit)
        change = request.at_most - leadership_of(battle, request.unit)
        if change:
            rows.append(Figure("changed by", f"{change:+d}", (request.cite,)))
    return (*rows, *_need(request))


def _need(request: Test) -> tuple[Figure, ...]:
    need = Figure("needed", f"{request.at_most} or less on {request.pool}", (request.cite,))
    rolled = chance("chance", outcomes(request).probability(True))
    if request.reroll is None:
        return (need, rolled)
    return (need, Figure("a failure", "rolled again", (request.reroll,)), rolled)


def leadership_told(battle: Battle, unit_id: UnitId) -> tuple[Figure, ...]:
    """Whose Leadership the unit tests on, and what its ranks add. [character.leadership]"""
    unit = battle.units[unit_id]
    who, best, rule = max(lenders(battle, unit), key=lambda lender: lender[1])
    general = general_near(battle, unit)
    if general is not None and general.sheet.profile.leadership > best:
        who, best = f"{general.sheet.name}, near by", general.sheet.profile.leadership
        rule = "general.leadership"
    rows = [Figure("Leadership", str(best), (rule,), f"of {who}")]
    ranks = ranks_on_leadership(battle, unit)
    if ranks:
        total = leadership_of(battle, unit_id)
        rows.append(
            Figure("ranks", f"+{ranks} = {total}", ("troop.warband",), "as deep as it is now")
        )
    return tuple(rows)
