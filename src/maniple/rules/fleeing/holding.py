"""Holding a unit back from pursuit. [pursue.restrain, pursue.defenders, break.fall-back]"""

from maniple.battle.asks import HoldBack, Yes
from maniple.battle.events import HeldBack
from maniple.battle.request import Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.unit import UnitId
from maniple.rules.nerve.nerve import test_nerve
from maniple.rules.special.frenzy import is_frenzied
from maniple.rules.special.hatred import hated_foes


def is_compelled(battle: Battle, unit_id: UnitId) -> bool:
    """Whether a rule compels the unit to pursue: a warband in a round in which it charged, frenzied
    troops, or such as hate one of those whom they have beaten. [pursue.restrain, troop.warband, frenzy,
    hatred]
    """
    unit = battle.units[unit_id]
    if is_frenzied(unit) or hated_foes(battle, unit_id):
        return True
    warband = unit.sheet.traits.warband
    return (
        warband is not None
        and warband.must_pursue
        and any(unit_id in combat.charged for combat in battle.combats)
    )


def holds_a_place(battle: Battle, unit_id: UnitId) -> bool:
    """Whether it would have to leave the obstacle that it holds. [pursue.defenders]"""
    fight = battle.units[unit_id].fight
    return fight is not None and fight.holds_obstacle


def wants_to_pursue(table: Table, unit_id: UnitId, free_by: str | None = None) -> Step[bool]:
    """Whether the unit pursues: its player is asked, and to hold it back takes a test.

    `free_by`: the rule by which it may stay without one. A unit that a rule compels is not asked.
    [pursue.restrain, pursue.defenders]
    """
    battle = table.battle
    if is_compelled(battle, unit_id):
        return True
    if holds_a_place(battle, unit_id):
        free_by = "pursue.defenders"
    cite = free_by or "pursue.restrain"
    hold = yield from HoldBack(battle.units[unit_id].side, unit_id, cite)
    if not isinstance(hold, Yes):
        return True
    if free_by is None:
        held = yield from test_nerve(table, unit_id, "pursue.restrain", "pursue.restrain")
        if not held:
            return True
    table.record(HeldBack(unit_id, cite))
    return False
