"""What an army list offers, row by row: troops, characters, beasts and machines, and their options.

Entry       troops, a character, a beast, a machine or an engine
Option      what a unit may take, leave or change
Part        models of another kind in the same unit
CrewRow     those who ride on a beast or in a machine
"""

from typing import Literal

import msgspec
from msgspec import Struct

from maniple.battle.sheet import Kind, Mark, Mixture, Role, Traits, Warband

Figures = tuple[int, int, int, int, int, int, int, int, int]
"""M WS BS S T W I A Ld."""

TRAIT_NAMES = tuple(
    field.name.replace("_", " ") for field in msgspec.structs.fields(Traits) if field.type is bool
)
"""What an entry's `traits` may name: each switch of `Traits`, with spaces."""


class Marks(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a part of a row is surer or less sure than the row."""

    points: Mark | None = None
    profile: Mark | None = None
    leadership: Mark | None = None
    arms: Mark | None = None


class Leader(Struct, frozen=True, forbid_unknown_fields=True):
    """A leader with a name, price or Leadership of his own. [command.leader]"""

    name: str = "leader"
    points: int = 5
    leadership: int = 0


class Machine(Struct, frozen=True, forbid_unknown_fields=True):
    """The engine that a crew serves."""

    name: str
    toughness: int
    wounds: int
    weapon: str = ""


class CrewRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Those who ride on a beast or in a machine. [troop.elephant, troop.war-wagon]"""

    profile: Figures
    least: int
    most: int
    mark: Mark
    points: int = 0
    """For each of them."""
    melee: tuple[str, ...] = ()
    missiles: tuple[str, ...] = ()


class Impact(Struct, frozen=True, forbid_unknown_fields=True):
    """A D6 hits, and so many more, of this Strength when it charges. [troop.heavy-chariot]"""

    strength: int
    hits: int = 0


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """Models of another kind that may stand in the unit; what is None is as the unit's own.

    [troop.combined-formation, troop.combined-unit, troop.mixed-armour, combat.mixed-weapons]
    """

    name: str
    points: int
    """For each of them."""
    mark: Mark
    profile: Figures | None = None
    melee: tuple[str, ...] | None = None
    missiles: tuple[str, ...] | None = None
    armour: tuple[str, ...] | None = None
    in_front: bool = False
    """They stand before the unit's own models, else behind them."""
    least: int = 0
    """Hundredths of the unit's models, where it has any of them."""
    most: int = 50


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a unit may take, leave or change, for points a model or for the unit."""

    name: str
    points: int
    mark: Mark
    points_for: Literal["model", "unit"] = "model"
    melee: tuple[str, ...] = ()
    missiles: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()
    """Arms and armour that it replaces."""
    mount: str = ""
    traits: tuple[str, ...] = ()
    traits_removed: tuple[str, ...] = ()
    leadership: int = 0
    """The unit's Leadership with it; 0: unchanged."""
    crew_melee: tuple[str, ...] = ()
    """Arms of the crew, instead of those for close combat that it has."""
    crew_missiles: tuple[str, ...] = ()
    hates: tuple[str, ...] = ()
    wizard: int = 0
    """The level that it makes a wizard of; 0: unchanged."""
    is_general: bool = False
    excludes: tuple[str, ...] = ()
    """Other options that can't be taken with it."""
    needs: str = ""
    """Another option that must be taken with it; "": none."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """Troops, a character or an engine that a list offers."""

    name: str
    """Its plural, where it has models."""
    kind: Kind
    profile: Figures
    points: int
    mark: Mark
    singular: str = ""
    plural: str = ""
    also: tuple[str, ...] = ()
    """Other names, for phrases and rosters."""
    points_for: Literal["model", "unit"] = "model"
    role: Role = Role.TROOPS
    sizes: tuple[int, int] | None = None
    """The least and most models; None: what the composition rules say."""
    melee: tuple[str, ...] = ()
    missiles: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    mount: str = ""
    base: tuple[float, float] | None = None
    """Millimetres, front and depth; None: as usual for its kind."""
    traits: tuple[str, ...] = ()
    warband: Warband | None = None
    ignores_panic_of: tuple[str, ...] = ()
    kin: str = ""
    is_general: bool = False
    is_battle_standard: bool = False
    ally: bool = False
    leader: Leader | None = None
    no_command: bool = False
    engine: Machine | None = None
    crew: CrewRow | None = None
    impact: Impact | None = None
    mixture: Mixture = Mixture.WEAPONS
    """What its parts make of it."""
    part: tuple[Part, ...] = ()
    hates: tuple[str, ...] = ()
    wizard: int = 0
    """His level, 1 to 4; 0: no wizard. [magic.phase]"""
    spells: tuple[str, ...] = ()
    """Those that he may choose from, as many as his level."""
    option: tuple[Option, ...] = ()
    marks: Marks = Marks()

    @property
    def names(self) -> tuple[str, ...]:
        """All that it may be called."""
        return tuple(name for name in (self.name, self.singular, self.plural, *self.also) if name)

    @property
    def is_character(self) -> bool:
        return self.role is Role.CHARACTER

    def find_part(self, name: str) -> Part | None:
        """The part of this name."""
        return next((part for part in self.part if part.name == name), None)

    def find_option(self, name: str) -> Option | None:
        """The option of this name."""
        return next((option for option in self.option if option.name == name), None)
