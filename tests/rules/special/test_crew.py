"""Those who ride on a beast shoot and fight from it, and are struck on it."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from kit.changes import changed
from kit.fights import events, met, opened
from kit.tables import BLUE, Put, table
from kit.troops import HAND, JAVELIN_CREW, archers, elephant, spearmen
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import Attacks, Struck, Volley
from maniple.battle.events import CrewWounded, UnitShot, WoundsTaken
from maniple.battle.sheet import Melee
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Phase
from maniple.battle.unit import UnitId
from maniple.dice.stages import Stage
from maniple.play.record.fingerprint import fingerprint
from maniple.play.script import Script
from maniple.rules.fighting.blows import attacks_of, strikers_left
from maniple.rules.nerve.casualties import inflict
from maniple.rules.shooting.firing import volley_at
from maniple.rules.shooting.line_of_fire import weapons_of, why_not_shoot, with_a_shot
from maniple.rules.shooting.volley import can_answer_with_shots, shoot
from maniple.rules.special.crew import dice_at_crew, inflict_on_crew, wounds_to_lose

BEAST, MEN = UnitId(0), UnitId(1)


def before_spears(apart: float = 6.0, phase: Phase = Phase.SHOOTING) -> Battle:
    """An elephant looks up the table at spearmen so many inches off."""
    return table(
        Put(elephant(), x=30, y=20),
        Put(spearmen(), x=30, y=20 + apart, facing=180, files=4, side=BLUE),
        phase=phase,
    )


def in_touch(charger: int = -1) -> Battle:
    return met(before_spears(0.0), BEAST, MEN, charger=charger)


@pytest.mark.rule("troop.elephant", "shoot.who")
def test_the_crew_shoots_each_man_with_his_own_skill() -> None:
    battle = before_spears()
    seen = with_a_shot(battle, BEAST, MEN)
    volley = volley_at(battle, BEAST, MEN, weapons_of(battle.units[BEAST])[0], seen)
    assert [(a.dice, a.stages[0].need) for a in volley.attacks] == [(3, 4)]
    fewer = changed(battle, BEAST, crew_wounds=2)
    volley = volley_at(fewer, BEAST, MEN, weapons_of(fewer.units[BEAST])[0], seen)
    assert [a.dice for a in volley.attacks] == [1]
    assert can_answer_with_shots(fewer, BEAST, MEN)
    nobody = changed(battle, BEAST, crew_wounds=3)
    refusal = why_not_shoot(nobody, nobody.units[BEAST])
    assert refusal is not None
    assert refusal.rule == "shoot.who"
    assert not can_answer_with_shots(nobody, BEAST, MEN)


@pytest.mark.rule("troop.elephant")
def test_the_crew_strikes_at_its_own_initiative_whom_the_beast_strikes() -> None:
    script = opened(in_touch(BEAST))
    groups = script.battle.combats[-1].groups
    assert {(g.unit, g.crew, g.models) for g in groups if not g.leader} == {
        (BEAST, False, 1),
        (BEAST, True, 3),
        (MEN, False, 7),
    }
    own = next(g for g in groups if g.unit == BEAST and not g.crew)
    crew = next(g for g in groups if g.crew)
    assert own.moment < crew.moment
    assert (crew.target, crew.weapon) == (MEN, "hand weapon")
    (blows,) = attacks_of(script.battle, own)
    assert (blows.dice, [stage.need for stage in blows.stages]) == (4, [3, 2, 9])
    (blows,) = attacks_of(script.battle, crew)
    assert (blows.dice, [stage.need for stage in blows.stages]) == (3, [4, 4, 5])
    slain = changed(script.battle, BEAST, crew_wounds=2)
    assert [a.dice for a in attacks_of(slain, crew)] == [1]
    assert attacks_of(changed(script.battle, BEAST, crew_wounds=3), crew) == ()


@pytest.mark.rule("troop.elephant")
def test_the_crew_fights_with_the_best_of_its_own_weapons() -> None:
    spear = Melee("thrusting spear", strength=1, strength_when="charging")
    armed = elephant(crew=replace(JAVELIN_CREW, melee=(HAND, spear)))
    for charger, arms in ((BEAST, "thrusting spear"), (MEN, "hand weapon")):
        battle = changed(in_touch(charger), BEAST, sheet=armed)
        groups = opened(battle).battle.combats[-1].groups
        assert [g.weapon for g in groups if g.crew] == [arms]


@pytest.mark.rule("troop.elephant")
@pytest.mark.parametrize(
    ("dice", "high"), [(1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (8, 3), (9, 3), (12, 4)]
)
def test_one_in_three_of_what_is_aimed_at_an_elephant_is_for_its_crew(dice: int, high: int) -> None:
    unit = before_spears().units[BEAST]
    assert dice_at_crew(unit, dice) == high
    assert dice_at_crew(replace(unit, crew_wounds=3), dice) == 0
    assert dice_at_crew(before_spears().units[MEN], dice) == 0


@pytest.mark.rule("troop.elephant")
def test_blows_at_an_elephant_are_shared_and_each_meets_its_own_toughness() -> None:
    script = opened(in_touch(BEAST))
    men = next(g for g in script.battle.combats[-1].groups if g.unit == MEN and not g.leader)
    at_beast, at_crew = attacks_of(script.battle, men)
    assert (at_beast.dice + at_crew.dice, at_crew.dice) == (men.models, 2)
    assert [stage.need for stage in at_beast.stages] == [4, 6, 5]
    assert [stage.need for stage in at_crew.stages] == [4, 4, 7]


@pytest.mark.rule("troop.elephant", "shoot.casualties")
def test_a_volley_kills_crew_who_are_no_models_of_the_army() -> None:
    battle = table(
        Put(elephant(), x=30, y=20),
        Put(archers(models=6), x=30, y=30, facing=180, files=6, side=BLUE),
        phase=Phase.SHOOTING,
        side=BLUE,
    )
    script = Script(battle, [6, 6, 1, 1, 6, 5, 6, 6, 4, 4, 1])
    script.run(shoot(script.table, MEN, BEAST, "bow"))
    volley = script.rolled[0][0]
    assert isinstance(volley, Volley)
    assert [(a.dice, a.at_crew) for a in volley.attacks] == [(4, False), (2, True)]
    assert "4x" in fingerprint(volley)
    assert ">0c" in fingerprint(volley)
    (shot,) = events(script, UnitShot)
    (hurt,) = events(script, CrewWounded)
    after = script.battle.units[BEAST]
    assert (hurt.slain, after.crew_left, after.models) == (1, 2, 1)
    assert shot.wounds == hurt.wounds + sum(e.wounds for e in events(script, WoundsTaken))


@pytest.mark.rule("troop.elephant", "combat.casualties")
def test_wounds_on_the_crew_count_for_the_result_and_the_dead_strike_no_more() -> None:
    battle = opened(in_touch(MEN)).battle
    assert battle.combats[-1].groups[0].unit == MEN
    # Two of the three men are struck at once: only the third strikes back.
    (crew,) = [g for g in battle.combats[-1].groups if g.crew]
    hurt = Table(battle)
    assert inflict_on_crew(hurt, BEAST, 2, MEN, "combat.casualties") == 2
    assert strikers_left(hurt.battle, crew) == 1
    (event,) = hurt.events
    assert isinstance(event, CrewWounded)
    assert event.slain == 2


@pytest.mark.rule("troop.elephant")
def test_a_crew_falls_with_its_beast_and_has_no_more_wounds_than_men() -> None:
    battle = in_touch()
    assert wounds_to_lose(battle.units[BEAST], crew=True) == 3
    table_ = Table(changed(battle, BEAST, crew_wounds=2))
    assert wounds_to_lose(table_.battle.units[BEAST], crew=True) == 1
    assert wounds_to_lose(table_.battle.units[BEAST]) == 6
    _ = inflict(table_, BEAST, 6, MEN, "combat.casualties", shooting=False)
    assert inflict_on_crew(table_, BEAST, 1, MEN, "combat.casualties") == 0
    assert table_.battle.units[BEAST].crew_left == 0


@pytest.mark.rule("troop.elephant")
def test_tough_crewmen_keep_the_wounds_that_do_not_kill() -> None:
    tough = replace(JAVELIN_CREW, profile=replace(JAVELIN_CREW.profile, wounds=2))
    table_ = Table(changed(in_touch(), BEAST, sheet=elephant(crew=tough)))
    assert inflict_on_crew(table_, BEAST, 3, MEN, "combat.casualties") == 1
    assert table_.battle.units[BEAST].crew_left == 2
    assert wounds_to_lose(table_.battle.units[BEAST], crew=True) == 3


@pytest.mark.rule("troop.elephant")
def test_the_odds_of_a_volley_at_beast_and_crew_are_exact() -> None:
    once = (Stage("to hit", 4), Stage("to wound", 4))
    volley = Volley(
        MEN,
        (Attacks(1, once, BEAST), Attacks(1, once, BEAST, at_crew=True)),
        (Struck(BEAST, 6), Struck(BEAST, 3, crew=True)),
    )
    spread = outcomes(volley)
    assert spread.probability((1, 0)) == spread.probability((0, 1)) == Fraction(3, 16)
    assert spread.probability((1, 1)) == Fraction(1, 16)
