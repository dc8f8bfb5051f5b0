"""What a player may measure, and when. [measure.when, measure.free]"""

from maniple.battle.bodies import gap
from maniple.battle.judged import Refusal
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.rules.table.referee import unit_named


def measured(battle: Battle, a: UnitId, b: UnitId) -> float | Refusal:
    """The inches between two units on the table, if they may be measured: under the option at any
    time, else only between units of one side. [measure.when, measure.free, measure.tolerance]
    """
    one, other = unit_named(battle, a), unit_named(battle, b)
    if one is None or other is None or not (one.is_on_table and other.is_on_table):
        return Refusal("measure.when", f"units {a} and {b} are not both on the table")
    if one.side is not other.side and not battle.field.ruleset.free_measuring:
        why = (
            f"the distance from {one.sheet.name} to {other.sheet.name} is measured once a charge "
            "or a shot has been declared, not before"
        )
        return Refusal("measure.when", why)
    return gap(one, other)
