"""The live view of a battle: the map, the account beside or below it, the phase, the turns.

Something is shown after each move, flight, loss, and line of the account; then the view waits, so
that people can follow.
"""

from collections import deque
from collections.abc import Callable
from types import TracebackType

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from maniple.battle.events import (
    CharacterJoined,
    CharacterLeft,
    EngineLost,
    EngineMisfired,
    PhaseBegan,
    RanksRedressed,
    StoneThrown,
    TurnBegan,
    UnitDestroyed,
    UnitFled,
    UnitLeftTable,
    UnitMoved,
    UnitPlaced,
    UnitRallied,
    UnitRan,
    UnitReturned,
    UnitShot,
    WoundsTaken,
)
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Phase
from maniple.commands.drawing import legend, line_text, map_text
from maniple.commands.terminal import COLOURS
from maniple.play.told import Happened, Told
from maniple.report.account.teller import Account
from maniple.rules.victory import victory_points

VISIBLE = (
    CharacterJoined,
    CharacterLeft,
    EngineLost,
    EngineMisfired,
    PhaseBegan,
    RanksRedressed,
    StoneThrown,
    TurnBegan,
    UnitDestroyed,
    UnitFled,
    UnitLeftTable,
    UnitMoved,
    UnitPlaced,
    UnitRallied,
    UnitRan,
    UnitReturned,
    UnitShot,
    WoundsTaken,
)
KEPT = 200
"""Rows of the account that are kept for the view."""
BESIDE = 76
"""Columns from which on the account stands beside the map."""
TELLING = 42
"""Columns that the account has at the least."""


class Screen:
    """Listens to a game and shows it. Use it as a context manager around the play."""

    def __init__(
        self,
        out: Console,
        account: Account,
        players: Pair[str],
        pause: Callable[[], None],
    ) -> None:
        self._out = out
        self._account = account
        self._players = players
        self._pause = pause
        self._lines: deque[Text] = deque(maxlen=KEPT)
        self._live = Live(console=out, screen=True, auto_refresh=False, redirect_stderr=False)
        self._is_open = False

    def __enter__(self) -> "Screen":
        _ = self._live.__enter__()
        self._is_open = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_open = False
        self._live.__exit__(kind, error, trace)

    def __call__(self, told: Told) -> None:
        """Take in what happens; show it if there is anything to see."""
        new = self._account.tell(told)
        self._lines.extend(line_text(line, told.battle) for line in new)
        if not self._is_open or not isinstance(told, Happened):
            return
        is_change = isinstance(told.event, VISIBLE) and (
            not isinstance(told.event, PhaseBegan) or bool(new)
        )
        if new or is_change:
            self.show(told.battle)
            self._pause()

    def show(self, battle: Battle) -> None:
        """Draw the battle as it stands."""
        self._live.update(self._picture(battle), refresh=True)

    # ---------------------------------------------------------------------------- picture

    def _picture(self, battle: Battle) -> RenderableType:
        width, height = self._out.size
        top, bottom = self._head(battle), self._foot(battle, width)
        room = height - 3
        field = battle.field
        if width >= BESIDE:
            fitting = int(2 * (room - 6) * field.width / field.height)
            columns = min(width * 3 // 5, width - TELLING, fitting)
            names = legend(battle, columns)[: max(0, room - _rows(battle, columns) - 1)]
            left = Group(map_text(battle, columns), *names)
            grid = Table.grid(padding=(0, 2))
            grid.add_column(width=columns)
            grid.add_column(width=width - columns - 2)
            grid.add_row(left, self._tail(width - columns - 2, room))
            body: RenderableType = grid
        else:
            columns = min(width, int(2 * (room * 3 // 5) * field.width / field.height))
            rows = _rows(battle, columns)
            body = Group(map_text(battle, columns), self._tail(width, max(1, room - rows)))
        return Group(top, body, *bottom)

    def _head(self, battle: Battle) -> Text:
        armies = battle.field.armies
        head = Text(no_wrap=True, overflow="ellipsis")
        _ = head.append(f"{battle.field.scenario}: ", style="bold")
        for side in Side:
            who = f"{armies.of(side)} ({self._players.of(side)})"
            _ = head.append(who, style=f"bold {COLOURS[side]}")
            if side is Side.RED:
                _ = head.append(" against ")
        return head

    def _foot(self, battle: Battle, width: int) -> list[Text]:
        turn, points = battle.turn, victory_points(battle)
        now = Text(no_wrap=True, overflow="ellipsis")
        if turn.phase is Phase.DEPLOYMENT:
            _ = now.append("deployment", style="bold")
        else:
            _ = now.append(battle.field.armies.of(turn.side), style=f"bold {COLOURS[turn.side]}")
            _ = now.append(f", {turn.phase.value}")
        if turn.phase is Phase.MAGIC:
            _ = now.append("   power cards ")
            for side in Side:
                _ = now.append(f"{battle.hands.of(side)}", style=COLOURS[side])
                if side is Side.RED:
                    _ = now.append(" : ")
        _ = now.append("   points ")
        for side in Side:
            _ = now.append(f"{points.of(side)}", style=COLOURS[side])
            if side is Side.RED:
                _ = now.append(" : ")
        return [now, _progress(battle, width)]

    def _tail(self, width: int, rows: int) -> Text:
        """The last rows of the account."""
        shown: list[Text] = []
        for line in reversed(self._lines):
            wrapped = line.wrap(self._out, width)
            shown[:0] = list(wrapped)
            if len(shown) >= rows:
                break
        return Text("\n").join(shown[-rows:])


def _rows(battle: Battle, columns: int) -> int:
    return max(1, round(battle.field.height * columns / (2 * battle.field.width)))


def _progress(battle: Battle, width: int) -> Text:
    """The turns as a bar: one piece for each player's turn."""
    turn, turns = battle.turn, battle.field.turns
    done = 2 * max(0, turn.number - 1) + (1 if turn.number and turn.side is not turn.first else 0)
    if battle.is_over:
        done = 2 * turns
    label = f"turn {max(turn.number, 0)} of {turns} "
    room = max(2 * turns, min(60, width - len(label) - 1))
    filled = min(room, room * done // (2 * turns))
    bar = Text(label, no_wrap=True, overflow="crop")
    _ = bar.append("━" * filled, style="green").append("─" * (room - filled), style="dim")
    return bar
