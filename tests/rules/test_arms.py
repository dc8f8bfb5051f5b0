"""What weapons do, and when there is a choice of them."""

import pytest
from msgspec.structs import replace

from kit.fights import met, opened
from kit.tables import BLUE, RED, Put, table
from kit.troops import (
    CAVALRY_SPEAR,
    DOUBLE_HANDED,
    HAND,
    PILUM,
    THROWING_SPEAR,
    THRUSTING_SPEAR,
    foot,
    horse,
    legionaries,
    spearmen,
    warriors,
)
from maniple.battle.asks import Arms, ChooseArms
from maniple.battle.events import ArmsChosen
from maniple.battle.sheet import Melee, Sheet
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import Fight, Moved, UnitId
from maniple.rules.fighting.arms import arms_of, bonus_strength, choices, ranks_that_fight

MEN, FOE = UnitId(0), UnitId(1)
PIKE = Melee("pike", ranks=4, ranks_charging=2, reach=2, two_handed=True)
LONG_SPEAR = Melee("long spear", ranks=2, ranks_charging=2, reach=1)
LANCE = Melee("lance", strength=2, strength_when="charging", cite="weapon.lance")
KONTOS = Melee("kontos", strength=1, strength_when="first round", two_handed=True)
HALBERD = Melee("halberd", strength=1, two_handed=True, cite="weapon.halberd")
TWO_HANDS = Melee("two hand weapons", extra_attacks=1, cite="weapon.two-hands")
FLAIL = Melee("flail", strength=1, strength_when="first round", two_handed=True)

FRESH, CHARGING, COUNTERING = Fight(), Fight(charging=True), Fight(counter_charging=True)
LATER = Fight(rounds=1)


@pytest.mark.parametrize(
    ("weapon", "fresh", "charging", "countering", "later"),
    [
        pytest.param(HAND, 0, 0, 0, 0, marks=pytest.mark.rule("weapon.hand")),
        pytest.param(CAVALRY_SPEAR, 0, 1, 1, 0, marks=pytest.mark.rule("weapon.thrusting-spear")),
        pytest.param(LANCE, 0, 2, 2, 0, marks=pytest.mark.rule("weapon.lance")),
        pytest.param(KONTOS, 1, 1, 1, 0, marks=pytest.mark.rule("weapon.kontos")),
        pytest.param(PILUM, 1, 1, 1, 0, marks=pytest.mark.rule("weapon.heavy-throwing-spear")),
        pytest.param(FLAIL, 1, 1, 1, 0, marks=pytest.mark.rule("weapon.flail")),
        pytest.param(HALBERD, 1, 1, 1, 1, marks=pytest.mark.rule("weapon.halberd")),
        pytest.param(DOUBLE_HANDED, 2, 2, 2, 2, marks=pytest.mark.rule("weapon.double-handed")),
    ],
)
def test_strength_of_a_weapon(
    weapon: Melee, fresh: int, charging: int, countering: int, later: int
) -> None:
    """Cases C3, A23: a cavalry spear is worth 1 where its rider charges or counter-charges."""
    added = [bonus_strength(fight, weapon) for fight in (FRESH, CHARGING, COUNTERING, LATER)]
    assert added == [fresh, charging, countering, later]


@pytest.mark.parametrize(
    ("weapon", "fresh", "charging", "later"),
    [
        pytest.param(HAND, 1, 1, 1, marks=pytest.mark.rule("weapon.hand")),
        pytest.param(THRUSTING_SPEAR, 2, 1, 2, marks=pytest.mark.rule("weapon.thrusting-spear")),
        pytest.param(THROWING_SPEAR, 2, 2, 1, marks=pytest.mark.rule("weapon.missiles-in-hand")),
        pytest.param(PILUM, 2, 2, 1, marks=pytest.mark.rule("weapon.heavy-throwing-spear")),
        pytest.param(PIKE, 4, 2, 4, marks=pytest.mark.rule("weapon.pike-and-long-spear")),
        pytest.param(LONG_SPEAR, 2, 2, 2, marks=pytest.mark.rule("weapon.pike-and-long-spear")),
    ],
)
def test_ranks_that_a_weapon_brings(weapon: Melee, fresh: int, charging: int, later: int) -> None:
    """Case C2: spearmen who charged fight in one rank, then in two."""
    unit = table(Put(spearmen(), x=20, y=20, files=4)).units[MEN]
    found = [ranks_that_fight(unit, fight, weapon) for fight in (FRESH, CHARGING, LATER)]
    assert found == [fresh, charging, later]


@pytest.mark.rule("weapon.thrusting-spear", "combat.defended-obstacle")
def test_who_charged_a_defended_obstacle_has_charged_all_the_same() -> None:
    unit = table(Put(spearmen(), x=20, y=20, files=4)).units[MEN]
    charged = replace(unit, doings=replace(unit.doings, moved=Moved.CHARGED))
    assert ranks_that_fight(charged, FRESH, THRUSTING_SPEAR) == 1


def facing_foe(sheet: Sheet) -> Battle:
    battle = table(
        Put(sheet, x=20, y=20, files=6),
        Put(warriors(), x=20, y=20, facing=180, files=6, side=BLUE),
    )
    return met(battle, 0, 1)


@pytest.mark.rule("combat.one-weapon")
def test_nobody_is_asked_where_one_weapon_is_the_better() -> None:
    battle = facing_foe(legionaries())
    assert choices(battle, MEN) == (PILUM,)
    assert opened(battle, dice=[1, 6]).asked == []
    later = replace(battle.units[MEN], fight=LATER)
    assert [w.name for w in choices(replace(battle, units=(later, battle.units[FOE])), MEN)] == [
        "heavy throwing spear"
    ]


@pytest.mark.rule("combat.one-weapon", "weapon.two-hands")
def test_a_real_choice_is_asked_and_holds_for_the_round() -> None:
    men = foot("axes", melee=(DOUBLE_HANDED, HAND, TWO_HANDS))
    battle = facing_foe(men)
    # two hand weapons are worth more than one; a shield is not left out for them
    assert choices(battle, MEN) == (DOUBLE_HANDED, TWO_HANDS)
    script = opened(battle, [Arms(DOUBLE_HANDED.name)])
    assert script.asked == [ChooseArms(battle.units[MEN].side, MEN)]
    assert arms_of(script.battle, MEN) == DOUBLE_HANDED
    chosen = [e for e in script.table.events if isinstance(e, ArmsChosen)]
    assert chosen == [ArmsChosen(MEN, DOUBLE_HANDED.name)]
    last = script.battle.combats[-1].groups[-1]
    assert (last.unit, last.weapon) == (MEN, DOUBLE_HANDED.name)


@pytest.mark.rule("combat.procedure", "combat.one-weapon")
@pytest.mark.parametrize(("turn", "order"), [(RED, [0, 1]), (BLUE, [1, 0])])
def test_the_side_whose_turn_it_is_chooses_its_arms_first(turn: Side, order: list[int]) -> None:
    axes = foot("axes", melee=(DOUBLE_HANDED, HAND))
    battle = met(
        table(
            Put(axes, x=20, y=20, files=5),
            Put(axes, x=20, y=20, facing=180, files=5, side=BLUE),
            side=turn,
        ),
        0,
        1,
        charger=0,
    )
    script = opened(battle, [Arms(HAND.name), Arms(DOUBLE_HANDED.name)])
    assert [ask.unit for ask in script.asked if isinstance(ask, ChooseArms)] == order


@pytest.mark.rule("weapon.improvised")
def test_who_has_no_weapon_fights_with_what_he_finds() -> None:
    assert arms_of(facing_foe(foot("rabble", melee=())), MEN).improvised


@pytest.mark.rule("combat.one-weapon", "weapon.assorted")
def test_the_listed_arms_count_for_the_whole_unit_its_leader_too() -> None:
    groups = opened(facing_foe(horse("riders", melee=(HAND,)))).battle.combats[-1].groups
    assert {group.weapon for group in groups if group.unit == MEN} == {"hand weapon"}
    assert {group.leader for group in groups if group.unit == MEN} == {True, False}
