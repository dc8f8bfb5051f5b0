"""A rout at once: a unit leaves its fight outside the run of a combat, and may be caught.

One that panics in a fight (a charge in its flank, the general slain) or fails to disengage flees
without waiting for other combats: the enemies that may pursue it choose, distances are rolled, it is
caught or runs, and they go after it. [panic.in-combat, disengage.test, charge.target-panicked]
"""

from maniple.battle.chance_requests import Roll
from maniple.battle.request import Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.unit import UnitId
from maniple.rules.fleeing.catch import ride_down
from maniple.rules.fleeing.chase import Chase, chase, pursuit_total, toward
from maniple.rules.fleeing.holding import wants_to_pursue
from maniple.rules.fleeing.redress import end_idle_laps
from maniple.rules.fleeing.running import flight_pool, heading_away, run, take_to_flight
from maniple.rules.fleeing.totals import overtakes


def chasers_of_panicked(battle: Battle, unit_id: UnitId) -> tuple[UnitId, ...]:
    """The enemies that may pursue a unit which panics out of its fight, by id.

    Those that won the last round of it, and that fight nobody else. [panic.in-combat, pursue.must]
    """
    return tuple([e for e in chasers_of_broken(battle, unit_id) if _won_last(battle, e)])


def chasers_of_broken(battle: Battle, unit_id: UnitId) -> tuple[UnitId, ...]:
    """The enemies in touch with the unit that fight nobody else, by id. [pursue.must]"""
    foes = sorted(c.enemy_of(unit_id) for c in battle.contacts_of(unit_id))
    return tuple([e for e in foes if len(battle.contacts_of(e)) == 1])


def _won_last(battle: Battle, unit_id: UnitId) -> bool:
    fight = battle.units[unit_id].fight
    return fight is not None and fight.won_last


def rout(
    table: Table,
    unit_id: UnitId,
    enemies: tuple[UnitId, ...],
    cite: str,
    chasers: tuple[UnitId, ...],
    *,
    broken: bool = False,
) -> Step[None]:
    """The unit takes to flight out of its fight, and those of `chasers` that will go after it.

    `enemies`: from whom it runs; none: from those that it fights. `broken`: as if it had broken in
    combat, so that its enemies must pursue unless they are held back.
    [panic.in-combat, disengage.test, pursue.distance, pursue.restrain, redress.lap-round]
    """
    battle = table.battle
    foes = enemies or tuple([c.enemy_of(unit_id) for c in battle.contacts_of(unit_id)])
    chases: list[Chase] = []
    for chaser in chasers:
        free_by = None if broken else "panic.in-combat"
        goes = yield from wants_to_pursue(table, chaser, free_by)
        if goes:
            chases.append(Chase(chaser, unit_id, toward(table.battle, chaser, unit_id)))
    distance = yield from Roll(flight_pool(battle, unit_id), "flee.distance", unit_id, "flight")
    totals: list[float] = []
    for hunt in chases:
        pool = flight_pool(battle, hunt.unit)
        rolled = yield from Roll(pool, "pursue.distance", hunt.unit, "pursuit")
        totals.append(pursuit_total(table.battle, hunt, rolled))
    reached = [h.unit for h, t in zip(chases, totals, strict=True) if overtakes(t, distance)]
    catcher = next(iter(reached), None)
    if catcher is not None:
        ride_down(table, unit_id, catcher)
    else:
        heading = heading_away(battle, unit_id, foes)
        take_to_flight(table, unit_id, foes, cite)
        run(table, unit_id, heading, distance, "flee.direction", first=True)
    for hunt, total in zip(chases, totals, strict=True):
        yield from chase(table, hunt, total)
    end_idle_laps(table)
