"""Arcs, what blocks a line of sight, and cover."""

import pytest

from kit.tables import BLUE, Put, table
from kit.troops import archers, elephant, general, legionaries, skirmishers, warriors
from maniple.battle.terrain import Cover, Ground, Terrain
from maniple.battle.unit import UnitId
from maniple.rules.shooting.sight import can_see, cover_of, seeing

US, THEM = UnitId(0), UnitId(1)


def block(x: float, y: float, w: float, h: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


WOOD = Terrain("wood", block(10, 26, 20, 6), Ground.DIFFICULT, Cover.SOFT, blocks_sight=True)
HOUSE = Terrain("house", block(10, 26, 20, 6), Ground.IMPASSABLE, Cover.HARD, blocks_sight=True)
HILL = Terrain("hill", block(10, 24, 20, 6), height=1)
HEDGE = Terrain("hedge", block(10, 29, 20, 0.4), Ground.OBSTACLE, Cover.SOFT)


def facing_each_other(**changes: object):
    """Six archers abreast look up the table at a warband 16 inches off."""
    ours = Put(archers(), x=20, y=20, files=8)
    theirs = Put(warriors(), x=20, y=36, facing=180, files=6, side=BLUE)
    return table(ours, theirs, **changes)


@pytest.mark.rule("sight.arc")
def test_a_unit_sees_what_is_before_it_and_nothing_behind() -> None:
    assert can_see(facing_each_other(), US, THEM)
    assert len(seeing(facing_each_other(), US, THEM)) == 8
    away = table(
        Put(archers(), x=20, y=20, facing=180, files=8),
        Put(warriors(), x=20, y=36, facing=180, files=6, side=BLUE),
    )
    assert not can_see(away, US, THEM)
    assert len(seeing(away, US, THEM)) == 0


@pytest.mark.rule("sight.arc")
def test_a_target_outside_the_arc_of_every_model_is_not_seen() -> None:
    """Case A10: beyond 45 degrees of the corner, and just within them."""
    ours = Put(legionaries(), x=20, y=20, files=6)
    beyond = Put(archers(), x=30, y=22, facing=270, files=8, side=BLUE)
    within = Put(archers(), x=26, y=28, facing=270, files=8, side=BLUE)
    assert not can_see(table(ours, beyond), US, THEM)
    assert can_see(table(ours, within), US, THEM)


@pytest.mark.rule("sight.blocked")
def test_a_formed_unit_blocks_and_a_gap_between_two_does_not() -> None:
    ours = Put(archers(), x=20, y=20, files=8)
    theirs = Put(warriors(), x=20, y=40, facing=180, files=6, side=BLUE)
    wall = Put(legionaries(models=60), x=20, y=26, files=30)
    assert not can_see(table(ours, theirs, wall), US, THEM)
    left = Put(legionaries(models=24), x=10, y=26, files=24)
    right = Put(legionaries(models=24), x=30, y=26, files=24)
    assert 0 < len(seeing(table(ours, theirs, left, right), US, THEM)) <= 8


@pytest.mark.rule("sight.blocked")
@pytest.mark.parametrize(("gap", "sees"), [(0.024, True), (0.012, False)])
def test_more_than_a_tenth_of_a_degree_is_enough(gap: float, sees: bool) -> None:
    """Through a gap ten inches off: 0.14 degrees of the target, and 0.07."""
    half = 24 * 20 / 25.4 / 2
    left = Put(legionaries(models=24), x=20 - gap / 2 - half, y=30, files=24)
    right = Put(legionaries(models=24), x=20 + gap / 2 + half, y=30, files=24)
    ours = Put(general(mounted=False), x=20, y=20)
    theirs = Put(warriors(), x=20, y=40, facing=180, files=6, side=BLUE)
    assert can_see(table(ours, theirs, left, right), US, THEM) is sees


@pytest.mark.rule("sight.blocked")
@pytest.mark.parametrize("piece", [WOOD, HOUSE, HILL])
def test_woods_buildings_and_hills_block(piece: Terrain) -> None:
    assert not can_see(facing_each_other(terrain=(piece,)), US, THEM)


@pytest.mark.rule("sight.blocked")
def test_one_sees_two_inches_into_a_wood() -> None:
    ours = Put(archers(), x=20, y=20, files=8)
    near = Put(warriors(), x=20, y=27.5, facing=180, files=6, side=BLUE)
    deep = Put(warriors(), x=20, y=28.5, facing=180, files=6, side=BLUE)
    assert can_see(table(ours, near, terrain=(WOOD,)), US, THEM)
    assert not can_see(table(ours, deep, terrain=(WOOD,)), US, THEM)


@pytest.mark.rule("sight.blocked")
def test_from_a_hill_one_sees_over_lower_bodies() -> None:
    hill = Terrain("hill", block(10, 14, 20, 7), height=1)
    ours = Put(archers(), x=20, y=20, files=8)
    theirs = Put(warriors(), x=20, y=40, facing=180, files=6, side=BLUE)
    wall = Put(legionaries(models=60), x=20, y=28, files=30)
    assert can_see(table(ours, theirs, wall, terrain=(hill,)), US, THEM)
    assert can_see(table(theirs, ours, wall, terrain=(hill,)), US, THEM)


@pytest.mark.rule("sight.blocked")
def test_beasts_are_seen_over_lower_bodies() -> None:
    ours = Put(archers(), x=20, y=20, files=8)
    wall = Put(legionaries(models=60), x=20, y=28, files=30)
    beast = Put(elephant(), x=20, y=40, facing=180, side=BLUE)
    man = Put(warriors(), x=20, y=40, facing=180, files=6, side=BLUE)
    assert can_see(table(ours, beast, wall), US, THEM)
    assert not can_see(table(ours, man, wall), US, THEM)


def screen(y: float, gap: float = 1.0, count: int = 8, facing: float = 180) -> Put:
    places = tuple((20 + (i - count / 2) * (0.787 + gap), y, facing) for i in range(count))
    return Put(skirmishers(models=count), x=20, y=y, facing=facing, side=BLUE, places=places)


@pytest.mark.rule("sight.through-skirmishers")
def test_units_see_through_skirmishers() -> None:
    """Case J12, the unit behind."""
    ours = Put(legionaries(), x=20, y=20, files=6)
    theirs = Put(warriors(), x=20, y=32, facing=180, files=6, side=BLUE)
    assert can_see(table(ours, theirs, screen(30, gap=0.0, count=20)), US, THEM)


@pytest.mark.rule("sight.through-skirmishers")
def test_a_lone_character_directly_behind_a_skirmisher_is_not_seen() -> None:
    """Case J12, the character."""
    ours = Put(legionaries(models=12), x=20, y=20, files=4)
    man = Put(general(mounted=False), x=20, y=30.85, facing=180, side=BLUE)
    one = Put(skirmishers(models=1), x=20, y=30, facing=180, side=BLUE, places=((20, 30, 180),))
    aside = Put(skirmishers(models=1), x=23, y=30, facing=180, side=BLUE, places=((23, 30, 180),))
    assert not can_see(table(ours, man, one), US, THEM)
    assert can_see(table(ours, man, aside), US, THEM)
    assert can_see(table(ours, man), US, THEM)


@pytest.mark.rule("sight.skirmishers")
def test_skirmishers_look_each_through_his_own_arc_past_his_fellows() -> None:
    theirs = Put(warriors(), x=20, y=32, facing=180, files=6, side=BLUE)
    line = ((19, 20, 0), (20, 20, 0), (21, 20, 180))
    battle = table(Put(skirmishers(models=3), x=20, y=20, places=line), theirs)
    assert len(seeing(battle, US, THEM)) == 2
    man = Put(general(mounted=False), x=20, y=24, facing=180, side=BLUE)
    column = ((20, 20, 0), (20, 19.2, 0))
    behind = table(Put(skirmishers(models=2), x=20, y=20, places=column), man)
    assert len(seeing(behind, US, THEM)) == 1


@pytest.mark.rule("sight.skirmishers")
def test_bases_block_skirmishers_on_high_ground_too() -> None:
    hill = Terrain("hill", block(10, 14, 20, 7), height=1)
    man = Put(general(mounted=False), x=20, y=24, facing=180, side=BLUE)
    column = ((20, 20, 0), (20, 19.2, 0))
    battle = table(Put(skirmishers(models=2), x=20, y=20, places=column), man, terrain=(hill,))
    assert len(seeing(battle, US, THEM)) == 1


@pytest.mark.rule("shoot.modifiers")
def test_cover_of_a_target_behind_a_hedge_in_a_wood_and_in_the_open() -> None:
    ours = Put(archers(), x=20, y=20, files=8)
    near = Put(warriors(), x=20, y=29.5, facing=180, files=6, side=BLUE)
    open_ground = Put(warriors(), x=20, y=29, facing=180, files=6, side=BLUE)
    assert cover_of(table(ours, near, terrain=(HEDGE,)), US, THEM) is Cover.SOFT
    assert cover_of(table(ours, open_ground), US, THEM) is Cover.NONE
    lining = Put(archers(), x=20, y=29, files=8)
    far = Put(warriors(), x=20, y=40, facing=180, files=6, side=BLUE)
    assert cover_of(table(lining, far, terrain=(HEDGE,)), US, THEM) is Cover.NONE
    in_wood = Put(warriors(), x=20, y=27.5, facing=180, files=6, side=BLUE)
    assert cover_of(table(ours, in_wood, terrain=(WOOD,)), US, THEM) is Cover.SOFT
