"""Volleys named in a battle, as icepool and dyce have them."""

from collections.abc import Hashable
from fractions import Fraction
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from kit.tables import BLUE, Put, table
from kit.troops import BOW, CROSSBOW, SLING, foot
from maniple.battle.asks import Ask, AskAnswer, Done, NameShot, Shot
from maniple.battle.sheet import Armour, Missile, Profile
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Cover, Ground, Terrain
from maniple.battle.unit import Moved, UnitId
from maniple.play.odds import chances
from oracles.charts import nerve, save_need, shot_need, wound_need
from oracles.dice import LIBRARIES, Dice, Throws

US, THEM = UnitId(0), UnitId(1)


class Shooting(NamedTuple):
    """Foot that shoot, and what makes it harder for them."""

    missile: Missile
    models: int
    files: int
    shots: int
    """The front rank, and half of the others if they may shoot over it."""
    bs: int = 3
    inches: float = 6.0
    targets: int = 12
    toughness: int = 3
    armour: int = 2
    cover: Cover = Cover.NONE
    moved: bool = False
    harder: int = 0
    """What range, movement and cover add to the need."""


VOLLEYS = {
    "a need of 2": Shooting(SLING, 6, 6, 6, bs=5),
    "a need of 1, which is one of 2": Shooting(SLING, 6, 6, 6, bs=6),
    "a need of 4, massed": Shooting(BOW, 15, 5, 10),
    "a need of 5 at long range, massed": Shooting(BOW, 10, 4, 7, inches=20, harder=1),
    "Strength 4 that worsens the save": Shooting(CROSSBOW, 8, 8, 8, toughness=4, armour=3),
    "Strength 4 at the tough": Shooting(CROSSBOW, 8, 8, 8, toughness=6, armour=0),
    "nobody can be wounded": Shooting(SLING, 8, 8, 8, toughness=7),
    "a need of 7": Shooting(SLING, 10, 10, 10, inches=16, cover=Cover.HARD, harder=3),
    "a need of 8": Shooting(SLING, 10, 10, 10, bs=2, inches=16, cover=Cover.HARD, harder=3),
    "a need of 9": Shooting(
        SLING, 10, 10, 10, bs=2, inches=16, cover=Cover.HARD, moved=True, harder=4
    ),
    "a need of 10": Shooting(
        SLING, 10, 10, 10, bs=1, inches=16, cover=Cover.HARD, moved=True, harder=4
    ),
    "more shots than targets": Shooting(BOW, 20, 10, 15, bs=4, targets=5, armour=0),
}


def battle_of(who: Shooting) -> Battle:
    """Our shooting phase; we look at them, and they at us."""
    us = foot(
        "shooters",
        who.models,
        missiles=(who.missile,),
        profile=Profile(4, 3, who.bs, 3, 3, 1, 3, 1, 7),
    )
    them = foot(
        "targets",
        who.targets,
        profile=Profile(4, 3, 3, 3, who.toughness, 1, 3, 1, 7),
        armour=Armour(worn=who.armour),
        leader=False,
    )
    y = 8.0 + who.inches
    corners = ((0.0, y - 0.5), (72.0, y - 0.5), (72.0, y - 0.1), (0.0, y - 0.1))
    wall = Terrain("wall", corners, Ground.OBSTACLE, who.cover)
    battle = table(
        Put(us, x=36, y=8, files=who.files),
        Put(them, x=36, y=y, facing=180, files=who.targets, side=BLUE),
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
        terrain=() if who.cover is Cover.NONE else (wall,),
    )
    if not who.moved:
        return battle
    shooter, target = battle.units
    doings = replace(shooter.doings, moved=Moved.MOVED)
    return replace(battle, units=(replace(shooter, doings=doings), target))


def fires(battle: Battle, ask: Ask) -> AskAnswer:
    """We shoot at them, with what we have."""
    if isinstance(ask, NameShot):
        return Shot(US, THEM, battle.units[US].sheet.missiles[0].name)
    return Done()


def left(battle: Battle) -> int | None:
    """How many of them are left, once we have shot."""
    return battle.units[THEM].models if battle.units[US].doings.shot else None


def left_and_fled(battle: Battle) -> Hashable | None:
    """The same, and whether they flee, once any Panic test is taken."""
    if not battle.units[US].doings.shot or battle.turn.todo[0].do is Do.PANIC_TEST:
        return None
    return battle.units[THEM].models, bool(battle.panicked)


def one_shot(throws: Throws, who: Shooting) -> object:
    strength = who.missile.strength
    return throws.all_of(
        throws.shot(shot_need(who.bs, who.harder)),
        throws.at_least(wound_need(strength, who.toughness)),
        throws.unsaved(save_need(who.armour, strength)),
    )


both = pytest.mark.parametrize("dice", LIBRARIES, ids=["icepool", "dyce"])


@both
@pytest.mark.parametrize("name", VOLLEYS)
def test_a_volley(dice: Dice, name: str) -> None:
    who = VOLLEYS[name]
    throws = Throws(dice)
    slain = dice.chances(throws.slain(who.shots, one_shot(throws, who), who.targets))
    found = chances(battle_of(who), left, fires)
    assert found.chances == {who.targets - fell: chance for fell, chance in slain.items()}
    certain = {"nobody can be wounded", "a need of 10"}
    assert (len(slain) == 1) is (name in certain)


@both
def test_a_volley_and_the_panic_that_it_causes(dice: Dice) -> None:
    """A quarter of those that were there."""
    who = VOLLEYS["a need of 4, massed"]
    throws = Throws(dice)
    holds = throws.at_most(throws.two, nerve(7))

    def shaken(fell: int) -> object:
        kept = who.targets - fell
        if 4 * fell < who.targets or not kept:
            return dice.certain((kept, False))
        return dice.then(holds, lambda passed: dice.certain((kept, not passed)))

    slain = throws.slain(who.shots, one_shot(throws, who), who.targets)
    found = chances(battle_of(who), left_and_fled, fires)
    assert found.chances == dice.chances(dice.then(slain, shaken))
    assert sum(found.chances.values()) == Fraction(1)
