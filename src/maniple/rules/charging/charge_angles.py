"""The wheels that a charge tries, in degrees about either front corner. [charge.path]

None; parallel to the facing; each at which the charger's strip just covers or just misses an end of
the facing; middle towards middle. (The largest that still reaches is sought in `charge_path`.)
"""

import math

from maniple.geometry import LEFT, RIGHT, Edge, Rect, bearing, edge_ends, edge_facing, edge_middle

HAIR = 0.05
"""Degrees by which a strip just covers, or just misses, an end."""

MOST = 90.0
"""Degrees of the largest wheel. [move.geometry]"""


def wheels_at_edge(rect: Rect, target: Rect, edge: Edge) -> list[tuple[Edge, float]]:
    """The wheels to try at an edge of a body, the least angle first, about LEFT before RIGHT."""
    x1, y1, x2, y2 = edge_ends(target, edge)
    parallel = edge_facing(target, edge) + 180.0
    middle = edge_middle(target, edge)
    found: set[tuple[float, bool]] = set()
    for about in (LEFT, RIGHT):
        facings = [parallel, *_covering(rect, about, x1, y1), *_covering(rect, about, x2, y2)]
        facings += _pointing(rect, about, *middle)
        found |= {(turn, about is RIGHT) for turn in _turns(rect, about, facings)}
    return [(RIGHT if right else LEFT, turn) for turn, right in sorted(found)]


def wheels_at_points(rect: Rect, points: list[tuple[float, float]]) -> list[tuple[Edge, float]]:
    """The wheels to try at loose models: middle towards each, and strips that just cover them all."""
    outermost = sorted(points, key=lambda p: (p[0] * rect.rx + p[1] * rect.ry, p))
    found: set[tuple[float, bool]] = set()
    for about in (LEFT, RIGHT):
        facings: list[float] = []
        for x, y in (outermost[0], outermost[-1]):
            facings += _covering(rect, about, x, y)
        for x, y in points:
            facings += _pointing(rect, about, x, y)
        found |= {(turn, about is RIGHT) for turn in _turns(rect, about, facings)}
    return [(RIGHT if right else LEFT, turn) for turn, right in sorted(found)]


def _turns(rect: Rect, about: Edge, facings: list[float]) -> set[float]:
    """Degrees of the wheels, above 0 and up to 90, that end in one of the facings."""
    sense = -1.0 if about is LEFT else 1.0
    turns = [round(((facing - rect.facing) * sense) % 360.0, 2) for facing in facings]
    return {turn for turn in turns if 0.0 < turn <= MOST}


def _covering(rect: Rect, about: Edge, x: float, y: float) -> list[float]:
    """Facings at which a side of the strip before the front passes just by a point."""
    px, py = _corner(rect, about)
    along = bearing(x - px, y - py)
    exact = [along, *_abreast(rect, about, x, y, rect.width)]
    return [facing + hair for facing in exact for hair in (-HAIR, HAIR)]


def _pointing(rect: Rect, about: Edge, x: float, y: float) -> list[float]:
    """The facing at which the middle of the front points at a point; none if it is too near."""
    return _abreast(rect, about, x, y, rect.width / 2)


def _abreast(rect: Rect, about: Edge, x: float, y: float, across: float) -> list[float]:
    """The facing at which a point lies `across` inches from the corner, measured along the front."""
    px, py = _corner(rect, about)
    far = math.sqrt((x - px) * (x - px) + (y - py) * (y - py))
    if far <= across:
        return []
    ahead = math.sqrt(far * far - across * across)
    # The angle between straight ahead and the way to the point.
    aside = bearing(across, ahead)
    way = bearing(x - px, y - py)
    return [way - aside if about is LEFT else way + aside]


def _corner(rect: Rect, about: Edge) -> tuple[float, float]:
    return (rect.flx, rect.fly) if about is LEFT else (rect.frx, rect.fry)
