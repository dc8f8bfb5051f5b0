"""Who strikes when in a round of combat. [combat.strike-order]

Pikes, then long spears, to their front; then the others; then those that strike last. Among each,
chargers first, then by Initiative; on a tie the side that won the last round, else a die decides.
Chariots that have charged home strike as their crew does. [troop.heavy-chariot]
"""

from typing import TypeAlias

from msgspec.structs import replace

from maniple.battle.chance_requests import RollOff
from maniple.battle.events import ImpactsCounted, StrikesOrdered
from maniple.battle.request import Step
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Combat, StrikeGroup
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, UnitId
from maniple.geometry import Edge
from maniple.rules.fighting.arms import fight_of, strikes_at, weapon_named
from maniple.rules.fighting.mixed import profile_of
from maniple.rules.fighting.strikers import groups
from maniple.rules.memo import Memo
from maniple.rules.special.crew import as_crew
from maniple.rules.special.impact import impacts_of
from maniple.rules.special.mounts import as_mount

Key: TypeAlias = tuple[int, int, int]


def order_strikes(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The strike groups of the round in their order. [combat.procedure (4)]"""
    combat = running(table.battle)
    hosts, found, keys = _strikers(table.battle)
    first: Side | None = None
    if _is_tied(table.battle, found, keys):
        first = side_that_won_last(table.battle, combat)
        if first is None:
            first = yield from RollOff("combat.strike-order", decided=True)
    table.record(StrikesOrdered(_in_order(table.battle, found, keys, first), first))
    impacts = [impact for unit in hosts for impact in impacts_of(table.battle, unit, found)]
    if impacts:
        table.record(ImpactsCounted(tuple(impacts)))
    return (Task(Do.STRIKE),)


def _all_groups(battle: Battle) -> tuple[list[UnitId], list[StrikeGroup], list[Key]]:
    """The units that fight, their strike groups, and when each of those strikes."""
    hosts = [u for u in running(battle).units if battle.units[u].host == NOBODY]
    found = [group for unit in hosts for group in groups(battle, unit)]
    return hosts, found, [strike_key(battle, group) for group in found]


_strikers = Memo(_all_groups)
"""The same, worked out once whoever wins the roll for it."""


def running(battle: Battle) -> Combat:
    """The combat that is being fought. ValueError if there is none."""
    combat = battle.combat
    if combat is None:
        raise ValueError("no combat is being fought")
    return combat


def strike_key(battle: Battle, group: StrikeGroup) -> Key:
    """The weapon's turn, chargers first, then the higher Initiative. A counter-charge gains nothing
    here. [combat.strike-order, charge.response.counter-charge]
    """
    unit = battle.units[group.unit]
    if group.crew:
        unit = as_crew(unit)
    if group.mount:
        unit = as_mount(unit)
    weapon = weapon_named(unit, group.weapon)
    turn = strikes_at(weapon, to_front=group.edge is Edge.FRONT)
    charging = fight_of(battle, group.unit).charging
    return (turn, 0 if charging else 1, -profile_of(unit.sheet, group.share).initiative)


def side_that_won_last(battle: Battle, combat: Combat) -> Side | None:
    """The side that won the last round of this combat; None if neither did, or parts of both."""
    winners = {battle.units[u].side for u in combat.units if fight_of(battle, u).won_last}
    return winners.pop() if len(winners) == 1 else None


def _is_tied(battle: Battle, found: list[StrikeGroup], keys: list[Key]) -> bool:
    sides: dict[Key, Side] = {}
    for group, key in zip(found, keys, strict=True):
        side = battle.units[group.unit].side
        if sides.setdefault(key, side) is not side:
            return True
    return False


def _in_order(
    battle: Battle, found: list[StrikeGroup], keys: list[Key], first: Side | None
) -> tuple[StrikeGroup, ...]:
    """Groups by moment; those of one moment by unit and by whom they strike, troopers before
    their leader, riders before their mounts.
    """
    ranked = [
        ((*key, 0 if battle.units[group.unit].side is first else 1), group)
        for group, key in zip(found, keys, strict=True)
    ]
    moments = {key: i for i, key in enumerate(sorted({key for key, _ in ranked}))}
    timed = [replace(group, moment=moments[key]) for key, group in ranked]
    return tuple(sorted(timed, key=lambda g: (g.moment, g.unit, g.struck, g.leader, g.mount)))
