"""Pavises: hard cover for men who stand where they set them up."""

import pytest
from msgspec.structs import replace

from kit.changes import after, done
from kit.tables import BLUE, RED, Put, table
from kit.troops import SHORT_BOW, archers, foot
from maniple.battle.events import TurnBegan
from maniple.battle.sheet import Traits
from maniple.battle.state import Battle
from maniple.battle.terrain import Cover, Ground, Terrain
from maniple.battle.unit import Moved, UnitId
from maniple.rules.shooting.firing import hindrances

US, THEM = UnitId(0), UnitId(1)
HEDGE = Terrain(
    "hedge", ((10, 28.5), (30, 28.5), (30, 28.9), (10, 28.9)), Ground.OBSTACLE, Cover.SOFT
)


def facing(*, pavise: bool = True, terrain: tuple[Terrain, ...] = ()) -> Battle:
    shielded = replace(foot("crossbows", 10), traits=Traits(pavise=pavise))
    return table(
        Put(archers(), x=20, y=20, files=8),
        Put(shielded, x=20, y=30, facing=180, files=10, side=BLUE),
        terrain=terrain,
    )


def cover(battle: Battle) -> list[tuple[str, int]]:
    us, them = battle.units[US], battle.units[THEM]
    return [(h.what, h.figure) for h in hindrances(battle, us, them, SHORT_BOW, None)]


@pytest.mark.rule("troop.pavise", "shoot.modifiers")
def test_pavises_are_hard_cover() -> None:
    assert cover(facing()) == [("behind pavises", 2)]
    assert cover(facing(pavise=False)) == []
    assert cover(facing(terrain=(HEDGE,))) == [("behind pavises", 2)], "the best cover counts"
    wall = replace(HEDGE, name="wall", cover=Cover.HARD)
    assert cover(facing(terrain=(wall,))) == [("hard cover", 2)]


@pytest.mark.rule("troop.pavise", "shoot.modifiers")
def test_who_has_moved_has_left_them_behind() -> None:
    moved = done(facing(), 1, moved=Moved.MOVED)
    assert cover(moved) == []
    theirs = after(moved, TurnBegan(2, RED))
    assert cover(theirs) == []
    assert cover(after(theirs, TurnBegan(2, BLUE), TurnBegan(3, RED))) == [("behind pavises", 2)]
