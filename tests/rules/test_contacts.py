"""Who fights along a line of contact, and who belongs to one combat."""

import pytest
from msgspec.structs import replace

from kit.fights import LEFT, REAR, RIGHT, met
from kit.tables import BLUE, Put, table
from kit.troops import MM, general, horse, legionaries, skirmishers, spearmen, warriors
from maniple.battle.seats import seats
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.rules.fighting.contacts import combats, fighters

ROMANS, HOST, THIRD = UnitId(0), UnitId(1), UnitId(2)
W = 20 * MM


def shifted_by(bases: float, blue_files: int = 6) -> Battle:
    """Romans six wide, and warriors before them whose middle lies so many bases to the right."""
    battle = table(
        Put(legionaries(), x=20, y=20, files=6),
        Put(warriors(), side=BLUE, x=20 + bases * W, y=20, facing=180, files=blue_files),
    )
    return met(battle, 0, 1)


@pytest.mark.rule("combat.who-fights", "combat.contacts")
@pytest.mark.parametrize(
    ("bases", "fight"),
    [(0, 6), (2, 5), (5, 2), (5.5, 1), (6, 1)],
    ids=["flush", "two bases aside", "one base", "half a base", "corner to corner"],
)
def test_men_fight_whom_their_bases_touch_corners_included(bases: float, fight: int) -> None:
    battle = shifted_by(bases)
    assert fighters(battle, ROMANS, HOST).count == fight
    assert fighters(battle, HOST, ROMANS).count == fight


@pytest.mark.rule("combat.contacts")
def test_a_wider_line_brings_one_more_man_at_each_end() -> None:
    battle = shifted_by(0, blue_files=10)
    assert fighters(battle, ROMANS, HOST).count == 6
    assert fighters(battle, HOST, ROMANS).count == 8


@pytest.mark.rule("combat.contacts")
def test_at_a_flank_the_outer_file_fights_by_ranks_and_at_the_rear_the_last_of_each_file() -> None:
    # 16 men in 5 files: three full ranks and one man in the middle of the fourth
    men = Put(spearmen(), x=20, y=20, files=5)
    right = Put(warriors(), side=BLUE, x=20 + 2.5 * W, y=20 - 2 * W, facing=270, files=6)
    battle = met(table(men, right), 0, 1, red_edge=RIGHT)
    assert fighters(battle, UnitId(0), HOST).places == ((4, 0), (4, 1), (4, 2))
    assert fighters(battle, HOST, UnitId(0)).count == 5
    behind = Put(warriors(), side=BLUE, x=20, y=20 - 4 * W, facing=0, files=5)
    battle = met(table(men, behind), 0, 1, red_edge=REAR)
    last = {(0, 2), (1, 2), (2, 3), (3, 2), (4, 2)}
    assert set(fighters(battle, UnitId(0), HOST).places) == last
    left = Put(warriors(), side=BLUE, x=20 - 2.5 * W, y=20 - W / 2, facing=90, files=1)
    battle = met(table(men, left), 0, 1, red_edge=LEFT)
    assert fighters(battle, UnitId(0), HOST).places == ((0, 0), (0, 1))


@pytest.mark.rule("combat.contacts", "troop.engaged-skirmishers")
def test_skirmishers_fight_base_by_base() -> None:
    places = tuple((20 + i * 0.9, 20.0 if i < 3 else 21.0, 180.0) for i in range(5))
    battle = table(
        Put(legionaries(), x=21, y=20, files=6),
        Put(skirmishers(models=5), side=BLUE, x=21, y=20, facing=180, places=places),
    )
    battle = met(battle, 0, 1)
    assert fighters(battle, HOST, ROMANS).places == ((0, 0), (1, 0), (2, 0))
    assert fighters(battle, ROMANS, HOST).places == ((1, 0), (2, 0), (3, 0), (4, 0))


@pytest.mark.rule("charge.align-how")
def test_bodies_at_an_angle_fight_within_an_inch() -> None:
    battle = table(
        Put(legionaries(), x=20, y=20, files=6),
        Put(warriors(), side=BLUE, x=20, y=20.005, facing=180, files=6),
    )
    host = battle.units[HOST]
    tilted = replace(host, pose=replace(host.pose, facing=190.0, y=20 + 0.41))
    battle = met(replace(battle, units=(battle.units[ROMANS], tilted)), 0, 1)
    # the Romans' right corner meets; the gap opens by a tenth of an inch each half inch or so
    count = fighters(battle, ROMANS, HOST).count
    assert count == fighters(battle, HOST, ROMANS).count == 6
    steep = replace(tilted, pose=replace(tilted.pose, facing=210.0, y=20 + 3 * W / 2))
    battle = replace(battle, units=(battle.units[ROMANS], steep))
    assert 1 < fighters(battle, ROMANS, HOST).count < 6


@pytest.mark.rule("combat.contacts")
def test_a_combat_is_all_that_touch_one_another_with_their_characters() -> None:
    battle = table(
        Put(legionaries(), x=20, y=20, files=6),
        Put(warriors(), side=BLUE, x=20, y=20, facing=180, files=6),
        Put(horse("riders"), x=20, y=20 + 4 * W, facing=180, files=4),
        Put(legionaries("others"), x=50, y=20, files=6),
        Put(warriors("far"), side=BLUE, x=50, y=20, facing=180, files=6),
        Put(general(), side=BLUE, x=50, y=20, facing=180),
    )
    battle = met(met(met(battle, 0, 1), 2, 1, blue_edge=REAR), 3, 4)
    led = replace(battle.units[4], guests=(UnitId(5),), guest_places=2)
    battle = replace(battle, units=(*battle.units[:4], led, battle.units[5]))
    assert combats(battle) == ((0, 1, 2), (3, 4, 5))


@pytest.mark.rule("unit.ranks", "command.leader")
def test_the_leader_stands_in_the_middle_and_characters_beside_the_command() -> None:
    battle = table(
        Put(legionaries(), x=20, y=20, files=8),
        Put(general(mounted=False), x=20, y=20),
        Put(general("tribune"), x=20, y=20),
    )
    led = replace(battle.units[0], guests=(UnitId(1), UnitId(2)), guest_places=3)
    battle = replace(battle, units=(led, *battle.units[1:]))
    found = seats(battle, led)
    assert found.leader == 4  # standard 5, musician 3
    assert found.guests == ((1, (6,)), (2, (1, 2)))
