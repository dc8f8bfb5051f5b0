"""A bolt strikes its target with so many hits of its Strength; what it slays counts as shot.

[magic.bolt]
"""

from maniple.battle.bodies import where_stands
from maniple.battle.chance_requests import Attacks, Roll, Volley, struck_by
from maniple.battle.request import Step
from maniple.battle.spells import Spell
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import UnitId
from maniple.dice.pool import D6
from maniple.dice.stages import Stage
from maniple.rules.fighting.charts import NO_SAVE, save_need, stages, to_wound
from maniple.rules.fighting.struck import sheet_as_shot
from maniple.rules.nerve.casualties import take_losses
from maniple.rules.nerve.nerve import panic_from_shooting
from maniple.rules.special.crew import wounds_to_lose
from maniple.rules.special.engine import engine_wounds_left, inflict_on_engine, toughness_of
from maniple.rules.special.magic.ward import warded

ALWAYS = 1
"""What its hits need to hit: no die is thrown for them."""


def strike(table: Table, caster: UnitId, spell: Spell, target: UnitId) -> Step[tuple[Task, ...]]:
    """Hits, wounds and saves, casualties, and the Panic test that may follow; of an engine and its
    crew the engine is struck. [magic.bolt]
    """
    hits = yield from Roll(spell.hits * D6, "magic.bolt", why=f"hits of {spell.title}")
    unit = table.battle.units[target]
    engine = unit.has_engine
    attacks = Attacks(hits, stages_of(table.battle, spell, target), target, at_engine=engine)
    to_lose = engine_wounds_left(unit) if engine else wounds_to_lose(unit)
    struck = struck_by((attacks,), target, to_lose, engine=engine)
    (wounds,) = yield from Volley(caster, (attacks,), (struck,), "magic.bolt")
    if engine:
        inflict_on_engine(table, target, wounds, caster, "magic.bolt")
        return ()
    _ = yield from take_losses(table, target, wounds, caster, "magic.bolt", shooting=True)
    foe = where_stands(table.battle, table.battle.units[caster])
    return panic_from_shooting(table.battle, target, foe.id)


def stages_of(battle: Battle, spell: Spell, target: UnitId) -> tuple[Stage, ...]:
    """What each hit comes through: it wounds by its Strength, and is saved as a shot is; of an
    engine only a ward saves. [shoot.to-wound, shoot.save, engine.shot-at, magic.ward]
    """
    unit = battle.units[target]
    if unit.has_engine:
        wound = to_wound(spell.strength, toughness_of(unit))
        return stages(ALWAYS, wound, warded(battle, unit, NO_SAVE))
    struck = sheet_as_shot(unit)
    need = save_need(struck, spell.strength, close=False)
    wound = to_wound(spell.strength, struck.profile.toughness)
    return stages(ALWAYS, wound, warded(battle, unit, need))
