"""Laws of orders, over random orders on a crowded table."""

import random

import pytest

from kit.orders import order
from kit.tables import BLUE, Put, table
from kit.troops import (
    archers,
    auxilia,
    battle_standard,
    general,
    horse,
    legionaries,
    skirmishers,
    spearmen,
    warriors,
)
from maniple.battle.asks import Done, OrderUnit
from maniple.battle.bodies import gap, outline
from maniple.battle.judged import Judged, Refusal
from maniple.battle.orders import Advance, Backward, Go, Sidestep, Wheel
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Task
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Status
from maniple.geometry import CLEARANCE, pose, rect_at
from maniple.play.script import Script
from maniple.rules.legality import judge, sample
from maniple.rules.moving.manoeuvre import order_units
from maniple.rules.table.obstruct import what_blocks


def piece(name: str, ground: Ground, x: float, y: float, w: float, h: float) -> Terrain:
    return Terrain(name, ((x, y), (x + w, y), (x + w, y + h), (x, y + h)), ground)


def crowded() -> Battle:
    return table(
        Put(legionaries(), 20, 12, files=6),
        Put(spearmen(models=24), 26, 12, files=6),
        Put(auxilia(), 32, 12, 20, files=6),
        Put(horse("horse", 6), 12, 14, files=3),
        Put(archers(), 38, 12, 350, files=8),
        Put(skirmishers(models=5), 30, 17, places=tuple((27 + 2 * i, 17, 10) for i in range(5))),
        Put(general(), 44, 10),
        Put(battle_standard(), 23, 14, 45),
        Put(warriors("a"), 20, 16, 180, files=6, side=BLUE),
        Put(warriors("b"), 26, 21, 200, files=6, side=BLUE),
        Put(horse("riders", 8), 36, 17, 170, files=4, side=BLUE),
        terrain=(
            piece("wood", Ground.DIFFICULT, 10, 16, 6, 6),
            piece("hedge", Ground.OBSTACLE, 38, 13.5, 8, 0.3),
            piece("pond", Ground.IMPASSABLE, 42, 15, 5, 4),
        ),
    )


@pytest.mark.rule("turn.procedure", "move.interpenetrate", "measure.tolerance")
def test_what_is_judged_is_what_is_recorded_and_nobody_overlaps():
    rng = random.Random(11)
    carried_out = 0
    for _ in range(60):
        battle = crowded()
        for _ in range(6):
            answer = sample(battle, OrderUnit(battle.turn.side), rng.randrange)
            if isinstance(answer, Done):
                break
            judged = judge(battle, OrderUnit(battle.turn.side), answer)
            assert isinstance(judged, Judged)
            script = Script(battle, [3] * 2, [answer])
            script.run(order_units(script.table, Task(Do.ORDER_UNITS)), use_up=False)
            battle = script.battle
            unit = battle.units[answer.unit]
            if unit.status is not Status.TABLE:
                continue
            carried_out += 1
            assert unit.pose == judged.end
            assert what_blocks(battle, unit.id, outline(unit)) is None
            assert all(
                gap(unit, foe) >= CLEARANCE - 0.002
                for foe in battle.units
                if foe.side is not unit.side
            )
    assert carried_out > 60


@pytest.mark.rule("turn.procedure", "move.rate")
def test_a_refused_move_could_have_ended_at_its_last_legal_pose():
    rng = random.Random(12)
    battle = crowded()
    refusals = 0
    for _ in range(400):
        unit = battle.units[rng.randrange(5)]
        ways = [
            Advance(rng.randrange(1, 80) / 10),
            Wheel(float(rng.randrange(1, 91)), rng.choice(["left", "right"])),
            Backward(rng.randrange(1, 40) / 10),
            Sidestep(rng.randrange(1, 40) / 10),
        ]
        steps = rng.choices(ways, k=rng.randrange(1, 4))
        judged = judge(battle, OrderUnit(unit.side), order(unit.id, *steps))
        if isinstance(judged, Refusal):
            refusals += 1
            assert judged.last_legal is not None
            body = outline(unit)[0]
            there = rect_at(judged.last_legal, body.width, body.depth)
            assert what_blocks(battle, unit.id, [there]) is None
            assert 0.0 <= judged.cost <= unit.sheet.move + 0.001
    assert refusals > 100


@pytest.mark.rule("turn.procedure")
def test_judging_changes_nothing_and_says_the_same_again():
    battle, again = crowded(), crowded()
    ask = OrderUnit(battle.turn.side)
    asked = [
        order(0, Advance(2), Wheel(20, "left")),
        order(6, Go(pose(45, 14, 77))),
        order(3, Wheel(30.004, "right")),
    ]
    assert [judge(battle, ask, o) for o in asked] == [judge(again, ask, o) for o in asked]
    assert battle == again
