"""Rallying: fleeing units try it after charges are declared, before anything moves. [rally.test]

The general first, then in roster order. One that panicked at the start of the turn, or ran in it
already, or has too few men left, may not try.
"""

from maniple.battle.asks import FormRallied
from maniple.battle.bodies import of_side
from maniple.battle.events import Spoke
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Moved, Unit
from maniple.rules.fleeing.forming import rallied
from maniple.rules.nerve.nerve import generals_first, models_with, test_nerve
from maniple.rules.table.near import enemies_within

FEWEST = 5
"""Models below which a unit cannot rally. [rally.too-few]"""

NEAR = 8.0
"""Inches within which enemies weigh on a rally. [rally.near-enemy]"""


def rally_tasks(battle: Battle) -> tuple[Task, ...]:
    """The side's fleeing units: the general's first, then roster order. [turn.procedure]"""
    fleeing = [unit for unit in of_side(battle, battle.turn.side) if unit.fleeing]
    return tuple([Task(Do.RALLY, unit.id) for unit in generals_first(battle, fleeing)])


def rally(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A fleeing unit tries to rally, and forms as its player says. [rally.test]"""
    battle = table.battle
    unit = battle.units[task.unit]
    if not unit.is_on_table or not unit.fleeing:
        yield from nothing_asked()
        return ()
    barred = what_bars(unit)
    if barred is not None:
        yield from nothing_asked()
        table.record(Spoke(unit.id, "may not rally", barred))
        return ()
    modifier = near_enemy_modifier(battle, unit)
    cite = "rally.near-enemy" if modifier else "rally.test"
    has_rallied = yield from test_nerve(table, unit.id, "rally.test", cite, modifier)
    if has_rallied:
        ask = FormRallied(unit.side, unit.id)
        stand = yield from ask
        table.record(rallied(table.battle, ask, stand, Moved.RALLIED))
    return ()


def what_bars(unit: Unit) -> str | None:
    """The rule by which a fleeing unit may not try to rally now; None: it may.

    [rally.panicked, rally.too-few]
    """
    if unit.doings.moved is Moved.FLED:
        # It took to flight in this very turn: by panic at its start, or as a charger shot at.
        return "rally.panicked"
    return "rally.too-few" if has_too_few(unit) else None


def has_too_few(unit: Unit) -> bool:
    """Whether the unit has fewer than five models, its characters counted.

    Of one that began with fewer than five, whether less than half is left; a character on his own
    never has. [rally.too-few]
    """
    if unit.sheet.is_character:
        return False
    each = 5 if unit.strength_in_models != unit.models else 1
    began = unit.sheet.models * each
    if began < FEWEST:
        return 2 * unit.models < unit.sheet.models
    return models_with(unit, fives=True) < FEWEST


def near_enemy_modifier(battle: Battle, unit: Unit) -> int:
    """What enemies within 8 inches take off the Leadership of one that rallies: 0, -1 or -2.

    [rally.near-enemy]
    """
    if not battle.field.ruleset.rally_near_enemy:
        return 0
    theirs = sum(models_with(enemy) for enemy in enemies_within(battle, unit, NEAR))
    ours = models_with(unit)
    if theirs > 2 * ours:
        return -2
    return -1 if theirs > ours else 0
