"""Situations made of words: who stands where, and what is said of them."""

import pytest

from maniple.armies import PhraseError
from maniple.battle.bodies import gap
from maniple.battle.sides import Side
from maniple.battle.tasks import Do, Phase
from maniple.battle.terrain import Cover
from maniple.battle.unit import Formation, Moved
from maniple.geometry import Edge
from maniple.odds.asking import QuestionError
from maniple.odds.melee import melee_round
from maniple.odds.situations import OURS, THEIRS, alone, apart, melee
from maniple.rules.fleeing.rally import what_bars
from maniple.rules.shooting.cover import cover_of

A, B = "18 legionaries, 6 wide", "24 warriors, 8 wide"


def test_a_melee_is_as_its_words_say() -> None:
    asked = melee(f"{A}, charging", f"{B}, struck in the flank")
    battle = asked.battle
    assert (asked.our_name, asked.their_name) == ("Legionaries", "Warriors")
    assert [unit.models for unit in battle.units] == [18, 24]
    (contact,) = battle.contacts
    assert (contact.red_edge, contact.blue_edge) == (Edge.FRONT, Edge.LEFT)
    fight = battle.units[OURS].fight
    assert fight is not None
    assert fight.charging
    assert gap(battle.units[OURS], battle.units[THEIRS]) == pytest.approx(0.0, abs=1e-3)


def test_weapons_and_challenges_are_kept() -> None:
    asked = melee(f"{A}, with a general, challenging", "6 noble cavalry with lances")
    assert asked.challenging == (Side.RED,)
    assert asked.arms == ((THEIRS, "lance"),)


def test_a_melee_is_of_whose_turn_it_is_who_charges() -> None:
    assert melee(A, f"{B}, charging").battle.turn.side is Side.BLUE
    assert melee(A, B).battle.turn.side is Side.RED


@pytest.mark.parametrize("inches", [0.5, 7.25, 30.0])
@pytest.mark.parametrize("struck", ["front", "flank", "rear"])
def test_units_apart_are_so_many_inches_apart(inches: float, struck: str) -> None:
    battle = apart("12 roman archers, 6 wide", f"{B}, struck in the {struck}", inches).battle
    assert gap(battle.units[OURS], battle.units[THEIRS]) == pytest.approx(inches, abs=1e-3)


def test_units_apart_begin_the_phase_that_is_asked_for() -> None:
    asked = apart(A, B, 6.0, phase=Phase.SHOOTING, moved=Moved.MOVED)
    assert asked.battle.turn.phase is Phase.SHOOTING
    assert [task.do for task in asked.battle.turn.todo] == [Do.SHOOT]
    assert asked.battle.units[OURS].doings.moved is Moved.MOVED


@pytest.mark.rule("shoot.modifiers")
@pytest.mark.parametrize("cover", list(Cover))
def test_cover_shelters_the_target_alone(cover: Cover) -> None:
    battle = apart(A, B, 6.0, cover=cover).battle
    assert cover_of(battle, OURS, THEIRS) is cover
    assert cover_of(battle, THEIRS, OURS) is Cover.NONE


@pytest.mark.rule("shoot.modifiers")
def test_who_is_behind_a_hedge_or_in_a_wood_has_soft_cover() -> None:
    for place in ("behind a hedge", "in a wood"):
        battle = apart(A, f"{B}, {place}", 6.0).battle
        assert cover_of(battle, OURS, THEIRS) is Cover.SOFT


@pytest.mark.rule("troop.skirmish")
def test_troops_without_ranks_stand_loose() -> None:
    unit = apart("6 skirmishers", B, 9.0).battle.units[OURS]
    assert unit.formation is Formation.SKIRMISH
    assert len(unit.places) == 6


@pytest.mark.rule("troop.skirmish", "charge.at-skirmishers")
@pytest.mark.parametrize("words", ["12 slingers", "12 spearmen, skirmishing"])
def test_skirmishers_fight_in_a_row_as_wide_as_their_enemy(words: str) -> None:
    asked = melee(words, "8 warriors, 8 wide, charging")
    unit, foe = asked.battle.units
    assert (unit.formation, foe.formation) == (Formation.SKIRMISH, Formation.FORMED)
    front = [place for place in unit.places if place.y > 36.0 - 0.01]
    assert len(front) == 8
    assert gap(unit, foe) == pytest.approx(0.0, abs=1e-3)
    assert sum(outcome.chance for outcome in melee_round(asked).outcomes) == 1


def test_a_unit_that_flees_may_try_to_rally() -> None:
    battle = alone(A, fleeing=True, lost=6).battle
    unit = battle.units[OURS]
    assert (unit.fleeing, unit.formation, unit.models) == (True, Formation.MOB, 12)
    assert what_bars(unit) is None
    assert [task.do for task in battle.turn.todo] == [Do.RALLY]


def test_a_misspelt_unit_of_a_roster_is_shown_where_it_stands() -> None:
    with pytest.raises(PhraseError) as told:
        _ = melee("rome-2000:Frist cohort, 5 wide", B)
    assert told.value.position == len("rome-2000:")
    assert "First cohort" in told.value.remedy


def test_a_misspelt_stance_after_a_roster_is_shown_where_it_stands() -> None:
    text = "rome-2000:First cohort, 5 wyde"
    with pytest.raises(PhraseError) as told:
        _ = melee(text, B)
    assert told.value.position == text.index("5 wyde")


def test_what_can_not_be_is_refused() -> None:
    with pytest.raises(QuestionError, match="one charges"):
        _ = melee(f"{A}, charging", f"{B}, charging")
    with pytest.raises(QuestionError, match="fight to its front"):
        _ = melee(f"{A}, struck in the rear", f"{B}, struck in the flank")
    with pytest.raises(QuestionError, match="no flank or rear"):
        _ = melee(A, "12 slingers, struck in the flank")
    with pytest.raises(QuestionError, match="at most 60"):
        _ = apart(A, B, 61)
    with pytest.raises(QuestionError, match="0 to 17"):
        _ = alone(A, lost=18)
    with pytest.raises(QuestionError, match="no enemy"):
        _ = alone(A).their_name
