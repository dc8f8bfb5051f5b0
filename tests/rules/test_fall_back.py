"""Falling back in good order, and overrunning."""

import pytest
from msgspec.structs import replace

from kit.bodies import centre, overlapping
from kit.changes import changed
from kit.fights import FRONT, RIGHT, events, met
from kit.tables import BLUE, Put
from kit.troops import MM, horse, skirmishers, warriors
from maniple.battle.asks import FormRallied, HoldBack, MayOverrun, No, Stand, Yes
from maniple.battle.bodies import body
from maniple.battle.events import (
    Tested,
    UnitDestroyed,
    UnitFellBack,
    UnitFled,
    UnitLeftTable,
    UnitRallied,
    UnitRan,
    UnitsMet,
    UnitsParted,
)
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Task
from maniple.battle.terrain import Ground
from maniple.battle.unit import Formation, Moved, Status, UnitId
from maniple.geometry import distance
from maniple.rules.fleeing.fall_back import keeps_its_facing
from maniple.rules.fleeing.overrun import overrun_tasks
from rules.test_pursuit import aftermath, beaten, field, fought, piece, victors, won

VICTORS, BEATEN = UnitId(0), UnitId(1)
W = 20 * MM


def in_good_order(battle: Battle) -> Battle:
    """Unit 1 falls back."""
    return won(battle, broken=(), falling_back=(1,))


@pytest.mark.rule("break.fall-back.move", "break.fall-back")
def test_it_goes_back_like_fleers_and_rallies_at_once_in_any_formation() -> None:
    """Case D18: no flight, and no Panic test of friends."""
    friend = beaten(x=40, y=20, sheet=warriors("friends", 16))
    script = aftermath(in_good_order(fought(friend)), [3, 4], Yes(), Stand(8, 180.0))
    unit = script.battle.units[BEATEN]
    assert not unit.fleeing
    assert (unit.formation, unit.files, unit.pose.facing) == (Formation.FORMED, 8, 180.0)
    assert centre(script.battle, 1) == pytest.approx((30.0, 20 + 2 * W + 7), abs=0.01)
    assert unit.fell_back
    assert unit.doings.moved is Moved.STOOD
    assert events(script, UnitFled) == []
    assert events(script, Tested) == []
    assert [e.cite for e in events(script, UnitRallied)] == ["break.fall-back.move"]


@pytest.mark.rule("break.fall-back.move")
def test_it_reforms_before_its_enemies_pursue() -> None:
    script = aftermath(in_good_order(fought()), [3, 4, 2, 2], No(), Stand(8, 180.0))
    kinds = [type(e) for e in script.table.events if isinstance(e, UnitRan | UnitRallied)]
    assert kinds == [UnitRan, UnitRallied, UnitRan]


@pytest.mark.rule("break.fall-back", "pursue.restrain")
def test_enemies_may_pursue_it_and_need_no_test_to_stay() -> None:
    script = aftermath(in_good_order(fought()), [3, 4], Yes(), Stand(4, 180.0))
    assert [type(ask) for ask in script.asked] == [HoldBack, FormRallied]
    assert script.battle.units[VICTORS].pose.y == 20.0


@pytest.mark.rule("break.fall-back.move", "pursue.into-fresh-enemy")
def test_pursuers_that_catch_it_count_as_charging_in_the_next_combat() -> None:
    script = aftermath(in_good_order(fought()), [1, 2, 5, 5], No(), Stand(4, 180.0))
    assert script.battle.units[BEATEN].status is Status.TABLE
    (meeting,) = events(script, UnitsMet)
    assert (meeting.charger, meeting.contact.blue_edge) == (0, FRONT)
    fight = script.battle.units[VICTORS].fight
    assert fight is not None
    assert fight.charging


@pytest.mark.rule("break.fall-back.move", "pursue.several")
def test_pursuers_with_no_higher_total_leave_it_alone() -> None:
    script = aftermath(in_good_order(fought()), [3, 4, 3, 4], No(), Stand(4, 180.0))
    assert events(script, UnitsMet) == []
    one, other = (body(script.battle.units[i]) for i in (0, 1))
    assert distance(one, other) >= 0.99


@pytest.mark.rule("break.fall-back.move")
def test_who_fought_to_flank_or_rear_keeps_facing_and_formation() -> None:
    """Case D20, and the facing that pursuers then strike."""
    flankers = victors(x=30 - 2 * W, y=20 + 2 * W, facing=90.0)
    battle = met(field(flankers, beaten()), 0, 1, blue_edge=RIGHT)
    assert keeps_its_facing(battle, BEATEN)
    script = aftermath(in_good_order(battle), [1, 2, 5, 5], No())
    unit = script.battle.units[BEATEN]
    assert (unit.pose.facing, unit.files) == (180.0, 4)
    assert events(script, UnitRallied) == []
    (meeting,) = events(script, UnitsMet)
    assert meeting.contact.blue_edge is RIGHT


@pytest.mark.rule("break.fall-back.move", "flee.through-friends")
def test_it_goes_through_friends_formed_as_it_is() -> None:
    friend = beaten(x=30, y=26, sheet=warriors("friends", 16))
    script = aftermath(in_good_order(fought(friend)), [6, 6], Yes(), Stand(4, 180.0))
    assert centre(script.battle, 1)[1] == pytest.approx(20 + 2 * W + 12, abs=0.01)
    fell = events(script, UnitFellBack)[0]
    assert fell.pose.facing == 0.0


@pytest.mark.rule("break.fall-back.move", "flee.off-table")
def test_off_the_table_it_is_lost() -> None:
    battle = met(field(victors(y=42), beaten(y=42)), 0, 1)
    script = aftermath(in_good_order(battle), [3, 4], Yes())
    assert script.battle.units[BEATEN].status is Status.LEFT
    assert [e.returns for e in events(script, UnitLeftTable)] == [False]


@pytest.mark.rule("break.fall-back.move", "troop.skirmish.shape")
def test_skirmishers_fall_back_in_loose_order() -> None:
    places = tuple((28.5 + 0.8 * i, 20.0, 180.0) for i in range(5))
    loose = Put(skirmishers(models=5), 30, 20, 180, side=BLUE, places=places)
    battle = met(field(victors(), loose), 0, 1)
    script = aftermath(in_good_order(battle), [3, 4], Yes(), Stand(5, 180.0, skirmish=True))
    unit = script.battle.units[BEATEN]
    assert unit.is_skirmishing
    assert len(unit.places) == 5
    assert centre(script.battle, 1)[1] == pytest.approx(20 + W / 2 + 7, abs=0.02)


# --------------------------------------------------------------------------------- overrun


def wiped_out(*more: Put, ours: Put | None = None, first_round: tuple[int, ...] = (0,)) -> Battle:
    """All foes of unit 0 are dead after the round."""
    battle = won(fought(*more, ours=ours), broken=())
    combat = replace(battle.combats[0], first_round=tuple(UnitId(u) for u in first_round))
    battle = replace(battle, combats=(combat,))
    return UnitDestroyed(BEATEN, VICTORS, "combat.casualties").changed(battle)


@pytest.mark.rule("pursue.overrun", "pursue.then")
def test_a_unit_whose_foes_died_in_its_first_round_may_go_straight_on() -> None:
    script = aftermath(wiped_out(), [3, 4], Yes())
    assert script.battle.units[VICTORS].pose.y == pytest.approx(27.0)
    assert script.battle.units[VICTORS].pose.facing == 0.0
    riders = victors(sheet=horse("riders"), files=3)
    script = aftermath(wiped_out(ours=riders), [1, 2, 3], Yes())
    assert script.battle.units[VICTORS].pose.y == pytest.approx(26.0)


@pytest.mark.rule("pursue.overrun")
def test_it_may_decline() -> None:
    script = aftermath(wiped_out(), [], No())
    assert [type(ask) for ask in script.asked] == [MayOverrun]
    assert script.battle.units[VICTORS].pose.y == 20.0


@pytest.mark.rule("pursue.overrun", "panic.flee")
def test_who_has_taken_to_flight_since_is_not_asked() -> None:
    battle = changed(wiped_out(), VICTORS, fleeing=True, formation=Formation.MOB)
    turn = replace(battle.turn, todo=(Task(Do.OVERRUN, VICTORS),))
    assert aftermath(replace(battle, turn=turn), []).asked == []


@pytest.mark.rule("pursue.overrun")
def test_not_after_a_later_round_nor_when_foes_fled() -> None:
    assert aftermath(wiped_out(first_round=()), []).asked == []
    script = aftermath(won(fought()), [3, 3, 3, 4], No())
    assert [type(ask) for ask in script.asked] == [HoldBack]


@pytest.mark.rule("pursue.overrun")
def test_not_where_no_foe_has_died_nor_while_another_is_fought() -> None:
    battle = won(fought(), broken=())
    combat = replace(battle.combats[0], first_round=(VICTORS,))
    parted = UnitsParted(VICTORS, BEATEN).changed(replace(battle, combats=(combat,)))
    assert overrun_tasks(parted) == ()
    assert overrun_tasks(wiped_out()) == (Task(Do.OVERRUN, VICTORS),)
    flank = beaten(x=30 + 2 * W, y=20 - 2 * W, facing=270.0, sheet=warriors("flankers", 8))
    assert overrun_tasks(met(wiped_out(flank), 0, 2, red_edge=RIGHT)) == ()


@pytest.mark.rule("pursue.overrun", "pursue.into-fresh-enemy")
def test_it_charges_a_fresh_enemy_that_can_only_hold() -> None:
    """Case D17."""
    fresh = beaten(x=31, y=25.5, sheet=warriors("fresh", 16))
    script = aftermath(wiped_out(fresh), [4, 4], Yes())
    (meeting,) = events(script, UnitsMet)
    assert (meeting.charger, meeting.contact.blue) == (0, 2)
    fight = script.battle.units[VICTORS].fight
    assert fight is not None
    assert fight.charging
    assert [type(ask) for ask in script.asked] == [MayOverrun]


@pytest.mark.rule("pursue.overrun", "pursue.obstacle")
def test_an_obstacle_halves_what_is_left_of_an_overrun() -> None:
    battle = wiped_out()
    hedge = piece(20, 24, 40, 24.2, Ground.OBSTACLE)
    battle = replace(battle, field=replace(battle.field, terrain=(hedge,)))
    # Four inches to the hedge and half of the other six would leave it upon the hedge.
    script = aftermath(battle, [5, 5], Yes())
    assert not overlapping(script.battle)
    assert script.battle.units[VICTORS].pose.y == pytest.approx(24.0, abs=0.01)
    script = aftermath(battle, [6, 6], Yes())
    assert script.battle.units[VICTORS].pose.y == pytest.approx(28.0, abs=0.01)
