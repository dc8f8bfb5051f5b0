"""The answer to a charge, and what comes of it at once. [charge.procedure (4) to (7)]

answer_charge     the target's player answers, then reach is measured
answers           what the target may answer
charge_tests      tests that the charge provokes in its target
respond           shots and flights
"""

from maniple.battle.asks import AnswerCharge, Reply
from maniple.battle.bodies import gap
from maniple.battle.events import ChargeAnswered, ChargeTargetFled, Spoke
from maniple.battle.request import Step, nothing_asked
from maniple.battle.sheet import COUNTER_CHARGERS, Kind
from maniple.battle.state import Battle, Charge, Response
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import NOBODY, Status, Unit, UnitId
from maniple.geometry import FRONT, beyond
from maniple.rules.charging.charge_path import charge_path, charge_reach
from maniple.rules.charging.daring import fear_tasks
from maniple.rules.fleeing.flight import flee_now
from maniple.rules.moving.rate import move_of
from maniple.rules.nerve.nerve import is_panicking_charge, panic_tasks
from maniple.rules.shooting.line_of_fire import why_not_pick_out
from maniple.rules.shooting.volley import can_answer_with_shots, shoot
from maniple.rules.special.combined_formation import is_combined_formation, may_fire_and_flee
from maniple.rules.special.elephants import must_run
from maniple.rules.special.feigned_flight import rally_from_feigned_flight
from maniple.rules.special.lanes import OPEN_LANES, can_open_lanes, open_lanes

RULES = {
    Response.HOLD: "charge.response.hold",
    Response.STAND_AND_SHOOT: "charge.response.stand-and-shoot",
    Response.FLEE: "charge.response.flee",
    Response.FIRE_AND_FLEE: "charge.response.fire-and-flee",
    Response.COUNTER_CHARGE: "charge.response.counter-charge",
    Response.OPEN_LANES: OPEN_LANES,
}
FLEEING = "charge.response.fleeing"
LEAST_MOVE_TO_COUNTER = 6
"""Cavalry that moves less may not counter-charge. [charge.response.counter-charge]"""
WITH_SHOTS = (Response.STAND_AND_SHOOT, Response.FIRE_AND_FLEE)
CHOSEN_FLIGHT = (Response.FLEE, Response.FIRE_AND_FLEE)


def answer_charge(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The target answers; then it is measured whether the charge reaches.

    [charge.procedure (4), (5), measure.when]
    """
    battle = table.battle
    target = battle.units[task.other]
    possible = answers(battle, task.unit, task.other)
    response, shot_at = possible[0], NOBODY
    if len(possible) > 1:
        reply = yield from AnswerCharge(target.side, task.unit, task.other)
        response, shot_at = reply.response, reply.at
    else:
        yield from nothing_asked()
    charge = battle.charge_under_way(task.unit)
    path = charge_path(
        battle,
        task.unit,
        task.other,
        charge.facing,
        charge_reach(battle, task.unit),
        fixed=(charge.about, charge.degrees) if charge.redirected else None,
    )
    cite = RULES[response]
    if target.fleeing:
        # It can only flee, and only from a charge that reaches it.
        response, cite = (Response.HOLD if path is None else Response.FLEE), FLEEING
    reaches = path is not None
    about, degrees = (charge.about, charge.degrees) if path is None else path.wheel
    table.record(
        ChargeAnswered(task.unit, task.other, response, reaches, about, degrees, shot_at, cite=cite)
    )
    return ()


def answer_options(battle: Battle, ask: AnswerCharge) -> tuple[Reply, ...]:
    """The answers that the target may give; where it shoots, perhaps at a man in the charger's ranks.

    [charge.response.hold, character.target]
    """
    possible = answers(battle, ask.charger, ask.target)
    marks = [
        guest
        for guest in battle.units[ask.charger].guests
        if why_not_pick_out(battle, ask.target, guest) is None
    ]
    at_men = [
        Reply(response, man) for response in possible if response in WITH_SHOTS for man in marks
    ]
    return (*[Reply(response) for response in possible], *at_men)


def answers(battle: Battle, charger: UnitId, target: UnitId) -> tuple[Response, ...]:
    """The responses open to a target, Hold first; a single one is not asked for.

    Once a turn; in combat, or against later charges, it holds. Free cavalry must run from elephants.
    [charge.procedure (4), troop.elephant]
    """
    unit = battle.units[target]
    if must_run(battle, target, charger):
        return _ways_to_run(battle, battle.charge_under_way(charger))
    if unit.is_engaged or unit.fleeing or unit.stampeding or unit.doings.answered_charge:
        return (Response.HOLD,)
    charge = battle.charge_under_way(charger)
    found = [Response.HOLD]
    if may_run(unit):
        found.append(Response.FLEE)
    if charge.redirected:
        return tuple(found)
    if _may_shoot(battle, charger, target):
        found.append(Response.STAND_AND_SHOOT)
        if may_run(unit) and can_fire_and_flee(unit):
            found.append(Response.FIRE_AND_FLEE)
    if can_counter_charge(battle, charge):
        found.append(Response.COUNTER_CHARGE)
    if can_open_lanes(battle, target, charger):
        found.append(Response.OPEN_LANES)
    return tuple(found)


def _ways_to_run(battle: Battle, charge: Charge) -> tuple[Response, ...]:
    """Those of cavalry that elephants charge: to flee, or to fire and flee. [troop.elephant]"""
    unit = battle.units[charge.target]
    may_answer = not charge.redirected and not unit.doings.answered_charge
    shoots = can_fire_and_flee(unit) and _may_shoot(battle, charge.charger, charge.target)
    if may_answer and shoots:
        return (Response.FLEE, Response.FIRE_AND_FLEE)
    return (Response.FLEE,)


def may_run(unit: Unit) -> bool:
    """Crews do not leave their engine by choice. [charge.response.flee]"""
    return unit.kind not in (Kind.ENGINE, Kind.WAR_WAGON)


def can_fire_and_flee(unit: Unit) -> bool:
    """Light troops, skirmishers, and those whose rules say so, archers of a combined formation too.

    [charge.response.fire-and-flee, troop.combined-formation (3)]
    """
    traits = unit.sheet.traits
    if is_combined_formation(unit):
        return traits.fire_and_flee or may_fire_and_flee(unit)
    return traits.light or traits.fire_and_flee or unit.is_skirmishing


def can_counter_charge(battle: Battle, charge: Charge) -> bool:
    """Cavalry charged by cavalry in its front, if it is fast enough.

    [charge.response.counter-charge]
    """
    unit, charger = battle.units[charge.target], battle.units[charge.charger]
    return (
        unit.sheet.kind in COUNTER_CHARGERS
        and charger.sheet.kind in COUNTER_CHARGERS
        and charge.facing is FRONT
        and move_of(battle, unit) >= LEAST_MOVE_TO_COUNTER
    )


def _may_shoot(battle: Battle, charger: UnitId, target: UnitId) -> bool:
    """From more than half the charge move away; exactly half is not more.

    [charge.response.stand-and-shoot, charge.procedure]
    """
    unit, attacker = battle.units[target], battle.units[charger]
    half = charge_reach(battle, charger) / 2
    return beyond(gap(unit, attacker), half) and can_answer_with_shots(battle, target, charger)


def charge_tests(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """Tests that a charge in reach provokes in a target that has not chosen to flee.

    [charge.procedure (6), charge.fear-panic-timing]
    """
    yield from nothing_asked()
    charge = table.battle.charge_under_way(task.unit)
    if not charge.in_reach:
        table.record(Spoke(task.unit, "out of reach", "charge.fear-panic-timing", other=task.other))
        return ()
    if charge.response in CHOSEN_FLIGHT:
        return ()
    return provoked_tests(table.battle, charge)


def provoked_tests(battle: Battle, charge: Charge) -> tuple[Task, ...]:
    """The tests due, in their order: panic, then fear or terror. [charge.procedure (6),
    psychology.test]
    """
    tests: tuple[Task, ...] = ()
    if is_panicking_charge(battle, charge.charger, charge.target, charge.facing):
        target = battle.units[charge.target]
        tests = panic_tasks(battle, [target], "panic.flank-charge", {target.id: charge.charger})
    return (*tests, *fear_tasks(battle, charge))


def respond(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The target does what it answered: shots are resolved and flights moved. [charge.procedure (7)]

    One that has run from a test does nothing more. [charge.target-panicked, troop.feigned-flight]
    """
    battle = table.battle
    charge = battle.charge_under_way(task.unit)
    target = battle.units[task.other]
    if not target.is_on_table or (target.fleeing and charge.response is not Response.FLEE):
        if charge.in_reach:
            note_flight(table, task.other, "charge.target-panicked")
        yield from nothing_asked()
        return ()
    then: tuple[Task, ...] = ()
    if charge.response in WITH_SHOTS:
        is_there = charge.shot_at in battle.units[task.unit].guests
        at = charge.shot_at if is_there else task.unit
        then = yield from shoot(table, task.other, at, response=RULES[charge.response])
    if charge.response in CHOSEN_FLIGHT:
        less = 1 if charge.response is Response.FIRE_AND_FLEE else 0
        cite = FLEEING if target.fleeing else RULES[charge.response]
        yield from flee_now(table, task.other, (task.unit,), cite, dice_less=less)
        note_flight(table, task.other, cite)
        if not target.fleeing:
            yield from rally_from_feigned_flight(table, task.other)
    if charge.response is Response.OPEN_LANES:
        yield from open_lanes(table, charge)
    return then


def note_flight(table: Table, target: UnitId, cite: str) -> None:
    """Every charger of this target knows that it runs, or is gone. [charge.target-panicked]"""
    unit = table.battle.units[target]
    if unit.status is Status.TABLE and not unit.fleeing:
        return
    for charge in table.battle.charges:
        if charge.target == target and not charge.target_fled:
            table.record(ChargeTargetFled(charge.charger, cite))
