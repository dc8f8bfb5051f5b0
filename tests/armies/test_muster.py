"""Two rosters become the units of a battle."""

from itertools import pairwise

import pytest

from maniple.armies import (
    Roster,
    ScenarioError,
    field_for_battle,
    load_roster,
    load_scenario,
    units_for_battle,
)
from maniple.battle.sides import Pair, Side
from maniple.battle.unit import Formation, Status


def both() -> Pair[Roster]:
    return Pair(load_roster("rome-2000"), load_roster("barbarians-2000"))


@pytest.mark.rule("deploy")
def test_ids_follow_the_rosters_red_first() -> None:
    rosters = both()
    units = units_for_battle(rosters, load_scenario("pitched-battle").field)
    assert [unit.id for unit in units] == list(range(len(units)))
    names = [sheet.name for side in Side for sheet in rosters.of(side).units]
    assert [unit.sheet.name for unit in units] == names
    assert sum(a.side is not b.side for a, b in pairwise(units)) == 1
    assert units[0].side is Side.RED
    for unit in units:
        assert unit.status is Status.WAITING
        assert (unit.formation is Formation.SINGLE) == unit.sheet.is_character
        assert unit.models == unit.sheet.models
        assert unit.files == (1 if unit.sheet.is_character or unit.sheet.engine else 6)


def test_the_field_knows_the_armies_names() -> None:
    field = field_for_battle(both(), load_scenario("open-field").field)
    assert field.armies == Pair("Legio Rapax", "The host of the forests")


@pytest.mark.rule("deploy")
def test_an_army_that_no_zone_holds_is_refused() -> None:
    text = 'name = "Pond"\nwidth = 12\nheight = 12\n'
    text += '[[zones]]\nedge = "bottom"\ndepth = 6\n[[zones]]\nedge = "top"\ndepth = 6\n'
    with pytest.raises(ScenarioError) as caught:
        units_for_battle(both(), load_scenario(text).field)
    assert [problem.rule for problem in caught.value.problems] == ["deploy", "deploy"]
    assert "a zone has 72" in str(caught.value)


def test_units_and_armies_that_are_called_alike_are_told_apart() -> None:
    mirror = Pair(load_roster("ford-rome"), load_roster("ford-rome"))
    field = load_scenario("ford").field
    names = [unit.sheet.name for unit in units_for_battle(mirror, field)]
    assert len(set(names)) == len(names)
    assert all(name.endswith((" (red)", " (blue)")) for name in names)
    armies = field_for_battle(mirror, field).armies
    assert armies.red != armies.blue
    unlike = Pair(load_roster("ford-rome"), load_roster("ford-barbarians"))
    assert units_for_battle(unlike, field)[0].sheet.name == unlike.red.units[0].name
