"""Late troops: set aside before the battle, and let onto the table as their turn begins."""

import pytest
from msgspec.structs import replace

from kit.tables import BLUE, RED
from kit.troops import general, legionaries, skirmishers, spearmen, warriors
from maniple.battle.bodies import body, outline
from maniple.battle.events import UnitReturned
from maniple.battle.field import Arrival, Field, Zone
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Task
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Formation, Moved, Status
from maniple.play.script import Script
from maniple.rules.start.begin import begun, start, units_of
from maniple.rules.start.deploy import finished_first, who_places
from maniple.rules.turn import returning

ZONES = (Zone(0, 0, 72, 12, "bottom"), Zone(0, 36, 72, 48, "top"))
LATE = (
    Arrival(BLUE, "riders", 2, "left", 20.0, files=5),
    Arrival(BLUE, "loose", 2, "right", 47.9, files=4),
    Arrival(BLUE, "captain", 3, "top", 10.0),
)


def fresh(arrivals: tuple[Arrival, ...] = LATE, **more: object) -> Battle:
    red = [legionaries()]
    blue = [warriors("a"), spearmen("riders", 10), skirmishers("loose", 8), general("captain")]
    return begun(start(Field(72, 48, ZONES, arrivals=arrivals, **more), units_of(Pair(red, blue))))


def in_turn(battle: Battle, number: int, side: Side, *todo: Task) -> Battle:
    return replace(battle, turn=replace(battle.turn, number=number, side=side, todo=todo))


def come_on(battle: Battle, unit: int) -> Script:
    script = Script(
        in_turn(battle, 2, BLUE, Task(Do.RETURN_PURSUER, battle.units[unit].id)), [], []
    )
    script.run_until(1)
    return script


@pytest.mark.rule("deploy.late", "deploy")
def test_who_is_late_is_not_placed() -> None:
    battle = fresh()
    status = [unit.status for unit in battle.units]
    assert status == [Status.WAITING] * 2 + [Status.RETURNING] * 3
    assert not [
        unit.places for unit in battle.units if unit.formation is Formation.FORMED and unit.places
    ]
    placed = replace(battle, placed_first=RED)
    assert who_places(placed) is RED
    red_done = replace(
        placed, units=(replace(battle.units[0], status=Status.TABLE), *battle.units[1:])
    )
    assert who_places(red_done) is BLUE
    # One unit each is placed: who began has finished first, however many are late.
    assert finished_first(placed) is RED
    assert fresh(()).units[2].status is Status.WAITING


@pytest.mark.rule("deploy.late")
def test_each_comes_in_his_turn_and_none_before() -> None:
    battle = fresh()
    assert returning(in_turn(battle, 1, BLUE), BLUE) == ()
    assert [task.unit for task in returning(in_turn(battle, 2, BLUE), BLUE)] == [2, 3]
    assert returning(in_turn(battle, 2, RED), RED) == ()
    assert [task.unit for task in returning(in_turn(battle, 3, BLUE), BLUE)] == [2, 3, 4]


@pytest.mark.rule("deploy.late")
def test_who_is_late_comes_on_as_his_turn_begins() -> None:
    script = come_on(fresh(), 2)
    (event,) = [e for e in script.table.events if isinstance(e, UnitReturned)]
    assert event.cite == "deploy.late"
    unit = script.battle.units[2]
    assert (unit.status, unit.files, unit.late) == (Status.TABLE, 5, 0)
    assert unit.doings.moved is Moved.RETURNED
    rect = body(unit)
    assert (unit.pose.facing, rect.cy) == (90.0, pytest.approx(20.0, abs=0.01))
    assert rect.cx - rect.ex == pytest.approx(0.0, abs=0.01)
    captain = come_on(fresh(), 4).battle.units[4]
    assert (captain.pose.facing, captain.formation) == (180.0, Formation.SINGLE)
    assert (captain.files, captain.pose.x) == (1, 10.0)


@pytest.mark.rule("deploy.late", "troop.skirmish.shape")
def test_skirmishers_come_on_loose_and_wholly_on_the_table() -> None:
    unit = come_on(fresh(), 3).battle.units[3]
    assert unit.formation is Formation.SKIRMISH
    assert len(unit.places) == 8
    assert {place.facing for place in unit.places} == {270.0}
    assert max(rect.cx + rect.ex for rect in outline(unit)) == pytest.approx(72.0, abs=0.01)
    assert max(rect.cy + rect.ey for rect in outline(unit)) <= 48.01


@pytest.mark.rule("deploy.late")
def test_who_finds_no_room_waits() -> None:
    wall = Terrain("wall", ((0, 0), (6, 0), (6, 48), (0, 48)), Ground.IMPASSABLE)
    script = come_on(fresh(terrain=(wall,)), 2)
    assert script.battle.units[2].status is Status.RETURNING
    assert script.battle.units[2].late == 2
    again = returning(in_turn(script.battle, 3, BLUE), BLUE)
    assert 2 in [task.unit for task in again]


def test_only_the_side_that_is_named_is_late() -> None:
    same = fresh((Arrival(RED, "riders", 2, "left", 20.0),))
    assert {unit.status for unit in same.units} == {Status.WAITING}
