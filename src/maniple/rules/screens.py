"""Skirmishers as a screen: nobody charges through them. [charge.through-skirmishers]"""

from maniple.battle.bodies import body, outline
from maniple.battle.state import Battle
from maniple.battle.unit import Status, Unit, UnitId
from maniple.geometry import Outline, Rect
from maniple.rules.memo import Memo
from maniple.rules.skirmish import links

Screen = tuple[UnitId, tuple[Rect, ...]]


def _of_units(units: tuple[Unit, ...]) -> tuple[Screen, ...]:
    return tuple(
        [
            (unit.id, (*outline(unit), *links(unit)))
            for unit in units
            if unit.is_skirmishing and unit.status is Status.TABLE
        ]
    )


_screens = Memo(_of_units)


def screening(battle: Battle, charger: UnitId, target: UnitId) -> tuple[UnitId, ...]:
    """The skirmishing units that stand wholly between a charger and its target.

    Lines from both ends and the middle of the charger's front to the target's middle all meet the
    unit's bases, or a gap between two linked models; where coherency is lost the gap is open.
    [charge.through-skirmishers]
    """
    screens = _screens(battle.units)
    if not screens:
        return ()
    front = body(battle.units[charger])
    rects = outline(battle.units[target])
    x = sum([r.cx for r in rects]) / len(rects)
    y = sum([r.cy for r in rects]) / len(rects)
    starts = ((front.flx, front.fly), (front.x, front.y), (front.frx, front.fry))
    return tuple(
        [
            unit
            for unit, parts in screens
            if unit not in (charger, target)
            and all(any(crosses(part, *start, x, y) for part in parts) for start in starts)
        ]
    )


def crosses(outline: Outline, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether the straight line from (x0, y0) to (x1, y1) goes through an outline."""
    if (
        outline.cx + outline.ex < min(x0, x1)
        or outline.cx - outline.ex > max(x0, x1)
        or outline.cy + outline.ey < min(y0, y1)
        or outline.cy - outline.ey > max(y0, y1)
    ):
        return False
    enter, leave = 0.0, 1.0
    edges = outline.edges()
    for i in range(0, len(edges), 3):
        gap = edges[i] * x0 + edges[i + 1] * y0 - edges[i + 2]
        speed = edges[i] * (x1 - x0) + edges[i + 1] * (y1 - y0)
        if abs(speed) < 1e-12:
            if gap >= 0.0:
                return False
        elif speed < 0.0:
            enter = max(enter, -gap / speed)
        else:
            leave = min(leave, -gap / speed)
    return enter < leave
