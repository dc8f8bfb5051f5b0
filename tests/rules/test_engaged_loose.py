"""Skirmishers in combat move up to fight."""

import pytest
from msgspec.structs import replace

from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import MM, legionaries, skirmishers
from maniple.battle.asks import OrderUnit
from maniple.battle.events import UnitMoved
from maniple.battle.judged import Judged, Refusal
from maniple.battle.orders import MoveUp, Order, Spread
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Cover, Ground, Terrain
from maniple.battle.unit import Fight, UnitId
from maniple.geometry import pose, rect_at
from maniple.play.script import Script
from maniple.rules.fighting.contacts import fighters
from maniple.rules.legality import judge, sample
from maniple.rules.moving.skirmish import are_linked
from maniple.rules.table.obstruct import what_ground_blocks

MEN, LOOSE = UnitId(0), UnitId(1)
W = 20 * MM
ASK = OrderUnit(Side.BLUE)


def engaged(rounds: int = 1) -> Battle:
    """Two of six skirmishers touch the legion; three stand behind them, one beyond its flank."""
    front = [(20 - W, 20.0, 180.0), (20 + W, 20.0, 180.0)]
    behind = [(20 - W, 21.5, 180.0), (20.0, 21.5, 180.0), (20 + W, 21.5, 180.0)]
    aside = [(20 + 4 * W, 18.5, 270.0)]
    battle = table(
        Put(legionaries(), x=20, y=20, files=6),
        Put(skirmishers(models=6), 20, 21, 180, side=BLUE, places=(*front, *behind, *aside)),
        side=BLUE,
        phase=Phase.MOVES,
        todo=(Task(Do.ORDER_UNITS),),
    )
    battle = met(battle, 0, 1)
    units = [replace(u, fight=Fight(rounds=rounds)) for u in battle.units]
    return replace(battle, units=tuple(units))


@pytest.mark.rule("troop.engaged-skirmishers")
def test_idle_models_move_up_before_the_facing_that_their_unit_fights() -> None:
    battle = engaged()
    assert fighters(battle, LOOSE, MEN).count == 2
    script = Script(battle, answers=[Order(LOOSE, (MoveUp(),))])
    script.run_until(1)
    moved = [event for event in script.table.events if isinstance(event, UnitMoved)]
    assert [event.cite for event in moved] == ["troop.engaged-skirmishers"]
    assert fighters(script.battle, LOOSE, MEN).count == 5
    # the one beyond the flank does not join in; those that fought stay where they are
    assert script.battle.units[LOOSE].places[-1] == battle.units[LOOSE].places[-1]
    assert script.battle.units[LOOSE].places[:2] == battle.units[LOOSE].places[:2]
    # and nobody moves up twice
    again = judge(script.battle, ASK, Order(LOOSE, (MoveUp(),)))
    assert isinstance(again, Refusal)


@pytest.mark.rule("troop.engaged-skirmishers")
def test_not_before_they_have_fought_a_round() -> None:
    refused = judge(engaged(rounds=0), ASK, Order(LOOSE, (MoveUp(),)))
    assert isinstance(refused, Refusal)
    assert refused.rule == "troop.engaged-skirmishers"
    assert isinstance(judge(engaged(), ASK, Order(LOOSE, (MoveUp(),))), Judged)


@pytest.mark.rule("combat.locked", "troop.engaged-skirmishers")
def test_none_may_leave() -> None:
    away = Order(LOOSE, (Spread(pose(20, 30, 0), 3, 0.5),))
    refused = judge(engaged(), ASK, away)
    assert isinstance(refused, Refusal)
    assert refused.rule == "combat.locked"


@pytest.mark.rule("troop.engaged-skirmishers")
def test_players_that_move_at_random_move_them_up() -> None:
    assert sample(engaged(), ASK, lambda n: n - 1) == Order(LOOSE, (MoveUp(),))


@pytest.mark.rule("troop.engaged-skirmishers", "troop.skirmish.shape")
@pytest.mark.parametrize(("gap", "may"), [(1.0, True), (1.9, False)])
def test_nobody_moves_up_on_whom_the_links_of_others_hang(gap: float, may: bool) -> None:
    """A file of three: the last is too far off to come up when the second does, and would be lost."""
    file = tuple((20.0, 20.0 + i * (W + gap), 180.0) for i in range(3))
    loose = Put(skirmishers(models=3), 20, 22, 180, side=BLUE, places=file)
    battle = met(table(Put(legionaries(), x=20, y=20, files=6), loose, side=BLUE), 0, 1)
    units = [replace(u, fight=Fight(rounds=1)) for u in battle.units]
    found = judge(replace(battle, units=tuple(units)), ASK, Order(LOOSE, (MoveUp(),)))
    assert isinstance(found, Judged) is may
    if isinstance(found, Judged):
        assert are_linked(found.places, W, W)
        assert {place.y for place in found.places} == {20.0}


@pytest.mark.rule("terrain.cost", "troop.engaged-skirmishers")
def test_nobody_moves_up_onto_an_obstacle() -> None:
    """A hedge on one of the three places beside those who fight: the two others are taken."""
    battle = engaged()
    left, right = 20 + 1.6 * W, 20 + 4 * W
    outline = ((left, 20.2), (right, 20.2), (right, 20.4), (left, 20.4))
    hedge = Terrain("hedge", outline, Ground.OBSTACLE, Cover.SOFT)
    battle = replace(battle, field=replace(battle.field, terrain=(hedge,)))
    found = judge(battle, ASK, Order(LOOSE, (MoveUp(),)))
    assert isinstance(found, Judged)
    assert what_ground_blocks(battle, [rect_at(place, W, W) for place in found.places]) is None
    was = battle.units[LOOSE].places
    assert sum(new != old for new, old in zip(found.places, was, strict=True)) >= 2
