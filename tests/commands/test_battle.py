"""`maniple battle`: told plainly, recorded, stopped and gone on with."""

import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from kit.command_line import command, environment, run, run_alone
from maniple.play.record.journal import secret_file
from maniple.play.record.reading import load
from maniple.play.record.replay import verify

Json: TypeAlias = dict[str, Any]  # Any: data from outside, which the tests look into

SHORT = ("battle", "ford", "--bots", "random", "random", "--turns", "1")


def outcome(*words: str) -> Json:
    told: Json = json.loads(run(*words, "--json").stdout)
    return told


def test_where_nobody_watches_the_account_is_told_plainly() -> None:
    ran = run_alone(*SHORT, "--seed", "1")
    assert ran.exit_code == 0
    assert "━━ Turn 1 of 1: " in ran.stdout
    assert "━━ The end ━━" in ran.stdout
    assert "victory points" in ran.stdout
    assert "\x1b" not in ran.stdout
    assert ran.stderr == ""


def test_the_same_seed_fights_the_same_battle_recorded_or_not(tmp_path: Path) -> None:
    plain = run(*SHORT, "--seed", "3").stdout
    path = tmp_path / "a.jsonl"
    recorded = run(*SHORT, "--seed", "3", "--record", str(path)).stdout
    assert recorded.startswith(plain)
    again = tmp_path / "b.jsonl"
    assert run_alone(*SHORT, "--seed", "3", "--record", str(again)).exit_code == 0
    assert again.read_bytes() == path.read_bytes()


def test_quiet_tells_the_score_alone() -> None:
    told = run(*SHORT, "--seed", "1", "--quiet").stdout
    assert "victory points" in told
    assert "━━" not in told


def test_json_is_data_and_nothing_else() -> None:
    data = outcome(*SHORT, "--seed", "1")
    assert data["scenario"] == "The ford"
    assert data["finished"] is True
    assert data["seed"] == 1
    assert [side["player"] for side in data["sides"].values()] == ["random", "random"]
    for side in data["sides"].values():
        assert side["points"] == sum(won["points"] for won in side["won"])
        assert all(unit["models"] <= unit["began"] for unit in side["units"])


def test_other_rosters_and_bots() -> None:
    data = outcome(
        "battle", "ford", "--rosters", "rome-500", "barbarians-500",
        "--bots", "random", "steady", "--turns", "1", "--seed", "2",
    )  # fmt: skip
    assert [side["army"] for side in data["sides"].values()] == ["A vexillation", "Raiders"]
    assert data["sides"]["blue"]["player"] == "steady"


def test_a_record_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    assert run(*SHORT, "--seed", "1", "--record", str(path)).exit_code == 0
    before = path.read_bytes()
    refused = run(*SHORT, "--seed", "2", "--record", str(path))
    assert refused.exit_code == 1
    assert "is there already" in refused.flat_error
    assert path.read_bytes() == before


def test_an_army_without_room_leaves_no_record(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    big = ("--rosters", "rome-2000", "barbarians-2000")
    refused = run("battle", "ford", *big, "--record", str(path))
    assert refused.exit_code == 1
    assert "square inches" in refused.flat_error
    assert not path.exists()


def test_a_cut_record_goes_on_and_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    assert run(*SHORT, "--seed", "5", "--record", str(path)).exit_code == 0
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    resumed = run("battle", "--resume", str(path), "--plain")
    assert resumed.exit_code == 0
    assert "━━ The end ━━" in resumed.stdout
    assert verify(load(path)).finished
    over = run("battle", "--resume", str(path))
    assert over.exit_code == 1
    assert "the battle is over" in over.flat_error


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_battle_leaves_a_valid_record(
    tmp_path: Path, number: signal.Signals
) -> None:
    path = tmp_path / "battle.jsonl"
    words = command("battle", "open-field", "--record", str(path), "--bots", "random", "random")
    with subprocess.Popen(
        words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as battle:
        until = time.monotonic() + 60
        while not path.exists() or path.stat().st_size < 200_000:
            assert battle.poll() is None, battle.stderr and battle.stderr.read()
            assert time.monotonic() < until
            time.sleep(0.05)
        battle.send_signal(number)
        told, wrong = battle.communicate(timeout=60)
    assert battle.returncode == 130, wrong
    assert f"maniple battle --resume {path}" in told
    assert wrong == ""
    assert not verify(load(path)).finished
    assert secret_file(path).exists()


def test_a_broken_pipe_is_no_error_of_ours() -> None:
    with subprocess.Popen(
        command("rules", "the"), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as rules:
        assert rules.stdout is not None
        assert rules.stderr is not None
        rules.stdout.close()
        wrong = rules.stderr.read()
    assert b"Traceback" not in wrong
    assert b"defect" not in wrong


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("nowhere",), 1, "no such file"),
        (("nowhere.toml",), 1, "no such file"),
        (("/",), 1, "a folder, not a file"),
        (("ford", "--rosters", "nobody", "rome-500"), 1, "no such file"),
        (("ford", "--rosters", "rome-500"), 2, "requires 2 arguments"),
        (("ford", "--bots", "steady", "nobody"), 2, "there is no bot 'nobody'"),
        (("ford", "--seed", "seven"), 2, "valid integer"),
        (("ford", "--seed", "nan"), 2, "valid integer"),
        (("ford", "--turns", "0"), 2, "greater than or equal to 1"),
        (("ford", "--turns", "31"), 2, "less than or equal to 30"),
        (("ford", "--speed", "nan"), 2, "a number from 0"),
        (("ford", "--speed", "-1"), 2, "a number from 0"),
        (("ford", "--record", "/no/such/folder/x.jsonl"), 1, "there is no such file"),
        (("ford", "--record", "/"), 1, "/: "),
        (("--resume", "nowhere.jsonl"), 1, "there is no such file"),
        (("--resume", "/"), 1, "is a folder"),
        (("ford", "--resume", "x.jsonl"), 2, "leave out the scenario"),
        (("--resume", "x.jsonl", "--seed", "1"), 2, "leave out the scenario"),
        (("--march",), 2, "No such option"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], code: int, told: str) -> None:
    ran = run("battle", *words)
    assert (ran.exit_code, told in ran.flat_error) == (code, True), ran.output


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    """Root may read everything: a file that vanishes behind a link stands for it there."""
    path = tmp_path / "loop.toml"
    path.symlink_to(path)
    ran = run("battle", str(path))
    assert ran.exit_code == 1
    assert str(path) in ran.stderr.replace("\n", "")
