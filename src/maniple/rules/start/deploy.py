"""Deployment: zones, units in turn, characters, the roll for the first turn. [deploy]

In the order of play: `deal_zones`, `place_units` (one at a time), `place_characters`,
`roll_first_turn`. The judges of placements are in `placing`.
"""

from maniple.battle.asks import (
    ChooseZone,
    PickZone,
    PlaceCharacter,
    Placement,
    PlaceUnit,
)
from maniple.battle.bodies import guest_places
from maniple.battle.chance_requests import RollOff
from maniple.battle.events import (
    CharacterJoined,
    FirstTurnRolled,
    UnitPlaced,
    ZonesDealt,
)
from maniple.battle.judged import Judged
from maniple.battle.request import Step
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import NOBODY, Formation, Status, Unit
from maniple.rules.start.placing import judge_character, judge_unit
from maniple.rules.table.referee import legal


def deal_zones(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The higher of two dice picks a table side, the other places first. [deploy]

    A scenario that deals the zones itself leaves only the question of who places first.
    """
    higher = yield from RollOff(cite="deploy", decided=True)
    if higher is None:
        raise ValueError("the roll for a table side was left undecided")
    dealt = table.battle.field.placed_sides
    if dealt is not None:
        zones = Pair(0, 1) if dealt is Side.RED else Pair(1, 0)
    else:
        picked = yield from ChooseZone(higher)
        zones = Pair(0, 0).with_side(higher, picked.zone)
        zones = zones.with_side(higher.enemy, 1 - picked.zone)
    table.record(ZonesDealt(zones, places_first=higher.enemy))
    return ()


def zone_options(battle: Battle, ask: ChooseZone) -> tuple[PickZone, ...]:
    """The zones of the field. [deploy]"""
    return tuple([PickZone(i) for i in range(len(battle.field.zones))])


def place_units(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The next unit is placed; a player without units left is skipped. [deploy]"""
    side = who_places(table.battle)
    if side is None:
        return ()
    ask = PlaceUnit(side)
    placement = yield from ask
    _put_down(table, placement, legal(judge_unit(table.battle, ask, placement)))
    return (task,)


def who_places(battle: Battle) -> Side | None:
    """Whose turn it is to place a unit; None when all are placed. [deploy]"""
    first = battle.placed_first or Side.RED
    placed = Pair(0, 0)
    waiting = Pair(0, 0)
    for unit in battle.units:
        if _is_deployed(unit):
            count = waiting if unit.status is Status.WAITING else placed
            more = count.with_side(unit.side, count.of(unit.side) + 1)
            if unit.status is Status.WAITING:
                waiting = more
            else:
                placed = more
    turn = first if placed.of(first) <= placed.of(first.enemy) else first.enemy
    for side in (turn, turn.enemy):
        if waiting.of(side):
            return side
    return None


def _is_deployed(unit: Unit) -> bool:
    """Whether it is among the units that the players place in turn. [deploy, deploy.late]"""
    return not unit.sheet.is_character and not unit.late


def place_characters(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """Characters come last, all together, alone or with a unit. [deploy]

    The side that placed the first unit places the first; the roster's order decides within a side.
    """
    battle = table.battle
    first = battle.placed_first or Side.RED
    waiting = [u for side in (first, first.enemy) for u in _waiting_characters(battle, side)]
    if not waiting:
        return ()
    ask = PlaceCharacter(waiting[0].side, waiting[0].id)
    placement = yield from ask
    judged = legal(judge_character(table.battle, ask, placement))
    if placement.host == NOBODY:
        _put_down(table, placement, judged)
    else:
        host = table.battle.units[placement.host].sheet
        base = table.battle.units[placement.unit].sheet.base_width
        places = table.battle.units[placement.host].guest_places
        places += guest_places(base, host.base_width)
        table.record(CharacterJoined(placement.unit, placement.host, places, cite="deploy"))
    return (task,)


def roll_first_turn(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """Each rolls for the first turn, the side that finished placing first adding 1; equal, it has
    it. [deploy]
    """
    finished = finished_first(table.battle)
    red = 1 if finished is Side.RED else 0
    side = yield from RollOff(cite="deploy", red_plus=red, blue_plus=1 - red)
    table.record(FirstTurnRolled(side or finished))
    return ()


def finished_first(battle: Battle) -> Side:
    """The side with fewer units to place has finished first; equal, the one that began. [deploy]"""
    first = battle.placed_first or Side.RED
    count = Pair(0, 0)
    for unit in battle.units:
        if _is_deployed(unit):
            count = count.with_side(unit.side, count.of(unit.side) + 1)
    return first if count.of(first) <= count.of(first.enemy) else first.enemy


def _waiting_characters(battle: Battle, side: Side) -> list[Unit]:
    return [u for u in battle.of(side) if u.sheet.is_character and u.status is Status.WAITING]


def _put_down(table: Table, placement: Placement, judged: Judged) -> None:
    unit = table.battle.units[placement.unit]
    formation = Formation.FORMED
    if judged.places:
        formation = Formation.SKIRMISH
    elif unit.sheet.is_character:
        formation = Formation.SINGLE
    if judged.end is not None:
        table.record(UnitPlaced(unit.id, judged.end, judged.files, formation, judged.places))
