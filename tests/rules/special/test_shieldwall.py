"""A shieldwall: one more for the result, for men who have stood and are charged in the front."""

import pytest
from msgspec.structs import replace

from kit.changes import after, changed, done
from kit.fights import FRONT, LEFT, counted, met
from kit.tables import BLUE, RED, Put, table
from kit.troops import foot, warriors
from maniple.battle.events import TurnBegan, UnitRan
from maniple.battle.sheet import Armour, Sheet, Traits
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Moved, UnitId
from maniple.geometry import Edge
from maniple.rules.fighting.result import score_of

FOE, WALL = UnitId(0), UnitId(1)


def wall(**changes: object) -> Sheet:
    sheet = foot("shields", 16, armour=Armour(shield=2), traits=Traits(shieldwall=True))
    return replace(sheet, **changes)


def charged(sheet: Sheet | None = None, *, edge: Edge = FRONT, charger: int = 0) -> Battle:
    battle = table(
        Put(warriors(), x=20, y=20, files=5),
        Put(sheet or wall(), x=20, y=20, facing=180, files=5, side=BLUE),
    )
    return met(battle, 0, 1, blue_edge=edge, charger=charger)


def bonus(battle: Battle, side: Side = BLUE) -> int:
    return score_of(counted(battle), side).shieldwall


@pytest.mark.rule("troop.shieldwall", "result.compute")
def test_a_shieldwall_that_is_charged_in_the_front_has_one_more() -> None:
    battle = counted(charged())
    assert score_of(battle, BLUE).shieldwall == 1
    assert score_of(battle, RED).shieldwall == 0
    plain = counted(charged(wall(traits=Traits())))
    assert score_of(battle, BLUE).total == score_of(plain, BLUE).total + 1


@pytest.mark.rule("troop.shieldwall")
def test_only_in_the_round_in_which_it_is_charged_and_only_in_front() -> None:
    assert bonus(charged(charger=-1)) == 0
    assert bonus(charged(edge=LEFT)) == 0
    assert bonus(charged(charger=1)) == 0


@pytest.mark.rule("troop.shieldwall")
def test_it_takes_large_shields_ranks_and_leave_of_its_list() -> None:
    assert bonus(charged(wall(armour=Armour(worn=1, shield=1)))) == 0
    assert bonus(charged(wall(traits=Traits()))) == 0
    assert bonus(changed(charged(), 1, formation=Formation.MOB)) == 0


@pytest.mark.rule("troop.shieldwall")
def test_who_moved_in_its_own_turn_has_none_in_the_enemys() -> None:
    """Blue moved in its turn; then red's begins and red charges."""

    def after_own_turn(how: Moved, *, on: bool = True) -> Battle:
        battle = done(charged(), 1, moved=how)
        return after(battle, TurnBegan(2, RED)) if on else battle

    assert bonus(after_own_turn(Moved.STOOD)) == 1
    assert bonus(after_own_turn(Moved.HALTED)) == 1
    assert bonus(after_own_turn(Moved.MOVED)) == 0
    assert bonus(after_own_turn(Moved.MOVED, on=False)) == 0
    # its own next turn, in which it stands, wipes that
    again = after(after_own_turn(Moved.MOVED), TurnBegan(2, BLUE), TurnBegan(3, RED))
    assert bonus(again) == 1


@pytest.mark.rule("troop.shieldwall", "troop.pavise")
def test_who_pursued_in_its_own_turn_has_moved() -> None:
    at = charged().units[WALL].pose
    ran = after(charged(), UnitRan(WALL, at, 5.0, "pursue.distance"))
    assert bonus(after(ran, TurnBegan(2, RED))) == 0
    in_ours = after(charged(), TurnBegan(2, RED), UnitRan(WALL, at, 5.0, "pursue.distance"))
    assert bonus(in_ours) == 0
    assert bonus(after(in_ours, TurnBegan(2, BLUE), TurnBegan(3, RED))) == 1
