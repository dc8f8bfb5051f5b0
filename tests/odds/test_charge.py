"""Charges as questions: from the declaring to whether those who run are caught."""

from fractions import Fraction

import pytest

from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import archers, spearmen, warriors, with_traits
from maniple.battle.state import Battle, Response
from maniple.battle.unit import UnitId
from maniple.odds.asking import QuestionError
from maniple.odds.charge import charge, charge_by_response
from maniple.odds.charge_outcomes import (
    DARES_NOT,
    DRAWN,
    ENEMY_GONE,
    FAILS,
    FLED_AWAY,
    FLED_CAUGHT,
    FLED_OFF,
    HELD,
    SHAKEN,
    TERRIFIED,
)
from maniple.odds.melee import melee_round
from maniple.odds.situations import Situation, apart, melee

OURS, THEIRS = "18 legionaries, 6 wide", "12 warriors, 6 wide"
PAIRS = Fraction(575, 1296)
AT_MOST = {2: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7: 21}
"""Of 36, by total."""


@pytest.mark.rule("charge.move")
@pytest.mark.parametrize(("inches", "reaches"), [(7.9, True), (8.1, False)])
def test_a_charge_covers_twice_the_move(inches: float, reaches: bool) -> None:
    answer = charge(apart(OURS, THEIRS, inches), response=Response.HOLD)
    assert (FAILS in [outcome.name for outcome in answer.outcomes]) is not reaches
    assert (answer.count("Warriors lost").mean() > 0) is reaches


@pytest.mark.rule("charge.response.flee")
@pytest.mark.parametrize("inches", [3.0, 4.0, 5.0, 6.0])
def test_who_flees_is_caught_if_the_charge_still_reaches_him(inches: float) -> None:
    """Eight inches of charge, less those between, are to be rolled at most."""
    answer = charge(apart(OURS, THEIRS, inches), response=Response.FLEE)
    assert answer.chance_of(FLED_CAUGHT) == Fraction(AT_MOST[8 - int(inches)], 36)
    assert answer.chance_of(FLED_AWAY) == 1 - answer.chance_of(FLED_CAUGHT)


@pytest.mark.rule("flee.off-table")
def test_the_last_of_an_army_may_flee_off_the_table_and_end_the_battle() -> None:
    battle = table(
        Put(with_traits("ours"), x=20, y=40, files=5),
        Put(with_traits("theirs", 6), x=20, y=46, facing=180, files=3, side=BLUE),
    )
    answer = charge(Situation(battle, UnitId(0), UnitId(1)), response=Response.FLEE)
    assert answer.chance_of(FLED_OFF) == 1


@pytest.mark.rule("charge.procedure")
def test_who_holds_is_fought_as_if_charged_home() -> None:
    """The round, its losses and its Break tests are those of the two put in touch, one charging."""
    answer = charge(apart(OURS, THEIRS, 6.0), response=Response.HOLD)
    once = melee_round(melee(f"{OURS}, charging", THEIRS))
    caught = answer.chance_of("enemy breaks and is caught")
    away = answer.chance_of("enemy breaks and gets away")
    assert caught + away == once.chance_of("Warriors broken")
    assert caught == PAIRS * (caught + away)
    assert answer.chance_of(HELD) == once.chance_of("Warriors beaten, but holding")
    assert answer.chance_of(DRAWN) == once.chance_of("drawn")
    assert answer.count("Warriors lost").chances == once.count("Warriors lost").chances
    assert answer.count("Legionaries lost").chances == once.count("Legionaries lost").chances


@pytest.mark.rule("charge.facing")
@pytest.mark.parametrize("struck", ["flank", "rear"])
def test_flank_and_rear_are_charged_as_they_are_struck(struck: str) -> None:
    answer = charge(apart(OURS, f"{THEIRS}, struck in the {struck}", 6.0), response=Response.HOLD)
    once = melee_round(melee(f"{OURS}, charging", f"{THEIRS}, struck in the {struck}"))
    broken = sum(o.chance for o in answer.outcomes if o.name.startswith("enemy breaks"))
    assert broken == once.chance_of("Warriors broken")


@pytest.mark.rule("charge.response.stand-and-shoot")
def test_shots_cost_men_before_the_charge_comes_home() -> None:
    situation = apart("12 warriors, 6 wide", "12 roman archers, 6 wide", 6.0)
    held = charge(situation, response=Response.HOLD)
    shot = charge(situation, response=Response.STAND_AND_SHOOT)
    assert shot.count("Warriors lost").mean() > held.count("Warriors lost").mean()
    assert shot.chance_of(SHAKEN) > 0
    assert sum(outcome.chance for outcome in shot.outcomes) == 1


@pytest.mark.rule("charge.procedure")
def test_a_target_that_is_shot_to_the_last_man_is_gone_before_the_charge_comes_home() -> None:
    """Six camel riders shoot as they charge, on sixes at a single man; his wound is saved on a six."""
    answer = charge(apart("6 camel riders", "1 warriors", 5))
    assert (
        answer.chance_of(ENEMY_GONE)
        == 1 - (1 - Fraction(1, 6) * Fraction(1, 2) * Fraction(5, 6)) ** 6
    )


def test_the_answers_open_to_the_target_are_compared() -> None:
    compared = charge_by_response(apart("12 warriors, 6 wide", "12 roman archers, 6 wide", 6.0))
    names = [name for name, _ in compared.choices]
    assert names[:3] == ["hold", "flee", "stand and shoot"]
    for _, answer in compared.choices:
        assert sum(outcome.chance for outcome in answer.outcomes) == 1


def test_a_response_that_is_not_open_is_refused_with_those_that_are() -> None:
    with pytest.raises(QuestionError, match="cannot stand and shoot: it can hold or flee"):
        charge(apart(OURS, THEIRS, 6.0), response=Response.STAND_AND_SHOOT)


@pytest.mark.rule("fear.charging")
def test_who_fears_his_target_may_not_dare_to_charge() -> None:
    """Leadership 7 is failed in 15 of 36."""
    battle = charging_at(dread=True)
    answer = charge(Situation(battle, UnitId(0), UnitId(1)))
    assert answer.chance_of(DARES_NOT) == Fraction(15, 36)


@pytest.mark.rule("terror.test")
def test_who_is_terrified_of_his_target_flees_and_may_leave_the_table() -> None:
    """Leadership 7 is failed in 15 of 36; the edge is four inches behind."""
    battle = table(
        Put(with_traits("ours"), x=20, y=4, files=5),
        Put(with_traits("friends"), x=60, y=4, files=5),
        Put(with_traits("theirs", causes_terror=True), x=20, y=10, facing=180, files=3, side=BLUE),
    )
    answer = charge(Situation(battle, UnitId(0), UnitId(2)))
    assert answer.chance_of(TERRIFIED) == Fraction(15, 36)


@pytest.mark.rule("fear.charged")
def test_who_fears_a_charger_flees_if_he_is_outnumbered() -> None:
    """Leadership 7 is failed in 15 of 36; he flees then, and eight inches less six are rolled in 1."""
    battle = charging_at(dreaded=True, models=20)
    answer = charge(Situation(battle, UnitId(0), UnitId(1)))
    assert answer.chance_of(FLED_CAUGHT) == Fraction(15, 36) * Fraction(1, 36)
    assert answer.chance_of(FLED_AWAY) == Fraction(15, 36) * Fraction(35, 36)


@pytest.mark.rule("charge.declare")
def test_a_charge_that_may_not_be_declared_is_refused_with_the_reason() -> None:
    battle = table(
        Put(spearmen(), x=36, y=20, facing=180, files=5),
        Put(warriors(), x=36, y=26, facing=180, files=5, side=BLUE),
    )
    with pytest.raises(QuestionError, match=r"does not see warriors \[charge.declare\]"):
        charge(Situation(battle, UnitId(0), UnitId(1)))


@pytest.mark.rule("turn.combat-order")
def test_what_others_do_does_not_change_the_answer() -> None:
    """A fight of others, and friends who would panic, are far from what is asked."""
    alone = charging_at(models=6)
    others = table(
        Put(with_traits("ours", 6), x=20, y=20, files=3),
        Put(archers("bowmen"), x=30, y=10, files=8),
        Put(spearmen("friends"), x=50, y=20, files=5),
        Put(with_traits("theirs", 6), x=20, y=26.0, facing=180, files=3, side=BLUE),
        Put(warriors("others"), x=29, y=34, facing=180, files=5, side=BLUE),
        Put(warriors("foes"), x=50, y=20, facing=180, files=5, side=BLUE),
    )
    others = met(others, 2, 5)
    near = charge(Situation(others, UnitId(0), UnitId(3)))
    far = charge(Situation(alone, UnitId(0), UnitId(1)))
    assert near.outcomes == far.outcomes
    assert near.counts == far.counts


def charging_at(*, dread: bool = False, dreaded: bool = False, models: int = 10) -> Battle:
    """Foot (0) six inches before half a dozen others (1), either of whom may cause fear."""
    ours = with_traits("ours", models, causes_fear=dreaded)
    theirs = with_traits("theirs", 6, causes_fear=dread)
    return table(
        Put(ours, x=20, y=20, files=min(5, models // 2)),
        Put(theirs, x=20, y=26, facing=180, files=3, side=BLUE),
    )
