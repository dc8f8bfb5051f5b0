"""Pursuers who left the table come back at the point of the edge where they left. [pursue.off-table]

Late troops come onto it in the same way. [deploy.late] They stand along that edge, facing the table, and
may not otherwise move in that turn.
"""

from maniple.battle.bodies import body, outline
from maniple.battle.events import Spoke, UnitReturned
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import Unit
from maniple.geometry import Rect, cos_deg, sin_deg
from maniple.rules.fleeing.running import pose_and_places
from maniple.rules.fleeing.ways import centred, turned
from maniple.rules.table.room import free_along, moved_by, standing_near


def return_pursuer(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A unit that pursued off the table comes back, beside whoever stands there; or one that is late
    comes onto it.

    Where its whole edge has no room, it waits for its next turn. [pursue.off-table, deploy.late]
    """
    yield from nothing_asked()
    unit = table.battle.units[task.unit]
    end = place_on_edge(table.battle, unit)
    if end is None:
        what = "no room to come on" if unit.late else "no room to come back"
        table.record(Spoke(unit.id, what, _cite(unit)))
        return ()
    at, places = pose_and_places(unit, end)
    table.record(UnitReturned(unit.id, at, unit.files, places, _cite(unit)))
    return ()


def _cite(unit: Unit) -> str:
    return "deploy.late" if unit.late else "pursue.off-table"


def place_on_edge(battle: Battle, unit: Unit) -> tuple[Rect, ...] | None:
    """Where the unit stands when it comes back: with its back to the edge over which it went, the
    least distance along it from where it left that gives room; None: there is no room.
    """
    facing = _inward(battle, unit)
    rects = _at_edge(battle, unit, facing)
    field = battle.field
    bodies = standing_near(battle, unit.id, rects, field.width + field.height).all
    best: tuple[float, float, float] | None = None
    for sideways in (90.0, 270.0):
        dx, dy = sin_deg(facing + sideways), cos_deg(facing + sideways)
        limit = field.width + field.height if best is None else best[0]
        inches = free_along(rects, dx, dy, limit, bodies, field)
        if inches is not None and (best is None or inches < best[0]):
            best = inches, dx, dy
    if best is None:
        return None
    inches, dx, dy = best
    return moved_by(rects, dx * inches, dy * inches)


def _inward(battle: Battle, unit: Unit) -> float:
    """The facing from the edge over which the unit went towards the table."""
    field = battle.field
    rects = outline(unit)
    return min(
        (min([r.cy - r.ey for r in rects]), 0.0),
        (field.height - max([r.cy + r.ey for r in rects]), 180.0),
        (min([r.cx - r.ex for r in rects]), 90.0),
        (field.width - max([r.cx + r.ex for r in rects]), 270.0),
    )[1]


def _at_edge(battle: Battle, unit: Unit, facing: float) -> tuple[Rect, ...]:
    """The unit's bodies turned to that facing, just within the edge behind them."""
    field = battle.field
    if unit.is_skirmishing:
        rects = turned(unit, facing)
    else:
        rect = body(unit)
        rects = (centred(rect.cx, rect.cy, facing, rect.width, rect.depth),)
    low_x, high_x = min([r.cx - r.ex for r in rects]), max([r.cx + r.ex for r in rects])
    low_y, high_y = min([r.cy - r.ey for r in rects]), max([r.cy + r.ey for r in rects])
    # Onto the table from whichever side they are off it, then back against their own edge.
    dx = max(0.0, -low_x) + min(0.0, field.width - high_x)
    dy = max(0.0, -low_y) + min(0.0, field.height - high_y)
    if facing == 0.0:
        dy = -low_y
    elif facing == 180.0:
        dy = field.height - high_y
    elif facing == 90.0:
        dx = -low_x
    else:
        dx = field.width - high_x
    return moved_by(rects, dx, dy)
