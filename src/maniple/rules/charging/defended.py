"""Obstacles that a charge ends against, because the enemy behind defends them.

The models of both sides stand up to the obstacle from either side, and fight over it; its thickness
is of no account, so their bodies touch. [terrain.cost, combat.defended-obstacle]
"""

from maniple.battle.state import Battle
from maniple.geometry import Rect, inches_inside, polygon_distance, polygon_overlaps, within
from maniple.rules.table.ground import grounds

HELD_WITHIN = 1.0
"""A unit no more inches than this behind an obstacle defends it. [combat.defended-obstacle]"""


def defended(battle: Battle, start: Rect, end: Rect, target: Rect) -> int:
    """How many obstacles the way of a charger ends against: each lies across it, before the target
    that is close behind, and where the charger would come to stand.
    """
    return sum(
        [
            inches_inside(piece.polygon, start.x, start.y, end.x, end.y) > 0.0
            and polygon_overlaps(piece.polygon, end)
            and within(polygon_distance(piece.polygon, target), HELD_WITHIN)
            for piece in grounds(battle).obstacles
        ]
    )
