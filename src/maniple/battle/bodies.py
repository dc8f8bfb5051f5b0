"""Where the models of a unit are: bodies, ranks, outlines and distances between units.

Places follow from counts (`figures`): models in ranks of `files`, all full but the last. The body
of a formed unit is one rectangle; skirmishers are one small rectangle each. [unit.ranks]
"""

from functools import lru_cache

from maniple.battle.by_identity import ByIdentity
from maniple.battle.field import Field
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Formation, Status, Unit
from maniple.geometry import (
    Pose,
    Rect,
    distance,
    mob_files,
    penetration,
    rect_at,
    within_table,
)


@lru_cache(maxsize=65536)
def _rect(pose: Pose, width: float, depth: float) -> Rect:
    return rect_at(pose, width, depth)


def places_in(unit: Unit) -> int:
    """Places that stand in the ranks: models and guests, without men who lap round."""
    return unit.models + unit.guest_places - unit.lap_left - unit.lap_right


def guest_places(base_width: float, host_base_width: float) -> int:
    """Places that a character's base takes in a unit's rank, rounded up. [unit.ranks]"""
    return max(1, -int(-(base_width - 0.001) // host_base_width))


def rank_count(unit: Unit) -> int:
    """Ranks, the last of which may be short. [unit.ranks]"""
    return max(1, -(-places_in(unit) // unit.files))


def full_ranks(unit: Unit) -> int:
    """Ranks all of whose places are filled. [unit.ranks]"""
    return places_in(unit) // unit.files


def frontage(unit: Unit) -> float:
    """Width of a body in inches, as it stands."""
    return unit.body_width or unit.files * unit.sheet.base_width


def body_depth(unit: Unit) -> float:
    """Depth of a body in inches, as it stands."""
    return unit.body_depth or rank_count(unit) * unit.sheet.base_depth


def _body(unit: Unit) -> Rect:
    if unit.formation is Formation.SKIRMISH:
        return _rect(unit.pose, unit.sheet.base_width, unit.sheet.base_depth)
    return _rect(unit.pose, float(frontage(unit)), float(body_depth(unit)))


_bodies = ByIdentity(_body)


def body(unit: Unit) -> Rect:
    """The rectangle of a formed unit, a mob, an engine or a single model.

    Of skirmishers, who have none, it is the base of their middle place; see `outline`.
    """
    return _bodies(unit)


def body_as(unit: Unit, pose: Pose, files: int) -> Rect:
    """The rectangle that the unit would have in this pose and so many files."""
    if unit.body_width:
        return _rect(pose, unit.body_width, unit.body_depth)
    ranks = max(1, -(-places_in(unit) // files))
    return _rect(pose, float(files * unit.sheet.base_width), float(ranks * unit.sheet.base_depth))


def _outline(unit: Unit) -> tuple[Rect, ...]:
    if unit.formation is Formation.SKIRMISH:
        sheet = unit.sheet
        return tuple([_rect(p, sheet.base_width, sheet.base_depth) for p in unit.places])
    return (body(unit),)


_outlines = ByIdentity(_outline)


def outline(unit: Unit) -> tuple[Rect, ...]:
    """The rectangles that the unit covers: one body, or the base of each skirmisher."""
    return _outlines(unit)


def lap_bodies(unit: Unit) -> int:
    """Models of the unit that lap round an enemy. [redress.lap-round]"""
    return unit.lap_left + unit.lap_right


def gap(a: Unit, b: Unit) -> float:
    """Inches between the nearest points of two units; 0 if they overlap. [measure.tolerance]"""
    ours, theirs = outline(a), outline(b)
    if len(ours) == 1 and len(theirs) == 1:
        return distance(ours[0], theirs[0])
    return min([distance(one, other) for one in ours for other in theirs])


def overlap(a: Unit, b: Unit) -> float:
    """Inches by which two units overlap; 0 or less if they don't. [measure.tolerance]"""
    return max([penetration(one, other) for one in outline(a) for other in outline(b)])


def is_on_field(field: Field, unit: Unit) -> bool:
    """Whether the unit stands wholly on the table. [move.table-edge]"""
    return all(within_table(rect, field.width, field.height) for rect in outline(unit))


def mob_size(unit: Unit) -> int:
    """Files of the mob that the unit makes when it flees. [flee.mob]"""
    sheet = unit.sheet
    return mob_files(unit.models + unit.guest_places, sheet.base_width, sheet.base_depth)


def on_table(battle: Battle) -> tuple[Unit, ...]:
    """Units on the table, characters on their own among them, by id."""
    return tuple([u for u in battle.units if u.status is Status.TABLE])


def of_side(battle: Battle, side: Side) -> tuple[Unit, ...]:
    """The side's units on the table, by id (the roster's order)."""
    return tuple([u for u in battle.units if u.side is side and u.status is Status.TABLE])


def is_due(battle: Battle, unit: Unit) -> bool:
    """Whether a unit that is off the table comes back onto it now, or comes onto it late.

    [pursue.off-table, deploy.late]
    """
    return unit.status is Status.RETURNING and unit.late <= battle.turn.number


def where_stands(battle: Battle, unit: Unit) -> Unit:
    """The unit itself, or the one that a character is with."""
    return unit if unit.host == NOBODY else battle.units[unit.host]
