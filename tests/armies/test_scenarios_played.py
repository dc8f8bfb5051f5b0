"""Every scenario that comes with the program is played to its end by bots, watched and proved."""

import pytest

from maniple.armies import ScenarioError, load_roster, load_scenario, scenario_names
from maniple.battle.events import Event, Spoke, UnitReturned
from maniple.battle.field import EndReason
from maniple.battle.sides import Pair, Side
from maniple.battle.unit import Status
from maniple.bots import BOTS
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.invariants import Watcher
from maniple.play.record.reading import parse
from maniple.play.record.replay import verify
from maniple.play.seat import play_out
from maniple.play.setup import beginning, journal_for, rosters_of
from maniple.play.told import Happened, Told

LARGE = ("open-field", "pitched-battle")
"""2,000 points a side: a turn of them is enough here."""


def played(name: str, bot: str, seed: int) -> tuple[Game, Watcher, bytes]:
    """A battle of a scenario to its end, or of its first turn where it is a large one."""
    scenario = load_scenario(name)
    rosters = rosters_of(scenario)
    journal = journal_for(scenario, rosters, seed=seed)
    watcher = Watcher()
    began = beginning(scenario, rosters, turns=1 if name in LARGE else None)
    game = Game(began, journal, recorder=journal, listeners=(watcher,))
    play_out(game, Pair(BOTS[bot](seed), BOTS[bot](seed + 1)))
    return game, watcher, b"".join(journal.written)


@pytest.mark.parametrize("bot", sorted(BOTS))
@pytest.mark.parametrize("name", scenario_names())
def test_it_is_played_to_its_end(name: str, bot: str) -> None:
    game, watcher, written = played(name, bot, 7)
    assert game.battle.outcome is not None
    assert watcher.problems == []
    assert verify(parse(written)).finished
    assert load_scenario(name).summary


def test_the_six_scenarios_of_the_book_are_there() -> None:
    """Pitched battle, flank march, ambush in the wood, the hill, the ford, last stand."""
    six = {"pitched-battle", "flank-march", "ambush", "hill", "ford", "last-stand"}
    assert six <= set(scenario_names())


@pytest.mark.rule("deploy.late")
def test_the_flank_march_comes_in_over_the_left_edge() -> None:
    game, _, _ = played("flank-march", "random", 1)
    scenario = load_scenario("flank-march")
    due = {arrival.unit: arrival for arrival in scenario.field.arrivals}
    assert set(due) == {"Numidian riders", "Libyan column", "Mago"}
    units = {unit.sheet.name: unit for unit in game.battle.units}
    assert all(units[name].status is not Status.RETURNING for name in due)
    assert all(units[name].late == 0 for name in due)


@pytest.mark.rule("panic.agreed")
def test_the_ambush_shakes_the_column() -> None:
    scenario = load_scenario("ambush")
    rosters = rosters_of(scenario)
    heard: list[Event] = []

    def listen(told: Told) -> None:
        if isinstance(told, Happened):
            heard.append(told.event)

    game = Game(beginning(scenario, rosters), SeededChance(3), listeners=(listen,))
    play_out(game, Pair(BOTS["steady"](3), BOTS["steady"](4)))
    shouts = [e for e in heard if isinstance(e, Spoke) and e.cite == "panic.agreed"]
    assert {e.what for e in shouts} == {"Shouts out of the trees"}
    late = [e for e in heard if isinstance(e, UnitReturned) and e.cite == "deploy.late"]
    assert [game.battle.units[e.unit].sheet.name for e in late] == ["Spears of the ash"]
    assert game.battle.units[late[0].unit].side is Side.BLUE


@pytest.mark.rule("victory.army-break")
def test_the_last_stand_lasts_until_an_army_breaks() -> None:
    assert load_scenario("last-stand").field.ruleset.army_break_point
    reasons = {played("last-stand", "random", seed)[0].battle.outcome for seed in range(6)}
    found = {outcome.reason for outcome in reasons if outcome is not None}
    assert found <= {EndReason.ARMY_BROKE, EndReason.NOBODY_LEFT, EndReason.TURNS}
    assert found & {EndReason.ARMY_BROKE, EndReason.NOBODY_LEFT}


@pytest.mark.rule("deploy.late")
def test_an_army_without_those_who_are_late_is_refused() -> None:
    armies = Pair(load_roster("rome-500"), load_roster("carthage-700"))
    with pytest.raises(ScenarioError) as caught:
        beginning(load_scenario("flank-march"), armies)
    told = [str(problem) for problem in caught.value.problems]
    assert len(told) == 2, told
    assert 'has no unit "Libyan column" that could come later [deploy.late]' in told[0]
