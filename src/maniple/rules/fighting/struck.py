"""Whose profile and armour count when a unit of several kinds is struck, or shot at.

    as_struck        those whom blows strike
    sheet_as_shot    those whom missiles strike, as a sheet

[combat.mixed-weapons, troop.combined-formation, troop.combined-unit, troop.mixed-armour]
"""

from msgspec.structs import replace

from maniple.battle.sheet import Mixture, Share, Sheet
from maniple.battle.unit import Unit
from maniple.rules.fighting.mixed import (
    ANY,
    alive,
    commonest,
    is_better_in_front,
    kinds_of,
    struck_share,
)
from maniple.rules.special.combined_formation import best_of_most
from maniple.rules.special.testudo import roofed


def as_struck(unit: Unit, kind: int) -> Share:
    """The men that count when blows strike this kind of them; `ANY`: most of the front rank.

    In a unit of mixed weapons the save is that of most of the front rank [combat.mixed-weapons]; in
    a combined unit that of the better while they are half of it [troop.combined-unit]; in the
    others that of the man struck [troop.combined-formation (5), troop.mixed-armour].
    """
    kinds = kinds_of(unit.sheet)
    man = struck_share(unit) if kind == ANY else kinds[kind]
    if unit.sheet.mixture is Mixture.WEAPONS:
        front = struck_share(unit)
        return replace(man, armour=front.armour, melee=front.melee)
    if unit.sheet.mixture is Mixture.UNIT and is_better_in_front(unit):
        return replace(man, armour=kinds[0].armour, melee=kinds[0].melee)
    return man


def sheet_as_shot(unit: Unit) -> Sheet:
    """The sheet with the profile and the armour that count against missiles.

    Those of most of its models [combat.mixed-weapons], on equal numbers of a combined formation with
    the best save [troop.combined-formation (4)]; the better ones of a combined unit or of mixed
    armour while they are half of the front rank, else those of most of it [troop.combined-unit,
    troop.mixed-armour]. A testudo has its own [troop.testudo].
    """
    sheet = unit.sheet
    if not sheet.shares:
        return roofed(unit, sheet)
    man = _as_shot(unit)
    return roofed(unit, replace(sheet, armour=man.armour, profile=man.profile or sheet.profile))


def _as_shot(unit: Unit) -> Share:
    kinds, left = kinds_of(unit.sheet), alive(unit)
    match unit.sheet.mixture:
        case Mixture.WEAPONS:
            return commonest([kinds[k] for k, models in enumerate(left) for _ in range(models)])
        case Mixture.FORMATION:
            return best_of_most(kinds, left)
        case Mixture.ARMOUR | Mixture.UNIT:
            # The better, foremost, are most of the front rank while they are half of it.
            return struck_share(unit)
