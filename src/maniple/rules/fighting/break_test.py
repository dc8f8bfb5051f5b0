"""Whether beaten units hold. [break.test]

    break_test      a test, or what takes its place
    may_fall_back   a unit that held may leave the fight in good order   [break.fall-back]
    outright_break  the rule by which a unit breaks without a test

A unit that breaks flees when all combats have come so far; with overwhelming odds it falls back.
"""

from maniple.battle.asks import MayFallBack, Yes
from maniple.battle.chance_requests import Test
from maniple.battle.events import (
    BreakTestIgnored,
    Tested,
    UnitBroke,
    UnitWillFallBack,
)
from maniple.battle.request import Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import Status, Unit, UnitId
from maniple.dice.pool import D6
from maniple.rules.fighting.good_order import has_overwhelming_odds, is_way_open
from maniple.rules.fighting.strike_order import running
from maniple.rules.nerve.casualties import take_standards
from maniple.rules.nerve.leadership import is_leaving, is_running
from maniple.rules.nerve.nerve import models_with, test_nerve
from maniple.rules.special.fear import DEFEAT, is_beaten_by_dread
from maniple.rules.special.hatred import HATRED, UNSHAKEN, hated_foes
from maniple.rules.special.shock_cavalry import is_shock_cavalry

FEWEST = 5
"""A unit that began with so many models and has fewer, its characters counted, is worn out.

[break.hopeless, character.in-unit]
"""
LOWEST_THAT_BREAKS = 3
"""Stubborn troops break on this or less on a D6. [troop.stubborn]"""


def break_test(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A beaten unit tests on its Leadership less the difference, or breaks without a test; on 10
    where it hates an enemy who has beaten it.

    [hatred, break.test, break.hopeless, break.ferocious-charge, break.first-charge, troop.stubborn]
    """
    unit = table.battle.units[task.unit]
    if unit.status is not Status.TABLE or unit.stampeding or is_running(table.battle, unit):
        return ()
    stubborn = unit.sheet.traits.stubborn
    cause = outright_break(table.battle, unit)
    if cause is not None:
        held = stubborn and (yield from _stubborn_holds(table, unit.id, cause))
    elif stubborn and not (unit.fight is not None and unit.fight.ignored_break):
        table.record(BreakTestIgnored(unit.id))
        held = True
    elif hated_foes(table.battle, unit.id):
        held = yield from test_nerve(table, unit.id, "break.test", HATRED, leadership=UNSHAKEN)
    else:
        margin = running(table.battle).margin
        held = yield from test_nerve(table, unit.id, "break.test", "break.test", -margin)
    if not held:
        _break(table, task.unit, cause or "break.test")
    return ()


def outright_break(battle: Battle, unit: Unit) -> str | None:
    """The rule by which the beaten unit breaks without a test; None: it tests.

    [break.hopeless, break.ferocious-charge, break.first-charge, troop.warband, fear.defeat]
    """
    for touch in battle.contacts_of(unit.id):
        enemy = battle.units[touch.enemy_of(unit.id)]
        rule = ferocious(enemy)
        if rule is not None and not is_running(battle, enemy):
            return rule
    if is_beaten_by_dread(battle, unit):
        return DEFEAT
    if unit.sheet.models >= FEWEST > models_with(unit):
        return "break.hopeless"
    return None


def ferocious(unit: Unit) -> str | None:
    """The rule that makes the unit's charge of this round ferocious; None: it isn't.

    A counter-charge serves; a charge over a defended obstacle does not.
    """
    if unit.fight is None or not (unit.fight.charging or unit.fight.counter_charging):
        return None
    traits = unit.sheet.traits
    if traits.ferocious_charge:
        return "break.ferocious-charge"
    if traits.warband is not None and traits.warband.ferocious:
        return "troop.warband"
    if has_first_charge(unit) and not unit.first_charge_spent:
        return "break.first-charge"
    return None


def has_first_charge(unit: Unit) -> bool:
    """Whether its first charge of the battle is ferocious. [break.first-charge, troop.shock-cavalry]"""
    return unit.sheet.traits.first_charge or is_shock_cavalry(unit)


def may_fall_back(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A beaten unit that has held is asked whether it falls back, if its way is open.

    So are a few that have not been beaten, while somebody stands against them.
    [break.fall-back, troop.drilled, troop.eastern-shock-cavalry]
    """
    battle = table.battle
    unit = battle.units[task.unit]
    if unit.fight is None or is_leaving(battle, unit):
        return ()
    if task.cause and not stands_against(battle, unit):
        return ()
    if is_way_open(battle, unit.id):
        cite = task.cause or "break.fall-back"
        answer = yield from MayFallBack(unit.side, unit.id, cite)
        if isinstance(answer, Yes):
            table.record(UnitWillFallBack(task.unit, cite))
    return ()


def stands_against(battle: Battle, unit: Unit) -> bool:
    """Whether an enemy in touch with the unit will neither flee nor fall back."""
    foes = [touch.enemy_of(unit.id) for touch in battle.contacts_of(unit.id)]
    return any(not is_leaving(battle, battle.units[foe]) for foe in foes)


def _stubborn_holds(table: Table, unit: UnitId, cause: str) -> Step[bool]:
    """A D6 against an automatic break: 1 to 3 broken, 4 to 6 it holds. [troop.stubborn]"""
    broken = yield from Test(1 * D6, at_most=LOWEST_THAT_BREAKS, cite="troop.stubborn", unit=unit)
    table.record(Tested(unit, cause, LOWEST_THAT_BREAKS, not broken, "troop.stubborn"))
    return not broken


def _break(table: Table, unit_id: UnitId, cite: str) -> None:
    """The unit breaks; with overwhelming odds it falls back instead. [break.fall-back]"""
    battle = table.battle
    side = battle.units[unit_id].side
    if has_overwhelming_odds(battle, side) and is_way_open(battle, unit_id):
        table.record(UnitWillFallBack(unit_id, instead_of=cite))
        return
    table.record(UnitBroke(unit_id, cite))
    take_standards(table, unit_id)
