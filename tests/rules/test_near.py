"""Who is within so many inches, and what may be measured."""

import pytest

from kit.tables import BLUE, RED, Put, table
from kit.troops import skirmishers, spearmen, warriors
from maniple.battle.asks import ChargeOrder, DeclareCharge
from maniple.battle.field import Ruleset
from maniple.battle.judged import Judged, Refusal
from maniple.battle.unit import UnitId
from maniple.rules.legality import judge
from maniple.rules.table.measuring import measured
from maniple.rules.table.near import enemies_within


def ids(units) -> list[int]:
    return [unit.id for unit in units]


@pytest.mark.rule("measure.tolerance")
def test_within_is_between_the_nearest_points():
    battle = table(
        Put(spearmen(), 36, 20, files=4),
        Put(spearmen("b"), 36, 10, files=4),
        Put(warriors("near"), 36, 28, 180, files=6, side=BLUE),
        Put(warriors("far"), 10, 28.1, 180, files=6, side=BLUE),
        Put(warriors("fleeing"), 50, 20, 180, files=5, side=BLUE, fleeing=True),
        Put(skirmishers(models=2), 36, 25, side=BLUE, places=((20, 40, 0), (36, 25.0, 180))),
    )
    me = battle.units[0]
    assert ids(enemies_within(battle, me, 8)) == [2, 5]
    assert ids(enemies_within(battle, me, 7.99)) == [5]
    assert ids(enemies_within(battle, me, 12, fleeing=True)) == [4]
    assert ids(enemies_within(battle, me, 12, fleeing=None)) == [2, 4, 5]


@pytest.mark.rule("measure.when", "measure.free")
def test_the_enemy_is_measured_only_where_players_agreed():
    puts = (Put(spearmen(), 36, 20, files=4), Put(warriors(), 36, 28, 180, files=6, side=BLUE))
    no = measured(table(*puts), UnitId(0), UnitId(1))
    assert isinstance(no, Refusal)
    assert no.rule == "measure.when"
    free = table(*puts, ruleset=Ruleset(free_measuring=True))
    assert measured(free, UnitId(0), UnitId(1)) == pytest.approx(8)
    assert isinstance(measured(free, UnitId(0), UnitId(9)), Refusal)


@pytest.mark.rule("measure.when")
def test_a_charge_is_declared_unmeasured_at_whoever_is_seen():
    battle = table(
        Put(spearmen(), 36, 5, files=4), Put(warriors(), 36, 45, 180, files=6, side=BLUE)
    )
    charge = judge(battle, DeclareCharge(RED), ChargeOrder(UnitId(0), UnitId(1)))
    assert isinstance(charge, Judged)
    assert (charge.cost, charge.left, charge.end) == (0.0, 0.0, None)
