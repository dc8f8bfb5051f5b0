"""What all questions on the command line share: limits, a note while it takes long, how to show it.

    question      makes a command of a function that puts a question
    Put           a question put: how it is asked, and how its sums are told

A command's own function reads its words and gives a `Put`; the options that every question has are
added to its own, and the answer is worked out and shown as they say.
"""

import inspect
import shlex
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct

from maniple.commands.odds.data import answer_data, compared_data
from maniple.commands.odds.page import check_page, page
from maniple.commands.odds.table import print_compared_table, print_table
from maniple.commands.odds.told import print_answer, print_compared
from maniple.commands.odds.waiting import waiting
from maniple.commands.page_file import write_page_file
from maniple.commands.refusals import guarded, tell, usage
from maniple.commands.terminal import console, print_json
from maniple.odds.answers import Answer, Compared
from maniple.play.odds import Limits

MOST_SECONDS = 86_400.0
MOST_SAMPLE = 10_000_000
PATIENCE = 30.0
"""Seconds that a question may take if nothing is said."""


class How(Struct, frozen=True):
    """How a question is asked."""

    limits: Limits
    sample: int
    """Games to play where a limit is reached; 0: none."""
    sums: bool
    """Whether its sums are wanted."""


class Put(Struct, frozen=True):
    """A question put."""

    ask: Callable[[How], Answer | Compared]
    units: tuple[str, ...] = ()
    """The units as they were understood, in words."""


class Wanted(Struct, frozen=True):
    """How the answer is wanted."""

    table: bool
    as_json: bool
    html: Path | None
    why: bool
    limits: Limits
    sample: int

    @property
    def wants_sums(self) -> bool:
        return self.why or self.as_json or self.html is not None


def _wanted(
    table: Annotated[
        bool, typer.Option("--table", help="Every number with its exact fraction.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the answer as JSON, for programs.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", help="Write a page with charts, and the sums. Overwrites."
        ),
    ] = None,
    why: Annotated[
        bool, typer.Option("--why", help="Show the sums: every figure with its rule.")
    ] = False,
    within: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            min=0.0,
            max=MOST_SECONDS,
            help="How long it may take; what is known by then is told as bounds.",
        ),
    ] = PATIENCE,
    error: Annotated[
        float,
        typer.Option(
            metavar="CHANCE",
            min=0.0,
            max=0.5,
            help="How much may be left out, as 1e-9; it is quicker, and 0 is exact.",
        ),
    ] = 0.0,
    sample: Annotated[
        int,
        typer.Option(
            metavar="GAMES",
            min=0,
            max=MOST_SAMPLE,
            help="Where time runs out play so many games instead, as 20000.",
        ),
    ] = 0,
) -> Wanted:
    """The options that every question has."""
    if table and as_json:
        raise usage("--table is for people, --json for programs: give one of them")
    if as_json and why:
        raise usage("--json has the sums already: leave out --why")
    return Wanted(table, as_json, html, why, Limits(seconds=within, error=error), sample)


def question(put: Callable[..., Put]) -> Callable[..., None]:
    """A command with the options of `put`, and those that every question has."""
    shared = inspect.signature(_wanted, eval_str=True).parameters

    @wraps(put)
    @guarded
    def command(**words: object) -> None:
        theirs = {name: words.pop(name) for name in shared}
        _answered(put, words, theirs)

    own = inspect.signature(put, eval_str=True).parameters
    # Typer reads a command's options from these two.
    parameters = [*own.values(), *shared.values()]
    vars(command)["__signature__"] = inspect.Signature(parameters)
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    return command


def _answered(put: Callable[..., Put], words: dict[str, object], how: dict[str, object]) -> None:
    # What Typer has read fits the function that it was read for.
    wanted = _wanted(**how)  # type: ignore[arg-type]
    if wanted.html is not None:
        check_page(wanted.html)
    asked = put(**words)
    with waiting():
        answer = asked.ask(How(wanted.limits, wanted.sample, wanted.wants_sums))
    _show(answer, asked.units, wanted)


def _show(answer: Answer | Compared, units: tuple[str, ...], wanted: Wanted) -> None:
    written = ""
    if wanted.html is not None:
        written = write_page_file(wanted.html, page(answer, units, _command()))
    if wanted.as_json:
        data = answer_data(answer) if isinstance(answer, Answer) else compared_data(answer)
        print_json({"units": list(units), **data})
    elif isinstance(answer, Answer):
        if wanted.table:
            print_table(console(), answer, units, why=wanted.why)
        else:
            print_answer(console(), answer, units, why=wanted.why)
    elif wanted.table:
        print_compared_table(console(), answer, units, why=wanted.why)
    else:
        print_compared(console(), answer, units, why=wanted.why)
    if written and wanted.as_json:
        tell(written)
    elif written:
        console().print(written, highlight=False, markup=False, soft_wrap=True)


def _command() -> str:
    """What was typed, but for where the page goes."""
    words = ["maniple", *sys.argv[1:]]
    kept: list[str] = []
    for place, word in enumerate(words):
        if word == "--html" or word.startswith("--html=") or words[place - 1] == "--html":
            continue
        kept.append(word)
    return shlex.join(kept)
