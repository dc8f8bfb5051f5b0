"""A new game out of a scenario and two rosters, with checkable dice and, if wanted, a record.

    game = new_game(load_scenario("small-field"), seed=7, record=Path("battle.jsonl"))

The same seed, rosters, scenario and answers give the same battle, recorded or not.
"""

import secrets
from pathlib import Path

from msgspec.structs import replace

import maniple.armies as army_data
from maniple.armies.problems import Problem, ScenarioError
from maniple.battle.events import BattleBegan
from maniple.battle.sides import Pair
from maniple.play.chance import ChanceSource
from maniple.play.game import Game
from maniple.play.record.journal import Journal, new_journal
from maniple.play.told import Listener
from maniple.rules.start.begin import start

MOST_TURNS = 30


def rosters_of(scenario: army_data.Scenario) -> Pair[army_data.Roster]:
    """The two rosters that a scenario names. ScenarioError if it names none, or one can't be used."""
    if scenario.rosters is None:
        what = f"{scenario.name} names no rosters"
        raise ScenarioError([Problem(what, "army.scenario", "name two with it")])
    return Pair(
        army_data.load_roster(scenario.rosters.red), army_data.load_roster(scenario.rosters.blue)
    )


def beginning(
    scenario: army_data.Scenario,
    rosters: Pair[army_data.Roster] | None = None,
    *,
    turns: int | None = None,
) -> BattleBegan:
    """The first event of a battle; `turns`: other than the scenario's, 1 to 30. [deploy]

    Raises ScenarioError where an army has no room, or so many turns can't be.
    """
    armies = rosters_of(scenario) if rosters is None else rosters
    field = army_data.field_for_battle(armies, scenario.field)
    if turns is not None:
        if not 1 <= turns <= MOST_TURNS:
            what = f"a battle of {turns} turns"
            raise ScenarioError([Problem(what, "victory.end", f"1 to {MOST_TURNS} turns")])
        ruleset = replace(field.ruleset, random_length=False)
        field = replace(field, turns=turns, ruleset=ruleset)
    return start(field, army_data.units_for_battle(armies, field))


def journal_for(
    scenario: army_data.Scenario,
    rosters: Pair[army_data.Roster],
    *,
    seed: int | None = None,
    record: Path | None = None,
    players: Pair[str] = Pair("", ""),
    program: str = "",
) -> Journal:
    """The journal of a battle that is about to begin; see `record.journal.new_journal`.

    FileExistsError if the record exists; OSError if it can't be written.
    """
    return new_journal(
        record,
        seed=seed,
        seeds=() if seed is not None else (secrets.token_hex(8),),
        program=program,
        scenario=scenario.name,
        rosters=Pair(rosters.red.name, rosters.blue.name),
        players=players,
    )


def new_game(
    scenario: army_data.Scenario,
    rosters: Pair[army_data.Roster] | None = None,
    *,
    seed: int | None = None,
    record: str | Path | Journal | None = None,
    turns: int | None = None,
    listeners: tuple[Listener, ...] = (),
    chance: ChanceSource | None = None,
) -> Game:
    """A battle at its first question. Without rosters those that the scenario names fight.

    `seed` makes it reproducible; without one its dice are nobody's to know. `record`: the file to
    write, which must not exist, or a journal. `chance`: other dice, and nothing recorded.

    Raises ScenarioError or RosterError with every problem; FileExistsError for a record that is
    there already.
    """
    _refuse_odd("seed", seed)
    _refuse_odd("turns", turns)
    armies = rosters_of(scenario) if rosters is None else rosters
    began = beginning(scenario, armies, turns=turns)
    if chance is not None:
        return Game(began, chance, listeners=listeners)
    if isinstance(record, Journal):
        journal = record
    else:
        path = None if record is None else Path(record)
        journal = journal_for(scenario, armies, seed=seed, record=path)
    return Game(began, journal, recorder=journal, listeners=listeners)


def _refuse_odd(what: str, number: object) -> None:
    """TypeError for what is no whole number: a caller without types may give anything."""
    if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
        raise TypeError(f"{what} is {number!r}; a whole number or None is wanted")
