"""Eastern shock cavalry: free to fall back from any round that has not broken it."""

import pytest

from kit.changes import changed
from kit.fights import counted, events, met, run_to
from kit.tables import BLUE, Put, table
from kit.troops import horse, spearmen
from maniple.battle.asks import AskAnswer, HoldBack, MayFallBack, No, Stand, Yes
from maniple.battle.events import FirstChargeSpent, GroundGiven, UnitFellBack, UnitWillFallBack
from maniple.battle.sheet import Armour, Sheet, Traits
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.battle.unit import UnitId
from maniple.play.script import Script

RIDERS, FOOT = UnitId(0), UnitId(1)
HOLDS = (1, 1)


def easterners(barding: int = 0) -> Sheet:
    return horse(
        "easterners",
        8,
        armour=Armour(worn=2, mount=1 + barding),
        traits=Traits(eastern_shock_cavalry=True),
    )


def fight(riders: Sheet | None = None, *, spent: bool = True, charging: bool = True) -> Battle:
    battle = table(
        Put(riders or easterners(), x=36, y=20, files=6),
        Put(spearmen(), x=36, y=20, facing=180, files=8, side=BLUE),
    )
    battle = met(battle, 0, 1, charger=RIDERS if charging else UnitId(-1))
    return changed(battle, 0, first_charge_spent=spent)


def counted_out(
    battle: Battle, *answers: AskAnswer, red: int = 0, blue: int = 0, dice: tuple[int, ...] = ()
) -> Script:
    return run_to(counted(battle, red=red, blue=blue), Do.COMBAT_PANIC, dice=dice, answers=answers)


@pytest.mark.rule("troop.eastern-shock-cavalry")
@pytest.mark.parametrize(
    ("red", "blue", "dice", "cite"),
    [
        (4, 0, HOLDS, "troop.eastern-shock-cavalry"),
        (1, 0, (3, 3), "troop.eastern-shock-cavalry"),
        (0, 3, HOLDS, "break.fall-back"),
    ],
    ids=["won", "drawn", "lost and held"],
)
def test_after_any_round_that_has_not_broken_it_it_may_fall_back(
    red: int, blue: int, dice: tuple[int, ...], cite: str
) -> None:
    script = counted_out(fight(), Yes(), red=red, blue=blue, dice=dice)
    assert [ask.cite for ask in script.asked if isinstance(ask, MayFallBack)] == [cite]
    assert [(e.unit, e.cite) for e in events(script, UnitWillFallBack)] == [(RIDERS, cite)]
    stays = counted_out(fight(), No(), red=red, blue=blue, dice=dice)
    assert events(stays, UnitWillFallBack) == []


@pytest.mark.rule("troop.eastern-shock-cavalry")
def test_plain_shock_cavalry_that_has_not_lost_is_not_asked() -> None:
    plain = horse("lancers", 8, traits=Traits(shock_cavalry=True))
    script = counted_out(fight(plain), red=4, dice=HOLDS)
    assert script.asked == []


@pytest.mark.rule("troop.eastern-shock-cavalry")
def test_with_barding_of_any_sort_it_is_plain_shock_cavalry() -> None:
    script = counted_out(fight(easterners(barding=1)), red=4, dice=HOLDS)
    assert script.asked == []
    script = counted_out(fight(easterners(barding=1), spent=False), red=9)
    assert [e.unit for e in events(script, FirstChargeSpent)] == [RIDERS]


@pytest.mark.rule("troop.eastern-shock-cavalry")
def test_it_is_not_asked_when_all_its_enemies_break() -> None:
    script = counted_out(fight(), red=4, dice=(6, 6))
    assert script.asked == []


@pytest.mark.rule("troop.eastern-shock-cavalry")
def test_broken_it_flees() -> None:
    script = counted_out(fight(), blue=9, dice=(6, 6))
    assert script.asked == []


@pytest.mark.rule("troop.eastern-shock-cavalry", "troop.shock-cavalry")
def test_it_may_fall_back_even_when_it_has_just_pushed_its_enemy_back() -> None:
    script = counted_out(fight(), Yes(), red=4, dice=HOLDS)
    script = run_to(script.battle, Do.END_TURN, dice=(3, 4, 5), answers=(Stand(6, 0.0),))
    (given,) = events(script, GroundGiven)
    assert given.unit == FOOT
    assert script.battle.units[FOOT].pose.y == 22.0
    assert [e.unit for e in events(script, UnitFellBack)] == [RIDERS]
    riders = script.battle.units[RIDERS]
    assert riders.fell_back
    assert not riders.is_engaged
    assert riders.pose.y < 20.0 - 8.0
    assert not script.battle.units[FOOT].is_engaged


@pytest.mark.rule("troop.eastern-shock-cavalry", "pursue.must")
def test_enemies_who_have_not_won_may_not_pursue_it() -> None:
    script = counted_out(fight(), Yes(), red=1, dice=(3, 3))
    script = run_to(script.battle, Do.END_TURN, dice=(1, 1, 1), answers=(Stand(6, 0.0),))
    assert not [ask for ask in script.asked if isinstance(ask, HoldBack)]
    assert script.battle.units[FOOT].pose.y == 20.0


@pytest.mark.rule("troop.eastern-shock-cavalry")
def test_it_may_go_from_a_later_round_as_well() -> None:
    script = counted_out(fight(charging=False), Yes(), red=4, dice=HOLDS)
    assert [e.unit for e in events(script, UnitWillFallBack)] == [RIDERS]
