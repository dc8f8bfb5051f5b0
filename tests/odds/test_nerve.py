"""Questions about nerve, against what can be counted on the fingers of two dice."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from maniple.odds.asking import QuestionError
from maniple.odds.nerve import break_test, leadership_test, rally
from maniple.odds.situations import Situation, alone, melee

AT_MOST = {5: 10, 6: 15, 7: 21, 8: 26, 9: 30, 10: 33}
"""Of the 36 throws of two dice, those of at most so much."""


def led_by(leadership: int, words: str = "10 spearmen", fleeing: bool = False) -> Situation:
    """A unit alone whose men, and leader, have this Leadership."""
    asked = alone(words, fleeing=fleeing)
    first, *others = asked.battle.units
    profile = replace(first.sheet.profile, leadership=leadership)
    sheet = replace(first.sheet, profile=profile, leader_leadership=0)
    units = (replace(first, sheet=sheet), *others)
    return replace(asked, battle=replace(asked.battle, units=units))


@pytest.mark.rule("psychology.test")
@pytest.mark.parametrize(("leadership", "throws"), AT_MOST.items())
def test_a_test_is_passed_by_at_most_the_leadership(leadership: int, throws: int) -> None:
    answer = leadership_test(led_by(leadership))
    assert answer.chance_of("passed") == Fraction(throws, 36)
    assert answer.chance_of("failed") == Fraction(36 - throws, 36)


@pytest.mark.rule("profile.cap")
def test_a_modifier_counts_from_the_capped_leadership() -> None:
    assert leadership_test(led_by(9), modifier=-2).chance_of("passed") == Fraction(21, 36)
    assert leadership_test(led_by(9), modifier=4).chance_of("passed") == Fraction(33, 36)
    assert leadership_test(led_by(5), modifier=-9).chance_of("passed") == 0


@pytest.mark.rule("break.test")
@pytest.mark.parametrize(("leadership", "margin", "throws"), [(8, 1, 21), (9, 1, 26), (7, 5, 1)])
def test_a_break_test_is_taken_less_the_margin(leadership: int, margin: int, throws: int) -> None:
    answer = break_test(led_by(leadership), margin)
    assert answer.chance_of("Spearmen holding") == Fraction(throws, 36)
    assert answer.chance_of("Spearmen broken") == Fraction(36 - throws, 36)


@pytest.mark.rule("battle-standard.reroll")
@pytest.mark.parametrize(
    ("need", "percent"), [(5, 47.84), (6, 65.97), (7, 82.64), (8, 92.28), (9, 97.22)]
)
def test_beside_the_battle_standard_a_break_test_is_taken_again(need: int, percent: float) -> None:
    answer = break_test(led_by(10, "12 spearmen, with a battle standard"), 10 - need)
    failed = Fraction(36 - AT_MOST[need], 36)
    assert answer.chance_of("Spearmen holding") == 1 - failed**2
    assert float(100 * answer.chance_of("Spearmen holding")) == pytest.approx(percent, abs=0.005)


@pytest.mark.rule("break.hopeless")
def test_the_last_few_break_without_a_test() -> None:
    assert break_test(alone("10 spearmen", lost=6), 1).chance_of("Spearmen broken") == 1


@pytest.mark.rule("break.ferocious-charge", "troop.warband")
def test_who_is_charged_ferociously_breaks_without_a_test() -> None:
    asked = melee("12 spearmen", "12 warriors, charging")
    assert break_test(asked, 1).chance_of("Spearmen broken") == 1
    asked = melee("12 spearmen", "12 warriors")
    assert break_test(asked, 1).chance_of("Spearmen broken") < 1


@pytest.mark.rule("troop.stubborn")
def test_stubborn_troops_ignore_their_first() -> None:
    asked = melee("12 legionaries, stubborn", "12 spearmen")
    assert break_test(asked, 9).chance_of("Legionaries holding") == 1


@pytest.mark.rule("fear.defeat")
def test_who_is_beaten_by_more_whom_he_fears_breaks_without_a_test() -> None:
    many = melee("12 spearmen", "16 dead men")
    assert break_test(many, 1).chance_of("Spearmen broken") == 1
    as_many = melee("12 spearmen", "12 dead men")
    assert break_test(as_many, 1).chance_of("Spearmen broken") < 1


@pytest.mark.rule("break.fall-back", "character.in-unit")
def test_characters_count_for_odds_so_great_that_a_unit_falls_back() -> None:
    """Twelve with a general are more than twice six; twelve alone are not."""
    led = melee("12 spearmen with a general", "6 warriors")
    answer = break_test(led, 9)
    assert answer.chance_of("Spearmen fallen back") == 1 - answer.chance_of("Spearmen holding") > 0
    alone_there = melee("12 spearmen", "6 warriors")
    assert break_test(alone_there, 9).chance_of("Spearmen broken") > 0


@pytest.mark.rule("rally.test")
@pytest.mark.parametrize(("leadership", "throws"), AT_MOST.items())
def test_a_unit_rallies_on_its_leadership(leadership: int, throws: int) -> None:
    answer = rally(led_by(leadership, fleeing=True))
    assert answer.chance_of("Spearmen rallied") == Fraction(throws, 36)
    assert answer.chance_of("Spearmen still fleeing") == Fraction(36 - throws, 36)


@pytest.mark.rule("rally.too-few")
def test_what_can_not_be_asked_is_refused() -> None:
    with pytest.raises(QuestionError, match=r"rally\.too-few"):
        _ = rally(alone("10 spearmen", fleeing=True, lost=6))
    with pytest.raises(QuestionError, match="does not flee"):
        _ = rally(alone("10 spearmen"))
    with pytest.raises(QuestionError, match="1 to 40"):
        _ = break_test(alone("10 spearmen"), 0)
    with pytest.raises(QuestionError, match="no Panic tests"):
        _ = leadership_test(alone("10 spearmen, immune to psychology"), kind="panic.general")
