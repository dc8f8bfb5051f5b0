"""Who may be told to do something, whom he may do it to, and which rule forbids it to others."""

import pytest

from kit.changes import changed
from kit.charges import events
from kit.charges import order as charge
from kit.fights import met
from kit.tables import BLUE, RED, Put, table
from kit.troops import archers, foot, general, legionaries, skirmishers, warriors
from maniple.battle.asks import (
    Ask,
    AskAnswer,
    DeclareCharge,
    NameShot,
    OrderUnit,
    PlaceCharacter,
    Placement,
    PlaceUnit,
    Shot,
)
from maniple.battle.events import UnitMoved
from maniple.battle.judged import Judged, Refusal
from maniple.battle.orders import Advance, Order
from maniple.battle.sides import Pair
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Status, UnitId
from maniple.geometry import pose
from maniple.play.script import Script
from maniple.rules.legality import judge
from maniple.rules.moving.manoeuvre import order_units
from maniple.rules.start.begin import begun, start, units_of
from maniple.rules.table.measuring import measured
from rules.test_deploy import FIELD

US, THEM = UnitId(0), UnitId(1)


def facing_each_other() -> Battle:
    ours = Put(archers(models=10), x=20, y=20, files=5)
    return table(ours, Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE))


def refused(battle: Battle, ask: Ask, answer: AskAnswer) -> str:
    """A refusal as "rule: why"."""
    judged = judge(battle, ask, answer)
    assert isinstance(judged, Refusal)
    return f"{judged.rule}: {judged.why}"


def off(battle: Battle, unit: int, status: Status) -> Battle:
    return changed(battle, unit, status=status)


@pytest.mark.rule("charge.declare")
@pytest.mark.parametrize("status", [Status.RETURNING, Status.DESTROYED, Status.LEFT])
def test_only_who_is_on_the_table_charges_or_is_charged(status: Status) -> None:
    battle, ask = facing_each_other(), DeclareCharge(RED)
    assert isinstance(judge(battle, ask, charge(0, 1)), Judged)
    assert "is not on the table" in refused(off(battle, 0, status), ask, charge(0, 1))
    gone = refused(off(battle, 1, status), ask, charge(0, 1))
    assert gone.startswith("charge.declare")
    assert "is not on the table" in gone


@pytest.mark.rule("shoot.who", "shoot.into-combat")
def test_who_shoots_is_there_armed_and_free() -> None:
    battle, ask = facing_each_other(), NameShot(RED)
    shot = Shot(US, THEM, archers().missiles[0].name)
    assert isinstance(judge(battle, ask, shot), Judged)
    assert refused(off(battle, 0, Status.LEFT), ask, shot).startswith("shoot.who")
    assert "or flees" in refused(changed(battle, 0, fleeing=True), ask, shot)
    in_touch = Put(warriors("others"), x=20, y=20, facing=180, files=6, side=BLUE)
    both = table(
        Put(archers(models=10), x=20, y=20, files=5),
        Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE),
        in_touch,
    )
    fighting = refused(met(both, 0, 2), ask, shot)
    assert fighting.startswith("shoot.into-combat")
    assert f"{archers().name} is in close combat" in fighting
    unarmed = table(
        Put(foot("unarmed"), x=20, y=20, files=5),
        Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE),
    )
    assert "has no missile weapon" in refused(unarmed, ask, shot)


@pytest.mark.rule("flee.compulsory", "combat.locked")
def test_who_flees_or_fights_takes_no_orders() -> None:
    battle, ask = facing_each_other(), OrderUnit(RED)
    ahead = Order(US, (Advance(1.0),))
    assert isinstance(judge(battle, ask, ahead), Judged)
    fleeing = refused(changed(battle, 0, fleeing=True), ask, ahead)
    assert fleeing.startswith("flee.compulsory")
    assert "takes no orders" in fleeing
    assert refused(met(battle, 0, 1), ask, ahead).startswith("combat.locked")


@pytest.mark.rule("move.march", "move.rate")
def test_a_move_goes_by_the_rule_of_its_pace() -> None:
    battle = table(Put(archers(models=10), x=20, y=10, files=5))
    for march, rule in ((False, "move.rate"), (True, "move.march")):
        script = Script(battle, answers=[Order(US, (Advance(2.0),), march=march)])
        _ = script.run(order_units(script.table, Task(Do.ORDER_UNITS)))
        assert [e.cite for e in events(script, UnitMoved)] == [rule]


@pytest.mark.rule("measure.when")
def test_nothing_is_measured_to_who_is_not_there() -> None:
    gone = off(facing_each_other(), 1, Status.LEFT)
    refusal = measured(gone, US, THEM)
    assert isinstance(refusal, Refusal)
    assert "are not both on the table" in refusal.why


@pytest.mark.rule("deploy")
def test_who_is_placed_and_with_whom() -> None:
    armies = Pair([legionaries(), general()], [warriors("a"), skirmishers("b")])
    battle = begun(start(FIELD, units_of(armies)))
    here = pose(36.0, 10.0, 0.0)
    unit, man = PlaceUnit(RED), PlaceCharacter(RED, UnitId(1))
    already = changed(battle, 0, status=Status.TABLE)
    assert "is on the table already" in refused(already, unit, Placement(US, here, files=6))
    with_a_host = Placement(US, here, files=6, host=UnitId(1))
    assert "is no character" in refused(battle, unit, with_a_host)
    assert "who is to be placed now" in refused(battle, man, Placement(US, here))
    with_the_enemy = Placement(UnitId(1), here, host=UnitId(2))
    assert "is not a unit that" in refused(battle, man, with_the_enemy)
