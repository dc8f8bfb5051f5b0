"""Whatever stands in a file, it is a roster (scenario) or a RosterError (ScenarioError)."""

import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st

from maniple.armies import (
    Roster,
    RosterError,
    Scenario,
    ScenarioError,
    load_roster,
    load_scenario,
    read_roster,
    read_scenario,
)

WORDS = [
    "name",
    "list",
    "points",
    "units",
    "entry",
    "models",
    "options",
    "command",
    "general",
    "legionaries",
    "onager",
    "leader",
    "early-imperial-rome",
    "barbarians",
    "shield",
    "width",
    "height",
    "turns",
    "zones",
    "terrain",
    "look",
    "outline",
    "rectangle",
    "ellipse",
    "line",
    "x",
    "y",
    "depth",
    "turned",
    "from",
    "to",
    "thick",
    "wood",
    "hedge",
    "obstacle",
    "ruleset",
    "magic",
    "rosters",
    "red",
    "blue",
    "edge",
    "bottom",
    "left",
    "right",
    "top",
    "ground",
    "cover",
    "blocks_sight",
    "first_zone",
]
PLAIN = st.one_of(
    st.sampled_from(WORDS),
    st.text(max_size=8),
    st.integers(-3, 80),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.dates(),
)
KEYS = st.sampled_from(WORDS) | st.text(max_size=4)
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=12,
)
UNIT = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["A", "B", "C"]) | PLAIN,
        "entry": st.sampled_from(["general", "legionaries", "auxilia", "onager"]) | ANYTHING,
    },
    optional={
        "models": st.integers(0, 50) | ANYTHING,
        "options": st.lists(st.sampled_from(["shield", "javelins"]) | PLAIN) | ANYTHING,
        "command": st.lists(st.sampled_from(["leader", "centurion"]) | PLAIN) | ANYTHING,
    },
)
ROSTER = st.fixed_dictionaries(
    {
        "name": st.just("T") | ANYTHING,
        "list": st.sampled_from(["early-imperial-rome", "barbarians"]) | ANYTHING,
        "points": st.integers(1, 3000) | ANYTHING,
        "units": st.lists(UNIT | ANYTHING, max_size=4) | ANYTHING,
    }
)
NUMBER = st.integers(-5, 80) | st.floats(0, 60) | PLAIN
POINT = st.lists(NUMBER, min_size=2, max_size=2)
SHAPE = st.fixed_dictionaries(
    {"x": NUMBER, "y": NUMBER, "width": NUMBER, "depth": NUMBER}, optional={"turned": NUMBER}
)
PIECE = st.fixed_dictionaries(
    {"name": st.sampled_from(["A", "B"]) | PLAIN},
    optional={
        "look": st.sampled_from(["wood", "hedge"]) | ANYTHING,
        "outline": st.lists(POINT, max_size=7) | ANYTHING,
        "rectangle": SHAPE | ANYTHING,
        "ellipse": SHAPE,
        "line": st.fixed_dictionaries({"from": POINT, "to": POINT}) | ANYTHING,
    },
)
SIZE = st.sampled_from([36, 48, 72]) | ANYTHING
SCENARIO = st.fixed_dictionaries(
    {"name": st.just("T") | ANYTHING, "width": SIZE, "height": SIZE},
    optional={
        "terrain": st.lists(PIECE, max_size=3) | ANYTHING,
        "zones": st.lists(st.fixed_dictionaries({"edge": PLAIN, "depth": NUMBER})) | ANYTHING,
        "turns": ANYTHING,
        "ruleset": ANYTHING,
        "rosters": ANYTHING,
        "first_zone": ANYTHING,
    },
)


def roster_or_error(data: dict[str, object]) -> Roster | RosterError:
    try:
        return read_roster(data)
    except RosterError as error:
        return error


def scenario_or_error(data: dict[str, object]) -> Scenario | ScenarioError:
    try:
        return read_scenario(data)
    except ScenarioError as error:
        return error


@settings(max_examples=50, deadline=None)
@given(st.one_of(ROSTER, st.dictionaries(KEYS, ANYTHING, max_size=6)))
def test_any_data_is_a_roster_or_a_roster_error(data: dict[str, object]) -> None:
    found = roster_or_error(data)
    if isinstance(found, Roster):
        assert found.cost <= found.points
    else:
        assert found.problems
        assert all(problem.rule and problem.remedy for problem in found.problems)


@settings(max_examples=50, deadline=None)
@given(st.one_of(SCENARIO, st.dictionaries(KEYS, ANYTHING, max_size=6)))
def test_any_data_is_a_scenario_or_a_scenario_error(data: dict[str, object]) -> None:
    found = scenario_or_error(data)
    if isinstance(found, Scenario):
        assert len(found.field.zones) == 2
    else:
        assert found.problems
        assert all(problem.rule and problem.remedy for problem in found.problems)


PIECES_OF_TEXT = st.lists(st.sampled_from([*WORDS, "=", "\n", "[[", "]]", '"'])).map("".join)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60) | PIECES_OF_TEXT)
def test_any_text_is_read_or_refused(text: str) -> None:
    for load in (load_roster, load_scenario):
        with contextlib.suppress(RosterError, ScenarioError):
            assert isinstance(load(text + "\n"), Roster | Scenario)
