"""A lone character whose charge falls short, hemmed in by friends."""

import pytest

from kit.tables import BLUE, Put, table
from kit.troops import general, spearmen, warriors
from maniple.battle.bodies import body
from maniple.battle.state import Charge
from maniple.battle.table import Table
from maniple.battle.unit import UnitId
from maniple.geometry import Edge, overlaps
from maniple.rules.failed_charge import fall_short


@pytest.mark.rule("charge.failed", "move.interpenetrate")
def test_he_does_not_turn_into_friends_where_there_is_no_room() -> None:
    battle = table(
        Put(general(), x=20, y=20),
        Put(warriors(), x=60, y=60 - 20, facing=225, files=6, side=BLUE),
        Put(spearmen("left", models=8), x=19.4, y=20, facing=90, files=8),
        Put(spearmen("ahead", models=8), x=22, y=20.9, facing=0, files=8),
        height=60,
    )
    at = Table(battle)
    fall_short(at, Charge(UnitId(0), UnitId(1), Edge.FRONT))
    man = body(at.battle.units[0])
    assert not any(overlaps(man, body(friend)) for friend in at.battle.units[2:])
    assert at.battle.units[0].pose.facing == 0
