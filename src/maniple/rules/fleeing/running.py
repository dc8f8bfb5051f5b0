"""Running: how far, which way, as what body, round and through whom, and off the table.

`take_to_flight` makes a unit a mob, `run` moves it; `maniple.rules.fleeing.flight` does both with the roll
between them. Lengths are in inches, headings in degrees. [flee]
"""

from collections.abc import Sequence

from maniple.battle.bodies import gap, mob_size, on_table, outline
from maniple.battle.events import UnitDestroyed, UnitFled, UnitLeftTable, UnitRan
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.dice.pool import D6, Pool
from maniple.geometry import (
    TOUCH,
    Outline,
    Pose,
    Rect,
    bearing,
    cos_deg,
    point_distance,
    pose_of,
    round_degrees,
    sin_deg,
)
from maniple.rules.fleeing.ways import ASIDE, HAIR, Way, best_way, settled
from maniple.rules.moving.rate import move_of
from maniple.rules.moving.skirmish import middle_of
from maniple.rules.special.engine import leave
from maniple.rules.table.room import Standing, moved_by, nearest_room, standing_near

FAST = 6
"""Troops whose Movement is above this flee and pursue with three dice. [flee.distance]"""


def flee_dice(unit: Unit, move: int | None = None) -> Pool:
    """The dice for flight and pursuit: 2D6 inches, or 3D6 for those who move faster than 6.

    `move`: the Movement of a unit that characters slow down. [flee.distance]
    """
    return (3 if (unit.sheet.move if move is None else move) > FAST else 2) * D6


def flight_pool(battle: Battle, unit_id: UnitId) -> Pool:
    """The dice of a unit with the characters in it. [flee.distance, character.in-unit]"""
    unit = battle.units[unit_id]
    return flee_dice(unit, move_of(battle, unit))


def heading_away(battle: Battle, unit_id: UnitId, enemies: Sequence[UnitId]) -> float:
    """Straight away from the largest of these enemies by models, then the nearest: from its middle
    to the unit's own, in degrees.

    Without any of them on the table, away from the nearest enemy there is; without one, towards the
    nearest table edge. [flee.direction]
    """
    unit = battle.units[unit_id]
    feared = [battle.units[e] for e in enemies if battle.units[e].is_on_table]
    if feared:
        foe = min(feared, key=lambda e: (-e.models, gap(unit, e), e.id))
    else:
        others = [e for e in on_table(battle) if e.side is not unit.side]
        if not others:
            return heading_to_edge(battle, unit)
        foe = min(others, key=lambda e: (e.fleeing, gap(unit, e), e.id))
    x, y = middle(unit)
    from_x, from_y = middle(foe)
    return round_degrees(bearing(x - from_x, y - from_y))


def heading_to_edge(battle: Battle, unit: Unit) -> float:
    """Straight to the nearest table edge, in degrees. [flee.compulsory]"""
    return edge_near(battle, unit)[1]


def edge_near(battle: Battle, unit: Unit) -> tuple[float, float]:
    """Inches to the nearest table edge, and its direction in degrees. [flee.compulsory]"""
    field = battle.field
    rects = outline(unit)
    return min(
        (min([r.cy - r.ey for r in rects]), 180.0),
        (field.height - max([r.cy + r.ey for r in rects]), 0.0),
        (min([r.cx - r.ex for r in rects]), 270.0),
        (field.width - max([r.cx + r.ex for r in rects]), 90.0),
    )


def middle(unit: Unit) -> tuple[float, float]:
    """The middle of a unit's body, or of its skirmishers. [flee.direction]"""
    rects = outline(unit)
    count = len(rects)
    return sum([r.cx for r in rects]) / count, sum([r.cy for r in rects]) / count


def take_to_flight(
    table: Table,
    unit_id: UnitId,
    enemies: tuple[UnitId, ...],
    cite: str,
    *,
    at_start_of_turn: bool = False,
) -> None:
    """The unit becomes a mob that faces its flight; it has not moved yet. [flee.mob, panic.flee]

    One that panics at the start of its turn stays where there is room until the compulsory moves,
    and looks to the nearest table edge. A crew leaves its engine.
    [rally.panicked, flee.compulsory, engine.left]
    """
    leave(table, unit_id)
    battle = table.battle
    unit = battle.units[unit_id]
    if at_start_of_turn:
        heading = heading_to_edge(battle, unit)
    else:
        heading = heading_away(battle, unit_id, enemies)
    mob = mob_body(unit, heading)
    if at_start_of_turn:
        shift = nearest_room(battle, unit_id, (mob,))
        if shift is not None:
            (mob,) = moved_by((mob,), *shift)
    table.record(
        UnitFled(
            unit_id,
            cite,
            pose_of(mob),
            1 if unit.sheet.is_character else mob_size(unit),
            at_start_of_turn=at_start_of_turn,
        )
    )


def mob_body(unit: Unit, heading: float) -> Rect:
    """The body of the mob that the unit makes: about its middle, but no further back, against its
    flight, than it stood. [flee.mob]
    """
    sheet = unit.sheet
    rects = outline(unit)
    if unit.body_width:
        width, depth = unit.body_width, unit.body_depth
    else:
        files = 1 if sheet.is_character else mob_size(unit)
        width = files * sheet.base_width
        depth = -(-(unit.models + unit.guest_places) // files) * sheet.base_depth
    x, y = middle(unit)
    dx, dy = sin_deg(heading), cos_deg(heading)
    back = min(
        [
            (corners[i] - x) * dx + (corners[i + 1] - y) * dy
            for corners in [r.corners() for r in rects]
            for i in range(0, 8, 2)
        ]
    )
    ahead = max(depth / 2, back + depth)
    return Rect(x + dx * ahead, y + dy * ahead, heading, width, depth)


def run(
    table: Table,
    unit_id: UnitId,
    heading_degrees: float,
    distance: float,
    cite: str,
    *,
    first: bool,
    turns: bool = True,
) -> None:
    """A fleeing unit runs so many inches along a heading, or as near to it as it can.

    `first`: straight away from the enemy, through friends; later it goes round them, and through
    only where there is no way round. `turns`: it faces the way that it goes. It may leave the
    table, or be lost for want of a way out.
    [flee.round-obstacles, flee.through-friends, flee.blocked, flee.off-table]
    """
    battle = table.battle
    unit = battle.units[unit_id]
    heading = round_degrees(heading_degrees)
    here = standing_near(battle, unit_id, outline(unit), distance + 2 * ASIDE)
    closed: tuple[Outline, ...] = (*here.enemies, *here.impassable)
    taken = best_way(battle, unit, heading, distance, closed, through_rough=first, turns=turns)
    if not first and here.friends:
        around = best_way(
            battle, unit, heading, distance, (*closed, *here.friends), through_rough=False
        )
        if around.leaves or around.inches >= taken.inches - HAIR:
            taken = around
    if is_shut_in(battle, unit, taken, distance, here):
        table.record(UnitDestroyed(unit_id, NOBODY, "flee.blocked"))
    elif taken.leaves:
        leave_table(table, unit_id, taken, cite, returns=False)
    else:
        end = settled(battle, unit, taken, here)
        come_to_stand(table, unit_id, taken, end, _how_it_ran(heading, taken, end, cite))


def _how_it_ran(heading: float, taken: Way, end: Sequence[Rect], cite: str) -> str:
    """The rule that made the run what it was: round something, beside friends, or straight on.

    A fall-back move is one whatever its way.
    """
    if not cite.startswith("flee."):
        return cite
    if taken.heading != heading:
        return "flee.round-obstacles"
    aside = point_distance(taken.end[0].x, taken.end[0].y, end[0].x, end[0].y)
    return "flee.through-friends" if aside > TOUCH else cite


def is_shut_in(battle: Battle, unit: Unit, taken: Way, distance: float, here: Standing) -> bool:
    """Whether a runner can't move an inch, and it is enemies that keep it from it. [flee.blocked]"""
    inch = min(1.0, distance) - 0.001
    if taken.leaves or taken.inches >= inch or not here.enemies:
        return False
    free = best_way(battle, unit, taken.heading, distance, here.impassable, through_rough=False)
    return free.leaves or free.inches >= inch


def come_to_stand(
    table: Table, unit_id: UnitId, taken: Way, end: Sequence[Rect], cite: str
) -> None:
    """The runner ends its run with these bodies. [flee.distance]"""
    unit = table.battle.units[unit_id]
    at, places = pose_and_places(unit, end)
    start, _ = pose_and_places(unit, taken.start)
    table.record(UnitRan(unit_id, at, round(taken.inches, 3), cite, (start, at), places))


def pose_and_places(unit: Unit, rects: Sequence[Rect]) -> tuple[Pose, tuple[Pose, ...]]:
    """Where a unit with these bodies stands, as events say it."""
    if unit.is_skirmishing:
        places = tuple([pose_of(rect) for rect in rects])
        return middle_of(places), places
    return pose_of(rects[0]), ()


def leave_table(table: Table, unit_id: UnitId, taken: Way, cite: str, *, returns: bool) -> None:
    """A runner goes over the table edge. [flee.off-table, pursue.off-table]"""
    unit = table.battle.units[unit_id]
    at, places = pose_and_places(unit, taken.end)
    start, _ = pose_and_places(unit, taken.start)
    table.record(UnitRan(unit_id, at, round(taken.inches, 3), cite, (start, at), places))
    off = "pursue.off-table" if returns else "flee.off-table"
    table.record(UnitLeftTable(unit_id, at, returns, off))
