"""Stupidity: stupid troops test as their turn begins; failing, half of them do not fight, or out of
combat they blunder straight ahead or stand about. [stupidity.test]

    stupidity_tasks   who tests                          [turn.start]
    stupidity_test    the test, and the die that follows
    idle_half         half of those who would strike
    why_beside        what it may not do this turn
    blunder_on        straight ahead at half speed, in the compulsory moves
"""

from maniple.battle.bodies import of_side, outline
from maniple.battle.chance_requests import Roll
from maniple.battle.events import UnitMoved, UnitStupefied
from maniple.battle.judged import Refusal
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Moved, Stupor, Unit
from maniple.dice.pool import D6
from maniple.geometry import pose_of, shifted
from maniple.rules.charging.failed_charge import clear_room, everything_about
from maniple.rules.moving.rate import move_of
from maniple.rules.moving.skirmish import middle_of
from maniple.rules.nerve.immunity import is_immune
from maniple.rules.nerve.leadership import is_running
from maniple.rules.nerve.nerve import generals_first, test_nerve
from maniple.rules.table.terrain_cost import inches_for

STUPIDITY = "stupidity.test"
AHEAD = 3
"""On so much or less on a D6 it goes straight ahead. [stupidity.test]"""


def stupidity_tasks(battle: Battle) -> tuple[Task, ...]:
    """The tests of the side whose turn begins. [stupidity.test, turn.start]"""
    stupid = [unit for unit in of_side(battle, battle.turn.side) if unit.sheet.traits.stupid]
    return tuple([Task(Do.STUPIDITY_TEST, u.id) for u in generals_first(battle, stupid)])


def stupidity_test(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A stupid unit tests. It fails: in combat half of it does not fight, out of combat a D6 says what
    it does. One that flees, or is immune, takes no test. [stupidity.test, psychology.test]
    """
    battle = table.battle
    unit = battle.units[task.unit]
    if not unit.is_on_table or is_running(battle, unit) or is_immune(battle, unit):
        yield from nothing_asked()
        return ()
    passed = yield from test_nerve(table, unit.id, STUPIDITY, STUPIDITY)
    if passed:
        return ()
    stupor = Stupor.NONE
    if not unit.is_engaged:
        rolled = yield from Roll(1 * D6, STUPIDITY, unit.id, "stupidity")
        stupor = Stupor.AHEAD if rolled <= AHEAD else Stupor.IDLE
    table.record(UnitStupefied(unit.id, stupor))
    return ()


def why_beside(unit: Unit) -> Refusal | None:
    """What forbids a unit beside itself to charge, to move as it is told, and to shoot; None if it
    has its wits about it. [stupidity.test]
    """
    if unit.doings.stupor is Stupor.NONE:
        return None
    why = f"{unit.sheet.name} is beside itself this turn: it {unit.doings.stupor.value}"
    return Refusal(STUPIDITY, why, (unit.pose.x, unit.pose.y))


def idle_half(unit: Unit, strikers: int) -> int:
    """How many of so many strikers of the unit do not fight: half, rounded down. [stupidity.test]"""
    return strikers // 2 if unit.half_idle else 0


def blunder_on(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The unit goes straight ahead at half speed, and stops short of whatever is in its way.

    [stupidity.test]
    """
    yield from nothing_asked()
    battle = table.battle
    unit = battle.units[task.unit]
    if not unit.is_on_table or unit.fleeing or unit.is_engaged:
        return ()
    rects = outline(unit)
    dx, dy = rects[0].fx, rects[0].fy
    half = move_of(battle, unit) / 2
    room = min([inches_for(battle, unit, rect, dx, dy, half) for rect in rects])
    room = clear_room(battle, rects, dx, dy, room, everything_about(battle, unit))
    moved = tuple([pose_of(shifted(rect, dx * room, dy * room)) for rect in rects])
    end = middle_of(moved) if unit.is_skirmishing else moved[0]
    table.record(
        UnitMoved(
            unit.id,
            end,
            unit.files,
            Moved.MOVED,
            cite=STUPIDITY,
            formation=unit.formation,
            places=moved if unit.is_skirmishing else (),
            path=(unit.pose, end),
            spent=round(room, 3),
        )
    )
    return ()
