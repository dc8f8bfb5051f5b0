"""Combined formation: archers behind troops of another kind are ordinary formed troops, who shoot massed
over those in front, and fall in proportion with them. [troop.combined-formation]

    is_combined_formation   whether a unit is one
    shoots_massed           over the ranks in front, also mounted, and while it charges   (2)
    archers_charging        those who may shoot while it charges
    may_fire_and_flee       it may, by massed archery                                     (3)
    best_of_most            whose save counts against missiles                            (4)
    fall_in_proportion      of whom missiles slay the next man                            (4)

That they open out never (1) is `Sheet.may_skirmish`; whom blows strike (5), `fighting.strikers`.
"""

from collections.abc import Sequence

from maniple.battle.sheet import Missile, Mixture, Share
from maniple.battle.unit import Unit
from maniple.rules.fighting.mixed import alive, kinds_of, missiles_of

POLE_WEAPONS = ("weapon.thrusting-spear", "weapon.kontos", "weapon.lance")
"""Who carries one of these doesn't shoot while charging. [shoot.composite-bow-charging]"""


def is_combined_formation(unit: Unit) -> bool:
    """Whether the unit's list makes it one. [troop.combined-formation]"""
    return bool(unit.sheet.shares) and unit.sheet.mixture is Mixture.FORMATION


def shoots_massed(unit: Unit, missile: Missile, *, moving: bool, charging: bool) -> bool:
    """Whether men behind the front rank shoot: bows, on foot or mounted, that have not moved; while it
    charges those who may shoot then. [troop.combined-formation (2), shoot.composite-bow-charging]
    """
    return is_combined_formation(unit) and missile.is_bow and (charging or not moving)


def archers_charging(unit: Unit) -> tuple[int, ...]:
    """The kinds that may shoot while the unit charges: composite bows, and no weapon on a pole.

    [shoot.composite-bow-charging]
    """
    return tuple(
        [
            kind
            for kind, share in enumerate(kinds_of(unit.sheet))
            if alive(unit)[kind]
            and any(missile.shoots_charging for missile in share.missiles)
            and not any(weapon.cite in POLE_WEAPONS for weapon in share.melee)
        ]
    )


def may_fire_and_flee(unit: Unit) -> bool:
    """Whether it has archers left to do it with. [troop.combined-formation (3)]"""
    return is_combined_formation(unit) and any(m.is_bow for m in missiles_of(unit))


def best_of_most(kinds: Sequence[Share], left: Sequence[int]) -> Share:
    """The kind of most models, on equal numbers the one with the best save.

    [troop.combined-formation (4)]
    """

    def worth(kind: int) -> tuple[int, int]:
        armour = kinds[kind].armour
        return left[kind], armour.worn + armour.shield + armour.mount

    return kinds[max(range(len(kinds)), key=worth)]


def fall_in_proportion(left: Sequence[int], shot: Sequence[int]) -> tuple[int, ...]:
    """The kinds of which missiles may slay the next man, so that each loses its part.

    `left`: how many of each are alive; `shot`: how many of each missiles have slain so far. A kind
    that has lost less than its whole part is next; the odd man is of any kind that has not lost
    its part rounded up. [troop.combined-formation (4)]
    """
    whole = [models + fallen for models, fallen in zip(left, shot, strict=True)]
    slain, models = sum(shot) + 1, sum(whole)
    behind = [k for k in range(len(left)) if left[k] and shot[k] < slain * whole[k] // models]
    if behind:
        return tuple(behind)
    odd = [k for k in range(len(left)) if left[k] and shot[k] * models < slain * whole[k]]
    return tuple(odd or [k for k in range(len(left)) if left[k]])
