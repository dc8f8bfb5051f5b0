"""Charges, for tests: the declaring of charges and the moving of chargers, each to its end."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from maniple.battle.asks import AskAnswer, ChargeOrder, Done, Reply
from maniple.battle.events.base import Event
from maniple.battle.state import Battle, Response
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.geometry import Edge
from maniple.play.script import Script
from maniple.rules.charging.charge_path import ChargePath, charge_path, charge_reach
from maniple.rules.sequence import next_step

E = TypeVar("E", bound=Event)

HOLD, FLEE = Reply(Response.HOLD), Reply(Response.FLEE)
SHOOT = Reply(Response.STAND_AND_SHOOT)
FIRE_AND_FLEE = Reply(Response.FIRE_AND_FLEE)
COUNTER = Reply(Response.COUNTER_CHARGE)


def order(charger: int, target: int) -> ChargeOrder:
    """`charger` charges `target`."""
    return ChargeOrder(UnitId(charger), UnitId(target))


def declared(
    battle: Battle, *answers: AskAnswer, dice: Iterable[int] = (), done: bool = False
) -> Script:
    """Declare charges, and answer them, as far as the phase goes; the script used up.

    `done`: the player says that he is done (he is asked if he could declare another).
    """
    said = (*answers, Done()) if done else answers
    return _run(battle, Phase.CHARGES, Task(Do.DECLARE_CHARGES), said, dice)


def compelled(battle: Battle, unit: int, *answers: AskAnswer, dice: Iterable[int] = ()) -> Script:
    """Whether the unit must charge, and what follows."""
    task = Task(Do.COMPELLED_CHARGE, UnitId(unit))
    return _run(battle, Phase.CHARGES, task, answers, dice)


def moved(battle: Battle, *answers: AskAnswer, dice: Iterable[int] = ()) -> Script:
    """Move all chargers; the script used up."""
    return _run(battle, Phase.CHARGERS, Task(Do.NAME_CHARGER), answers, dice)


def brought_home(
    battle: Battle, charger: int, target: int, *answers: AskAnswer, done: bool = False
) -> Script:
    """Declare a charge at a target that holds, and move the charger, with these answers.

    `done`: others could charge as well.
    """
    script = declared(battle, order(charger, target), HOLD, done=done)
    return moved(script.battle, *answers)


def path(battle: Battle, charger: int, target: int, facing: Edge = Edge.FRONT) -> ChargePath | None:
    """The path of the charge at that facing within the charger's reach."""
    reach = charge_reach(battle, UnitId(charger))
    return charge_path(battle, UnitId(charger), UnitId(target), facing, reach)


def events(script: Script, kind: type[E]) -> list[E]:
    """The events of one kind that the script has seen."""
    return [event for event in script.table.events if isinstance(event, kind)]


def _run(
    battle: Battle, phase: Phase, task: Task, answers: Iterable[AskAnswer], dice: Iterable[int]
) -> Script:
    turn = replace(battle.turn, phase=phase, todo=(task,))
    script = Script(replace(battle, turn=turn), dice, answers)
    while script.battle.turn.todo:
        step = next_step(script.battle)
        if step is None:
            raise AssertionError("the battle is over before the charges are")
        script.run(step(script.table), use_up=False)
    script.all_used()
    return script
