"""`maniple replay`: tells a record as its battle was told, turn by turn."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from maniple.battle.events import TurnBegan, TurnEnded
from maniple.battle.state import Battle
from maniple.commands.drawing import legend, map_text
from maniple.commands.refusals import Refusal, guarded
from maniple.commands.score import print_score
from maniple.commands.telling import AccountPrinter
from maniple.commands.terminal import console, print_json
from maniple.play.record.reading import Record, load
from maniple.play.record.replay import Replay, events_alone
from maniple.play.told import Happened, Told
from maniple.report.account.lines import Line
from maniple.report.account.teller import Account
from maniple.rules.version import RULES_VERSION

EXAMPLES = "Example:  maniple replay battle.jsonl --turn 3 --map"
WIDEST_MAP = 96


@guarded
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as `battle --record` writes it.")],
    turn: Annotated[
        int | None, typer.Option(min=0, help="Tell this turn only; 0 is the deployment.")
    ] = None,
    show_map: Annotated[
        bool, typer.Option("--map", help="Draw the map after each player's turn.")
    ] = False,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for Enter after each player's turn.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the lines of the account as JSON.")
    ] = False,
) -> None:
    """Tell the battle of a record: its account, and the map if wanted.

    The answers and dice of the record run through the rules again, and every event must come as it
    stands there. A record of another version of the rules is told from its events alone.
    """
    record = load(file)
    if as_json:
        print_json(_data(record, turn))
        return
    out = console()
    teller = _Teller(out, turn, show_map=show_map, step=step)
    battle = None
    for told in _told(record):
        battle = told.battle
        if not teller.take(told):
            return
    if battle is None:
        raise Refusal(f"{file}: nothing has happened in it")
    teller.end(battle)
    if turn is not None and not teller.has_told:
        raise Refusal(
            f"{file}: there is no turn {turn} in it: it goes to turn {battle.turn.number}"
        )
    if turn is None:
        print_score(out, battle)


def _told(record: Record) -> Iterator[Told]:
    """What happened, with its dice where these rules can run it again."""
    if record.header.rules == RULES_VERSION:
        yield from Replay(record)
        return
    for event, battle in events_alone(record):
        yield Happened(event, battle)


class _Teller:
    """Prints the account of the turns that are wanted."""

    def __init__(self, out: Console, turn: int | None, *, show_map: bool, step: bool) -> None:
        self._out = out
        self._turn = turn
        self._map = show_map
        self._step = step
        self._account = Account()
        self._printer = AccountPrinter(out, self._account)
        self._at = 0
        self._is_drawn = True
        self.has_told = False

    def take(self, told: Told) -> bool:
        """Tell what happens; False when the reader has had enough."""
        lines = self._account.tell(told)
        split = next((i for i, line in enumerate(lines) if line.level == "turn"), None)
        if split is not None:
            self._tell(lines[:split], told.battle)
            self._at = told.battle.turn.number
            self._is_drawn = self._is_drawn and not _begins_turn(told)
            lines = lines[split:]
        self._tell(lines, told.battle)
        if isinstance(told, Happened) and isinstance(told.event, TurnEnded):
            return self._turn_over(told.battle)
        return True

    def end(self, battle: Battle) -> None:
        """Tell the rest."""
        self._tell(self._account.rest(battle), battle)
        if not self._is_drawn:
            _ = self._turn_over(battle)
        self._out.print()

    @property
    def _is_wanted(self) -> bool:
        return self._turn is None or self._at == self._turn

    def _tell(self, lines: list[Line], battle: Battle) -> None:
        if self._is_wanted and lines:
            self.has_told = True
            self._printer.print(lines, battle)

    def _turn_over(self, battle: Battle) -> bool:
        self._is_drawn = True
        if not self._is_wanted:
            return True
        if self._map:
            columns = min(WIDEST_MAP, self._out.width)
            self._out.print()
            self._out.print(map_text(battle, columns))
            for row in legend(battle, columns):
                self._out.print(row)
        if self._step and sys.stdin.isatty():
            return self._goes_on()
        return True

    def _goes_on(self) -> bool:
        try:
            return self._out.input("Enter goes on, q leaves: ").strip().lower() != "q"
        except EOFError:
            return False


def _begins_turn(told: Told) -> bool:
    return isinstance(told, Happened) and isinstance(told.event, TurnBegan)


def _data(record: Record, turn: int | None) -> dict[str, object]:
    account = Account()
    lines: list[dict[str, object]] = []
    at = 0
    for told in _told(record):
        for line in account.tell(told):
            if line.level == "turn":
                at = told.battle.turn.number
            if turn is None or at == turn:
                lines.append(
                    {
                        "turn": at,
                        "level": line.level,
                        "text": line.text,
                        "rules": list(line.rules),
                        "units": [told.battle.units[unit].sheet.name for unit in line.units],
                    }
                )
    return {"record": record.source, "finished": record.is_finished, "lines": lines}
