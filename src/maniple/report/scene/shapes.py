"""The shapes of a scene. Inches on the table, from its bottom left corner; degrees, clockwise from up.

A unit's models are given in its own frame: its pose is the origin, x goes to its right, y ahead of its
front edge (models of a formed unit have y below 0), so that a unit that moves is the same drawing at
another pose.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from maniple.battle.sides import Pair, Side
from maniple.battle.unit import UnitId
from maniple.geometry import Pose

Role: TypeAlias = Literal[
    "man", "front", "leader", "standard", "musician", "character", "crew", "engine"
]
"""What a model is drawn as."""

State: TypeAlias = Literal[
    "waiting",
    "charging",
    "charged",
    "engaged",
    "fleeing",
    "marched",
    "moved",
    "shot",
    "rallied",
    "testudo",
    "shieldwall",
    "skirmishing",
    "stampeding",
    "frenzied",
    "jammed",
    "fell-back",
]
"""What is told of a unit beside its name, by keys of the message catalogue."""

FormationName: TypeAlias = Literal["formed", "skirmish", "mob", "single"]
StatusName: TypeAlias = Literal["waiting", "table", "joined", "returning", "destroyed", "left"]
Facing: TypeAlias = Literal["front", "right", "rear", "left"]
Stage: TypeAlias = Literal["declared", "answered", "moved"]


class Model(Struct, frozen=True):
    """One base: the middle of it in the unit's frame, inches; `turn` in degrees from the unit's facing."""

    x: float
    y: float
    role: Role = "man"
    turn: float = 0.0


class UnitScene(Struct, frozen=True):
    """One unit as it is drawn."""

    id: UnitId
    side: Side
    name: str
    kind: str
    """`battle.sheet.Kind` by value: foot, cavalry, elephant, ..."""
    formation: FormationName
    status: StatusName
    strength: int
    """Models that stand."""
    began: int
    """Models with which it began."""
    pose: Pose
    width: float
    depth: float
    """Of its outline, in inches: as wide as its front, as deep as its ranks."""
    files: int
    base: tuple[float, float]
    """Width and depth of one base, in inches."""
    models: tuple[Model, ...] = ()
    """Those of the characters with it among them."""
    states: tuple[State, ...] = ()
    character: bool = False
    general: bool = False
    battle_standard: bool = False
    command: float = 0.0
    """Inches round it within which a general or a battle standard helps; 0: none."""
    host: UnitId | None = None
    """The unit that a character is with."""


class Piece(Struct, frozen=True):
    """A piece of terrain. `counts_as`: keys of the catalogue, as "difficult", "soft-cover"."""

    name: str
    look: str
    outline: tuple[tuple[float, float], ...]
    counts_as: tuple[str, ...] = ()


class ZoneScene(Struct, frozen=True):
    """A deployment zone; `side` once it is dealt."""

    left: float
    bottom: float
    right: float
    top: float
    side: Side | None = None


class Arrow(Struct, frozen=True):
    """A charge under way."""

    charger: UnitId
    target: UnitId
    facing: Facing
    stage: Stage


class Clock(Struct, frozen=True):
    """Where in the battle we are."""

    turn: int
    """Game turn, from 1; 0 in deployment."""
    turns: int
    side: Side
    phase: str
    """`battle.tasks.Phase` by value."""
    points: Pair[int]
    """Victory points as they stand."""
    cards: Pair[int] = Pair(0, 0)
    """Power cards, in the magic phase."""


class Changes(Struct, frozen=True, omit_defaults=True):
    """What is otherwise than in the scene before; what is left out is as it was."""

    units: tuple[UnitScene, ...] = ()
    """Units that have changed, whole."""
    clock: Clock | None = None
    arrows: tuple[Arrow, ...] | None = None
    contacts: tuple[tuple[UnitId, UnitId], ...] | None = None
    zones: tuple[ZoneScene, ...] | None = None

    def __bool__(self) -> bool:
        """Whether anything has changed that can be seen."""
        return self != Changes()


class Scene(Struct, frozen=True):
    """A whole battle as it is drawn; `units[id]` is the unit with that id."""

    scenario: str
    armies: Pair[str]
    width: float
    height: float
    terrain: tuple[Piece, ...]
    zones: tuple[ZoneScene, ...]
    units: tuple[UnitScene, ...]
    arrows: tuple[Arrow, ...]
    contacts: tuple[tuple[UnitId, UnitId], ...]
    clock: Clock
    options: tuple[str, ...] = ()
    """The options of the rules in play, by name: free_measuring, magic, ..."""


class Arm(Struct, frozen=True):
    """A line of equipment on a unit's card."""

    name: str
    text: str
    rule: str
    mark: str


class Card(Struct, frozen=True):
    """What never changes about a unit: its profile, its arms, its special rules."""

    id: UnitId
    title: str
    points: int
    figures: tuple[tuple[str, int | str], ...]
    """M, WS, BS, S, T, W, I, A, Ld, Save, in the order of a profile; Save as "4+", or "-"."""
    arms: tuple[Arm, ...] = ()
    traits: tuple[tuple[str, str], ...] = ()
    """Special rules: the name, and the id of the rule."""
    command: tuple[str, ...] = ()
    """leader, standard, musician."""
