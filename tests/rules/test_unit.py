"""The shape of a formed unit: ranks, places, and the zones about it."""

import pytest

from kit.tables import Put, table
from kit.troops import general, spearmen
from maniple.battle.bodies import body, full_ranks, guest_places, rank_count
from maniple.battle.sheet import Sheet
from maniple.battle.unit import Unit
from maniple.geometry import Edge, rank_places, zone

BASE = 20 / 25.4


def unit(models: int, files: int, sheet: Sheet | None = None) -> Unit:
    return table(Put(sheet or spearmen(models=models), 36, 20, files=files)).units[0]


@pytest.mark.rule("unit.ranks")
@pytest.mark.parametrize(
    ("models", "files", "ranks", "full"), [(16, 4, 4, 4), (18, 4, 5, 4), (3, 6, 1, 0), (1, 1, 1, 1)]
)
def test_ranks_follow_from_the_counts(models, files, ranks, full):
    men = unit(models, files)
    assert (rank_count(men), full_ranks(men)) == (ranks, full)
    assert (body(men).width, body(men).depth) == pytest.approx((files * BASE, ranks * BASE))


@pytest.mark.rule("unit.ranks")
def test_the_last_rank_is_filled_from_the_middle_outward():
    assert rank_places(16 + 2, 6) == (0, 1, 2, 3, 4, 5)
    assert rank_places(12 + 2, 6) == (2, 3)
    assert rank_places(12 + 3, 6) == (2, 3, 4)


@pytest.mark.rule("unit.ranks")
def test_a_character_takes_as_many_places_as_his_base_is_wide():
    on_horse, on_foot = general(), general(mounted=False)
    assert guest_places(on_horse.base_width, BASE) == 2
    assert guest_places(on_foot.base_width, BASE) == 1
    assert guest_places(on_foot.base_width, on_horse.base_width) == 1


@pytest.mark.rule("unit.zones")
def test_the_lines_leave_the_corners_at_45_degrees():
    men = body(unit(16, 4))
    half, deep = 2 * BASE, 4 * BASE
    assert zone(men, 36, 21) is Edge.FRONT
    assert zone(men, 36 + half + 1, 21.01) is Edge.FRONT
    assert zone(men, 36 + half + 1, 20.99) is Edge.RIGHT
    assert zone(men, 36 - half - 1, 18) is Edge.LEFT
    assert zone(men, 36 + half + 1, 20 - deep - 0.99) is Edge.RIGHT
    assert zone(men, 36 + half + 1, 20 - deep - 1.01) is Edge.REAR
