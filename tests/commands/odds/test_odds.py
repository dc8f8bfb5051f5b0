"""`maniple odds`: questions asked in words, and answered in words, tables, JSON and pages."""

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from kit.command_line import run, run_alone

Json: TypeAlias = dict[str, Any]  # Any: data from outside, which the tests look into

A = "8 legionaries, 4 wide, charging"
B = "8 auxilia, 4 wide"

QUESTIONS = [
    ("round", A, B),
    ("fight", A, B, "--rounds", "1"),
    ("fight", A, B, "--rounds", "1", "--by-round", "--widen", "both"),
    ("volley", "6 roman archers", B, "--inches", "8"),
    ("charge", "5 light cavalry", "5 roman archers", "--inches", "7"),
    ("break-test", "20 auxilia", "--margin", "2"),
    ("break-test", "--leadership", "8", "--margin", "2"),
    ("leadership", "20 auxilia"),
    ("leadership", "--leadership", "7", "--modifier", "-1"),
    ("rally", "20 auxilia", "--lost", "6"),
    ("flight", "20 auxilia", "6 noble cavalry"),
    ("panic", "20 auxilia", "18 legionaries", "--breaks", "2", "--by", "24 warriors"),
    ("reach", "6 light cavalry", "--inches", "10"),
]


def odds(*words: str) -> Json:
    told: Json = json.loads(run("odds", *words, "--json").stdout)
    return told


def exact(chance: Json) -> Fraction:
    return Fraction(chance["exact"])


def chances(told: Json) -> dict[str, Fraction]:
    return {one["name"]: exact(one["chance"]) for one in told["outcomes"]}


@pytest.mark.parametrize("words", QUESTIONS, ids=" ".join)
def test_every_question_is_answered_in_every_way(words: tuple[str, ...]) -> None:
    told = odds(*words)
    assert sum(chances(told).values()) + exact(told["certainty"]["unknown"]) == 1
    shown = run("odds", *words)
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert told["told"] in " ".join(shown.stdout.split())
    assert "Exact: every roll was followed to its end." in shown.stdout
    table = run("odds", *words, "--table", "--why")
    assert table.exit_code == 0
    likeliest = max(told["outcomes"], key=lambda one: exact(one["chance"]))
    assert likeliest["name"] in " ".join(shown.stdout.split())
    assert likeliest["name"] in " ".join(table.stdout.split())


@pytest.mark.parametrize(
    ("words", "passes"),
    [
        (("--leadership", "8", "--margin", "2"), Fraction(15, 36)),
        (("--leadership", "8", "--margin", "1"), Fraction(21, 36)),
        (("--leadership", "8", "--margin", "3", "--reroll"), 1 - Fraction(26, 36) ** 2),
        (("--leadership", "10", "--margin", "2", "--reroll"), 1 - Fraction(10, 36) ** 2),
    ],
)
def test_a_bare_break_test(words: tuple[str, ...], passes: Fraction) -> None:
    """2D6, and what the round was lost by, at most Leadership; a failure rolls again by a standard."""
    told = odds("break-test", *words)
    assert chances(told)[f"The unit of Leadership {words[1]} holding"] == passes


def test_one_battle_standard_is_enough() -> None:
    told = odds("break-test", "20 auxilia, with a battle standard", "--margin", "2", "--reroll")
    assert told["units"] == ["Auxilia, 20 strong, 6 wide and 4 deep, with battle standard"]


def test_a_bare_leadership_test() -> None:
    assert chances(odds("leadership", "--leadership", "7"))["passed"] == Fraction(21, 36)
    told = odds("leadership", "--leadership", "7", "--modifier", "-2")
    assert chances(told)["passed"] == Fraction(10, 36)
    figures = {one["what"]: one["figure"] for one in told["sums"][0]["figures"]}
    assert figures == {
        "Leadership": "7",
        "changed by": "-2",
        "needed": "5 or less on 2D6",
        "chance": "27.78 %",
    }


def test_a_flight_is_caught_where_pursuers_roll_more() -> None:
    told = odds("flight", "20 auxilia", "18 legionaries")
    assert chances(told)["caught"] == Fraction(575, 1296)


def test_units_are_told_as_they_were_understood() -> None:
    words = ("24 warriors, 8 wide, without standard, charging", "12 legionaries, with a general")
    told = odds("round", *words)
    assert told["units"] == [
        "Warriors, 24 strong, 8 wide and 3 deep, charging, without standard",
        "Legionaries, 12 strong, 6 wide and 2 deep, with general",
    ]
    assert told["units"][0] in run("odds", "round", *words).stdout


def test_units_come_from_rosters() -> None:
    told = odds("flight", "rome-2000:First cohort, 5 wide", "8 warriors, on a hill")
    assert told["units"] == [
        "First cohort, 18 strong, 5 wide and 4 deep",
        "Warriors, 8 strong, 6 wide and 2 deep, on a hill",
    ]


def test_sums_are_shown_when_asked_for() -> None:
    plain, why = run("odds", "round", A, B).stdout, run("odds", "round", A, B, "--why").stdout
    assert "[combat.to-hit]" not in plain
    assert "[combat.to-hit]" in why
    assert "The rules that spoke" in why


def test_a_charge_may_be_answered_in_several_ways() -> None:
    words = ("charge", "5 warriors", "5 roman archers", "--inches", "7", "--response", "each")
    told = odds(*words)
    assert [one["choice"] for one in told["choices"]][:2] == ["hold", "flee"]
    shown = run("odds", *words)
    assert "stand and shoot" in shown.stdout
    assert "never: " in shown.stdout
    assert "Exact" in run("odds", *words, "--table").stdout


COMPARED = ("compare", "round", "8 legionaries, 4 wide", "8 legionaries, 2 wide", "--against", B)


def test_choices_are_compared() -> None:
    told = odds(*COMPARED)
    assert [one["choice"] for one in told["choices"]] == list(COMPARED[2:4])
    for one in told["choices"]:
        assert one["answer"]["sums"]
        alone = odds("round", one["choice"], B)
        assert alone["outcomes"] == one["answer"]["outcomes"]
    shown = run("odds", *COMPARED).stdout
    assert shown.startswith("melee round: 8 legionaries, 4 wide; or 8 legionaries, 2 wide?")
    assert shown.count("Exact: ") == 1


def test_each_choice_may_have_an_enemy_of_its_own() -> None:
    charged = "8 legionaries against 8 auxilia, charging"
    told = odds("compare", "round", "8 legionaries, charging against 8 auxilia", charged)
    first, second = (one["answer"] for one in told["choices"])
    assert second["outcomes"] == odds("round", "8 legionaries", "8 auxilia, charging")["outcomes"]
    assert first["outcomes"] != second["outcomes"]


def test_where_time_runs_out_bounds_are_told() -> None:
    ran = run("odds", "fight", "30 legionaries", "30 warriors", "--within", "0")
    assert ran.exit_code == 0
    told = " ".join(ran.stdout.split())
    assert "The limit of time was reached: 100 % was not followed to its end" in told
    assert "--sample 20000" in told
    found = odds("fight", "30 legionaries", "30 warriors", "--within", "0")
    assert found["certainty"]["how"] == "bounds"
    assert found["certainty"]["limit"] == "seconds"


def test_where_time_runs_out_games_may_be_played_instead() -> None:
    words = ("round", A, B, "--within", "0", "--sample", "50")
    found = odds(*words)
    assert (found["certainty"]["how"], found["certainty"]["runs"]) == ("sampled", 50)
    assert all(50 % chance.denominator == 0 for chance in chances(found).values())
    assert "a sample: 50 runs with dice of their own" in " ".join(
        run("odds", *words).stdout.split()
    )


def test_a_page_is_written(tmp_path: Path) -> None:
    page = tmp_path / "odds.html"
    ran = run_alone("odds", "round", A, B, "--html", str(page))
    assert ran.exit_code == 0, ran.stderr
    assert f"Written to {page}: open it in a browser." in ran.stdout
    text = page.read_text(encoding="utf-8")
    assert "http" not in text
    assert f"maniple odds round &#39;{A}&#39;" in text
    assert "--html" not in text
    assert "combat.to-hit" in text
    assert "Legionaries, 8 strong, 4 wide and 2 deep, charging" in text


def test_a_page_needs_the_charts_and_nothing_else_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    monkeypatch.delitem(sys.modules, "maniple.commands.odds.charts", raising=False)
    page = tmp_path / "odds.html"
    ran = run("odds", "flight", A, B, "--html", str(page))
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert "pip install 'maniple[charts]'" in ran.stderr
    assert not page.exists()
    assert run("odds", "flight", A, B).exit_code == 0


def test_a_page_and_json_at_once(tmp_path: Path) -> None:
    ran = run("odds", *COMPARED, "--html", str(tmp_path / "odds.html"), "--json")
    assert json.loads(ran.stdout)["question"] == "melee_round"
    assert "Written to" in ran.stderr
    assert (tmp_path / "odds.html").is_file()


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("fight", "12 legionaires", B), 1, 'did you mean "legionaries"'),
        (("fight", A, "8 auxilia, 4 wyde"), 1, 'did you mean "4 wide"'),
        (("fight", A, f"{B}, charging"), 1, "both are said to charge"),
        (("fight", A), 2, "Missing argument"),
        (("fight", A, B, "--rounds", "0"), 2, "greater than or equal to 1"),
        (("fight", A, B, "--widen", "bth"), 2, 'did you mean "both"'),
        (("fihgt", A, B), 2, "fight"),
        (("round", "nowhere.toml:Cohort", B), 1, "no such file"),
        (("round", "rome-2000:Tenth cohort", B), 1, "no unit 'Tenth cohort'"),
        (("round", A, B, "--json", "--table"), 2, "one of them"),
        (("round", A, B, "--json", "--why"), 2, "leave out --why"),
        (("round", A, B, "--within", "-1"), 2, "greater than or equal to 0"),
        (("round", A, B, "--html", "/nowhere/odds.html"), 1, "there is no directory /nowhere"),
        (("volley", "6 auxilia", B, "--inches", "8"), 1, "no missile weapon"),
        (("volley", "6 roman archers", B, "--inches", "900"), 1, "at most 60"),
        (("volley", "6 roman archers", B, "--inches", "nan"), 1, "more than 0"),
        (("volley", "6 roman archers", B), 2, "Missing option"),
        (
            ("volley", "6 roman archers", B, "--inches", "8", "--cover", "sift"),
            2,
            'did you mean "soft"',
        ),
        (
            ("charge", A, B, "--inches", "7", "--response", "stand and shout"),
            2,
            'did you mean "stand and shoot"',
        ),
        (
            ("charge", A, B, "--inches", "7", "--response", "counter-charge"),
            1,
            "cannot counter-charge: it can hold",
        ),
        (("break-test", "--margin", "2"), 2, "name a unit, or give its --leadership"),
        (("break-test", "20 auxilia", "--margin", "0"), 2, "greater than or equal to 1"),
        (("leadership", "--leadership", "11"), 2, "less than or equal to 10"),
        (("rally", "20 auxilia", "--lost", "20"), 1, "20 lost of 20"),
        (("panic", "20 auxilia", "--by", B), 2, "two or more"),
        (("panic", B, B, "--by", B, "--breaks", "3"), 2, "the line has 2 units"),
        (("reach", "6 light cavalry", "--inches", "0"), 2, "greater than or equal to 1"),
        (("compare", "fite", A, B, "--against", B), 2, 'did you mean "fight"'),
        (("compare", "round", A, "--against", B), 2, "give 2 to 12"),
        (("compare", "round", A, A, "--against", B), 2, "two of the choices are the same"),
        (("compare", "round", A, B), 2, "Give --against"),
        (("compare", "round", A, B, "--against", B, "--rounds", "2"), 2, "leave it out"),
        (("compare", "volley", A, B, "--against", B), 2, "needs --inches"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], code: int, told: str) -> None:
    ran = run("odds", *words)
    assert ran.exit_code == code, ran.output
    assert told in ran.flat_error
    assert ran.stdout == ""


def test_the_place_of_an_unknown_word_is_shown() -> None:
    ran = run("odds", "fight", A, "8 auxilia, 4 wyde")
    line, mark = ran.stderr.splitlines()[-2:]
    assert line[mark.index("^")] == "4"


def test_help_teaches_by_examples() -> None:
    told = run("odds", "--help").stdout
    for example in ("odds fight", "odds round", "odds charge", "odds compare", "--html"):
        assert example in " ".join(told.split())
