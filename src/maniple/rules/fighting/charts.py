"""The charts of the book: what a blow or a shot needs to hit and to wound, and the save against it.

    to_hit         Weapon Skill against Weapon Skill       [combat.to-hit]
    missile_need   Ballistic Skill and modifiers           [shoot.to-hit]
    to_wound       Strength against Toughness              [shoot.to-wound, combat.to-wound]
    save_points    what armour is worth here and now       [shoot.save]
    save_need      the same against a Strength             [weapon.strength-save]
    stages         the three throws of a blow, or a shot, one after the other

A need is the least face of a D6 that succeeds. 1 or less needs no die; 7 or more can't be thrown
(a missile's 7, 8 and 9 are two dice: see `maniple.dice.stages`).
"""

from maniple.battle.sheet import Sheet
from maniple.dice.stages import Stage

NO_SAVE = 7


def to_hit(weapon_skill: int, enemy_weapon_skill: int) -> int:
    """What an attacker needs in close combat; 1 (no die) against Weapon Skill 0. [combat.to-hit]"""
    if enemy_weapon_skill == 0:
        return 1
    if weapon_skill > enemy_weapon_skill:
        return 3
    return 5 if enemy_weapon_skill > 2 * weapon_skill else 4


def missile_need(ballistic_skill: int, harder: int = 0) -> int:
    """What a shot needs; `harder` is the sum of its modifiers, a -1 to hit adding 1. [shoot.to-hit]

    7 to 9 are a 6 and then 4+, 5+ or 6; 10 or more can't hit.
    """
    return 7 - ballistic_skill + harder


def to_wound(strength: int, toughness: int) -> int:
    """What a hit needs to wound; 7 where it can't. [shoot.to-wound, combat.to-wound]"""
    tougher = toughness - strength
    if tougher <= -2:
        return 2
    if tougher <= 1:
        return 4 + tougher
    return 6 if tougher <= 3 else NO_SAVE


def save_points(sheet: Sheet, *, close: bool, two_handed: bool = False) -> int:
    """Points of armour that count: a shield not where both hands hold a weapon in close combat,
    a buckler only there. [shoot.save, weapon.double-handed]
    """
    armour = sheet.armour
    points = armour.worn + armour.mount
    if not (close and two_handed):
        points += armour.shield
    if close:
        points += armour.buckler
    return points


def save_need(
    sheet: Sheet,
    strength: int,
    *,
    close: bool,
    two_handed: bool = False,
    improvised: bool = False,
    modifier: int = 0,
) -> int:
    """What the struck man needs to be saved; 7 or more is no save. [shoot.save]

    `two_handed`: his own weapon; `improvised`: the weapon that strikes him [weapon.improvised];
    `modifier`: what the weapon does besides its Strength (a negative figure worsens the save).
    """
    points = save_points(sheet, close=close, two_handed=two_handed)
    if improvised:
        points += 1
    return max(7 - points, 1) + strength_on_save(strength) - modifier


def strength_on_save(strength: int) -> int:
    """How much a hit's Strength worsens a save: 1 a point above 3. [weapon.strength-save]"""
    return max(strength - 3, 0)


def stages(hit: int, wound: int, save: int, *, reroll_misses: bool = False) -> tuple[Stage, ...]:
    """The throws of a blow in close combat: to hit, to wound, the enemy's save."""
    return (
        Stage("to hit", hit, reroll_misses, "automatic" if hit <= 1 else "at least"),
        Stage("to wound", wound),
        Stage("save", save, kind="save"),
    )


def shot_stages(hit: int, wound: int, save: int) -> tuple[Stage, ...]:
    """The throws of a shot: to hit (with a second die from 7 on), to wound, the enemy's save."""
    return (
        Stage("to hit", hit, kind="missile"),
        Stage("to wound", wound),
        Stage("save", save, kind="save"),
    )
