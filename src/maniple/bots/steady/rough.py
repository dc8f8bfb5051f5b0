"""Ground as the bot sees it: where a formed body loses its order, and which lanes are bad."""

from functools import lru_cache

from maniple.battle.field import Field
from maniple.battle.terrain import Ground, Terrain
from maniple.geometry import Polygon, Rect, inches_inside, polygon_overlaps

BADNESS = {
    Ground.CLEAR: 0.0,
    Ground.DIFFICULT: 1.0,
    Ground.VERY_DIFFICULT: 2.0,
    Ground.OBSTACLE: 1.0,
    Ground.IMPASSABLE: 4.0,
}
"""How much formed troops want to keep out of it."""
FROM, PART = 4.0, 0.7
"""A lane goes from so many inches off the table edge to this part of the table."""
OBSTACLE = 14.0
"""What a hedge or a wall across the lane counts: deep bodies hardly get over it."""


@lru_cache(maxsize=16)
def bad_ground(terrain: tuple[Terrain, ...]) -> tuple[tuple[Polygon, float, bool], ...]:
    """The pieces that formed troops keep out of, how bad each is, and whether it is an obstacle."""
    return tuple(
        [
            (
                Polygon(list(piece.outline)),
                BADNESS[piece.ground],
                piece.ground is Ground.OBSTACLE,
            )
            for piece in terrain
            if piece.ground is not Ground.CLEAR
        ]
    )


def badness(field: Field, rect: Rect) -> float:
    """How bad it is for a formed body to stand so."""
    return sum(
        [bad for polygon, bad, _ in bad_ground(field.terrain) if polygon_overlaps(rect, polygon)]
    )


@lru_cache(maxsize=64)
def lanes(field: Field, edge: str) -> tuple[float, ...]:
    """For each inch along a table edge, how bad the ground is on the way to the middle and beyond."""
    long = field.width if edge in ("bottom", "top") else field.height
    return tuple([_lane(field, edge, i + 0.5) for i in range(int(long))])


def _lane(field: Field, edge: str, along: float) -> float:
    deep = field.height if edge in ("bottom", "top") else field.width
    near, far = FROM, deep * PART
    ends = {
        "bottom": (along, near, along, far),
        "top": (along, deep - near, along, deep - far),
        "left": (near, along, far, along),
        "right": (deep - near, along, deep - far, along),
    }[edge]
    total = 0.0
    for polygon, bad, is_obstacle in bad_ground(field.terrain):
        inches = inches_inside(polygon, *ends)
        total += OBSTACLE if is_obstacle and inches > 0.0 else bad * inches
    return total
