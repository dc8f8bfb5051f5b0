"""All that is agreed before the first die: table, terrain, zones, length, options.

A `Field` never changes in a battle.
"""

import enum

from msgspec import UNSET, Struct, UnsetType

from maniple.battle.sides import Pair, Side
from maniple.battle.terrain import Terrain


class Ruleset(Struct, frozen=True):
    """The options in play, all off by default, each by its name in rulebook.toml, and the
    figures that a group of players may change.
    """

    free_measuring: bool = False
    reform_blocked_near_enemy: bool = False
    rally_near_enemy: bool = False
    one_inch_gap: bool = False
    army_break_point: bool = False
    random_length: bool = False
    magic: bool = False


class Zone(Struct, frozen=True):
    """A rectangle on the table in which a side deploys; corners in inches."""

    left: float
    bottom: float
    right: float
    top: float
    edge: str
    """The table edge that is this zone's own: "bottom", "top", "left" or "right"."""


class AgreedPanic(Struct, frozen=True):
    """An event of the scenario's own at which units of a side test for panic. [panic.agreed]

    It comes as that side's turn of this number begins, and shakes those of its units whose middle
    is in the rectangle; corners in inches.
    """

    what: str
    side: Side
    turn: int
    left: float
    bottom: float
    right: float
    top: float


class EndReason(enum.Enum):
    TURNS = "the last turn is over"
    NOBODY_LEFT = "a side has no unit left"
    ARMY_BROKE = "an army broke"


class Field(Struct, frozen=True):
    """Table, terrain and what was agreed; inches."""

    width: float
    height: float
    zones: tuple[Zone, ...]
    terrain: tuple[Terrain, ...] = ()
    turns: int = 6
    ruleset: Ruleset = Ruleset()
    armies: Pair[str] = Pair("red", "blue")
    """What the two armies are called."""
    scenario: str = ""
    placed_sides: Side | None = None
    """A scenario that deals out the zones itself gives the first to this side; None: dice decide."""
    agreed_panics: tuple[AgreedPanic, ...] | UnsetType = UNSET
    """UNSET rather than empty: what is unset is not written, and records without any stay as they
    were, dice included.
    """
