"""Engines and their crews: shot at, left, turned."""

import pytest
from msgspec.structs import replace

from kit.changes import changed
from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import (
    BOW,
    SHORT_BOW,
    STONE,
    archers,
    elephant,
    engine,
    spears_and_bows,
    war_wagon,
    warriors,
)
from maniple.armies.spells import spell_book
from maniple.battle.asks import NameShot, OrderUnit, Shot
from maniple.battle.bodies import body
from maniple.battle.events import EngineLost, EngineWounded, UnitDestroyed, UnitFled
from maniple.battle.judged import Judged, Refusal
from maniple.battle.orders import Advance, Order, Pivot
from maniple.battle.sides import Side
from maniple.battle.spells import Effect
from maniple.battle.state import Battle, Combat
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import NOBODY, Formation, Laid, Moved, Status, UnitId
from maniple.play.script import Script
from maniple.rules.charging.charging import why_not_charge
from maniple.rules.charging.responses import may_run
from maniple.rules.fleeing.aftermath import may_pursue
from maniple.rules.fleeing.disengage import can_try
from maniple.rules.fleeing.fall_back import fall_back
from maniple.rules.fleeing.overrun import overrun_tasks
from maniple.rules.fleeing.running import take_to_flight
from maniple.rules.moving.manoeuvre import judge_order
from maniple.rules.moving.plan import may_march
from maniple.rules.nerve.dread import fears
from maniple.rules.shooting.firing import hindrances, volley_at
from maniple.rules.shooting.volley import shot_options
from maniple.rules.special.bolt_thrower import bolt as thrown
from maniple.rules.special.engine import files_of_crew, inflict_on_engine, leave, never_pursues
from maniple.rules.special.magic.bolt import stages_of
from maniple.rules.special.template import under_template

CREW, FOE = UnitId(0), UnitId(1)


def facing_engine(models: int = 8) -> Battle:
    return table(
        Put(engine("onager", STONE, models), x=30, y=20),
        Put(archers("archers", 8), 30, 28, 180, 8, BLUE),
        side=BLUE,
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
    )


@pytest.mark.rule("engine.shot-at")
def test_one_shot_in_three_is_for_the_crew() -> None:
    """Three of eight, whose Strength of 3 can't wound an engine of Toughness 7."""
    at_crew, at_engine = volley_at(facing_engine(), FOE, CREW, BOW, range(8)).attacks
    assert (at_crew.dice, at_crew.at_engine, at_crew.stages[1].need) == (3, False, 4)
    assert (at_engine.dice, at_engine.at_engine) == (5, True)
    assert [stage.need for stage in at_engine.stages] == [4, 7, 7]


@pytest.mark.rule("engine.shot-at", "shoot.casualties")
def test_shots_wound_crew_and_engine() -> None:
    battle = facing_engine()
    strong = replace(BOW, strength=6)
    archer = replace(battle.units[FOE].sheet, missiles=(strong,))
    battle = replace(battle, units=(battle.units[CREW], replace(battle.units[FOE], sheet=archer)))
    # three for the crew: two hit, one wounds, no save; five for the engine: one hits and wounds
    script = Script(battle, [4, 4, 1, 4, 1, 4, 1, 1, 1, 1, 5], [Shot(FOE, CREW, "bow")])
    script.run_until(1)
    crew = script.battle.units[CREW]
    assert (crew.models, crew.engine_wounds, crew.has_engine) == (7, 1, True)
    assert [e.cite for e in script.table.events if isinstance(e, EngineWounded)] == [
        "shoot.casualties"
    ]


@pytest.mark.rule("engine.shot-at")
def test_with_its_last_wound_it_is_lost_and_the_crew_fights_on() -> None:
    game = Table(facing_engine())
    inflict_on_engine(game, CREW, 2, FOE, "shoot.casualties")
    assert game.battle.units[CREW].has_engine
    assert game.battle.units[CREW].missiles == (STONE,)
    inflict_on_engine(game, CREW, 4, FOE, "shoot.casualties")
    assert [type(e).__name__ for e in game.events[1:]] == ["EngineWounded", "EngineLost"]
    crew = game.battle.units[CREW]
    assert (crew.models, crew.has_engine, crew.missiles, crew.status) == (
        8,
        False,
        (),
        Status.TABLE,
    )
    assert (body(crew).width, body(crew).depth) == pytest.approx((60 / 25.4, 60 / 25.4))
    inflict_on_engine(game, CREW, 1, FOE, "shoot.casualties")
    assert len(game.events) == 3


@pytest.mark.rule("engine.shot-at")
@pytest.mark.parametrize(("models", "files"), [(1, 1), (2, 2), (3, 3), (8, 3), (9, 3), (12, 4)])
def test_the_crew_keeps_within_the_room_of_its_engine(models: int, files: int) -> None:
    assert files_of_crew(facing_engine(models).units[CREW]) == files


@pytest.mark.rule("engine.left", "flee.mob")
def test_a_crew_that_flees_leaves_its_engine() -> None:
    game = Table(facing_engine())
    take_to_flight(game, CREW, (FOE,), "panic.shooting")
    assert [type(e) for e in game.events] == [EngineLost, UnitFled]
    assert [e.cite for e in game.events if isinstance(e, EngineLost)] == ["engine.left"]
    crew = game.battle.units[CREW]
    assert (crew.formation, crew.fleeing, crew.has_engine) == (Formation.MOB, True, False)
    assert body(crew).width == pytest.approx(crew.files * 20 / 25.4)
    leave(game, CREW)
    leave(game, FOE)
    assert len(game.events) == 2


@pytest.mark.rule("engine.left")
def test_crews_do_not_pursue_nor_wagons() -> None:
    battle = facing_engine()
    assert never_pursues(battle.units[CREW])
    assert not never_pursues(replace(battle.units[CREW], engine_wounds=3))
    assert not never_pursues(battle.units[FOE])
    wagon = table(Put(war_wagon(), 30, 20)).units[0]
    assert never_pursues(wagon)


@pytest.mark.rule("engine.left", "pursue.must")
def test_a_crew_that_wins_stays_by_its_engine() -> None:
    battle = table(
        Put(engine("onager"), x=30, y=20),
        Put(
            warriors(
                "band",
                3,
            ),
            30,
            20,
            180,
            3,
            BLUE,
        ),
    )
    combat = Combat((CREW, FOE), winner=Side.RED, broken=(FOE,), is_done=True)
    battle = replace(met(battle, 0, 1), combats=(combat,))
    assert not may_pursue(battle, battle.units[CREW])
    free = replace(battle.units[CREW], engine_wounds=3)
    assert may_pursue(replace(battle, units=(free, battle.units[FOE])), free)


def engaged() -> Battle:
    """The crew of an engine that fights five warriors to their front."""
    battle = table(
        Put(engine("onager"), x=30, y=20),
        Put(warriors("band", 5), 30, 20, 180, 5, BLUE),
    )
    return met(battle, 0, 1)


@pytest.mark.rule("engine.left", "break.fall-back.move")
def test_a_crew_that_falls_back_leaves_its_engine() -> None:
    game = Table(engaged())
    _ = fall_back(game, CREW, (FOE,), 4.0)
    assert [e.cite for e in game.events if isinstance(e, EngineLost)] == ["engine.left"]
    assert not game.battle.units[CREW].has_engine


@pytest.mark.rule("engine.left", "disengage.test", "pursue.overrun")
def test_a_crew_does_not_leave_its_engine_by_choice() -> None:
    battle = engaged()
    combat = Combat((CREW, FOE), winner=Side.RED, destroyed=(FOE,), is_done=True, fought=True)
    combat = replace(combat, first_round=(CREW,), charged=(CREW,))
    won = UnitDestroyed(FOE, CREW, "combat.casualties").changed(replace(battle, combats=(combat,)))

    def without(battle: Battle) -> Battle:
        free = replace(battle.units[CREW], engine_wounds=3, files=3)
        return replace(battle, units=(free, battle.units[FOE]))

    assert can_try(without(battle), without(battle).units[CREW])
    assert not can_try(battle, battle.units[CREW])
    assert overrun_tasks(without(won)) == (Task(Do.OVERRUN, CREW),)
    assert overrun_tasks(won) == ()


@pytest.mark.rule("engine.pivot")
def test_an_engine_turns_about_its_middle_for_nothing() -> None:
    battle = table(Put(engine("onager"), x=30, y=20), phase=Phase.MOVES)
    judged = judge_order(battle, OrderUnit(Side.RED), Order(CREW, (Pivot(135.0),)))
    assert isinstance(judged, Judged)
    middle = body(battle.units[CREW])
    assert judged.end is not None
    moved = body(replace(battle.units[CREW], pose=judged.end))
    assert (moved.cx, moved.cy) == pytest.approx((middle.cx, middle.cy), abs=0.002)
    assert judged.end.facing == 135.0


@pytest.mark.rule("engine.pivot", "move.geometry")
@pytest.mark.parametrize("unit", [0, 1])
def test_who_may_not_pivot(unit: int) -> None:
    """One that stands too close to a friend, and who serves no engine."""
    battle = table(
        Put(engine("onager"), x=30, y=20),
        Put(warriors("friends", 9), 30 + 60 / 25.4 + 0.05, 20, 0, 3),
        phase=Phase.MOVES,
    )
    refused = judge_order(battle, OrderUnit(Side.RED), Order(UnitId(unit), (Pivot(45.0),)))
    assert isinstance(refused, Refusal)
    assert refused.rule == ("move.interpenetrate", "engine.pivot")[unit]


@pytest.mark.rule("engine.pivot", "shoot.move-or-shoot")
def test_a_pivot_and_a_move_are_a_move() -> None:
    battle = table(
        Put(engine("onager"), x=30, y=20),
        Put(warriors(), 30, 44, 180, 6, BLUE),
        phase=Phase.MOVES,
        todo=(Task(Do.ORDER_UNITS),),
    )
    script = Script(battle, (), [Order(CREW, (Pivot(10.0), Advance(1.0)))])
    script.run_until(1)
    assert script.battle.units[CREW].doings.moved is Moved.MOVED
    assert len(shot_options(script.battle, NameShot(Side.RED))) == 1


@pytest.mark.rule("engine.shot-at", "troop.combined-formation", "shoot.to-hit")
def test_archers_of_a_combined_formation_aim_at_an_engine_with_their_own_skill() -> None:
    battle = table(
        Put(engine("onager", STONE), x=30, y=20),
        Put(spears_and_bows(), 30, 26, 180, 6, BLUE),
        side=BLUE,
        phase=Phase.SHOOTING,
    )
    at_crew, at_engine = volley_at(battle, FOE, CREW, SHORT_BOW, range(6)).attacks
    assert (at_crew.stages[0].need, at_engine.stages[0].need) == (3, 3)


@pytest.mark.rule("engine.shot-at", "magic.ward")
def test_a_ward_upon_the_crew_lies_upon_its_engine_too() -> None:
    battle = facing_engine()
    ward = Laid("ward", Effect.WARD, FOE, 5)
    warded = changed(battle, CREW, spells=(ward,))
    bolt = replace(STONE, name="bolt", template=0.0, pierces=True)
    at = warded.units[CREW].pose
    under = [a for a in under_template(warded, STONE, at.x, at.y) if a.at_engine]
    (_, at_engine) = volley_at(warded, FOE, CREW, BOW, range(8)).attacks
    spell = next(spell for spell in spell_book() if spell.effect is Effect.BOLT)
    assert under[0].stages[-1].need == 5
    assert at_engine.stages[-1].need == 5
    assert stages_of(warded, spell, CREW)[-1].need == 5
    assert thrown(warded, FOE, CREW, bolt).ranks[0][-1].need == 5


def without_engine(*more: Put, models: int = 8) -> Battle:
    """A crew of a lost engine, in ranks where it stood, and whoever else."""
    game = Table(table(Put(engine("onager", STONE, models), x=30, y=20), *more))
    inflict_on_engine(game, CREW, 3, NOBODY, "shoot.casualties")
    return game.battle


@pytest.mark.rule("engine.shot-at", "charge.declare", "charge.response.flee", "move.march")
def test_a_crew_without_its_engine_charges_flees_and_marches_as_foot() -> None:
    battle = without_engine(Put(warriors("band"), 30, 26, 180, 6, BLUE))
    assert why_not_charge(battle, battle.units[CREW]) is None
    assert may_run(battle.units[CREW])
    assert may_march(without_engine(), without_engine().units[CREW]) is None
    served = facing_engine()
    assert why_not_charge(served, served.units[CREW]) is not None
    assert not may_run(served.units[CREW])
    assert may_march(served, served.units[CREW]) is not None


@pytest.mark.rule("engine.shot-at", "troop.elephant")
def test_a_crew_without_its_engine_fears_elephants_as_foot() -> None:
    battle = without_engine(Put(elephant(), 30, 26, 180, side=BLUE))
    assert fears(battle, CREW, FOE) == "troop.elephant"


@pytest.mark.rule("engine.shot-at", "shoot.modifiers")
def test_the_last_man_of_a_lost_engine_is_a_single_man() -> None:
    battle = without_engine(Put(archers(), 30, 28, 180, 8, BLUE), models=1)
    found = hindrances(battle, battle.units[FOE], battle.units[CREW], BOW, None)
    assert [one.what for one in found] == ["at a single man"]
