"""The end of a battle: a table of what each side has won, and how."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.unit import Status, Unit
from maniple.commands.terminal import COLOURS
from maniple.play.record.journal import Journal
from maniple.play.seat import Player
from maniple.report.account.ending import REASONS
from maniple.rules.victory import (
    is_lost,
    points_for,
    quarters_held,
    victory_points,
)

LEAST_FOR_BOTH = 48
"""Columns; on a narrower page the sides stand below each other."""

FATES = {
    Status.DESTROYED: "destroyed",
    Status.LEFT: "fled off the table",
    Status.RETURNING: "off the table, due back",
    Status.WAITING: "never came",
}


def fate(battle: Battle, unit: Unit) -> str:
    """What has become of a unit, in a few words."""
    if unit.status in FATES:
        return FATES[unit.status]
    if is_lost(battle, unit):
        return "in flight"
    if 2 * unit.models <= unit.sheet.models:
        return "halved"
    return "in combat" if unit.is_engaged else ""


def verdict(battle: Battle) -> str:
    """Who has won, in a line; of an unfinished battle how it stands."""
    armies, outcome = battle.field.armies, battle.outcome
    if outcome is None:
        return f"broken off in turn {battle.turn.number} of {battle.field.turns}"
    if outcome.winner is None:
        return "a draw"
    how = "a decisive victory" if outcome.decisive else "a victory"
    return f"{how} for {armies.of(outcome.winner)}"


def points_won(battle: Battle, side: Side) -> list[tuple[str, int]]:
    """What a side has won points for. [victory.points]"""
    rows: list[tuple[str, int]] = []
    figures = battle.field.ruleset.victory
    for unit in battle.of(side.enemy):
        points = points_for(battle, unit)
        if points:
            extra = (
                f", the general (+{figures.general})"
                if unit.sheet.is_general and is_lost(battle, unit)
                else ""
            )
            rows.append((f"{unit.sheet.name} {fate(battle, unit)}{extra}", points))
    for capture in battle.captures:
        if capture.by is side:
            rows.append(
                (f"the standard of {battle.units[capture.unit].sheet.name}", figures.standard)
            )
    quarters = quarters_held(battle, side)
    if quarters:
        rows.append((f"quarters of the table held: {quarters}", figures.quarter * quarters))
    return rows


def print_score(out: Console, battle: Battle) -> None:
    """The final table."""
    if out.width >= LEAST_FOR_BOTH:
        out.print(_table(battle, tuple(Side), _title(battle)))
    else:
        out.print(Text(_title(battle), style="bold"))
        for side in Side:
            out.print(_table(battle, (side,)))
    for side in Side:
        out.print(Text(_left(battle, side), style=COLOURS[side]))


def _table(battle: Battle, sides: tuple[Side, ...], title: str | None = None) -> Table:
    """What these sides have won, beside each other."""
    points = victory_points(battle)
    table = Table(title=title, title_style="bold", title_justify="left", box=SIMPLE_HEAD)
    for side in sides:
        head = Text(f"{battle.field.armies.of(side)}", style=f"bold {COLOURS[side]}")
        table.add_column(head, ratio=1)
        table.add_column("", justify="right", no_wrap=True)
    rows = {side: points_won(battle, side) for side in sides}
    for place in range(max(len(rows[side]) for side in sides)):
        cells: list[str] = []
        for side in sides:
            what, worth = rows[side][place] if place < len(rows[side]) else ("", 0)
            cells += [what, f"{worth}" if worth else ""]
        table.add_row(*cells)
    table.add_section()
    sums = [(Text("victory points"), Text(str(points.of(side)))) for side in sides]
    table.add_row(*[cell for pair in sums for cell in pair], style="bold")
    return table


def _title(battle: Battle) -> str:
    text = verdict(battle)
    if battle.outcome is not None:
        text = f"{REASONS[battle.outcome.reason]}: {text}"
    return text[:1].upper() + text[1:]


def _left(battle: Battle, side: Side) -> str:
    units = battle.of(side)
    began = sum(unit.sheet.models for unit in units)
    left = sum(unit.models for unit in units if not is_lost(battle, unit))
    return f"{battle.field.armies.of(side)}: {left} of {began} models left"


def score_data(
    battle: Battle, players: Pair[Player], journal: Journal, *, finished: bool
) -> dict[str, object]:
    """The end of a battle as data."""
    points = victory_points(battle)
    outcome = battle.outcome
    return {
        "scenario": battle.field.scenario,
        "seed": journal.header.seed,
        "record": None if journal.path is None else str(journal.path),
        "finished": finished,
        "turn": battle.turn.number,
        "turns": battle.field.turns,
        "reason": None if outcome is None else outcome.reason.value,
        "winner": None if outcome is None or outcome.winner is None else outcome.winner.value,
        "decisive": outcome is not None and outcome.decisive,
        "sides": {side.value: _side_data(battle, players, side, points.of(side)) for side in Side},
    }


def _side_data(battle: Battle, players: Pair[Player], side: Side, points: int) -> dict[str, object]:
    return {
        "army": battle.field.armies.of(side),
        "player": players.of(side).name,
        "points": points,
        "won": [{"for": what, "points": worth} for what, worth in points_won(battle, side)],
        "units": [
            {
                "name": unit.sheet.name,
                "models": unit.models,
                "began": unit.sheet.models,
                "fate": fate(battle, unit),
            }
            for unit in battle.of(side)
        ],
    }
