"""A lone character hemmed in by friends: his charge falls short, or he pursues."""

import pytest

from kit.tables import BLUE, Put, table
from kit.troops import MM, general, skirmishers, spearmen, warriors
from maniple.battle.bodies import body, outline
from maniple.battle.state import Charge
from maniple.battle.table import Table
from maniple.battle.unit import UnitId
from maniple.geometry import Edge, overlaps
from maniple.play.script import Script
from maniple.rules.charging.failed_charge import fall_short
from maniple.rules.fleeing.chase import Chase, chase


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


@pytest.mark.rule("pursue.several", "move.interpenetrate")
def test_he_turns_to_pursue_only_as_far_as_friends_leave_room() -> None:
    battle = table(
        Put(general(), x=20, y=20),
        Put(warriors(models=9), x=30, y=19, facing=90, files=3, side=BLUE, fleeing=True),
        Put(spearmen("left", models=8), x=19.4, y=20, facing=90, files=8),
        Put(spearmen("right", models=8), x=21.5, y=20, facing=90, files=8),
    )
    script = Script(battle)
    script.run(chase(script.table, Chase(UnitId(0), UnitId(1), 90.0), 3.0))
    man = body(script.battle.units[0])
    assert not any(overlaps(man, body(friend)) for friend in battle.units[2:])


@pytest.mark.rule("pursue.several", "move.interpenetrate", "troop.skirmish")
def test_skirmishers_do_not_turn_their_bases_into_friends_beside_them() -> None:
    places = tuple((19.4 + 1.3 * i, 20.0, 0.0) for i in range(3))
    battle = table(
        Put(skirmishers(models=3), x=20.7, y=20, places=places),
        Put(warriors(models=9), x=26, y=25, facing=45, files=3, side=BLUE, fleeing=True),
        Put(spearmen("right", models=8), x=22 + 0.5 * 20 * MM, y=20.2, facing=270, files=8),
    )
    assert not any(overlaps(one, body(battle.units[2])) for one in outline(battle.units[0]))
    script = Script(battle)
    script.run(chase(script.table, Chase(UnitId(0), UnitId(1), 45.0), 0.0))
    loose, friend = outline(script.battle.units[0]), body(battle.units[2])
    assert not any(overlaps(one, friend) for one in loose)
