"""Remaining moves: the judge of orders, and the step that asks for them and carries them out.

In the order of play: `order_tasks`, `order_units`; what an order comes to is in `plan`.
[turn.procedure, move.rate]
"""

from maniple.battle.asks import Done, OrderUnit
from maniple.battle.events import (
    CharacterJoined,
    CharacterLeft,
    MarchFailed,
    SteppedToFight,
    UnitMoved,
)
from maniple.battle.judged import Judged, Refusal
from maniple.battle.orders import (
    Backward,
    ChangeFormation,
    CloseUp,
    Go,
    Join,
    Leave,
    MoveUp,
    OpenOut,
    Order,
    Places,
    Reform,
    Sidestep,
    Spread,
    StepToFight,
    TurnModels,
    Wheel,
)
from maniple.battle.request import Step
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, Moved, Unit, UnitId
from maniple.geometry import Edge
from maniple.rules.memo import Memo
from maniple.rules.moving import alone, engaged_loose
from maniple.rules.moving.plan import Plan, may_be_ordered, plan
from maniple.rules.nerve.casualties import close_ranks
from maniple.rules.nerve.nerve import test_nerve
from maniple.rules.table.referee import UnjudgedAnswer


def judge_order(battle: Battle, ask: OrderUnit, answer: Order | Done) -> Judged | Refusal:
    """Whether an order is legal, where it leads and what it costs. [turn.procedure]"""
    if isinstance(answer, Done):
        return Judged(answer)
    planned = plan(battle, ask, answer)
    if isinstance(planned, Refusal):
        return planned
    return Judged(
        planned.order,
        planned.end,
        planned.files,
        planned.places,
        planned.path,
        planned.spent,
        planned.left,
    )


def order_tasks(battle: Battle) -> tuple[Task, ...]:
    """The remaining moves of a turn. [turn.movement-order]"""
    return (Task(Do.ORDER_UNITS),)


def order_units(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A orders one unit, or says done; who is not named has stood still. [turn.procedure]"""
    ask = OrderUnit(table.battle.turn.side)
    if not can_be_ordered(table.battle, ask.side):
        return ()
    answer = yield from ask
    if isinstance(answer, Done):
        return ()
    planned = plan(table.battle, ask, answer)
    if isinstance(planned, Refusal):
        raise UnjudgedAnswer(f"{planned.rule} refuses the order: {planned.why}")
    if planned.needs_march_test:
        passed = yield from test_nerve(table, answer.unit, "troop.drilled", "troop.drilled")
        if not passed:
            table.record(MarchFailed(answer.unit))
            return (task,)
    _carry_out(table, planned)
    return (task,)


def can_be_ordered(battle: Battle, side: Side) -> tuple[UnitId, ...]:
    """The side's units that an order could still name, and engaged ones with somebody to step to
    where the fighting is. [turn.procedure]
    """
    known = _able(battle)
    able = known.get(side)
    if able is None:
        able = known[side] = tuple(
            [unit.id for unit in battle.units if unit.side is side and _is_able(battle, unit)]
        )
    return able


def _is_able(battle: Battle, unit: Unit) -> bool:
    return (
        may_be_ordered(battle, unit) is None
        or bool(alone.who_may_step(battle, unit))
        or engaged_loose.may_move_up(battle, unit)
    )


def _nobody_yet(battle: Battle) -> dict[Side, tuple[UnitId, ...]]:
    return {}


_able = Memo(_nobody_yet)
"""Who can be ordered in the last few battles: the step asks, then whoever draws an order."""


def _carry_out(table: Table, planned: Plan) -> None:
    """Record what the plan says. [move.rate, character.join, character.leave]"""
    order = planned.order
    first = order.manoeuvres[0]
    unit = table.battle.units[order.unit]
    if isinstance(first, StepToFight):
        rule = "command.leader-moves" if first.who == unit.id else "character.moves-to-fight"
        table.record(SteppedToFight(first.who, Edge(first.edge), rule))
        return
    if planned.steps_out is not None:
        host = table.battle.units[unit.host]
        places = alone.places_without(table.battle, host, unit.id)
        table.record(CharacterLeft(unit.id, planned.steps_out, places))
        close_ranks(table, unit.host)
    if planned.steps_out is None or len(order.manoeuvres) > 1:
        table.record(
            UnitMoved(
                unit.id,
                planned.end,
                planned.files,
                planned.how,
                _cite(order),
                planned.formation,
                planned.places,
                planned.path,
                planned.spent,
            )
        )
    if planned.joins != NOBODY:
        _join(table, unit.id, planned)


def _join(table: Table, who: UnitId, planned: Plan) -> None:
    battle = table.battle
    host = battle.units[planned.joins]
    places = alone.places_with(battle, host, who)
    left = -1.0
    if host.doings.moved is Moved.STOOD and not host.is_engaged:
        before = host.doings.move_left
        left = planned.left if before < 0.0 else min(planned.left, before)
    joins = planned.order.manoeuvres[-1]
    edge = alone.edge_to_fight(battle, host, joins) if isinstance(joins, Join) else Edge.FRONT
    table.record(CharacterJoined(who, host.id, places, left, edge))


def _cite(order: Order) -> str:
    """The rule that an order's move goes by."""
    if order.march:
        return "move.march"
    return _RULES.get(type(order.manoeuvres[0]), "move.rate")


_RULES: dict[type, str] = {
    Wheel: "move.wheel",
    TurnModels: "move.turn",
    ChangeFormation: "move.change-formation",
    Reform: "move.reform",
    Backward: "move.back-and-sideways",
    Sidestep: "move.back-and-sideways",
    Go: "character.move",
    Join: "character.join",
    Leave: "character.leave",
    MoveUp: engaged_loose.RULE,
    Places: "troop.skirmish",
    Spread: "troop.skirmish",
    CloseUp: "troop.skirmish.shape",
    OpenOut: "troop.skirmish.shape",
}
