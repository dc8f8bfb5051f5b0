"""Events of psychology: units cowed by an enemy whom they fear, beside themselves, or sobered."""

from msgspec.structs import replace

from maniple.battle.events.base import Event, with_unit
from maniple.battle.state import Battle
from maniple.battle.unit import Stupor, UnitId


class UnitCowed(Event, frozen=True, tag=True):
    """A unit that was charged has failed a Fear test: it stays, and hits on a 6 alone in the next
    round that it fights. [fear.charged]
    """

    unit: UnitId
    foe: UnitId
    cite: str = "fear.charged"

    def changed(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], cowed=True))


class UnitStupefied(Event, frozen=True, tag=True):
    """A stupid unit has failed its test: what it does out of combat, or half of it does not fight.

    [stupidity.test]
    """

    unit: UnitId
    stupor: Stupor
    """NONE: it is in combat."""
    cite: str = "stupidity.test"

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        if self.stupor is Stupor.NONE:
            return with_unit(battle, replace(unit, half_idle=True))
        doings = replace(unit.doings, stupor=self.stupor)
        return with_unit(battle, replace(unit, doings=doings))


class FrenzyLost(Event, frozen=True, tag=True):
    """A frenzied unit, or character, has been defeated, and is like any other from now on. [frenzy]"""

    unit: UnitId
    cite: str = "frenzy"

    def changed(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], frenzy_lost=True))
