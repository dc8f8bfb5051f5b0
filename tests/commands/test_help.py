"""Every command has help with an example; the version is told; a defect shows no traceback."""

import pytest

import maniple
from kit.command_line import run, run_alone
from maniple.commands import app as the_app

COMMANDS = [
    (),
    ("battle",),
    ("replay",),
    ("verify",),
    ("rules",),
    ("fight",),
    ("roster",),
    ("roster", "check"),
    ("roster", "show"),
    ("odds",),
    ("odds", "fight"),
    ("odds", "round"),
    ("odds", "volley"),
    ("odds", "charge"),
    ("odds", "break-test"),
    ("odds", "leadership"),
    ("odds", "rally"),
    ("odds", "flight"),
    ("odds", "panic"),
    ("odds", "reach"),
    ("odds", "compare"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_has_an_example(words: tuple[str, ...]) -> None:
    ran = run(*words, "--help")
    assert ran.exit_code == 0
    assert "Example:  maniple " in ran.stdout
    assert run(*words, "-h").stdout == ran.stdout


@pytest.mark.parametrize("columns", ["30", "40", "200"])
def test_help_fits_any_width(columns: str) -> None:
    told = run("battle", "--help", COLUMNS=columns).stdout
    assert max(len(line) for line in told.splitlines()) <= int(columns)


def test_the_version() -> None:
    assert run_alone("--version").stdout == f"maniple {maniple.__version__}\n"


def test_no_command_shows_the_help_and_is_not_understood() -> None:
    ran = run_alone()
    assert ran.exit_code == 2
    assert "Commands" in ran.output


@pytest.mark.parametrize("columns", ["1", "20", "60", "300", "0", "-5", "x"])
def test_any_width_will_do(columns: str) -> None:
    ran = run_alone("battle", "ford", "--bots", "random", "random", "--turns", "1", COLUMNS=columns)
    assert ran.exit_code == 0, ran.output


def test_colours_are_for_those_who_want_them() -> None:
    assert "\x1b[" not in run_alone("rules", "--id", "break.test", NO_COLOR="1").stdout
    forced = run_alone("rules", "--id", "break.test", FORCE_COLOR="1", NO_COLOR="", TERM="xterm")
    assert "\x1b[" in forced.stdout


def test_a_defect_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(prog_name: str) -> None:
        assert prog_name == "maniple"
        raise RuntimeError(f"the onager of {prog_name} fell over")

    monkeypatch.setattr(the_app, "app", broken)
    with pytest.raises(SystemExit) as left:
        the_app.run()
    assert left.value.code == 3
    told = capsys.readouterr().err
    assert "a defect in the program: RuntimeError: the onager of maniple fell over" in told
    assert "Traceback" not in told
    monkeypatch.setenv("MANIPLE_TRACEBACK", "1")
    with pytest.raises(SystemExit):
        the_app.run()
    assert "Traceback" in capsys.readouterr().err
