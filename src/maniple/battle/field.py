"""All that is agreed before the first die: table, terrain, zones, length, options.

A `Field` never changes in a battle. What is at its default is not written into a record, so that a
figure or an option added later leaves old records as they are.
"""

import enum

from msgspec import Struct

from maniple.battle.sheet import Mark
from maniple.battle.sides import Pair, Side
from maniple.battle.spells import Spell
from maniple.battle.terrain import Terrain

USUAL_TURNS = 6
"""Each side's, where a scenario says nothing. [victory.end]"""
TURNS_MARK: Mark = "B"


class VictoryFigures(Struct, frozen=True, omit_defaults=True):
    """What victory is counted by, in points and models. [victory.points]"""

    general: int = 100
    """For a general slain or fled, above his own points."""
    standard: int = 100
    """For each standard taken, the battle standard among them."""
    quarter: int = 100
    """For each quarter of the table that is held."""
    holders: int = 5
    """The fewest models of a unit that can hold a quarter."""
    draw: int = 10
    """Hundredths of an army's points below which a difference is a draw."""
    decisive: int = 50
    """Hundredths above which a victory is decisive."""


VICTORY_MARK: Mark = "B"
"""How sure the usual figures of victory are, each of them."""


class Ruleset(Struct, frozen=True, omit_defaults=True):
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
    victory: VictoryFigures = VictoryFigures()
    """The figures of victory in play. [victory.points]"""


SWITCHES = tuple(name for name in Ruleset.__struct_fields__ if name != "victory")
"""The options, by name."""


class Zone(Struct, frozen=True, omit_defaults=True):
    """A rectangle on the table in which a side deploys; corners in inches."""

    left: float
    bottom: float
    right: float
    top: float
    edge: str
    """The table edge that is this zone's own: "bottom", "top", "left" or "right"."""


class AgreedPanic(Struct, frozen=True, omit_defaults=True):
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


class Arrival(Struct, frozen=True, omit_defaults=True):
    """A unit that comes onto the table as its side's turn of this number begins. [deploy.late]"""

    side: Side
    unit: str
    """By name."""
    turn: int
    edge: str
    """The table edge over which it comes: "bottom", "top", "left" or "right"."""
    at: float
    """Inches along that edge, from the left or from the bottom, to the middle of the unit."""
    files: int = 6


class EndReason(enum.Enum):
    TURNS = "the last turn is over"
    NOBODY_LEFT = "a side has no unit left"
    ARMY_BROKE = "an army broke"


class Field(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """Table, terrain and what was agreed; inches."""

    width: float
    height: float
    zones: tuple[Zone, ...]
    terrain: tuple[Terrain, ...] = ()
    turns: int = USUAL_TURNS
    ruleset: Ruleset = Ruleset()
    armies: Pair[str] = Pair("red", "blue")
    """What the two armies are called."""
    scenario: str = ""
    placed_sides: Side | None = None
    """A scenario that deals out the zones itself gives the first to this side; None: dice decide."""
    agreed_panics: tuple[AgreedPanic, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    """Who is late. [deploy.late]"""
    spells: tuple[Spell, ...] = ()
    """The book of spells, where the ruleset has magic. [magic.phase]"""
