"""What a man makes of the weapons that he carries: those that he may choose to fight with, and shoot.

wielded          both, from the names of the weapons
fighting_arms    for close combat, never empty     [combat.one-weapon]
shooting_arms    what is shot                      [shoot.who]
"""

from collections.abc import Iterable

from msgspec import Struct

from maniple.armies.arms import (
    MeleeRow,
    MissileRow,
    melee_for,
    melee_named,
    missile_for,
    missile_named,
    thrown_in_hand,
)
from maniple.battle.sheet import Melee, Missile


class Wielded(Struct, frozen=True):
    """Weapons as they are used."""

    melee: tuple[Melee, ...]
    missiles: tuple[Missile, ...]


def wielded(
    melee: Iterable[str], missiles: Iterable[str], *, borne: bool, mounted: bool
) -> Wielded:
    """Weapons by name as they are used on foot, or from a horse or chariot (`borne`).

    `mounted`: on horse or camel, who may shoot while they charge.
    """
    carried = [row for name in melee if (row := melee_named(name))]
    shot = [missile for name in missiles if (missile := missile_named(name))]
    return Wielded(
        fighting_arms(carried, shot, mounted=borne), shooting_arms(carried, shot, mounted)
    )


def fighting_arms(
    carried: Iterable[MeleeRow], shot: Iterable[MissileRow], *, mounted: bool
) -> tuple[Melee, ...]:
    """What a unit may choose to fight with, never empty: what it carries, what it throws, and a
    hand weapon, without those that are never better than another. [combat.one-weapon]
    """
    known = [weapon for row in carried if (weapon := melee_for(row, mounted=mounted))]
    known += [weapon for row in shot if (weapon := thrown_in_hand(row))]
    if not any(weapon.improvised for weapon in known):
        known.append(Melee("hand weapon", cite="weapon.hand", mark="A"))
    kept: list[Melee] = []
    for at, weapon in enumerate(known):
        others = kept + known[at + 1 :]
        if not any(
            _covers(other, weapon) and (other in kept or not _covers(weapon, other))
            for other in others
        ):
            kept.append(weapon)
    return tuple(kept)


def _covers(better: Melee, worse: Melee) -> bool:
    """Whether the one weapon does all that the other does, whatever happens."""
    when = better.strength_when in (worse.strength_when, "always") or worse.strength == 0
    return (
        when
        and better.strength >= worse.strength
        and better.ranks >= worse.ranks
        and better.ranks_charging >= worse.ranks_charging
        and better.second_rank_first_round >= worse.second_rank_first_round
        and better.reach >= worse.reach
        and better.strikes_last <= worse.strikes_last
        and better.two_handed <= worse.two_handed
        and better.extra_attacks >= worse.extra_attacks
        and better.improvised <= worse.improvised
    )


def shooting_arms(
    carried: Iterable[MeleeRow], shot: Iterable[MissileRow], mounted: bool
) -> tuple[Missile, ...]:
    """What a unit may shoot with. [shoot.who, shoot.composite-bow-charging]"""
    free = mounted and not any(row.no_shots_charging for row in carried)
    return tuple(missile_for(row, shoots_charging=free) for row in shot)
