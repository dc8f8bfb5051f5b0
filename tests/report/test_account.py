"""The account: four lines a combat at the most, nothing twice, every rule in the book."""

import re
from itertools import pairwise

import pytest

from kit.accounts import lines_of
from maniple.play.figures import needed
from maniple.play.rulebook import rulebook
from maniple.report.account.lines import Line
from maniple.report.account.nerve import distance_told
from maniple.report.account.sentence import Sentence
from maniple.report.account.words import counted, inches, listed, summed


@pytest.fixture(scope="module", params=[("ford", 1), ("ford", 6), ("small-field", 2)], ids=str)
def lines(request: pytest.FixtureRequest) -> list[Line]:
    scenario, seed = request.param
    return [*lines_of(scenario, seed), *lines_of(scenario, seed, "random")]


def test_every_rule_that_is_cited_is_in_the_book(lines: list[Line]) -> None:
    ids = {entry.id for entry in rulebook()}
    assert {rule for line in lines for rule in line.rules} <= ids


def test_a_combat_has_four_lines_at_the_most_and_one_for_a_challenge(lines: list[Line]) -> None:
    fight: tuple[object, ...] = ()
    told = 0
    for line in lines:
        if any(rule.startswith("challenge.") for rule in line.rules):
            continue
        told = told + 1 if line.units and line.units == fight and len(fight) > 1 else 1
        fight = line.units
        assert told <= 4, line.text


def test_no_heading_stands_over_nothing(lines: list[Line]) -> None:
    for line, following in pairwise(lines):
        assert (line.level, following.level) != ("phase", "phase")
        assert (line.level, following.level) != ("phase", "turn")


def test_lines_are_sentences(lines: list[Line]) -> None:
    for line in lines:
        assert line.text[:1].isupper() or line.text[:1].isdigit(), line.text
        assert "  " not in line.text
        assert not re.search(r"\b(\w{3,}) \1\b", line.text), line.text
        assert "None" not in line.text
        assert line.text == line.text.strip(" ;,")


def test_a_sentence_grows_clause_by_clause() -> None:
    told = Sentence()
    told.say("auxilia", "needed 7 or less", rules=("break.test",))
    told.say("auxilia", "broke", rules=("break.test", "flee.off-table"))
    told.say("warriors", "rode them down")
    told.say("warriors", "rode them down")
    line = told.line()
    assert line.text == "Auxilia needed 7 or less and broke; warriors rode them down"
    assert line.rules == ("break.test", "flee.off-table")


def test_words() -> None:
    assert listed(["A"]) == "A"
    assert listed(["A", "B", "C"]) == "A, B and C"
    assert (counted(1, "man", "men"), counted(2, "man", "men")) == ("1 man", "2 men")
    assert (inches(1.0), inches(7.0), inches(7.46)) == ("1 inch", "7 inches", "7.5 inches")
    assert [needed(need) for need in (1, 4, 6, 7, 9, 10)] == [
        "2+",
        "4+",
        "6+",
        "6 then 4+",
        "6 then 6+",
        "the impossible",
    ]
    assert (summed([3, 5]), summed([4])) == ("3+5 = 8", "4")
    assert distance_told(7.0, None) == "7 inches"
