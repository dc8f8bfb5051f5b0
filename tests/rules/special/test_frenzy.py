"""Frenzy: compelled charges, doubled Attacks, pursuit, immunity near the enemy, and its end."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, joined
from kit.charges import HOLD, compelled, events
from kit.fights import counted, met, opened, run_to
from kit.tables import BLUE, RED, Put, table
from kit.troops import HAND, elephant, foot, general, spearmen, warriors, with_traits
from maniple.battle.asks import Allotment, AskAnswer, HoldBack, OfKind
from maniple.battle.events import (
    ChargeDeclared,
    FrenzyLost,
    PursuitChosen,
    Tested,
    UnitBroke,
)
from maniple.battle.sheet import Melee, Share, Sheet, Traits
from maniple.battle.state import Battle, Combat
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.play.script import Script
from maniple.rules.charging.compelled import charge_tasks
from maniple.rules.charging.daring import fear_tasks
from maniple.rules.fighting.blows import blow
from maniple.rules.fleeing.holding import is_compelled
from maniple.rules.nerve.dread import fears, terrified_by
from maniple.rules.nerve.immunity import is_immune
from maniple.rules.nerve.nerve import may_panic
from maniple.rules.special.frenzy import is_frenzied

US, FOE, THIRD = UnitId(0), UnitId(1), UnitId(2)
TWO_HANDS = Melee("two hand weapons", extra_attacks=1, cite="weapon.two-hands")


def furies(models: int = 16, **changes: object) -> Sheet:
    return replace(with_traits("furies", models, frenzied=True), **changes)


def facing(
    ours: Sheet | None = None, theirs: Sheet | None = None, *others: Put, apart: float = 7.0
) -> Battle:
    return table(
        Put(ours or furies(), x=30, y=20, files=6),
        Put(theirs or spearmen(), x=30, y=20 + apart, facing=180, files=6, side=BLUE),
        *others,
    )


# ----------------------------------------------------------------------------- must charge


@pytest.mark.rule("frenzy", "turn.procedure")
def test_the_frenzied_must_charge_whom_they_can_reach_without_a_test() -> None:
    script = compelled(facing(), 0, HOLD)
    assert events(script, Tested) == []
    assert [(e.charger, e.target, e.compelled, e.cite) for e in events(script, ChargeDeclared)] == [
        (US, FOE, True, "frenzy")
    ]
    assert Task(Do.COMPELLED_CHARGE, US) in charge_tasks(facing())


@pytest.mark.rule("frenzy")
def test_out_of_reach_they_wait() -> None:
    script = compelled(facing(apart=8.1), 0)
    assert events(script, ChargeDeclared) == []


@pytest.mark.rule("frenzy")
def test_of_several_they_charge_the_nearest() -> None:
    nearer = Put(warriors(models=6), x=34, y=25, facing=180, files=6, side=BLUE)
    script = compelled(facing(None, None, nearer), 0, HOLD)
    assert [e.target for e in events(script, ChargeDeclared)] == [THIRD]


@pytest.mark.rule("frenzy")
def test_the_sobered_charge_as_they_are_told() -> None:
    sober = changed(facing(), US, frenzy_lost=True)
    assert charge_tasks(sober) == (Task(Do.DECLARE_CHARGES),)


# ---------------------------------------------------------------------------- double Attacks


def attacks(
    battle: Battle, unit: UnitId, *answers: AskAnswer, leader: bool = False
) -> list[tuple[int, str]]:
    begun = opened(battle, answers).battle
    groups = [g for g in begun.combats[-1].groups if g.unit == unit and g.leader is leader]
    return [(m.figure, m.rule) for m in blow(begun, groups[0]).modifiers if m.what == "attacks"]


def fighting(ours: Sheet | None = None, *others: Put) -> Battle:
    return met(facing(ours, None, *others, apart=0.0), 0, 1, charger=0)


@pytest.mark.rule("frenzy", "weapon.two-hands")
def test_attacks_are_doubled_before_the_second_weapon() -> None:
    """Case C14: one Attack, doubled, and one for the weapon in the other hand."""
    said = attacks(fighting(furies(melee=(TWO_HANDS,))), US)
    assert said == [(1, "combat.who-fights"), (1, "frenzy"), (1, "weapon.two-hands")]


@pytest.mark.rule("frenzy", "character.in-unit")
def test_attacks_are_doubled_once_only() -> None:
    """Case C15: a frenzied man among the frenzied; his two Attacks are four, not eight."""
    berserk = replace(general(mounted=False), traits=Traits(frenzied=True), melee=(HAND,))
    battle = joined(facing(None, None, Put(berserk, x=30, y=16), apart=0.0), 2, 0)
    said = attacks(met(battle, 0, 1, charger=0), THIRD, Allotment(US))
    assert said == [(2, "combat.who-fights"), (2, "frenzy")]
    plain = replace(berserk, traits=Traits())
    battle = joined(facing(None, None, Put(plain, x=30, y=16), apart=0.0), 2, 0)
    assert attacks(met(battle, 0, 1, charger=0), THIRD, Allotment(US)) == said


@pytest.mark.rule("frenzy", "command.leader")
def test_the_leader_has_one_more_than_his_doubled_fellows() -> None:
    said = attacks(fighting(), US, leader=True)
    assert sum(figure for figure, _ in said) == 3


@pytest.mark.rule("frenzy")
def test_the_sobered_and_the_others_strike_once() -> None:
    sober = changed(fighting(), US, frenzy_lost=True)
    assert attacks(sober, US) == [(1, "combat.who-fights")]
    assert attacks(fighting(), FOE) == [(1, "combat.who-fights")]


# ------------------------------------------------------------------------------ must pursue


def won(battle: Battle) -> Battle:
    """Red has won the round, and blue is broken."""
    combat = Combat((US, FOE), winner=RED, margin=2, broken=(FOE,), fought=True, is_done=True)
    turn = replace(battle.turn, phase=Phase.COMBAT, todo=(Task(Do.HOLD_OR_PURSUE, US),))
    return replace(battle, combats=(combat,), turn=turn)


@pytest.mark.rule("frenzy", "pursue.restrain")
def test_the_frenzied_always_pursue() -> None:
    battle = won(fighting())
    assert [is_compelled(battle, unit) for unit in (US, FOE)] == [True, False]
    script = Script(battle)
    script.run_until(1)
    assert [(e.unit, e.prey) for e in events(script, PursuitChosen)] == [(US, FOE)]
    assert script.asked == []


@pytest.mark.rule("frenzy", "break.fall-back")
def test_nor_are_they_asked_about_those_who_fall_back() -> None:
    battle = won(fighting())
    falling = replace(battle.combats[0], broken=(), falling_back=(FOE,))
    script = Script(replace(battle, combats=(falling,)))
    script.run_until(1)
    assert not [ask for ask in script.asked if isinstance(ask, HoldBack)]
    assert len(events(script, PursuitChosen)) == 1


# --------------------------------------------------------------------------------- immunity


@pytest.mark.rule("frenzy", "psychology.test")
def test_within_charge_range_of_an_enemy_nothing_frightens_them() -> None:
    horrors = with_traits("horrors", 16, causes_terror=True)
    near, far = facing(None, horrors, apart=8.0), facing(None, horrors, apart=8.01)
    assert is_immune(near, near.units[US])
    assert fears(near, US, FOE) is terrified_by(near, US, FOE) is None
    assert not may_panic(near, near.units[US])
    assert not is_immune(far, far.units[US])
    assert fears(far, US, FOE) == terrified_by(far, US, FOE) == "terror.test"
    assert may_panic(far, far.units[US])
    sober = changed(near, US, frenzy_lost=True)
    assert fears(sober, US, FOE) == "terror.test"


@pytest.mark.rule("frenzy", "fear.charged")
def test_charged_by_those_whom_others_fear_they_take_no_test() -> None:
    beast = facing(elephant(), furies(), apart=5.0)
    script = compelled(changed(beast, US), 0)
    assert events(script, Tested) == []
    from_charge = compelled(facing(furies(), with_traits("brutes", causes_fear=True)), 0, HOLD)
    (charge,) = from_charge.battle.charges
    assert fear_tasks(from_charge.battle, replace(charge, charger=FOE, target=US)) == ()


# ------------------------------------------------------------------------------------ its end


@pytest.mark.rule("frenzy")
def test_the_defeated_are_frenzied_no_longer() -> None:
    script = run_to(counted(fighting(), blue=3), Do.COMBAT_PANIC, dice=[1, 1])
    assert events(script, FrenzyLost) == [FrenzyLost(US)]
    assert not is_frenzied(script.battle.units[US])
    victors = run_to(counted(fighting(), red=3), Do.COMBAT_PANIC, dice=[1, 1])
    assert is_frenzied(victors.battle.units[US])


@pytest.mark.rule("frenzy", "character.in-unit")
def test_a_frenzied_man_among_the_defeated_is_sobered_too() -> None:
    berserk = replace(general(mounted=False), traits=Traits(frenzied=True))
    battle = joined(facing(foot("foot"), None, Put(berserk, x=30, y=16), apart=0.0), 2, 0)
    fight = met(battle, 0, 1, charger=0)
    script = run_to(counted(fight, blue=3), Do.COMBAT_PANIC, dice=[1, 1])
    assert events(script, FrenzyLost) == [FrenzyLost(THIRD)]


@pytest.mark.rule("frenzy", "fear.defeat")
def test_the_frenzied_are_beaten_as_they_fought_without_fear() -> None:
    """They were immune as the round began; the frenzy that they lose with it counts from then on."""
    brutes = with_traits("brutes", 30, causes_fear=True)
    battle = met(facing(furies(models=20), brutes, apart=0.0), 0, 1, charger=0)
    script = run_to(counted(battle, blue=4), Do.COMBAT_PANIC, dice=[1, 1])
    assert events(script, UnitBroke) == []
    again = run_to(counted(changed(battle, US, frenzy_lost=True), blue=4), Do.COMBAT_PANIC)
    assert [e.cite for e in events(again, UnitBroke)] == ["fear.defeat"]


@pytest.mark.rule("frenzy", "combat.mixed-weapons")
def test_each_kind_of_a_unit_doubles_its_own_attacks() -> None:
    strong = replace(foot("plain").profile, attacks=2)
    ours = furies(shares=(Share(6, (HAND,), name="berserkers", profile=strong),), leader=False)
    begun = opened(fighting(ours), [OfKind(0), OfKind(0)]).battle
    found = {
        g.share: blow(begun, g).dice // g.models for g in begun.combats[-1].groups if not g.unit
    }
    assert found == {0: 4}
