"""`maniple roster check` and `show`."""

import json
from pathlib import Path

import pytest

from kit.command_line import run

BAD = """\
name = "Bad"
list = "barbarians"
points = 500

[[units]]
name = "War leader"
entry = "war leader"
options = ["commands the army"]

[[units]]
name = "Horde"
entry = "warriors"
models = 1000000
"""


def test_a_fit_roster_is_told_with_its_cost() -> None:
    ran = run("roster", "check", "rome-2000", "barbarians-500")
    assert ran.exit_code == 0
    assert "rome-2000: Legio Rapax is fit to fight, 2000 of 2000 points" in ran.stdout


def test_every_problem_has_place_rule_and_remedy(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(BAD)
    ran = run("roster", "check", str(path), "rome-500")
    assert ran.exit_code == 1
    assert "1 problem" in ran.stdout
    assert "line 13, Horde" in ran.stdout
    assert "[army.unit-size]" in ran.stdout
    assert "rome-500: A vexillation is fit to fight" in ran.stdout
    (bad, good) = json.loads(run("roster", "check", str(path), "rome-500", "--json").stdout)
    assert (bad["fit"], good["fit"]) == (False, True)
    (problem,) = bad["problems"]
    assert problem["line"] == 13
    assert problem["remedy"]


def test_a_roster_is_shown_unit_by_unit() -> None:
    told = run("roster", "show", "rome-2000").stdout
    assert "First cohort" in told
    assert "308" in told
    data = json.loads(run("roster", "show", "rome-2000", "--json").stdout)
    assert data["cost"] == sum(unit["points"] for unit in data["units"]) == 2000


def test_crews_parts_spells_and_traits_are_shown() -> None:
    def about(roster: str) -> str:
        data = json.loads(run("roster", "show", roster, "--json").stdout)
        return "; ".join(unit["about"] for unit in data["units"])

    told = about("mythic-2000")
    for words in ("10 northmen, 10 thralls", "wizard of level 2 (bolt, ward)", "stupid", "hates"):
        assert words in told
    told = about("successors-2000")
    for words in ("crew of 3 with javelin", "D6+2 impact hits at S7", "4 armoured front"):
        assert words in told
    assert "stupid" in run("roster", "show", "mythic-2000").stdout
    data = json.loads(run("roster", "show", "mythic-2000", "--json").stdout)
    units = {unit["name"]: unit for unit in data["units"]}
    assert units["Northmen"]["parts"] == {"northmen": 10, "thralls": 10}
    assert units["Raven witch"]["spells"] == ["bolt", "ward"]
    data = json.loads(run("roster", "show", "carthage-2000", "--json").stdout)
    assert {unit["name"]: unit["crew"] for unit in data["units"]}["Surus"] == 3


@pytest.mark.parametrize("command", ["check", "show"])
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "name is missing"),
        (b"name = ", "not TOML"),
        (b"\xff\xfe", "not UTF-8"),
        (b"name = 1\nlist = 2\npoints = 'x'\n", "points"),
        (b"a = nan\n", "a"),
    ],
)
def test_what_is_no_roster(tmp_path: Path, command: str, content: bytes, told: str) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    ran = run("roster", command, str(path))
    assert ran.exit_code == 1
    assert told in ran.output


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("check", "nowhere"), 1, "no such file"),
        (("check", "/"), 1, "a folder"),
        (("show", "nowhere"), 1, "no such file"),
        (("check",), 2, "Missing argument"),
        (("muster",), 2, "No such command"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], code: int, told: str) -> None:
    ran = run("roster", *words)
    assert (ran.exit_code, told in ran.output) == (code, True), ran.output
