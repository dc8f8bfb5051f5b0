"""Tests of fear and terror, before an enemy. [fear.charged, fear.charging, terror.test]

    face              the test that is due before an enemy, if any, and how the unit comes out of it
    is_due_terror     whether it has its one Terror test still to take
    faces_a_pursuer   one into whom pursuers run: what its test leads to
    flights_due       those whom pursuit has put to flight run next

A Terror test takes the place of the Fear test; who has taken his only one fears like others.
"""

import enum

from maniple.battle.events import UnitCowed, UnitPanicked
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import UnitId
from maniple.rules.nerve.dread import FEAR, TERROR, fears, terrified_by
from maniple.rules.nerve.leadership import is_running
from maniple.rules.nerve.nerve import test_nerve
from maniple.rules.special.fear import is_outnumbered

CHARGED = "fear.charged"
CHARGING = "fear.charging"
FLANKED = "panic.flank-charge"


class Faced(enum.Enum):
    """How a unit comes out of the test that it had to take."""

    CALM = "calm"
    AFRAID = "afraid"
    TERRIFIED = "terrified"


def face(table: Table, unit_id: UnitId, enemy: UnitId, kind: str) -> Step[Faced]:
    """The test that is due before that enemy, terror or fear. `kind`: [fear.charged] before one who
    charges, [fear.charging] before one to be charged. Who runs takes none.
    [terror.test, psychology.test]
    """
    if is_running(table.battle, table.battle.units[unit_id]):
        yield from nothing_asked()
        return Faced.CALM
    if is_due_terror(table.battle, unit_id, enemy):
        held = yield from braves_terror(table, unit_id, enemy)
        return Faced.CALM if held else Faced.TERRIFIED
    rule = fears(table.battle, unit_id, enemy)
    if rule is None:
        yield from nothing_asked()
        return Faced.CALM
    cite = kind if rule in (FEAR, TERROR) else rule
    held = yield from test_nerve(table, unit_id, kind, cite, other=enemy)
    return Faced.CALM if held else Faced.AFRAID


def is_due_terror(battle: Battle, unit_id: UnitId, enemy: UnitId) -> bool:
    """Whether that enemy is a terror to the unit, which has not tested for terror yet. [terror.test]"""
    if battle.units[unit_id].terror_tested:
        return False
    return terrified_by(battle, unit_id, enemy) is not None


def braves_terror(table: Table, unit_id: UnitId, enemy: UnitId) -> Step[bool]:
    """Whether the unit passes its one Terror test. [terror.test]"""
    cite = terrified_by(table.battle, unit_id, enemy) or TERROR
    held = yield from test_nerve(table, unit_id, TERROR, cite, other=enemy)
    return held


def faces_a_pursuer(table: Table, unit_id: UnitId, pursuer: UnitId) -> Step[bool]:
    """Whether a unit into whom a pursuer runs stays: cowed perhaps, but not put to flight.

    [pursue.into-fresh-enemy, pursue.overrun, fear.charged, terror.test]
    """
    faced = yield from face(table, unit_id, pursuer, CHARGED)
    if faced is Faced.CALM:
        return True
    if faced is Faced.AFRAID and not is_outnumbered(
        table.battle, table.battle.units[unit_id], (pursuer,)
    ):
        table.record(UnitCowed(unit_id, pursuer))
        return True
    cause = CHARGED if faced is Faced.AFRAID else TERROR
    table.record(UnitPanicked(unit_id, pursuer, cause))
    return False


def flights_due(battle: Battle) -> tuple[Task, ...]:
    """The flight of those whom panic, fear or terror has put to flight in a pursuit.

    An ordinary charge has the flight of the panicked on its list. [panic.flank-charge, terror.test]
    """
    if not battle.panicked:
        return ()
    is_listed = any(task.do is Do.PANIC_FLIGHT for task in battle.turn.todo)
    causes = (CHARGED, TERROR) if is_listed else (FLANKED, CHARGED, TERROR)
    if any(panicked.cause in causes for panicked in battle.panicked):
        return (Task(Do.PANIC_FLIGHT),)
    return ()
