"""Shock cavalry has a first charge, and pushes back foot that it beats as it charges.

    is_shock_cavalry   whether the unit is of that kind
    pushes             who gives ground when all combats have come so far
    give_ground        straight back, the riders following

The push comes before anybody flees or falls back. [troop.shock-cavalry, break.first-charge]
"""

from msgspec import Struct

from maniple.battle.bodies import outline
from maniple.battle.events import GroundGiven, Spoke, UnitAligned
from maniple.battle.laps import lap_rects
from maniple.battle.request import Step, nothing_asked
from maniple.battle.sheet import Kind
from maniple.battle.state import Battle, Combat
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Unit, UnitId
from maniple.geometry import Pose, cos_deg, first_on_advance, pose, sin_deg, within_table
from maniple.rules.nerve.leadership import is_leaving
from maniple.rules.table.room import moved_by, standing_near

CITE = "troop.shock-cavalry"
GROUND = 2.0
"""Inches that beaten foot gives. [troop.shock-cavalry]"""
SAME_WAY = 0.1
"""Degrees by which riders may face apart and still push one way."""


class Push(Struct, frozen=True):
    """Foot that gives ground, the riders who push it, and those of them who follow."""

    unit: UnitId
    riders: tuple[UnitId, ...]
    following: tuple[UnitId, ...]


def is_shock_cavalry(unit: Unit) -> bool:
    """Whether the unit is shock cavalry, eastern or not.

    [troop.shock-cavalry, troop.eastern-shock-cavalry]
    """
    traits = unit.sheet.traits
    return traits.shock_cavalry or traits.eastern_shock_cavalry


def push_tasks(battle: Battle) -> tuple[Task, ...]:
    """The units that give ground. [troop.shock-cavalry]"""
    found: list[Task] = []
    for combat in battle.combats:
        if any(is_shock_cavalry(battle.units[rider]) for rider in combat.charged):
            beaten = [battle.units[unit] for unit in combat.units]
            found += [
                Task(Do.GIVE_GROUND, unit.id)
                for unit in beaten
                if push_of(battle, combat, unit) is not None
            ]
    return tuple(found)


def push_of(battle: Battle, combat: Combat, unit: Unit) -> Push | None:
    """The push that formed foot which was beaten and holds must suffer; None: it stands.

    All that it fights must be shock cavalry that charged, going one way, and those that stay must
    fight nobody else: enemies of another kind, or in another place, hold it where it is.
    """
    beaten = combat.winner is unit.side.enemy and not is_leaving(battle, unit)
    if not beaten or not unit.is_on_table or not unit.is_engaged:
        return None
    if unit.kind is not Kind.FOOT or not unit.is_formed:
        return None
    riders = tuple([touch.enemy_of(unit.id) for touch in battle.contacts_of(unit.id)])
    first = battle.units[riders[0]]
    for rider in riders:
        if rider not in combat.charged or not is_shock_cavalry(battle.units[rider]):
            return None
        apart = abs(battle.units[rider].pose.facing - first.pose.facing)
        if min(apart, 360.0 - apart) > SAME_WAY:
            return None
    following = tuple([rider for rider in riders if not is_leaving(battle, battle.units[rider])])
    if any(len(battle.contacts_of(rider)) > 1 for rider in following):
        return None
    return Push(unit.id, riders, following)


def give_ground(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The foot goes 2 inches the way the riders push it, and they follow, if all have room.

    [troop.shock-cavalry]
    """
    yield from nothing_asked()
    battle = table.battle
    for combat in battle.combats:
        if task.unit in combat.units:
            push = push_of(battle, combat, battle.units[task.unit])
            if push is not None:
                _pushed(table, push)
    return ()


def _pushed(table: Table, push: Push) -> None:
    battle = table.battle
    heading = battle.units[push.riders[0]].pose.facing
    dx, dy = sin_deg(heading), cos_deg(heading)
    moving = (push.unit, *push.following)
    if not all(_has_room(battle, unit, (dx, dy), (push.unit, *push.riders)) for unit in moving):
        table.record(Spoke(push.unit, "no room to give ground", CITE))
        return
    ends = [_shifted(battle.units[unit].pose, dx, dy) for unit in moving]
    table.record(GroundGiven(push.unit, ends[0], push.riders, GROUND))
    for rider, end in zip(push.following, ends[1:], strict=True):
        table.record(UnitAligned(rider, end, CITE))


def _shifted(at: Pose, dx: float, dy: float) -> Pose:
    return pose(at.x + dx * GROUND, at.y + dy * GROUND, at.facing)


def _has_room(
    battle: Battle, unit_id: UnitId, way: tuple[float, float], together: tuple[UnitId, ...]
) -> bool:
    """Whether nothing but those who take part in the push is in the unit's way."""
    dx, dy = way
    rects = (*outline(battle.units[unit_id]), *lap_rects(battle, unit_id))
    here = standing_near(battle, unit_id, rects, GROUND, together)
    field = battle.field
    return all(
        within_table(rect, field.width, field.height)
        for rect in moved_by(rects, dx * GROUND, dy * GROUND)
    ) and not any(first_on_advance(rect, dx, dy, GROUND, here.all) for rect in rects)
