"""Rigid motion: a battle turned by half a circle, with the same dice, is the same battle.

Turned exactly, all that decides between equals turns with it: rules that say "then the left" speak
of a unit's own left, directions are looked at from its own facing, and a roster's order stays. Three
things do not turn exactly: poses are rounded to thousandths, so that figures may differ by one; a
body whose middle lies exactly on a line that quarters the table counts to the left and the lower
quarter; and where several wheels of a charge out of reach are as good, the last digit of their figures
chooses. The battles here meet none of them.

In a mirror the same does not hold of whole battles, and is not meant to: the left corner that goes
before the right one, free room that is looked for clockwise, and the leader's seat beside his
standard are turned about by it. What holds there is that an order's cost and end are mirrored.
"""

import pytest
from msgspec.structs import replace

from kit.battles import answers_by_lot, game_in, world_of
from kit.turned import turn_on, turned_answer, turned_beginning, turned_field, turned_units
from maniple.battle.judged import Judged
from maniple.battle.orders import (
    Advance,
    Backward,
    ChangeFormation,
    Manoeuvre,
    Order,
    Reform,
    Sidestep,
    TurnModels,
    Wheel,
)
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.geometry import Pose, pose
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.setup import beginning
from maniple.rules.legality import judge

pytestmark = pytest.mark.slow

THOUSANDTH = 0.0021
"""Inches or hundredths of a degree by which two poses may differ that were rounded elsewhere."""

TURNED = (2, 3, 5, 7, 11, 12)


@pytest.mark.parametrize("seed", TURNED)
def test_a_battle_turned_round_is_the_same_battle(seed: int) -> None:
    world = world_of(seed)
    began = beginning(world.scenario, world.rosters)
    game = Game(began, SeededChance(seed))
    other = Game(turned_beginning(began), SeededChance(seed))
    turn = turn_on(began.field)
    for answer in answers_by_lot(game, seed):
        assert other.pending == game.pending
        other.answer(turned_answer(answer, turn))
    assert other.pending is None
    assert other.battle.outcome == game.battle.outcome
    for unit, twin in zip(turned_units(game.battle, turn), other.battle.units, strict=True):
        _are_alike(unit, twin)


def _are_alike(unit: Unit, twin: Unit) -> None:
    assert _near(unit.pose, twin.pose) or not unit.is_on_table
    assert all(_near(a, b) for a, b in zip(unit.places, twin.places, strict=True))
    nowhere = {"pose": Pose(0.0, 0.0, 0.0), "places": (), "leaves_at": None}
    assert replace(unit, **nowhere) == replace(twin, **nowhere)


def _near(a: Pose, b: Pose) -> bool:
    turned = (a.facing - b.facing + 180.0) % 360.0 - 180.0
    return (
        abs(a.x - b.x) < THOUSANDTH
        and abs(a.y - b.y) < THOUSANDTH
        and abs(turned) < 10 * THOUSANDTH
    )


def test_terrain_and_zones_turn_twice_into_themselves() -> None:
    for seed in range(20):
        field = world_of(seed).scenario.field
        assert turned_field(turned_field(field)) == field


@pytest.mark.parametrize("seed", TURNED)
def test_an_order_in_a_mirror_costs_and_ends_the_same(seed: int) -> None:
    """Each order given in a battle, judged on the table seen in a mirror."""
    game = game_in(world_of(seed))
    judged_so_far = 0
    for answer in answers_by_lot(game, seed):
        if not isinstance(answer, Order) or game.pending is None:
            continue
        steps = [_mirrored(step) for step in answer.manoeuvres]
        if None in steps:
            continue
        battle = game.battle
        here = judge(battle, game.pending, answer)
        order = Order(answer.unit, tuple(step for step in steps if step is not None), answer.march)
        there = judge(_in_a_mirror(battle), game.pending, order)
        assert isinstance(here, Judged)
        assert isinstance(there, Judged), there
        assert there.cost == pytest.approx(here.cost, abs=THOUSANDTH)
        assert here.end is not None
        assert there.end is not None
        assert _near(there.end, _pose_in_mirror(battle, here.end))
        judged_so_far += 1
    assert judged_so_far > 1


def _mirrored(step: Manoeuvre) -> Manoeuvre | None:
    """The step as a mirror shows it; None for steps of loose troops and characters."""
    other = {"left": "right", "right": "left", "about": "about"}
    match step:
        case Advance() | Backward() | ChangeFormation():
            return step
        case Wheel():
            return replace(step, about=other[step.about])
        case TurnModels():
            return replace(step, to=other[step.to])
        case Sidestep():
            return Sidestep(-step.inches)
        case Reform():
            return replace(step, facing=-step.facing % 360.0)
        case _:
            return None


def _pose_in_mirror(battle: Battle, at: Pose) -> Pose:
    return pose(battle.field.width - at.x, at.y, -at.facing)


def _in_a_mirror(battle: Battle) -> Battle:
    width = battle.field.width
    terrain = tuple(
        [
            replace(piece, outline=tuple([(width - x, y) for x, y in reversed(piece.outline)]))
            for piece in battle.field.terrain
        ]
    )
    units = tuple(
        [
            replace(
                unit,
                pose=_pose_in_mirror(battle, unit.pose),
                places=tuple([_pose_in_mirror(battle, place) for place in unit.places]),
                lap_left=unit.lap_right,
                lap_right=unit.lap_left,
            )
            for unit in battle.units
        ]
    )
    return replace(battle, units=units, field=replace(battle.field, terrain=terrain))
