"""The way of a stampede: how far it goes, whom it reaches, and where it comes to stand.

It goes straight, through friend and foe, and stops for nobody but impassable ground; where it would
come to stand on somebody it goes on to the first place with room, or over the table edge.
[troop.elephant]
"""

from msgspec import Struct

from maniple.battle.bodies import body, on_table, outline
from maniple.battle.state import Battle
from maniple.battle.unit import Unit, UnitId
from maniple.geometry import (
    Rect,
    body_inches_inside,
    cos_deg,
    first_on_advance,
    inches_to_edge_on_advance,
    sin_deg,
)
from maniple.rules.fleeing.ways import Way, turned, way
from maniple.rules.table.ground import grounds
from maniple.rules.table.room import free_along, moved_by, nearest_room, standing_near


class Path(Struct, frozen=True):
    """How a stampede goes: its start, turned to its way, and its end; whom it reaches in turn."""

    start: Rect
    end: Rect
    inches: float
    leaves: bool
    reached: tuple[UnitId, ...]


def path_of(battle: Battle, unit: Unit, heading: float, inches: float) -> Path:
    """The stampede of a beast by so many inches along a heading in degrees. [troop.elephant]"""
    start = turned(unit, heading)
    closed = tuple([piece.polygon for piece in grounds(battle).impassable])
    taken = way(battle, unit, start, heading, inches, closed)
    if not taken.leaves:
        taken = _with_room(battle, unit, taken)
    (end,) = taken.end
    if not taken.leaves:
        end = _where_there_is_room(battle, unit, end)
    reached = reached_on(battle, unit, start[0], heading, taken.inches)
    return Path(start[0], end, taken.inches, taken.leaves, reached)


def reached_on(
    battle: Battle, unit: Unit, start: Rect, heading: float, inches: float
) -> tuple[UnitId, ...]:
    """The units over which the beast's body goes, in the order in which it comes to them.

    [troop.elephant]
    """
    dx, dy = sin_deg(heading), cos_deg(heading)
    found: list[tuple[float, UnitId]] = []
    for other in on_table(battle):
        if other.id == unit.id:
            continue
        spans = [body_inches_inside(start, dx, dy, inches, rect) for rect in outline(other)]
        enters = [span[0] for span in spans if span is not None]
        if enters:
            found.append((min(enters), other.id))
    return tuple([other for _, other in sorted(found)])


def _with_room(battle: Battle, unit: Unit, taken: Way) -> Way:
    """The same way, gone on with to the first place that has room, or over the edge."""
    field = battle.field
    dx, dy = sin_deg(taken.heading), cos_deg(taken.heading)
    here = standing_near(battle, unit.id, taken.end, field.width + field.height)
    (end,) = taken.end
    edge = inches_to_edge_on_advance(end, dx, dy, field.width, field.height)
    more = free_along(taken.end, dx, dy, edge + 0.01, here.all, field)
    goes = edge if more is None else more
    if goes == 0.0 or first_on_advance(end, dx, dy, goes, here.impassable) is not None:
        return taken
    return Way(taken.heading, taken.start, taken.inches + goes, leaves=more is None)


def _where_there_is_room(battle: Battle, unit: Unit, end: Rect) -> Rect:
    """The end, or the nearest place with room where impassable ground has stopped the beast short
    of any; where it stood, if there is none.
    """
    shift = nearest_room(battle, unit.id, (end,))
    if shift is None:
        return body(unit)
    (found,) = moved_by((end,), *shift)
    return found
