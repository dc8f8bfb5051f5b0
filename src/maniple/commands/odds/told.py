"""An answer in the terminal: the question as understood, outcomes, counts, each with a bar.

print_answer    the short answer, with its sums if wanted
print_compared  the same question under several choices, outcome by outcome
"""

from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from maniple.commands.odds.histogram import has_gaps, rows, spread
from maniple.commands.odds.sure import sure
from maniple.commands.odds.words import decimal, often, told
from maniple.commands.spoken import print_spoken
from maniple.odds.answers import Answer, Certainty, Compared, Count, Explained, Outcome

BAR, WIDEST_BAR, NARROWEST_BAR = "cyan", 40, 8
ROOM_FOR_BARS = 60
"""Columns from which on bars are drawn."""
FEW_NUMBERS = 2
"""So few numbers are told in a line."""
FEW = 4
"""Outcomes of which one that never comes is told too."""
EIGHTHS = " ▏▎▍▌▋▊▉"


def print_answer(
    out: Console, answer: Answer, units: tuple[str, ...] = (), *, why: bool = False
) -> None:
    """The answer in short: what was asked, what may come of it and how often, how sure that is.

    `units`: those that are concerned, as they were understood.
    """
    print_question(out, answer.told, units)
    table = _table(out)
    likeliest = max((outcome.chance for outcome in answer.outcomes), default=Fraction(0))
    for outcome in shown_outcomes(answer):
        _add(table, out, outcome.name, outcome.chance, answer.certainty, likeliest)
    out.print(Padding(table, (0, 0, 0, 2)))
    for count, names in distinct(answer.counts):
        _print_count(out, count, names, answer.certainty)
    _print_sure(out, [("", answer)])
    if why:
        print_sums(out, answer.sums)


def print_compared(
    out: Console, compared: Compared, units: tuple[str, ...] = (), *, why: bool = False
) -> None:
    """Each outcome with its chance under every choice; then the averages; then how sure that is."""
    print_question(out, either(compared), units)
    for place, name in enumerate(names_of(compared)):
        found = [(choice, answer, _chance(answer, name)) for choice, answer in compared.choices]
        best = max(chance for _, _, chance in found)
        if place:
            out.print()
        out.print(Text(name, style="bold"))
        table = _table(out)
        for choice, answer, chance in found:
            if chance:
                _add(table, out, choice, chance, answer.certainty, best)
        out.print(Padding(table, (0, 0, 0, 2)))
        never = [choice for choice, _, chance in found if not chance]
        if never:
            out.print(Padding(Text(f"never: {'; '.join(never)}", style="dim"), (0, 0, 0, 2)))
    for name, counts in counts_of(compared):
        out.print()
        out.print(Text(f"{name}, on average", style="bold"))
        _print_means(out, [(c, one) for (c, _), one in zip(compared.choices, counts, strict=True)])
    _print_sure(out, compared.choices)
    if why:
        for choice, answer in compared.choices:
            out.print()
            out.print(Text(choice, style="bold underline"))
            print_sums(out, answer.sums)


def print_question(out: Console, told: str, units: tuple[str, ...]) -> None:
    """The question as it was understood."""
    out.print(Text(told, style="bold"))
    for unit in units:
        out.print(Padding(Text(unit, style="dim"), (0, 0, 0, 2)))
    out.print()


def either(compared: Compared) -> str:
    """What is compared, in a line: "fight: 8 wide, or 6 wide?"."""
    *some, last = [choice for choice, _ in compared.choices]
    both = f"{'; '.join(some)}; or {last}" if some else last
    return f"{compared.question.replace('_', ' ')}: {both}?"


def names_of(compared: Compared) -> tuple[str, ...]:
    """The outcomes of all choices by name."""
    answers = [answer for _, answer in compared.choices]
    return tuple(dict.fromkeys(o.name for answer in answers for o in shown_outcomes(answer)))


def counts_of(compared: Compared) -> tuple[tuple[str, tuple[Count | None, ...]], ...]:
    """Each count's name, with that of every choice, None where it has none; those that are the same
    as another under every choice are told as one.
    """
    found: dict[object, tuple[list[str], tuple[Count | None, ...]]] = {}
    for name in dict.fromkeys(c.name for _, answer in compared.choices for c in answer.counts):
        each = tuple([_count(answer, name) for _, answer in compared.choices])
        key = tuple([None if one is None else tuple(sorted(one.chances.items())) for one in each])
        found.setdefault(key, ([], each))[0].append(name)
    return tuple([(", and ".join(names), each) for names, each in found.values() if any(each)])


def distinct(counts: tuple[Count, ...]) -> tuple[tuple[Count, str], ...]:
    """The counts, those that are equal told as one: "Warriors lost, and wounds by Legionaries"."""
    found: list[tuple[Count, list[str]]] = []
    for count in counts:
        same = next((names for one, names in found if one.chances == count.chances), None)
        if same is None:
            found.append((count, [count.name]))
        else:
            same.append(count.name)
    return tuple([(count, ", and ".join(names)) for count, names in found if count.chances])


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
    """The outcomes; of many those only that may come, as far as that is known."""
    if len(answer.outcomes) <= FEW or has_gaps(answer.certainty):
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


def _add(
    table: Table,
    out: Console,
    name: str,
    chance: Fraction,
    certainty: Certainty,
    likeliest: Fraction,
) -> None:
    style = "bold" if chance == likeliest else ""
    table.add_row(
        Text(name, style=style),
        Text(told(chance, certainty), style=style),
        often(chance, certainty),
        bar(out, chance, Fraction(1)),
    )


def _print_count(out: Console, count: Count, names: str, certainty: Certainty) -> None:
    out.print()
    out.print(Text(f"{names}: ", style="bold").append(spread(count, certainty), style="not bold"))
    if len(count.chances) <= FEW_NUMBERS:
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


def _print_sure(out: Console, choices: Sequence[tuple[str, Answer]]) -> None:
    """How sure it is: once, if it is the same for every choice."""
    out.print()
    said = {sure(answer.certainty): answer for _, answer in choices}
    for choice, answer in choices if len(said) > 1 else choices[:1]:
        style = "dim" if not answer.certainty.spent else "yellow"
        whose = f"{choice}: " if len(said) > 1 else ""
        out.print(Text(f"{whose}{sure(answer.certainty)}", style=style))


def _count(answer: Answer, name: str) -> Count | None:
    return next((c for c in answer.counts if c.name == name and c.chances), None)


def _print_means(out: Console, choices: Sequence[tuple[str, Count | None]]) -> None:
    table = _table(out)
    means = [(choice, count.mean()) for choice, count in choices if count is not None]
    full = max((mean for _, mean in means), default=Fraction(0))
    for choice, mean in means:
        table.add_row(Text(choice), decimal(mean), "", bar(out, max(mean, Fraction(0)), full))
    out.print(Padding(table, (0, 0, 0, 2)))


def _chance(answer: Answer, name: str) -> Fraction:
    return next((o.chance for o in answer.outcomes if o.name == name), Fraction(0))
