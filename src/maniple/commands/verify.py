"""`maniple verify`: proves a record, or says where it is wrong."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from maniple.commands.refusals import REFUSED, guarded, of_file, tell
from maniple.commands.telling import hanging
from maniple.commands.terminal import console, print_json
from maniple.play.record.reading import RecordError, load
from maniple.play.record.replay import verify as prove
from maniple.play.run import ReplayDiverged
from maniple.report.proof import said

EXAMPLES = "Example:  maniple verify battle.jsonl"


@guarded
def verify(
    file: Annotated[Path, typer.Argument(help="A record, as `battle --record` writes it.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print what was proved as JSON.")] = False,
) -> None:
    """Prove a record: its lines, its dice, and that the rules lead from one to the next.

    Exit code 0: everything that stands in it is proved. 1: it is not, and the line and what differs
    are told.
    """
    try:
        proof = prove(load(file))
    except RecordError as error:
        _not_verified(error.why, error.line, file, as_json)
    except ReplayDiverged as error:
        _not_verified(f"the rules lead elsewhere: {error}", 0, file, as_json)
    except OSError as error:
        _not_verified(of_file(error).removeprefix(f"{file}: "), 0, file, as_json)
    else:
        if as_json:
            print_json({"record": str(file), "verified": True, **msgspec.to_builtins(proof)})
            return
        out = console()
        out.print(f"{file} is proved.", style="bold green", soft_wrap=True)
        for line in said(proof):
            out.print(hanging(Text(f"  {line}"), out.width))


def _not_verified(why: str, line: int, file: Path, as_json: bool) -> None:
    if as_json:
        print_json({"record": str(file), "verified": False, "line": line or None, "why": why})
    else:
        where = f", line {line}" if line else ""
        tell(f"{file}{where}: {why}", "not verified")
    raise typer.Exit(REFUSED)
