"""Mounts with Attacks of their own fight beside their riders, in a challenge too. [challenge.fight]

mounts_at   the mounts' own strike groups, each with its riders'
as_mount    a unit seen as its mounts, with their profile
"""

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from maniple.battle.sheet import Melee, Sheet, Traits
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.unit import Unit

TEETH_AND_HOOVES = Melee("teeth and hooves", cite="challenge.fight")


def mounts_at(battle: Battle, riders: Iterable[tuple[StrikeGroup, int]]) -> tuple[StrikeGroup, ...]:
    """The strike groups of the mounts. `riders`: groups, and how many of each touch their enemies:
    who reaches over another man reaches with his weapon, not with his horse.
    """
    return tuple(
        [
            replace(group, models=touching, mount=True, weapon=TEETH_AND_HOOVES.name)
            for group, touching in riders
            if touching and battle.units[group.unit].sheet.mount is not None
        ]
    )


def as_mount(unit: Unit) -> Unit:
    """The unit as the mounts in it; itself if they do not fight."""
    return unit if unit.sheet.mount is None else replace(unit, sheet=_mount_sheet(unit.sheet))


@lru_cache(maxsize=256)
def _mount_sheet(sheet: Sheet) -> Sheet:
    """Neither the riders' arms are theirs nor what rules give to their riders."""
    mount = sheet.mount
    if mount is None:
        return sheet
    profile = replace(
        sheet.profile,
        weapon_skill=mount.weapon_skill,
        strength=mount.strength,
        initiative=mount.initiative,
        attacks=mount.attacks,
    )
    melee = (TEETH_AND_HOOVES,)
    return replace(sheet, profile=profile, melee=melee, traits=Traits(), shares=())
