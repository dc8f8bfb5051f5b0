"""A beast out of hand stampedes, at each compulsory move, over friend and foe.

    stampede_test    a startled beast is kept in hand, or not
    stampede_tasks   the stampedes due in the compulsory moves
    stampede         which way it goes, and how far
    dread_stampede   foot in its way tests, and runs if it fails
    rush             it goes, and comes to stand, or leaves the table
    trample          those whom it reached take D6 hits at its Strength

[troop.elephant, turn.procedure]
"""

from msgspec.structs import replace

from maniple.battle.bodies import of_side
from maniple.battle.chance_requests import Attacks, Blows, Direction, Roll, Test, struck_by
from maniple.battle.events import (
    BeastCalmed,
    BeastRan,
    Spoke,
    StampedeBegan,
    StampedeRolled,
    Tested,
    Trampled,
    UnitLeftTable,
)
from maniple.battle.request import Step, nothing_asked
from maniple.battle.sheet import Kind
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Unit
from maniple.dice.pool import D6
from maniple.geometry import pose_of, round_degrees
from maniple.rules.fighting.charts import save_need, stages, to_wound
from maniple.rules.fighting.close_combat import keep_in_touch
from maniple.rules.fighting.mixed import struck_share
from maniple.rules.fleeing.flight import flee_now
from maniple.rules.fleeing.redress import end_idle_laps
from maniple.rules.nerve.casualties import inflict
from maniple.rules.nerve.dread import is_fearless
from maniple.rules.nerve.leadership import capped, own_leadership
from maniple.rules.nerve.nerve import test_nerve
from maniple.rules.special.crew import wounds_to_lose
from maniple.rules.special.elephants import ELEPHANT
from maniple.rules.special.lanes import OPEN_LANES, knows_how
from maniple.rules.special.magic.ward import warded
from maniple.rules.special.rush import path_of
from maniple.rules.special.startled import is_in_hand

DREAD = "fear.charged"
"""The test of foot in the way of a stampede is taken as that for fear."""


def stampede_test(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A startled beast tests on its own Leadership, or its crew's: no general helps. Without a crew,
    where it had one, it stampedes untested. [troop.elephant, psychology.crew]
    """
    unit = table.battle.units[task.unit]
    if not unit.is_on_table or not unit.startled:
        yield from nothing_asked()
        return ()
    if not is_in_hand(unit):
        yield from nothing_asked()
        table.record(BeastCalmed(unit.id))
        return ()
    held = False
    if unit.sheet.crew is None or unit.crew_left:
        need = capped(own_leadership(table.battle, unit))
        held = yield from Test(2 * D6, at_most=need, cite=ELEPHANT, unit=unit.id)
        table.record(Tested(unit.id, ELEPHANT, need, held, ELEPHANT))
    table.record(BeastCalmed(unit.id) if held else StampedeBegan(unit.id))
    return ()


def stampede_tasks(battle: Battle) -> tuple[Task, ...]:
    """The stampedes of the side whose turn it is, in roster order. [troop.elephant]"""
    ours = of_side(battle, battle.turn.side)
    return tuple([Task(Do.STAMPEDE, unit.id) for unit in ours if unit.stampeding])


def stampede(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A way and a distance are drawn by lot; foot in the way tests before the beast is there.

    [troop.elephant]
    """
    unit = table.battle.units[task.unit]
    if not unit.is_on_table or not unit.stampeding:
        yield from nothing_asked()
        return ()
    turn = yield from Direction(ELEPHANT, unit.id)
    inches = yield from Roll(2 * D6, ELEPHANT, unit.id, "stampede")
    heading = round_degrees(unit.pose.facing + turn)
    table.record(StampedeRolled(unit.id, heading, inches))
    battle = table.battle
    in_way = path_of(battle, unit, heading, inches).reached
    afraid = [u for u in in_way if may_run_from_it(battle, battle.units[u])]
    return (*[Task(Do.DREAD_STAMPEDE, u, unit.id) for u in afraid], Task(Do.RUSH, unit.id))


def may_run_from_it(battle: Battle, unit: Unit) -> bool:
    """Whether the unit tests before a stampede: foot that is free to run, used to elephants or not,
    unless nothing frightens it. [troop.elephant, psychology.test]
    """
    return (
        unit.is_on_table
        and unit.kind is Kind.FOOT
        and not unit.is_engaged
        and not unit.fleeing
        and not is_fearless(battle, unit)
    )


def dread_stampede(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """Foot in the way of a stampede tests, and runs from it if it fails. [troop.elephant]"""
    if not may_run_from_it(table.battle, table.battle.units[task.unit]):
        yield from nothing_asked()
        return ()
    stands = yield from test_nerve(table, task.unit, DREAD, ELEPHANT, other=task.other)
    if not stands:
        yield from flee_now(table, task.unit, (task.other,), ELEPHANT)
    return ()


def rush(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The beast goes its way, and tramples all whom it reaches but foot that opens lanes for it.

    [troop.elephant, charge.response.open-lanes]
    """
    yield from nothing_asked()
    battle = table.battle
    unit = battle.units[task.unit]
    way = unit.doings.rush
    if way is None or not unit.is_on_table:
        return ()
    path = path_of(battle, unit, way.heading, way.inches)
    at = pose_of(path.end)
    through = (pose_of(path.start), at)
    table.record(BeastRan(unit.id, at, round(path.inches, 3), through, path.reached))
    if path.leaves:
        table.record(UnitLeftTable(unit.id, at, returns=False, cite=ELEPHANT))
    trampled: list[Task] = []
    for other in path.reached:
        if knows_how(table.battle, table.battle.units[other]):
            table.record(Spoke(other, "opened lanes", OPEN_LANES, other=unit.id))
        else:
            trampled.append(Task(Do.TRAMPLE, other, unit.id))
    end_idle_laps(table)
    return tuple(trampled)


def trample(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """D6 hits at the beast's Strength on a unit that it has reached. [troop.elephant, magic.ward]"""
    battle = table.battle
    unit, beast = battle.units[task.unit], battle.units[task.other]
    if not unit.is_on_table:
        yield from nothing_asked()
        return ()
    hits = yield from Roll(D6, ELEPHANT, unit.id, "hits")
    sheet, strength = unit.sheet, beast.sheet.profile.strength
    if sheet.shares:
        sheet = replace(sheet, armour=struck_share(unit).armour)
    save = warded(battle, unit, save_need(sheet, strength, close=True))
    needs = stages(1, to_wound(strength, sheet.profile.toughness), save)
    attacks = (Attacks(hits, needs, unit.id),)
    (wounds,) = yield from Blows(
        beast.id,
        attacks,
        (struck_by(attacks, unit.id, wounds_to_lose(unit)),),
        cite=ELEPHANT,
    )
    table.record(Trampled(unit.id, beast.id, hits, wounds))
    _ = inflict(table, unit.id, wounds, beast.id, ELEPHANT, shooting=True)
    for touch in table.battle.contacts:
        if touch.has(unit.id):
            keep_in_touch(table, touch)
    end_idle_laps(table)
    return ()
