"""Terrain and bodies as sight meets them: hills, woods, buildings, and how high each stands.

[sight.blocked, terrain.agree]
"""

from msgspec import Struct

from maniple.battle.sheet import Kind
from maniple.battle.state import Battle
from maniple.battle.terrain import Cover, Ground, Terrain
from maniple.battle.unit import Unit
from maniple.geometry import Box, Polygon, Rect, contains, polygon_overlaps
from maniple.rules.memo import Memo

TALL = (Kind.ELEPHANT, Kind.WAR_WAGON)
"""They stand one higher than the ground that they are on. [sight.blocked]"""

NEAR = 0.1
"""Inches by which boxes are widened, beyond every tolerance."""


class Sights(Struct, frozen=True):
    """The pieces of terrain that bear on sight."""

    woods: tuple[Polygon, ...] = ()
    """Sight ends 2 inches within."""
    buildings: tuple[Polygon, ...] = ()
    hills: tuple[tuple[Polygon, int], ...] = ()
    """Each with its height."""
    hill_shapes: tuple[Polygon, ...] = ()
    covers: tuple[tuple[Polygon, Cover], ...] = ()
    """Whatever gives cover to a target in it or behind it."""


def _sorted_out(terrain: tuple[Terrain, ...]) -> Sights:
    shaped = [(piece, Polygon(list(piece.outline))) for piece in terrain]
    opaque = [(p, shape) for p, shape in shaped if p.blocks_sight]
    return Sights(
        woods=tuple([s for p, s in opaque if p.ground is not Ground.IMPASSABLE]),
        buildings=tuple([s for p, s in opaque if p.ground is Ground.IMPASSABLE]),
        hills=tuple([(s, p.height) for p, s in shaped if p.height and not p.blocks_sight]),
        hill_shapes=tuple([s for p, s in shaped if p.height and not p.blocks_sight]),
        covers=tuple([(s, p.cover) for p, s in shaped if p.cover is not Cover.NONE]),
    )


_sights = Memo(_sorted_out)


def sights(battle: Battle) -> Sights:
    """The battle's terrain as sight meets it. [sight.blocked]"""
    return _sights(battle.field.terrain)


def ground_height(terrain: tuple[Terrain, ...], x: float, y: float) -> int:
    """The height of the ground at a place: level ground 0, a hill 1. [sight.blocked]"""
    hills = _sights(terrain).hills
    if not hills:
        return 0
    return max([high for hill, high in hills if contains(hill, x, y)], default=0)


def own_height(unit: Unit) -> int:
    """What the unit adds to the height of its ground. [sight.blocked]"""
    return 1 if unit.sheet.kind in TALL else 0


def hills_at(terrain: tuple[Terrain, ...], box: Box) -> list[tuple[Polygon, int]]:
    """The hills that may reach into a box, each with its height."""
    return [
        (hill, high)
        for hill, high in _sights(terrain).hills
        if hill.cx + hill.ex >= box.left - NEAR
        and hill.cx - hill.ex <= box.right + NEAR
        and hill.cy + hill.ey >= box.bottom - NEAR
        and hill.cy - hill.ey <= box.top + NEAR
    ]


def height_among(hills: list[tuple[Polygon, int]], x: float, y: float) -> int:
    """The height of the ground at a place, of which these are all the hills near it."""
    return max([high for hill, high in hills if contains(hill, x, y)], default=0) if hills else 0


def target_height(hills: list[tuple[Polygon, int]], rect: Rect) -> int:
    """The height of the highest of the hills that any part of a target is on. [sight.blocked]"""
    on = [high for hill, high in hills if polygon_overlaps(rect, hill)] if hills else ()
    return max(on, default=0)
