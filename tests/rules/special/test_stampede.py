"""Beasts out of hand: what startles them, where they run, whom they trample, and what is left of them."""

from collections.abc import Iterable
from fractions import Fraction

import pytest
from msgspec.structs import replace

from kit.changes import changed
from kit.charges import HOLD, declared, moved, order
from kit.fights import REAR, counted, events, met, run_to
from kit.tables import BLUE, RED, Put, table
from kit.troops import (
    MM,
    archers,
    elephant,
    foot,
    general,
    horse,
    legionaries,
    skirmishers,
    spearmen,
)
from maniple.battle.asks import OrderUnit, Shot
from maniple.battle.bodies import body, gap
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import Direction
from maniple.battle.events import (
    BeastCalmed,
    BeastRan,
    BeastStartled,
    ChargeEnded,
    Spoke,
    StampedeBegan,
    StampedeRolled,
    Tested,
    Trampled,
    UnitFled,
    UnitLeftTable,
)
from maniple.battle.judged import Refusal
from maniple.battle.orders import Advance, Order
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.spells import Effect
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Laid, Moved, Status, UnitId
from maniple.play.script import Script
from maniple.rules.charging.charging import why_not_charge
from maniple.rules.charging.responses import answers
from maniple.rules.fleeing.aftermath import may_pursue
from maniple.rules.fleeing.compulsory import compulsory_tasks
from maniple.rules.fleeing.disengage import can_try
from maniple.rules.fleeing.overrun import overrun_tasks
from maniple.rules.fleeing.totals import leaving
from maniple.rules.legality import judge
from maniple.rules.nerve.casualties import inflict
from maniple.rules.nerve.nerve import may_panic
from maniple.rules.sequence import next_step
from maniple.rules.shooting.line_of_fire import why_not_shoot
from maniple.rules.shooting.volley import can_answer_with_shots
from maniple.rules.special.crew import inflict_on_crew
from maniple.rules.special.elephants import ELEPHANT
from maniple.rules.special.startled import startled_tests
from maniple.rules.victory import points_for, quarters_held

BEAST, OTHER, THIRD = UnitId(0), UnitId(1), UnitId(2)

USED = Traits(used_to_elephants=True)

AHEAD, RIGHT, BEHIND = 12, 3, 6
"""Hours on the clock."""


def wild(
    *others: Put, at: tuple[float, float] = (30, 20), terrain: tuple[Terrain, ...] = ()
) -> Battle:
    """A red elephant that stampedes and faces up the table, in its compulsory moves; somebody of each
    side looks on from afar.
    """
    onlookers = (Put(archers(), 66, 4, files=8), Put(archers(), 66, 46, 180, files=8, side=BLUE))
    battle = table(
        Put(elephant(), *at), *others, *onlookers, phase=Phase.COMPULSORY, terrain=terrain
    )
    battle = changed(battle, BEAST, stampeding=True)
    return replace(battle, turn=replace(battle.turn, todo=compulsory_tasks(battle)))


def run(battle: Battle, dice: Iterable[int]) -> Script:
    """All that is to do, to its end."""
    script = Script(battle, dice)
    while script.battle.turn.todo:
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table), use_up=False)
    script.all_used()
    return script


def startled(battle: Battle, wounds: int = 1, crew: int = 0) -> Battle:
    """The beast has just lost so many wounds, and its crew so many."""
    script = Script(battle)
    _ = inflict(script.table, BEAST, wounds, OTHER, "shoot.casualties", shooting=True)
    _ = inflict_on_crew(script.table, BEAST, crew, OTHER, "shoot.casualties")
    after = script.battle
    return replace(after, turn=replace(after.turn, todo=(Task(Do.STAMPEDE_TEST, BEAST),)))


def calm() -> Battle:
    return table(Put(elephant(), x=30, y=20), Put(archers(), x=30, y=40, files=8, side=BLUE))


# ------------------------------------------------------------------------------- startled beasts


@pytest.mark.rule("troop.elephant", "psychology.crew")
@pytest.mark.parametrize(("dice", "wild_now"), [((3, 4), False), ((4, 4), True)])
def test_a_wounded_elephant_tests_on_its_crews_leadership(
    dice: tuple[int, int], wild_now: bool
) -> None:
    script = run(startled(calm()), dice)
    assert script.battle.units[BEAST].stampeding is wild_now
    assert not script.battle.units[BEAST].startled
    (tested,) = events(script, Tested)
    assert (tested.kind, tested.need, tested.passed) == (ELEPHANT, 7, not wild_now)
    assert bool(events(script, StampedeBegan)) is wild_now
    assert bool(events(script, BeastCalmed)) is not wild_now


@pytest.mark.rule("troop.elephant", "general.leadership")
def test_the_general_does_not_help() -> None:
    battle = table(Put(elephant(), x=30, y=20), Put(general(), x=33, y=20))
    script = run(startled(battle), [4, 4])
    assert events(script, Tested)[0].need == 7
    assert script.battle.units[BEAST].stampeding


@pytest.mark.rule("troop.elephant")
def test_a_beast_that_has_lost_the_last_of_its_crew_stampedes_untested() -> None:
    assert run(startled(calm(), wounds=0, crew=3), []).battle.units[BEAST].stampeding
    two = startled(calm(), wounds=0, crew=2)
    assert not two.units[BEAST].startled
    # One that never had a crew has its own nerve.
    alone = changed(calm(), BEAST, sheet=elephant(crew=None))
    assert not run(startled(alone), [1, 2]).battle.units[BEAST].stampeding


@pytest.mark.rule("troop.elephant", "psychology.test")
def test_the_dead_and_those_who_run_are_not_startled() -> None:
    assert not startled(calm(), wounds=6).units[BEAST].startled
    assert not startled(changed(calm(), BEAST, fleeing=True)).units[BEAST].startled
    assert not startled(changed(calm(), BEAST, stampeding=True)).units[BEAST].startled
    spears = changed(calm(), BEAST, sheet=spearmen())
    assert not startled(spears).units[BEAST].startled
    # One that took to flight before its test comes takes none.
    fled = changed(startled(calm()), BEAST, fleeing=True)
    assert not run(fled, []).battle.units[BEAST].startled


@pytest.mark.rule("troop.elephant")
def test_it_is_tested_once_when_the_volley_is_over() -> None:
    battle = table(
        Put(elephant(), x=30, y=20),
        Put(archers(models=6), x=30, y=30, facing=180, files=6, side=BLUE),
        phase=Phase.SHOOTING,
        side=BLUE,
        todo=(Task(Do.SHOOT),),
    )
    script = Script(battle, [6, 6, 1, 1, 6, 6, 1, 1, 1, 1], [Shot(OTHER, BEAST, "bow")])
    script.run_until(1)
    assert [task.do for task in script.battle.turn.todo][:2] == [Do.STAMPEDE_TEST, Do.SHOOT]
    assert [task.do for task in script.battle.turn.todo].count(Do.STAMPEDE_TEST) == 1
    assert script.battle.units[BEAST].wounds == 2
    assert len(events(script, BeastStartled)) == 1
    assert startled_tests(script.battle) == ()


@pytest.mark.rule("troop.elephant")
def test_in_combat_it_is_tested_between_the_blows_and_fights_on() -> None:
    battle = met(
        table(
            Put(elephant(), x=30, y=20),
            Put(spearmen(), x=30, y=20, facing=180, files=4, side=BLUE),
        ),
        BEAST,
        OTHER,
        charger=OTHER,
    )
    strike = run_to(battle, Do.STRIKE).battle
    script = Script(strike, [6, 6, 6, 6, 6, 1, 1, 1, 6, 1, 1, 1, 1, 1, 1])
    while script.battle.turn.todo[0].do is not Do.STAMPEDE_TEST:
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table), use_up=False)
    assert script.battle.units[BEAST].startled
    # It has not struck yet, and will.
    assert BEAST in [group.unit for group in script.battle.combats[-1].groups]
    assert changed(script.battle, BEAST, stampeding=True).units[BEAST].is_engaged


# --------------------------------------------------------------------------------- which way it goes


@pytest.mark.rule("troop.elephant")
def test_it_goes_one_of_twelve_ways_each_as_likely() -> None:
    spread = outcomes(Direction(ELEPHANT, BEAST))
    assert sorted(spread.outcomes) == list(range(0, 360, 30))
    assert {spread.probability(way) for way in spread.outcomes} == {Fraction(1, 12)}


@pytest.mark.rule("troop.elephant")
@pytest.mark.parametrize(("hour", "heading"), [(AHEAD, 90), (RIGHT, 180), (BEHIND, 270), (11, 60)])
def test_the_way_is_told_from_its_own_facing(hour: int, heading: int) -> None:
    battle = changed(wild(), BEAST, pose=replace(wild().units[BEAST].pose, facing=90.0))
    script = run(battle, [hour, 3, 4])
    (rolled,) = events(script, StampedeRolled)
    assert (rolled.heading, rolled.inches) == (heading, 7)
    assert script.battle.units[BEAST].pose.facing == heading


@pytest.mark.rule("troop.elephant", "turn.procedure")
def test_it_moves_two_dice_at_each_compulsory_move_of_its_side() -> None:
    battle = wild()
    assert [(t.do, t.unit) for t in compulsory_tasks(battle)] == [(Do.STAMPEDE, BEAST)]
    theirs = replace(battle, turn=replace(battle.turn, side=BLUE))
    assert compulsory_tasks(theirs) == ()
    assert compulsory_tasks(changed(battle, BEAST, stampeding=False)) == ()
    script = run(battle, [AHEAD, 3, 4])
    unit = script.battle.units[BEAST]
    assert (unit.pose.x, unit.pose.y) == (30, 27)
    assert unit.doings.moved is Moved.STAMPEDED
    assert unit.stampeding


@pytest.mark.rule("troop.elephant")
def test_it_leaves_the_battle_at_the_table_edge() -> None:
    script = run(wild(at=(30, 44)), [AHEAD, 3, 4])
    (left,) = events(script, UnitLeftTable)
    assert (left.unit, left.returns, left.cite) == (BEAST, False, ELEPHANT)
    assert script.battle.units[BEAST].status is Status.LEFT
    assert script.battle.units[BEAST].is_alive is False


@pytest.mark.rule("troop.elephant")
def test_it_stops_for_nobody_and_comes_to_stand_where_there_is_room() -> None:
    """Its seven inches would end among horse: it goes on through them to the first free place."""
    riders = Put(horse("riders"), x=30, y=27, files=6, side=BLUE, facing=180)
    script = run(wild(riders), [AHEAD, 3, 4, 1, 1])
    beast, horsemen = script.battle.units[BEAST], script.battle.units[OTHER]
    (ran,) = events(script, BeastRan)
    assert ran.reached == (OTHER,)
    assert ran.distance > 7
    assert beast.pose.x == 30
    assert body(beast).cy > body(horsemen).cy
    assert 0.1 <= gap(beast, horsemen) < 0.11
    assert not script.battle.contacts


@pytest.mark.rule("troop.elephant", "terrain.impassable")
def test_impassable_ground_alone_stops_it() -> None:
    rock = Terrain("rock", ((25, 22), (35, 22), (35, 24), (25, 24)), Ground.IMPASSABLE)
    script = run(wild(terrain=(rock,)), [AHEAD, 3, 4])
    assert script.battle.units[BEAST].pose.y == pytest.approx(22, abs=0.02)
    assert events(script, BeastRan)[0].distance == pytest.approx(2, abs=0.02)
    hedge = replace(rock, ground=Ground.OBSTACLE)
    assert run(wild(terrain=(hedge,)), [AHEAD, 5, 6]).battle.units[BEAST].pose.y > 26


@pytest.mark.rule("troop.elephant")
def test_it_breaks_out_of_its_fight() -> None:
    foe = Put(spearmen(), x=30, y=20, facing=180, files=4, side=BLUE)
    battle = met(wild(foe), BEAST, OTHER)
    script = run(battle, [BEHIND, 3, 4])
    assert not script.battle.contacts
    assert script.battle.units[BEAST].fight is None
    assert script.battle.units[OTHER].fight is None
    assert events(script, BeastRan)[0].reached == ()
    # Straight on it goes over those whom it fought; they are too busy to test.
    over = run(battle, [AHEAD, 3, 4, 2, 6, 6])
    assert events(over, BeastRan)[0].reached == (OTHER,)
    assert not events(over, Tested)


@pytest.mark.rule("troop.elephant", "redress.lap-round")
def test_men_who_lapped_round_it_go_back_behind_their_unit() -> None:
    foe = Put(spearmen(), x=30, y=20, facing=180, files=4, side=BLUE)
    battle = changed(met(wild(foe), BEAST, OTHER), OTHER, lap_left=1)
    after = run(battle, [BEHIND, 3, 4]).battle
    assert after.units[OTHER].lap_left == 0


# --------------------------------------------------------------------------------- whom it tramples


@pytest.mark.rule("troop.elephant", "combat.casualties")
def test_those_who_fight_close_up_over_the_trampled() -> None:
    """It takes the last rank of spearmen whom a cohort strikes in the rear."""
    battle = wild(
        Put(spearmen(), x=30, y=24, facing=180, files=4, side=BLUE),
        Put(legionaries(), x=30, y=24 + 4 * 20 * MM, facing=180, files=4),
    )
    battle = met(battle, THIRD, OTHER, blue_edge=REAR)
    script = run(battle, [AHEAD, 5, 6, 4, 6, 6, 6, 6, 1, 1])
    assert script.battle.units[OTHER].models == 12
    assert gap(script.battle.units[OTHER], script.battle.units[THIRD]) <= 0.01
    assert script.battle.contacts


@pytest.mark.rule("troop.elephant")
@pytest.mark.parametrize("side", [RED, BLUE])
def test_friend_and_foe_take_a_die_of_hits_at_its_strength(side: object) -> None:
    facing = 0 if side is RED else 180
    riders = horse("riders")
    battle = wild(Put(riders, x=30, y=25, facing=facing, files=6, side=side))
    # 4 hits, wounding on 2+, no save against Strength 7.
    script = run(battle, [AHEAD, 5, 6, 4, 6, 2, 2, 1])
    (trampled,) = events(script, Trampled)
    assert (trampled.unit, trampled.by, trampled.hits, trampled.wounds) == (OTHER, BEAST, 4, 3)
    assert script.battle.units[OTHER].models == riders.models - 3
    assert not script.battle.captures


@pytest.mark.rule("magic.ward")
def test_the_warded_are_saved_from_its_feet() -> None:
    battle = wild(Put(horse("riders"), x=30, y=25, files=6))
    ward = (Laid("ward", Effect.WARD, BEAST, 5),)
    script = run(changed(battle, OTHER, spells=ward), [AHEAD, 5, 6, 4, 6, 2, 2, 1, 5, 4, 4])
    (trampled,) = events(script, Trampled)
    assert (trampled.hits, trampled.wounds) == (4, 2)


@pytest.mark.rule("troop.elephant")
def test_those_whom_it_reaches_first_are_trampled_first() -> None:
    far = Put(horse("far", 5), x=30, y=29, files=5)
    near = Put(horse("near", 5), x=30, y=25, files=5)
    aside = Put(horse("aside", 5), x=40, y=25, files=5)
    script = run(wild(far, near, aside), [AHEAD, 6, 6, 1, 1, 1, 1])
    assert [e.unit for e in events(script, Trampled)] == [THIRD, OTHER]
    assert script.battle.units[3].models == 5


@pytest.mark.rule("troop.elephant")
def test_the_last_rider_trampled_takes_no_standard_along() -> None:
    battle = wild(Put(horse("riders", 1), x=30, y=25, facing=180, side=BLUE))
    script = run(battle, [AHEAD, 5, 6, 1, 6])
    assert script.battle.units[OTHER].status is Status.DESTROYED
    assert script.battle.captures == ()


@pytest.mark.rule("troop.elephant")
def test_one_beast_can_startle_another() -> None:
    battle = wild(Put(elephant("second"), x=30, y=26))
    script = run(battle, [AHEAD, 5, 6, 1, 6, 6, 6])
    assert script.battle.units[OTHER].wounds == 1
    assert script.battle.units[OTHER].stampeding


# -------------------------------------------------------------------------------- foot in its way


def foot_before(sheet: Sheet, **put: object) -> Battle:
    return wild(Put(sheet, x=30, y=24, facing=180, files=4, side=BLUE, **put))


@pytest.mark.rule("troop.elephant", "fear.charged", "psychology.test")
def test_foot_in_its_way_tests_and_runs_from_it_if_it_fails() -> None:
    script = run(foot_before(spearmen()), [AHEAD, 3, 4, 5, 6, 6, 6])
    (tested,) = events(script, Tested)
    assert (tested.unit, tested.need, tested.passed, tested.cite) == (OTHER, 7, False, ELEPHANT)
    assert [e.unit for e in events(script, UnitFled)] == [OTHER]
    assert not events(script, Trampled)
    assert script.battle.units[OTHER].pose.y > 35


@pytest.mark.rule("troop.elephant")
def test_foot_that_stands_is_trampled() -> None:
    script = run(foot_before(spearmen()), [AHEAD, 3, 4, 3, 4, 3, 2, 2, 1])
    assert events(script, Tested)[0].passed
    assert script.battle.units[OTHER].models == 14


@pytest.mark.rule("troop.elephant")
@pytest.mark.parametrize(
    ("sheet", "tests"),
    [
        (foot("used", traits=Traits(used_to_elephants=True)), True),
        (foot("friends"), True),
        (foot("fearless", traits=Traits(immune_to_psychology=True)), False),
        (horse("riders", 4), False),
    ],
)
def test_who_tests_before_it(sheet: Sheet, tests: bool) -> None:
    side = RED if sheet.name == "friends" else BLUE
    battle = wild(Put(sheet, x=30, y=24, files=4, side=side))
    script = Script(battle, [AHEAD, 3, 4])
    script.run_until(1)
    due = [task for task in script.battle.turn.todo if task.do is Do.DREAD_STAMPEDE]
    assert bool(due) is tests


@pytest.mark.rule("troop.elephant", "troop.drilled")
@pytest.mark.parametrize(
    "traits", [Traits(drilled=True), Traits(used_to_elephants=True)], ids=["drilled", "used"]
)
def test_foot_that_stands_and_knows_how_opens_lanes_for_it(traits: Traits) -> None:
    script = run(foot_before(foot("cohort", traits=traits)), [AHEAD, 3, 4, 3, 4])
    assert not events(script, Trampled)
    assert [e.unit for e in events(script, Spoke)] == [OTHER]
    assert script.battle.units[OTHER].models == 16
    assert script.battle.units[BEAST].pose.y > 24


@pytest.mark.rule("troop.elephant")
def test_skirmishers_do_not_open_lanes() -> None:
    loose = skirmishers(models=1)
    drilled = replace(loose, traits=replace(loose.traits, drilled=True))
    battle = wild(Put(drilled, x=30, y=24, side=BLUE, places=((30, 24, 180.0),)))
    script = run(battle, [AHEAD, 3, 4, 1, 1, 1, 1])
    assert [e.unit for e in events(script, Trampled)] == [OTHER]


# -------------------------------------------------------------------------------- out of hand


@pytest.mark.rule("troop.elephant")
def test_a_beast_out_of_hand_takes_no_orders_and_no_tests() -> None:
    battle = wild(Put(horse("riders"), x=30, y=30, facing=180, files=6, side=BLUE))
    unit = battle.units[BEAST]
    refused = [
        why_not_charge(battle, unit),
        judge(battle, OrderUnit(RED), Order(BEAST, (Advance(1.0),))),
        why_not_shoot(battle, unit),
    ]
    for refusal in refused:
        assert isinstance(refusal, Refusal)
        assert refusal.rule == ELEPHANT
    assert not can_answer_with_shots(battle, BEAST, OTHER)
    assert not may_panic(battle, unit)
    in_hand = changed(battle, BEAST, stampeding=False)
    assert why_not_charge(in_hand, in_hand.units[BEAST]) is None
    assert why_not_shoot(in_hand, in_hand.units[BEAST]) is None
    assert can_answer_with_shots(in_hand, BEAST, OTHER)
    assert may_panic(in_hand, in_hand.units[BEAST])


@pytest.mark.rule("troop.elephant", "charge.response.hold")
def test_charged_it_can_only_hold() -> None:
    youths = skirmishers(models=3)
    used = replace(youths.traits, used_to_elephants=True)
    battle = table(
        Put(elephant(), x=30, y=20),
        Put(
            replace(youths, traits=used),
            x=30,
            y=27,
            places=tuple((29.0 + i, 27, 180) for i in range(3)),
            side=BLUE,
        ),
        side=BLUE,
    )
    charge = declared(changed(battle, BEAST, stampeding=True), order(1, 0))
    assert not charge.asked[1:]
    asked = replace(battle, charges=charge.battle.charges)
    assert len(answers(asked, OTHER, BEAST)) > 1


@pytest.mark.rule("troop.elephant", "charge.procedure")
def test_its_charge_is_over() -> None:
    battle = table(
        Put(elephant(), x=30, y=20),
        Put(foot("used", traits=USED), x=30, y=28, facing=180, files=4, side=BLUE),
    )
    script = declared(battle, order(0, 1), HOLD)
    mad = changed(script.battle, BEAST, stampeding=True)
    ended = events(moved(mad), ChargeEnded)
    assert [(e.charger, e.arrived) for e in ended] == [(BEAST, False)]


@pytest.mark.rule("troop.elephant", "break.test")
def test_it_takes_no_break_test_pursues_nobody_and_does_not_disengage() -> None:
    battle = met(
        table(
            Put(elephant(), x=30, y=20),
            Put(spearmen(), x=30, y=20, facing=180, files=4, side=BLUE),
        ),
        BEAST,
        OTHER,
        charger=OTHER,
    )
    mad = changed(battle, BEAST, stampeding=True)
    assert can_try(battle, battle.units[BEAST])
    assert not can_try(mad, mad.units[BEAST])
    lost = run_to(counted(mad, blue=3), Do.COMBAT_PANIC)
    assert not events(lost, Tested)
    assert lost.battle.units[BEAST].is_engaged
    won = run_to(counted(mad, red=9), Do.COMBAT_PANIC, dice=[6, 6]).battle
    assert leaving(won) == (OTHER,)
    assert not may_pursue(won, won.units[BEAST])
    in_hand = changed(won, BEAST, stampeding=False)
    assert may_pursue(in_hand, in_hand.units[BEAST])


@pytest.mark.rule("troop.elephant", "pursue.overrun")
def test_it_does_not_overrun() -> None:
    battle = met(
        table(
            Put(elephant(), x=30, y=20),
            Put(spearmen(), 30, 20, 180, 4, BLUE, 1),
            Put(spearmen("far"), 66, 46, 180, 4, BLUE),
        ),
        BEAST,
        OTHER,
        charger=BEAST,
    )
    slain = run_to(battle, Do.COMBAT_PANIC, dice=[6] * 4 + [6] * 4).battle
    assert slain.units[OTHER].status is Status.DESTROYED
    assert [task.unit for task in overrun_tasks(slain)] == [BEAST]
    assert overrun_tasks(changed(slain, BEAST, stampeding=True)) == ()


# ---------------------------------------------------------------------------------- victory


@pytest.mark.rule("victory.elephants")
def test_a_stampeding_elephant_gives_half_its_points_a_dead_one_all() -> None:
    battle = calm()
    assert points_for(battle, battle.units[BEAST]) == 0
    mad = changed(battle, BEAST, stampeding=True)
    assert points_for(mad, mad.units[BEAST]) == 149 // 2
    for status in (Status.DESTROYED, Status.LEFT):
        gone = changed(mad, BEAST, status=status)
        assert points_for(gone, gone.units[BEAST]) == 149


@pytest.mark.rule("victory.elephants", "victory.points")
def test_it_holds_no_quarter_and_disputes_none() -> None:
    battle = table(
        Put(elephant(), x=10, y=10),
        Put(elephant("second"), x=60, y=10),
        Put(spearmen(), x=60, y=20, facing=180, files=4, side=BLUE),
    )
    assert [quarters_held(battle, side) for side in (RED, BLUE)] == [1, 0]
    mad = changed(changed(battle, BEAST, stampeding=True), OTHER, stampeding=True)
    assert [quarters_held(mad, side) for side in (RED, BLUE)] == [0, 1]
