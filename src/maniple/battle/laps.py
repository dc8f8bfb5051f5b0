"""Where men stand who lap round an enemy's flank. [redress.lap-round]

    lap_foe    the enemy round whose line the men at that end lap
    lap_rects  the bodies of all men of a unit that lap round, part of the unit's body
    lap_rect   the body of those at one end

They stand as rectangles of bases along the enemy's flank from its front corner back, side by side,
facing it.
"""

from maniple.battle.bodies import body
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.geometry import Edge, Rect


def lap_foe(battle: Battle, unit_id: UnitId, side: Edge) -> UnitId:
    """The enemy, met front to front, at the LEFT or RIGHT end of the unit's front; NOBODY.

    [redress.lap-round]
    """
    rect = body(battle.units[unit_id])
    found: list[tuple[float, UnitId]] = []
    for touch in battle.contacts_of(unit_id):
        foe = touch.enemy_of(unit_id)
        if touch.edge_of(unit_id) is Edge.FRONT:
            other = body(battle.units[foe])
            found.append(((other.cx - rect.x) * rect.rx + (other.cy - rect.y) * rect.ry, foe))
    if not found:
        return NOBODY
    return (max(found) if side is Edge.RIGHT else min(found))[1]


def lap_rects(battle: Battle, unit_id: UnitId) -> tuple[Rect, ...]:
    """The rectangles of the unit's men who lap round, one for each end, none where none do.

    They count as part of the unit's body wherever bodies are in the way. In a fight they strike
    the enemy at that end of the line, and are struck, as `lap_left` and `lap_right` men at its
    flank: its right flank for those beyond the unit's left, and the other way round.
    [redress.lap-round]
    """
    unit = battle.units[unit_id]
    found: list[Rect] = []
    for side, men in ((Edge.LEFT, unit.lap_left), (Edge.RIGHT, unit.lap_right)):
        foe = lap_foe(battle, unit_id, side) if men else NOBODY
        if foe != NOBODY:
            found.append(lap_rect(unit, body(battle.units[foe]), side, men))
    return tuple(found)


def lap_rect(unit: Unit, enemy: Rect, side: Edge, men: int) -> Rect:
    """Where so many men stand who lap round beyond the LEFT or RIGHT end of their own front."""
    ours = body(unit)
    # The enemy's front right corner is the one beyond our left, and the other way round.
    if side is Edge.LEFT:
        corner_x, corner_y, facing = enemy.frx, enemy.fry, ours.facing + 90.0
    else:
        corner_x, corner_y, facing = enemy.flx, enemy.fly, ours.facing - 90.0
    width = men * unit.sheet.base_width
    along_x, along_y = -enemy.fx * width / 2, -enemy.fy * width / 2
    return Rect(
        corner_x + along_x, corner_y + along_y, facing % 360.0, width, unit.sheet.base_depth
    )
