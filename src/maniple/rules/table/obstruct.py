"""What is in the way: bodies, impassable ground, obstacles, the table edge.

Units do not move through units, and end their moves on free ground.
[move.interpenetrate, terrain.impassable, terrain.cost, move.table-edge]
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from maniple.battle.bodies import outline
from maniple.battle.by_identity import ByIdentity
from maniple.battle.laps import lap_rects
from maniple.battle.state import Battle
from maniple.battle.unit import Status, Unit, UnitId
from maniple.geometry import Outline, Rect, first_overlapped, polygon_overlaps, within_table
from maniple.rules.memo import Memo
from maniple.rules.table.ground import grounds
from maniple.rules.table.stance import Stances, stances


class Blocked(Struct, frozen=True):
    """What a body may not stand on: by which rule, in words, and where (inches)."""

    rule: str
    what: str
    at: tuple[float, float]
    unit: UnitId | None = None


class Bodies:
    """The bodies of units on the table, whose each is, and what was picked out of them so far."""

    __slots__ = ("ids", "lapping", "picked", "rects")

    def __init__(self, stand: Stances) -> None:
        self.rects: list[Rect] = []
        self.ids: list[UnitId] = []
        self.lapping: list[UnitId] = []
        """Units with men who lap round."""
        self.picked: dict[frozenset[UnitId], tuple[list[Rect], list[UnitId]]] = {}
        """All but those of some units."""
        for unit in stand.units:
            if unit.status is Status.TABLE:
                rects = outline(unit)
                self.rects += rects
                self.ids += [unit.id] * len(rects)
                if unit.lap_left or unit.lap_right:
                    self.lapping.append(unit.id)

    def without(self, left_out: frozenset[UnitId]) -> tuple[list[Rect], list[UnitId]]:
        """Bodies and owners but for those of some units."""
        picked = self.picked.get(left_out)
        if picked is None:
            kept = [i for i, owner in enumerate(self.ids) if owner not in left_out]
            picked = [self.rects[i] for i in kept], [self.ids[i] for i in kept]
            self.picked[left_out] = picked
        return picked


_bodies = Memo(Bodies)


def bodies_in_way(
    battle: Battle, unit_id: UnitId, ignoring: Iterable[UnitId] = ()
) -> tuple[list[Rect], list[UnitId]]:
    """The bodies of all other units on the table, and whose each is; men who lap round an enemy are
    bodies of their own. [move.interpenetrate, redress.lap-round]
    """
    bodies = _bodies(stances(battle))
    left_out = frozenset((unit_id, *ignoring))
    kept, owners = bodies.without(left_out)
    rects, ids = kept.copy(), owners.copy()
    for owner in bodies.lapping:
        if owner not in left_out:
            men = lap_rects(battle, owner)
            rects.extend(men)
            ids.extend([owner] * len(men))
    return rects, ids


def are_lapped(battle: Battle) -> bool:
    """Whether any men lap round an enemy. [redress.lap-round]"""
    return bool(_bodies(stances(battle)).lapping)


def _bounds(unit: Unit) -> tuple[float, float, float, float]:
    rects = outline(unit)
    if len(rects) == 1:
        (rect,) = rects
        return rect.cx - rect.ex, rect.cy - rect.ey, rect.cx + rect.ex, rect.cy + rect.ey
    return (
        min([r.cx - r.ex for r in rects]),
        min([r.cy - r.ey for r in rects]),
        max([r.cx + r.ex for r in rects]),
        max([r.cy + r.ey for r in rects]),
    )


_boxes = ByIdentity(_bounds)


def bounds(unit: Unit) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of the box round all of a unit's bodies (inches)."""
    return _boxes(unit)


def impassable_outlines(battle: Battle) -> list[Outline]:
    """The outlines of all impassable ground. [terrain.impassable]"""
    return [piece.polygon for piece in grounds(battle).impassable]


def what_blocks(
    battle: Battle, unit_id: UnitId, rects: Sequence[Rect], ignoring: Iterable[UnitId] = ()
) -> Blocked | None:
    """What keeps these bodies from being where they are; None if the ground is free."""
    field = battle.field
    for rect in rects:
        if not within_table(rect, field.width, field.height):
            return Blocked("move.table-edge", "the table edge", (rect.cx, rect.cy))
    others, ids = bodies_in_way(battle, unit_id, ignoring)
    for rect in rects:
        met = first_overlapped(rect, others)
        if met >= 0:
            other, owner = others[met], ids[met]
            name = battle.units[owner].sheet.name
            return Blocked("move.interpenetrate", name, (other.cx, other.cy), owner)
    return what_ground_blocks(battle, rects)


def what_ground_blocks(battle: Battle, rects: Sequence[Rect]) -> Blocked | None:
    """The impassable ground or obstacle on which a body would stand; None if there is none.

    [terrain.impassable, terrain.cost]
    """
    found = grounds(battle)
    for pieces, rule in (
        (found.impassable, "terrain.impassable"),
        (found.obstacles, "terrain.cost"),
    ):
        for piece in pieces:
            for rect in rects:
                if polygon_overlaps(rect, piece.polygon):
                    at = (piece.polygon.cx, piece.polygon.cy)
                    return Blocked(rule, piece.terrain.name, at)
    return None


def is_free(
    battle: Battle, unit_id: UnitId, rects: Sequence[Rect], ignoring: Iterable[UnitId] = ()
) -> bool:
    """Whether these bodies are wholly on the table, on no unit, obstacle or impassable ground."""
    return what_blocks(battle, unit_id, rects, ignoring) is None
