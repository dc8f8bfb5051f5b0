"""Gathers the commands, and runs them."""

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from maniple import __version__
from maniple.commands import battle, fight, replay, roster, rules, serve, verify
from maniple.commands.odds import app as odds
from maniple.commands.refusals import DEFECT, tell_defect

app = typer.Typer(
    name="maniple",
    help="Rank-and-flank battles of the ancient world, by the book.",
    epilog="Example:  maniple battle --seed 7 --record battle.jsonl",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS: tuple[tuple[str, Callable[..., None], str], ...] = (
    ("battle", battle.battle, battle.EXAMPLES),
    ("replay", replay.replay, replay.EXAMPLES),
    ("verify", verify.verify, verify.EXAMPLES),
    ("rules", rules.rules, rules.EXAMPLES),
    ("fight", fight.fight, fight.EXAMPLES),
    ("serve", serve.serve, serve.EXAMPLES),
)
for _name, _command, _examples in COMMANDS:
    _ = app.command(_name, epilog=_examples)(_command)
app.add_typer(roster.app, name="roster")
app.add_typer(odds.app, name="odds")


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"maniple {__version__}")
        raise typer.Exit


@app.callback()
def maniple(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_tell_version, is_eager=True, help="Tell the version and leave."
        ),
    ] = False,
) -> None:
    """Rank-and-flank battles of the ancient world, by the book."""


def run() -> None:
    """Run the command line; exits with its code."""
    try:
        app(prog_name="maniple")
    except Exception as error:  # noqa: BLE001 - nobody foresaw it, and a user sees no traceback
        tell_defect(error)
        sys.exit(DEFECT)
