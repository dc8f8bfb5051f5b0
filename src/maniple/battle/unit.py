"""A unit as it stands: where, how formed, how many, what it has done this turn.

`UnitId` is the unit's place in `Battle.units`, for good: units that are out of the battle keep
theirs.
"""

import enum
from typing import NewType

from msgspec import Struct

from maniple.battle.sheet import COUNT_AS_FIVE, Kind, Missile, Sheet
from maniple.battle.sides import Side
from maniple.battle.spells import Effect
from maniple.geometry import Edge, Pose

UnitId = NewType("UnitId", int)
NOBODY = UnitId(-1)


class Formation(enum.Enum):
    """How its models stand. [unit.ranks, troop.skirmish, flee.mob]"""

    FORMED = "formed"
    SKIRMISH = "skirmish"
    MOB = "mob"
    SINGLE = "single"


class Status(enum.Enum):
    """Where in the battle the unit is."""

    WAITING = "waiting"  # not yet deployed
    TABLE = "on the table"
    JOINED = "with a unit"  # a character inside a unit, see `Unit.host`
    RETURNING = "off the table, due back"
    DESTROYED = "destroyed"
    LEFT = "fled off the table"


class Moved(enum.Enum):
    """What a unit has done with its movement this turn."""

    STOOD = "stood"
    MOVED = "moved"
    MARCHED = "marched"
    CHARGED = "charged"
    FAILED_CHARGE = "failed a charge"
    HALTED = "did not dare to charge"  # stands still this turn, may shoot
    REFORMED = "reformed"
    PIVOTED = "pivoted"  # an engine, which has not moved by that
    RALLIED = "rallied"
    FLED = "fled"
    RETURNED = "came back onto the table"
    DISENGAGED = "disengaged"
    STAMPEDED = "stampeded"


class Stupor(enum.Enum):
    """What a stupid unit out of combat does in a turn in which it is beside itself. [stupidity.test]"""

    NONE = "has its wits about it"
    AHEAD = "goes straight ahead"
    IDLE = "stands about"


STOOD_STILL = (Moved.STOOD, Moved.HALTED, Moved.PIVOTED)
"""Who has done no more than this has not moved. [shoot.modifiers]"""


class Rush(Struct, frozen=True):
    """Which way a stampede goes, in degrees, and how far, in inches. [troop.elephant]"""

    heading: float
    inches: float


class Doings(Struct, frozen=True, omit_defaults=True):
    """What happened to a unit in this player turn; wiped as the next one begins."""

    moved: Moved = Moved.STOOD
    shot: bool = False
    answered_charge: bool = False
    march_barred: bool = False
    """An enemy stood within 8 inches as the turn began. [move.march]"""
    panicked_at_start: bool = False
    shooting_panic_tested: bool = False
    break_rerolled: bool = False
    fallen: int = 0
    """Models lost since the phase began; not counted in close combat. [panic.shooting]"""
    joined: bool = False
    """A character who joined a unit this turn. [character.leave]"""
    move_left: float = -1.0
    """Inches left to a unit that waited for a character; -1: no such limit."""
    ran: bool = False
    """It pursued or overran, or ran otherwise. [troop.shieldwall, troop.pavise]"""
    march_failed: bool = False
    """It failed the test that would have let it march near the enemy. [troop.drilled]"""
    fell_back: bool = False
    """It fell back in this very turn: its next own turn is still to come. [break.fall-back.move]"""
    rush: Rush | None = None
    """The way that its stampede takes this turn. [troop.elephant]"""
    cast: tuple[str, ...] = ()
    """The spells that a wizard has cast. [magic.cast]"""
    stupor: Stupor = Stupor.NONE
    """It has failed its test: it neither charges nor shoots, nor moves as it is told. [stupidity.test]"""

    @property
    def has_stood(self) -> bool:
        """It has not moved in this player turn. [troop.shieldwall]"""
        return self.moved in STOOD_STILL and not self.ran


FRESH = Doings()


class Fight(Struct, frozen=True, omit_defaults=True):
    """The unit's part in the combat it stands in."""

    charging: bool = False
    """It counts as charging in the round to come."""
    counter_charging: bool = False
    rounds: int = 0
    """Rounds that it has fought in this combat."""
    won_last: bool = False
    obstacle: bool = False
    """It fights across an obstacle. [terrain.rank-bonus, pursue.obstacle]"""
    hits_on_six: bool = False
    """Until it wins a round. [combat.defended-obstacle]"""
    holds_obstacle: bool = False
    """It stands behind the obstacle across which it was charged. [pursue.defenders]"""
    ignored_break: bool = False
    """It has ignored its first Break test of this combat. [troop.stubborn]"""
    fallen: int = 0
    """Models that it has lost to blows of this round, until its result is counted.

    [combat.casualties]
    """


class Laid(Struct, frozen=True, omit_defaults=True):
    """A spell that lasts, upon a unit. [magic.lasting]"""

    spell: str
    effect: Effect
    by: UnitId
    """The wizard who cast it."""
    figure: int = 0
    tried: bool = False
    """The one attempt to dispel it has been made. [magic.dispel-lasting]"""


class Unit(Struct, frozen=True, omit_defaults=True):
    """One unit, engine or character. A character is a unit of one model."""

    id: UnitId
    side: Side
    sheet: Sheet
    models: int
    """Alive, its command among them; characters with it are units of their own."""
    pose: Pose = Pose(0.0, 0.0, 0.0)
    """Formed, mob, single: the middle of its front edge. Skirmishers: the middle of their places."""
    files: int = 1
    formation: Formation = Formation.FORMED
    places: tuple[Pose, ...] = ()
    """Skirmishers only: the pose of each model, as many as `models`."""
    status: Status = Status.WAITING
    fleeing: bool = False
    fled_loose: bool = False
    """It flees, and skirmished when it took to flight. [panic.skirmishers]"""
    wounds: int = 0
    """Wounds that its wounded model has lost (a unit has one at the most)."""
    crew_wounds: int = 0
    """Wounds that its crew has lost, those of the slain among them. [troop.elephant]"""
    engine_wounds: int = 0
    """Wounds that the engine of a crew has lost; all of them: it is lost. [engine.shot-at]"""
    jammed_until: int = 0
    """The game turn up to which a misfire keeps its engine from shooting. [engine.stone-thrower]"""
    startled: bool = False
    """A beast that has been wounded, or has lost the last of its crew: its test is due.

    [troop.elephant]
    """
    stampeding: bool = False
    """Out of everybody's hand, for the rest of the battle. [troop.elephant]"""
    host: UnitId = NOBODY
    """The unit that a character is with."""
    guests: tuple[UnitId, ...] = ()
    """The characters with the unit."""
    guest_places: int = 0
    """Places of the unit's ranks that its guests take. [unit.ranks]"""
    lap_left: int = 0
    lap_right: int = 0
    """Models lapping round an enemy's flank beyond this unit's left and right. [redress.lap-round]"""
    doings: Doings = FRESH
    fight: Fight | None = None
    """None: not in combat."""
    fell_back: bool = False
    """It may not declare a charge in its next turn. [break.fall-back.move]"""
    first_charge_spent: bool = False
    leader_at: Edge = Edge.FRONT
    """The edge where the leader stands to fight. [command.leader-moves]"""
    fought_away: Edge = Edge.FRONT
    """Characters: the edge of the host where he stands to fight. [character.moves-to-fight]"""
    stepped: bool = False
    """The leader, or the character, has left his seat in the front rank to fight at that edge."""
    duel: UnitId = NOBODY
    """Characters: the enemy character whom he fights, and nobody else. [challenge.fight]"""
    retired: bool = False
    """A character at the back of his unit's ranks, where he does nothing. [challenge.refuse]"""
    standard_lost: bool = False
    late: int = 0
    """The turn of its side as which it first comes onto the table; 0: not to come. [deploy.late]"""
    leaves_at: Pose | None = None
    """Where a pursuer left the table and will come back. [pursue.off-table]"""
    spells: tuple[Laid, ...] = ()
    """The spells that lie upon it. [magic.lasting]"""
    kept_card: bool = False
    """A wizard holds a power card for the next magic phase. [magic.keep]"""
    by_share: tuple[int, ...] = ()
    """Of a unit of several kinds: how many of each are left; empty: as its sheet has them.

    [combat.mixed-weapons]
    """
    shot_by_share: tuple[int, ...] = ()
    """How many of each kind missiles have slain; empty: none. [troop.combined-formation]"""
    testudo: bool = False
    """Its player has stated that it is in testudo until his next turn. [troop.testudo]"""
    moved_in_own_turn: bool = False
    """In the enemy's turn: it moved in its own last one; kept where it matters.

    [troop.shieldwall, troop.pavise]
    """

    cowed: bool = False
    """It has failed a Fear test: it hits on a 6 alone in the next round that it fights. [fear.charged]"""
    terror_tested: bool = False
    """It has taken its one Terror test of the battle. [terror.test]"""
    half_idle: bool = False
    """Half of it does not fight, until its next test. [stupidity.test]"""
    frenzy_lost: bool = False
    """It has been defeated, and is no longer frenzied. [frenzy]"""

    @property
    def is_on_table(self) -> bool:
        return self.status is Status.TABLE

    @property
    def is_alive(self) -> bool:
        """Not yet destroyed or gone for good."""
        return self.status is not Status.DESTROYED and self.status is not Status.LEFT

    @property
    def is_engaged(self) -> bool:
        return self.fight is not None

    @property
    def is_skirmishing(self) -> bool:
        return self.formation is Formation.SKIRMISH

    @property
    def is_formed(self) -> bool:
        return self.formation is Formation.FORMED

    @property
    def crew_left(self) -> int:
        """Those alive who fight from it; a beast or a machine that is lost takes its crew along."""
        crew = self.sheet.crew
        if crew is None:
            return 0
        alive = crew.models * self.sheet.models - self.crew_wounds // crew.profile.wounds
        return min(alive, crew.models * self.models)

    @property
    def has_engine(self) -> bool:
        """It serves an engine that is not lost. [engine.shot-at]"""
        engine = self.sheet.engine
        return engine is not None and self.engine_wounds < engine.wounds

    @property
    def kind(self) -> Kind:
        """What it is now: a crew that has lost its engine is foot. [engine.shot-at]"""
        lost = self.engine_wounds and self.sheet.engine is not None and not self.has_engine
        return Kind.FOOT if lost else self.sheet.kind

    @property
    def body_width(self) -> float:
        """Of a body that is not made of files and ranks, in inches; 0: it is."""
        return self.sheet.body_width if not self.engine_wounds or self.has_engine else 0.0

    @property
    def body_depth(self) -> float:
        """The same from front to rear."""
        return self.sheet.body_depth if not self.engine_wounds or self.has_engine else 0.0

    @property
    def missiles(self) -> tuple[Missile, ...]:
        """What it shoots with: its crew's weapons too, while one of them is left, and its engine."""
        sheet = self.sheet
        if sheet.engine is not None and sheet.engine.weapon is not None and self.has_engine:
            return (*sheet.missiles, sheet.engine.weapon)
        if sheet.crew is None or not self.crew_left:
            return sheet.missiles
        return (*sheet.missiles, *sheet.crew.missiles)

    @property
    def has_stood(self) -> bool:
        """It has not moved since its own last turn began. [troop.shieldwall]"""
        return not self.moved_in_own_turn and self.doings.has_stood

    @property
    def has_leader(self) -> bool:
        """The leader is the last of a unit to fall. [command.leader]"""
        return self.sheet.leader and self.models > 0

    @property
    def has_standard(self) -> bool:
        """Falls only when leader and bearer alone are left. [command.standard]"""
        spare = 1 if self.sheet.leader else 0
        return self.sheet.standard and not self.standard_lost and self.models > spare

    @property
    def has_musician(self) -> bool:
        """Another man takes over while there is one. [command.musician]"""
        spare = (1 if self.sheet.leader else 0) + (1 if self.sheet.standard else 0)
        return self.sheet.musician and self.models > spare

    @property
    def strength_in_models(self) -> int:
        """Models for the five-model thresholds, where machines count as five."""
        return self.models * 5 if self.sheet.kind in COUNT_AS_FIVE else self.models

    @property
    def strength_with_guests(self) -> int:
        """The same with the characters in its ranks, who are part of it. [character.in-unit]"""
        return self.strength_in_models + len(self.guests)
