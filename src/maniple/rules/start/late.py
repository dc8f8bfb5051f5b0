"""Who is late: units that a scenario lets onto the table in a later turn. [deploy.late]

Before the battle they are set aside at the edge over which they will come; `fleeing.returning` brings
them onto the table.
"""

from msgspec.structs import replace

from maniple.battle.bodies import frontage
from maniple.battle.field import Arrival, Field
from maniple.battle.unit import Formation, Status, Unit
from maniple.geometry import Pose, pose
from maniple.rules.moving.skirmish import middle_of, spread
from maniple.rules.start.placing import FORWARD

GAP = 0.5
"""Inches between the bases of skirmishers who come on."""


def awaited(field: Field, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units, those that are late set aside. [deploy.late]"""
    if not field.arrivals:
        return units
    late = {(arrival.side, arrival.unit): arrival for arrival in field.arrivals}
    return tuple(
        [
            unit if arrival is None else set_aside(field, unit, arrival)
            for unit in units
            for arrival in (late.get((unit.side, unit.sheet.name)),)
        ]
    )


def set_aside(field: Field, unit: Unit, arrival: Arrival) -> Unit:
    """The unit as it will come: in its files, or loose, at its place of the edge. [deploy.late]"""
    sheet = unit.sheet
    alone = sheet.is_character or bool(sheet.body_width)
    files = 1 if alone else max(1, min(arrival.files, unit.models))
    facing = FORWARD[arrival.edge]
    formed = replace(unit, files=files, status=Status.RETURNING, late=arrival.turn)
    places: tuple[Pose, ...] = ()
    half = frontage(formed) / 2
    if sheet.traits.always_skirmish:
        half = files * (sheet.base_width + GAP) / 2
    at = _on_edge(field, arrival, half, facing)
    if sheet.traits.always_skirmish:
        places = spread(at, files, GAP, unit.models, sheet.base_width, sheet.base_depth)
        formed = replace(formed, formation=Formation.SKIRMISH, places=places)
        at = middle_of(places)
    return replace(formed, pose=at, leaves_at=at)


def _on_edge(field: Field, arrival: Arrival, half: float, facing: float) -> Pose:
    """The place on the edge, as far from the corners as half of the unit's width."""
    along = field.width if arrival.edge in ("bottom", "top") else field.height
    at = min(max(arrival.at, half), max(along - half, half))
    match arrival.edge:
        case "bottom":
            return pose(at, 0.0, facing)
        case "top":
            return pose(at, field.height, facing)
        case "left":
            return pose(0.0, at, facing)
        case _:
            return pose(field.width, at, facing)
