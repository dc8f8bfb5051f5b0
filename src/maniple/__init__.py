"""Rank-and-flank battles of the ancient world, by the book.

The public interface; each name is loaded when it is first used.

armies      load_roster, load_scenario, roster_names, scenario_names, parse_phrase
play        new_game, Game, Seat, Player, play_out, BOTS, SeededChance, Side, Pair
listen      Happened, Fell, Answered, Account, draw_map
records     load_record, Replay, resume, verify
the book    rulebook, rule, search_rules
odds        odds, a room with a door of its own: odds.fight(odds.melee("18 legionaries", "24 warriors"))
errors      Refused, NothingToUndo, RosterError, ScenarioError, PhraseError, RecordError, NoSuchRule
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from maniple import odds
    from maniple.armies import (
        PhraseError,
        Roster,
        RosterError,
        Scenario,
        ScenarioError,
        load_roster,
        load_scenario,
        parse_phrase,
        roster_names,
        scenario_names,
    )
    from maniple.battle.judged import Judged, Refusal
    from maniple.battle.sides import Pair, Side
    from maniple.battle.state import Battle
    from maniple.bots import BOTS
    from maniple.play.chance import SeededChance
    from maniple.play.game import Game, NothingToUndo, Refused
    from maniple.play.record.reading import RecordError
    from maniple.play.record.reading import load as load_record
    from maniple.play.record.replay import Replay, resume, verify
    from maniple.play.rulebook import NoSuchRule, rule, rulebook
    from maniple.play.rulebook import search as search_rules
    from maniple.play.seat import Player, Seat, play_out
    from maniple.play.setup import new_game
    from maniple.play.told import Answered, Fell, Happened
    from maniple.report.account.teller import Account
    from maniple.report.map import draw as draw_map

_HOMES = {
    "maniple.armies": "load_roster load_scenario roster_names scenario_names parse_phrase "
    "Roster Scenario RosterError ScenarioError PhraseError",
    "maniple.battle.judged": "Judged Refusal",
    "maniple.battle.sides": "Side Pair",
    "maniple.battle.state": "Battle",
    "maniple.bots": "BOTS",
    "maniple.play.chance": "SeededChance",
    "maniple.play.game": "Game Refused NothingToUndo",
    "maniple.play.record.reading": "load=load_record RecordError",
    "maniple.play.record.replay": "Replay resume verify",
    "maniple.play.rulebook": "rulebook rule search=search_rules NoSuchRule",
    "maniple.play.seat": "Player Seat play_out",
    "maniple.play.setup": "new_game",
    "maniple.play.told": "Answered Fell Happened",
    "maniple.report.account.teller": "Account",
    "maniple.report.map": "draw=draw_map",
}
"""Where each public name is at home; "load=load_record": the name there, and the one here."""

_ROOMS = ("odds",)
"""Rooms that are public as a whole: their own `__all__` says what they offer."""

_PUBLIC = {
    (there_and_here.rpartition("=")[2]): (home, there_and_here.partition("=")[0])
    for home, names in _HOMES.items()
    for there_and_here in names.split()
}

__all__ = [
    "Account",
    "Answered",
    "BOTS",
    "Battle",
    "Fell",
    "Game",
    "Happened",
    "Judged",
    "NoSuchRule",
    "NothingToUndo",
    "Pair",
    "PhraseError",
    "Player",
    "RecordError",
    "Refusal",
    "Refused",
    "Replay",
    "Roster",
    "RosterError",
    "Scenario",
    "ScenarioError",
    "Seat",
    "SeededChance",
    "Side",
    "__version__",
    "draw_map",
    "load_record",
    "load_roster",
    "load_scenario",
    "new_game",
    "odds",
    "parse_phrase",
    "play_out",
    "resume",
    "roster_names",
    "rule",
    "rulebook",
    "scenario_names",
    "search_rules",
    "verify",
]


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home, there = _PUBLIC[name]
    value: object = getattr(import_module(home), there)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Everything public."""
    return sorted(__all__)
