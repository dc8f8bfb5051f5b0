"""What a unit fights with in this round, and what its weapon does. [weapon, combat.one-weapon]

A weapon is its figures (`battle.sheet.Melee`), one peculiar to an army too; nothing here knows a
name, and a hand weapon has none. The arms on the sheet count, whatever the odd figure holds. A player
is asked only where the choice is real: of two weapons, one that is nowhere the worse puts the other
away. [weapon.hand, weapon.listed, weapon.assorted]

    choices      the weapons worth choosing this round
    arms_of      what the unit fights with
    ranks_that_fight, bonus_strength, strikes_at   what the weapon does now
"""

from functools import lru_cache

from maniple.battle.asks import Arms, AskAnswer, ChooseArms
from maniple.battle.sheet import Melee, Share
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Fight, Moved, Unit, UnitId
from maniple.rules.fighting.mixed import share_at, weapons_of
from maniple.rules.fighting.struck import as_struck
from maniple.rules.special.crew import as_crew

BARE_HANDS = Melee("improvised weapons", improvised=True, cite="weapon.improvised")
"""Whoever has no weapon at all fights with what he finds. [weapon.improvised]"""

IDLE = Fight()


def fight_of(battle: Battle, unit_id: UnitId) -> Fight:
    """The part in the combat of a unit, or of the unit that a character is with."""
    unit = battle.units[unit_id]
    host = unit if unit.host == NOBODY else battle.units[unit.host]
    return host.fight or IDLE


def counts_as_charging(fight: Fight) -> bool:
    """Whether weapons treat it as charging: a counter-charge serves for that.

    [charge.response.counter-charge]
    """
    return fight.charging or fight.counter_charging


def is_first_round(fight: Fight) -> bool:
    """Whether the round to be fought is the unit's first in this combat."""
    return fight.rounds == 0


def choices(battle: Battle, unit_id: UnitId) -> tuple[Melee, ...]:
    """The weapons that the unit may choose between this round, in the order of its sheet.

    One that no figure of this round favours is left out. [combat.one-weapon]
    """
    unit = battle.units[unit_id]
    carried = unit.sheet.melee or (BARE_HANDS,)
    if len(carried) == 1:
        return carried
    fight = fight_of(battle, unit_id)
    charged = has_charged(unit, fight)
    return _worth_choosing(unit.sheet.melee, unit.sheet.armour.shield, _as_arms_go(fight), charged)


def arms_of(battle: Battle, unit_id: UnitId) -> Melee:
    """What the unit fights with this round: as chosen, or the only one worth it."""
    combat = battle.combat
    possible = choices(battle, unit_id)
    if combat is not None and len(possible) > 1:
        for unit, name in combat.arms:
            if unit == unit_id:
                return weapon_named(battle.units[unit_id], name)
    return next(iter(possible))


def arms_at(battle: Battle, unit: Unit, file: int, rank: int) -> Melee:
    """What the man in this place fights with: the unit's weapon, or in a unit of mixed arms the
    better of his own. [combat.one-weapon, combat.mixed-weapons]
    """
    if not unit.sheet.shares:
        return arms_of(battle, unit.id)
    return _arms_of_share(battle, unit, share_at(battle, unit, file, rank))


def _arms_of_share(battle: Battle, unit: Unit, share: Share) -> Melee:
    if share.melee == unit.sheet.melee:
        return arms_of(battle, unit.id)
    fight = fight_of(battle, unit.id)
    charged = has_charged(unit, fight)
    carried, shield = share.melee or (BARE_HANDS,), share.armour.shield
    return _worth_choosing(carried, shield, _as_arms_go(fight), charged)[0]


def arms_aboard(battle: Battle, unit: Unit) -> Melee:
    """What the crew of a beast or a machine fights with: the best of its own. [combat.one-weapon]"""
    crew = as_crew(unit).sheet
    fight = fight_of(battle, unit.id)
    carried = crew.melee or (BARE_HANDS,)
    charged = has_charged(unit, fight)
    return _worth_choosing(carried, crew.armour.shield, _as_arms_go(fight), charged)[0]


def arms_struck(battle: Battle, unit: Unit, kind: int) -> Melee:
    """The weapon of those whose save counts when this kind of the unit's men are struck.

    [combat.mixed-weapons]
    """
    if not unit.sheet.shares:
        return arms_of(battle, unit.id)
    return _arms_of_share(battle, unit, as_struck(unit, kind))


def weapon_named(unit: Unit, name: str) -> Melee:
    """The weapon of that name on the unit's sheet."""
    for weapon in weapons_of(unit.sheet):
        if weapon.name == name:
            return weapon
    return BARE_HANDS


def arms_options(battle: Battle, ask: ChooseArms) -> tuple[AskAnswer, ...]:
    """The answers to `ChooseArms`."""
    return tuple([Arms(weapon.name) for weapon in choices(battle, ask.unit)])


def ranks_that_fight(unit: Unit, fight: Fight, weapon: Melee) -> int:
    """Ranks that fight to the front: fewer after a charge, two where weapons are thrown.

    [weapon.thrusting-spear, weapon.pike-and-long-spear, weapon.missiles-in-hand]
    """
    return _ranks(weapon, fight, has_charged(unit, fight))


def has_charged(unit: Unit, fight: Fight) -> bool:
    """Whether the unit charged this turn, to whatever use. [weapon.thrusting-spear]"""
    return fight.charging or unit.doings.moved is Moved.CHARGED


def _ranks(weapon: Melee, fight: Fight, charged: bool) -> int:
    ranks = weapon.ranks_charging if charged else weapon.ranks
    if weapon.second_rank_first_round and is_first_round(fight):
        ranks = max(ranks, 2)
    return ranks


def bonus_strength(fight: Fight, weapon: Melee) -> int:
    """What the weapon adds to Strength now.

    [weapon.lance, weapon.thrusting-spear, weapon.kontos, weapon.flail, weapon.halberd,
    weapon.heavy-throwing-spear, weapon.double-handed]
    """
    if weapon.strength_when == "always":
        return weapon.strength
    if weapon.strength_when == "charging":
        return weapon.strength if counts_as_charging(fight) else 0
    return weapon.strength if is_first_round(fight) else 0


def strikes_at(weapon: Melee, *, to_front: bool) -> int:
    """The weapon's turn: 0 pikes and 1 long spears, to the front; 2 most; 3 those that come last.

    [combat.strike-order]
    """
    if weapon.strikes_last:
        return 3
    return 2 - weapon.reach if to_front else 2


def _as_arms_go(fight: Fight) -> Fight:
    """What of the unit's part in the combat makes one weapon better than another."""
    return _FIGHTS[counts_as_charging(fight), is_first_round(fight)]


_FIGHTS = {
    (charging, first): Fight(charging=charging, rounds=0 if first else 1)
    for charging in (False, True)
    for first in (False, True)
}


@lru_cache(maxsize=1024)
def _worth_choosing(
    carried: tuple[Melee, ...], shield: int, fight: Fight, charged: bool
) -> tuple[Melee, ...]:
    """The weapons that no other is better than; of equals the first."""
    worth = [_worth(weapon, shield, fight, charged) for weapon in carried]
    kept: list[Melee] = []
    for i, weapon in enumerate(carried):
        rivals = [(j, other) for j, other in enumerate(worth) if j != i]
        if not any(_is_no_worse(o, worth[i]) and (o != worth[i] or j < i) for j, o in rivals):
            kept.append(weapon)
    return tuple(kept)


def _worth(weapon: Melee, shield: int, fight: Fight, charged: bool) -> tuple[int, ...]:
    """Figures of this round, each the more the better."""
    return (
        bonus_strength(fight, weapon),
        weapon.extra_attacks,
        _ranks(weapon, fight, charged),
        -strikes_at(weapon, to_front=True),
        -shield if weapon.two_handed else 0,
        -int(weapon.improvised),
    )


def _is_no_worse(ours: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    return all(a >= b for a, b in zip(ours, theirs, strict=True))
