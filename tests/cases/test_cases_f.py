"""Sizes and warbands, F: who counts as one model, and warbands by half."""

import pytest
from msgspec.structs import replace

from kit.changes import changed
from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import foot, general, horse, legionaries, spearmen
from maniple.battle.field import Ruleset
from maniple.battle.sheet import Kind, Traits, Warband
from maniple.battle.sides import Side
from maniple.battle.state import Combat
from maniple.battle.tasks import Do, Phase
from maniple.battle.unit import UnitId
from maniple.rules.charging.compelled import charge_tasks
from maniple.rules.fighting.break_test import ferocious
from maniple.rules.fleeing.holding import is_compelled
from maniple.rules.nerve.leadership import leadership_of
from maniple.rules.victory import broken_armies


@pytest.mark.rule("victory.army-break")
def test_an_elephant_with_its_crew_and_a_mounted_man_are_one_model_each() -> None:
    """Case F3: of an elephant, a general and two men, one model left is a quarter."""
    elephant = foot("elephant", 1, kind=Kind.ELEPHANT, base_width=1.6, base_depth=2.4)
    battle = table(
        Put(spearmen(models=2), x=10, y=10, files=2),
        Put(elephant, x=20, y=10),
        Put(general(), x=30, y=10),
        Put(legionaries(), x=10, y=40, facing=180, files=6, side=BLUE),
        phase=Phase.END,
        ruleset=Ruleset(army_break_point=True),
    )
    gone = changed(changed(battle, 0, models=0), 2, models=0)
    two_left = changed(battle, 0, models=0)
    assert broken_armies(two_left) == ()
    assert broken_armies(gone) == (Side.RED,)
    # Fleeing it is alive still.
    assert broken_armies(changed(two_left, 1, fleeing=True)) == ()


@pytest.mark.rule("troop.warband")
def test_a_list_may_give_the_rank_bonus_to_leadership_and_nothing_else() -> None:
    """Case F8: horse that is subject to the first warband rule alone."""
    first_only = Warband(must_charge=False, ferocious=False, must_pursue=False)
    riders = horse("riders", 16, traits=Traits(warband=first_only))
    battle = table(
        Put(riders, x=20, y=20, files=4),
        Put(legionaries(), x=20, y=30, facing=180, files=6, side=BLUE),
    )
    assert leadership_of(battle, UnitId(0)) == 6 + 3
    assert [task.do for task in charge_tasks(battle)] == [Do.DECLARE_CHARGES]
    all_of_it = changed(battle, 0, sheet=replace(riders, traits=Traits(warband=Warband())))
    assert [task.do for task in charge_tasks(all_of_it)] == [
        Do.COMPELLED_CHARGE,
        Do.DECLARE_CHARGES,
    ]
    charged = met(battle, 0, 1, charger=0)
    assert ferocious(charged.units[0]) is None
    running = replace(charged, combats=(Combat((UnitId(0), UnitId(1)), charged=(UnitId(0),)),))
    assert not is_compelled(running, UnitId(0))
    compelled = replace(running, units=(all_of_it.units[0], running.units[1]))
    assert is_compelled(compelled, UnitId(0))
