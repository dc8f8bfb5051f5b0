"""Writes anew what the documents show: the output of each command and program in them.

    PYTHONPATH=src:tests python tools/refresh_documents.py README.md docs/tutorial.md

Blocks marked `console`, and blocks marked `text` right behind one marked `python`, get the output
that there is now; see `tests/house/documents.py`. One with a line `...` is left as it is.
"""

import contextlib
import io
import re
import shlex
import sys
import tempfile
from pathlib import Path

from house.documents import FENCE, run_maniple
from house.sources import ROOT


def refreshed(text: str, place: Path) -> str:
    """The document with its outputs as they are now; `place` is where it runs."""
    (place / "examples").symlink_to(ROOT / "examples")
    names: dict[str, object] = {"__name__": "__document__"}
    parts: list[str] = []
    told: str | None = None
    at = 0
    with contextlib.chdir(place):
        for match in FENCE.finditer(text):
            mark, body = match[1], match[2]
            new = body
            if mark == "console":
                new = _console(body)
            elif mark == "text" and told is not None and "\n...\n" not in body:
                new = told
            told = _program(body, names) if mark == "python" and ">>>" not in body else None
            parts += [text[at : match.start(2)], new]
            at = match.end(2)
    return "".join([*parts, text[at:]])


def _program(body: str, names: dict[str, object]) -> str:
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(compile(body, "document", "exec"), names)
    return _tidy(told.getvalue())


def _console(body: str) -> str:
    _, *commands = re.split(r"^\$ ", body, flags=re.MULTILINE)
    shown: list[str] = []
    for command in commands:
        line, _, output = command.partition("\n")
        while line.endswith("\\"):
            more, _, output = output.partition("\n")
            line = f"{line}\n{more}"
        told = _tidy(run_maniple(shlex.split(line.replace("\\\n", ""))[1:]))
        if "Traceback" in told:
            raise SystemExit(f"{line} fails:\n{told}")
        shown.append(f"$ {line}\n{output if '...' in output.splitlines() else told}")
    return "".join(shown)


def _tidy(told: str) -> str:
    return "".join(line.rstrip() + "\n" for line in told.strip("\n").splitlines())


def main() -> None:
    """Refresh the documents that are named."""
    for name in sys.argv[1:]:
        path = Path(name)
        with tempfile.TemporaryDirectory() as place:
            text = path.read_text(encoding="utf-8")
            new = refreshed(text, Path(place))
        if new != text:
            path.write_text(new, encoding="utf-8")
            print(f"{name} is written anew")


if __name__ == "__main__":
    main()
