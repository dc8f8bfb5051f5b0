"""Army data with its provenance, rosters, scenarios, and the little language of phrases.

load_roster, roster_names          an army from a file, or one that comes with the program
load_scenario, scenario_names      table, terrain, zones and options
units_for_battle, field_for_battle     both made ready for the start of a battle
"""

from maniple.armies.muster import field_for_battle, units_for_battle
from maniple.armies.phrases import Phrase, parse_phrase
from maniple.armies.problems import ListError, Problem, ProblemsFound, RosterError, ScenarioError
from maniple.armies.rosters import Roster, load_roster, read_roster, roster_names
from maniple.armies.scenarios import (
    Scenario,
    load_scenario,
    read_scenario,
    scenario_names,
    with_options,
)
from maniple.armies.wording import PhraseError

__all__ = [
    "ListError",
    "Phrase",
    "PhraseError",
    "Problem",
    "ProblemsFound",
    "Roster",
    "RosterError",
    "Scenario",
    "ScenarioError",
    "field_for_battle",
    "load_roster",
    "load_scenario",
    "parse_phrase",
    "read_roster",
    "read_scenario",
    "roster_names",
    "scenario_names",
    "units_for_battle",
    "with_options",
]
