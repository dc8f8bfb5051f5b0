"""The sum of flight and pursuit: what is rolled, and the chance that the pursuers catch.

flight_told   the distances that are to be rolled next
broken        the battle with a side beaten and broken, and what its friends test
"""

from fractions import Fraction

from maniple.battle.chance_requests import Roll, Test
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase
from maniple.odds.answers import Explained, Figure
from maniple.odds.sums_course import always, calm, held, is_next, step
from maniple.odds.sums_nerve import test_told
from maniple.odds.sums_result import MOST, beaten_by
from maniple.odds.sums_words import chance, name
from maniple.play.odds import Limits, Policy, chances
from maniple.rules.fleeing.totals import caught_by_totals, is_falling_back, leaving


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

    found = chances(battle, caught_by_totals, policy, limits=limits)
    if not found.unknown and any(runner.chases in fleers for runner in battle.runners):
        for unit in fleers:
            parts = [part for caught, part in found.chances.items() if unit in caught]
            share = sum(parts, Fraction(0))
            word = "overtaken" if is_falling_back(battle, unit) else "ridden down"
            note = f"{share}, where a pursuer rolls more"
            rows.append(chance(f"{name(battle, unit)} {word}", share, ("pursue.distance",), note))
    names = " and ".join(name(battle, unit) for unit in fleers)
    return (Explained(f"If {names} must leave the fight", tuple(rows)),)


def _distance(battle: Battle, request: Roll) -> Figure:
    mean = request.pool.distribution().mean()
    what = f"{request.why} of {name(battle, request.unit)}"
    return Figure(what, f"{request.pool} inches", (request.cite,), f"{float(mean):g} on average")


def broken_told(
    battle: Battle, policy: Policy, side: Side, limits: Limits
) -> tuple[Explained, ...]:
    """What follows if a side is beaten and breaks: tests of friends and of those that would hold
    back, then flight and pursuit. [break.panic-order, pursue.restrain]
    """
    told: list[Explained] = []
    at = beaten_by(battle, policy, side, MOST)
    while not is_next(at, Do.FLIGHT_DISTANCES) and at.turn.phase is Phase.COMBAT and not at.is_over:
        if is_next(at, Do.BREAK_TEST):
            is_ours = at.units[at.turn.todo[0].unit].side is side
            at = held(at, policy, wanted=not is_ours).battle
            continue
        holds = is_next(at, Do.HOLD_OR_PURSUE)
        stepped = step(at, policy, always(False) if holds else calm)
        if holds or is_next(at, Do.PANIC_TEST):
            failed = step(at, policy, always(False))
            tests = [(asked, asked.request) for asked in stepped.asked]
            told += [test_told(a, test, failed) for a, test in tests if isinstance(test, Test)]
        at = stepped.battle
    return (*told, *flight_told(at, policy, limits))
