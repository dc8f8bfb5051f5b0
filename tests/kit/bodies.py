"""Bodies on a table, for tests: whether any two overlap, and where a unit's middle is."""

from maniple.battle.bodies import on_table, outline
from maniple.battle.laps import lap_rects
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.geometry import Rect, overlaps


def overlapping(battle: Battle) -> list[tuple[int, int]]:
    """The pairs of units on the table whose bodies overlap deeper than contact."""
    bodies: list[tuple[int, Rect]] = []
    for unit in on_table(battle):
        bodies += [(unit.id, rect) for rect in outline(unit)]
        bodies += [(unit.id, rect) for rect in lap_rects(battle, unit.id)]
    return [
        (i, j)
        for n, (i, one) in enumerate(bodies)
        for j, other in bodies[n + 1 :]
        if overlaps(one, other)
    ]


def centre(battle: Battle, unit: int) -> tuple[float, float]:
    """The middle of a unit's body, or of its skirmishers, in inches."""
    rects = outline(battle.units[UnitId(unit)])
    n = len(rects)
    return sum(r.cx for r in rects) / n, sum(r.cy for r in rects) / n
