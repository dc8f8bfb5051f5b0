"""The battle as a value: everything that a game, a bot, a replay or a page needs to go on.

Collections are tuples; `units[id]` is the unit with that id. Nothing in here counts events,
rolls or requests.
"""

import enum

from msgspec import Struct

from maniple.battle.field import EndReason, Field
from maniple.battle.sides import Pair, Side
from maniple.battle.tasks import Phase, Task
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.geometry import Edge


class Turn(Struct, frozen=True):
    """Whose turn it is and what is left to do in it."""

    number: int = 0
    """Game turns, from 1; 0 is deployment."""
    side: Side = Side.RED
    first: Side = Side.RED
    """Who has the first turn of each game turn."""
    phase: Phase = Phase.DEPLOYMENT
    todo: tuple[Task, ...] = ()


class Contact(Struct, frozen=True):
    """Two enemies in touch: `red` meets `blue` with the edge `red_edge`, and so on.

    An edge is the facing on which the rules say that the unit is struck; the models that fight
    there are worked out from where the bodies are. [combat.contacts]
    """

    red: UnitId
    blue: UnitId
    red_edge: Edge
    blue_edge: Edge
    is_late: bool = False
    """Made after the combat phase had begun: it is fought in the next one."""

    def has(self, unit: UnitId) -> bool:
        return unit in (self.red, self.blue)

    def enemy_of(self, unit: UnitId) -> UnitId:
        return self.blue if unit == self.red else self.red

    def edge_of(self, unit: UnitId) -> Edge:
        return self.red_edge if unit == self.red else self.blue_edge


class ChargeStage(enum.Enum):
    DECLARED = "declared"
    ANSWERED = "answered"
    MOVED = "moved"  # arrived, failed, or given up: no longer waits among the chargers


class Response(enum.Enum):
    """The answers to a charge. [charge.response.hold, charge.response.flee]"""

    HOLD = "hold"
    STAND_AND_SHOOT = "stand and shoot"
    FLEE = "flee"
    FIRE_AND_FLEE = "fire and flee"
    COUNTER_CHARGE = "counter-charge"
    OPEN_LANES = "open lanes"


class Charge(Struct, frozen=True):
    """A charge declared this turn."""

    charger: UnitId
    target: UnitId
    facing: Edge
    """The target's facing that will be struck. [charge.facing]"""
    compelled: bool = False
    stage: ChargeStage = ChargeStage.DECLARED
    response: Response = Response.HOLD
    shot_at: UnitId = NOBODY
    """The character in the charger's ranks at whom the target shoots. [character.target]"""
    in_reach: bool = False
    """Measured once the target has answered. [charge.procedure (5)]"""
    about: Edge = Edge.LEFT
    degrees: float = 0.0
    """The wheel fixed as the reach was measured: about which front corner, and how far."""
    target_fled: bool = False
    redirected: bool = False
    lanes: bool = False
    """The target has opened lanes for it. [charge.response.open-lanes]"""


class StrikeGroup(Struct, frozen=True):
    """Models of one unit that strike at the same moment with one weapon. [combat.strike-order]"""

    unit: UnitId
    """A unit, or a character with one."""
    weapon: str
    target: UnitId
    edge: Edge
    """The unit's own edge at which they stand."""
    models: int
    """Entitled to strike as the round began."""
    leader: bool = False
    """The blows of the unit's leader alone."""
    moment: int = 0
    """Groups of one moment strike together; lower first."""
    share: int = -1
    """In a unit of several kinds: which of them they are. [combat.mixed-weapons]"""
    struck: int = -1
    """Which kind of a target of several they strike; -1: as it comes."""
    mount: bool = False
    """The blows of the mounts that they ride. [challenge.fight]"""
    crew: bool = False
    """The blows of those who fight from the unit, a beast or a machine. [troop.elephant]"""


class Impact(Struct, frozen=True):
    """Chariots of `unit` that have charged home, and the models that they touch, by enemy.

    [troop.heavy-chariot]
    """

    unit: UnitId
    chariots: int
    struck: tuple[tuple[UnitId, int], ...]
    """Enemies and how many of their models; hits are dealt out in this order."""


class Allotted(Struct, frozen=True):
    """Men of `unit` who touch all of `targets` strike this one of them. [combat.choose-target]"""

    unit: UnitId
    leader: bool
    targets: tuple[UnitId, ...]
    target: UnitId
    kinds: tuple[int, ...] = ()
    """The kinds of men of the target that they touch, if it has several and that is the choice."""
    kind: int = -1
    """Which of them they strike; -1: as it comes. [troop.combined-formation, combat.mixed-weapons]"""


class RoundFigures(Struct, frozen=True):
    """What is fixed for a side as the round begins. [combat.procedure (2)]"""

    ranks: int = 0
    high_ground: bool = False


class Score(Struct, frozen=True):
    """A side's combat result, entry by entry. [result.compute]"""

    wounds: int = 0
    ranks: int = 0
    standard: int = 0
    battle_standard: int = 0
    flank: int = 0
    rear: int = 0
    high_ground: int = 0
    musician: int = 0
    shieldwall: int = 0

    @property
    def total(self) -> int:
        return (
            self.wounds
            + self.ranks
            + self.standard
            + self.battle_standard
            + self.flank
            + self.rear
            + self.high_ground
            + self.musician
            + self.shieldwall
        )


class Combat(Struct, frozen=True):
    """One combat of this phase, from its naming until all combats have come so far.

    What nobody will ask for again is wiped as soon as that is so: what was fixed for the round, and the
    wounds, once its result is counted; the margin when the combat is done.
    """

    units: tuple[UnitId, ...]
    """All that fight in it as the phase began, characters included, by id."""
    figures: Pair[RoundFigures] = Pair(RoundFigures(), RoundFigures())
    groups: tuple[StrikeGroup, ...] = ()
    """Still to strike, in order."""
    impacts: tuple[Impact, ...] = ()
    """Still to come, with the first blows of their unit."""
    arms: tuple[tuple[UnitId, str], ...] = ()
    """The weapon that each unit with a choice uses this round, by name. [combat.one-weapon]"""
    allotted: tuple[Allotted, ...] = ()
    """Whom those strike who touch several enemies. [combat.choose-target]"""
    wounds: Pair[int] = Pair(0, 0)
    """Unsaved wounds inflicted so far by each side."""
    winner: Side | None = None
    margin: int = 0
    broken: tuple[UnitId, ...] = ()
    falling_back: tuple[UnitId, ...] = ()
    panicked: tuple[UnitId, ...] = ()
    """Fled from it by panic during the phase. [panic.in-combat]"""
    destroyed: tuple[UnitId, ...] = ()
    first_round: tuple[UnitId, ...] = ()
    """Units for which this is the first round of this combat. [pursue.overrun]"""
    charged: tuple[UnitId, ...] = ()
    """Units that charged, or counter-charged, into this round. [pursue.restrain]"""
    outnumbered: tuple[UnitId, ...] = ()
    """Units that enemies whom they fear outnumbered as the round began. [fear.defeat]"""
    fought: bool = False
    is_done: bool = False


class Runner(Struct, frozen=True):
    """A unit that flees, falls back or pursues at the end of the combat phase."""

    unit: UnitId
    distance: float
    """The total rolled, in inches, halved for a pursuer by an obstacle; other terrain is taken off as
    it moves. 0: not yet rolled, or a fleer's that is of no account any more, for it will be caught.
    [pursue.several, pursue.obstacle]"""
    chases: UnitId = NOBODY
    """A pursuer's prey; NOBODY: this one runs."""
    heading: float = 0.0
    """A pursuer's: from its middle to that of its prey, before anybody ran; degrees."""
    overtakes: bool | None = None
    """A pursuer's: whether its total is higher than its prey's; None: not yet compared."""


class Capture(Struct, frozen=True):
    """A standard taken by `by`, for victory points. [command.standard-captured]"""

    unit: UnitId
    by: Side


class Panicked(Struct, frozen=True):
    """A unit that has failed a Panic test and has not yet taken to flight. [panic.flee]"""

    unit: UnitId
    foe: UnitId
    """The enemy that it runs from; NOBODY: the nearest."""
    cause: str
    """The rule that made the test due."""


class Outcome(Struct, frozen=True):
    """How the battle ended. [victory.points, victory.end]"""

    reason: EndReason
    points: Pair[int]
    winner: Side | None
    """None: a draw."""
    decisive: bool = False


class Battle(Struct, frozen=True):
    """The whole state of a battle at one moment."""

    field: Field
    units: tuple[Unit, ...]
    turn: Turn = Turn()
    zones: Pair[int] | None = None
    """Which zone of the field each side deploys in."""
    placed_first: Side | None = None
    """Who places the first unit. [deploy]"""
    contacts: tuple[Contact, ...] = ()
    charges: tuple[Charge, ...] = ()
    caught: tuple[UnitId, ...] = ()
    """Fleeing units caught by chargers, to be destroyed as the combat phase begins."""
    combats: tuple[Combat, ...] = ()
    """Of the running combat phase, in the order named; the last may still be running."""
    runners: tuple[Runner, ...] = ()
    captures: tuple[Capture, ...] = ()
    panicked: tuple[Panicked, ...] = ()
    """Flee when all tests of the same cause are taken; those of the combats being fought stand in
    `Combat.panicked` and flee with the broken. [panic.flee]"""
    mourned: tuple[Side, ...] = ()
    """Whose general has been slain, and the tests for it called. [panic.general]"""
    outcome: Outcome | None = None
    hands: Pair[int] = Pair(0, 0)
    """The power cards of each side, in the magic phase. [magic.winds]"""

    def unit(self, unit: UnitId) -> Unit:
        return self.units[unit]

    def of(self, side: Side) -> tuple[Unit, ...]:
        """The side's units, by id, whatever their status."""
        return tuple(u for u in self.units if u.side is side)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def combat(self) -> Combat | None:
        """The combat that is being fought now."""
        return self.combats[-1] if self.combats and not self.combats[-1].is_done else None

    def contacts_of(self, unit: UnitId) -> tuple[Contact, ...]:
        """The unit's contacts; while a combat is being fought, without those that came too late for
        it. [combat.contacts]
        """
        found = tuple([c for c in self.contacts if c.has(unit)])
        if any(c.is_late for c in found) and self.combat is not None:
            return tuple([c for c in found if not c.is_late])
        return found

    def charge_of(self, charger: UnitId) -> Charge | None:
        for charge in self.charges:
            if charge.charger == charger:
                return charge
        return None

    def charge_under_way(self, charger: UnitId) -> Charge:
        """The charge that a unit has declared. ValueError if it has not."""
        charge = self.charge_of(charger)
        if charge is None:
            raise ValueError(f"unit {charger} has declared no charge this turn")
        return charge
