"""What depth is worth in a combat, and what takes it away."""

import pytest
from msgspec.structs import replace

from kit.fights import REAR, RIGHT, met
from kit.tables import BLUE, Put, table
from kit.troops import MM, legionaries, skirmishers, spearmen, warriors
from maniple.battle.sheet import Kind
from maniple.battle.state import Battle
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Formation, UnitId
from maniple.geometry import Edge
from maniple.rules.fighting.rank_bonus import rank_bonus, ranks_for_result
from maniple.rules.nerve.leadership import leadership_of

MEN, FOE = UnitId(0), UnitId(1)
W = 20 * MM


def wood(left: float, bottom: float, right: float, top: float, ground: Ground) -> Terrain:
    return Terrain("wood", ((left, bottom), (right, bottom), (right, top), (left, top)), ground)


@pytest.mark.rule("result.ranks")
@pytest.mark.parametrize(
    ("models", "files", "bonus"),
    [(16, 4, 3), (16, 5, 2), (16, 8, 1), (16, 16, 0), (24, 4, 3), (16, 3, 0), (11, 4, 1)],
)
def test_complete_ranks_behind_the_first_at_four_files_or_more(
    models: int, files: int, bonus: int
) -> None:
    assert rank_bonus(table(Put(spearmen(models=models), x=20, y=20, files=files)), MEN) == bonus


@pytest.mark.rule("result.ranks", "flee.mob", "troop.skirmish")
def test_loose_and_fleeing_men_have_no_ranks() -> None:
    battle = table(Put(spearmen(), x=20, y=20, files=4))
    for formation in (Formation.MOB, Formation.SKIRMISH):
        loose = replace(battle.units[MEN], formation=formation)
        assert rank_bonus(replace(battle, units=(loose,)), MEN) == 0


def struck_in(edge: Edge, foe: Put) -> Battle:
    return met(table(Put(spearmen(), x=20, y=20, files=4), foe), MEN, FOE, red_edge=edge)


@pytest.mark.rule("result.rank-negated", "result.skirmishers")
def test_five_formed_enemies_in_flank_or_rear_take_the_bonus_away() -> None:
    flank = Put(warriors(models=5), 20 + 2 * W, 20 - W, 270, files=5, side=BLUE)
    assert rank_bonus(struck_in(RIGHT, flank), MEN) == 0
    assert rank_bonus(struck_in(RIGHT, replace(flank, models=4, files=4)), MEN) == 3
    rear = Put(warriors(models=5), 20, 20 - 4 * W, 0, files=5, side=BLUE)
    assert rank_bonus(struck_in(REAR, rear), MEN) == 0
    ahead = Put(warriors(models=5), 20, 20, 180, files=5, side=BLUE)
    assert rank_bonus(struck_in(Edge.FRONT, ahead), MEN) == 3


@pytest.mark.rule("result.skirmishers", "result.rank-negated")
def test_skirmishers_do_not() -> None:
    """Case A19: five skirmishers in the flank leave the ranks."""
    places = tuple((20 + 2 * W, 20 - i * W, 270.0) for i in range(5))
    loose = Put(skirmishers(models=5), 22, 19, 270, places=places, side=BLUE)
    assert rank_bonus(struck_in(RIGHT, loose), MEN) == 3


@pytest.mark.rule("terrain.rank-bonus")
def test_no_bonus_in_difficult_ground_but_on_a_hill() -> None:
    for ground, bonus in ((Ground.DIFFICULT, 0), (Ground.VERY_DIFFICULT, 0), (Ground.CLEAR, 3)):
        piece = wood(15, 10, 25, 19, ground)
        battle = table(Put(spearmen(), x=20, y=20, files=4), terrain=(piece,))
        assert rank_bonus(battle, MEN) == bonus


@pytest.mark.rule("terrain.rank-bonus")
def test_enemies_in_difficult_ground_take_it_away_only_if_touched_there() -> None:
    """Case D12: the foe stands partly in the wood, to the right of the men or before them."""
    for left, bonus in ((20 + 3 * W, 3), (20 + W, 0)):
        battle = table(
            Put(spearmen(), x=20, y=20, files=4),
            Put(legionaries(), x=20 + 2 * W, y=20, facing=180, files=6, side=BLUE),
            terrain=(wood(left + 0.3 * W, 20.1, left + 9, 24, Ground.DIFFICULT),),
        )
        assert rank_bonus(met(battle, MEN, FOE), MEN) == bonus
        assert rank_bonus(met(battle, MEN, FOE), FOE) == 0


@pytest.mark.rule("terrain.rank-bonus")
def test_no_bonus_across_an_obstacle() -> None:
    """Case D14."""
    battle = table(
        Put(spearmen(), x=20, y=20, files=4),
        Put(warriors(), x=20, y=20, facing=180, files=6, side=BLUE),
    )
    assert rank_bonus(met(battle, MEN, FOE), MEN) == 3
    assert rank_bonus(met(battle, MEN, FOE, obstacle=True), MEN) == 0
    assert rank_bonus(met(battle, MEN, FOE, obstacle=True), FOE) == 0


@pytest.mark.rule("result.elephants", "troop.warband")
def test_elephants_take_ranks_from_the_result_but_not_from_a_warbands_leadership() -> None:
    """Case D29."""
    beast = replace(spearmen("elephant", models=1), kind=Kind.ELEPHANT)
    battle = table(
        Put(warriors(), x=20, y=20, files=6),
        Put(beast, x=20, y=20, facing=180, files=1, side=BLUE),
    )
    alone = leadership_of(battle, MEN)
    battle = met(battle, MEN, FOE)
    assert (rank_bonus(battle, MEN), ranks_for_result(battle, MEN)) == (3, 0)
    assert leadership_of(battle, MEN) == alone == 5 + 3
    foot = replace(battle.units[FOE], sheet=spearmen(models=1))
    assert ranks_for_result(replace(battle, units=(battle.units[MEN], foot)), MEN) == 3


@pytest.mark.rule("redress.lap-round", "result.ranks")
def test_men_lapping_round_are_missed_in_the_ranks() -> None:
    battle = table(Put(spearmen(), x=20, y=20, files=4))
    lapping = replace(battle.units[MEN], lap_left=1, lap_right=1)
    assert rank_bonus(replace(battle, units=(lapping,)), MEN) == 2
