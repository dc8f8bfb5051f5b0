"""Whatever goes wrong, told in a line or two and an exit code; no traceback reaches a user.

0: done. 1: refused, or not verified. 2: the command was not understood. 3: a defect of the
program. 130: interrupted.
"""

import errno
import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import typer

from maniple.armies import PhraseError, ProblemsFound
from maniple.odds.asking import QuestionError
from maniple.play.game import Refused
from maniple.play.record.reading import RecordError
from maniple.play.rulebook import NoSuchRule
from maniple.play.run import ReplayDiverged
from maniple.rules.start.placing import NoRoom

P = ParamSpec("P")
R = TypeVar("R")

REFUSED = 1
DEFECT = 3
INTERRUPTED = 130


class Refusal(Exception):
    """Something can't be done; the message says what, and what would be right."""


REFUSALS = (
    Refusal,
    PhraseError,
    QuestionError,
    NoSuchRule,
    RecordError,
    ReplayDiverged,
    Refused,
    NoRoom,
)


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """The command, with everything that may go wrong told plainly."""

    @wraps(command)
    def told(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except ProblemsFound as found:
            tell(*[str(problem) for problem in found.problems])
        except REFUSALS as refusal:
            tell(str(refusal))
        except KeyboardInterrupt:
            tell("interrupted")
            raise typer.Exit(INTERRUPTED) from None
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            tell(of_file(error))
        raise typer.Exit(REFUSED)

    return told


def usage(what: str) -> typer.BadParameter:
    """The command was not understood: raise this."""
    return typer.BadParameter(what)


def of_file(error: OSError) -> str:
    """What is the matter with a file, in a line."""
    path = Path(os.fsdecode(error.filename)) if error.filename else None
    where = f"{path}: " if path else ""
    match error:
        case FileNotFoundError():
            if path is not None and not path.parent.is_dir():
                return f"{where}there is no folder {path.parent}"
            return f"{where}there is no such file"
        case FileExistsError():
            return f"{where}is there already, and is not overwritten: name another, or remove it"
        case IsADirectoryError():
            return f"{where}is a folder; a file is wanted"
        case NotADirectoryError():
            return f"{where}a part of this path is a file, not a folder"
        case PermissionError():
            return f"{where}may not be read or written: its permissions forbid it"
        case _:
            return f"{where}{error.strerror or error}"


def tell(*lines: str) -> None:
    """Say on stderr what is wrong."""
    for line in lines:
        typer.echo(f"maniple: {line}", err=True)


def tell_defect(error: BaseException) -> None:
    """An error that nobody foresaw: say so, without a traceback unless asked for one."""
    if os.environ.get("MANIPLE_TRACEBACK"):
        import traceback

        traceback.print_exception(error, file=sys.stderr)
    tell(
        f"a defect in the program: {type(error).__name__}: {error}",
        "please report it; MANIPLE_TRACEBACK=1 before the command shows where it happened",
    )
