"""Those who ride on a beast or in a machine shoot and fight from it, and some of what is aimed at an
elephant strikes them.

    as_crew, as_shooter   a unit seen as its crew, with the crew's profile and arms
    crew_at               whom a crew strikes, and how many of it
    dice_at_crew          how many of the shots or blows at an elephant are for its crew
    inflict_on_crew       wounds on a crew

A crew is no part of the models of its unit: it has a count of its own. [troop.elephant] The warrior
of a barbarian chariot is none: the chariot's Attacks hold his. [troop.barbarian-chariot]
"""

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from maniple.battle.events import CrewWounded
from maniple.battle.sheet import Kind, Mark, Sheet
from maniple.battle.state import StrikeGroup
from maniple.battle.table import Table
from maniple.battle.unit import Unit, UnitId
from maniple.rules.special.startled import startle
from maniple.rules.special.war_wagon import lost_without

ONE_IN = 3
"""Of so many shots or blows at an elephant one is for its crew. [troop.elephant]"""
ONE_IN_MARK: Mark = "C"

STRUCK_WITH_IT = (Kind.ELEPHANT, Kind.WAR_WAGON)
"""What has a crew that can be struck. [troop.elephant, troop.war-wagon.crew]"""


def as_crew(unit: Unit) -> Unit:
    """The unit as those who ride on it: their profile, arms and armour; itself if it has no crew."""
    return replace(unit, sheet=_crew_sheet(unit.sheet))


def as_shooter(unit: Unit) -> Unit:
    """The unit as those of it who shoot: its crew, where that has missiles. [troop.elephant]"""
    crew = unit.sheet.crew
    return unit if crew is None or not crew.missiles else as_crew(unit)


def crew_at(unit: Unit, groups: Iterable[StrikeGroup]) -> list[tuple[StrikeGroup, int]]:
    """The groups of beasts or machines whose enemies the crew strikes too, and how many of it.

    Each crew strikes where that which carries it strikes. [troop.elephant]
    """
    left = unit.crew_left
    found: list[tuple[StrikeGroup, int]] = []
    striking = list(groups)
    for i, group in enumerate(striking):
        share = -(-left // (len(striking) - i))
        if share:
            found.append((group, share))
            left -= share
    return found


def dice_at_crew(target: Unit, dice: int) -> int:
    """How many of so many shots or blows at the target are for its crew: one in three, to the
    nearest, while one of it is left. [troop.elephant]
    """
    if target.sheet.crew is None or target.sheet.kind not in STRUCK_WITH_IT:
        return 0
    return (2 * dice + ONE_IN) // (2 * ONE_IN) if target.crew_left else 0


def wounds_to_lose(unit: Unit, *, crew: bool = False) -> int:
    """Wounds that the unit, or its crew, has to lose before none of it is left.

    [combat.procedure (5), troop.elephant]
    """
    if not crew or unit.sheet.crew is None:
        return unit.models * unit.sheet.profile.wounds - unit.wounds
    each = unit.sheet.crew.profile.wounds
    return unit.crew_left * each - unit.crew_wounds % each


def inflict_on_crew(table: Table, unit_id: UnitId, wounds: int, by: UnitId, cite: str) -> int:
    """Unsaved wounds on the unit's crew; how many of it they slay. A crew whose beast has just
    fallen has fallen with it. [troop.elephant, troop.war-wagon.crew]
    """
    unit = table.battle.units[unit_id]
    if wounds <= 0 or not unit.crew_left:
        return 0
    hurt = replace(unit, crew_wounds=unit.crew_wounds + wounds)
    slain = unit.crew_left - hurt.crew_left
    table.record(CrewWounded(unit_id, wounds, slain, by, cite))
    if not table.battle.units[unit_id].crew_left:
        startle(table, unit_id)
    lost_without(table, unit_id, by)
    return slain


@lru_cache(maxsize=256)
def _crew_sheet(sheet: Sheet) -> Sheet:
    crew = sheet.crew
    if crew is None:
        return sheet
    return replace(
        sheet,
        profile=crew.profile,
        melee=crew.melee,
        missiles=crew.missiles,
        armour=crew.armour,
        shares=(),
        mount=None,
        leader=False,
    )
