"""The sum of flight and pursuit: what is rolled, and the chance that the pursuers catch.

flight_told   the distances that are to be rolled next
broken_told   the same, were a side beaten and broken; what its friends test before that
"""

from fractions import Fraction

from msgspec.structs import replace

from maniple.battle.chance_requests import Roll, Test
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase
from maniple.battle.unit import UnitId
from maniple.odds.answers import Explained, Figure
from maniple.odds.sums_course import always, calm, held, is_next, step
from maniple.odds.sums_nerve import friend_told, test_told
from maniple.odds.sums_result import MOST, beaten_by
from maniple.odds.sums_words import chance, name
from maniple.play.odds import Limits, Policy, chances
from maniple.rules.fighting.strike_order import running
from maniple.rules.fleeing.totals import caught_by_totals, is_falling_back, leaving

MOST_RUNS = 4_000
"""Of the rolls of a fleer and his pursuers."""


def flight_told(battle: Battle, policy: Policy, limits: Limits) -> tuple[Explained, ...]:
    """All distances that are rolled, and who is caught. [flee.distance, pursue.distance]"""
    fleers = leaving(battle)
    if not fleers:
        return ()
    rows: list[Figure] = []
    at = battle
    while is_next(at, Do.FLIGHT_DISTANCES):
        stepped = step(at, policy, calm)
        for asked in stepped.asked:
            if isinstance(asked.request, Roll):
                rows.append(_distance(battle, asked.request))
        at = stepped.battle
    rows += [_caught(battle, unit, policy, limits) for unit in fleers if _is_chased(battle, unit)]
    names = " and ".join(name(battle, unit) for unit in fleers)
    return (Explained(f"If {names} must leave the fight", tuple(rows)),)


def _is_chased(battle: Battle, unit: UnitId) -> bool:
    return any(runner.chases == unit for runner in battle.runners)


def _caught(battle: Battle, unit: UnitId, policy: Policy, limits: Limits) -> Figure:
    """The chance that one of those who leave is caught, by those who are after it alone."""
    found = chances(
        _alone(battle, unit),
        caught_by_totals,
        policy,
        limits=replace(limits, runs=min(limits.runs, MOST_RUNS)),
    )
    what = f"{name(battle, unit)} {'overtaken' if is_falling_back(battle, unit) else 'ridden down'}"
    if found.unknown:
        return Figure(what, "not worked out", ("pursue.distance",), "too many pursuers")
    share = sum((part for caught, part in found.chances.items() if unit in caught), Fraction(0))
    return chance(what, share, ("pursue.distance",), f"{share}, where a pursuer rolls more")


def _alone(battle: Battle, unit: UnitId) -> Battle:
    """The battle as if nobody else left a combat: others' totals don't matter to it."""

    def only(units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        return tuple([one for one in units if one == unit])

    combats = [
        replace(
            combat,
            broken=only(combat.broken),
            panicked=only(combat.panicked),
            falling_back=only(combat.falling_back),
        )
        for combat in battle.combats
    ]
    after_it = tuple([runner for runner in battle.runners if runner.chases == unit])
    return replace(battle, combats=tuple(combats), runners=after_it)


def _distance(battle: Battle, request: Roll) -> Figure:
    mean = request.pool.distribution().mean()
    what = f"{request.why} of {name(battle, request.unit)}"
    return Figure(what, f"{request.pool} inches", (request.cite,), f"{float(mean):g} on average")


def broken_told(
    battle: Battle, policy: Policy, side: Side, limits: Limits
) -> tuple[Explained, ...]:
    """What follows if a side of the running combat is beaten and breaks: tests of friends and of those
    that would hold back, then flight and pursuit. [break.panic-order, pursue.restrain]
    """
    told: list[Explained] = []
    friends: list[Figure] = []
    at = beaten_by(battle, policy, side, MOST)
    fighting = running(battle).units
    while not is_next(at, Do.FLIGHT_DISTANCES) and at.turn.phase is Phase.COMBAT and not at.is_over:
        if is_next(at, Do.BREAK_TEST):
            tester = at.turn.todo[0].unit
            breaks = tester in fighting and at.units[tester].side is side
            at = held(at, policy, wanted=not breaks).battle
            continue
        holds = is_next(at, Do.HOLD_OR_PURSUE)
        stepped = step(at, policy, always(False) if holds else calm)
        tests = [(asked, asked.request) for asked in stepped.asked]
        for asked, test in tests:
            if isinstance(test, Test) and holds:
                told.append(test_told(asked, test, stepped))
            elif isinstance(test, Test) and is_next(at, Do.PANIC_TEST):
                friends.append(friend_told(asked, test))
        at = stepped.battle
    flights = flight_told(at, policy, limits)
    if friends:
        heading = f"{flights[0].heading}: friends who see it" if flights else "Friends who see it"
        told.insert(0, Explained(heading, tuple(friends)))
    return (*told, *flights)
