"""Events of war engines: stones that fall, misfires, engines struck and lost."""

from msgspec.structs import replace

from maniple.battle.events.base import Event, with_unit
from maniple.battle.state import Battle
from maniple.battle.unit import Status, UnitId


class StoneThrown(Event, frozen=True, tag=True):
    """A stone thrower has thrown: where it was aimed, and where the stone came down, in inches.

    [engine.stone-thrower]
    """

    unit: UnitId
    target: UnitId
    """Whom its player meant to strike."""
    weapon: str
    range: float
    """As its player stated it."""
    aim_x: float
    aim_y: float
    x: float
    y: float
    off: int
    """Inches by which the stone went astray."""
    cite: str = "engine.stone-thrower"

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        return with_unit(battle, replace(unit, doings=replace(unit.doings, shot=True)))


class EngineMisfired(Event, frozen=True, tag=True):
    """An engine has misfired: it has not shot, and may not until its turn after this one.

    [engine.stone-thrower]
    """

    unit: UnitId
    face: int
    """Of the die for the misfire."""
    jammed_until: int = 0
    """The last game turn in which it does not shoot."""
    cite: str = "engine.stone-thrower"

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        doings = replace(unit.doings, shot=True)
        jammed = max(unit.jammed_until, self.jammed_until)
        return with_unit(battle, replace(unit, doings=doings, jammed_until=jammed))


class EngineWounded(Event, frozen=True, tag=True):
    """Wounds on the engine itself, not on its crew. [engine.shot-at]"""

    unit: UnitId
    wounds: int
    by: UnitId
    cite: str

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        return with_unit(battle, replace(unit, engine_wounds=unit.engine_wounds + self.wounds))


class EngineLost(Event, frozen=True, tag=True):
    """An engine is destroyed, or its crew has left it: they are foot from now on.

    [engine.shot-at, engine.left]
    """

    unit: UnitId
    files: int
    """In which the crew stands where the engine stood."""
    cite: str

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        engine = unit.sheet.engine
        lost = max(unit.engine_wounds, engine.wounds if engine is not None else 0)
        files = self.files if unit.status is Status.TABLE else unit.files
        return with_unit(battle, replace(unit, engine_wounds=lost, files=files))
