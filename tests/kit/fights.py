"""Units in touch, for tests: contacts recorded as a charge leaves them."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from maniple.battle.asks import AskAnswer
from maniple.battle.events import UnitsMet
from maniple.battle.events.base import Event, with_unit
from maniple.battle.sides import Pair
from maniple.battle.state import Battle, Contact
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import NOBODY, UnitId
from maniple.geometry import Edge
from maniple.play.script import Script
from maniple.rules.sequence import next_step

E = TypeVar("E", bound=Event)

FRONT, RIGHT, REAR, LEFT = Edge.FRONT, Edge.RIGHT, Edge.REAR, Edge.LEFT


def met(
    battle: Battle,
    red: int,
    blue: int,
    *,
    red_edge: Edge = FRONT,
    blue_edge: Edge = FRONT,
    charger: int = NOBODY,
    defended: bool = False,
    obstacle: bool = False,
    counter_charge: bool = False,
) -> Battle:
    """The battle with the two in touch; `charger` counts as charging."""
    contact = Contact(UnitId(red), UnitId(blue), red_edge, blue_edge)
    event = UnitsMet(
        contact,
        UnitId(charger),
        across_obstacle=obstacle,
        defended=defended,
        counter_charge=counter_charge,
    )
    return event.changed(battle)


def in_combat(battle: Battle) -> Battle:
    """The battle in its combat phase, with the next combat to be named."""
    turn = replace(battle.turn, phase=Phase.COMBAT, todo=(Task(Do.NAME_COMBAT),))
    return replace(battle, turn=turn)


def opened(battle: Battle, answers: Iterable[AskAnswer] = (), dice: Iterable[int] = ()) -> Script:
    """The only combat with its round opened and its strike groups ordered."""
    return run_to(battle, Do.STRIKE, dice=dice, answers=answers)


def run_to(
    battle: Battle, *stop: Do, dice: Iterable[int] = (), answers: Iterable[AskAnswer] = ()
) -> Script:
    """Fight in the combat phase until one of these is the next thing to do; the script used up."""
    script = Script(in_combat(battle) if not battle.turn.todo else battle, dice, answers)
    while not script.battle.turn.todo or script.battle.turn.todo[0].do not in stop:
        step = next_step(script.battle)
        if step is None:
            raise AssertionError("the battle is over before the fight came so far")
        script.run(step(script.table), use_up=False)
    script.all_used()
    return script


def fought(battle: Battle, dice: Iterable[int], answers: Iterable[AskAnswer] = ()) -> Script:
    """The only combat fought as far as its Break tests."""
    return run_to(battle, Do.COMBAT_PANIC, dice=dice, answers=answers)


def bled(battle: Battle, unit: int, models: int) -> Battle:
    """The battle with the unit having lost so many models to the blows of this round already."""
    fight = battle.units[unit].fight
    assert fight is not None
    hurt = replace(battle.units[unit], fight=replace(fight, fallen=models))
    return with_unit(battle, hurt)


def counted(battle: Battle, *, red: int = 0, blue: int = 0) -> Battle:
    """The round opened and all blows struck: so many unsaved wounds by each side."""
    battle = run_to(battle, Do.CHOOSE_ARMS, Do.ORDER_STRIKES).battle
    combat = replace(battle.combats[-1], wounds=Pair(red, blue))
    turn = replace(battle.turn, todo=(Task(Do.COUNT_RESULT),))
    return replace(battle, combats=(*battle.combats[:-1], combat), turn=turn)


def events(script: Script, kind: type[E]) -> list[E]:
    """The events of one kind that the script has seen."""
    return [event for event in script.table.events if isinstance(event, kind)]
