"""Events of loss and nerve: models slain, units destroyed, tests, standards taken."""

from msgspec.structs import replace

from maniple.battle.bodies import guest_places
from maniple.battle.events.base import (
    Event,
    out_of_battle,
    with_unit,
    without_contacts,
    without_duel,
)
from maniple.battle.events.magic import without_spells_of
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Capture, Panicked
from maniple.battle.tasks import Phase
from maniple.battle.unit import NOBODY, Status, UnitId
from maniple.geometry import Pose


class WoundsTaken(Event, frozen=True, tag=True):
    """Unsaved wounds on a unit, and what they slay; a character who is with one is a loss of its own.

    [shoot.casualties, combat.casualties, character.in-unit]
    """

    unit: UnitId
    wounds: int
    slain: int
    """Models removed."""
    left: int
    """Wounds that the wounded model has lost now."""
    by: UnitId
    cite: str
    places: tuple[Pose, ...] = ()
    """Skirmishers: where those that are left stand."""
    files: int = 0
    """Files after the loss (a single rank grows shorter); 0: as before."""
    pose: Pose | None = None
    """Where the front is now, if the rank grew shorter from one end."""
    fell: tuple[int, ...] = ()
    """Of a unit of several kinds: how many of each were slain, by its order. [combat.mixed-weapons]"""
    by_share: tuple[int, ...] = ()
    """How many of each are left."""
    shot_by_share: tuple[int, ...] = ()
    """How many of each missiles have slain in this battle."""

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        hurt = replace(
            unit,
            models=unit.models - self.slain,
            wounds=self.left,
            places=self.places,
            by_share=self.by_share,
            shot_by_share=self.shot_by_share,
        )
        if self.files:
            hurt = replace(hurt, files=self.files)
        if self.pose is not None:
            hurt = replace(hurt, pose=self.pose)
        battle = with_unit(battle, hurt)
        # Losses in close combat shake nobody as those by shooting do. [panic.shooting]
        if not self.slain or battle.turn.phase is Phase.COMBAT:
            return battle
        for member in (self.unit,) if unit.host == NOBODY else (self.unit, unit.host):
            mourned = battle.units[member]
            doings = replace(mourned.doings, fallen=mourned.doings.fallen + self.slain)
            battle = with_unit(battle, replace(mourned, doings=doings))
        return battle


class CrewWounded(Event, frozen=True, tag=True):
    """Unsaved wounds on those who ride on a beast or in a machine. [troop.elephant]"""

    unit: UnitId
    wounds: int
    slain: int
    by: UnitId
    cite: str

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        return with_unit(battle, replace(unit, crew_wounds=unit.crew_wounds + self.wounds))


class UnitDestroyed(Event, frozen=True, tag=True):
    """A unit is out of the battle, with what was left of it. A guest leaves its host, and a wizard's
    spells end. [magic.lasting]

    Guests of a destroyed unit that are not destroyed with it must be set on their own first.
    """

    unit: UnitId
    by: UnitId
    cite: str

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        battle = without_spells_of(battle, (self.unit, *unit.guests))
        battle = without_duel(without_contacts(battle, self.unit), self.unit)
        unit = battle.units[self.unit]
        if unit.host != NOBODY:
            host = battle.units[unit.host]
            guests = tuple(g for g in host.guests if g != unit.id)
            places = sum(
                1 if host.sheet.base_width <= 0 else _places(battle, g, host.sheet.base_width)
                for g in guests
            )
            battle = with_unit(battle, replace(host, guests=guests, guest_places=places))
        for dead in (self.unit, *unit.guests):
            lost = out_of_battle(battle.units[dead], Status.DESTROYED)
            battle = with_unit(battle, replace(lost, models=0))
        combats = tuple(
            replace(c, destroyed=(*c.destroyed, self.unit)) if self.unit in c.units else c
            for c in battle.combats
        )
        caught = tuple(c for c in battle.caught if c != self.unit)
        panicked = tuple(p for p in battle.panicked if p.unit != self.unit)
        return replace(battle, combats=combats, caught=caught, panicked=panicked)


def _places(battle: Battle, guest: UnitId, width: float) -> int:
    return guest_places(battle.units[guest].sheet.base_width, width)


class Tested(Event, frozen=True, tag=True):
    """A test on Leadership was taken. `need`: at most this on 2D6. [psychology.test]

    `kind` is the rule of the test ("panic.shooting", "break.test", "rally.test", ...).
    """

    __test__ = False  # not a test class, whatever pytest makes of the name

    unit: UnitId
    kind: str
    need: int
    passed: bool
    cite: str
    used_reroll: bool = False
    """The unit has spent its re-roll of this turn. [battle-standard.reroll]"""
    shooting_panic: bool = False
    """This phase's one test for losses by shooting. [panic.shooting]"""
    terror: bool = False
    """The one Terror test of the battle, of the unit and of those who are with it. [terror.test]"""
    other: UnitId = NOBODY
    """The enemy whom it is about, in a test of fear or terror."""

    def changed(self, battle: Battle) -> Battle:
        if self.terror:
            for member in (self.unit, *battle.units[self.unit].guests):
                tested = replace(battle.units[member], terror_tested=True)
                battle = with_unit(battle, tested)
        if not self.used_reroll and not self.shooting_panic:
            return battle
        unit = battle.units[self.unit]
        doings = replace(
            unit.doings,
            break_rerolled=unit.doings.break_rerolled or self.used_reroll,
            shooting_panic_tested=unit.doings.shooting_panic_tested or self.shooting_panic,
        )
        return with_unit(battle, replace(unit, doings=doings))


class UnitPanicked(Event, frozen=True, tag=True):
    """A unit has failed a Panic test; it flees when all tests of the same cause are taken.

    [panic.flee, panic.in-combat]
    """

    unit: UnitId
    foe: UnitId
    """The enemy that it runs from; NOBODY: the nearest."""
    cite: str
    with_broken: bool = False
    """It fights in one of the phase's combats, and flees with those that broke in them."""

    def changed(self, battle: Battle) -> Battle:
        if self.with_broken:
            combats = tuple(
                replace(c, panicked=(*c.panicked, self.unit)) if self.unit in c.units else c
                for c in battle.combats
            )
            return replace(battle, combats=combats)
        panicked = Panicked(self.unit, self.foe, self.cite)
        return replace(battle, panicked=(*battle.panicked, panicked))


class GeneralFell(Event, frozen=True, tag=True):
    """The general of a side has been slain: its units test for panic. [panic.general]"""

    side: Side
    unit: UnitId
    cite: str = "panic.general"

    def changed(self, battle: Battle) -> Battle:
        mourned = {*battle.mourned, self.side}
        return replace(battle, mourned=tuple([side for side in Side if side in mourned]))


class StandardCaptured(Event, frozen=True, tag=True):
    """A standard falls into enemy hands. [command.standard-captured, battle-standard.lost]"""

    unit: UnitId
    by: Side
    cite: str = "command.standard-captured"

    def changed(self, battle: Battle) -> Battle:
        battle = with_unit(battle, replace(battle.units[self.unit], standard_lost=True))
        captures = (*battle.captures, Capture(self.unit, self.by))
        return replace(battle, captures=tuple(sorted(captures, key=lambda taken: taken.unit)))


class UnitShot(Event, frozen=True, tag=True):
    """A unit has shot this turn; `hit` is what its volley did, in unsaved wounds. [shoot.who]"""

    unit: UnitId
    target: UnitId
    weapon: str
    range: float
    """Inches to the target."""
    out_of_range: bool
    wounds: int
    cite: str = "shoot.who"
    as_response: bool = False
    """Stand and shoot, fire and flee: it may still shoot in its own turn."""

    def changed(self, battle: Battle) -> Battle:
        if self.as_response:
            return battle
        unit = battle.units[self.unit]
        return with_unit(battle, replace(unit, doings=replace(unit.doings, shot=True)))


class Spoke(Event, frozen=True, tag=True):
    """A rule has spoken without changing the battle: a charge out of reach, a volley at nothing.

    `what` is a short key for the account ("out of reach", "no way", ...).
    """

    unit: UnitId
    what: str
    cite: str
    other: UnitId = NOBODY
    figure: float = 0.0

    def changed(self, battle: Battle) -> Battle:
        return battle
