"""`maniple replay` and `maniple verify`: a record told again, and proved or refuted."""

import json
from pathlib import Path

import pytest

from kit.command_line import run

BATTLE = ("battle", "ford", "--turns", "2", "--seed", "1")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "battle.jsonl"
    assert run(*BATTLE, "--quiet", "--record", str(path)).exit_code == 0
    return path


def test_a_replay_tells_what_the_battle_told(record: Path) -> None:
    assert run("replay", str(record)).stdout == run(*BATTLE).stdout


def test_a_single_turn(record: Path) -> None:
    told = run("replay", str(record), "--turn", "2").stdout
    assert "━━ Turn 2 of 2: " in told
    assert "━━ Turn 1 of 2: " not in told
    drawn_up = run("replay", str(record), "--turn", "0").stdout
    assert "from its left" in drawn_up
    assert "━━ Turn 1" not in drawn_up


def test_the_map_stands_behind_each_players_turn(record: Path) -> None:
    plain = run("replay", str(record)).stdout
    mapped = run("replay", str(record), "--map").stdout
    rows = [line for line in mapped.splitlines() if line.count("·") > 40]
    turns = plain.count("━━ Turn ")
    assert 28 * turns <= len(rows) <= 32 * turns
    assert "Cohort 12" in mapped
    assert "·" not in plain


def test_without_a_terminal_step_does_not_wait(record: Path) -> None:
    assert run("replay", str(record), "--step").exit_code == 0


def test_a_replay_as_data(record: Path) -> None:
    data = json.loads(run("replay", str(record), "--turn", "1", "--json").stdout)
    assert data["finished"] is True
    assert {line["turn"] for line in data["lines"]} == {1}
    assert {line["level"] for line in data["lines"]} <= {"turn", "phase", "line"}


def test_verify_says_what_it_proved(record: Path) -> None:
    ran = run("verify", str(record))
    assert ran.exit_code == 0
    for told in (
        "is proved",
        "answers, each legal",
        "events, just as",
        "recomputed from the secret",
    ):
        assert told in ran.stdout
    data = json.loads(run("verify", str(record), "--json").stdout)
    assert data["verified"] is True
    assert data["dice_recomputed"] is True


def test_a_cut_record_is_proved_as_far_as_it_goes(record: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(record.read_bytes()[:-700])
    ran = run("verify", str(cut))
    assert ran.exit_code == 0
    assert "torn last line" in ran.stdout
    assert "the battle is not over" in ran.stdout


def tampered(lines: list[str], way: str) -> str:
    place = next(i for i, line in enumerate(lines) if '"type":"roll"' in line)
    match way:
        case "edited":
            lines[place] = lines[place].replace('"first_die":', '"first_die":1', 1)
        case "left out":
            del lines[place]
        case "moved":
            lines[place], lines[place + 1] = lines[place + 1], lines[place]
        case "foreign":
            lines[place] = '{"hello": "world"}'
        case "header gone":
            del lines[0]
        case "another format":
            lines[0] = lines[0].replace('"format":1', '"format":9')
        case _:
            raise ValueError(way)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("way", "told"),
    [
        ("edited", "its hash does not follow"),
        ("left out", "lines are missing or moved"),
        ("moved", "lines are missing or moved"),
        ("foreign", "does not end with its hash"),
        ("header gone", "line 1: "),
        ("another format", "in format 9"),
    ],
)
@pytest.mark.parametrize("told_by", ["verify", "replay"])
def test_a_tampered_record_is_refuted(
    record: Path, tmp_path: Path, way: str, told: str, told_by: str
) -> None:
    path = tmp_path / "tampered.jsonl"
    path.write_text(tampered(record.read_text().splitlines(), way))
    ran = run(told_by, str(path))
    assert ran.exit_code == 1
    assert told in ran.flat_error
    assert ", line " in ran.flat_error


def test_a_refuted_record_as_data(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "tampered.jsonl"
    path.write_text(tampered(record.read_text().splitlines(), "edited"))
    ran = run("verify", str(path), "--json")
    assert ran.exit_code == 1
    data = json.loads(ran.stdout)
    assert data["verified"] is False
    assert data["line"] > 1


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"\x00\xff\n", b"a" * 5000, b"[]\n" * 9])
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_is_no_record(tmp_path: Path, command: str, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    ran = run(command, str(path))
    assert ran.exit_code == 1
    assert "line 1" in ran.flat_error


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("verify", "nowhere"), 1, "there is no such file"),
        (("verify", "/"), 1, "is a folder"),
        (("replay", "nowhere"), 1, "there is no such file"),
        (("replay", "/"), 1, "is a folder"),
        (("replay",), 2, "Missing argument"),
        (("replay", "x", "--turn", "-1"), 2, "greater than or equal to 0"),
        (("replay", "x", "--turn", "one"), 2, "valid integer"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], code: int, told: str) -> None:
    ran = run(*words)
    assert (ran.exit_code, told in ran.flat_error) == (code, True), ran.output


def test_a_turn_that_was_not_fought(record: Path) -> None:
    ran = run("replay", str(record), "--turn", "9")
    assert ran.exit_code == 1
    assert "there is no turn 9" in ran.flat_error
