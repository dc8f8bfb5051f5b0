"""Orders worked out: whether one is legal, where it leads, what it costs.

`plan` is read by the judge of orders and by the step that carries them out, so that the ghost, the
referee and the record agree. [turn.procedure, move.rate, move.march, combat.locked]
"""

import math

from msgspec import Struct

from maniple.battle.asks import OrderUnit
from maniple.battle.bodies import where_stands
from maniple.battle.judged import Refusal
from maniple.battle.orders import (
    Advance,
    Backward,
    ChangeFormation,
    CloseUp,
    Go,
    Join,
    Leave,
    Manoeuvre,
    MoveUp,
    OpenOut,
    Order,
    Pivot,
    Places,
    Reform,
    Sidestep,
    Spread,
    StepToFight,
    TurnModels,
    Wheel,
    rounded,
)
from maniple.battle.sheet import MACHINES
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Formation, Moved, Status, Unit, UnitId
from maniple.geometry import Pose, pose_of
from maniple.rules.moving import alone, engaged_loose, formed, loose
from maniple.rules.moving.going import Going
from maniple.rules.moving.skirmish import has_lost_links, middle_of
from maniple.rules.special.pivot import pivot
from maniple.rules.special.stupidity import why_beside
from maniple.rules.special.testudo import TESTUDO, is_in_testudo
from maniple.rules.table.referee import FAR, unit_named

MOST_MANOEUVRES = 40
"""An order lists no more than so many manoeuvres."""


class Plan(Struct, frozen=True):
    """A legal order, worked out: where the unit ends and how."""

    order: Order
    end: Pose
    files: int
    formation: Formation
    places: tuple[Pose, ...]
    path: tuple[Pose, ...]
    spent: float
    left: float
    how: Moved
    steps_out: Pose | None = None
    """Where a character stands when he has left his unit. [character.leave]"""
    joins: UnitId = NOBODY
    needs_march_test: bool = False
    """Drilled troops near the enemy. [troop.drilled]"""


def plan(battle: Battle, ask: OrderUnit, order: Order) -> Plan | Refusal:
    """The order worked out, or why it is refused."""
    unit = unit_named(battle, order.unit)
    if unit is None or unit.side is not ask.side:
        return Refusal("turn.procedure", f"{order.unit} is not a unit of {ask.side.value}'s")
    if not 1 <= len(order.manoeuvres) <= MOST_MANOEUVRES:
        why = f"an order names 1 to {MOST_MANOEUVRES} manoeuvres, not {len(order.manoeuvres)}"
        return Refusal("turn.procedure", why)
    sound = _sound(order)
    if sound is not None:
        return sound
    order = rounded(order)
    first = order.manoeuvres[0]
    if isinstance(first, StepToFight):
        return _plan_step(battle, unit, order, first)
    if isinstance(first, MoveUp):
        return _plan_move_up(battle, unit, order)
    no = may_be_ordered(battle, unit)
    if no is None and order.march:
        no = may_march(battle, unit)
    if no is not None:
        return no
    return _plan_move(battle, unit, order)


def may_be_ordered(battle: Battle, unit: Unit) -> Refusal | None:
    """What keeps a unit from moving in the remaining moves; None if it may.

    [turn.procedure, combat.locked, flee.compulsory, character.leave]
    """
    name = unit.sheet.name
    at = (unit.pose.x, unit.pose.y)
    if unit.status is Status.JOINED:
        return alone.may_leave(battle, unit)
    if unit.status is not Status.TABLE:
        return Refusal("turn.procedure", f"{name} is not on the table")
    if unit.is_engaged:
        return Refusal("combat.locked", f"{name} is in close combat and does not move", at)
    if unit.fleeing:
        return Refusal("flee.compulsory", f"{name} is fleeing and takes no orders", at)
    if unit.stampeding:
        return Refusal("troop.elephant", f"{name} is out of hand and takes no orders", at)
    if unit.doings.moved is Moved.HALTED:
        why = f"{name} {unit.doings.moved.value}, and stands still this turn"
        return Refusal("fear.charging", why, at)
    if unit.doings.moved is not Moved.STOOD:
        why = f"{name} has had its move: it {unit.doings.moved.value} this turn"
        return Refusal("turn.procedure", why, at)
    return why_beside(unit)


def may_march(battle: Battle, unit: Unit) -> Refusal | None:
    """What keeps a unit from marching; None if it may, or (drilled) may test to. [move.march]"""
    name = unit.sheet.name
    at = (unit.pose.x, unit.pose.y)
    if unit.kind in MACHINES:
        return Refusal("move.march", f"{name}: engines, chariots and machines never march", at)
    if is_in_testudo(unit):
        return Refusal(TESTUDO, f"{name} is in testudo, and does not march", at)
    if not is_march_barred(battle, unit):
        return None
    if not unit.sheet.traits.drilled:
        why = f"an enemy stood within 8 inches of {name} as the turn began"
        return Refusal("move.march", why, at)
    if unit.doings.march_failed:
        why = f"{name} has failed the test to march so near the enemy"
        return Refusal("troop.drilled", why, at)
    return None


def is_march_barred(battle: Battle, unit: Unit) -> bool:
    """Whether an enemy stood within 8 inches of it, or of the unit it was with, as the turn began.

    [move.march]
    """
    return where_stands(battle, unit).doings.march_barred


def _sound(order: Order) -> Refusal | None:
    """Whether every figure of an order is a finite number of a size fit for a table."""
    for number, step in enumerate(order.manoeuvres):
        for named, value in _figures(step):
            if not (math.isfinite(value) and abs(value) <= FAR):
                why = (
                    f"manoeuvre {number + 1}, {type(step).__name__}: {named} is {value}; "
                    f"a number between -{FAR:.0f} and {FAR:.0f} would do"
                )
                return Refusal("turn.procedure", why)
    return None


def _figures(step: object) -> list[tuple[str, float]]:
    found: list[tuple[str, float]] = []
    match step:
        case Advance(inches) | Backward(inches) | Sidestep(inches):
            found = [("inches", inches)]
        case Wheel(degrees):
            found = [("degrees", degrees)]
        case Reform(_, facing) | CloseUp(_, facing) | Pivot(facing):
            found = [("facing", facing)]
        case Go(to) | Leave(to):
            found = _figures_of(to)
        case Places(places):
            found = [figure for place in places for figure in _figures_of(place)]
        case Spread(at, _, gap):
            found = [*_figures_of(at), ("gap", gap)]
        case OpenOut(gap):
            found = [("gap", gap)]
        case _:
            pass
    return found


def _figures_of(at: Pose) -> list[tuple[str, float]]:
    return [("x", at.x), ("y", at.y), ("facing", at.facing)]


def _plan_step(battle: Battle, unit: Unit, order: Order, step: StepToFight) -> Plan | Refusal:
    if len(order.manoeuvres) > 1 or order.march:
        return Refusal("combat.locked", "who steps to where the fighting is does nothing else")
    no = alone.step_to_fight(battle, unit, step)
    if no is not None:
        return no
    doings = unit.doings.moved
    return Plan(
        order, unit.pose, unit.files, unit.formation, unit.places, (unit.pose,), 0.0, 0.0, doings
    )


def _plan_move_up(battle: Battle, unit: Unit, order: Order) -> Plan | Refusal:
    if len(order.manoeuvres) > 1 or order.march:
        return Refusal(engaged_loose.RULE, "who moves up to fight does nothing else")
    places = engaged_loose.move_up(battle, unit)
    if isinstance(places, Refusal):
        return places
    at, loose_order = middle_of(places), Formation.SKIRMISH
    path = (unit.pose, at)
    return Plan(order, at, unit.files, loose_order, places, path, 0.0, 0.0, Moved.MOVED)


def _plan_move(battle: Battle, unit: Unit, order: Order) -> Plan | Refusal:
    going = Going(battle, unit, order.march)
    steps_out: Pose | None = None
    joins = NOBODY
    for number, step in enumerate(order.manoeuvres):
        no = _out_of_turn(going, order, number, joins)
        if no is None:
            no = _one(going, step, number)
        if no is not None:
            return no
        if isinstance(step, Leave):
            steps_out = pose_of(going.rect)
        elif isinstance(step, Join):
            joins = step.host
    if joins == NOBODY:
        wrong = going.ends_wrong(going.end_rects())
        if wrong is not None:
            return going.refuse(*wrong)
    how = Moved.MARCHED if order.march else Moved.MOVED
    if isinstance(order.manoeuvres[0], Reform):
        how = Moved.REFORMED
    elif all(isinstance(step, Pivot) for step in order.manoeuvres):
        how = Moved.PIVOTED
    loosely = going.formation is Formation.SKIRMISH
    return Plan(
        order,
        going.end(),
        going.files,
        going.formation,
        going.places,
        (unit.pose, going.end()) if loosely else tuple([pose_of(rect) for rect in going.way]),
        round(going.spent, 3),
        round(going.left, 3),
        how,
        steps_out,
        joins,
        order.march and is_march_barred(battle, unit),
    )


def _out_of_turn(going: Going, order: Order, number: int, joins: UnitId) -> Refusal | None:
    """Manoeuvres that stand alone, or at one end of an order only."""
    step = order.manoeuvres[number]
    if joins != NOBODY:
        why = f"{going.name} is with a unit by then, and moves with it"
        return going.refuse("character.join", why)
    if number and isinstance(order.manoeuvres[0], Reform):
        why = f"{going.name} may not otherwise move in a turn in which it reforms"
        return going.refuse("move.reform", why)
    if number and has_lost_links(going.unit):
        why = f"{going.name} has lost its links: this move restores them and does nothing else"
        return going.refuse("troop.skirmish.shape", why)
    if number and isinstance(step, StepToFight | MoveUp | Leave):
        why = f"{type(step).__name__} comes first in an order"
        return going.refuse("turn.procedure", why)
    return None


def _one(going: Going, step: Manoeuvre, number: int) -> Refusal | None:
    """One manoeuvre, if a unit so formed can make it."""
    if going.unit.status is Status.JOINED and number == 0:
        if isinstance(step, Leave):
            return alone.leave(going, step)
        host = going.battle.units[going.unit.host].sheet.name
        return Refusal("character.in-unit", f"{going.name} is with {host} and moves with it")
    match step:
        case (
            Advance()
            | Wheel()
            | TurnModels()
            | ChangeFormation()
            | Reform()
            | Backward()
            | Sidestep()
        ) if going.formation is Formation.FORMED:
            return formed.manoeuvre(going, step)
        case Pivot() if going.formation is Formation.FORMED:
            return pivot(going, step)
        case Places() | Spread() | CloseUp() if going.formation is Formation.SKIRMISH:
            return loose.manoeuvre(going, step)
        case OpenOut() if going.formation is Formation.FORMED:
            return loose.open_out(going, step)
        case Go() if going.formation is Formation.SINGLE:
            return alone.go(going, step)
        case Join() if going.formation is Formation.SINGLE:
            return alone.join(going, step)
        case _:
            rule, may = _MAY[going.formation]
            why = f"{going.name} is {may}; {type(step).__name__} is not for it"
            return going.refuse(rule, why)


_MAY = {
    Formation.FORMED: (
        "move.rate",
        "formed: it may Advance, Wheel, turn, change formation, reform or open out",
    ),
    Formation.SKIRMISH: ("troop.skirmish", "skirmishing: it may take places, spread or close up"),
    Formation.SINGLE: ("character.move", "on his own: he may go or join"),
    Formation.MOB: ("flee.mob", "a mob: it may do nothing"),
}
