"""The declaring of charges. [charge.declare, charge.procedure (1) to (3)]

charge_tasks       compelled charges first, then the player's   [turn.procedure]
declare_charges    one charge after the other, or done
charge_options     who may charge whom; nothing is measured     [measure.when]
declare            a charge is declared, and what follows from it
"""

from maniple.battle.asks import ChargeOrder, DeclareCharge, Done
from maniple.battle.bodies import of_side
from maniple.battle.events import ChargeDeclared
from maniple.battle.judged import Judged, Refusal
from maniple.battle.request import Step, nothing_asked
from maniple.battle.sheet import Kind
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Moved, Status, Unit, UnitId
from maniple.rules.charging.daring import dares_to_charge
from maniple.rules.charging.facing import struck_facing
from maniple.rules.charging.screens import screening
from maniple.rules.charging.shunned import why_shunned
from maniple.rules.memo import Memo
from maniple.rules.shooting.sight import can_see, seen_enemies
from maniple.rules.special.elephants import ELEPHANT
from maniple.rules.special.stupidity import why_beside
from maniple.rules.special.testudo import TESTUDO, is_in_testudo
from maniple.rules.table.stance import Stances, stances

NEVER_CHARGE = (Kind.ENGINE, Kind.WAR_WAGON)
"""Machines that can't charge."""


def declare_charges(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The next charge, with all that follows from it, until the player says done.

    [charge.declare]
    """
    ask = DeclareCharge(table.battle.turn.side)
    if not has_a_charge(table.battle, ask):
        yield from nothing_asked()
        return ()
    answer = yield from ask
    if isinstance(answer, Done):
        return ()
    then = yield from declare(table, answer.charger, answer.target)
    return (*then, task)


def declare(
    table: Table, charger: UnitId, target: UnitId, *, compelled_by: str | None = None
) -> Step[tuple[Task, ...]]:
    """If the charger dares to, fix the facing that will be struck; then the target answers.

    `compelled_by`: the rule by which it must charge. [charge.procedure (2), (3), (4)]
    """
    dares = yield from dares_to_charge(table, charger, target)
    if not dares:
        return ()
    facing = yield from struck_facing(table, charger, target)
    cite = compelled_by or "charge.declare"
    table.record(
        ChargeDeclared(charger, target, facing, compelled=compelled_by is not None, cite=cite)
    )
    return answering_tasks(charger, target)


def answering_tasks(charger: UnitId, target: UnitId) -> tuple[Task, ...]:
    """What follows from a charge at once: answer, tests, shots and flights. [charge.procedure]"""
    return tuple(
        [Task(do, charger, target) for do in (Do.ANSWER_CHARGE, Do.CHARGE_TESTS, Do.RESPOND)]
    )


def charge_options(battle: Battle, ask: DeclareCharge) -> tuple[ChargeOrder | Done, ...]:
    """Every charge that may be declared, by charger and target, and Done. [charge.declare]"""
    found: list[ChargeOrder | Done] = [
        ChargeOrder(unit.id, enemy)
        for unit in of_side(battle, ask.side)
        if why_not_charge(battle, unit) is None
        for enemy, between in _in_sight(battle, unit)
        if not between or _first_in_the_way(battle, unit, between) is None
        if why_shunned(battle, unit.id, enemy) is None
    ]
    return (*found, Done())


def has_a_charge(battle: Battle, ask: DeclareCharge) -> bool:
    """Whether there is anything to declare."""
    return any(
        not between or _first_in_the_way(battle, unit, between) is None
        for unit in of_side(battle, ask.side)
        if why_not_charge(battle, unit) is None
        for enemy, between in _in_sight(battle, unit)
        if why_shunned(battle, unit.id, enemy) is None
    )


Target = tuple[UnitId, tuple[UnitId, ...]]
"""An enemy, and the skirmishers who stand between."""


def _in_sight(battle: Battle, unit: Unit) -> tuple[Target, ...]:
    """The enemies on the table that the unit sees, by id. [sight.arc]"""
    known = _targets(stances(battle))
    targets = known.get(unit.id)
    if targets is None:
        seen = seen_enemies(battle, unit.id)
        targets = tuple([(enemy, screening(battle, unit.id, enemy)) for enemy in seen])
        known[unit.id] = targets
    return targets


def _none_yet(stand: Stances) -> dict[UnitId, tuple[Target, ...]]:
    return {}


_targets = Memo(_none_yet)


def _first_in_the_way(battle: Battle, unit: Unit, between: tuple[UnitId, ...]) -> UnitId | None:
    """The first of these skirmishers who are not friends that charge too; None if all are.

    [charge.through-skirmishers]
    """
    for screen in between:
        if battle.units[screen].side is not unit.side or battle.charge_of(screen) is None:
            return screen
    return None


def judge_charge(
    battle: Battle, ask: DeclareCharge, answer: ChargeOrder | Done
) -> Judged | Refusal:
    """Whether this charge may be declared. Reach is measured later. [charge.declare, measure.when]"""
    if isinstance(answer, Done):
        return Judged(answer)
    for who, side, what in (
        (answer.charger, ask.side, "charger"),
        (answer.target, ask.side.enemy, "target"),
    ):
        if not 0 <= who < len(battle.units) or battle.units[who].side is not side:
            return Refusal("charge.declare", f"unit {who} is no {what} of {side.value}")
    unit = battle.units[answer.charger]
    refused = why_not_charge(battle, unit) or why_not_at(battle, unit.id, answer.target)
    return refused or Judged(answer)


def why_not_charge(battle: Battle, unit: Unit) -> Refusal | None:
    """What forbids a unit to declare a charge at anybody; None if it may. [charge.declare]"""
    name = unit.sheet.name
    if unit.status is not Status.TABLE:
        return Refusal("charge.declare", f"{name} is not on the table on its own")
    if unit.fleeing:
        return Refusal("charge.declare", f"{name} is fleeing")
    if unit.is_engaged:
        return Refusal("combat.locked", f"{name} is in close combat")
    if unit.stampeding:
        return Refusal(ELEPHANT, f"{name} is out of hand, and charges nobody")
    if unit.kind in NEVER_CHARGE:
        return Refusal("charge.declare", f"{name} cannot charge")
    if is_in_testudo(unit):
        return Refusal(TESTUDO, f"{name} is in testudo, and does not charge")
    if unit.doings.moved is Moved.HALTED:
        return Refusal(
            "fear.charging", f"{name} did not dare to charge, and stands still this turn"
        )
    if unit.fell_back:
        return Refusal("break.fall-back.move", f"{name} fell back, and may not charge this turn")
    if unit.doings.moved is Moved.RETURNED:
        return Refusal("pursue.off-table", f"{name} has come back this turn, and moves no further")
    if battle.charge_of(unit.id) is not None:
        return Refusal("charge.declare", f"{name} has declared a charge already")
    return why_beside(unit)


def why_not_at(battle: Battle, charger: UnitId, target: UnitId) -> Refusal | None:
    """What forbids a unit to declare a charge at this enemy; None if it may.

    It must see it, and no skirmishers may stand between, unless they are friends who charge too.
    [charge.declare, charge.through-skirmishers]
    """
    unit, enemy = battle.units[charger], battle.units[target]
    if enemy.status is not Status.TABLE:
        return Refusal("charge.declare", f"{enemy.sheet.name} is not on the table")
    if not can_see(battle, charger, target):
        return Refusal("charge.declare", f"{unit.sheet.name} does not see {enemy.sheet.name}")
    shunned = why_shunned(battle, charger, target)
    if shunned is not None:
        return shunned
    screen = _first_in_the_way(battle, unit, screening(battle, charger, target))
    if screen is None:
        return None
    name = battle.units[screen].sheet.name
    why = f"{name} stand between {unit.sheet.name} and {enemy.sheet.name}"
    return Refusal("charge.through-skirmishers", why)
