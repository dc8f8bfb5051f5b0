"""The map, its legend and lines of the account as text with colours."""

import re

from rich.text import Text

from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Status
from maniple.commands.terminal import COLOURS
from maniple.report.account.lines import Line
from maniple.report.map import Style, draw, letters_of

STYLES: dict[Style, str] = {
    "": "dim",
    "red": f"bold {COLOURS[Side.RED]}",
    "blue": f"bold {COLOURS[Side.BLUE]}",
    "wood": "green",
    "hill": "yellow",
    "water": "cyan",
    "obstacle": "magenta",
    "building": "white",
}


def map_text(battle: Battle, columns: int) -> Text:
    """The table as it stands, in colours."""
    drawn = Text(no_wrap=True, overflow="crop")
    rows = draw(battle, columns).rows
    for place, row in enumerate(rows):
        for cell in row:
            _ = drawn.append(cell.character, style=STYLES[cell.style])
        if place < len(rows) - 1:
            _ = drawn.append("\n")
    return drawn


def legend(battle: Battle, width: int) -> list[Text]:
    """Whose letter is whose, with the models left: red units on the left, blue ones on the right."""
    letters = dict(letters_of(battle))
    column = max(16, width // 2 - 1)
    names: dict[Side, list[Text]] = {side: [] for side in Side}
    for side in Side:
        for unit in battle.of(side):
            if unit.host != NOBODY or not unit.is_alive:
                continue
            guests = "".join(f"+{letters[guest]}" for guest in unit.guests)
            count = f" {unit.models}" if unit.sheet.models > 1 else ""
            state = " flees" if unit.fleeing else ""
            away = " (off)" if unit.status is not Status.TABLE else ""
            letter = letters[unit.id] + guests
            after = f"{count}{state}{away}"
            called = Text(unit.sheet.name)
            called.truncate(max(1, column - len(letter) - len(after) - 1), overflow="ellipsis")
            name = Text(no_wrap=True)
            _ = name.append(letter, style=STYLES[_style(side)]).append(" ")
            name = name.append_text(called).append(after)
            name.truncate(column, pad=True)
            names[side].append(name)
    rows: list[Text] = []
    for place in range(max(len(names[side]) for side in Side)):
        row = Text(no_wrap=True)
        for side in Side:
            filled = names[side][place] if place < len(names[side]) else Text(" " * column)
            row = row.append_text(filled).append(" ")
        rows.append(row)
    return rows


def line_text(line: Line, battle: Battle | None) -> Text:
    """A line of the account; with a battle, the names in it take their sides' colours."""
    if line.level == "turn":
        return Text(f"━━ {line.text} ━━", style="bold")
    if line.level == "phase":
        return Text(line.text, style="italic")
    text = Text(f"  {line.text}")
    if line.rules:
        _ = text.append(f"  [{', '.join(line.rules)}]", style="dim")
    if battle is not None:
        for side in Side:
            known = [re.escape(unit.sheet.name) for unit in battle.of(side)]
            known.append(re.escape(battle.field.armies.of(side)))
            _ = text.highlight_regex("|".join(sorted(known, key=len, reverse=True)), COLOURS[side])
    return text


def _style(side: Side) -> Style:
    return "red" if side is Side.RED else "blue"
