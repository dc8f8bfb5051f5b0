"""A war engine is struck apart from the crew that serves it, and is lost when they leave it.

shots_at_engine    how many shots at a served engine are for the engine      [engine.shot-at]
to_wound_engine    what those need after they hit
inflict_on_engine  wounds on the engine; with its last it is destroyed
leave              a crew that flees, or falls back, leaves its engine       [engine.left]
never_pursues      crews of engines and wagons, who do not leave combat of their own will
"""

from maniple.battle.bodies import places_in
from maniple.battle.events import EngineLost, EngineWounded
from maniple.battle.sheet import Kind, Mark
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.unit import Unit, UnitId
from maniple.dice.stages import Stage
from maniple.rules.fighting.charts import NO_SAVE, shot_stages, to_wound
from maniple.rules.special.magic.ward import warded

SHOT_AT = "engine.shot-at"
LEFT = "engine.left"

CREW_ONE_IN = 3
"""Of so many shots at an engine one is for its crew. [engine.shot-at]"""
CREW_ONE_IN_MARK: Mark = "C"


def shots_at_engine(target: Unit, dice: int) -> int:
    """How many of so many shots at the unit strike its engine, if it has one: all but one in three,
    to the nearest. [engine.shot-at]
    """
    if not target.has_engine:
        return 0
    return dice - (2 * dice + CREW_ONE_IN) // (2 * CREW_ONE_IN)


def toughness_of(target: Unit) -> int:
    """The Toughness of the engine that the unit serves."""
    engine = target.sheet.engine
    return engine.toughness if engine is not None else target.sheet.profile.toughness


def engine_stages(battle: Battle, target: Unit, hit: int, strength: int) -> tuple[Stage, ...]:
    """The throws of a shot at an engine, which only magic saves. [engine.shot-at, magic.ward]"""
    save = warded(battle, target, NO_SAVE)
    return shot_stages(hit, to_wound(strength, toughness_of(target)), save)


def engine_wounds_left(unit: Unit) -> int:
    """Wounds that the engine has to lose before it is destroyed. [engine.shot-at]"""
    engine = unit.sheet.engine
    return max(0, engine.wounds - unit.engine_wounds) if engine is not None else 0


def inflict_on_engine(table: Table, unit_id: UnitId, wounds: int, by: UnitId, cite: str) -> None:
    """Unsaved wounds on the engine; with its last it is destroyed, and its crew fights on as foot.

    [engine.shot-at]
    """
    unit = table.battle.units[unit_id]
    if wounds <= 0 or not unit.has_engine or not unit.models:
        return
    last = wounds >= engine_wounds_left(unit)
    table.record(EngineWounded(unit_id, min(wounds, engine_wounds_left(unit)), by, cite))
    if last:
        lose(table, unit_id, SHOT_AT, unit)


def leave(table: Table, unit_id: UnitId) -> None:
    """The crew leaves its engine, if it has one, for good: before it flees or falls back.

    [engine.left]
    """
    unit = table.battle.units[unit_id]
    if unit.has_engine:
        lose(table, unit_id, LEFT, unit)


def lose(table: Table, unit_id: UnitId, cite: str, before: Unit) -> None:
    """The engine is lost; the crew stands in ranks where it stood. [engine.shot-at, engine.left]"""
    table.record(EngineLost(unit_id, files_of_crew(before), cite))


def files_of_crew(unit: Unit) -> int:
    """In how many files a crew stands within the room of its engine. [engine.shot-at]"""
    sheet = unit.sheet
    men = max(1, places_in(unit))
    wide = max(1, int((sheet.body_width + 0.001) / sheet.base_width))
    deep = max(1, int((sheet.body_depth + 0.001) / sheet.base_depth))
    return min(men, max(wide, -(-men // deep)))


def never_pursues(unit: Unit) -> bool:
    """Whether it stays where it is when its enemies run, and while they fight: machines that cannot
    charge. [engine.left]
    """
    return unit.has_engine or unit.sheet.kind is Kind.WAR_WAGON
