"""The files that the how-tos show can be loaded."""

import re
from pathlib import Path

from maniple.armies import load_roster, load_scenario
from maniple.armies.lists import list_names
from maniple.armies.scenarios import looks
from maniple.battle.field import SWITCHES, VictoryFigures

HOWTO = Path(__file__).parents[2] / "docs" / "howto"


def shown(document: str) -> str:
    """The file that a document shows first."""
    found = re.search(r"```toml\n(.*?)```", (HOWTO / document).read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_roster_of_the_howto() -> None:
    roster = load_roster(shown("rosters.md"))
    assert roster.cost == 61 + 260 + 137
    assert all(name in (HOWTO / "rosters.md").read_text("utf-8") for name in list_names())


def test_the_scenario_of_the_howto() -> None:
    scenario = load_scenario(shown("scenarios.md"))
    assert [piece.name for piece in scenario.field.terrain] == [
        "Stream, west",
        "Stream, east",
        "Alder wood",
        "Old wall",
    ]
    text = (HOWTO / "scenarios.md").read_text("utf-8")
    rows = [row for row in text.splitlines() if row.startswith("| ")]
    for look in looks():
        assert any(re.search(rf"\b{look.name}\b", row) and look.ground.value in row for row in rows)
    for option in (*SWITCHES, *VictoryFigures.__struct_fields__):
        assert f"`{option}`" in text
