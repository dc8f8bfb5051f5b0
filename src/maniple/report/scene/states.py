"""What is told of a unit beside its name: charging, fleeing, in combat, and the like."""

from maniple.battle.state import Battle, ChargeStage
from maniple.battle.unit import Moved, Status, Unit
from maniple.report.scene.shapes import State

MOVES: dict[Moved, State] = {
    Moved.MOVED: "moved",
    Moved.REFORMED: "moved",
    Moved.MARCHED: "marched",
    Moved.CHARGED: "charged",
    Moved.RALLIED: "rallied",
}


def states_of(battle: Battle, unit: Unit) -> tuple[State, ...]:
    """The states of a unit, the most important first."""
    if unit.status is Status.WAITING:
        return ("waiting",)
    if unit.status is not Status.TABLE:
        return ()
    charge = battle.charge_of(unit.id)
    is_charging = charge is not None and charge.stage is not ChargeStage.MOVED
    found: list[tuple[State, bool]] = [
        ("fleeing", unit.fleeing),
        ("stampeding", unit.stampeding),
        ("charging", is_charging),
        ("engaged", unit.is_engaged),
        ("testudo", unit.testudo),
        ("skirmishing", unit.is_skirmishing),
        ("shot", unit.doings.shot),
        ("fell-back", unit.fell_back or unit.doings.fell_back),
        ("jammed", bool(unit.jammed_until) and unit.jammed_until >= battle.turn.number),
        ("frenzied", unit.sheet.traits.frenzied and not unit.frenzy_lost),
    ]
    states: list[State] = [state for state, holds in found if holds]
    moved = MOVES.get(unit.doings.moved)
    if moved is not None and not unit.fleeing and not unit.is_engaged:
        states.append(moved)
    return tuple(states)
