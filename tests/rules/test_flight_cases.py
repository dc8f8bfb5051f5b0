"""Flights in the run of a turn: from a charge, out of a fight, and through a whole melee."""

import pytest
from msgspec.structs import replace

from kit.bodies import overlapping
from kit.fights import events
from kit.tables import BLUE, RED, Put
from kit.troops import horse, spearmen
from maniple.battle.asks import ChargeOrder, Done, MayOverrun, No, Reply
from maniple.battle.events import (
    ChargeTargetFled,
    FleersCaught,
    Tested,
    UnitDestroyed,
    UnitMoved,
    UnitRan,
)
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Response
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Moved, Status, UnitId
from maniple.play.script import Script
from maniple.rules.sequence import next_step
from rules.test_pursuit import field, flank_charged


def declaring(battle: Battle, side: Side) -> Battle:
    """The battle as that side declares its charges."""
    todo = (Task(Do.DECLARE_CHARGES),)
    return replace(battle, turn=replace(battle.turn, phase=Phase.CHARGES, side=side, todo=todo))


def play_until(script: Script, phase: Phase) -> None:
    """Steps until that phase is over; no two bodies overlap after any of them."""
    reached = False
    while not (reached and not script.battle.turn.todo):
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table), use_up=False)
        assert not overlapping(script.battle)
        reached = script.battle.turn.phase is phase
    script.all_used()


def charged_from_afar(flight: list[int], more: list[int]) -> Script:
    """Riders charge spearmen ten inches off, who flee."""
    battle = field(
        Put(horse("riders"), 30, 20, 0, files=6),
        Put(spearmen(), 30, 30, 180, files=4, side=BLUE),
    )
    answers = [ChargeOrder(UnitId(0), UnitId(1)), Reply(Response.FLEE), Done()]
    script = Script(declaring(battle, RED), [*flight, *more], answers)
    play_until(script, Phase.CHARGERS)
    return script


@pytest.mark.rule("charge.response.flee", "charge.response.fleeing", "flee.distance")
def test_a_charged_unit_whose_flight_is_too_short_is_caught_whole() -> None:
    """Cases A5 and A7: sixteen inches of charge reach a mob twelve inches off."""
    script = charged_from_afar([1, 1], [])
    assert [e.unit for e in events(script, FleersCaught)] == [1]
    assert script.battle.units[1].status is Status.TABLE
    turn = replace(script.battle.turn, phase=Phase.COMBAT, todo=(Task(Do.REMOVE_CAUGHT),))
    later = Script(replace(script.battle, turn=turn))
    play_until(later, Phase.COMBAT)
    assert later.battle.units[1].status is Status.DESTROYED
    assert not any(isinstance(ask, MayOverrun) for ask in later.asked)


@pytest.mark.rule("charge.response.flee", "charge.failed")
def test_one_that_runs_far_enough_gets_away() -> None:
    script = charged_from_afar([4, 4], [])
    assert events(script, FleersCaught) == []
    assert script.battle.units[1].fleeing
    assert script.battle.units[0].doings.moved is Moved.FAILED_CHARGE


@pytest.mark.rule("panic.flank-charge", "panic.in-combat", "charge.target-panicked")
def test_ten_romans_panic_as_a_charge_in_their_flank_is_declared() -> None:
    """Case J3: they roll ten and flee six; the warriors roll eight and destroy them."""
    answers = [ChargeOrder(UnitId(2), UnitId(0)), No()]
    script = Script(declaring(flank_charged(won_last=True), BLUE), [5, 5, 3, 3, 4, 4], answers)
    play_until(script, Phase.CHARGERS)
    assert [(e.kind, e.passed) for e in events(script, Tested)] == [("panic.flank-charge", False)]
    assert [(e.unit, e.by) for e in events(script, UnitDestroyed)] == [(0, 1)]
    assert [(e.unit, e.distance) for e in events(script, UnitRan)] == [(1, 8.0)]
    assert [e.charger for e in events(script, ChargeTargetFled)] == [2]
    assert [e.unit for e in events(script, UnitMoved)] == [2]
