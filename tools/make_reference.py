"""Writes docs/reference: the rulebook, the commands, the public interface, the server's, from their sources.

    PYTHONPATH=src:tests:. python tools/make_reference.py

A test holds that the files are what this writes.
"""

import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import get_args

import maniple
from house.documents import run_maniple
from maniple.battle.asks import Ask, AskAnswer
from maniple.commands.app import app
from maniple.play.rulebook import Rule, rulebook
from tools.server_reference import http_page, socket_page

ROOT = Path(__file__).parent.parent
PLACE = ROOT / "docs" / "reference"
MADE = "<!-- Made by tools/make_reference.py: change its sources, not this file. -->\n"


def pages() -> dict[str, str]:
    """The text of each page, by its file name."""
    return {
        "rules.md": rules_page(),
        "commands.md": commands_page(),
        "api.md": api_page(),
        "http.md": http_page(MADE),
        "socket.md": socket_page(MADE),
    }


# ------------------------------------------------------------------------------------- rules


def rules_page() -> str:
    """Every rule in our words, chapter by chapter."""
    chapters: dict[str, list[Rule]] = {}
    for entry in rulebook():
        chapters.setdefault(entry.chapter, []).append(entry)
    parts = [
        MADE,
        "# The rulebook\n",
        (
            f"{len(rulebook())} rules in {len(chapters)} chapters, in the order of the book. An effect "
            "changes the battle, a limit forbids, a permission allows, a definition says what a word "
            "means. `maniple rules WORDS...` searches them.\n"
        ),
        " · ".join(f"[{chapter}](#{chapter})" for chapter in chapters) + "\n",
    ]
    for chapter, entries in chapters.items():
        parts.append(f"## {chapter}\n")
        for entry in entries:
            option = f", with the option `{entry.option}`" if entry.option else ""
            parts.append(f"**`{entry.id}`** ({entry.kind}{option})\n")
            parts.append(f"{entry.text}\n")
    return "\n".join(parts)


# ---------------------------------------------------------------------------------- commands


def commands_page() -> str:
    """What `--help` says of every command."""
    parts = [
        MADE,
        "# The commands\n",
        (
            "What `--help` says of each. Exit codes: 0 done; 1 refused, or not verified; 2 the command "
            "was not understood; 3 a defect of the program; 130 interrupted. `NO_COLOR=1` leaves out "
            "colours.\n"
        ),
    ]
    for words in command_names():
        parts.append(f"## {' '.join(['maniple', *words])}\n")
        parts.append(f"```text\n{_tidy(run_maniple([*words, '--help']))}```\n")
    return "\n".join(parts)


def command_names() -> list[list[str]]:
    """The words of every command."""
    alone = [command.name or "" for command in app.registered_commands]
    groups = [(group.name or "", group.typer_instance) for group in app.registered_groups]
    inner: list[list[str]] = []
    for name, group in groups:
        if group is not None:
            inner.append([name])
            inner += [[name, command.name or ""] for command in group.registered_commands]
    return [*([name] for name in alone), *inner]


def _tidy(told: str) -> str:
    return "".join(line.rstrip() + "\n" for line in told.strip().splitlines())


# --------------------------------------------------------------------------------- interface


def api_page() -> str:
    """Every public name with its signature and what its docstring says."""
    parts = [
        MADE,
        "# The public interface\n",
        (
            "What `import maniple` gives. Each name is loaded when it is first used; everything else "
            "in the package may change from one version to the next.\n"
        ),
    ]
    for name in sorted(set(maniple.__all__) - {"__version__"}, key=str.casefold):
        value: object = getattr(maniple, name)
        parts.append(f"## {name}\n")
        if inspect.ismodule(value):
            parts += _room(name, value)
        elif inspect.isclass(value):
            parts += _class(name, value)
        elif callable(value):
            parts.append(f"```text\n{name}{_signature(value)}\n```\n")
            parts.append(f"{_doc(value)}\n")
        else:
            parts.append(f"{_constant(name, value)}\n")
    return "\n".join(parts)


def _room(name: str, room: ModuleType) -> list[str]:
    """What a room says of itself, and each of its public names in a line."""
    parts = [f"```text\n{_doc(room)}\n```\n"]
    for inner in room.__all__:
        value: object = getattr(room, inner)
        # Of a name for a type, `getdoc` would tell what Python says of all of them.
        has_doc = inspect.isclass(value) or inspect.isfunction(value)
        signature = _signature(value) if inspect.isfunction(value) else ""
        told = f": {_first(value)}" if has_doc else ""
        parts.append(f"- `{name}.{inner}{signature}`{told}")
    return [*parts, ""]


def _class(name: str, value: type) -> list[str]:
    parts = [f"{_doc(value)}\n"]
    if "__init__" in vars(value) and not issubclass(value, Exception):
        parts.append(f"```text\n{name}{_signature(value)}\n```\n")
    fields = getattr(value, "__struct_fields__", ())
    if fields:
        parts.append(f"Fields: {', '.join(f'`{field}`' for field in fields)}.\n")
    for word, member in sorted(vars(value).items()):
        if word.startswith("_") or word in fields:
            continue
        if isinstance(member, property):
            parts.append(f"- `{name}.{word}`: {_first(member)}".removesuffix(": "))
        elif inspect.isfunction(member):
            parts.append(
                f"- `{name}.{word}{_signature(member)}`: {_first(member)}".removesuffix(": ")
            )
        elif isinstance(member, classmethod):
            inner = member.__func__
            parts.append(f"- `{name}.{word}{_signature(inner)}`: {_first(inner)}")
    return [*parts, ""]


def _signature(value: object) -> str:
    if not callable(value):
        return ""
    told = str(inspect.signature(value))
    told = re.sub(r"\bmaniple(\.\w+)+\.(\w+)", r"\2", told)
    told = re.sub(r"\b(collections\.abc|typing|pathlib|pathlib\._local)\.(\w+)", r"\2", told)
    told = re.sub(r"<function [^>]*>", "...", told)
    told = re.sub(r"<(\w+\.\w+): [^>]*>", r"\1", told)
    told = re.sub(r"\bLimits\([^)]*\)", "Limits()", told).replace("~", "")
    # Versions of Python differ in how they tell a union with a NewType.
    told = re.sub(r"\bUnion\[(\w+), (\w+)\]", r"\1 | \2", told)
    for union, name in NAMED.items():
        told = told.replace(union, name)
    return re.sub(r"\((self|cls)(, )?", "(", told).replace("'", "")


def _doc(value: object) -> str:
    return inspect.getdoc(value) or ""


def _first(value: object) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join(_doc(value).split("\n\n")[0].split())


def _constant(name: str, value: object) -> str:
    if isinstance(value, dict):
        return f"By name: {', '.join(f'`{key}`' for key in value)}."
    return f"`{name} = {value!r}`"


NAMED = {
    " | ".join(kind.__name__ for kind in get_args(AskAnswer)): "AskAnswer",
    " | ".join(kind.__name__ for kind in get_args(Ask)): "Ask",
    "Callable[[Battle, Ask], AskAnswer | None]": "Habit",
    "Callable[[Battle, Ask], AskAnswer]": "Policy",
    "Happened | Fell | Answered": "Told",
    "Callable[[Told], None]": "Listener",
}
"""What signatures are better told with; longer names are made of those before them."""


def main() -> None:
    """Write the pages."""
    PLACE.mkdir(exist_ok=True)
    for name, text in pages().items():
        (PLACE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
