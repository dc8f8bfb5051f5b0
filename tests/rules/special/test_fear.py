"""Fear: of those who charge, of those to be charged, and of those who have won."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, done, joined
from kit.charges import FLEE, HOLD, compelled, declared, events, moved, order
from kit.fights import counted, met, opened, run_to
from kit.tables import BLUE, RED, Put, table
from kit.troops import (
    SLING,
    elephant,
    foot,
    general,
    horse,
    legionaries,
    spearmen,
    veterans_and_levies,
    warriors,
    with_traits,
)
from maniple.battle.asks import Allotment, AskAnswer, DeclareCharge, Named, No, OrderUnit
from maniple.battle.events import (
    BreakTestIgnored,
    ChargeDeclared,
    ChargeEnded,
    ChargeTargetFled,
    Tested,
    UnitBroke,
    UnitCowed,
    UnitFled,
    UnitHalted,
)
from maniple.battle.orders import Advance, Order
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Moved, UnitId
from maniple.play.script import Script
from maniple.rules.charging.charging import charge_options
from maniple.rules.fighting.blows import blow
from maniple.rules.legality import judge
from maniple.rules.nerve.dread import fears, terrified_by
from maniple.rules.shooting.line_of_fire import has_moved, why_not_shoot
from maniple.rules.special.fear import is_beaten_by_dread, is_outnumbered

US, FOE, THIRD = UnitId(0), UnitId(1), UnitId(2)
RESERVE = Put(spearmen("reserve"), x=60, y=44, facing=180, files=8, side=BLUE)


def brutes(models: int = 12) -> Sheet:
    return with_traits("brutes", models, causes_fear=True)


def facing(
    ours: Sheet, theirs: Sheet | None = None, *others: Put, apart: float = 7.0, side: object = RED
) -> Battle:
    """Red faces blue across open ground; blue has a reserve far off."""
    return table(
        Put(ours, x=30, y=20, files=min(6, ours.models)),
        Put(theirs or spearmen(), x=30, y=20 + apart, facing=180, files=6, side=BLUE),
        *others,
        RESERVE,
        side=side,
    )


def taken(script: Script) -> list[tuple[int, str, int, bool]]:
    return [(e.unit, e.kind, e.need, e.passed) for e in events(script, Tested)]


# ------------------------------------------------------------------------------ who fears whom


@pytest.mark.rule("fear.charged")
def test_who_causes_fear_is_feared_by_all_but_his_like() -> None:
    battle = facing(brutes())
    assert fears(battle, FOE, US) == "fear.charged"
    assert fears(battle, US, FOE) is None
    assert terrified_by(battle, FOE, US) is None
    alike = facing(brutes(), with_traits("ogres", causes_fear=True))
    assert fears(alike, FOE, US) is None


@pytest.mark.rule("terror.test")
def test_a_terror_is_feared_too_and_fears_nobody() -> None:
    horror = with_traits("horrors", causes_terror=True)
    battle = facing(horror)
    assert fears(battle, FOE, US) == terrified_by(battle, FOE, US) == "terror.test"
    both = facing(horror, replace(horror, name="ghosts"))
    assert fears(both, FOE, US) is terrified_by(both, FOE, US) is None
    fearsome = facing(horror, with_traits("ogres", causes_fear=True))
    assert fears(fearsome, FOE, US) == "terror.test"
    assert fears(fearsome, US, FOE) is None


@pytest.mark.rule("psychology.test")
def test_who_is_immune_fears_nobody() -> None:
    battle = facing(brutes(), with_traits("fanatics", immune_to_psychology=True))
    assert fears(battle, FOE, US) is None
    horror = facing(
        with_traits("horrors", causes_terror=True), with_traits("mad", immune_to_psychology=True)
    )
    assert terrified_by(horror, FOE, US) is None


@pytest.mark.rule("fear.charged", "character.in-unit")
def test_a_fearsome_man_makes_his_unit_feared() -> None:
    ogre = replace(general("ogre", mounted=False), traits=Traits(causes_fear=True))
    battle = table(
        Put(spearmen(), x=30, y=20, files=6),
        Put(ogre, x=30, y=16),
        Put(spearmen("foes"), x=30, y=27, facing=180, files=6, side=BLUE),
    )
    assert fears(battle, THIRD, US) is None
    with_him = joined(battle, 1, 0)
    assert fears(with_him, THIRD, US) == "fear.charged"
    assert fears(with_him, THIRD, UnitId(1)) == "fear.charged"


# ---------------------------------------------------------------------------- being charged


@pytest.mark.rule("fear.charged", "charge.fear-panic-timing", "charge.procedure")
def test_who_is_charged_by_those_he_fears_tests_once_the_charge_is_in_reach() -> None:
    script = declared(facing(brutes()), order(0, 1), HOLD, dice=[3, 4])
    assert taken(script) == [(FOE, "fear.charged", 7, True)]
    assert events(script, UnitCowed) == []


@pytest.mark.rule("fear.charged", "charge.fear-panic-timing")
def test_no_test_is_due_from_a_charge_out_of_reach() -> None:
    script = declared(facing(brutes(), apart=9.0), order(0, 1), HOLD)
    assert taken(script) == []


@pytest.mark.rule("fear.charged")
def test_who_has_chosen_to_flee_tests_no_more() -> None:
    script = declared(facing(brutes()), order(0, 1), FLEE, dice=[3, 3])
    assert taken(script) == []


@pytest.mark.rule("fear.charged", "psychology.test")
def test_fleeing_targets_take_no_test() -> None:
    battle = facing(brutes())
    fleeing = changed(battle, FOE, fleeing=True, formation=battle.units[FOE].formation.MOB)
    script = declared(fleeing, order(0, 1), dice=[1, 1])
    assert taken(script) == []


@pytest.mark.rule("fear.charged")
def test_who_fails_and_is_outnumbered_flees() -> None:
    """Case E6."""
    script = declared(facing(brutes(18)), order(0, 1), HOLD, dice=[4, 4, 3, 3])
    assert [(e.unit, e.cite) for e in events(script, UnitFled)] == [(FOE, "fear.charged")]
    assert [e.charger for e in events(script, ChargeTargetFled)] == [US]


@pytest.mark.rule("fear.charged")
def test_as_many_do_not_outnumber() -> None:
    script = declared(facing(brutes(16)), order(0, 1), HOLD, dice=[4, 4])
    assert events(script, UnitFled) == []
    assert [e.unit for e in events(script, UnitCowed)] == [FOE]


@pytest.mark.rule("fear.charged")
def test_all_chargers_in_reach_outnumber_together() -> None:
    """The second charge is feared, and brings the numbers."""
    wild = Put(brutes(12), x=36.5, y=20, files=6)
    near = Put(warriors("wild", 6), x=24.5, y=20, files=6)
    battle = table(
        Put(brutes(12), x=30, y=20, files=6),
        Put(spearmen(), x=30, y=27, facing=180, files=8, side=BLUE),
        wild,
        RESERVE,
    )
    script = declared(battle, order(0, 1), HOLD, order(2, 1), dice=[4, 4, 4, 4, 3, 3])
    assert [e.unit for e in events(script, UnitCowed)] == [FOE]
    assert [e.unit for e in events(script, UnitFled)] == [FOE]
    # the first of them is six wild men whom nobody fears
    mixed = table(
        near,
        Put(spearmen(), x=30, y=27, facing=180, files=8, side=BLUE),
        wild,
        RESERVE,
    )
    script = declared(mixed, order(0, 1), HOLD, order(2, 1), dice=[4, 4, 3, 3])
    assert [e.unit for e in events(script, UnitFled)] == [FOE]


@pytest.mark.rule("fear.charged", "charge.fear-panic-timing")
def test_chargers_out_of_reach_outnumber_nobody() -> None:
    battle = table(
        Put(brutes(12), x=30, y=20, files=6),
        Put(spearmen(), x=30, y=27, facing=180, files=8, side=BLUE),
        Put(warriors("far"), x=36.5, y=17, files=6),
        RESERVE,
    )
    script = declared(battle, order(2, 1), HOLD, order(0, 1), dice=[4, 4])
    assert [e.unit for e in events(script, UnitCowed)] == [FOE]
    assert events(script, UnitFled) == []


@pytest.mark.rule("fear.charged", "character.in-unit")
def test_characters_count_in_the_numbers() -> None:
    battle = table(
        Put(brutes(16), x=30, y=20, files=6),
        Put(spearmen(), x=30, y=27, facing=180, files=6, side=BLUE),
        Put(general(mounted=False), x=30, y=16),
    )
    unit = battle.units[FOE]
    assert not is_outnumbered(battle, unit, [US])
    with_him = joined(battle, 2, 0)
    assert is_outnumbered(with_him, unit, [US])


@pytest.mark.rule("fear.charged", "general.leadership")
def test_the_general_lends_his_leadership() -> None:
    man = Put(general(), x=36, y=30, facing=180, side=BLUE)
    script = declared(facing(brutes(), None, man), order(0, 1), HOLD, dice=[4, 5])
    assert taken(script) == [(FOE, "fear.charged", 9, True)]


@pytest.mark.rule("fear.charged", "troop.warband")
def test_a_warband_adds_its_ranks() -> None:
    script = declared(facing(brutes(), warriors()), order(0, 1), HOLD, dice=[4, 4])
    assert taken(script) == [(FOE, "fear.charged", 8, True)]


# ------------------------------------------------------------------------------ hitting on sixes


def fought(battle: Battle, *answers: AskAnswer, dice: tuple[int, ...] = ()) -> Battle:
    """The round opened, its blows about to fall."""
    return opened(replace(battle, turn=replace(battle.turn, todo=())), answers, dice).battle


def to_hit(battle: Battle, unit: UnitId) -> list[tuple[int, str]]:
    groups = [g for g in battle.combats[-1].groups if g.unit == unit and not g.leader]
    return [(m.figure, m.rule) for m in blow(battle, groups[0]).modifiers if m.what == "to hit"]


@pytest.mark.rule("fear.charged")
def test_the_cowed_hit_on_sixes_in_the_first_round_only() -> None:
    battle = met(facing(brutes(12), apart=0.0), 0, 1, charger=0)
    cowed = changed(battle, FOE, cowed=True)
    assert to_hit(fought(cowed), FOE) == [(4, "combat.to-hit"), (2, "fear.charged")]
    assert to_hit(fought(cowed), US) == [(4, "combat.to-hit")]
    after = run_to(counted(cowed, blue=3), Do.COMBAT_PANIC, dice=[1, 1])
    assert not after.battle.units[FOE].cowed


@pytest.mark.rule("fear.charged", "character.in-unit")
def test_characters_of_the_cowed_hit_on_sixes_too() -> None:
    battle = table(
        Put(brutes(12), x=30, y=20, files=6),
        Put(spearmen(), x=30, y=20, facing=180, files=6, side=BLUE),
        Put(general(mounted=False), x=30, y=26, facing=180, side=BLUE),
    )
    battle = changed(met(joined(battle, 2, 1), 0, 1, charger=0), FOE, cowed=True)
    assert to_hit(fought(battle, Allotment(FOE)), THIRD) == [
        (3, "combat.to-hit"),
        (3, "fear.charged"),
    ]


@pytest.mark.rule("fear.charged", "combat.defended-obstacle")
def test_a_six_is_a_six_by_whatever_rule() -> None:
    battle = met(facing(brutes(12), apart=0.0), 0, 1, charger=1, defended=True)
    cowed = fought(changed(battle, FOE, cowed=True), dice=(6, 1))
    assert sum(figure for figure, _ in to_hit(cowed, FOE)) == 6


@pytest.mark.rule("fear.charged")
def test_fright_is_over_with_the_turn_if_nobody_comes() -> None:
    battle = changed(facing(brutes()), FOE, cowed=True)
    turn = replace(battle.turn, phase=Phase.END, todo=(Task(Do.END_TURN),))
    script = Script(replace(battle, turn=turn))
    script.run_until(1)
    assert not script.battle.units[FOE].cowed


# --------------------------------------------------------------------------------- charging


@pytest.mark.rule("fear.charging", "charge.procedure")
def test_who_dares_charges() -> None:
    battle = facing(spearmen(), brutes())
    script = declared(battle, order(0, 1), HOLD, dice=[3, 4])
    assert taken(script) == [(US, "fear.charging", 7, True)]
    assert len(events(script, ChargeDeclared)) == 1


@pytest.mark.rule("fear.charging")
def test_who_does_not_dare_stands_still_this_turn_and_may_shoot() -> None:
    slingers = replace(foot("slingers"), missiles=(SLING,))
    battle = facing(slingers, brutes())
    script = declared(battle, order(0, 1), dice=[4, 4])
    assert events(script, ChargeDeclared) == []
    assert events(script, UnitHalted) == [UnitHalted(US, Moved.HALTED, "fear.charging")]
    after = script.battle
    assert charge_options(after, DeclareCharge(RED)) == charge_options(
        done(battle, US, moved=Moved.HALTED), DeclareCharge(RED)
    )
    refused = judge(after, DeclareCharge(RED), order(0, 1))
    assert getattr(refused, "rule", "") == "fear.charging"
    moves = replace(after, turn=replace(after.turn, phase=Phase.MOVES))
    refused = judge(moves, OrderUnit(RED), Order(US, (Advance(2.0),)))
    assert getattr(refused, "rule", "") == "fear.charging"
    assert not has_moved(after.units[US])
    assert why_not_shoot(after, after.units[US]) is None


@pytest.mark.rule("fear.charging", "troop.warband")
def test_a_warband_that_must_charge_may_not_dare_to() -> None:
    battle = facing(warriors(), brutes())
    script = compelled(battle, 0, dice=[5, 4, 6, 6])
    assert taken(script) == [
        (US, "troop.warband", 8, False),
        (US, "fear.charging", 8, False),
    ]
    assert events(script, ChargeDeclared) == []


@pytest.mark.rule("fear.charging", "charge.redirect")
def test_a_charger_who_turns_on_another_tests_for_him() -> None:
    """Its target has fled; on the way behind him stand brutes."""
    battle = table(
        Put(horse("riders"), x=30, y=10, files=6),
        Put(spearmen("runners", 6), x=30, y=17, facing=180, files=6, side=BLUE),
        Put(brutes(12), x=30, y=24, facing=180, files=6, side=BLUE),
        RESERVE,
    )
    script = declared(battle, order(0, 1), FLEE, dice=[6, 6])
    script = moved(script.battle, Named(THIRD), dice=[5, 4])
    assert taken(script) == [(US, "fear.charging", 6, False)]
    assert [e.arrived for e in events(script, ChargeEnded)] == [False]
    assert script.battle.units[US].doings.moved is Moved.HALTED


# ---------------------------------------------------------------------------------- defeat


def beaten(
    ours: Sheet,
    theirs: Sheet,
    *answers: AskAnswer,
    red: int = 2,
    dice: tuple[int, ...] = (),
) -> Script:
    """Red has inflicted so many wounds on blue in a round, and blue tests."""
    battle = table(
        Put(ours, x=36, y=20, files=4),
        Put(theirs, x=36, y=20, facing=180, files=4, side=BLUE),
    )
    over = counted(met(battle, 0, 1), red=red)
    return run_to(over, Do.COMBAT_PANIC, dice=dice, answers=answers)


def breaks(script: Script) -> list[str]:
    return [event.cite for event in events(script, UnitBroke)]


@pytest.mark.rule("fear.defeat", "break.hopeless", "combat.procedure")
def test_beaten_by_feared_enemies_who_outnumber_it_a_unit_breaks_without_a_test() -> None:
    """Case E7."""
    assert breaks(beaten(brutes(17), spearmen(models=16))) == ["fear.defeat"]
    assert breaks(beaten(brutes(16), spearmen(models=16), dice=(1, 1))) == []
    assert breaks(beaten(spearmen("many", 30), spearmen(models=16), red=4, dice=(1, 1))) == []


@pytest.mark.rule("fear.defeat")
def test_numbers_are_those_with_which_the_round_began() -> None:
    battle = met(facing(brutes(16), apart=0.0), 0, 1)
    script = run_to(battle, Do.CHOOSE_ARMS, Do.ORDER_STRIKES)
    assert script.battle.combats[-1].outnumbered == ()
    script = run_to(changed(battle, FOE, models=15), Do.CHOOSE_ARMS, Do.ORDER_STRIKES)
    assert script.battle.combats[-1].outnumbered == (FOE,)


@pytest.mark.rule("fear.defeat")
def test_only_those_whom_it_fears_count_against_it() -> None:
    """Ten brutes and ten spearmen against sixteen: it is the brutes alone who would have to."""
    friends = Put(spearmen("friends", 10), x=40, y=20, files=4)
    battle = table(
        Put(brutes(10), x=34, y=20, files=4),
        Put(spearmen(models=16), x=36, y=20, facing=180, files=8, side=BLUE),
        friends,
    )
    engaged = met(met(battle, 0, 1), 2, 1)
    script = run_to(engaged, Do.CHOOSE_ARMS, Do.ORDER_STRIKES)
    assert script.battle.combats[-1].outnumbered == ()


@pytest.mark.rule("fear.defeat")
def test_whom_it_feared_must_still_be_there() -> None:
    """The brutes have run from a round that others have won."""
    battle = met(facing(brutes(20), apart=0.0), 0, 1)
    begun = run_to(battle, Do.CHOOSE_ARMS, Do.ORDER_STRIKES).battle
    assert is_beaten_by_dread(begun, begun.units[FOE])
    gone = replace(begun.combats[-1], panicked=(US,))
    without = replace(begun, combats=(gone,))
    assert not is_beaten_by_dread(without, without.units[FOE])


@pytest.mark.rule("fear.defeat", "troop.stubborn")
def test_the_stubborn_roll_against_it() -> None:
    script = beaten(brutes(20), legionaries(models=16), No(), dice=(4,))
    assert breaks(script) == []
    assert events(script, BreakTestIgnored) == []
    assert breaks(beaten(brutes(20), legionaries(models=16), dice=(3,))) == ["fear.defeat"]


@pytest.mark.rule("fear.defeat", "psychology.test")
def test_immunity_leaves_the_break_test_and_no_more() -> None:
    """Case E13: troops immune to psychology still take Break tests."""
    immune = with_traits("fanatics", 16, immune_to_psychology=True)
    assert breaks(beaten(brutes(20), immune, dice=(1, 1))) == []
    script = beaten(brutes(20), immune, dice=(6, 6))
    assert breaks(script) == ["break.test"]


@pytest.mark.rule("fear.charged", "panic.flank-charge", "psychology.test")
def test_panic_is_tested_before_fear() -> None:
    """Case E15: at a charge in the flank of a unit in combat."""
    battle = table(
        Put(spearmen("pinning"), x=30, y=20, files=6),
        Put(spearmen(), x=30, y=20, facing=180, files=6, side=BLUE),
        Put(brutes(), x=24, y=21, facing=90, files=6),
        RESERVE,
    )
    engaged = met(battle, 0, 1)
    script = declared(engaged, order(2, 1), dice=[1, 1, 1, 1])
    assert [kind for _, kind, _, _ in taken(script)] == ["panic.flank-charge", "fear.charged"]
    # one that has panicked tests no more
    script = declared(engaged, order(2, 1), dice=[6, 6, 1, 1], done=True)
    assert [kind for _, kind, _, _ in taken(script)] == ["panic.flank-charge"]


@pytest.mark.rule("fear.charged", "troop.elephant")
def test_a_beast_counts_as_one_model() -> None:
    battle = facing(elephant(), spearmen(models=2), apart=5.0)
    assert not is_outnumbered(battle, battle.units[FOE], [US])


@pytest.mark.rule("fear.charging", "fear.charged")
def test_the_bold_strike_as_always() -> None:
    """Who passes is not cowed, and hits as he would anybody."""
    script = declared(facing(brutes()), order(0, 1), HOLD, dice=[1, 1])
    home = moved(script.battle).battle
    assert to_hit(fought(home), FOE) == [(4, "combat.to-hit")]


@pytest.mark.rule("fear.charged", "combat.mixed-weapons")
@pytest.mark.parametrize("kind", [0, 1])
def test_the_cowed_of_a_unit_of_several_kinds_hit_on_sixes_each_by_his_own_skill(kind: int) -> None:
    """Veterans hit on 3+, levies on 4+: all on a 6 now, whatever figure stands for the unit."""
    ours = veterans_and_levies(4, 12)
    battle = table(
        Put(replace(ours, profile=ours.shares[1].profile), x=30, y=20, files=8),
        Put(brutes(16), x=30, y=20, facing=180, files=8, side=BLUE),
    )
    begun = fought(changed(met(battle, 0, 1, charger=1), US, cowed=True))
    (group,) = [g for g in begun.combats[-1].groups if g.unit == US and g.share == kind]
    assert blow(begun, group).hit == 6
