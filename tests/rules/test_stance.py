"""What is kept about how units stand lasts as long as they do, and no longer."""

from msgspec.structs import replace

from kit.tables import BLUE, Put, table
from kit.troops import legionaries, warriors
from maniple.battle.by_identity import ByIdentity
from maniple.battle.events.base import with_unit
from maniple.battle.state import Battle
from maniple.battle.terrain import Terrain
from maniple.battle.unit import Moved, Unit
from maniple.geometry import pose
from maniple.rules.shooting.posts import posts
from maniple.rules.shooting.sight import can_see
from maniple.rules.table.obstruct import bodies_in_way
from maniple.rules.table.stance import KEPT, stances


def battle() -> Battle:
    return table(
        Put(legionaries(), x=20, y=10, files=6),
        Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE),
        Put(warriors(), x=40, y=30, facing=180, files=6, side=BLUE),
    )


def done(before: Battle, unit: int) -> Battle:
    """The unit has done something, and stands where it stood."""
    was = before.units[unit]
    return with_unit(before, replace(was, doings=replace(was.doings, moved=Moved.MOVED)))


def moved(before: Battle, unit: int, x: float, y: float) -> Battle:
    was = before.units[unit]
    return with_unit(before, replace(was, pose=pose(x, y, was.pose.facing)))


def test_stances_outlive_what_moves_nobody():
    first = battle()
    assert stances(done(first, 0)) is stances(first)
    assert stances(moved(first, 0, 20.001, 10)) is not stances(first)


def test_stances_differ_where_the_ground_does():
    first = battle()
    wood = Terrain("wood", ((0.0, 0.0), (5.0, 0.0), (5.0, 5.0)), blocks_sight=True)
    other = replace(first, field=replace(first.field, terrain=(wood,)))
    assert stances(other) is not stances(first)


def test_casualties_and_files_change_a_stance():
    first = battle()
    unit = first.units[1]
    for changed in (replace(unit, models=unit.models - 1), replace(unit, files=5)):
        assert stances(with_unit(first, changed)) is not stances(first)


def test_few_stances_are_kept():
    first = battle()
    known = stances(first)
    for step in range(KEPT + 1):
        assert stances(moved(first, 0, 21 + step, 10)) is not known
    assert stances(first) is not known


def test_a_pair_is_known_until_somebody_comes_between():
    first = battle()
    assert can_see(first, first.units[0].id, first.units[1].id)
    pair = posts(first).pair(first.units[0].id, first.units[1].id)
    beside = moved(first, 2, 50, 30)
    assert posts(beside).pair(first.units[0].id, first.units[1].id) is pair
    between = moved(first, 2, 20, 20)
    assert not can_see(between, first.units[0].id, first.units[1].id)
    assert can_see(first, first.units[0].id, first.units[1].id)


def test_what_is_in_the_way_can_be_added_to():
    """Callers get lists of their own."""
    first = battle()
    rects, owners = bodies_in_way(first, first.units[0].id)
    rects.clear()
    owners.clear()
    assert len(bodies_in_way(first, first.units[0].id)[0]) == 2


def test_by_identity_works_each_record_out_once_and_forgets_in_time():
    calls: list[str] = []

    def length(word: str) -> int:
        calls.append(word)
        return len(word)

    lengths = ByIdentity(length, 2)
    words = ["one", "three", "seven"]
    assert [lengths(word) for word in (*words[:2], *words[:2])] == [3, 5, 3, 5]
    assert calls == ["one", "three"]
    assert lengths("seven") == 5
    assert lengths(words[0]) == 3
    assert calls == ["one", "three", "seven", "one"]


class OddUnit(Unit, frozen=True):
    """A kind of unit of its own, as one that notes what is read of it."""


def test_units_of_a_kind_of_their_own_are_held_against_nobody():
    first = battle()
    odd = tuple([OddUnit(*[getattr(u, f) for f in u.__struct_fields__]) for u in first.units])
    watched = replace(first, units=odd)
    assert stances(watched) is stances(watched)
    assert stances(watched) is not stances(first)
    assert stances(done(watched, 0)) is not stances(watched)
