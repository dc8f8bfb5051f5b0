"""What an answer looks like in the terminal, in a table, and as JSON."""

import io
import json
from fractions import Fraction
from math import isclose

import pytest
from rich.console import Console

from kit.answered import answer, compared, tries
from maniple.commands.odds.data import answer_data, compared_data
from maniple.commands.odds.histogram import rows
from maniple.commands.odds.table import print_compared_table, print_table
from maniple.commands.odds.told import print_answer, print_compared, shown_outcomes
from maniple.odds.answers import Answer, Certainty, Count, Outcome


def page(width: int = 100) -> Console:
    return Console(file=io.StringIO(), width=width, highlight=False)


def text(out: Console) -> str:
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue()


def line(told: str, begin: str) -> str:
    """The line that begins with these words."""
    return next(one for one in told.splitlines() if one.strip().startswith(begin)).strip()


def test_an_answer_tells_outcomes_counts_and_how_sure_it_is() -> None:
    out = page()
    print_answer(out, answer())
    told = text(out)
    assert told.startswith("Legionaries against Warriors: one round\n")
    assert line(told, "Warriors break").split("█")[0].split() == [
        *("Warriors", "break"),
        *("41.7", "%", "2", "in", "5"),
    ]
    assert "Warriors lost: 1 on average, 1 in the middle" in told
    assert "rounds fought: always 1" in told
    assert "Exact" in told
    assert "The rules that spoke" not in told


def test_bars_are_as_long_as_the_chances_are() -> None:
    out = page(160)
    print_answer(out, answer())
    told = text(out)
    longs = [line(told, name).count("█") for name in ("Warriors break", "Legionaries break")]
    assert longs == [40 * 5 // 12, 40 * 7 // 12]


@pytest.mark.parametrize("width", [20, 40, 59, 60, 80, 200])
def test_any_width_will_do(width: int) -> None:
    out = page(width)
    print_answer(out, answer(), why=True)
    print_compared(out, compared(), why=True)
    print_table(out, answer())
    print_compared_table(out, compared())
    assert max(map(len, text(out).splitlines())) <= width


def test_sums_are_told_with_their_rules() -> None:
    out = page()
    print_answer(out, answer(), why=True)
    told = text(out)
    assert "weapon skill 3 to 3  [combat.to-hit]" in told
    assert "[shoot.save, weapon.strength-save]" in told
    assert told.index("The rules that spoke") < told.index("A model fights what its base touches")


def test_bounds_say_which_limit_was_reached_and_what_to_do() -> None:
    out = page()
    print_answer(out, answer(Certainty("bounds", Fraction(2, 100), spent="seconds")))
    told = " ".join(text(out).split())
    assert "41.7 to 43.7 %" in told
    assert "The limit of time was reached: 2.0 % was not followed to its end" in told
    assert "--sample 20000" in told
    assert "Warriors lost: of what was followed, 1 on average" in told


def test_of_many_outcomes_those_that_never_come_are_left_out_but_where_it_is_not_known() -> None:
    def of(certainty: Certainty) -> Answer:
        known = 1 - certainty.unknown
        none = [Outcome(name, Fraction(0)) for name in "abcd"]
        return Answer("fight", "", (Outcome("hold", known), *none), certainty=certainty)

    assert [one.name for one in shown_outcomes(of(Certainty()))] == ["hold"]
    tiny = Certainty("bounds", Fraction(1, 10**9))
    assert [one.name for one in shown_outcomes(of(tiny))] == ["hold"]
    gaps = Certainty("bounds", Fraction(1, 50), spent="seconds")
    assert [one.name for one in shown_outcomes(of(gaps))] == ["hold", *"abcd"]
    out = page()
    print_answer(out, of(gaps))
    assert line(text(out), "a ").split() == ["a", "0", "to", "2.0", "%"]


def test_a_sample_is_told_with_its_error() -> None:
    out = page()
    print_answer(out, answer(Certainty("sampled", error=0.0035, runs=20_000)))
    told = " ".join(text(out).split())
    assert "41.7 ± 0.7 %" in told
    assert "A sample: 20,000 runs" in told
    assert "twice the standard error is 0.7 % at most" in told


def test_a_wide_count_is_told_in_steps_that_miss_nothing() -> None:
    count = Count("lost", tries(200, Fraction(1, 2)))
    shown = rows(count)
    assert len(shown) <= 16
    assert sum(row.chance for row in shown) == 1
    assert (shown[0].low, shown[-1].high) == (0, 200)
    assert [row.low for row in shown[1:]] == [row.high + 1 for row in shown[:-1]]
    assert shown[0].label.endswith("or fewer")
    assert shown[-1].label.endswith("or more")


def test_a_small_count_is_told_number_by_number() -> None:
    shown = rows(Count("lost", tries(3, Fraction(1, 3))))
    assert [row.label for row in shown] == ["0", "1", "2", "3"]
    assert [row.at_least for row in shown][1] == 1 - Fraction(8, 27)


def test_the_table_has_exact_fractions() -> None:
    out = page()
    print_table(out, answer())
    told = text(out)
    assert line(told, "Warriors break").split()[-3:] == ["41.6667", "%", "5/12"]
    assert line(told, "3 ").split() == ["3", "3.7037", "%", "3.7037", "%", "100.0000", "%", "1/27"]


def test_the_table_says_what_was_left_out() -> None:
    out = page()
    print_table(out, answer(Certainty("bounds", Fraction(1, 50), spent="runs")))
    assert line(text(out), "not followed").split()[-1] == "1/50"


def test_json_has_every_chance_exactly() -> None:
    told = json.loads(json.dumps(answer_data(answer())))
    assert list(told) == ["question", "told", "certainty", "outcomes", "counts", "sums"]
    first = told["outcomes"][0]
    assert first == {"name": "Warriors break", "chance": {"exact": "5/12", "float": 5 / 12}}
    assert sum(Fraction(outcome["chance"]["exact"]) for outcome in told["outcomes"]) == 1
    for count in told["counts"]:
        assert sum(Fraction(row["chance"]["exact"]) for row in count["chances"]) == 1
        assert count["chances"][0]["at_least"] == {"exact": "1", "float": 1.0}
    lost = told["counts"][0]
    assert isclose(lost["mean"], 1.0)
    assert lost["median"] == 1
    assert lost["quantiles"] == {"0.05": 0, "0.25": 0, "0.5": 1, "0.75": 2, "0.95": 2}
    assert told["sums"][0]["figures"][1] == {
        "what": "to hit",
        "figure": "4+",
        "rules": ["combat.to-hit"],
        "note": "weapon skill 3 to 3",
        "exact": None,
    }
    assert told["certainty"] == {
        "how": "exact",
        "unknown": {"exact": "0", "float": 0.0},
        "error": 0.0,
        "runs": 0,
        "limit": None,
    }


def test_choices_are_compared_outcome_by_outcome() -> None:
    out = page()
    print_compared(out, compared())
    told = text(out)
    (outcome,) = told.split("Warriors break\n")[1:]
    choices = outcome.splitlines()[:2]
    assert [row.split()[:2] for row in choices] == [["charging", "41.7"], ["never:", "standing"]]
    data = json.loads(json.dumps(compared_data(compared())))
    assert [one["choice"] for one in data["choices"]] == ["charging", "standing"]
    assert data["choices"][1]["answer"]["outcomes"][0]["name"] == "both hold"
