"""One course of a battle, followed with a given luck instead of dice: what it asks for on its way.

step     one step of the rules, with all that it asked the dice
held     a test run so that it is passed, or fails
calm     the luck with which nobody falls and a test's roll is low
unlucky  that with which one unit loses as many as can be
"""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from maniple.battle.asks import Ask
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import (
    CHANCE,
    Blows,
    Chance,
    Direction,
    Pierce,
    Roll,
    RollOff,
    Scatter,
    Test,
    Volley,
)
from maniple.battle.events import Event, Tested
from maniple.battle.judged import Refusal
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.battle.unit import UnitId
from maniple.play.odds import Policy
from maniple.play.run import Run
from maniple.rules.legality import judge

Luck: TypeAlias = Callable[[Chance], object]
"""What the dice answer."""


class Asked(Struct, frozen=True):
    """Dice that were asked for, the battle in which they were, and what came of it."""

    battle: Battle
    request: Chance
    then: tuple[Event, ...]
    """What the step recorded until it asked for more, or ended."""


class Stepped(Struct, frozen=True):
    """A step that has been run with some luck."""

    battle: Battle
    """As it ended."""
    asked: tuple[Asked, ...]
    events: tuple[Event, ...]


def step(battle: Battle, policy: Policy, luck: Luck, answers: tuple[object, ...] = ()) -> Stepped:
    """The step that runs next; the dice answer with this luck. `answers`: given already."""
    run = Run(battle, answers)
    asked: list[Asked] = []
    while run.request is not None:
        request, before, recorded = run.request, run.battle, len(run.events)
        if isinstance(request, Ask):
            judged = judge(before, request, policy(before, request))
            if isinstance(judged, Refusal):
                raise ValueError(f"the policy's answer to {request} is refused: {judged.why}")
            run.answer(judged.answer)
        elif isinstance(request, CHANCE):
            run.answer(luck(request))
            asked.append(Asked(before, request, tuple(run.events[recorded:])))
        else:
            raise TypeError(f"{request} is neither a roll nor an ask")
    return Stepped(run.battle, tuple(asked), tuple(run.events))


def is_next(battle: Battle, *what: Do) -> bool:
    """Whether one of these is the next thing to do."""
    todo = battle.turn.todo
    return bool(todo) and todo[0].do in what


def calm(request: Chance) -> object:
    """Nobody falls, whoever tests passes, and distances are the median."""
    match request:
        case Volley() | Blows():
            return (0,) * len(request.targets)
        case Test():
            return True
        case Roll():
            return request.pool.distribution().median()
        case RollOff():
            return Side.RED
        case Pierce() | Direction():
            return 0
        case Scatter():
            return (0, 0)


def always(passed: bool) -> Luck:
    """Every test comes to this; else as `calm`."""

    def luck(request: Chance) -> object:
        return passed if isinstance(request, Test) else calm(request)

    return luck


def unlucky(unit: UnitId) -> Luck:
    """The luck with which this unit loses as many as can be, and others nobody."""

    def luck(request: Chance) -> object:
        if not isinstance(request, Volley | Blows):
            return calm(request)
        possible = [lost for lost in outcomes(request).outcomes if isinstance(lost, tuple)]
        return tuple(
            [
                max(lost[i] for lost in possible) if target.unit == unit else 0
                for i, target in enumerate(request.targets)
            ]
        )

    return luck


def failing(test: Test) -> Luck:
    """This test fails, where a low roll passes it; else as `calm`."""

    def luck(request: Chance) -> object:
        return False if request == test else calm(request)

    return luck


def tested(step: Stepped | Asked) -> Tested | None:
    """What was recorded of a test."""
    events = step.events if isinstance(step, Stepped) else step.then
    return next((event for event in events if isinstance(event, Tested)), None)


def held(battle: Battle, policy: Policy, *, wanted: bool) -> Stepped:
    """A step of a test run so that it is passed, or so that it fails, where that can be.

    A low roll may be either. [break.test, troop.stubborn]
    """
    stepped = step(battle, policy, always(wanted))
    told = tested(stepped)
    if told is None or told.passed is wanted:
        return stepped
    return step(battle, policy, always(not wanted))
