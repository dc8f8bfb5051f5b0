"""The terrain of a field as outlines, ready to be measured. [terrain.agree]"""

from msgspec import Struct

from maniple.battle.state import Battle
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Unit
from maniple.geometry import Polygon
from maniple.rules.memo import Memo


class Piece(Struct, frozen=True):
    """A piece of terrain and its outline on the table."""

    terrain: Terrain
    polygon: Polygon
    factor: int = 1
    """Inches of a move that each inch within costs."""
    loose_factor: int = 1
    """The same for skirmishers, who cross difficult ground at full rate. [troop.skirmish]"""


class Grounds(Struct, frozen=True):
    """All pieces that bear on movement, by how they count."""

    slow: tuple[Piece, ...] = ()
    """Difficult and very difficult ground."""
    obstacles: tuple[Piece, ...] = ()
    impassable: tuple[Piece, ...] = ()


def _piece(terrain: Terrain) -> Piece:
    factor = terrain.ground.factor
    loose = 1 if terrain.ground is Ground.DIFFICULT else factor
    return Piece(terrain, Polygon(list(terrain.outline)), factor, loose)


def _sorted_out(terrain: tuple[Terrain, ...]) -> Grounds:
    pieces = [_piece(piece) for piece in terrain]

    def counting(*grounds: Ground) -> tuple[Piece, ...]:
        return tuple([p for p in pieces if p.terrain.ground in grounds])

    return Grounds(
        slow=counting(Ground.DIFFICULT, Ground.VERY_DIFFICULT),
        obstacles=counting(Ground.OBSTACLE),
        impassable=counting(Ground.IMPASSABLE),
    )


_grounds = Memo(_sorted_out)


def grounds(battle: Battle) -> Grounds:
    """The pieces of the battle's terrain that slow, cost or stop.

    A hill that counts as clear ground is none of them. [terrain.agree, terrain.hills]
    """
    return _grounds(battle.field.terrain)


def factor_for(unit: Unit, piece: Piece) -> int:
    """Inches of its move that each inch within the piece costs the unit.

    Skirmishers cross difficult ground at full rate.
    [terrain.difficult, terrain.very-difficult, troop.skirmish]
    """
    return piece.loose_factor if unit.is_skirmishing else piece.factor
