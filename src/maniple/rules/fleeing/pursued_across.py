"""Obstacles on the way of pursuers: they halve the pursuit, or what is left of it. [pursue.obstacle]

halved    the inches that are compared with the fleers'
swerved   what obstacles take from a pursuer whose prey has run aside
"""

from collections.abc import Sequence

from maniple.battle.bodies import outline
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.geometry import body_inches_inside, cos_deg, polygon_distance, sin_deg, within
from maniple.rules.charging.defended import HELD_WITHIN
from maniple.rules.fleeing.ways import turned
from maniple.rules.table.ground import Piece, grounds

STRAIGHT = 0.01
"""Degrees between two headings that are the same."""


def halved(battle: Battle, unit: Unit, heading: float, rolled: float) -> float:
    """The inches of a pursuit: half if the fight was across an obstacle, and what is left halved
    wherever the way comes upon another. [pursue.obstacle]
    """
    if unit.fight is None or not unit.fight.obstacle:
        return _over(battle, unit, heading, rolled * 1.0, ())[0]
    return _over(battle, unit, heading, rolled / 2, _at_hand(battle, unit))[0]


def swerved(battle: Battle, unit: Unit, planned: float, heading: float, inches: float) -> float:
    """The inches left to a pursuer that goes another way than the one for which obstacles have been
    counted: those that only the new way comes upon halve what is left there. [pursue.obstacle]
    """
    if abs(heading - planned) < STRAIGHT or not grounds(battle).obstacles:
        return inches
    _, counted = _over(battle, unit, planned, inches, ())
    # One that it has fought across has halved the whole pursuit.
    return _over(battle, unit, heading, inches, [*counted, *_at_hand(battle, unit)])[0]


def _at_hand(battle: Battle, unit: Unit) -> list[Piece]:
    """Obstacles so near the unit that it may have fought across them. [combat.defended-obstacle]"""
    return [
        piece
        for piece in grounds(battle).obstacles
        if any(within(polygon_distance(rect, piece.polygon), HELD_WITHIN) for rect in outline(unit))
    ]


def _over(
    battle: Battle, unit: Unit, heading: float, inches: float, counted: Sequence[Piece]
) -> tuple[float, list[Piece]]:
    """The inches of a straight pursuit, what is left of them halved at each obstacle that it comes
    upon and that has not been counted yet; and those obstacles.
    """
    dx, dy = sin_deg(heading), cos_deg(heading)
    waiting = [piece for piece in grounds(battle).obstacles if piece not in counted]
    bodies = turned(unit, heading) if waiting else ()
    found: list[Piece] = []
    while True:
        ahead = [
            (span[0], i)
            for i, piece in enumerate(waiting)
            for rect in bodies
            if (span := body_inches_inside(rect, dx, dy, float(inches), piece.polygon)) is not None
        ]
        if not ahead:
            return inches, found
        reached, i = min(ahead)
        inches = reached + (inches - reached) / 2
        found.append(waiting.pop(i))
