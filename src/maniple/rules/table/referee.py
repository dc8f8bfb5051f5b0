"""What judges have in common: sound figures, and the end of a judgement. [turn.procedure]"""

import math

from maniple.battle.judged import Judged, Refusal
from maniple.battle.state import Battle
from maniple.battle.unit import Unit, UnitId
from maniple.geometry import Pose, pose

FAR = 1000.0
"""No figure of an answer is larger, in inches or degrees."""


class UnjudgedAnswer(ValueError):
    """A driver has sent an answer into a step without judging it, and the rules refuse it."""


def legal(judged: Judged | Refusal) -> Judged:
    """The judgement of an answer that has been accepted. UnjudgedAnswer if it is refused."""
    if isinstance(judged, Refusal):
        raise UnjudgedAnswer(f"{judged.rule} refuses the answer: {judged.why}")
    return judged


def unit_named(battle: Battle, unit: UnitId) -> Unit | None:
    """The unit of that number; None if there is none."""
    if 0 <= unit < len(battle.units):
        return battle.units[unit]
    return None


def is_sound(*figures: float) -> bool:
    """Whether all are finite numbers of a size that a table can have use for."""
    return all(math.isfinite(figure) and abs(figure) <= FAR for figure in figures)


def sound_pose(at: Pose) -> Pose | None:
    """The pose rounded; None if its figures are no place on any table."""
    return pose(at.x, at.y, at.facing) if is_sound(at.x, at.y, at.facing) else None


def figure(inches: float) -> str:
    """Inches for a sentence: 6, 6.3, 6.25."""
    return f"{inches:.2f}".rstrip("0").rstrip(".")
