"""The formation of a unit that has rallied, or fallen back: any, facing any way. [rally.test]

It forms about its middle, and where there is no room there, shifts by the least distance that gives
room. [flee.mob]
"""

from collections.abc import Callable

from maniple.battle.asks import FormRallied, Stand
from maniple.battle.bodies import body_as, places_in
from maniple.battle.events import UnitRallied
from maniple.battle.judged import Judged, Refusal
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Moved, Unit
from maniple.geometry import Pose, Rect, pose, pose_of, rect_at, round_degrees
from maniple.rules.fleeing.running import middle
from maniple.rules.fleeing.ways import centred
from maniple.rules.moving.skirmish import middle_of, spread
from maniple.rules.table.referee import is_sound, legal
from maniple.rules.table.room import moved_by, nearest_room

GAP = 0.5
"""Inches between the bases of skirmishers who have rallied. [troop.skirmish.shape]"""


def formation_of(stand: Stand, unit: Unit) -> Formation:
    """The formation that the answer names."""
    if unit.sheet.is_character:
        return Formation.SINGLE
    return Formation.SKIRMISH if stand.skirmish else Formation.FORMED


def judge_stand(battle: Battle, ask: FormRallied, stand: Stand) -> Judged | Refusal:
    """Whether the unit may stand so, and where. [rally.test, break.fall-back.move, flee.mob]"""
    unit = battle.units[ask.unit]
    name = unit.sheet.name
    if not is_sound(stand.facing):
        return Refusal(ask.cite, f"a facing in degrees is needed, not {stand.facing}")
    stand = Stand(stand.files, round_degrees(stand.facing), stand.skirmish)
    wrong = _wrong_formation(unit, stand)
    if wrong is not None:
        return wrong
    rects = _standing(unit, stand)
    shift = nearest_room(battle, unit.id, rects)
    if shift is None:
        return Refusal("flee.mob", f"the table has no room for {name} in {stand.files} files")
    end = moved_by(rects, *shift)
    if stand.skirmish:
        places = tuple([pose_of(rect) for rect in end])
        return Judged(stand, middle_of(places), stand.files, places)
    return Judged(stand, pose_of(end[0]), stand.files)


def rallied(battle: Battle, ask: FormRallied, stand: Stand, how: Moved) -> UnitRallied:
    """The event that the unit stands so. [rally.test, break.fall-back.move]"""
    found = legal(judge_stand(battle, ask, stand))
    if found.end is None:
        raise ValueError(f"the judgement of {stand} gives no place")
    return UnitRallied(
        ask.unit,
        found.end,
        found.files,
        how,
        formation_of(stand, battle.units[ask.unit]),
        found.places,
        fell_back=ask.cite == "break.fall-back.move",
        cite=ask.cite,
    )


def _wrong_formation(unit: Unit, stand: Stand) -> Refusal | None:
    """Who may stand in so many files, in ranks or loose. [unit.ranks, troop.skirmish]"""
    sheet = unit.sheet
    name = sheet.name
    places = places_in(unit)
    if not 1 <= stand.files <= places:
        return Refusal("unit.ranks", f"{name} has {places} places: files go from 1 to that number")
    if stand.files > 1 and (sheet.is_character or unit.body_width):
        return Refusal("unit.ranks", f"{name} stands in one file")
    loose = sheet.may_skirmish
    if stand.skirmish and (not loose or unit.guests):
        why = "its list does not let it" if not loose else "characters stand in its ranks"
        return Refusal("troop.skirmish", f"{name} may not skirmish: {why}")
    if not stand.skirmish and sheet.traits.always_skirmish:
        return Refusal("troop.skirmish", f"{name} know no ranks: they stand as skirmishers")
    seats = _front_places(unit)
    if stand.files < seats:
        return Refusal(
            "unit.ranks", f"the front rank of {name} needs {seats} places for its characters"
        )
    return None


def _front_places(unit: Unit) -> int:
    """Places that must be in the front rank: those of characters, and the leader's beside them.

    [unit.ranks]
    """
    return unit.guest_places + (1 if unit.has_leader and unit.guests else 0)


def _standing(unit: Unit, stand: Stand) -> tuple[Rect, ...]:
    """The bodies of the unit formed so about its middle."""
    x, y = middle(unit)
    if not stand.skirmish:
        size = body_as(unit, Pose(x, y, stand.facing), stand.files)
        return (centred(x, y, stand.facing, size.width, size.depth),)
    sheet = unit.sheet
    places = spread(
        pose(x, y, stand.facing), stand.files, GAP, unit.models, sheet.base_width, sheet.base_depth
    )
    rects = [rect_at(place, sheet.base_width, sheet.base_depth) for place in places]
    count = len(rects)
    from_x, from_y = sum([r.cx for r in rects]) / count, sum([r.cy for r in rects]) / count
    return moved_by(rects, x - from_x, y - from_y)


def sample_stand(battle: Battle, ask: FormRallied, below: Callable[[int], int]) -> Stand:
    """A legal formation by lot; the mob's own files, if nothing else has room. [unit.ranks]"""
    unit = battle.units[ask.unit]
    traits = unit.sheet.traits
    least = max(1, _front_places(unit))
    for _ in range(8):
        files = least + below(max(1, min(places_in(unit), 12) - least + 1))
        if unit.sheet.is_character or unit.body_width:
            files = 1
        loose = traits.always_skirmish or (unit.sheet.may_skirmish and below(2) == 0)
        stand = Stand(files, below(24) * 15.0, loose)
        if isinstance(judge_stand(battle, ask, stand), Judged):
            return stand
    return Stand(max(least, unit.files), unit.pose.facing, traits.always_skirmish)
