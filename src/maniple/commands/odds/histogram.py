"""A count as rows for bars: the tails gathered, and wide counts in steps.

rows(count)    the rows, from the least to the most
spread(count)  in a line: the average, the middle, half of the time and nine times in ten
"""

from fractions import Fraction

from msgspec import Struct

from maniple.commands.odds.words import RARE, decimal, percent
from maniple.odds.answers import Certainty, Count

TAIL = Fraction(1, 200)
"""What lies beyond this chance at either end is gathered in one row."""
FEW = 8
"""Up to so many rows stand as they are."""
MOST_ROWS = 16
"""Rows of numbers; a count that has more is told in steps."""


class Row(Struct, frozen=True):
    """So many, from `low` to `high`, and the chance of it."""

    label: str
    low: int
    high: int
    chance: Fraction
    at_least: Fraction
    """The chance of `low` or more."""


def rows(count: Count, most: int = MOST_ROWS) -> tuple[Row, ...]:
    """The rows of a count. Those between the least and the most that may come, if it has few."""
    least, last = min(count.chances), max(count.chances)
    low, high = least, last
    if last - least >= FEW:
        low, high = count.quantile(TAIL), count.quantile(1 - TAIL)
    wide = -(-(high - low + 1) // most)
    steps = [(start, min(start + wide - 1, high)) for start in range(low, high + 1, wide)]
    steps[0] = (least, steps[0][1])
    steps[-1] = (steps[-1][0], last)
    return tuple([_row(count, start, end, (least, last)) for start, end in steps])


def _row(count: Count, low: int, high: int, ends: tuple[int, int]) -> Row:
    chance = sum((c for n, c in count.chances.items() if low <= n <= high), Fraction(0))
    if low == high:
        label = str(low)
    elif high == ends[1]:
        label = f"{low} or more"
    elif low == ends[0]:
        label = f"{high} or fewer"
    else:
        label = f"{low} to {high}"
    return Row(label, low, high, chance, count.at_least(low))


def spread(count: Count, certainty: Certainty = Certainty()) -> str:
    """A line: "5.25 on average, 5 in the middle; half of the time 4 to 6, nine times in ten 2 to 9"."""
    return f"of what was followed, {_spread(count)}" if has_gaps(certainty) else _spread(count)


def has_gaps(certainty: Certainty) -> bool:
    """Whether so much was not followed to its end that it shows in the figures."""
    return percent(certainty.unknown) not in (percent(Fraction(0)), percent(RARE / 2))


def _spread(count: Count) -> str:
    if len(count.chances) == 1:
        return f"always {next(iter(count.chances))}"
    if len(count.chances) == 2:
        known = sum(count.chances.values(), Fraction(0))
        return ", ".join(f"{n} in {percent(c / known)}" for n, c in sorted(count.chances.items()))
    half = _between(count, Fraction(1, 4))
    most = _between(count, Fraction(1, 20))
    return (
        f"{decimal(count.mean())} on average, {count.median()} in the middle; "
        f"half of the time {half}, nine times in ten {most}"
    )


def _between(count: Count, tail: Fraction) -> str:
    low, high = count.quantile(tail), count.quantile(1 - tail)
    return str(low) if low == high else f"{low} to {high}"
