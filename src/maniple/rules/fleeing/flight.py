"""Flight, as the other chapters call it: a unit takes to flight, rolls and runs at once.

`flee_now` serves panic and flights from charges; a unit that so leaves a fight may be pursued by
those who won its last round. Broken units wait until all combats have come so far; they are moved by
`maniple.rules.fleeing.aftermath`. [flee, panic.flee, panic.in-combat]
"""

from maniple.battle.chance_requests import Roll
from maniple.battle.request import Step
from maniple.battle.table import Table
from maniple.battle.unit import UnitId
from maniple.dice.pool import Pool
from maniple.rules.fleeing.rout import chasers_of_panicked, rout
from maniple.rules.fleeing.running import (
    flee_dice,
    flight_pool,
    heading_away,
    heading_to_edge,
    run,
    take_to_flight,
)

__all__ = [
    "flee_dice",
    "flee_now",
    "flight_pool",
    "heading_away",
    "heading_to_edge",
    "run",
    "take_to_flight",
]


def flee_now(
    table: Table,
    unit_id: UnitId,
    enemies: tuple[UnitId, ...],
    cite: str,
    *,
    dice_less: int = 0,
) -> Step[None]:
    """A unit that panics, or flees from a charge, takes to flight and runs at once.

    `dice_less`: dice fewer, for those who fire and flee. Out of a fight it may be pursued by
    enemies who won the last round of it. One that flees already runs on, away from these enemies.
    [panic.flee, panic.in-combat, flee.distance, charge.response.fleeing]
    """
    battle = table.battle
    unit = battle.units[unit_id]
    if unit.is_engaged:
        yield from rout(table, unit_id, enemies, cite, chasers_of_panicked(battle, unit_id))
        return
    heading = heading_away(battle, unit_id, enemies)
    first = not unit.fleeing
    dice = flight_pool(battle, unit_id)
    pool = Pool(dice.count - dice_less, dice.sides)
    if first:
        take_to_flight(table, unit_id, enemies, cite)
    distance = yield from Roll(pool, "flee.distance", unit_id, "flight")
    run(table, unit_id, heading, distance, "flee.direction", first=first)
