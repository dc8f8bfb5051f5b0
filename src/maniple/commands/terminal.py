"""Where output goes: how wide it is, whether it has colours, whether somebody watches."""

import json
import os
import sys

from rich.console import Console

from maniple.battle.sides import Side

NARROWEST = 20
"""Columns of the narrowest page."""
LEAST_WIDTH, LEAST_HEIGHT = 60, 18
"""A smaller terminal gets the plain account, not the live one."""

COLOURS = {Side.RED: "red", Side.BLUE: "bright_blue"}


def console() -> Console:
    """Standard output, for people; where nobody says how wide it is, 100 columns."""
    if not (sys.stdout.isatty() or "COLUMNS" in os.environ):
        return Console(highlight=False, width=100)
    out = Console(highlight=False)
    return out if out.width >= NARROWEST else Console(highlight=False, width=NARROWEST)


def can_show_live(out: Console) -> bool:
    """Whether a picture that changes can be shown there."""
    return (
        sys.stdout.isatty()
        and out.is_terminal
        and not out.is_dumb_terminal
        and out.width >= LEAST_WIDTH
        and out.height >= LEAST_HEIGHT
    )


def print_json(data: object) -> None:
    """Data for programs, on standard output."""
    has_all_letters = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    _ = sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=not has_all_letters) + "\n")
