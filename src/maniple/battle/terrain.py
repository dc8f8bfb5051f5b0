"""Pieces of terrain, and what each counts as. [terrain.agree]"""

import enum

from msgspec import Struct
from msgspec.structs import replace

from maniple.geometry import convex_parts, is_convex, is_simple


class Ground(enum.Enum):
    """How troops cross it."""

    CLEAR = "clear"
    DIFFICULT = "difficult"  # terrain.difficult
    VERY_DIFFICULT = "very difficult"  # terrain.very-difficult
    OBSTACLE = "obstacle"  # terrain.obstacle
    IMPASSABLE = "impassable"  # terrain.impassable

    @property
    def factor(self) -> int:
        """Inches of movement that each inch within costs. [terrain.cost]"""
        if self is Ground.DIFFICULT:
            return 2
        return 4 if self is Ground.VERY_DIFFICULT else 1


class Cover(enum.Enum):
    """What it gives to a target in it or behind it. [shoot.modifiers]"""

    NONE = "none"
    SOFT = "soft"
    HARD = "hard"


class Terrain(Struct, frozen=True, omit_defaults=True):
    """One piece: a convex outline in inches, counter-clockwise, and what it counts as.

    A scenario's outline that is not convex becomes several pieces with the same name.
    """

    name: str
    outline: tuple[tuple[float, float], ...]
    ground: Ground = Ground.CLEAR
    cover: Cover = Cover.NONE
    blocks_sight: bool = False
    """Woods: sight ends 2 inches within. A building: impassable, sight ends at once."""
    height: int = 0
    """A hill 1. [sight.blocked]"""
    look: str = ""
    """What it is, for maps: wood, hill, hedge, wall, water, building, ..."""


def can_be_outline(points: tuple[tuple[float, float], ...]) -> bool:
    """Whether points (inches) enclose an area by a line that nowhere meets itself."""
    return is_simple(list(points))


def is_convex_outline(points: tuple[tuple[float, float], ...]) -> bool:
    """Whether points (inches) are the corners of a convex outline, either way round."""
    return is_convex(list(points))


def convex_pieces(whole: Terrain) -> tuple[Terrain, ...]:
    """A piece with any outline that crosses nothing, as convex pieces with the same name.

    Raises ValueError where the outline crosses itself or encloses nothing.
    """
    parts = convex_parts(list(whole.outline))
    return tuple(replace(whole, outline=tuple(reversed(part.points))) for part in parts)
