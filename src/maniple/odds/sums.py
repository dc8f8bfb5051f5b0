"""How the chances of an answer come about: what is rolled, what it needs, and by which rules.

    sums_of   the sum of a battle that goes on from here, step by step

The very rules that play are followed along one course: nobody falls, and tests are passed. So every
figure is as it stands before the first man falls; where men who fall first leave fewer blows, and
where a test waits upon losses, that is told beside it. With all blows struck each side is taken as
beaten, by one and by more, and as broken; then the course goes on to the end of the turn.
"""

from collections.abc import Callable

from maniple.battle.chance_requests import Blows, Chance, Roll, RollOff, Test, Volley
from maniple.battle.events import StrikesOrdered
from maniple.battle.sides import Side
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.tasks import Do, Phase
from maniple.battle.unit import UnitId
from maniple.odds.answers import Explained, Figure
from maniple.odds.sums_blows import Least, blows_told, order_told
from maniple.odds.sums_course import (
    Asked,
    Stepped,
    always,
    calm,
    held,
    is_next,
    step,
    unlucky,
)
from maniple.odds.sums_flight import flight_told
from maniple.odds.sums_nerve import test_told
from maniple.odds.sums_result import MOST, beaten_by, lost_told
from maniple.odds.sums_shots import volley_told
from maniple.odds.sums_words import average, name
from maniple.play.explain import blows_explained
from maniple.play.odds import Limits, Policy

MOST_STEPS = 400
"""Steps of a course, whose sum is worth telling."""


def sums_of(
    battle: Battle,
    policy: Policy,
    *,
    until: Callable[[Battle], bool] | None = None,
    answers: tuple[object, ...] = (),
    limits: Limits = Limits(),
) -> tuple[Explained, ...]:
    """What the rules ask the dice from this battle on, until the turn ends, or `until` holds between
    two steps: each request with its figures, their rules, and the exact chances.

    `answers`: what the first step has been answered already, as in `Game.snapshot`. A sum of more
    than `limits.runs`, or 400, steps says at its end that it goes no further.
    """
    told: list[Explained] = []
    least: dict[tuple[StrikeGroup, bool], int] = {}
    has_counted = has_run = False
    begun = battle.turn.number, battle.turn.side
    steps = min(limits.runs, MOST_STEPS)
    while answers or not (until is not None and until(battle)):
        turn = battle.turn
        if battle.is_over or (turn.number, turn.side) != begun or turn.phase is Phase.END:
            break
        if not steps:
            told.append(Explained("The sum goes no further", (Figure("steps", "too many"),)))
            break
        steps -= 1
        if is_next(battle, Do.NAME_COMBAT):
            has_counted, least = False, {}
        elif is_next(battle, Do.STRIKE) and not least:
            least = _least(battle, policy)
        elif is_next(battle, Do.COUNT_RESULT):
            has_counted = True
            told += lost_told(battle, policy)
            for side in Side:
                told += _broken(battle, policy, side, limits)
        elif is_next(battle, Do.FLIGHT_DISTANCES) and not has_run:
            has_run = True
            told += flight_told(battle, policy, limits)
        if has_counted and is_next(battle, Do.BREAK_TEST):
            battle = held(battle, policy, wanted=True).battle
            continue
        stepped = step(battle, policy, calm, answers)
        for i, asked in enumerate(stepped.asked):
            if not is_next(battle, Do.COUNT_RESULT, Do.FLIGHT_DISTANCES):
                told += _told(asked, least)
            told += _panic(battle, policy, answers, stepped, i)
        orders = [event for event in stepped.events if isinstance(event, StrikesOrdered)]
        told += [order_told(battle, order) for order in orders]
        battle, answers = stepped.battle, ()
    return tuple(told)


def _told(asked: Asked, least: Least) -> tuple[Explained, ...]:
    battle, request = asked.battle, asked.request
    match request:
        case Blows():
            return blows_told(asked, request, least)
        case Volley():
            return volley_told(asked, request)
        case Test():
            return (test_told(asked, request),)
        case Roll():
            who = "" if request.unit < 0 else f"{name(battle, request.unit)}: "
            mean = request.pool.distribution().mean()
            roll = Figure("rolled", str(request.pool), (request.cite,))
            heading = f"{who}{request.why or 'a roll'}"
            return (Explained(heading, (roll, average("on the average", mean))),)
        case RollOff():
            first = "the side with the higher die; here the first"
            return (Explained("A roll-off", (Figure("decides", first, (request.cite,)),)),)
        case _:
            rows = (Figure("thrown", type(request).__name__.lower(), (request.cite,)),)
            return (Explained("Dice of its own", rows),)


def _least(battle: Battle, policy: Policy) -> dict[tuple[StrikeGroup, bool], int]:
    """The blows left to each group when its own unit has lost as many as can be before it strikes,
    and nobody else any; to which it then strikes not at all, none. [combat.casualties]
    """
    if battle.combat is None:
        return {}
    fewest: dict[tuple[StrikeGroup, bool], int] = {}
    for unit in battle.combat.units:
        mine = [group for group in battle.combat.groups if group.unit == unit]
        left = dict.fromkeys([(group, crew) for group in mine for crew in (False, True)], 0)
        at = battle
        while is_next(at, Do.STRIKE):
            for group, blow in blows_explained(at):
                if group.unit == unit:
                    left[group, blow.at_crew] = blow.dice
            at = step(at, policy, unlucky(unit)).battle
        fewest.update(left)
    return fewest


def _broken(battle: Battle, policy: Policy, side: Side, limits: Limits) -> tuple[Explained, ...]:
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
            tests = [(asked, asked.request) for asked in stepped.asked]
            told += [test_told(a, request) for a, request in tests if isinstance(request, Test)]
        at = stepped.battle
    return (*told, *flight_told(at, policy, limits))


def _panic(
    battle: Battle, policy: Policy, answers: tuple[object, ...], stepped: Stepped, i: int
) -> tuple[Explained, ...]:
    """With how many men shot down a target tests for panic, and on what. [panic.shooting]"""
    volley = stepped.asked[i].request
    if not isinstance(volley, Volley):
        return ()
    told: list[Explained] = []
    for place, target in enumerate(volley.targets):

        def after(wounds: int, place: int = place) -> Battle:
            def luck(request: Chance) -> object:
                if request != volley:
                    return calm(request)
                return tuple([wounds if n == place else 0 for n in range(len(volley.targets))])

            return step(battle, policy, luck, answers).battle

        fewest = _fewest(after, target.unit, target.wounds)
        if fewest:
            tested = after(fewest)
            while tested.turn.todo and not _tests(tested, target.unit, first=True):
                tested = step(tested, policy, calm).battle
            for asked in step(tested, policy, calm).asked:
                if isinstance(asked.request, Test):
                    test = test_told(asked, asked.request)
                    told.append(
                        Explained(f"{fewest} or more shot down: {test.heading}", test.figures)
                    )
    return tuple(told)


def _fewest(after: Callable[[int], Battle], unit: UnitId, most: int) -> int:
    """The least wounds that make the unit test for panic; 0: none do."""
    for wounds in range(1, most + 1):
        if _tests(after(wounds), unit):
            return wounds
    return 0


def _tests(battle: Battle, unit: UnitId, *, first: bool = False) -> bool:
    todo = battle.turn.todo[:1] if first else battle.turn.todo
    return any(task.do is Do.PANIC_TEST and task.unit == unit for task in todo)
