"""Where a character's own base is, alone or in a unit's ranks. [unit.ranks]"""

from maniple.battle.bodies import body, outline
from maniple.battle.seats import seats
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.geometry import Pose, Rect, distance, edge_facing, edge_middle, rect_at


def base_of(battle: Battle, man: Unit) -> Rect:
    """The base of a character: in the front rank next to the command, or where he steps to fight.

    With a mob or with skirmishers he is in the middle of its front; one who has retired, in the middle
    of its last rank. [unit.ranks, challenge.refuse]
    """
    if man.host == NOBODY:
        return body(man)
    host = battle.units[man.host]
    around = body(host)
    width, depth = man.sheet.base_width, man.sheet.base_depth
    if not host.is_formed:
        return rect_at(host.pose, width, depth)
    if man.retired:
        back = max(0.0, around.depth - depth)
        at = Pose(around.x - around.fx * back, around.y - around.fy * back, host.pose.facing)
        return rect_at(at, width, depth)
    if man.stepped:
        x, y = edge_middle(around, man.fought_away)
        return rect_at(Pose(x, y, edge_facing(around, man.fought_away)), width, depth)
    aside = _inches_aside(battle, host, man.id)
    at = Pose(around.x + around.rx * aside, around.y + around.ry * aside, host.pose.facing)
    return rect_at(at, width, depth)


def inches_to(battle: Battle, man: Unit, unit: Unit) -> float:
    """Inches from a character's base to the nearest base of a unit; 0 to the one he is with."""
    if unit.id in (man.id, man.host):
        return 0.0
    base = base_of(battle, man)
    return min([distance(base, other) for other in outline(unit)])


def _inches_aside(battle: Battle, host: Unit, guest: UnitId) -> float:
    """How far the middle of a guest's places lies to the right of the middle of the front."""
    for seated, files in seats(battle, host).guests:
        if seated == guest:
            middle = (files[0] + files[-1] + 1) / 2
            return (middle - host.files / 2) * host.sheet.base_width
    return 0.0
