"""How far a run goes: the share of flights and pursuits that reach so many inches, a place, a unit.

    reach_inches    the total of the dice alone, on clear ground     [flee.distance, pursue.distance]
    reach           the run itself, on the table as it is

A run is told by what the unit's body has gone over, so that ground that slows it, friends and enemies
in its way and the table's edge count as they do in play.
"""

import enum

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.apply import apply
from maniple.battle.asks import Ask, AskAnswer, HoldBack, MayOverrun, No, Yes
from maniple.battle.bodies import outline
from maniple.battle.events import StampedeBegan
from maniple.battle.sheet import Kind
from maniple.battle.state import Battle, Panicked
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import FRESH, Status, Unit, UnitId
from maniple.geometry import (
    TOUCH,
    Rect,
    bearing,
    distance,
    distance_to_point,
    point_distance,
    within,
)
from maniple.odds.answers import Answer, Count, Outcome
from maniple.odds.asking import QuestionError, asked, outcomes_of
from maniple.odds.flight import broken
from maniple.odds.moments import narrowed, set_at
from maniple.odds.situations import Situation
from maniple.play.odds import Limits
from maniple.rules.fleeing.running import flight_pool, middle

REACHES = "reaches"
FALLS_SHORT = "falls short"
OFF_TABLE = "leaves the table"
LOST = "is caught or lost"


class Run(enum.Enum):
    """What kind of run."""

    FLIGHT = "flight"
    PURSUIT = "pursuit"
    OVERRUN = "overrun"
    STAMPEDE = "stampede"


class Place(Struct, frozen=True):
    """A point of the table, in inches."""

    x: float
    y: float


def reach_inches(situation: Situation, inches: int) -> Answer:
    """The chance that our unit's flight, pursuit or overrun is rolled so far, or farther.

    The total of its dice, two or three: what obstacles and slow ground take off is not counted.
    QuestionError for less than an inch. [flee.distance, pursue.distance]
    """
    if inches < 1:
        raise QuestionError(f"a run that reaches {inches} inches: 1 or more")
    pool = flight_pool(situation.battle, situation.ours)
    rolled = pool.distribution()
    count = Count("inches", {total: rolled.probability(total) for total in rolled.outcomes})
    share = count.at_least(inches)
    name = situation.our_name
    return Answer(
        "reach",
        f"{name} runs {inches} inches or more with {pool.count}D{pool.sides}",
        (Outcome(REACHES, share), Outcome(FALLS_SHORT, 1 - share)),
        (count,),
    )


def reach(
    situation: Situation,
    to: Place | UnitId,
    *,
    run: Run = Run.FLIGHT,
    near: float = 0.0,
    limits: Limits = Limits(),
    sample: int = 0,
    sums: bool = False,
) -> Answer:
    """The share of runs of our unit that come to a place, or to where a unit stands then, or no more
    than `near` inches from it: that end there, or go over it.

    A flight is away from their unit if there is one, else as the rules have it; a pursuit is after
    their unit, which breaks; an overrun goes straight on; a stampede any way. QuestionError for a run
    that the unit cannot make. [flee.direction, pursue.distance, pursue.overrun, troop.elephant]
    """
    if near < 0.0:
        raise QuestionError(f"{near:g} inches near: 0 or more")
    ours = situation.ours
    begin = _begin(situation, run)
    start = middle(begin.units[ours])

    def view(battle: Battle) -> str | None:
        unit = battle.units[ours]
        if not _has_run(battle, unit):
            return None
        if unit.status is not Status.TABLE:
            gone = unit.status in (Status.LEFT, Status.RETURNING)
            return OFF_TABLE if gone else LOST
        return REACHES if _is_near(battle, unit, start, to, near) else FALLS_SHORT

    seen = asked(
        begin, view, situation.playing(_runs_on).policy, limits=limits, sample=sample, sums=sums
    )
    where = f"({to.x:g}, {to.y:g})" if isinstance(to, Place) else situation.name(to)
    within_so = f"comes within {near:g} inches of" if near else "reaches"
    return Answer(
        "reach",
        f"the {run.value} of {situation.our_name} {within_so} {where}",
        outcomes_of(seen, lambda came: came, (REACHES, FALLS_SHORT)),
        certainty=seen.certainty,
        sums=seen.sums,
    )


def _begin(situation: Situation, run: Run) -> Battle:
    battle, ours, theirs = situation.battle, situation.ours, situation.theirs
    unit = battle.units[ours]
    if not unit.is_on_table:
        raise QuestionError(f"{unit.sheet.name} is not on the table: it runs nowhere")
    match run:
        case Run.PURSUIT:
            if not any(touch.enemy_of(ours) == theirs for touch in battle.contacts_of(ours)):
                raise QuestionError(f"{unit.sheet.name} fights nobody whom it could pursue")
            return broken(battle, (theirs,))
        case Run.OVERRUN:
            if unit.is_engaged or unit.fleeing:
                raise QuestionError(f"{unit.sheet.name} fights or flees: it cannot overrun")
            return set_at(narrowed(battle, (ours,)), Phase.COMBAT, Task(Do.OVERRUN, ours))
        case Run.STAMPEDE:
            if unit.kind is not Kind.ELEPHANT:
                raise QuestionError(f"{unit.sheet.name} is no elephant: it does not stampede")
            wild = apply(narrowed(battle, (ours,)), StampedeBegan(ours))
            return set_at(wild, Phase.COMPULSORY, Task(Do.STAMPEDE, ours))
        case Run.FLIGHT:
            return _taking_to_flight(narrowed(battle, (ours,)), unit, theirs)


def _taking_to_flight(battle: Battle, unit: Unit, foe: UnitId) -> Battle:
    """The unit runs now: on, if it flees already; else from this enemy, as after a Panic test."""
    if unit.fleeing:
        turn = replace(battle.turn, side=unit.side)
        runs_on = replace(unit, doings=FRESH)
        units = tuple([runs_on if u.id == unit.id else u for u in battle.units])
        battle = replace(battle, units=units, turn=turn)
        return set_at(battle, Phase.COMPULSORY, Task(Do.FLEE_ON, unit.id))
    if unit.is_engaged:
        return broken(battle, (unit.id,))
    battle = replace(battle, panicked=(Panicked(unit.id, foe, "panic.flee"),))
    return set_at(battle, Phase.SHOOTING, Task(Do.PANIC_FLIGHT))


def _has_run(battle: Battle, unit: Unit) -> bool:
    """Whether the run is over: it is gone, or no step is left that would move it."""
    if unit.status is not Status.TABLE:
        return True
    if any(task.unit == unit.id and task.do in RUNS for task in battle.turn.todo):
        return False
    todo = battle.turn.todo
    return not todo or todo[0].do not in BEFORE


RUNS = (Do.FLEE_ON, Do.FLEE_FROM_COMBAT, Do.PURSUE, Do.OVERRUN, Do.STAMPEDE, Do.RUSH)
BEFORE = (Do.PANIC_FLIGHT, Do.HOLD_OR_PURSUE, Do.FLIGHT_DISTANCES)


def _is_near(
    battle: Battle, unit: Unit, start: tuple[float, float], to: Place | UnitId, near: float
) -> bool:
    went_over = _went_over(unit, start)
    if isinstance(to, Place):
        apart = min([distance_to_point(rect, to.x, to.y) for rect in went_over])
    else:
        other = battle.units[to]
        if not other.is_on_table:
            return False
        apart = min([distance(rect, there) for rect in went_over for there in outline(other)])
    return within(apart, max(near, TOUCH))


def _went_over(unit: Unit, start: tuple[float, float]) -> tuple[Rect, ...]:
    """What the unit's bodies have gone over, from where it was to where it stands: straight on, as all
    runs go that have room.
    """
    x, y = middle(unit)
    inches = point_distance(*start, x, y)
    heading = bearing(x - start[0], y - start[1])
    return tuple(
        [
            Rect(rect.x, rect.y, rect.facing, rect.width, rect.depth + inches)
            if abs((rect.facing - heading + 180.0) % 360.0 - 180.0) < STRAIGHT
            else rect
            for rect in outline(unit)
        ]
    )


STRAIGHT = 1.0
"""Degrees between the way that a unit went and the way that it faces, if it has gone straight on."""


def _runs_on(_: Battle, ask: Ask) -> AskAnswer | None:
    """Nobody holds back, and who may overrun does."""
    if isinstance(ask, HoldBack):
        return No()
    return Yes() if isinstance(ask, MayOverrun) else None
