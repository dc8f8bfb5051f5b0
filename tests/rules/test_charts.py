"""The charts: every figure of the book that blows and shots need."""

import pytest

from kit.troops import DOUBLE_HANDED, foot, horse, legionaries
from maniple.battle.sheet import Armour
from maniple.dice.chains import Chance
from maniple.dice.stages import through
from maniple.rules.fighting.charts import missile_need, save_need, shot_stages, to_hit, to_wound


@pytest.mark.rule("combat.to-hit")
@pytest.mark.parametrize(
    ("attacker", "enemy", "need"),
    [(4, 3, 3), (3, 3, 4), (3, 4, 4), (3, 6, 4), (3, 7, 5), (1, 3, 5), (1, 2, 4), (3, 0, 1)],
)
def test_weapon_skill_against_weapon_skill(attacker: int, enemy: int, need: int) -> None:
    """Case I2: 6 is not more than double 3, 7 is."""
    assert to_hit(attacker, enemy) == need


@pytest.mark.rule("shoot.to-wound", "combat.to-wound")
@pytest.mark.parametrize(
    ("strength", "toughness", "need"),
    [(3, 3, 4), (4, 3, 3), (3, 4, 5), (3, 5, 6), (3, 6, 6), (3, 7, 7), (5, 3, 2), (9, 3, 2)],
)
def test_strength_against_toughness(strength: int, toughness: int, need: int) -> None:
    """Case I3."""
    assert to_wound(strength, toughness) == need


@pytest.mark.rule("shoot.to-hit")
def test_a_missile_needs_seven_less_its_skill_and_two_dice_from_seven_on() -> None:
    """Cases I5, I6: hard cover, long range, and a single man or skirmishers."""
    assert missile_need(3) == 4
    assert missile_need(2, 2 + 1 + 1) == 9
    assert missile_need(3, 2 + 1 + 1) == 8
    assert missile_need(1, 2 + 1 + 1) == 10
    sure = (1, NO_SAVE)
    assert through(shot_stages(9, *sure)) == Chance(1, 36)
    assert through(shot_stages(8, *sure)) == Chance(1, 18)
    assert through(shot_stages(10, *sure)) == Chance(0)


NO_SAVE = 7


@pytest.mark.rule("shoot.save")
@pytest.mark.parametrize(
    ("armour", "need"),
    [
        (Armour(), 7),
        (Armour(worn=1, shield=2), 4),
        (Armour(worn=1, shield=1, mount=1), 4),
        (Armour(worn=2, mount=2), 3),
        (Armour(worn=2, buckler=1, mount=2), 2),
        (Armour(worn=4, shield=2, mount=3), 1),
    ],
)
def test_armour_adds_up_and_is_never_better_than_one(armour: Armour, need: int) -> None:
    """Case I14: the second to the fifth."""
    assert save_need(foot("men", armour=armour), 3, close=True) == need


@pytest.mark.rule("shoot.save")
def test_a_buckler_stops_no_missiles() -> None:
    men = horse("riders", armour=Armour(worn=2, buckler=1, mount=2))
    assert save_need(men, 3, close=False) == 3


@pytest.mark.rule("weapon.strength-save", "shoot.save")
def test_strength_above_three_worsens_the_save() -> None:
    """Cases I9, B6, B7, in this order."""
    assert save_need(legionaries(), 3, close=True) == 4
    assert save_need(legionaries(), 4, close=True) == 5
    assert save_need(foot("men", armour=Armour(worn=1, shield=1)), 4, close=False) == 6
    assert save_need(horse("riders"), 3, close=False) == 4


@pytest.mark.rule("weapon.double-handed", "weapon.strength-save")
def test_double_handed_strikes_at_two_more_and_leaves_the_shield_out() -> None:
    """Case J8: Strength 3 hits at 5, and the save is 2 worse."""
    men = foot("axes", melee=(DOUBLE_HANDED,), armour=Armour(worn=1, shield=1))
    assert save_need(legionaries(), 3 + DOUBLE_HANDED.strength, close=True) == 6
    assert save_need(men, 3, close=True, two_handed=DOUBLE_HANDED.two_handed) == 6
    assert save_need(men, 3, close=False, two_handed=DOUBLE_HANDED.two_handed) == 5


@pytest.mark.rule("weapon.improvised")
def test_improvised_weapons_leave_the_enemy_one_better_or_a_six() -> None:
    """Cases C11, C12."""
    men = foot("men", armour=Armour(worn=1, shield=1))
    assert save_need(men, 3, close=True) == 5
    assert save_need(men, 3, close=True, improvised=True) == 4
    assert save_need(foot("bare", armour=Armour()), 3, close=True, improvised=True) == 6
