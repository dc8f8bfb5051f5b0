"""How the chances of an answer come about: what is rolled, what it needs, and by which rules.

    sums_of   the sum of a battle that goes on from here, step by step

The very rules that play are followed along one course: nobody falls, and tests are passed. So every
figure is as it stands before the first man falls; where men who fall first leave fewer blows, and
where a test waits upon losses, that is told beside it. With all blows struck each side is taken as
beaten, by one and by more, and as broken; then the course goes on to the end of the turn.
"""

from collections.abc import Callable

from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import (
    Blows,
    Direction,
    Pierce,
    Roll,
    RollOff,
    Scatter,
    Test,
    Volley,
)
from maniple.battle.events import StrikesOrdered
from maniple.battle.sides import Side
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.tasks import Do, Phase
from maniple.odds.answers import Explained, Figure
from maniple.odds.sums_blows import Least, blows_told, least_blows, order_told
from maniple.odds.sums_course import Asked, Stepped, calm, failing, held, is_next, step
from maniple.odds.sums_flight import broken_told, flight_told
from maniple.odds.sums_nerve import test_told
from maniple.odds.sums_result import due_told, lost_told
from maniple.odds.sums_shots import bolt_told, panic_told, stone_told, volley_told
from maniple.odds.sums_words import average, chance, name
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
            least = least_blows(battle, policy)
        elif is_next(battle, Do.COUNT_RESULT):
            has_counted = True
            told += lost_told(battle, policy)
            for side in Side:
                told += broken_told(battle, policy, side, limits)
        elif is_next(battle, Do.FLIGHT_DISTANCES) and not has_run:
            has_run = True
            told += flight_told(battle, policy, limits)
        if is_next(battle, Do.BREAK_TEST) and not answers:
            if not has_counted:
                told.append(due_told(battle, policy))
            battle = held(battle, policy, wanted=True).battle
            continue
        stepped = step(battle, policy, calm, answers)
        for i, asked in enumerate(stepped.asked):
            if not is_next(battle, Do.COUNT_RESULT, Do.FLIGHT_DISTANCES):
                failed = None
                if isinstance(asked.request, Test):
                    failed = step(battle, policy, failing(asked.request), answers)
                told += _told(asked, least, failed)
            told += panic_told(battle, policy, answers, stepped, i)
        orders = [event for event in stepped.events if isinstance(event, StrikesOrdered)]
        told += [order_told(battle, order) for order in orders]
        battle, answers = stepped.battle, ()
    return tuple(told)


def _told(asked: Asked, least: Least, failed: Stepped | None) -> tuple[Explained, ...]:
    battle, request = asked.battle, asked.request
    match request:
        case Blows():
            return blows_told(asked, request, least)
        case Volley():
            return volley_told(asked, request)
        case Test():
            return (test_told(asked, request, failed),)
        case Roll():
            who = "" if request.unit < 0 else f"{name(battle, request.unit)}: "
            mean = request.pool.distribution().mean()
            roll = Figure("rolled", str(request.pool), (request.cite,))
            heading = f"{who}{request.why or 'a roll'}"
            return (Explained(heading, (roll, average("on the average", mean))),)
        case RollOff():
            return (_roll_off(battle, request),)
        case Pierce():
            return (bolt_told(asked, request),)
        case Scatter():
            return (stone_told(asked, request),)
        case Direction():
            ways = Figure("a way", "one of 12, alike", (request.cite,))
            return (Explained(f"{name(battle, request.unit)}: where it goes", (ways,)),)


def _roll_off(battle: Battle, request: RollOff) -> Explained:
    """The chance of either side to have the higher die. [combat.strike-order]"""
    spread = outcomes(request)
    rows = [
        chance(battle.field.armies.of(side), spread.probability(side), (request.cite,))
        for side in Side
    ]
    equal = spread.probability(None)
    return Explained("The higher die", (*rows, *([chance("equal", equal)] if equal else [])))
