"""Bolts that go on through the ranks."""

import pytest
from msgspec.structs import replace

from kit.chance import by_every_face
from kit.changes import changed
from kit.tables import BLUE, Put, table
from kit.troops import BOLT, engine, foot, heavy_chariots, legionaries, skirmishers
from maniple.battle.asks import Done, NameShot, Shot
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import Pierce
from maniple.battle.events import EngineWounded, UnitShot, WoundsTaken
from maniple.battle.judged import Judged
from maniple.battle.orders import Order, Pivot
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Moved, UnitId
from maniple.dice.stages import Stage
from maniple.play.script import Script
from maniple.rules.shooting.volley import can_answer_with_shots, judge_shot, shot_options
from maniple.rules.special.bolt_thrower import bolt, pierced

US, THEM = UnitId(0), UnitId(1)
SCORPION = engine("scorpion", BOLT, 2)
AT = Shot(US, THEM, "bolt thrower")


def before(foe: Sheet, inches: float = 20.0, *, facing: float = 180, files: int = 5) -> Battle:
    return table(
        Put(SCORPION, x=30, y=10),
        Put(foe, 30, 10 + inches, facing, files, BLUE),
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
    )


def shot(battle: Battle, *dice: int) -> Script:
    script = Script(battle, dice, [AT])
    script.run_until(1)
    return script


def wounds(script: Script) -> int:
    return next(e.wounds for e in script.table.events if isinstance(e, UnitShot))


@pytest.mark.rule("engine.bolt-thrower", "shoot.casualties", "shoot.to-hit")
def test_it_hits_on_its_crews_skill_and_goes_on_a_point_weaker_for_each_rank() -> None:
    """Case B15: no save, and no D4 for a man of one Wound."""
    at = bolt(before(legionaries()), US, THEM, BOLT)
    assert (at.hit.kind, at.hit.need) == ("missile", 4)
    assert [wound.need for wound, _ in at.ranks] == [2, 3, 4, 5]
    assert [save.need for _, save in at.ranks] == [7, 7, 7, 7]
    # a hit; the first two ranks are pierced, the third man lives
    script = shot(before(legionaries()), 4, 2, 3, 3)
    assert wounds(script) == 2
    assert script.battle.units[THEM].models == 16
    assert [e.cite for e in script.table.events if isinstance(e, UnitShot)] == [
        "engine.bolt-thrower"
    ]


@pytest.mark.rule("engine.bolt-thrower")
def test_a_bolt_that_wounds_nobody_goes_no_further() -> None:
    assert wounds(shot(before(legionaries()), 4, 1)) == 0
    assert wounds(shot(before(legionaries()), 3)) == 0


@pytest.mark.rule("engine.bolt-thrower", "shoot.modifiers", "measure.when")
def test_range_makes_it_harder_and_beyond_it_no_die_falls() -> None:
    assert bolt(before(legionaries(), 24.5), US, THEM, BOLT).hit.need == 5
    battle = before(legionaries(), 30)
    short = engine("scorpion", replace(BOLT, range=20), 2)
    battle = replace(battle, units=(replace(battle.units[US], sheet=short), battle.units[THEM]))
    script = shot(battle)
    assert [e.out_of_range for e in script.table.events if isinstance(e, UnitShot)] == [True]


@pytest.mark.rule("engine.bolt-thrower")
def test_models_of_many_wounds_lose_a_d4() -> None:
    """A chariot of three Wounds, Toughness 5: on a 3 or 4 it is lost, and the bolt goes on."""
    at = bolt(before(heavy_chariots(), files=1), US, THEM, BOLT)
    assert [wound.need for wound, _ in at.ranks] == [4, 5, 6]
    assert (at.most, at.damage, at.wounds) == (3, 4, 9)
    script = shot(before(heavy_chariots(), files=1), 4, 4, 2)
    assert (wounds(script), script.battle.units[THEM].wounds) == (2, 2)
    script = shot(before(heavy_chariots(), files=1), 4, 4, 4, 5, 1)
    assert (wounds(script), script.battle.units[THEM].models) == (4, 2)


@pytest.mark.rule("engine.bolt-thrower")
def test_what_lies_in_its_way() -> None:
    men = foot("men", 18)
    assert pierced(before(men), US, before(men).units[THEM]) == 4
    flank = before(men, facing=90)
    assert pierced(flank, US, flank.units[THEM]) == 5
    loose = table(
        Put(SCORPION, x=30, y=10),
        Put(
            skirmishers(),
            30,
            30,
            180,
            1,
            BLUE,
            places=tuple((26.0 + i, 30.0, 180.0) for i in range(8)),
        ),
    )
    assert pierced(loose, US, loose.units[THEM]) == 1


@pytest.mark.rule("engine.shot-at", "engine.bolt-thrower")
def test_a_bolt_at_an_engine_strikes_the_engine() -> None:
    battle = before(engine("onager"), files=1)
    at = bolt(battle, US, THEM, BOLT)
    assert (at.at_engine, at.most, at.wounds) == (True, 3, 3)
    assert [wound.need for wound, _ in at.ranks] == [6]
    script = shot(battle, 4, 6, 2)
    assert [e.wounds for e in script.table.events if isinstance(e, EngineWounded)] == [2]
    assert not [e for e in script.table.events if isinstance(e, WoundsTaken)]


@pytest.mark.rule("engine.pivot", "shoot.move-or-shoot")
def test_one_that_has_pivoted_shoots_as_if_it_stood() -> None:
    """Case B16; one that has been moved does not shoot."""
    battle = before(legionaries(), facing=180)
    moves = replace(
        battle, turn=replace(battle.turn, phase=Phase.MOVES, todo=(Task(Do.ORDER_UNITS),))
    )
    turned = Script(moves, (), [Order(US, (Pivot(10.0),))])
    turned.run_until(1)
    engine_then = turned.battle.units[US]
    assert (engine_then.doings.moved, engine_then.pose.facing) == (Moved.PIVOTED, 10.0)
    after = replace(turned.battle, turn=battle.turn)
    assert isinstance(judge_shot(after, NameShot(Side.RED), AT), Judged)
    assert bolt(after, US, THEM, BOLT).hit.need == 4
    shoved = replace(engine_then, doings=replace(engine_then.doings, moved=Moved.MOVED))
    after = replace(after, units=(shoved, after.units[THEM]))
    assert shot_options(after, NameShot(Side.RED)) == (Done(),)


@pytest.mark.rule("engine.shot-at", "charge.response.stand-and-shoot")
def test_no_engine_stands_and_shoots() -> None:
    battle = before(legionaries())
    assert not can_answer_with_shots(battle, US, THEM)


@pytest.mark.rule("engine.bolt-thrower")
@pytest.mark.parametrize("most", [1, 2, 3, 6])
def test_its_odds_are_those_of_its_dice(most: int) -> None:
    ranks = tuple((Stage("to wound", need), Stage("save", 7, kind="save")) for need in (2, 3, 5))
    at = Pierce(US, THEM, Stage("to hit", 7, kind="missile"), ranks, most, 4, 5)
    spread = outcomes(at)
    assert {o: spread.probability(o) for o in spread.outcomes} == by_every_face(at)


@pytest.mark.rule("engine.bolt-thrower")
def test_a_bolt_goes_on_through_a_model_that_was_hurt_before() -> None:
    battle = changed(before(heavy_chariots(), files=1), THEM, wounds=2)
    asked = bolt(battle, US, THEM, BOLT)
    assert (asked.most, asked.hurt) == (3, 2)
    # It hits, wounds and takes the last wound; goes on into the next rank, and wounds there.
    through = shot(battle, 4, 4, 1, 5, 2)
    assert wounds(through) == 3
    assert [e.slain for e in through.table.events if isinstance(e, WoundsTaken)] == [1]
    spread = outcomes(asked)
    assert {o: spread.probability(o) for o in spread.outcomes} == by_every_face(asked)
