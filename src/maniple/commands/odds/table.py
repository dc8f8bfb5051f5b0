"""`--table`: every figure of an answer, as an exact fraction too."""

from fractions import Fraction

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from maniple.commands.odds.histogram import spread
from maniple.commands.odds.sure import sure
from maniple.commands.odds.told import either, print_question, print_sums
from maniple.commands.odds.words import exactly, fraction
from maniple.odds.answers import Answer, Certainty, Compared, Count

LONGEST = 24
"""Characters of the longest fraction that stands in a table."""


def print_table(
    out: Console, answer: Answer, units: tuple[str, ...] = (), *, why: bool = False
) -> None:
    """Outcomes and counts in full, with the exact fractions where they can be read."""
    print_question(out, answer.told, units)
    chances = [outcome.chance for outcome in answer.outcomes]
    names = [Text(outcome.name) for outcome in answer.outcomes]
    if answer.certainty.unknown:
        chances.append(answer.certainty.unknown)
        names.append(Text("not followed to its end", style="italic"))
    table = _table(["", "chance", "exactly"])
    for name, chance in zip(names, chances, strict=True):
        table.add_row(name, exactly(chance), _short(chance))
    out.print(Padding(table, (0, 0, 0, 2)))
    for count in answer.counts:
        if count.chances:
            _print_count(out, count, answer.certainty)
    out.print()
    if any(not _short(chance) for chance in chances):
        longest = max(len(fraction(chance)) for chance in chances)
        told = f"The exact fractions have up to {longest:,} characters: --json writes them out."
        out.print(Text(told, style="dim"))
    out.print(Text(sure(answer.certainty), style="dim"))
    if why:
        print_sums(out, answer.sums)


def print_compared_table(
    out: Console, compared: Compared, units: tuple[str, ...] = (), *, why: bool = False
) -> None:
    """The full table of every choice."""
    print_question(out, either(compared), units)
    for choice, answer in compared.choices:
        out.print(Text(choice, style="bold underline"))
        print_table(out, answer, why=why)
        out.print()


def _print_count(out: Console, count: Count, certainty: Certainty) -> None:
    out.print()
    out.print(
        Text(f"{count.name}: ", style="bold").append(spread(count, certainty), style="not bold")
    )
    table = _table(["", "chance", "or more", "or fewer", "exactly"])
    for n, chance in sorted(count.chances.items()):
        table.add_row(
            str(n),
            exactly(chance),
            exactly(count.at_least(n)),
            exactly(count.at_most(n)),
            _short(chance),
        )
    out.print(Padding(table, (0, 0, 0, 2)))


def _table(heads: list[str]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place else "left")
    return table


def _short(chance: Fraction) -> str:
    told = fraction(chance)
    return told if len(told) <= LONGEST else ""
