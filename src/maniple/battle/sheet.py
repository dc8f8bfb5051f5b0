"""What a unit is before the first die: profile, arms, armour, traits, command, points.

A sheet never changes in a battle. Every special rule reads a trait or a weapon's figure from
here, never a name. Army data (armies/) resolves names into these values.
"""

import enum
from typing import Literal

from msgspec import Struct

Mark = Literal["A", "B", "C"]
"""How sure a figure is: A printed, B a sibling edition or inferred, C this project's choice."""


INSPIRES = 12.0
"""How far the general and the battle standard are felt, in inches.

[general.leadership, battle-standard.reroll]
"""


class Profile(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """The nine characteristics; `move` in inches, before encumbrance has been taken off it."""

    move: int
    weapon_skill: int
    ballistic_skill: int
    strength: int
    toughness: int
    wounds: int
    initiative: int
    attacks: int
    leadership: int


class Melee(Struct, frozen=True, omit_defaults=True):
    """A close-combat weapon as this unit uses it, on foot or mounted. [weapon]"""

    name: str
    strength: int = 0
    """Added to the user's Strength, when `strength_when` says."""
    strength_when: Literal["always", "charging", "first round"] = "always"
    ranks: int = 1
    """Ranks that fight to the front of a unit that has not charged this turn."""
    ranks_charging: int = 1
    second_rank_first_round: bool = False
    """Thrown from the second rank in the first round of a combat. [weapon.missiles-in-hand]"""
    reach: int = 0
    """2 a pike, 1 a long spear, 0 other weapons: the longer strikes before all to its front."""
    strikes_last: bool = False
    two_handed: bool = False
    """No shield in close combat."""
    extra_attacks: int = 0
    improvised: bool = False
    cite: str = "weapon.hand"
    mark: Mark = "A"


class Missile(Struct, frozen=True, omit_defaults=True):
    """A missile weapon; `range` in inches. [shoot]"""

    name: str
    range: float
    strength: int
    """The strength of its hit; 0: the thrower's own."""
    ignores_moving: bool = False
    ignores_range: bool = False
    move_or_shoot: bool = False
    is_bow: bool = False
    """May shoot massed over the ranks in front. [shoot.massed]"""
    shoots_charging: bool = False
    """Composite bow, as a plain "bow" in an army list is [shoot.bows]: mounted, shoots while charging.

    [shoot.composite-bow-charging]
    """
    save_modifier: int = 0
    """Worsens the save beyond what its Strength does (a negative figure worsens)."""
    pierces: bool = False
    """Goes on through the ranks behind, and leaves no save. [engine.bolt-thrower]"""
    template: float = 0.0
    """Inches across the round template under which its stone falls; 0: it is shot straight at its
    target. [engine.stone-thrower]"""
    least_range: float = 0.0
    """Inches nearer than which it can't be aimed. [engine.stone-thrower]"""
    damage: int = 0
    """Models of many wounds lose a die of so many sides for each hit that wounds; 0: one wound."""
    cite: str = "shoot.who"
    mark: Mark = "B"


class Armour(Struct, frozen=True, omit_defaults=True):
    """Points of armour by what gives them; a save is 7 minus their sum. [shoot.save]"""

    worn: int = 0
    shield: int = 0
    buckler: int = 0
    """In close combat only."""
    mount: int = 0
    """Being mounted, and the mount's barding."""


class Warband(Struct, frozen=True, omit_defaults=True):
    """Which parts of the warband rule an army list gives the unit. [troop.warband]"""

    rank_leadership: bool = True
    must_charge: bool = True
    ferocious: bool = True
    must_pursue: bool = True


class Traits(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """What sets the unit apart, each by the rule that reads it."""

    light: bool = False  # troop.light
    may_skirmish: bool = False  # troop.skirmish
    always_skirmish: bool = False  # troop.skirmish: the list knows no ranks for them
    drilled: bool = False  # troop.drilled
    stubborn: bool = False  # troop.stubborn
    levy: bool = False  # troop.levy
    warband: Warband | None = None  # troop.warband
    ferocious_charge: bool = False  # break.ferocious-charge
    first_charge: bool = False  # break.first-charge
    fire_and_flee: bool = False  # charge.response.fire-and-flee, without being light
    ignores_panic_of: tuple[str, ...] = ()  # panic.immune-still: kinds of friends, by `Sheet.kin`
    phalanx: bool = False  # troop.phalanx
    testudo: bool = False  # troop.testudo: may form it
    shieldwall: bool = False  # troop.shieldwall: may form it
    pavise: bool = False  # troop.pavise: hard cover while it stands still
    shock_cavalry: bool = False  # troop.shock-cavalry
    eastern_shock_cavalry: bool = False  # troop.eastern-shock-cavalry
    feigned_flight: bool = False  # troop.feigned-flight
    parthian_shot: bool = False  # shoot.parthian-shot
    used_to_elephants: bool = False  # troop.elephant
    used_to_camels: bool = False  # troop.camel
    causes_fear: bool = False  # fear.charged
    causes_terror: bool = False  # terror.test
    stupid: bool = False  # stupidity.test
    frenzied: bool = False  # frenzy
    immune_to_psychology: bool = False  # psychology.test
    hates: tuple[str, ...] = ()  # hatred: keys of army lists, or kinds of troops by `Sheet.kin`
    wizard: int = 0  # magic.phase: his level, 1 to 4; 0: no wizard
    spells: tuple[str, ...] = ()  # magic.phase: those that he knows, by name


class Kind(enum.Enum):
    """What a model is, for the rules that tell foot from horse from machine."""

    FOOT = "foot"
    CAVALRY = "cavalry"
    CAMELRY = "camelry"
    LIGHT_CHARIOT = "light chariot"
    HEAVY_CHARIOT = "heavy chariot"
    SCYTHED_CHARIOT = "scythed chariot"
    ELEPHANT = "elephant"
    WAR_WAGON = "war wagon"
    ENGINE = "engine"


MACHINES = (
    Kind.LIGHT_CHARIOT,
    Kind.HEAVY_CHARIOT,
    Kind.SCYTHED_CHARIOT,
    Kind.WAR_WAGON,
    Kind.ENGINE,
)
"""They never march. [move.march]"""

COUNT_AS_FIVE = (
    Kind.LIGHT_CHARIOT,
    Kind.HEAVY_CHARIOT,
    Kind.SCYTHED_CHARIOT,
    Kind.ELEPHANT,
    Kind.WAR_WAGON,
)
"""One model that counts as five at the five-model thresholds. [rank-bonus.flank-rear]"""

COUNTER_CHARGERS = (Kind.CAVALRY, Kind.CAMELRY, Kind.LIGHT_CHARIOT)
"""Cavalry, and what counts as cavalry, for counter-charges.

[charge.response.counter-charge, troop.light-chariot]
"""


class Engine(Struct, frozen=True, omit_defaults=True):
    """The machine that a crew serves; its crew are the unit's models."""

    name: str
    toughness: int
    wounds: int
    mark: Mark = "B"
    weapon: Missile | None = None
    """What it shoots; not among `Sheet.missiles`, which its crew would shoot."""


class Role(enum.Enum):
    TROOPS = "troops"
    CHARACTER = "character"


class Share(Struct, frozen=True, omit_defaults=True):
    """Some models of a unit of mixed arms, and what they bear. [combat.mixed-weapons]"""

    models: int
    melee: tuple[Melee, ...]
    armour: Armour = Armour()
    name: str = ""
    """What these models are called; empty: as the unit."""
    profile: Profile | None = None
    """None: the unit's."""
    missiles: tuple[Missile, ...] = ()
    """Only these models shoot with them."""


class Mount(Struct, frozen=True, omit_defaults=True):
    """A mount that fights beside its rider with a profile of its own. [challenge.fight]"""

    name: str
    weapon_skill: int
    strength: int
    initiative: int
    attacks: int
    mark: Mark = "C"


class Crew(Struct, frozen=True, omit_defaults=True):
    """Those who ride on a beast or in a machine and fight from it. [troop.elephant, troop.war-wagon]"""

    models: int
    profile: Profile
    melee: tuple[Melee, ...] = ()
    missiles: tuple[Missile, ...] = ()
    mark: Mark = "C"
    armour: Armour = Armour()


class Mixture(enum.Enum):
    """Why a unit has shares, which decides who falls and whose save counts."""

    WEAPONS = "mixed weapons"  # combat.mixed-weapons
    ARMOUR = "mixed armour"  # troop.mixed-armour
    FORMATION = "combined formation"  # troop.combined-formation
    UNIT = "combined unit"  # troop.combined-unit


class Sheet(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """All that never changes about a unit; `base_width` and `base_depth` in inches."""

    name: str
    """Unique in its army."""
    kind: Kind
    profile: Profile
    models: int
    """At the start, leader, standard and musician among them."""
    base_width: float
    base_depth: float
    points: int
    move: int
    """Inches a turn, encumbrance taken off, of the slower of man and mount."""
    melee: tuple[Melee, ...] = ()
    """What it may choose to fight with; never empty once resolved."""
    missiles: tuple[Missile, ...] = ()
    armour: Armour = Armour()
    shares: tuple[Share, ...] = ()
    """Of a unit of mixed arms, foremost first; models beyond them bear the arms above."""
    mixture: Mixture = Mixture.WEAPONS
    """Of a unit with shares."""
    mount: Mount | None = None
    """None: the mount does not strike."""
    crew: Crew | None = None
    impact_hits: int = 0
    """What is added to the D6 hits of a charge; see `impact_strength`. [troop.heavy-chariot]"""
    impact_strength: int = 0
    """0: it inflicts none."""
    traits: Traits = Traits()
    role: Role = Role.TROOPS
    is_general: bool = False
    is_battle_standard: bool = False
    leader: bool = False
    leader_leadership: int = 0
    """The leader's own Leadership where it is better (a centurion's); 0: as his unit."""
    standard: bool = False
    musician: bool = False
    engine: Engine | None = None
    body_width: float = 0.0
    """Of a unit whose body is not made of files and ranks (engines); 0: it is."""
    body_depth: float = 0.0
    army: str = ""
    """The key of its army list, for those who hate it. [hatred]"""
    kin: str = ""
    """What its list calls troops of its sort, for rules on their own kind."""
    entry: str = ""
    """The army-list entry that it comes from."""
    mark: Mark = "A"

    @property
    def is_mounted(self) -> bool:
        return self.kind in (Kind.CAVALRY, Kind.CAMELRY)

    @property
    def may_skirmish(self) -> bool:
        """Whether it may take loose order: archers of a combined formation are ordinary troops.

        [troop.light, troop.skirmish, troop.combined-formation (1)]
        """
        if self.shares and self.mixture is Mixture.FORMATION:
            return False
        return self.traits.may_skirmish or self.traits.always_skirmish

    @property
    def is_character(self) -> bool:
        return self.role is Role.CHARACTER
