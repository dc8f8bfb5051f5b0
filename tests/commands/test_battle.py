"""`maniple battle`: told plainly, recorded, stopped and gone on with."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from kit.command_line import command, environment, run, run_alone
from maniple.__main__ import main
from maniple.battle.events import BattleBegan
from maniple.play.record.journal import secret_file
from maniple.play.record.reading import load
from maniple.play.record.replay import Replay, verify
from maniple.play.told import Happened

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
        (("ford", "--record", "/no/such/folder/x.jsonl"), 1, "there is no folder /no"),
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


@pytest.mark.parametrize("bot", ["random", "steady"])
def test_a_zone_without_room_is_told_plainly(tmp_path: Path, bot: str) -> None:
    lake = tmp_path / "lake.toml"
    lake.write_text(
        'name = "The lake"\nwidth = 36\nheight = 24\n'
        'rosters = { red = "ford-rome", blue = "ford-barbarians" }\n[[terrain]]\nname = "Lake"\n'
        'look = "water"\nrectangle = { x = 18, y = 12, width = 36, depth = 24 }\n'
    )
    ran = run("battle", str(lake), "--bots", bot, bot, "--seed", "1")
    assert ran.exit_code == 1
    assert "has no room left for" in ran.stderr
    assert "[deploy]: take a larger zone" in ran.stderr


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    ran = run(*SHORT, "--record", str(tmp_path / "gone" / "a.jsonl"))
    assert ran.exit_code == 1
    assert f"there is no folder {tmp_path / 'gone'}" in ran.stderr


def test_an_empty_name_is_no_scenario() -> None:
    ran = run("battle", "")
    assert ran.exit_code == 1
    assert "no file is named" in ran.stderr


def test_a_pipe_is_no_roster(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    ran = run("roster", "check", str(tmp_path / "pipe.toml"))
    assert ran.exit_code == 1
    assert "not a plain file" in ran.stdout


def test_ctrl_c_before_the_commands_are_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("maniple.commands.app.run", interrupted)
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 130
    assert capsys.readouterr().err == "maniple: interrupted\n"


def test_a_closed_output_is_no_defect() -> None:
    ran = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *command(*SHORT, "--seed", "1")],
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("columns", ["20", "40", "60"])
def test_no_page_is_too_narrow_for_the_score(columns: str) -> None:
    ran = run(*SHORT, "--seed", "1", "--quiet", COLUMNS=columns)
    assert "…" not in ran.stdout
    assert " ".join(ran.stdout.split()).count("points") >= 2


def test_an_output_without_the_letters_is_no_defect(tmp_path: Path) -> None:
    roster = tmp_path / "legion.toml"
    roster.write_text(
        'name = "Legión"\nlist = "early-imperial-rome"\npoints = 500\n[[units]]\n'
        'name = "Tribune"\nentry = "tribune"\noptions = ["commands the army"]\n',
        encoding="utf-8",
    )
    plain = run_alone(*SHORT, "--seed", "1", PYTHONIOENCODING="ascii")
    assert (plain.exit_code, plain.stderr) == (0, "")
    assert "?? Turn 1 of 1" in plain.stdout
    data = run_alone("roster", "show", str(roster), "--json", PYTHONIOENCODING="ascii")
    assert json.loads(data.stdout)["name"] == "Legión"


def test_where_no_more_can_be_written_the_file_is_named_and_what_stands_is_proved(
    tmp_path: Path,
) -> None:
    path = tmp_path / "battle.jsonl"
    fight = command("battle", "ford", "--seed", "6", "--quiet", "--record", str(path))
    ran = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -f 64; exec "$@"', "sh", *fight],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (1, f"maniple: {path}: File too large\n")
    assert verify(load(path)).answers > 0
    ended = run_alone("battle", "--resume", str(path), "--quiet")
    assert ended.exit_code == 0
    assert verify(load(path)).finished


def test_options_of_the_rules_are_turned_on_by_name(tmp_path: Path) -> None:
    record = tmp_path / "magic.jsonl"
    wizards = ("--rosters", "mythic-700", "rome-500", "--turns", "1", "--seed", "3")
    done = run(
        "battle",
        "small-field",
        *wizards,
        "--option",
        "magic",
        "--option",
        "free-measuring",
        "--plain",
        "--speed",
        "0",
        "--record",
        str(record),
    )
    assert done.exit_code == 0
    began = next(told.event for told in Replay(load(record)) if isinstance(told, Happened))
    assert isinstance(began, BattleBegan)
    ruleset = began.field.ruleset
    assert (ruleset.magic, ruleset.free_measuring, ruleset.one_inch_gap) == (True, True, False)
    assert run("verify", str(record)).exit_code == 0


def test_an_option_that_is_none_is_refused() -> None:
    done = run("battle", "small-field", "--option", "majic")
    assert done.exit_code == 1
    assert 'did you mean "magic"?' in done.flat_error
