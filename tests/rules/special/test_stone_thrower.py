"""Stones: how they are aimed, where they fall, and whom they strike."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from kit.chance import by_every_face
from kit.changes import joined
from kit.fights import met
from kit.tables import BLUE, RED, Put, table
from kit.troops import STONE, battle_standard, engine, foot, general, heavy_chariots, warriors
from maniple.battle.asks import Aim, AimEngine, Ask, AskAnswer, NameShot, Shot
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import Attacks, Roll, Scatter, Struck, Volley
from maniple.battle.events import (
    CharacterJoined,
    EngineLost,
    EngineMisfired,
    EngineWounded,
    StoneThrown,
    UnitFled,
    WoundsTaken,
)
from maniple.battle.judged import Judged, Refusal
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import NOBODY, Status, UnitId
from maniple.dice.seeded import Seeded
from maniple.dice.stages import Stage
from maniple.geometry import Rect, pose
from maniple.play.odds import step_odds
from maniple.play.script import Script
from maniple.rules.shooting.line_of_fire import why_not_shoot
from maniple.rules.special.stone_thrower import judge_aim, landed, sample_aim
from maniple.rules.special.template import CLEAR, PART, WHOLLY, how_covered, under_template

US, THEM = UnitId(0), UnitId(1)
AT = Shot(US, THEM, "stone thrower")
ASK = AimEngine(Side.RED, US, THEM)


def before(*foes: Put) -> Battle:
    return table(
        Put(engine("onager"), x=30, y=10),
        *(foes or (Put(warriors("band", 9), 30, 30, 180, 3, BLUE),)),
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
    )


def thrown(battle: Battle, aim: Aim, *dice: int) -> Script:
    script = Script(battle, dice, [AT, aim])
    script.run_until(1)
    return script


# Of nine warriors facing down the table, three wide from y = 30, the middle one stands here.
MIDDLE = Aim(0.0, 20.0 + 1.5 * 20 / 25.4)


@pytest.mark.rule("engine.stone-thrower")
def test_a_hit_falls_where_it_was_aimed() -> None:
    """The middle man is wholly under the template, the eight round him too: 3 bases are 2.4 inches
    across, their corners 1.67 from the middle: those at the corners are partly under it.
    """
    # scatter 1 is a HIT, whatever the artillery die says; four corner men at 4+: two are struck;
    # five hits wound on 2+, two of the corner men's
    script = thrown(before(), MIDDLE, 1, 3, 2, 2, 2, 2, 1, 4, 4, 1, 1, 2, 2)
    (stone,) = [e for e in script.table.events if isinstance(e, StoneThrown)]
    assert (stone.x, stone.y, stone.off) == (30.0, 31.181, 0)
    assert script.battle.units[US].doings.shot
    (lost,) = [e for e in script.table.events if isinstance(e, WoundsTaken)]
    assert (lost.unit, lost.slain, lost.cite) == (THEM, 6, "engine.stone-thrower")
    assert script.battle.turn.todo[0].do is Do.PANIC_TEST


@pytest.mark.rule("engine.stone-thrower")
def test_an_arrow_carries_it_that_many_inches_away() -> None:
    # scatter 3 is an arrow, artillery 2 is four inches, three o'clock
    script = thrown(before(), MIDDLE, 3, 2, 3)
    (stone,) = [e for e in script.table.events if isinstance(e, StoneThrown)]
    assert (stone.x, stone.y, stone.off) == (34.0, 31.181, 4)
    assert not [e for e in script.table.events if isinstance(e, WoundsTaken)]


@pytest.mark.rule("engine.stone-thrower")
def test_twelve_oclock_is_straight_on_from_the_engine() -> None:
    assert landed((10.0, 10.0), 90.0, 2, 12) == (12.0, 10.0)
    assert landed((10.0, 10.0), 90.0, 2, 3) == (10.0, 8.0)
    assert landed((10.0, 10.0), 0.0, 10, 6) == (10.0, 0.0)


@pytest.mark.rule("engine.stone-thrower")
def test_misfire_wins_over_a_hit() -> None:
    """Case B18."""
    script = thrown(before(), MIDDLE, 1, 6, 4)
    assert [type(r) for r, _ in script.rolled] == [Scatter, Roll]
    (misfire,) = [e for e in script.table.events if isinstance(e, EngineMisfired)]
    assert (misfire.face, misfire.jammed_until) == (4, 0)
    assert script.battle.units[US].doings.shot
    assert not [e for e in script.table.events if isinstance(e, StoneThrown)]


@pytest.mark.rule("engine.stone-thrower")
@pytest.mark.parametrize("face", [2, 3])
def test_a_misfire_that_costs_a_crewman_and_the_next_turn(face: int) -> None:
    after = thrown(before(), MIDDLE, 5, 6, face).battle
    crew = after.units[US]
    assert (crew.models, crew.has_engine) == (7, True)

    def silent(number: int) -> bool:
        fresh = replace(crew, doings=replace(crew.doings, shot=False))
        return (
            why_not_shoot(replace(after, turn=replace(after.turn, number=number)), fresh)
            is not None
        )

    assert [silent(number) for number in (1, 2, 3)] == [True, True, False]


@pytest.mark.rule("engine.stone-thrower")
def test_a_misfire_that_destroys_the_engine() -> None:
    script = thrown(before(), MIDDLE, 5, 6, 1)
    (lost,) = [e for e in script.table.events if isinstance(e, EngineLost)]
    assert lost.cite == "engine.stone-thrower"
    crew = script.battle.units[US]
    assert (crew.models, crew.has_engine, crew.missiles) == (8, False, ())
    assert (crew.files, crew.body_width) == (3, 0.0)


@pytest.mark.rule("engine.stone-thrower")
def test_misfires_of_the_last_crewman_end_it() -> None:
    battle = before()
    alone = replace(battle.units[US], models=1)
    battle = replace(battle, units=(alone, *battle.units[1:]))
    assert thrown(battle, MIDDLE, 5, 6, 2).battle.units[US].status is Status.DESTROYED


# ------------------------------------------------------------------------------------ aiming


@pytest.mark.rule("engine.stone-thrower", "sight.arc")
@pytest.mark.parametrize(
    ("aim", "rule"),
    [
        (Aim(0.0, 11.9), "engine.stone-thrower"),
        (Aim(0.0, 60.1), "engine.stone-thrower"),
        (Aim(46.0, 30.0), "sight.arc"),
        (Aim(float("nan"), 30.0), "engine.stone-thrower"),
        (Aim(0.0, float("inf")), "engine.stone-thrower"),
    ],
)
def test_aims_that_are_refused(aim: Aim, rule: str) -> None:
    refused = judge_aim(before(), ASK, aim)
    assert isinstance(refused, Refusal)
    assert refused.rule == rule


@pytest.mark.rule("engine.stone-thrower", "measure.when")
@pytest.mark.parametrize(
    "aim", [Aim(0.0, 12.0), Aim(315.0, 60.0), Aim(45.0, 20.0), Aim(361.0, 20.00049)]
)
def test_any_range_and_direction_may_be_stated(aim: Aim) -> None:
    judged = judge_aim(before(), ASK, aim)
    assert isinstance(judged, Judged)
    assert isinstance(judged.answer, Aim)
    assert 0.0 <= judged.answer.facing < 360.0
    assert judged.answer.inches == round(judged.answer.inches, 3)


@pytest.mark.rule("engine.stone-thrower")
def test_aims_by_lot_are_legal_and_not_always_the_same() -> None:
    lot = Seeded(3)
    aims = [sample_aim(before(), ASK, lot.below) for _ in range(30)]
    assert all(isinstance(judge_aim(before(), ASK, aim), Judged) for aim in aims)
    assert len(set(aims)) > 5


# ---------------------------------------------------------------------------------- template


@pytest.mark.rule("engine.stone-thrower")
def test_a_base_is_wholly_under_partly_under_or_clear() -> None:
    """Case B19: a base of an inch whose corners are a little within, on and beyond 1.5 inches."""

    def at(x: float) -> str:
        return how_covered(Rect(x, 0.5, 0.0, 1.0, 1.0), 0.0, 0.0, 1.5)

    assert [at(x) for x in (0.0, 0.9, 0.92, 1.9, 2.01)] == [WHOLLY, WHOLLY, PART, PART, CLEAR]


def attacks(battle: Battle, x: float, y: float) -> dict[tuple[int, str], tuple[int, int]]:
    """How many of whom are struck, and what each needs to be hit."""
    found = under_template(battle, STONE, x, y)
    return {(a.target, a.who): (a.dice, a.stages[0].need) for a in found}


@pytest.mark.rule("engine.stone-thrower")
def test_those_partly_under_are_struck_on_four_or_more() -> None:
    assert attacks(before(), 30.0, 31.181) == {
        (THEM, WHOLLY): (5, 1),
        (THEM, PART): (4, 4),
    }


@pytest.mark.rule("engine.stone-thrower")
def test_a_short_last_rank_has_its_men_where_they_stand() -> None:
    """Seven men three wide: the last stands in the middle of the third rank."""
    battle = before(Put(warriors("band", 7), 30, 30, 180, 3, BLUE))
    assert sum(dice for dice, _ in attacks(battle, 30.0, 31.181).values()) == 7
    assert attacks(battle, 30.0, 33.85) == {(THEM, PART): (1, 4)}


@pytest.mark.rule("engine.stone-thrower")
def test_friends_are_struck_as_well_and_no_armour_saves() -> None:
    heavy = foot("heavy", 4, armour=replace(foot("x").armour, worn=3, shield=2))
    battle = before(Put(warriors("band", 9), 30, 30, 180, 3, BLUE), Put(heavy, 40, 30, 0, 2, RED))
    (whole,) = [a for a in under_template(battle, STONE, 40.0, 29.2) if a.who == WHOLLY]
    assert (whole.target, whole.dice) == (UnitId(2), 4)
    assert [stage.need for stage in whole.stages] == [1, 2, 7]


@pytest.mark.rule("engine.stone-thrower", "panic.shooting")
def test_friends_who_panic_run_from_the_enemy_and_not_from_the_engine() -> None:
    battle = before(
        Put(warriors("band", 9), 40, 44, 180, 3, BLUE), Put(warriors("ours", 9), 30, 30, 0, 3)
    )
    # aimed at the second rank; five wholly under and four partly, of whom none is struck
    script = thrown(battle, Aim(0.0, 18.819), 1, 1, *[6] * 5, *[1] * 4)
    test = script.battle.turn.todo[0]
    assert (test.do, test.unit, test.other) == (Do.PANIC_TEST, UnitId(2), NOBODY)


@pytest.mark.rule("engine.stone-thrower", "shoot.into-combat")
def test_a_stone_falls_among_those_who_fight_as_well() -> None:
    battle = before(
        Put(warriors("band", 9), 30, 30, 180, 3, BLUE),
        Put(warriors("ours", 9), 30, 30, 0, 3),
        Put(warriors("mark", 9), 50, 40, 180, 3, BLUE),
    )
    fighting = met(battle, 2, 1)
    script = Script(
        fighting,
        [1, 1, *[1] * 12],
        [Shot(US, UnitId(3), "stone thrower"), Aim(0.0, 20.0)],
    )
    script.run_until(1)
    volley = next(r for r, _ in script.rolled if isinstance(r, Volley))
    assert {a.target for a in volley.attacks} == {THEM, UnitId(2)}


@pytest.mark.rule("engine.stone-thrower")
def test_models_of_many_wounds_lose_a_d4_each() -> None:
    battle = before(Put(heavy_chariots(), 30, 30, 180, 3, BLUE))
    (part,) = under_template(battle, STONE, 30.0, 32.0)
    assert (part.who, part.dice, part.damage, part.most) == (PART, 3, 4, 3)
    # HIT; three partly under it, two struck, one wounds on 2+, and a D4 of 4 is three wounds
    script = thrown(battle, Aim(0.0, 22.0), 2, 1, 4, 6, 3, 2, 1, 4)
    (lost,) = [e for e in script.table.events if isinstance(e, WoundsTaken)]
    assert (lost.wounds, lost.slain) == (3, 1)


@pytest.mark.rule("engine.stone-thrower")
def test_a_character_in_the_ranks_is_struck_where_he_stands() -> None:
    battle = before(
        Put(foot("spears", 8, leader=False, standard=False, musician=False), 30, 30, 180, 3, BLUE),
        Put(battle_standard("bearer"), 50, 40, 0, 1, BLUE),
    )
    battle = CharacterJoined(UnitId(2), THEM, 1).changed(battle)
    found = attacks(battle, 30.0, 31.181)
    assert found[UnitId(2), PART] == (1, 4) or found[UnitId(2), WHOLLY] == (1, 1)
    assert sum(dice for dice, _ in found.values()) == 9


@pytest.mark.rule("engine.stone-thrower", "character.look-out-sir")
@pytest.mark.parametrize("mounted", [False, True])
def test_a_character_in_a_mob_is_struck_in_its_midst(mounted: bool) -> None:
    spears = foot("spears", 8, leader=False, standard=False, musician=False)
    battle = before(
        Put(spears, 30, 30, 180, 3, BLUE),
        Put(general("chief", mounted=mounted), 50, 40, 0, 1, BLUE),
    )
    battle = joined(battle, 2, THEM)
    mob = UnitFled(THEM, "panic.shooting", pose(30.0, 30.0, 180.0), 3)
    found = attacks(mob.changed(battle), 30.0, 30.5)
    assert sum(dice for (who, _), (dice, _) in found.items() if who == 2) == 1
    (warned,) = [a for a in under_template(mob.changed(battle), STONE, 30.0, 30.5) if a.turned]
    assert warned.target == 2


@pytest.mark.rule("engine.stone-thrower", "engine.shot-at")
def test_an_engine_and_its_crew_are_struck_apart() -> None:
    battle = before(Put(engine("ballista", STONE, 4), 30, 30, 180, 1, BLUE))
    found = under_template(battle, STONE, 30.0, 31.0)
    at_engine = [a for a in found if a.at_engine]
    assert [(a.dice, a.who, a.most, a.stages[1].need) for a in at_engine] == [(1, PART, 3, 4)]
    assert sum(a.dice for a in found if not a.at_engine) == 4
    # HIT; the engine is struck on 4+, wounded on 4+ (7 against 7), and loses 2 of its 3 wounds; of
    # the crew of four all are wholly under, and nobody is wounded
    script = thrown(battle, Aim(0.0, 21.0), 1, 1, 4, 4, 2, 1, 1, 1, 1)
    assert [e.wounds for e in script.table.events if isinstance(e, EngineWounded)] == [2]


# -------------------------------------------------------------------------------------- odds


@pytest.mark.rule("engine.stone-thrower")
def test_the_odds_of_scatter_are_those_of_its_dice() -> None:
    spread = outcomes(Scatter(US))
    exact = {where: spread.probability(where) for where in spread.outcomes}
    assert exact == by_every_face(Scatter(US))
    assert exact[None] == Fraction(1, 6)
    assert exact[0, 0] == Fraction(5, 18)
    assert exact[4, 3] == Fraction(1, 6) * Fraction(2, 3) / 12


@pytest.mark.rule("engine.stone-thrower")
def test_the_odds_of_many_wounds_are_those_of_their_dice() -> None:
    stages = (Stage("to hit", 4), Stage("to wound", 2))
    volley = Volley(
        US,
        (Attacks(2, stages, THEM, PART, damage=4, most=3), Attacks(1, stages, THEM, WHOLLY)),
        (Struck(THEM, 5),),
    )
    spread = outcomes(volley)
    assert {o: spread.probability(o) for o in spread.outcomes} == by_every_face(volley)


@pytest.mark.rule("engine.stone-thrower")
def test_a_whole_throw_has_exact_odds() -> None:
    """One man where it is aimed: a HIT slays him in 5 of 6; two inches astray towards the eight hours
    that are not straight to a side, a corner of his base is still under the template.
    """
    battle = before(Put(warriors("man", 1), 30, 30, 180, 1, BLUE))

    def says(_: Battle, ask: Ask) -> AskAnswer:
        return AT if isinstance(ask, NameShot) else Aim(0.0, 20.4)

    spread = step_odds(battle, says)
    slain = sum(chance for after, chance in spread.items() if not after.units[THEM].is_alive)
    assert sum(spread.values()) == 1
    hour = Fraction(2, 3) * Fraction(1, 6) / 12
    assert slain == (Fraction(5, 18) + 8 * hour * Fraction(1, 2)) * Fraction(5, 6)
