"""An answer as one page of HTML that needs nothing else: no network, no script, no other file.

check_page(file)      whether a page can be drawn and written there
page(shown, ...)      the page of an answer, or of several compared

Each chart is drawn twice, for wide pages and for narrow ones; the page shows the one that fits.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from markupsafe import Markup
from msgspec import Struct

from maniple.commands.odds.histogram import has_gaps, spread
from maniple.commands.odds.sure import sure
from maniple.commands.odds.told import FEW_NUMBERS, counts_of, distinct, either, shown_outcomes
from maniple.commands.odds.words import decimal, exactly, fraction, often, told
from maniple.commands.page_file import check_page_file
from maniple.commands.refusals import Refusal
from maniple.commands.spoken import first_sentence
from maniple.odds.answers import Answer, Certainty, Compared, Count, Explained
from maniple.report.pages import filled

WIDE, HALF, NARROW = 940, 452, 330
"""Pixels: across the page, in one of two columns, on a telephone."""
COLOURS = 12
"""Colours that the page has for outcomes; the thirteenth has the first one's again."""
LEFT_OUT = "var(--left-out)"
LONGEST = 40
"""Characters of the longest fraction that the tables show."""
MISSING = (
    "the charts of --html are drawn by Vega-Altair, which is not installed: "
    "pip install 'maniple[charts]', or ask without --html"
)


class Part(Struct, frozen=True):
    """An outcome: its colour, its name, and its chance in words."""

    colour: str
    name: str
    told: str
    often: str
    exactly: str
    fraction: str


class Line(Struct, frozen=True):
    """A line of the table of a count."""

    n: int
    chance: str
    or_more: str
    or_fewer: str


class Counted(Struct, frozen=True):
    """A count, with its charts for wide and for narrow pages."""

    name: str
    spread: str
    charts: tuple[tuple[str, Markup, Markup], ...]
    lines: tuple[Line, ...]


class Section(Struct, frozen=True):
    """An answer as the page shows it; `choice` is "" where there is only one."""

    choice: str
    told: str
    strips: tuple[Markup, Markup]
    parts: tuple[Part, ...]
    counts: tuple[Counted, ...]
    sure: str
    has_limit: bool
    sums: tuple[Explained, ...]


def check_page(file: Path) -> None:
    """Refusal, with the reason, where a page can't be drawn or written: better said before the sum is
    worked out than after it.
    """
    try:
        _ = import_module("maniple.commands.odds.charts")
    except ImportError as missing:
        raise Refusal(MISSING) from missing
    check_page_file(file, "odds.html")


def page(shown: Answer | Compared, units: tuple[str, ...], command: str) -> str:
    """The page as text; `units` are as they were understood, `command` is what was asked with."""
    choices = (("", shown),) if isinstance(shown, Answer) else shown.choices
    names = list(dict.fromkeys(o.name for _, answer in choices for o in shown_outcomes(answer)))
    colours = {name: f"var(--c{place % COLOURS + 1})" for place, name in enumerate(names)}
    sections = [_section(choice, answer, colours) for choice, answer in choices]
    rules = dict.fromkeys(
        rule
        for section in sections
        for explained in section.sums
        for figure in explained.figures
        for rule in figure.rules
    )
    return filled(
        "maniple.commands.odds",
        "page.jinja",
        question=shown.question,
        title=shown.told if isinstance(shown, Answer) else either(shown),
        units=units,
        is_compared=isinstance(shown, Compared),
        sections=sections,
        averages=_averages(shown) if isinstance(shown, Compared) else (),
        outcomes=[(name, colours[name]) for name in names],
        rules={rule: first_sentence(rule) for rule in rules},
        command=command,
    )


def _averages(compared: Compared) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each count with its average under every choice; "" where there is none."""
    return tuple(
        [
            (name, tuple([decimal(one.mean()) if one else "" for one in each]))
            for name, each in counts_of(compared)
        ]
    )


def _section(choice: str, answer: Answer, colours: dict[str, str]) -> Section:
    from maniple.commands.odds.charts import Share, strip

    shares = [Share(o.name, o.chance, colours[o.name]) for o in shown_outcomes(answer)]
    shares.append(Share("not followed to its end", answer.certainty.unknown, LEFT_OUT))
    return Section(
        choice,
        answer.told,
        (Markup(strip(shares, WIDE)), Markup(strip(shares, NARROW))),
        tuple(
            [
                Part(
                    colours[o.name],
                    o.name,
                    told(o.chance, answer.certainty),
                    often(o.chance, answer.certainty),
                    exactly(o.chance),
                    short if len(short := fraction(o.chance)) <= LONGEST else "",
                )
                for o in shown_outcomes(answer)
            ]
        ),
        tuple(
            [_counted(count, names, answer.certainty) for count, names in distinct(answer.counts)]
        ),
        sure(answer.certainty),
        bool(answer.certainty.spent),
        answer.sums,
    )


def _counted(count: Count, names: str, certainty: Certainty) -> Counted:
    from maniple.commands.odds.charts import histogram, or_more

    def both(draw: Callable[[Count, int], str], head: str) -> tuple[str, Markup, Markup]:
        # Made by the library from numbers and labels, which it escapes.
        least = ", at the least" if has_gaps(certainty) else ""
        return f"{head}{least}", Markup(draw(count, HALF)), Markup(draw(count, NARROW))

    has_charts = len(count.chances) > FEW_NUMBERS
    charts = (
        (
            both(histogram, "Each number; in full colour what comes half of the time"),
            both(or_more, "So many or more"),
        )
        if has_charts
        else ()
    )
    return Counted(
        names,
        spread(count, certainty),
        charts,
        tuple(
            [
                Line(n, exactly(chance), exactly(count.at_least(n)), exactly(count.at_most(n)))
                for n, chance in sorted(count.chances.items())
            ]
        ),
    )
