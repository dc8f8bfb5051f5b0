"""Who is immune to psychology takes no test of it: panic, fear, terror, stupidity; only Break tests."""

import pytest

from kit.changes import changed
from kit.fights import REAR, met
from kit.tables import BLUE, Put, table
from kit.troops import spearmen, warriors, with_traits
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase
from maniple.battle.unit import UnitId
from maniple.rules.nerve import nerve

US, FOE, THIRD = UnitId(0), UnitId(1), UnitId(2)


def beside_fleers(**traits: object) -> Battle:
    return table(
        Put(with_traits("men", 12, **traits), x=20, y=20, files=6),
        Put(spearmen("runners", 9), x=20, y=25, files=3, fleeing=True),
        Put(warriors(), x=60, y=40, facing=180, files=6, side=BLUE),
        phase=Phase.START,
    )


@pytest.mark.rule("psychology.test", "panic.fleeing-friends")
def test_the_immune_do_not_panic_at_fleeing_friends() -> None:
    tasks = nerve.panic_from_fleers_tasks(beside_fleers())
    assert [t.unit for t in tasks if t.do is Do.PANIC_TEST] == [US]
    assert nerve.panic_from_fleers_tasks(beside_fleers(immune_to_psychology=True)) == ()


@pytest.mark.rule("psychology.test", "panic.shooting")
def test_the_immune_do_not_panic_under_fire() -> None:
    for immune in (False, True):
        battle = beside_fleers(immune_to_psychology=immune)
        assert bool(nerve.panic_from_shooting(battle, US, FOE, slain=6)) is not immune


@pytest.mark.rule("psychology.test", "panic.flank-charge")
def test_the_immune_do_not_panic_at_a_charge_in_their_rear() -> None:
    battle = table(
        Put(spearmen(), x=20, y=20, files=6),
        Put(with_traits("men"), x=20, y=20, facing=180, files=6, side=BLUE),
        Put(spearmen("others"), x=20, y=30, facing=180, files=6),
    )
    engaged = met(battle, 0, 1)
    assert nerve.is_panicking_charge(engaged, THIRD, FOE, REAR)
    immune = with_traits("men", immune_to_psychology=True)
    assert not nerve.is_panicking_charge(changed(engaged, FOE, sheet=immune), THIRD, FOE, REAR)
