"""Arithmetic of the charts and of the published rosters, I."""

import pytest

from maniple.armies.choice import Choice
from maniple.armies.lists import army_list, find_entry
from maniple.armies.resolve import points_of


@pytest.mark.rule("army.points", "army.command")
@pytest.mark.parametrize(
    ("name", "models", "points"),
    [("auxilia", 18, 195), ("auxilia", 12, 135), ("noble cavalry", 6, 189)],
)
def test_units_with_full_command_cost_what_was_published(
    name: str, models: int, points: int
) -> None:
    """Case I11: 18 x 10 + 15, 12 x 10 + 15, 6 x 29 + 15."""
    entry = find_entry(army_list("early-imperial-rome"), name)
    assert entry is not None
    assert points_of(Choice(entry, models, (), True, True, True)) == points
