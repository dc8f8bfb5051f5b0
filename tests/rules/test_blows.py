"""What blows need, by which rules, and how many are left to strike."""

import pytest
from msgspec.structs import replace

from kit.fights import bled, met, opened, run_to
from kit.tables import BLUE, Put, table
from kit.troops import (
    CAVALRY_SPEAR,
    DOUBLE_HANDED,
    foot,
    general,
    horse,
    legionaries,
    spearmen,
    warriors,
)
from maniple.battle.asks import Allotment
from maniple.battle.chance_requests import Blows
from maniple.battle.events import BlowsStruck, WoundsTaken
from maniple.battle.sheet import Armour, Melee, Sheet
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.tasks import Do
from maniple.battle.unit import UnitId
from maniple.rules.fighting.blows import blow, strikers_left
from maniple.rules.fighting.striking import Modifier

MEN, FOE = UnitId(0), UnitId(1)
TWO_HANDS = Melee("two hand weapons", extra_attacks=1, cite="weapon.two-hands")
DAGGERS = Melee("daggers", improvised=True, cite="weapon.improvised")


def round_of(
    men: Sheet, foe: Sheet, *, defended: bool = False, counter_charge: bool = False
) -> Battle:
    battle = table(
        Put(men, x=20, y=20, files=5),
        Put(foe, x=20, y=20, facing=180, files=5, side=BLUE),
    )
    met_so = met(battle, 0, 1, charger=0, defended=defended, counter_charge=counter_charge)
    return opened(met_so).battle


def group_of(battle: Battle, unit: UnitId, *, leader: bool = False) -> StrikeGroup:
    groups = battle.combats[-1].groups
    return next(g for g in groups if g.unit == unit and g.leader is leader)


def said(battle: Battle, unit: UnitId, what: str, *, leader: bool = False) -> list[tuple[int, str]]:
    modifiers = blow(battle, group_of(battle, unit, leader=leader)).modifiers
    return [(m.figure, m.rule) for m in modifiers if m.what == what]


@pytest.mark.rule("combat.to-hit", "combat.to-wound", "combat.who-fights")
def test_every_figure_of_a_blow_is_explained() -> None:
    battle = round_of(legionaries(), warriors())
    assert blow(battle, group_of(battle, MEN)).modifiers == (
        Modifier("strikers", 9, "combat.who-fights"),
        Modifier("attacks", 1, "combat.who-fights"),
        Modifier("to hit", 4, "combat.to-hit"),
        Modifier("strength", 3, "combat.to-wound"),
        Modifier("strength", 1, "weapon.heavy-throwing-spear"),
        Modifier("to wound", 3, "combat.to-wound"),
        Modifier("save", 6, "shoot.save"),
        Modifier("save", 1, "weapon.strength-save"),
    )
    one = blow(battle, group_of(battle, MEN))
    assert (one.dice, one.hit, one.wound, one.save) == (9, 4, 3, 7)


@pytest.mark.rule("command.leader")
def test_a_leader_has_one_attack_more() -> None:
    """Case H9."""
    battle = round_of(legionaries(), warriors())
    assert said(battle, MEN, "attacks", leader=True) == [
        (1, "combat.who-fights"),
        (1, "command.leader"),
    ]
    assert blow(battle, group_of(battle, MEN, leader=True)).dice == 2


@pytest.mark.rule("weapon.two-hands")
def test_a_weapon_in_each_hand_is_an_attack_more() -> None:
    battle = round_of(foot("two", melee=(TWO_HANDS,)), warriors())
    assert said(battle, MEN, "attacks") == [(1, "combat.who-fights"), (1, "weapon.two-hands")]
    assert blow(battle, group_of(battle, MEN)).dice == 8


@pytest.mark.rule("weapon.double-handed", "weapon.strength-save")
def test_double_handed_hits_at_five_and_gives_up_the_shield() -> None:
    """Case J8."""
    axes = foot("axes", melee=(DOUBLE_HANDED,), armour=Armour(worn=1, shield=1))
    battle = round_of(axes, legionaries())
    assert said(battle, MEN, "strength") == [(3, "combat.to-wound"), (2, "weapon.double-handed")]
    assert said(battle, MEN, "save") == [(4, "shoot.save"), (2, "weapon.strength-save")]
    assert said(battle, FOE, "save")[:2] == [(5, "shoot.save"), (1, "weapon.double-handed")]


@pytest.mark.rule("weapon.halberd", "weapon.kontos", "weapon.flail")
@pytest.mark.parametrize("name", ["halberd", "kontos", "flail"])
def test_who_holds_his_weapon_in_both_hands_has_no_shield(name: str) -> None:
    held = Melee(name, strength=1, two_handed=True, cite=f"weapon.{name}")
    cutters = foot("cutters", melee=(held,), armour=Armour(worn=1, shield=2))
    battle = round_of(cutters, warriors())
    assert said(battle, MEN, "strength") == [(3, "combat.to-wound"), (1, f"weapon.{name}")]
    assert said(battle, FOE, "save") == [(4, "shoot.save"), (2, f"weapon.{name}")]


@pytest.mark.rule("weapon.improvised")
def test_improvised_weapons_in_a_fight() -> None:
    battle = round_of(foot("rabble", melee=(DAGGERS,)), spearmen())
    assert said(battle, MEN, "save") == [(5, "shoot.save"), (-1, "weapon.improvised")]


@pytest.mark.rule("weapon.thrusting-spear", "charge.response.counter-charge")
def test_cavalry_spears_in_a_charge_and_a_counter_charge() -> None:
    """Cases C3, A23."""
    riders = horse("riders", melee=(CAVALRY_SPEAR,))
    battle = round_of(riders, horse("others", melee=(CAVALRY_SPEAR,)), counter_charge=True)
    for unit in (MEN, FOE):
        assert said(battle, unit, "strength") == [
            (3, "combat.to-wound"),
            (1, "weapon.thrusting-spear"),
        ]


@pytest.mark.rule("weapon.listed")
def test_a_weapon_peculiar_to_a_list_is_its_figures_and_says_so() -> None:
    falx = Melee("falx", strength=1, two_handed=True, extra_attacks=1, cite="weapon.listed")
    battle = round_of(foot("reapers", melee=(falx,)), warriors())
    assert said(battle, MEN, "strength") == [(3, "combat.to-wound"), (1, "weapon.listed")]
    assert said(battle, MEN, "attacks")[1:] == [(1, "weapon.listed")]


@pytest.mark.rule("combat.defended-obstacle")
def test_at_a_defended_obstacle_only_a_six_hits_and_a_charge_is_worth_nothing() -> None:
    """Case C9, but for its strike order: the rulebook reads it so too."""
    riders = horse("riders", melee=(CAVALRY_SPEAR,))
    battle = round_of(riders, spearmen(), defended=True)
    assert said(battle, MEN, "to hit") == [(3, "combat.to-hit"), (3, "combat.defended-obstacle")]
    assert said(battle, MEN, "strength") == [(3, "combat.to-wound")]
    assert said(battle, FOE, "to hit") == [(4, "combat.to-hit")]
    later = battle.units[MEN]
    assert later.fight is not None
    won = replace(later, fight=replace(later.fight, hits_on_six=False))
    assert said(replace(battle, units=(won, battle.units[FOE])), MEN, "to hit") == [
        (3, "combat.to-hit")
    ]


@pytest.mark.rule("combat.casualties")
def test_those_who_fall_before_they_strike_do_not_strike_back() -> None:
    # five spears charge: 4 troopers and the leader; warriors 5 files and thrown spears behind
    battle = round_of(spearmen(), warriors())
    assert group_of(battle, FOE).models == 9
    # troopers: three of four hit, all wound, none is saved; the leader hits once and wounds nobody
    dice = [6, 6, 6, 1, 6, 6, 6, 1, 1, 1, 6, 1, 1]
    script = run_to(battle, Do.COUNT_RESULT, dice=dice + [1] * 8)
    struck = [e for e in script.table.events if isinstance(e, BlowsStruck)]
    assert [(e.striker, e.wounds, e.fallen) for e in struck] == [
        (MEN, 3, ((FOE, 3),)),
        (FOE, 0, ()),
    ]
    blows_back = script.rolled[1][0]
    assert isinstance(blows_back, Blows)
    assert [a.dice for a in blows_back.attacks] == [6, 2]


@pytest.mark.rule("combat.casualties")
def test_losses_of_a_unit_in_several_groups_fall_on_those_that_strike_last() -> None:
    battle = round_of(spearmen(), warriors())
    combat = battle.combats[-1]
    first = replace(group_of(battle, FOE), models=4, target=MEN)
    last = replace(first, models=5, moment=9)
    for lost, left in ((0, (4, 5)), (3, (4, 2)), (7, (2, 0)), (12, (0, 0))):
        now = replace(combat, groups=(first, last))
        then = bled(replace(battle, combats=(now,)), FOE, lost)
        assert (strikers_left(then, first), strikers_left(then, last)) == left


@pytest.mark.rule("command.leader", "combat.casualties")
def test_a_leader_strikes_though_his_fellows_have_fallen() -> None:
    battle = round_of(spearmen(), warriors(models=5))
    alone = replace(battle.units[FOE], models=1)
    then = bled(replace(battle, units=(battle.units[MEN], alone)), FOE, 4)
    assert strikers_left(then, group_of(then, FOE)) == 0
    assert strikers_left(then, group_of(then, FOE, leader=True)) == 1


@pytest.mark.rule("combat.casualties", "combat.procedure")
def test_wounds_carry_over_but_never_more_than_the_struck_has() -> None:
    few = warriors(models=2)
    battle = table(
        Put(legionaries(), x=20, y=20, files=5),
        Put(few, x=20, y=20, facing=180, files=2, side=BLUE),
        Put(spearmen(), x=60, y=40, facing=180, files=4, side=BLUE),
    )
    battle = opened(met(battle, 0, 1, charger=0)).battle
    # three files in touch: seven blows, all of which hit and wound
    script = run_to(battle, Do.COUNT_RESULT, dice=[6] * 14)
    assert [e.wounds for e in script.table.events if isinstance(e, WoundsTaken)] == [2]
    assert script.battle.combats[-1].wounds.red == 2
    assert script.battle.combats[-1].destroyed == (FOE,)


@pytest.mark.rule("combat.choose-target", "combat.casualties")
def test_a_character_takes_his_own_wounds_and_none_carry_over_to_him() -> None:
    battle = table(
        Put(legionaries(), x=20, y=20, files=5),
        Put(warriors(models=6), x=20, y=20, facing=180, files=6, side=BLUE),
        Put(general(mounted=False), x=20, y=20, side=BLUE),
    )
    host = replace(battle.units[1], guests=(UnitId(2),), guest_places=1)
    man = replace(battle.units[2], host=FOE)
    battle = met(replace(battle, units=(battle.units[0], host, man)), 0, 1, charger=0)
    # before the first file stand the general and a trooper: that file strikes at him
    battle = opened(battle, [Allotment(UnitId(2))]).battle
    at_him = [6, 6, 6, 6]  # two hits, two wounds, no save at Strength 4
    at_them = [6] * 7 + [6] * 7
    leader, his_own = [1, 1], [1, 1]
    script = run_to(battle, Do.COUNT_RESULT, dice=at_him + at_them + leader + his_own)
    taken = {e.unit: e.wounds for e in script.table.events if isinstance(e, WoundsTaken)}
    assert taken == {UnitId(2): 2, FOE: 6}
    assert script.battle.units[2].wounds == 2
    assert script.battle.combats[-1].wounds.red == 8
