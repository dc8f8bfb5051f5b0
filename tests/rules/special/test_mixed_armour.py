"""Mixed armour: the better armoured in front are shot at, men of the rear fall."""

import pytest

from kit.changes import changed
from kit.fights import LEFT, met, opened
from kit.tables import BLUE, Put, table
from kit.troops import armoured_in_front, foot
from maniple.battle.asks import OfKind
from maniple.battle.events import WoundsTaken
from maniple.battle.sheet import Armour
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.play.script import Script
from maniple.rules.fighting.blows import blow
from maniple.rules.fighting.mixed import alive
from maniple.rules.fighting.struck import sheet_as_shot
from maniple.rules.nerve.casualties import inflict, take_losses

MEN, FOE = UnitId(0), UnitId(1)
ARMOURED, BARE = 0, 1


def unit(armoured: int = 8, bare: int = 8) -> Battle:
    battle = table(
        Put(armoured_in_front(), x=30, y=10, files=8),
        Put(foot("foes", leader=False), x=30, y=10, facing=180, files=8, side=BLUE),
    )
    return changed(battle, 0, models=armoured + bare, by_share=(armoured, bare))


@pytest.mark.rule("troop.mixed-armour")
@pytest.mark.parametrize(("armoured", "armour"), [(4, Armour(2, 1)), (3, Armour(0, 1))])
def test_shot_at_it_saves_as_the_better_while_half_of_its_front_rank_is_so(
    armoured: int, armour: Armour
) -> None:
    assert sheet_as_shot(unit(armoured, 13).units[MEN]).armour == armour


@pytest.mark.rule("troop.mixed-armour", "shoot.casualties")
def test_missiles_slay_men_of_the_rear_ranks() -> None:
    script = Script(unit())
    _ = script.run(take_losses(script.table, MEN, 3, FOE, "shoot.casualties", shooting=True))
    assert alive(script.battle.units[MEN]) == (8, 5)
    lost = script.table.events[-1]
    assert isinstance(lost, WoundsTaken)
    assert (lost.cite, lost.fell) == ("troop.mixed-armour", (0, 3))
    last = Script(unit(8, 2))
    _ = last.run(take_losses(last.table, MEN, 3, FOE, "shoot.casualties", shooting=True))
    assert alive(last.battle.units[MEN]) == (7, 0)


@pytest.mark.rule("troop.mixed-armour")
def test_in_combat_each_save_is_that_of_the_man_struck() -> None:
    battle = met(unit(4, 12), 0, 1)
    after = opened(battle, [OfKind(BARE)], dice=(6, 1)).battle
    theirs = [g for g in after.combats[-1].groups if g.unit == FOE]
    assert {g.struck: blow(after, g).save for g in theirs} == {ARMOURED: 4, BARE: 6}


@pytest.mark.rule("troop.mixed-armour")
def test_the_rear_ranks_are_touched_in_the_flank() -> None:
    battle = table(
        Put(armoured_in_front(4, 12), x=30, y=10, files=4),
        Put(foot("foes", 2, leader=False), x=28.42, y=8.0, facing=90, files=2, side=BLUE),
    )
    after = opened(met(battle, 0, 1, red_edge=LEFT), dice=(6, 1)).battle
    theirs = [g for g in after.combats[-1].groups if g.unit == FOE]
    assert [(g.struck, blow(after, g).save) for g in theirs] == [(BARE, 6)]


@pytest.mark.rule("troop.mixed-armour")
def test_whom_nobody_aimed_at_falls_where_he_stands() -> None:
    """Hits that are dealt out without blows strike those of whom most stand in front."""
    script = Script(unit())
    assert inflict(script.table, MEN, 2, FOE, "combat.casualties", shooting=False) == 2
    assert alive(script.battle.units[MEN]) == (6, 8)
