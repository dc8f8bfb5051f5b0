"""Ground as the bot sees it: where a formed body loses its order, and which lanes are bad."""

from functools import lru_cache

from maniple.battle.field import Field
from maniple.battle.terrain import Ground, Terrain
from maniple.geometry import Polygon, Rect, contains, polygon_overlaps

BADNESS = {
    Ground.CLEAR: 0.0,
    Ground.DIFFICULT: 1.0,
    Ground.VERY_DIFFICULT: 2.0,
    Ground.OBSTACLE: 1.0,
    Ground.IMPASSABLE: 4.0,
}
"""How much formed troops want to keep out of it."""


@lru_cache(maxsize=16)
def bad_ground(terrain: tuple[Terrain, ...]) -> tuple[tuple[Polygon, float], ...]:
    """The pieces that formed troops keep out of, and how bad each is."""
    return tuple(
        [
            (Polygon(list(piece.outline)), BADNESS[piece.ground])
            for piece in terrain
            if piece.ground is not Ground.CLEAR
        ]
    )


def badness(field: Field, rect: Rect) -> float:
    """How bad it is for a formed body to stand so."""
    return sum(
        [bad for polygon, bad in bad_ground(field.terrain) if polygon_overlaps(rect, polygon)]
    )


@lru_cache(maxsize=64)
def lanes(field: Field, edge: str, deep: int = 22) -> tuple[float, ...]:
    """For each inch along a table edge, how bad the ground is on the way into the table."""
    long = field.width if edge in ("bottom", "top") else field.height
    return tuple([_lane(field, edge, i + 0.5, deep) for i in range(int(long))])


def _lane(field: Field, edge: str, along: float, deep: int) -> float:
    far = field.height if edge in ("bottom", "top") else field.width
    total = 0.0
    for inches in range(4, 8 + deep):
        into = inches + 0.5
        if edge == "bottom":
            x, y = along, into
        elif edge == "top":
            x, y = along, far - into
        elif edge == "left":
            x, y = into, along
        else:
            x, y = far - into, along
        for polygon, bad in bad_ground(field.terrain):
            if contains(polygon, x, y):
                total += bad * (3.0 if bad == BADNESS[Ground.OBSTACLE] else 1.0)
    return total
