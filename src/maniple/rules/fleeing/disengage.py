"""Disengaging: a unit tries to leave its combat before chargers move. [disengage.test]

It passes a test on its Leadership, or is cavalry that no enemy outruns: it turns round and moves up to
double its move away, and may not be pursued. It fails: it breaks, and may be.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from maniple.battle.asks import (
    AskAnswer,
    DisengageMove,
    Done,
    Named,
    NameDisengaging,
    Placement,
)
from maniple.battle.bodies import of_side
from maniple.battle.events import UnitMoved, UnitsParted
from maniple.battle.judged import Judged, Refusal
from maniple.battle.request import Step, nothing_asked
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import Moved, Unit, UnitId
from maniple.geometry import Outline, Rect, round_degrees, within
from maniple.rules.fleeing.lapping import gather_in
from maniple.rules.fleeing.redress import end_idle_laps
from maniple.rules.fleeing.rout import chasers_of_broken, rout
from maniple.rules.fleeing.running import heading_away, pose_and_places
from maniple.rules.fleeing.ways import HAIR, Way, turned, way
from maniple.rules.memo import Memo
from maniple.rules.moving.rate import move_of
from maniple.rules.nerve.casualties import take_standards
from maniple.rules.nerve.nerve import test_nerve
from maniple.rules.special.engine import never_pursues
from maniple.rules.table.referee import figure, legal, sound_pose
from maniple.rules.table.room import Standing, is_clear, moved_by, standing_near
from maniple.rules.table.terrain_cost import advance_cost

ASIDE = 45
"""Degrees by which a unit may turn from the straight way from its enemies."""

TURNS = (0, -15, 15, -30, 30, -45, 45)
"""Degrees that are tried to see whether a unit has a way out."""

SLACK = 0.01
"""Inches by which a place may lie beside the way that leads to it: what rounding comes to."""


def can_try(battle: Battle, unit: Unit) -> bool:
    """Whether the unit fights and has a way out of it. [disengage.test, engine.left]"""
    return (
        unit.is_on_table
        and unit.is_engaged
        and not never_pursues(unit)
        and not unit.stampeding
        and any(_furthest(battle, unit, turn) is not None for turn in TURNS)
    )


def disengage_options(battle: Battle, ask: NameDisengaging) -> tuple[AskAnswer, ...]:
    """The units that may try to leave their combat, or no more of them. [disengage.test]"""
    known = _able(battle)
    able = known.get(ask.side)
    if able is None:
        units = [Named(unit.id) for unit in of_side(battle, ask.side) if can_try(battle, unit)]
        able = known[ask.side] = tuple(units)
    return (Done(), *able)


def _nobody_yet(battle: Battle) -> dict[Side, tuple[Named, ...]]:
    return {}


_able = Memo(_nobody_yet)
"""Who can try it in the last few battles: the step asks, then whoever answers."""


def disengage(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The next unit that tries to leave its combat is named, and tries it. [disengage.test]"""
    side = table.battle.turn.side
    ask = NameDisengaging(side)
    if len(disengage_options(table.battle, ask)) == 1:
        yield from nothing_asked()
        return ()
    answer = yield from ask
    if not isinstance(answer, Named):
        return ()
    unit_id = answer.unit
    gets_away = leaves_at_will(table.battle, unit_id)
    if not gets_away:
        gets_away = yield from test_nerve(table, unit_id, "disengage.test", "disengage.test")
    if not gets_away:
        chasers = chasers_of_broken(table.battle, unit_id)
        take_standards(table, unit_id)
        yield from rout(table, unit_id, (), "disengage.test", chasers, broken=True)
        return (task,)
    move = DisengageMove(side, unit_id)
    placement = yield from move
    found = legal(judge_disengage(table.battle, move, placement))
    if found.end is None:
        raise ValueError(f"the judgement of {placement} gives no place")
    cite = "disengage.cavalry" if leaves_at_will(table.battle, unit_id) else "disengage.test"
    for touch in table.battle.contacts_of(unit_id):
        table.record(UnitsParted(touch.red, touch.blue, cite))
    gather_in(table, unit_id)
    unit = table.battle.units[unit_id]
    table.record(
        UnitMoved(
            unit_id,
            found.end,
            unit.files,
            Moved.DISENGAGED,
            cite,
            unit.formation,
            found.places,
            found.path,
            found.cost,
        )
    )
    end_idle_laps(table)
    return (task,)


def leaves_at_will(battle: Battle, unit_id: UnitId) -> bool:
    """Whether it is cavalry, and no enemy that it fights is faster. [disengage.cavalry]"""
    unit = battle.units[unit_id]
    own = move_of(battle, unit)
    return unit.sheet.is_mounted and all(
        move_of(battle, battle.units[touch.enemy_of(unit_id)]) <= own
        for touch in battle.contacts_of(unit_id)
    )


def judge_disengage(battle: Battle, ask: DisengageMove, placement: Placement) -> Judged | Refusal:
    """Whether the unit gets to that place: turned round, then straight ahead. [disengage.test]"""
    unit = battle.units[ask.unit]
    name = unit.sheet.name
    at = sound_pose(placement.pose)
    if placement.unit != ask.unit or at is None:
        return Refusal(ask.cite, f"a place on the table for {name} is needed")
    away = _away(battle, unit)
    off = (at.facing - away + 180.0) % 360.0 - 180.0
    if abs(off) > ASIDE + 0.01:
        why = (
            f"{name} moves away from its enemies, facing within {ASIDE} degrees of "
            f"{figure(away)}, not {figure(at.facing)}"
        )
        return Refusal(ask.cite, why)
    start = _start(unit, at.facing)
    began, _ = pose_and_places(unit, start)
    dx, dy = start[0].fx, start[0].fy
    inches = (at.x - began.x) * dx + (at.y - began.y) * dy
    beside = abs((at.x - began.x) * dy - (at.y - began.y) * dx)
    if beside > SLACK or inches <= 0.0:
        why = f"{name} turns round about its middle and then moves straight ahead"
        return Refusal(ask.cite, why, (at.x, at.y))
    cost = max([advance_cost(battle, unit, rect, dx, dy, inches) for rect in start])
    most = 2.0 * move_of(battle, unit)
    if not within(cost, most):
        why = f"the move needs {figure(cost)} inches, {figure(most)} are allowed"
        return Refusal(ask.cite, why, (at.x, at.y), cost=cost)
    end = moved_by(start, dx * inches, dy * inches)
    here = standing_near(battle, unit.id, (*start, *end), 1.0)
    along = way(battle, unit, start, at.facing, cost, _closed(here))
    if along.leaves or along.inches < inches - SLACK or not is_clear(end, here.all, battle.field):
        return Refusal(ask.cite, f"the way of {name} is blocked", (at.x, at.y))
    last, places = pose_and_places(unit, end)
    read = Placement(unit.id, at)  # nothing else is read, nor should be recorded
    return Judged(
        read, last, unit.files, places, (began, last), round(cost, 3), round(most - cost, 3)
    )


def sample_disengage(battle: Battle, ask: DisengageMove, below: Callable[[int], int]) -> Placement:
    """A legal place by lot: a way out, followed to its end or part of it."""
    unit = battle.units[ask.unit]
    found = [far for turn in TURNS if (far := _furthest(battle, unit, turn)) is not None]
    for _ in range(6):
        chosen = found[below(len(found))]
        part = chosen.inches * (1 + below(10)) / 10
        placement = _placement(unit, Way(chosen.heading, chosen.start, part))
        if isinstance(judge_disengage(battle, ask, placement), Judged):
            return placement
    return _placement(unit, found[0])


def _furthest(battle: Battle, unit: Unit, turn: float) -> Way | None:
    """How far the unit gets with so many degrees' turn from the straight way, if it gets clear."""
    heading = round_degrees(_away(battle, unit) + turn)
    start = _start(unit, heading)
    most = 2.0 * move_of(battle, unit)
    here = standing_near(battle, unit.id, start, most)
    found = way(battle, unit, start, heading, most, _closed(here))
    inches = int(max(0.0, found.inches - 0.005) * 1000.0) / 1000.0
    if inches < HAIR:
        return None
    found = Way(heading, start, inches)
    ask = DisengageMove(unit.side, unit.id)
    judged = judge_disengage(battle, ask, _placement(unit, found))
    return found if isinstance(judged, Judged) else None


def _placement(unit: Unit, found: Way) -> Placement:
    at, _ = pose_and_places(unit, found.end)
    return Placement(unit.id, at)


def _away(battle: Battle, unit: Unit) -> float:
    foes = [touch.enemy_of(unit.id) for touch in battle.contacts_of(unit.id)]
    return heading_away(battle, unit.id, foes)


def _start(unit: Unit, heading: float) -> tuple[Rect, ...]:
    """The unit turned round about its middle, its men who lap round behind it again."""
    if unit.is_skirmishing or not (unit.lap_left or unit.lap_right):
        return turned(unit, heading)
    return turned(replace(unit, lap_left=0, lap_right=0), heading)


def _closed(here: Standing) -> Sequence[Outline]:
    return (*here.friends, *here.enemies, *here.impassable)
