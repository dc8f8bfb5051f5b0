"""Sums as tests look into them: a part by its heading, a figure by what it says."""

from collections.abc import Sequence
from fractions import Fraction

from maniple.odds.answers import Explained, Figure
from maniple.odds.policies import sensible
from maniple.odds.situations import melee
from maniple.odds.sums import sums_of


def sum_of(ours: str, theirs: str) -> tuple[Explained, ...]:
    """The sum of a melee between two units in words."""
    return sums_of(melee(ours, theirs).battle, sensible)


def part(told: Sequence[Explained], heading: str) -> dict[str, Figure]:
    """The figures of the only part whose heading begins so, by what they say."""
    (found,) = [one for one in told if one.heading.startswith(heading)]
    return {figure.what: figure for figure in found.figures}


def exact(figure: Figure) -> Fraction:
    """The exact number behind a figure."""
    assert figure.exact is not None
    return figure.exact
