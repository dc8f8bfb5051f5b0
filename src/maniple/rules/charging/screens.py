"""Skirmishers as a screen: nobody charges through them. [charge.through-skirmishers]"""

from maniple.battle.bodies import body, outline
from maniple.battle.state import Battle
from maniple.battle.unit import Status, UnitId
from maniple.geometry import Rect, lines_meet
from maniple.rules.memo import Memo
from maniple.rules.moving.skirmish import links
from maniple.rules.table.stance import Stances, stances

Screen = tuple[UnitId, tuple[Rect, ...]]


def _of_stances(stand: Stances) -> tuple[Screen, ...]:
    return tuple(
        [
            (unit.id, (*outline(unit), *links(unit)))
            for unit in stand.units
            if unit.is_skirmishing and unit.status is Status.TABLE
        ]
    )


_screens = Memo(_of_stances)


def screening(battle: Battle, charger: UnitId, target: UnitId) -> tuple[UnitId, ...]:
    """The skirmishing units that stand wholly between a charger and its target.

    Lines from both ends and the middle of the charger's front to the target's middle all meet the
    unit's bases, or a gap between two linked models; where coherency is lost the gap is open.
    [charge.through-skirmishers]
    """
    screens = _screens(stances(battle))
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
            if lines_meet(parts, starts, x, y) and unit not in (charger, target)
        ]
    )
