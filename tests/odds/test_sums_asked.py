"""Answers that show their sums: on demand, and without changing what is answered."""

from collections.abc import Callable

import pytest

from kit.sums import exact, part
from maniple.battle.state import Response
from maniple.odds.answers import Answer
from maniple.odds.charge import charge
from maniple.odds.fight import fight
from maniple.odds.flight import flee_and_pursue
from maniple.odds.melee import melee_round
from maniple.odds.nerve import break_test, rally
from maniple.odds.reach import Place, reach
from maniple.odds.situations import alone, apart, melee, shooting
from maniple.odds.volley import volley

FEW = melee("6 legionaries, 3 wide, charging", "5 warriors")
NEAR = apart("5 warriors, 5 wide", "4 archers, 4 wide", 6)

QUESTIONS: dict[str, tuple[Callable[[bool], Answer], str]] = {
    "melee_round": (lambda sums: melee_round(FEW, sums=sums), "Warriors at Legionaries"),
    "fight": (lambda sums: fight(FEW, rounds=1, sums=sums), "If Warriors must leave"),
    "volley": (
        lambda sums: volley(shooting("6 archers", "10 warriors", 14), sums=sums),
        "Archers at Warriors, with the composite bow",
    ),
    "break_test": (lambda sums: break_test(FEW, 2, sums=sums), "Legionaries, to hold"),
    "rally": (
        lambda sums: rally(alone("10 warriors", fleeing=True), sums=sums),
        "Warriors, to rally",
    ),
    "charge": (
        lambda sums: charge(NEAR, response=Response.STAND_AND_SHOOT, sums=sums),
        "Archers at Warriors, with the composite bow",
    ),
    "flee_and_pursue": (lambda sums: flee_and_pursue(FEW, sums=sums), "If Legionaries must"),
    "reach": (lambda sums: reach(NEAR, Place(72, 40), sums=sums), "Warriors: flight"),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_sum_is_shown_when_it_is_wanted_and_changes_nothing(question: str) -> None:
    asked, heading = QUESTIONS[question]
    plain, shown = asked(False), asked(True)
    assert plain.sums == ()
    assert (shown.outcomes, shown.counts) == (plain.outcomes, plain.counts)
    assert part(shown.sums, heading)


def test_the_sum_of_a_volley_is_that_of_its_answer() -> None:
    answer = QUESTIONS["volley"][0](True)
    assert exact(part(answer.sums, "Archers at Warriors")["unsaved"]) == answer.counts[1].mean()


def test_the_sum_of_a_rally_is_its_answer() -> None:
    answer = QUESTIONS["rally"][0](True)
    chance = part(answer.sums, "Warriors, to rally")["chance"]
    assert exact(chance) == answer.chance_of("Warriors rallied")


def test_the_sum_of_a_break_test_is_its_answer() -> None:
    answer = break_test(melee("10 warriors", "10 auxilia"), 2, sums=True)
    row = part(answer.sums, "Warriors, to hold")["lost by 2"]
    assert exact(row) == answer.chance_of("Warriors holding")


def test_of_a_unit_with_no_enemy_about_it_is_not_told_what_a_failure_leads_to() -> None:
    told = part(break_test(alone("10 warriors"), 2, sums=True).sums, "Warriors, to hold")
    assert "a failure" not in told
    foe = melee("10 warriors", "10 auxilia")
    assert (
        part(break_test(foe, 2, sums=True).sums, "Warriors, to hold")["a failure"].figure
        == "breaks"
    )
