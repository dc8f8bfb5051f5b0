"""Orders in tests: judged in a word, or carried out."""

from maniple.battle.asks import OrderUnit
from maniple.battle.judged import Judged, Refusal
from maniple.battle.orders import Manoeuvre, Order
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import UnitId
from maniple.play.script import Script
from maniple.rules.legality import judge
from maniple.rules.moving.manoeuvre import order_units


def order(unit: int, *manoeuvres: Manoeuvre, march: bool = False) -> Order:
    return Order(UnitId(unit), manoeuvres, march)


def judged(battle: Battle, unit: int, *manoeuvres: Manoeuvre, march: bool = False) -> Judged:
    """The judgement of an order that must be legal."""
    found = judge(battle, OrderUnit(battle.turn.side), order(unit, *manoeuvres, march=march))
    assert isinstance(found, Judged), found
    return found


def refused(battle: Battle, unit: int, *manoeuvres: Manoeuvre, march: bool = False) -> Refusal:
    """The refusal of an order that must be refused."""
    found = judge(battle, OrderUnit(battle.turn.side), order(unit, *manoeuvres, march=march))
    assert isinstance(found, Refusal), found
    return found


def moved(
    battle: Battle,
    unit: int,
    *manoeuvres: Manoeuvre,
    march: bool = False,
    dice: tuple[int, ...] = (),
) -> Battle:
    """The battle after the order has been carried out."""
    script = Script(battle, dice, [order(unit, *manoeuvres, march=march)])
    then = script.run(order_units(script.table, Task(Do.ORDER_UNITS)))
    assert then == (Task(Do.ORDER_UNITS),)
    return script.battle
