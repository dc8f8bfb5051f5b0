"""Laws of charges over many tables: whatever the scene, nobody is walked over, and bodies lie flush."""

import random

import pytest

from kit.tables import BLUE, RED, Put, table
from kit.troops import archers, horse, legionaries, spearmen, warriors
from maniple.battle.bodies import body, outline, overlap
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.geometry import Edge, Rect, advance, edge_facing, in_touch, penetration, wheel
from maniple.play.script import Script
from maniple.rules.charging.charge_path import charge_path, charge_reach
from maniple.rules.charging.facing import zone_seen
from maniple.rules.charging.meet import bring_home
from maniple.rules.table.near import enemies_within
from maniple.rules.table.obstruct import is_free

US, THEM = UnitId(0), UnitId(1)
SIZE = 48.0


def crowd(lot: random.Random) -> Battle | None:
    """A charger, a target before it, and up to four others about them; None: no room for a target."""
    puts: list[Put] = []

    def put(x: float, y: float, facing: float, side) -> None:
        kinds = [legionaries(), warriors(), horse("horse"), spearmen(), archers()]
        sheet = lot.choice(kinds)
        files = min(lot.randint(2, 8), sheet.models)
        new = Put(sheet, x=x, y=y, facing=facing, files=files, side=side)
        battle = table(*puts, new, width=SIZE, height=SIZE)
        unit = battle.units[-1]
        if is_free(battle, unit.id, outline(unit)) and not enemies_within(battle, unit, 0.1):
            puts.append(new)

    put(24, 16, lot.gauss(0, 10) % 360, RED)
    put(24 + lot.gauss(0, 5), 16 + lot.uniform(2, 9), lot.uniform(0, 360), BLUE)
    if len(puts) < 2:
        return None
    for _ in range(lot.randint(0, 4)):
        y = 16 + lot.uniform(0, 12)
        put(24 + lot.gauss(0, 6), y, lot.uniform(0, 360), lot.choice([RED, BLUE]))
    return table(*puts, width=SIZE, height=SIZE)


def deepest(rect: Rect, others: list[Rect]) -> float:
    return max(penetration(rect, other) for other in others)


@pytest.mark.rule("charge.path", "charge.align-how", "move.interpenetrate")
def test_whatever_the_scene_a_charge_goes_through_nobody_and_ends_in_touch() -> None:
    lot = random.Random(1)
    reached = 0
    while reached < 80:
        battle = crowd(lot)
        if battle is None:
            continue
        facing = zone_seen(battle, US, THEM)
        path = charge_path(battle, US, THEM, facing, charge_reach(battle, US))
        if path is None:
            continue
        reached += 1
        start = body(battle.units[US])
        others = [rect for unit in battle.units[1:] for rect in outline(unit)]
        for part in range(11):
            turn = path.degrees * part / 10
            turned = wheel(start, turn, path.about) if turn > 0.0 else start
            assert deepest(turned, others) < 0.011
        assert path.wheeled is not None
        at = path.wheeled
        wheeled = Rect(at.x, at.y, at.facing, start.width, start.depth)
        for part in range(11):
            assert deepest(advance(wheeled, path.inches * part / 10), others) < 0.011
        _is_home(battle, facing, path)


def _is_home(battle: Battle, facing: Edge, path) -> None:
    script = Script(battle)
    script.run(bring_home(script.table, US, THEM, facing, path))
    units = script.battle.units
    for i, unit in enumerate(units):
        assert all(overlap(unit, other) < 0.0101 for other in units[i + 1 :])
    ours, theirs = body(units[0]), body(units[1])
    assert in_touch(ours, theirs)
    turned = (ours.facing - edge_facing(theirs, facing) - 180) % 360
    is_flush = min(turned, 360 - turned) < 0.011
    # At an angle only where somebody else is in the way.
    assert is_flush or len(units) > 2
