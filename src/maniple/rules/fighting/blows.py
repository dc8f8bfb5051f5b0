"""The blows of a strike group: how many dice, what they need, and by which rules.

    blow            a strike group against its enemy, with every figure explained
    save_against    the save against hits that are no weapon's
    attacks_of      its dice
    blows_of        those for the enemy, and those for his crew        [troop.elephant]
    strikers_left   how many of those entitled still stand to strike   [combat.casualties]

Each modifier comes from one small function of `ATTACKS`, `SKILL`, `STRENGTH` and `SAVE`; a special
rule adds its own there, and everything that counts or explains sees it.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.chance_requests import Attacks
from maniple.battle.sheet import Melee, Profile
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.unit import NOBODY, Unit
from maniple.dice.stages import Stage
from maniple.rules.fighting.arms import arms_struck, bonus_strength, fight_of, weapon_named
from maniple.rules.fighting.charts import save_points, stages, strength_on_save, to_hit, to_wound
from maniple.rules.fighting.mixed import profile_of
from maniple.rules.fighting.striking import Modifier, Rule, Striking, What
from maniple.rules.fighting.struck import as_struck
from maniple.rules.nerve.leadership import is_running
from maniple.rules.special.crew import as_crew, dice_at_crew
from maniple.rules.special.fear import hits_on_sixes
from maniple.rules.special.frenzy import doubled_attacks
from maniple.rules.special.hatred import rerolls_misses
from maniple.rules.special.magic.strength import strengthened
from maniple.rules.special.magic.ward import warded
from maniple.rules.special.mounts import as_mount
from maniple.rules.special.phalanx import blows_at_front
from maniple.rules.special.stupidity import idle_half


class Blow(Struct, frozen=True):
    """What a strike group throws, and why."""

    dice: int
    hit: int
    wound: int
    save: int
    modifiers: tuple[Modifier, ...]
    misses_again: str | None = None
    """The rule by which misses are struck again. [dice.rerolls]"""
    at_crew: bool = False
    """At those who ride on the enemy, and not at him. [troop.elephant]"""

    @property
    def stages(self) -> tuple[Stage, ...]:
        again = self.misses_again is not None
        return stages(self.hit, self.wound, self.save, reroll_misses=again)

    def attacks(self, group: StrikeGroup) -> Attacks:
        who = "leader" if group.leader else "crew" if group.crew else ""
        if group.mount:
            who = "mounts"
        return Attacks(self.dice, self.stages, group.target, who, at_crew=self.at_crew)


def blow(battle: Battle, group: StrikeGroup, *, at_crew: bool = False) -> Blow:
    """The group's blows at its enemy, as they stand before they are struck. [combat.to-hit]

    `at_crew`: at those who ride on him, all of them. [troop.elephant]
    """
    at = striking_of(battle, group, at_crew=at_crew)
    striker, target = at.striker, at.target
    left = strikers_left(battle, group)
    men = (
        Modifier("strikers", group.models, "combat.who-fights"),
        *_nonzero("strikers", left - group.models, "combat.casualties"),
        *_nonzero("strikers", -idle_half(striker, left), "stupidity.test"),
    )
    attacks = _all(ATTACKS, at)
    skill = _within_the_die(_all(SKILL, at))
    strength = _all(STRENGTH, at)
    force = _sum(strength)
    wound = Modifier("to wound", to_wound(force, at.theirs.toughness), "combat.to-wound")
    save = (
        *_all(SAVE, at),
        *_nonzero("save", strength_on_save(force), "weapon.strength-save"),
    )
    unwarded = _sum(save)
    save = (*save, *_nonzero("save", warded(battle, target, unwarded) - unwarded, "magic.ward"))
    return Blow(
        dice=_sum(men) * _sum(attacks),
        hit=_sum(skill),
        wound=wound.figure,
        save=_sum(save),
        modifiers=(*men, *attacks, *skill, *strength, wound, *save),
        misses_again=rerolls_misses(at),
    )


def striking_of(battle: Battle, group: StrikeGroup, *, at_crew: bool = False) -> Striking:
    """What the rules see of the group and its enemy. [combat.to-hit]"""
    striker, target = battle.units[group.unit], battle.units[group.target]
    if group.crew:
        striker = as_crew(striker)
    if group.mount:
        striker = as_mount(striker)
    if at_crew:
        target = as_crew(target)
    return striking(battle, group, striker, target, weapon_named(striker, group.weapon))


def striking(
    battle: Battle, group: StrikeGroup, striker: Unit, target: Unit, weapon: Melee
) -> Striking:
    """The group and its enemy, each with the profile that counts. [combat.to-hit]"""
    ours, theirs = profile_of(striker.sheet, group.share), _profile_struck(target, group.struck)
    return Striking(
        battle, group, striker, target, fight_of(battle, group.unit), weapon, ours, theirs
    )


def _profile_struck(target: Unit, kind: int) -> Profile:
    """The Weapon Skill and Toughness that count, in a unit of several kinds of those who are struck."""
    if not target.sheet.shares:
        return target.sheet.profile
    return as_struck(target, kind).profile or target.sheet.profile


def save_against(at: Striking, strength: int) -> int:
    """What the struck needs to be saved from hits of this Strength. [shoot.save]"""
    save = _sum(_all(SAVE, at)) + strength_on_save(strength)
    return warded(at.battle, at.target, save)


def attacks_of(battle: Battle, group: StrikeGroup) -> tuple[Attacks, ...]:
    """What the group throws. [combat.to-hit]"""
    return tuple([each.attacks(group) for each in blows_of(battle, group) if each.dice])


def blows_of(battle: Battle, group: StrikeGroup) -> tuple[Blow, ...]:
    """The group's blows; of those that strike at a beast with a crew some are for the crew.

    [troop.elephant]
    """
    whole = blow(battle, group)
    high = dice_at_crew(battle.units[group.target], whole.dice)
    if not high:
        return (whole,)
    at_crew = replace(blow(battle, group, at_crew=True), dice=high, at_crew=True)
    if whole.dice == high:
        return (at_crew,)
    return (replace(whole, dice=whole.dice - high), at_crew)


def strikers_left(battle: Battle, group: StrikeGroup) -> int:
    """How many of the group still strike: of F troopers entitled, K fallen, the larger of 0 and
    F - K. Losses of a unit in several groups fall on those that strike last first.

    Leader and characters strike unless they themselves have fallen. [combat.casualties]
    """
    striker, target = battle.units[group.unit], battle.units[group.target]
    if not is_fighting(battle, striker) or not is_fighting(battle, target):
        return 0
    if group.crew:
        return min(group.models, striker.crew_left)
    if group.leader or striker.sheet.is_character:
        return group.models
    combat = battle.combat
    if combat is None:
        return group.models
    lost = fight_of(battle, group.unit).fallen
    if lost:
        ours = [
            g
            for g in combat.groups
            if g.unit == group.unit and not g.leader and not g.crew and g.mount is group.mount
        ]
        after = ours[ours.index(group) + 1 :] if group in ours else []
        lost = max(0, lost - sum([g.models for g in after]))
    return max(0, group.models - lost)


def is_fighting(battle: Battle, unit: Unit) -> bool:
    """Whether the unit, or the one that a character is with, still stands in a fight.

    Who has panicked runs, and no longer strikes nor is struck. [panic.in-combat]
    """
    host = unit if unit.host == NOBODY else battle.units[unit.host]
    return unit.models > 0 and host.fight is not None and not is_running(battle, host)


def _attacks_of_its_own(at: Striking) -> Modifier:
    return Modifier("attacks", at.ours.attacks, "combat.who-fights")


def _leader(at: Striking) -> Modifier | None:
    """One Attack more than his fellows, but not for his mount. [command.leader]"""
    is_he = at.group.leader and not at.group.mount
    return Modifier("attacks", 1, "command.leader") if is_he else None


def _weapon_in_each_hand(at: Striking) -> Modifier | None:
    """[weapon.two-hands]"""
    extra = at.weapon.extra_attacks
    return Modifier("attacks", extra, at.weapon.cite) if extra else None


def _skill_against_skill(at: Striking) -> Modifier:
    need = to_hit(at.ours.weapon_skill, at.theirs.weapon_skill)
    return Modifier("to hit", need, "combat.to-hit")


def _over_a_defended_obstacle(at: Striking) -> Modifier | None:
    """They hit on a 6 alone until they have won a round. [combat.defended-obstacle]"""
    need = _skill_against_skill(at).figure
    if not at.fight.hits_on_six or need <= 1:
        return None
    return Modifier("to hit", 6 - need, "combat.defended-obstacle")


def _within_the_die(skill: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """A 6 always hits, whatever is added; where no die is needed, nothing is. [combat.to-hit]"""
    if skill[0].figure <= 1:
        return skill[:1]
    return (*skill, *_nonzero("to hit", min(6 - _sum(skill), 0), "combat.to-hit"))


def _strength_of_its_own(at: Striking) -> Modifier:
    return Modifier("strength", at.ours.strength, "combat.to-wound")


def _strength_of_weapon(at: Striking) -> Modifier | None:
    bonus = bonus_strength(at.fight, at.weapon)
    return Modifier("strength", bonus, at.weapon.cite) if bonus else None


def _armour(at: Striking) -> Modifier:
    return Modifier("save", _save(at), "shoot.save")


def _save(at: Striking, *, two_handed: bool = False) -> int:
    """The save of the struck, before Strength; in a unit of several kinds that of those who count.

    [shoot.save, combat.mixed-weapons, troop.combined-formation (5), troop.combined-unit,
    troop.mixed-armour]
    """
    sheet = at.target.sheet
    if sheet.shares:
        sheet = replace(sheet, armour=as_struck(at.target, at.group.struck).armour)
    return max(7 - save_points(sheet, close=True, two_handed=two_handed), 1)


def _shield_left_out(at: Striking) -> Modifier | None:
    """Whoever holds his weapon in both hands has no shield.

    [weapon.double-handed, weapon.halberd, weapon.kontos, weapon.flail]
    """
    arms = arms_struck(at.battle, at.target, at.group.struck)
    if not arms.two_handed:
        return None
    worse = _save(at, two_handed=True) - _save(at)
    return Modifier("save", worse, arms.cite) if worse else None


def _improvised(at: Striking) -> Modifier | None:
    """[weapon.improvised]"""
    return Modifier("save", -1, "weapon.improvised") if at.weapon.improvised else None


ATTACKS: tuple[Rule, ...] = (_attacks_of_its_own, doubled_attacks, _leader, _weapon_in_each_hand)
SKILL: tuple[Rule, ...] = (
    _skill_against_skill,
    blows_at_front,
    _over_a_defended_obstacle,
    hits_on_sixes,
)
STRENGTH: tuple[Rule, ...] = (_strength_of_its_own, _strength_of_weapon, strengthened)
SAVE: tuple[Rule, ...] = (_armour, _shield_left_out, _improvised)


def _all(rules: Iterable[Rule], at: Striking) -> tuple[Modifier, ...]:
    return tuple([found for rule in rules if (found := rule(at)) is not None])


def _sum(modifiers: Iterable[Modifier]) -> int:
    return sum([modifier.figure for modifier in modifiers])


def _nonzero(what: What, figure: int, rule: str) -> tuple[Modifier, ...]:
    return (Modifier(what, figure, rule),) if figure else ()
