"""Prints the account line by line, as it becomes ready."""

from rich.console import Console
from rich.text import Text

from maniple.battle.state import Battle
from maniple.commands.drawing import line_text
from maniple.play.told import Answered, Told
from maniple.report.account.lines import Line
from maniple.report.account.teller import Account


class AccountPrinter:
    """Listens to a game or a replay and prints its account."""

    def __init__(self, out: Console, account: Account) -> None:
        self._out = out
        self._account = account
        self._is_first = True

    def __call__(self, told: Told) -> None:
        """Print what is ready."""
        if not isinstance(told, Answered):
            self.print(self._account.tell(told), told.battle)

    def end(self, battle: Battle) -> None:
        """Print what a battle that was broken off has not yet told."""
        self.print(self._account.rest(battle), battle)
        self._out.print()

    def print(self, lines: list[Line], battle: Battle) -> None:
        """Print lines, with an empty one before each turn."""
        for line in lines:
            if line.level == "turn" and not self._is_first:
                self._out.print()
            self._is_first = False
            self._out.print(hanging(line_text(line, battle), self._out.width))


def hanging(text: Text, width: int, indent: int = 4) -> Text:
    """A text wrapped so that its later rows stand further to the right."""
    if len(text) <= width:
        return text
    console = Console(width=width)
    first, *rest = text.wrap(console, width)
    first.rstrip()
    for row in rest:
        row.rstrip()
    joined = Text(" ").join(rest).wrap(console, max(20, width - indent))
    for row in joined:
        row.rstrip()
    return Text("\n").join([first, *[Text(" " * indent).append_text(row) for row in joined]])
