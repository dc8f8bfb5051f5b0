"""The command line: `maniple`, or `python -m maniple`."""

import os
import sys
from io import TextIOWrapper
from pathlib import Path

INTERRUPTED = 130


def main() -> None:
    """Run the command line.

    Ctrl-C may come before the commands are loaded; the output may be closed, or lack letters.
    """
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - to the end
    elif isinstance(sys.stdout, TextIOWrapper):  # what a terminal has no letter for becomes a "?"
        sys.stdout.reconfigure(errors="replace")
    try:
        from maniple.commands.app import run

        run()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            _ = sys.stderr.write("maniple: interrupted\n")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
