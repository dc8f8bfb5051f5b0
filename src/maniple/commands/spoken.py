"""The rules that spoke, once each, with their first sentences."""

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from maniple.play.rulebook import rule


def print_spoken(out: Console, ids: Iterable[str]) -> None:
    """Each rule once, in the order given; nothing where none spoke."""
    spoken = dict.fromkeys(ids)
    if not spoken:
        return
    out.print("The rules that spoke", style="bold")
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="dim")
    table.add_column(ratio=1)
    for rule_id in spoken:
        table.add_row(rule_id, Text(first_sentence(rule_id)))
    out.print(Padding(table, (0, 0, 0, 2)))


def first_sentence(rule_id: str) -> str:
    """The first sentence of a rule."""
    text = rule(rule_id).text
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]
