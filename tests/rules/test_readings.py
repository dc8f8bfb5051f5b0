"""Readings of unclear rules that no other test pins; docs/interpretations.md tells why."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, done, joined
from kit.charges import FLEE, HOLD, SHOOT, declared, events, order
from kit.fights import counted, met, opened, run_to
from kit.orders import judged, refused
from kit.tables import BLUE, RED, Put, table
from kit.troops import MM, archers, foot, general, horse, skirmishers, spearmen, warriors
from maniple.armies.arms import melee_for, melee_named
from maniple.armies.lists import army_list, list_names
from maniple.battle.asks import Allotment, AnswerCharge, NameShot, No, Shot
from maniple.battle.events import (
    ChargeAnswered,
    PursuitChosen,
    ResultCounted,
    Tested,
    UnitBroke,
    UnitRan,
    UnitShot,
)
from maniple.battle.field import Ruleset
from maniple.battle.orders import Advance, Backward, Reform, Sidestep
from maniple.battle.sheet import Armour, Kind
from maniple.battle.state import Battle, Combat
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Moved, Status, UnitId
from maniple.geometry import Edge
from maniple.play.script import Script
from maniple.rules.charging.facing import struck_facing
from maniple.rules.fighting.blows import blow
from maniple.rules.legality import options
from maniple.rules.nerve import nerve
from rules.test_panic import broken_warriors, who_tests
from rules.test_pursuit import field, won
from rules.test_shooting import bowmen, facing, needs

W = 20 * MM


# ----------------------------------------------------------------------------------- charges


@pytest.mark.rule("charge.response.flee", "charge.response.hold")
def test_crews_do_not_flee_from_a_charge_by_choice() -> None:
    engine = foot("engine", 8, kind=Kind.ENGINE, body_width=60 * MM, body_depth=60 * MM)
    battle = table(
        Put(horse("horse"), x=20, y=20, files=6),
        Put(engine, x=20, y=28, facing=180, side=BLUE),
    )
    script = declared(battle, order(0, 1))
    assert not [ask for ask in script.asked if isinstance(ask, AnswerCharge)]
    men = changed(battle, 1, sheet=spearmen(models=8), files=4)
    asked = declared(men, order(0, 1), HOLD).asked
    assert [ask for ask in asked if isinstance(ask, AnswerCharge)]


@pytest.mark.rule("charge.procedure", "charge.response.flee")
def test_shots_and_flights_from_a_charge_that_cannot_reach_stand() -> None:
    battle = table(
        Put(spearmen("chargers"), x=20, y=10, files=6),
        Put(archers(), x=20, y=30, facing=180, files=4, side=BLUE),
    )
    shot = declared(battle, order(0, 1), SHOOT, dice=[1, 1, 1, 1, 1, 1])
    assert [e.in_reach for e in events(shot, ChargeAnswered)] == [False]
    assert [e.as_response for e in events(shot, UnitShot)] == [True]
    fled = declared(battle, order(0, 1), FLEE, dice=[3, 4])
    assert [e.unit for e in events(fled, UnitRan)] == [1]


@pytest.mark.rule("charge.facing", "unit.zones")
@pytest.mark.parametrize(("face", "facing"), [(3, Edge.FRONT), (4, Edge.RIGHT)])
def test_of_skirmishers_equally_many_in_two_arcs_a_die_decides(face: int, facing: Edge) -> None:
    ahead = ((20.0, 24.0, 180.0), (21.0, 24.0, 180.0))
    aside = ((25.0, 19.0, 270.0), (25.0, 18.0, 270.0))
    loose = skirmishers(models=4)
    battle = table(
        Put(loose, x=22, y=22, places=ahead + aside),
        Put(spearmen(), x=20, y=20, facing=0, files=4, side=BLUE),
    )
    script = Script(battle, [face])
    assert script.run(struck_facing(script.table, UnitId(0), UnitId(1))) is facing


# ------------------------------------------------------------------------------------- moves


@pytest.mark.rule("move.march", "move.back-and-sideways")
def test_a_march_may_go_backwards_and_sideways_at_double_cost() -> None:
    battle = table(Put(spearmen(models=24), 36, 20, files=6))
    back = judged(battle, 0, Backward(4), march=True).end
    aside = judged(battle, 0, Sidestep(4), march=True).end
    assert back is not None
    assert aside is not None
    assert (back.y, aside.x) == (16.0, 40.0)
    no = refused(battle, 0, Backward(4.1), march=True)
    assert no.rule == "move.back-and-sideways"


@pytest.mark.rule("move.reform-near-enemy")
def test_a_fleeing_enemy_near_by_forbids_a_reform_too() -> None:
    fleers = Put(warriors(models=9), 36, 29, facing=0, files=3, fleeing=True, side=BLUE)
    rules = Ruleset(reform_blocked_near_enemy=True)
    battle = table(Put(spearmen(), 36, 20, files=4), fleers, ruleset=rules)
    assert refused(battle, 0, Reform(8, 0)).rule == "move.reform-near-enemy"


@pytest.mark.rule("move.one-inch-gap")
def test_a_unit_nearer_than_an_inch_may_move_but_no_nearer() -> None:
    foe = Put(warriors(), 36, 20.5, 180, 6, BLUE)
    battle = table(Put(spearmen(), 36, 20, files=4), foe, ruleset=Ruleset(one_inch_gap=True))
    assert refused(battle, 0, Advance(0.2)).rule == "move.one-inch-gap"
    aside, back = judged(battle, 0, Sidestep(1)).end, judged(battle, 0, Backward(0.2)).end
    assert aside is not None
    assert back is not None
    assert (aside.x, back.y) == (37.0, 19.8)


# ---------------------------------------------------------------------------------- shooting


@pytest.mark.rule("shoot.who", "pursue.off-table")
@pytest.mark.parametrize("moved", [Moved.DISENGAGED, Moved.RETURNED])
def test_who_has_disengaged_or_come_back_shoots_as_having_moved(moved: Moved) -> None:
    battle = facing(bowmen(4), 6)
    assert needs(battle) == {"short range": (4, 4)}
    after = done(battle, 0, moved=moved)
    assert Shot(UnitId(0), UnitId(1), "short bow") in (options(after, NameShot(RED)) or ())
    assert needs(after) == {"short range": (4, 5)}


@pytest.mark.rule("shoot.who", "shoot.into-combat", "turn.procedure")
def test_nobody_is_asked_for_a_shot_where_nobody_can_be_shot_at() -> None:
    seen = facing(bowmen(4), 6)
    behind = changed(seen, 1, pose=replace(seen.units[1].pose, y=2.0, facing=0.0))
    engaged = met(
        table(
            Put(bowmen(4), x=30, y=10, files=4),
            Put(spearmen(), x=30, y=20, files=4),
            Put(warriors(), x=30, y=20, facing=180, files=6, side=BLUE),
            phase=Phase.SHOOTING,
            todo=(Task(Do.SHOOT),),
        ),
        1,
        2,
    )
    for battle in (behind, engaged):
        script = Script(battle)
        script.run_until(1)
        assert script.asked == []
        assert script.battle.turn.todo == ()


@pytest.mark.rule("shoot.modifiers")
def test_the_last_skirmisher_is_hard_to_hit_as_skirmisher_and_as_single_man() -> None:
    for places, need in ((((30.0, 15.0, 180.0), (31.5, 15.0, 180.0)), 5), (((30, 15, 180),), 6)):
        battle = table(
            Put(bowmen(4), x=30, y=10, files=4),
            Put(skirmishers(models=len(places)), x=30, y=15, facing=180, side=BLUE, places=places),
        )
        assert needs(battle) == {"short range": (4, need)}


@pytest.mark.rule("shoot.modifiers", "character.in-unit")
def test_the_last_man_of_a_unit_with_a_character_is_no_single_man() -> None:
    battle = table(
        Put(bowmen(4), x=30, y=10, files=4),
        Put(spearmen(models=1), x=30, y=15, facing=180, side=BLUE),
        Put(general(mounted=False), x=60, y=40, side=BLUE),
    )
    assert needs(battle) == {"short range": (4, 5)}
    led = joined(changed(battle, 1, files=2), 2, 1)
    assert needs(led) == {"short range": (4, 4)}


@pytest.mark.rule("panic.shooting", "character.in-unit")
def test_a_character_counts_among_the_models_of_a_unit_that_is_shot_at() -> None:
    battle = table(
        Put(spearmen(models=3), x=20, y=20, files=3),
        Put(general(mounted=False), x=40, y=20),
        Put(warriors(), x=20, y=36, facing=180, files=6, side=BLUE),
    )
    shot_at = done(battle, 0, fallen=1)
    assert who_tests(nerve.panic_from_shooting(shot_at, UnitId(0), UnitId(2))) == [0]
    led = joined(shot_at, 1, 0)
    assert who_tests(nerve.panic_from_shooting(led, UnitId(0), UnitId(2))) == []


# ------------------------------------------------------------------------------ close combat


def against_a_general(at: int) -> Battle:
    """Spearmen fight warriors with a general among them, and strike at this unit where they may."""
    battle = table(
        Put(spearmen(), x=20, y=20, files=6),
        Put(warriors(), x=20, y=20, facing=180, files=6, side=BLUE),
        Put(general(mounted=False), x=20, y=20, side=BLUE),
    )
    host = replace(battle.units[1], guests=(UnitId(2),), guest_places=1)
    man = replace(battle.units[2], host=UnitId(1))
    battle = met(replace(battle, units=(battle.units[0], host, man)), 0, 1, charger=0)
    return opened(battle, [Allotment(UnitId(at))]).battle


@pytest.mark.rule("combat.choose-target")
def test_blows_at_a_man_who_has_fallen_are_lost() -> None:
    battle = against_a_general(2)
    at_him = next(g for g in battle.combats[-1].groups if g.unit == 0 and g.target == 2)
    assert blow(battle, at_him).dice == 2
    gone = changed(battle, 2, models=0, status=Status.DESTROYED, host=-1)
    gone = changed(gone, 1, guests=(), guest_places=0)
    assert blow(gone, at_him).dice == 0
    at_them = next(g for g in battle.combats[-1].groups if g.unit == 0 and g.target == 1)
    assert blow(gone, at_them).dice == blow(battle, at_them).dice


@pytest.mark.rule("panic.in-combat", "result.compute")
def test_who_panics_while_the_round_is_fought_neither_strikes_nor_is_struck_nor_tests() -> None:
    battle = met(
        table(
            Put(spearmen(), x=20, y=20, files=6),
            Put(warriors(), x=20, y=20, facing=180, files=6, side=BLUE),
            Put(warriors("aside"), x=60, y=40, facing=180, files=6, side=BLUE),
        ),
        0,
        1,
        charger=0,
    )
    before = opened(battle).battle
    combat = replace(before.combats[-1], panicked=(UnitId(1),))
    after = replace(before, combats=(combat,))
    assert all(blow(before, group).dice for group in combat.groups)
    assert not any(blow(after, group).dice for group in combat.groups)
    scored = counted(battle, blue=5)
    combat = replace(scored.combats[-1], panicked=(UnitId(1),))
    script = run_to(replace(scored, combats=(combat,)), Do.COMBAT_PANIC)
    (result,) = events(script, ResultCounted)
    assert result.winner is RED
    assert result.scores.blue.standard == 0
    assert not events(script, UnitBroke)


@pytest.mark.rule("panic.broken-friends", "break.fall-back.move")
def test_a_unit_that_falls_back_does_not_test_for_friends_that_broke() -> None:
    battle = broken_warriors()
    assert who_tests(nerve.panic_from_broken(battle, (UnitId(1),))) == [2, 3]
    another = Combat((UnitId(2),), falling_back=(UnitId(2),), is_done=True)
    leaving = replace(battle, combats=(*battle.combats, another))
    assert who_tests(nerve.panic_from_broken(leaving, (UnitId(1),))) == [3]


@pytest.mark.rule("troop.warband", "combat.procedure")
def test_a_warband_leans_on_the_ranks_that_are_left_when_it_tests() -> None:
    battle = table(
        Put(spearmen(), x=20, y=20, files=6),
        Put(warriors(models=24), x=20, y=20, facing=180, files=6, side=BLUE),
    )
    battle = counted(met(battle, 0, 1), red=5)
    assert battle.combats[-1].figures.blue.ranks == 3
    fewer = changed(battle, 1, models=12)
    script = run_to(fewer, Do.COMBAT_PANIC, dice=[1, 1])
    (result,) = events(script, ResultCounted)
    assert result.scores.blue.ranks == 3
    # Leadership 5 and one rank, less the margin.
    assert [e.need for e in events(script, Tested)] == [max(0, 5 + 1 - result.margin)]


@pytest.mark.rule("pursue.several")
def test_a_pursuer_goes_after_the_broken_before_those_who_fall_back() -> None:
    """Four men touch those who fall back, two the broken, and nobody is asked whom to chase."""
    battle = field(
        Put(spearmen(models=12), 30, 20, 0, files=6),
        Put(horse("riders", 8), 30 - W, 20, 180, files=3, side=BLUE),
        Put(warriors(models=8), 30 + 2 * W, 20, 180, files=2, side=BLUE),
    )
    battle = met(met(battle, 0, 1), 0, 2)
    battle = won(battle, 0, 1, 2, broken=(2,), falling_back=(1,))
    script = run_to(battle, Do.FLIGHT_DISTANCES, answers=[No()])
    assert [e.prey for e in events(script, PursuitChosen)] == [2]


# ----------------------------------------------------------------------------- arms and lists


@pytest.mark.rule("weapon.two-hands", "shoot.save")
def test_two_hand_weapons_leave_the_shield_out() -> None:
    row = melee_named("two hand weapons")
    assert row is not None
    both = melee_for(row, mounted=False)
    assert both is not None
    men = foot("men", melee=(both,), armour=Armour(worn=1, shield=1))
    battle = met(
        table(
            Put(spearmen(), x=20, y=20, files=5),
            Put(men, x=20, y=20, facing=180, files=5, side=BLUE),
        ),
        0,
        1,
        charger=0,
    )
    battle = opened(battle).battle
    at_men = next(g for g in battle.combats[-1].groups if g.target == 1)
    assert blow(battle, at_men).save == 6


@pytest.mark.rule("troop.light")
def test_foot_that_may_skirmish_is_light_in_every_list() -> None:
    entries = [entry for key in list_names() for entry in army_list(key).entry]
    loose = [e for e in entries if {"may skirmish", "always skirmish"} & set(e.traits)]
    assert loose
    assert [e.name for e in loose if "light" not in e.traits] == []
