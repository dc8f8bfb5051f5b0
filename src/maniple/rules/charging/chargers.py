"""The chargers move, one at a time. [charge.procedure (8), charge.move, charge.blocked]

name_charger     the player names the next                    [turn.procedure]
move_charger     it redirects, comes home, catches, or fails  [charge.redirect, charge.failed]
"""

from maniple.battle.asks import Done, NameCharger, Named, Redirect
from maniple.battle.bodies import of_side
from maniple.battle.events import ChargeEnded, ChargeRedirected
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle, Charge, ChargeStage, Response
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import UnitId
from maniple.rules.charging.charge_path import ChargePath, charge_path, charge_reach
from maniple.rules.charging.charging import answering_tasks
from maniple.rules.charging.daring import dares_to_charge
from maniple.rules.charging.facing import struck_facing, zone_seen
from maniple.rules.charging.failed_charge import fall_short
from maniple.rules.charging.meet import bring_home
from maniple.rules.charging.responses import note_flight
from maniple.rules.charging.shunned import why_shunned
from maniple.rules.shooting.volley import shoot_charging
from maniple.rules.special.lanes import run_through

SHOT = "shoot.composite-bow-charging"
"""The cause of a charger's task when mounted archers have shot already."""


def charger_tasks(battle: Battle) -> tuple[Task, ...]:
    """The player names chargers until none is left. [turn.procedure]"""
    return (Task(Do.NAME_CHARGER),)


def waiting(battle: Battle) -> tuple[UnitId, ...]:
    """Chargers that have still to move, in the order of their declarations."""
    return tuple([c.charger for c in battle.charges if c.stage is not ChargeStage.MOVED])


def name_charger(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The next charger; nobody is asked when one alone is left. [charge.procedure (8)]"""
    for charger in waiting(table.battle):
        unit = table.battle.units[charger]
        if not unit.is_on_table or unit.fleeing or unit.is_engaged or unit.stampeding:
            # It panicked under fire, or was shot down, or is itself caught up in a fight, or out
            # of hand.
            table.record(ChargeEnded(charger, arrived=False))
    left = waiting(table.battle)
    if not left:
        yield from nothing_asked()
        return ()
    chosen = left[0]
    if len(left) > 1:
        named = yield from NameCharger(table.battle.turn.side)
        chosen = named.unit
    else:
        yield from nothing_asked()
    return (Task(Do.MOVE_CHARGER, chosen), task)


def charger_options(battle: Battle, ask: NameCharger) -> tuple[Named, ...]:
    """The chargers that have still to move. [charge.procedure (8)]"""
    return tuple([Named(charger) for charger in waiting(battle)])


def move_charger(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A charger moves: its reach is measured afresh. [charge.procedure (8)]

    Mounted archers shoot first, at the foe before them. [shoot.composite-bow-charging]
    """
    charger = task.unit
    unit = table.battle.units[charger]
    if not unit.is_on_table or unit.fleeing:
        table.record(ChargeEnded(charger, arrived=False))
        return ()
    charge = table.battle.charge_under_way(charger)
    note_flight(table, charge.target, "charge.target-panicked")
    charge = table.battle.charge_under_way(charger)
    if charge.target_fled and redirect_options(table.battle, Redirect(unit.side, charger)) != (
        Done(),
    ):
        answer = yield from Redirect(unit.side, charger)
        if isinstance(answer, Named):
            dares = yield from dares_to_charge(table, charger, answer.unit)
            if not dares:
                table.record(ChargeEnded(charger, arrived=False))
                return ()
            facing = yield from struck_facing(table, charger, answer.unit)
            table.record(ChargeRedirected(charger, answer.unit, facing))
            return (*answering_tasks(charger, answer.unit), task)
    path = path_of(table.battle, charge)
    if path is None:
        fall_short(table, charge)
        table.record(ChargeEnded(charger, arrived=False))
        return ()
    if task.cause != SHOT and not table.battle.units[charge.target].fleeing:
        before = table.battle
        then = yield from _shots_while_charging(table, charge)
        if table.battle is not before:
            # Whoever was shot at may be gone, or stand otherwise: all is measured afresh.
            return (*then, Task(Do.MOVE_CHARGER, charger, cause=SHOT))
    if run_through(table, charge, path):
        table.record(ChargeEnded(charger, arrived=False))
        return ()
    yield from bring_home(table, charger, charge.target, charge.facing, path)
    table.record(ChargeEnded(charger, arrived=True))
    return ()


def path_of(battle: Battle, charge: Charge) -> ChargePath | None:
    """The way by which a charger reaches its target as things stand now. [charge.path]"""
    if not battle.units[charge.target].is_on_table:
        return None
    fixed = (charge.about, charge.degrees) if charge.redirected else None
    if charge.target_fled:
        # After a target that fled the charger takes a fresh path to where it now is.
        fixed = None
    return charge_path(
        battle,
        charge.charger,
        charge.target,
        charge.facing,
        charge_reach(battle, charge.charger),
        fixed=fixed,
    )


def _shots_while_charging(table: Table, charge: Charge) -> Step[tuple[Task, ...]]:
    """Charger and counter-charger shoot before contact. [shoot.composite-bow-charging]"""
    then = yield from shoot_charging(table, charge.charger, charge.target)
    if charge.response is Response.COUNTER_CHARGE:
        back = yield from shoot_charging(table, charge.target, charge.charger)
        then = (*then, *back)
    return then


def redirect_options(battle: Battle, ask: Redirect) -> tuple[Named | Done, ...]:
    """Enemies that the charger reaches along the line and wheel already fixed, and Done.

    Once in a charge, and only if it was found in reach. [charge.redirect]
    """
    charge = battle.charge_under_way(ask.charger)
    if charge.redirected or not charge.in_reach or not charge.target_fled:
        return (Done(),)
    reach = charge_reach(battle, charge.charger)
    wheel = (charge.about, charge.degrees)
    found: list[Named | Done] = []
    for enemy in of_side(battle, ask.side.enemy):
        if enemy.id == charge.target or why_shunned(battle, charge.charger, enemy.id):
            continue
        facing = zone_seen(battle, charge.charger, enemy.id)
        path = charge_path(battle, charge.charger, enemy.id, facing, reach, fixed=wheel)
        if path is not None:
            found.append(Named(enemy.id))
    return (*found, Done())
