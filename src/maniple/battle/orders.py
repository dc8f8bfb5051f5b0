"""Orders: a unit's move as a list of manoeuvres. Figures are rounded when an order is made.

Inches to a thousandth, degrees to a hundredth; `rounded` makes an order's figures so, and the
rules judge the order as rounded.
"""

import math
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.unit import UnitId
from maniple.geometry import Pose, pose, round_degrees, round_inches


class Advance(Struct, frozen=True, tag=True):
    """Straight ahead, in inches. [move.rate]"""

    inches: float


class Wheel(Struct, frozen=True, tag=True):
    """Forward about a front corner: `about="left"` turns to the left. Degrees, 0 to 90. [move.wheel]"""

    degrees: float
    about: Literal["left", "right"]


class TurnModels(Struct, frozen=True, tag=True):
    """Every model turns in place by 90 degrees, or about by 180. [move.turn]"""

    to: Literal["left", "right", "about"]


class ChangeFormation(Struct, frozen=True, tag=True):
    """To this many files. [move.change-formation]"""

    files: int


class Reform(Struct, frozen=True, tag=True):
    """Any formation, facing any way, about the unit's centre. [move.reform]"""

    files: int
    facing: float


class Pivot(Struct, frozen=True, tag=True):
    """A war engine turns about its middle, to face so. [engine.pivot]"""

    facing: float


class Backward(Struct, frozen=True, tag=True):
    """Straight back, facing kept. [move.back-and-sideways]"""

    inches: float


class Sidestep(Struct, frozen=True, tag=True):
    """Sideways, facing kept; to the right if positive. [move.back-and-sideways]"""

    inches: float


class Go(Struct, frozen=True, tag=True):
    """A single model goes straight to a place and faces any way there. [character.move]"""

    to: Pose


class Places(Struct, frozen=True, tag=True):
    """Skirmishers: where each model ends, in the order of `Unit.places`. [troop.skirmish.shape]"""

    places: tuple[Pose, ...]


class Spread(Struct, frozen=True, tag=True):
    """Skirmishers: in loose files about a pose, `gap` inches between bases. [troop.skirmish.shape]"""

    pose: Pose
    files: int
    gap: float


class CloseUp(Struct, frozen=True, tag=True):
    """Skirmishers form ranks of this many files, facing so. [troop.skirmish.shape]"""

    files: int
    facing: float


class OpenOut(Struct, frozen=True, tag=True):
    """A formed unit that may skirmish does so, with this gap in inches. [troop.skirmish.shape]"""

    gap: float


class Join(Struct, frozen=True, tag=True):
    """A character moves into touch with a unit and joins it. [character.join]

    `edge`: where he stands in one that is in combat; empty: at its front if it fights there, else
    at an edge where it does.
    """

    host: UnitId
    edge: Literal["", "front", "right", "rear", "left"] = ""


class Leave(Struct, frozen=True, tag=True):
    """A character leaves his unit, stepping out to this place. [character.leave]"""

    to: Pose


class StepToFight(Struct, frozen=True, tag=True):
    """A leader or a character of an engaged unit moves to where the fighting is.

    `who` is the character, or the unit itself for its leader; `edge` as of the unit.
    [command.leader-moves, character.moves-to-fight]
    """

    who: UnitId
    edge: Literal["front", "right", "rear", "left"]


class MoveUp(Struct, frozen=True, tag=True):
    """Models of engaged skirmishers that fight nobody move up. [troop.engaged-skirmishers]"""


Manoeuvre: TypeAlias = (
    Advance
    | Wheel
    | TurnModels
    | ChangeFormation
    | Reform
    | Pivot
    | Backward
    | Sidestep
    | Go
    | Places
    | Spread
    | CloseUp
    | OpenOut
    | Join
    | Leave
    | StepToFight
    | MoveUp
)


class Order(Struct, frozen=True, tag=True):
    """What one unit is to do in the remaining moves. [turn.procedure]"""

    unit: UnitId
    manoeuvres: tuple[Manoeuvre, ...]
    march: bool = False


def rounded(order: Order) -> Order:
    """The order with its figures rounded: inches to a thousandth, degrees to a hundredth.

    ValueError if a figure is not finite.
    """
    return replace(order, manoeuvres=tuple([_rounded(m) for m in order.manoeuvres]))


def _rounded(manoeuvre: Manoeuvre) -> Manoeuvre:
    match manoeuvre:
        case Advance() | Backward() | Sidestep():
            return replace(manoeuvre, inches=round_inches(manoeuvre.inches))
        case Wheel():
            if not math.isfinite(manoeuvre.degrees):
                raise ValueError(f"a wheel of {manoeuvre.degrees} degrees")
            return replace(manoeuvre, degrees=round(manoeuvre.degrees, 2))
        case Reform() | CloseUp() | Pivot():
            return replace(manoeuvre, facing=round_degrees(manoeuvre.facing))
        case Go() | Leave():
            return replace(manoeuvre, to=_rounded_pose(manoeuvre.to))
        case Places():
            return Places(tuple([_rounded_pose(place) for place in manoeuvre.places]))
        case Spread():
            gap = round_inches(manoeuvre.gap)
            return replace(manoeuvre, pose=_rounded_pose(manoeuvre.pose), gap=gap)
        case OpenOut():
            return OpenOut(round_inches(manoeuvre.gap))
        case _:
            return manoeuvre


def _rounded_pose(at: Pose) -> Pose:
    return pose(at.x, at.y, at.facing)
