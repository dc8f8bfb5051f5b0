"""Wounds and what they slay, by whatever hand. [shoot.casualties, combat.casualties]

    inflict         wounds on a unit or a character: models removed, ranks closed, the end of a unit
    take_losses     the same, its owner asked whose they are
    destroy         a unit is out of the battle; characters with it are set on their own
    close_ranks     a single rank after a character is gone from it
    take_standards  standards that fall into enemy hands        [command.standard-captured]

Casualties leave the last rank, so a formed unit only counts fewer men; leader, standard and
musician fall last of all [command.leader, command.standard, command.musician].
"""

from msgspec.structs import replace

from maniple.battle.bodies import body, lap_bodies, mob_size, outline, places_in
from maniple.battle.events import RanksRedressed, StandardCaptured, UnitDestroyed, WoundsTaken
from maniple.battle.request import Step
from maniple.battle.sheet import Kind
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.unit import NOBODY, Formation, Unit, UnitId
from maniple.geometry import Pose, Rect, in_touch, place, pose
from maniple.rules.fighting.mixed import ANY, RULE_OF, alive
from maniple.rules.moving.skirmish import casualty_places, middle_of
from maniple.rules.nerve.orphans import stand_alone
from maniple.rules.nerve.toll import Toll, slain_by, taken_at_once, who_falls
from maniple.rules.special.startled import startle


def inflict(
    table: Table,
    unit_id: UnitId,
    wounds: int,
    by: UnitId,
    cite: str,
    *,
    shooting: bool,
    toll: Toll | None = None,
) -> int:
    """Unsaved wounds on a unit or a character; how many models they slay.

    A model that has lost its last Wound is removed, whole models first; wounds that are left over
    stay on one model [shoot.casualties]. A unit without models is destroyed, and its standard taken
    if it fell in close combat (not `shooting`). A general's death calls its tests when the step is
    over, by `nerve.mourn_generals`. `toll`: of which kind they are, as `toll.who_falls` has found, in a
    unit of several; without it nobody chooses.
    """
    unit = table.battle.units[unit_id]
    if wounds <= 0 or unit.models <= 0:
        return 0
    each = unit.sheet.profile.wounds
    total = unit.wounds + wounds
    slain = slain_by(unit, wounds)
    left = total - slain * each if slain < unit.models else 0
    if slain < unit.models and lap_bodies(unit) and places_in(unit) <= slain:
        unit = _with_lapping_back(table, unit)
    taken = _taken(table.battle, unit, wounds, slain, left, by, cite)
    if unit.sheet.shares:
        toll = toll or taken_at_once(unit, slain, shooting=shooting)
        taken = _by_kind(unit, taken, toll)
    table.record(taken)
    if unit.sheet.kind is Kind.ELEPHANT:
        startle(table, unit_id)
    if slain == unit.models:
        if not shooting:
            _take_standard(table, unit_id)
        destroy(table, unit_id, by, cite)
    return slain


def take_losses(
    table: Table,
    unit_id: UnitId,
    wounds: int,
    by: UnitId,
    cite: str,
    *,
    shooting: bool,
    struck: int = ANY,
) -> Step[int]:
    """`inflict`, where the owner of a unit of several kinds says of which the odd man is.

    `struck`: the kind at which blows were aimed. [combat.mixed-weapons, troop.combined-formation]
    """
    toll: Toll | None = None
    if wounds > 0 and table.battle.units[unit_id].sheet.shares:
        toll = yield from who_falls(table, unit_id, wounds, shooting=shooting, struck=struck)
    return inflict(table, unit_id, wounds, by, cite, shooting=shooting, toll=toll)


def destroy(table: Table, unit_id: UnitId, by: UnitId, cite: str) -> None:
    """The unit's last man has fallen; characters with it stand on alone where they stood, and a
    unit that has lost a character closes its ranks. [character.leave, combat.casualties]
    """
    stand_alone(table, unit_id)
    host = table.battle.units[unit_id].host
    table.record(UnitDestroyed(unit_id, by, cite))
    if host != NOBODY:
        close_ranks(table, host)


def take_standards(table: Table, unit_id: UnitId) -> None:
    """The enemy takes the unit's standard, and the battle standard if its bearer is with it.

    For a unit that breaks and flees from combat, or is ridden down with all who are with it.
    [command.standard-captured, battle-standard.lost]
    """
    for member in (unit_id, *table.battle.units[unit_id].guests):
        _take_standard(table, member)


def _take_standard(table: Table, unit_id: UnitId) -> None:
    """The enemy takes the standard of this unit, or of this bearer, and nobody else's.

    A bearer who outlives the unit that he was with keeps his. [battle-standard.lost]
    """
    unit = table.battle.units[unit_id]
    if unit.standard_lost:
        return
    if unit.sheet.is_battle_standard:
        table.record(StandardCaptured(unit_id, unit.side.enemy, "battle-standard.lost"))
    elif unit.sheet.standard:
        table.record(StandardCaptured(unit_id, unit.side.enemy))


def _taken(
    battle: Battle, unit: Unit, wounds: int, slain: int, left: int, by: UnitId, cite: str
) -> WoundsTaken:
    """The loss, with where those that are left stand."""
    places: tuple[Pose, ...] = unit.places
    files, at = 0, None
    fewer = replace(unit, models=unit.models - slain)
    if not slain or not fewer.models:
        pass
    elif unit.is_skirmishing:
        places = casualty_places(battle, unit, slain)
        at = middle_of(places)
    elif unit.formation is Formation.MOB:
        files = mob_size(fewer)
    else:
        files, at = shortened(battle, unit, places_in(fewer))
    return WoundsTaken(unit.id, wounds, slain, left, by, cite, places, files, at)


def _by_kind(unit: Unit, taken: WoundsTaken, toll: Toll) -> WoundsTaken:
    """The loss, with how many of each kind fell and are left, by the rule that says so.

    [combat.mixed-weapons, troop.combined-formation, troop.combined-unit, troop.mixed-armour]
    """
    fell = tuple([before - now for before, now in zip(alive(unit), toll.left, strict=True)])
    cite = RULE_OF[unit.sheet.mixture]
    return replace(taken, cite=cite, fell=fell, by_share=toll.left, shot_by_share=toll.shot)


def _with_lapping_back(table: Table, unit: Unit) -> Unit:
    """Men who lap round come back where too few are left in the ranks. [redress.lap-round]"""
    back = RanksRedressed(unit.id, unit.pose, unit.files, cite="redress.lap-round")
    table.record(back)
    return table.battle.units[unit.id]


def close_ranks(table: Table, unit_id: UnitId) -> None:
    """A single rank that a character has left, or fallen out of, grows shorter. [unit.ranks]"""
    unit = table.battle.units[unit_id]
    files, at = shortened(table.battle, unit, places_in(unit))
    if files != unit.files:
        table.record(
            RanksRedressed(
                unit_id, at or unit.pose, files, unit.lap_left, unit.lap_right, "combat.casualties"
            )
        )


def shortened(battle: Battle, unit: Unit, men: int) -> tuple[int, Pose | None]:
    """Files, and the pose if it changes, of a formed unit with so many places filled in its ranks.

    A single rank grows shorter from the end that is not in touch with an enemy, then from right and
    left in turn. [combat.casualties]
    """
    if not unit.is_formed or unit.body_width or not 0 < men < unit.files:
        return unit.files, None
    whole = body(unit)
    foes = [
        rect
        for contact in battle.contacts_of(unit.id)
        for rect in outline(battle.units[contact.enemy_of(unit.id)])
    ]
    first, last = 0, unit.files - 1
    # Turn about from one loss to the next, too: each changes how many have fallen.
    right_next = (unit.sheet.models - unit.models) % 2 == 0
    while last - first + 1 > men:
        left_touches = _file_touches(whole, unit.files, first, foes)
        right_touches = _file_touches(whole, unit.files, last, foes)
        if left_touches == right_touches:
            from_right, right_next = right_next, not right_next
        else:
            from_right = left_touches
        if from_right:
            last -= 1
        else:
            first += 1
    aside = (first + last - (unit.files - 1)) / 2 * unit.sheet.base_width
    at = pose(whole.x + whole.rx * aside, whole.y + whole.ry * aside, unit.pose.facing)
    return men, None if at == unit.pose else at


def _file_touches(whole: Rect, files: int, file: int, foes: list[Rect]) -> bool:
    """Whether the man of that file stands in touch with an enemy."""
    man = place(whole, files, 1, file, 0)
    return any(in_touch(man, foe) for foe in foes)
