"""A new game out of a scenario and rosters, and the public interface."""

import subprocess
import sys
from pathlib import Path

import pytest

import maniple
from kit.command_line import environment
from kit.games import play_by_lot
from maniple import Pair, ScenarioError, Side
from maniple.play.chance import SeededChance
from maniple.play.record.journal import new_journal
from maniple.play.setup import beginning, new_game, rosters_of


def test_a_scenario_brings_its_own_rosters() -> None:
    scenario = maniple.load_scenario("ford")
    armies = rosters_of(scenario)
    assert (armies.red.name, armies.blue.name) == ("The vanguard", "The raiders")
    game = new_game(scenario, seed=1)
    assert game.battle.field.armies == Pair("The vanguard", "The raiders")
    assert game.pending is not None


def test_the_same_seed_gives_the_same_battle_recorded_or_not(tmp_path: Path) -> None:
    scenario = maniple.load_scenario("ford")
    games = [
        new_game(scenario, seed=5, turns=1),
        new_game(scenario, seed=5, turns=1, record=tmp_path / "battle.jsonl"),
        new_game(scenario, seed=5, turns=1, record=new_journal(seed=5, scenario="The ford",
                 rosters=Pair("The vanguard", "The raiders"))),
    ]  # fmt: skip
    ends = []
    for game in games:
        play_by_lot(game, 3)
        ends.append(game.battle)
    assert ends[0] == ends[1] == ends[2]
    assert maniple.verify(maniple.load_record(tmp_path / "battle.jsonl")).finished


def test_without_a_seed_nobody_knows_the_dice() -> None:
    scenario = maniple.load_scenario("ford")
    first = [new_game(scenario).battle.zones for _ in range(24)]
    asked = [new_game(scenario).pending for _ in range(24)]
    assert len({str(zone) for zone in first} | {str(ask) for ask in asked}) > 1


def test_other_dice_record_nothing() -> None:
    game = new_game(maniple.load_scenario("ford"), chance=SeededChance(1))
    assert play_by_lot(game, 2, answers=5) == 5


@pytest.mark.parametrize("turns", [0, -1, 31])
@pytest.mark.rule("victory.end")
def test_a_battle_has_one_to_thirty_turns(turns: int) -> None:
    with pytest.raises(ScenarioError, match="1 to 30 turns"):
        beginning(maniple.load_scenario("ford"), turns=turns)


def test_every_public_name_is_there_and_no_other() -> None:
    for name in maniple.__all__:
        assert getattr(maniple, name) is not None
    assert set(maniple.__all__) == set(dir(maniple))
    assert Side.RED.enemy is Side.BLUE
    with pytest.raises(AttributeError, match="no attribute 'elephants'"):
        _ = maniple.elephants


def test_importing_the_package_loads_next_to_nothing() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import maniple, sys; print(*sorted(sys.modules))"],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not {"typer", "rich", "msgspec", "tomllib", "maniple.rules"} & set(told)


def test_a_path_may_be_a_text_everywhere(tmp_path: Path) -> None:
    path = str(tmp_path / "battle.jsonl")
    play_by_lot(new_game(maniple.load_scenario("ford"), record=path, turns=1), 1)
    record = maniple.load_record(path)
    assert maniple.verify(record).finished
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(Path(path).read_bytes().splitlines(keepends=True)[:2]))
    with pytest.raises(maniple.RecordError, match="the secret of its dice"):
        _ = maniple.resume(str(cut))


@pytest.mark.parametrize("seed", ["7", 1.5])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(TypeError, match="a whole number or None is wanted"):
        # A program without a type checker may hand over anything.
        _ = new_game(maniple.load_scenario("ford"), seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("turns", [True, 2.5, "6"])
def test_turns_are_a_whole_number(turns: object) -> None:
    with pytest.raises(TypeError, match=r"turns is .*; a whole number or None is wanted"):
        # A program without a type checker may hand over anything.
        _ = new_game(maniple.load_scenario("ford"), turns=turns)  # type: ignore[arg-type]


@pytest.mark.parametrize("columns", [0, -1, 1001, 10**9])
def test_a_map_has_bounds(columns: int) -> None:
    game = new_game(maniple.load_scenario("ford"), seed=1)
    with pytest.raises(ValueError, match="1 to 1000 can be drawn"):
        _ = maniple.draw_map(game.battle, columns)
