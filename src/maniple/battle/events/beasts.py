"""Events of beasts out of hand: what startles them, where they run, whom they trample."""

from msgspec.structs import replace

from maniple.battle.events.base import Event, with_unit, without_contacts
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Moved, Rush, UnitId
from maniple.geometry import Pose


class BeastStartled(Event, frozen=True, tag=True):
    """A beast that lives has been wounded, or has lost the last of its crew. [troop.elephant]"""

    unit: UnitId
    cite: str = "troop.elephant"

    def changed(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], startled=True))


class BeastCalmed(Event, frozen=True, tag=True):
    """A startled beast is in hand all the same, or runs already. [troop.elephant]"""

    unit: UnitId
    cite: str = "troop.elephant"

    def changed(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], startled=False))


class StampedeBegan(Event, frozen=True, tag=True):
    """A beast is out of hand, for good. It has not moved yet. [troop.elephant]"""

    unit: UnitId
    cite: str = "troop.elephant"

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        wild = replace(unit, startled=False, stampeding=True)
        return with_unit(battle, wild)


class StampedeRolled(Event, frozen=True, tag=True):
    """Which way a stampede goes, in degrees, and how far, in inches. [troop.elephant]"""

    unit: UnitId
    heading: float
    inches: float
    cite: str = "troop.elephant"

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        doings = replace(unit.doings, rush=Rush(self.heading, self.inches))
        return with_unit(battle, replace(unit, doings=doings))


class BeastRan(Event, frozen=True, tag=True):
    """A stampeding beast has come so far, over whoever stood in its way. [troop.elephant]"""

    unit: UnitId
    pose: Pose
    distance: float
    """Covered, terrain taken off; more than was rolled where it found no room to stand before."""
    path: tuple[Pose, ...]
    reached: tuple[UnitId, ...] = ()
    """The units that it reached, the first first."""
    cite: str = "troop.elephant"

    def changed(self, battle: Battle) -> Battle:
        battle = without_contacts(battle, self.unit)
        unit = battle.units[self.unit]
        ran = replace(
            unit,
            pose=self.pose,
            formation=Formation.FORMED,
            doings=replace(unit.doings, moved=Moved.STAMPEDED),
        )
        return with_unit(battle, ran)


class Trampled(Event, frozen=True, tag=True):
    """A stampeding beast has gone over a unit: so many hits, so many unsaved wounds.

    What they slay is said by `WoundsTaken`. [troop.elephant]
    """

    unit: UnitId
    by: UnitId
    hits: int
    wounds: int
    cite: str = "troop.elephant"

    def changed(self, battle: Battle) -> Battle:
        return battle
