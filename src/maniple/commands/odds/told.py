"""An answer in the terminal: the question as understood, outcomes, counts, each with a bar.

print_answer    the short answer, with its sums if wanted
print_compared  the same question under several choices, outcome by outcome
"""

from fractions import Fraction

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from maniple.commands.odds.histogram import rows, spread
from maniple.commands.odds.sure import sure
from maniple.commands.odds.words import decimal, how_often, told
from maniple.commands.spoken import print_spoken
from maniple.odds.answers import Answer, Certainty, Compared, Count, Explained, Outcome

BAR, WIDEST_BAR, NARROWEST_BAR = "cyan", 40, 8
ROOM_FOR_BARS = 60
"""Columns from which on bars are drawn."""
FEW = 4
"""Outcomes of which one that never comes is told too."""
EIGHTHS = " ▏▎▍▌▋▊▉"


def print_answer(out: Console, answer: Answer, *, why: bool = False) -> None:
    """The answer in short: what was asked, what may come of it and how often, how sure that is."""
    out.print(Text(answer.told, style="bold"))
    out.print()
    likeliest = max((outcome.chance for outcome in answer.outcomes), default=Fraction(0))
    table = _table(out)
    for outcome in shown_outcomes(answer):
        style = "bold" if outcome.chance == likeliest else ""
        table.add_row(
            Text(outcome.name, style=style),
            Text(told(outcome.chance, answer.certainty), style=style),
            how_often(outcome.chance),
            bar(out, outcome.chance, Fraction(1)),
        )
    out.print(Padding(table, (0, 0, 0, 2)))
    for count in answer.counts:
        _print_count(out, count, answer.certainty)
    out.print()
    out.print(Text(sure(answer.certainty), style="dim" if not answer.certainty.spent else "yellow"))
    if why:
        print_sums(out, answer.sums)


def print_compared(out: Console, compared: Compared, *, why: bool = False) -> None:
    """Each outcome with its chance under every choice; then the averages; then how sure that is."""
    names = dict.fromkeys(o.name for _, answer in compared.choices for o in shown_outcomes(answer))
    out.print(Text("; or ".join(f"{choice}" for choice, _ in compared.choices), style="bold"))
    for name in names:
        chances = [(choice, answer, _chance(answer, name)) for choice, answer in compared.choices]
        best = max(chance for _, _, chance in chances)
        out.print()
        out.print(Text(name, style="bold"))
        table = _table(out)
        for choice, answer, chance in chances:
            style = "bold" if chance == best else ""
            table.add_row(
                Text(choice, style=style),
                Text(told(chance, answer.certainty), style=style),
                how_often(chance),
                bar(out, chance, Fraction(1)),
            )
        out.print(Padding(table, (0, 0, 0, 2)))
    for name in dict.fromkeys(c.name for _, answer in compared.choices for c in answer.counts):
        out.print()
        out.print(Text(f"{name}, on average", style="bold"))
        _print_means(out, compared, name)
    out.print()
    for choice, answer in compared.choices:
        style = "dim" if not answer.certainty.spent else "yellow"
        out.print(Text(f"{choice}: {sure(answer.certainty)}", style=style))
    if why:
        for choice, answer in compared.choices:
            out.print()
            out.print(Text(choice, style="bold underline"))
            print_sums(out, answer.sums)


def print_sums(out: Console, sums: tuple[Explained, ...]) -> None:
    """How the chances come about: each figure with its rule."""
    for part in sums:
        out.print()
        out.print(Text(part.heading, style="bold"))
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=out.width >= ROOM_FOR_BARS, min_width=8)
        table.add_column(no_wrap=out.width >= ROOM_FOR_BARS, min_width=13)
        table.add_column(ratio=1)
        for one in part.figures:
            about = Text(one.note)
            if one.rules:
                _ = about.append(f"{'  ' if one.note else ''}[{', '.join(one.rules)}]", style="dim")
            table.add_row(Text(one.what), Text(one.figure), about)
        out.print(Padding(table, (0, 0, 0, 2)))
    if not sums:
        out.print(Text("This question has no sums to show.", style="dim"))
        return
    out.print()
    print_spoken(out, (rule for part in sums for one in part.figures for rule in one.rules))


def shown_outcomes(answer: Answer) -> tuple[Outcome, ...]:
    """The outcomes; of many those only that may come."""
    if len(answer.outcomes) <= FEW:
        return answer.outcomes
    return tuple([one for one in answer.outcomes if one.chance])


def bar(out: Console, chance: Fraction, full: Fraction) -> Text:
    """A bar as long as the chance is of `full`; nothing where there is no room for bars."""
    if out.width < ROOM_FOR_BARS or not full:
        return Text()
    wide = max(NARROWEST_BAR, min(WIDEST_BAR, out.width - ROOM_FOR_BARS))
    has_blocks = out.encoding.lower().replace("-", "").startswith("utf")
    share = chance / full * wide
    if not has_blocks:
        return Text("#" * (round(share) or (1 if chance else 0)), style=BAR)
    eighths = round(share * 8) or (1 if chance else 0)
    return Text("█" * (eighths // 8) + EIGHTHS[eighths % 8].strip(), style=BAR)


def _table(out: Console) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(justify="right", no_wrap=out.width >= ROOM_FOR_BARS)
    table.add_column(style="dim", no_wrap=out.width >= ROOM_FOR_BARS)
    table.add_column(no_wrap=True)
    return table


def _print_count(out: Console, count: Count, certainty: Certainty) -> None:
    out.print()
    if not count.chances:
        return
    out.print(Text(f"{count.name}: ", style="bold").append(spread(count), style="not bold"))
    if len(count.chances) == 1:
        return
    shown = rows(count)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column("", justify="right")
    table.add_column("or more", justify="right", style="dim")
    table.add_column("", no_wrap=True)
    full = max(row.chance for row in shown)
    for row in shown:
        table.add_row(
            row.label,
            told(row.chance, certainty),
            told(row.at_least, certainty),
            bar(out, row.chance, full),
        )
    out.print(Padding(table, (0, 0, 0, 2)))


def _print_means(out: Console, compared: Compared, name: str) -> None:
    table = _table(out)
    means: list[tuple[str, Fraction]] = []
    for choice, answer in compared.choices:
        found = next((c for c in answer.counts if c.name == name and c.chances), None)
        if found is not None:
            means.append((choice, found.mean()))
    full = max((mean for _, mean in means), default=Fraction(0))
    for choice, mean in means:
        table.add_row(Text(choice), decimal(mean), "", bar(out, max(mean, Fraction(0)), full))
    out.print(Padding(table, (0, 0, 0, 2)))


def _chance(answer: Answer, name: str) -> Fraction:
    return next((o.chance for o in answer.outcomes if o.name == name), Fraction(0))
