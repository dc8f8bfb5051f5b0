"""What shelters a target from missiles: terrain that it is in or behind. [shoot.modifiers]"""

from maniple.battle.bodies import outline
from maniple.battle.state import Battle
from maniple.battle.terrain import Cover
from maniple.battle.unit import UnitId
from maniple.geometry import Polygon, contains, inches_inside, polygon_distance, touches
from maniple.rules.table.heights import sights

_WORTH = {Cover.NONE: 0, Cover.SOFT: 1, Cover.HARD: 2}


def cover_of(battle: Battle, shooter: UnitId, target: UnitId) -> Cover:
    """The best cover that shelters at least half of the target's models. [shoot.modifiers]

    A piece of terrain shelters a body whose middle is in it, or is behind it as seen from the
    shooter's middle. One that the shooters stand in, or right up against, shelters nobody beyond.
    """
    pieces = sights(battle).covers
    if not pieces:
        return Cover.NONE
    ours = outline(battle.units[shooter])
    from_x = sum(r.x for r in ours) / len(ours)
    from_y = sum(r.y for r in ours) / len(ours)
    theirs = [(r.cx, r.cy) for r in outline(battle.units[target])]
    best = Cover.NONE
    for piece, cover in pieces:
        if _WORTH[cover] <= _WORTH[best]:
            continue
        lined = any(touches(polygon_distance(rect, piece)) for rect in ours)
        hidden = [p for p in theirs if _shelters(piece, from_x, from_y, *p, lined=lined)]
        if 2 * len(hidden) >= len(theirs):
            best = cover
    return best


def _shelters(
    piece: Polygon, from_x: float, from_y: float, x: float, y: float, *, lined: bool
) -> bool:
    if contains(piece, x, y):
        return True
    return not lined and inches_inside(piece, from_x, from_y, x, y) > 0.0
