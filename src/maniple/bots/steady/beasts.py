"""Elephants and chariots, as the bot sees them: whom they go for, and who keeps away.

must_run     horse that they charge, and so scatter
shuns        horse that had better keep out of their reach
harries      loose troops with missiles, whom a beast cannot catch
is_spent_on  foot in ranks, which scythed chariots are made for
in_reach_of_stampede   how deep a place lies in the reach of a beast out of hand
lets_through whether foot should open lanes for them
"""

from maniple.battle.bodies import of_side
from maniple.battle.sheet import Kind
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Unit
from maniple.bots.steady.sense import gap_to
from maniple.geometry import Rect

FAR = 9.0
"""Inches from a stampeding beast within which it may well come: 2D6 are 7 as a rule."""
STEADY = 7
"""Leadership from which foot that is not drilled should get lanes open in time."""


def must_run(unit: Unit, foe: Unit) -> bool:
    """Whether the unit is free horse that can only flee from this enemy's charge."""
    return shuns(unit, foe) and not unit.is_engaged and not unit.fleeing


def shuns(unit: Unit, foe: Unit) -> bool:
    """Whether the unit is horse and the enemy elephants."""
    return unit.sheet.kind is Kind.CAVALRY and foe.sheet.kind is Kind.ELEPHANT


def harries(foe: Unit, unit: Unit) -> bool:
    """Whether the enemy is loose and throws or shoots, and the unit an elephant that may be maddened."""
    return (
        unit.sheet.kind is Kind.ELEPHANT
        and foe.formation is Formation.SKIRMISH
        and bool(foe.sheet.missiles)
    )


def is_spent_on(unit: Unit, foe: Unit) -> bool:
    """Whether the unit is scythed chariots and the enemy foot in ranks. [troop.scythed-chariot]"""
    return (
        unit.sheet.kind is Kind.SCYTHED_CHARIOT
        and foe.sheet.kind is Kind.FOOT
        and foe.formation is Formation.FORMED
        and foe.sheet.engine is None
    )


def in_reach_of_stampede(battle: Battle, rect: Rect, but: Unit) -> float:
    """0 out of reach of every stampeding beast, up to 1 beside one, whosever it is."""
    return max(
        [
            1.0 - gap_to(rect, beast) / FAR
            for side in Side
            for beast in of_side(battle, side)
            if beast.stampeding and beast.id != but.id and gap_to(rect, beast) < FAR
        ],
        default=0.0,
    )


def lets_through(unit: Unit, leadership: int) -> bool:
    """Whether the unit should answer elephants by opening lanes: at once, or by a likely test."""
    return unit.sheet.traits.drilled or leadership >= STEADY
