"""Charts of an answer, drawn by Vega-Altair as SVG: colours are the page's own, no script is needed.

strip(shares, width)      outcomes side by side in one bar, each as wide as it is likely
histogram(count, width)   a count, a bar for each number; what comes half of the time in full colour
or_more(count, width)     the chance of so many or more

Widths are in pixels. Only this module uses the libraries, which are the extra `maniple[charts]`.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

import altair as alt
import vl_convert
from msgspec import Struct

from maniple.commands.odds.histogram import Row, rows
from maniple.commands.odds.words import percent
from maniple.odds.answers import Count

FONT = "system-ui, sans-serif"
LETTER = 8
"""Pixels of a letter of a strip, nearly."""
STRIP_HEIGHT, CHART_HEIGHT = 46, 190
BAR_WIDTH = 38
"""Pixels that a bar takes with the space beside it, at the least: room for its chance above it."""
WIDEST_BAR, BAR_SHARE = 56, 0.8
"""Pixels of the widest bar, and how much of its room a bar takes."""
QUARTER = Fraction(1, 4)
NAMESPACE = re.compile(r' xmlns(:\w+)?="[^"]*"')
"""HTML knows the namespace of SVG without its address."""
DECIMALS = re.compile(r"(\d\.\d\d)\d+")
"""Hundredths of a pixel are enough."""
MARK = re.compile(r'(<path aria-label="([^"]*)"[^>]*?)/?>(?:</path>)?')
"""What a screen reader says of a mark is shown to a mouse too."""


class Share(Struct, frozen=True):
    """A part of a strip: what it is called, its chance, and the colour that the page has for it."""

    name: str
    chance: Fraction
    colour: str


class Bar(Struct, frozen=True):
    """A bar: what stands below it, how high it is, what is said of it, and its colour."""

    label: str
    chance: Fraction
    about: str
    colour: str


def strip(shares: Sequence[Share], width: int) -> str:
    """Outcomes side by side. One that never comes has no part."""
    parts: list[Mapping[str, object]] = []
    at = Fraction(0)
    for share in shares:
        if not share.chance:
            continue
        end = at + share.chance
        told = percent(share.chance)
        has_room = share.chance * width > len(told) * LETTER + 2 * LETTER
        parts.append(
            {
                "from": float(at),
                "to": float(end),
                "middle": float(at + end) / 2,
                "colour": share.colour,
                "told": told if has_room else "",
                "about": f"{share.name}: {told}",
            }
        )
        at = end
    base = alt.Chart(_data(parts))
    x = alt.X("from:Q", axis=None, scale=alt.Scale(domain=[0, 1], nice=False))
    bars = base.mark_bar(height=STRIP_HEIGHT, stroke="var(--card)", strokeWidth=2).encode(
        x=x,
        x2="to:Q",
        color=alt.Color("colour:N", scale=None, legend=None),
        description="about:N",
    )
    words = base.mark_text(fontSize=14, fontWeight=600, color="var(--on-colour)", aria=False)
    words = words.encode(x=alt.X("middle:Q"), text="told:N")
    return _drawn([bars, words], width, STRIP_HEIGHT, is_bare=True)


def histogram(count: Count, width: int) -> str:
    """A bar for each number, or for each step where there are many."""
    shown = rows(count, width // BAR_WIDTH)
    low, high = count.quantile(QUARTER), count.quantile(1 - QUARTER)
    return _bars(
        [
            Bar(
                _short(row),
                row.chance,
                f"{row.label}: {percent(row.chance)}",
                "var(--bar)" if row.low <= high and row.high >= low else "var(--bar-soft)",
            )
            for row in shown
        ],
        width,
    )


def or_more(count: Count, width: int) -> str:
    """The chance of each number or more; that of the least, which is certain, is left out."""
    return _bars(
        [
            Bar(
                f"{row.low}+",
                row.at_least,
                f"{row.low} or more: {percent(row.at_least)}",
                "var(--more)",
            )
            for row in rows(count, width // BAR_WIDTH)[1:]
        ],
        width,
    )


def _bars(shown: Sequence[Bar], width: int) -> str:
    """Bars from left to right, each with its chance above it."""
    parts: list[Mapping[str, object]] = [
        {
            "label": bar.label,
            "chance": float(bar.chance),
            "told": percent(bar.chance).removesuffix(" %"),
            "about": bar.about,
            "colour": bar.colour,
        }
        for bar in shown
    ]
    base = alt.Chart(_data(parts)).encode(
        x=_across([bar.label for bar in shown]), y=_upwards(max(bar.chance for bar in shown))
    )
    wide = min(WIDEST_BAR, round(width / len(shown) * BAR_SHARE))
    bars = base.mark_bar(cornerRadiusTopLeft=3, cornerRadiusTopRight=3, size=wide).encode(
        color=alt.Color("colour:N", scale=None, legend=None), description="about:N"
    )
    return _drawn([bars, _labels(base)], width, CHART_HEIGHT)


def _short(row: Row) -> str:
    """As on an axis, where there is little room: "≤12", "13–14", "≥29"."""
    if row.label.endswith("or fewer"):
        return f"≤{row.high}"
    if row.label.endswith("or more"):
        return f"≥{row.low}"
    return row.label.replace(" to ", "–") if row.low >= 0 else row.label


def _across(labels: list[str]) -> alt.X:
    axis = alt.Axis(labelAngle=0, title=None, ticks=False)
    return alt.X("label:O", sort=labels, axis=axis, scale=alt.Scale(padding=0))


def _upwards(most: Fraction) -> alt.Y:
    """From 0 up to a little above the highest bar."""
    axis = alt.Axis(format="%", title=None, tickCount=4, domain=False, ticks=False, grid=True)
    return alt.Y(
        "chance:Q",
        stack=None,
        axis=axis,
        scale=alt.Scale(domain=[0, float(most) * 1.14], nice=False),
    )


def _labels(base: alt.Chart) -> alt.Chart:
    words = base.mark_text(dy=-9, fontSize=11, color="var(--ink)", aria=False)
    labels: alt.Chart = words.encode(text="told:N")
    return labels


def _data(parts: Sequence[Mapping[str, object]]) -> alt.InlineData:
    return alt.InlineData(values=[dict(part) for part in parts])


def _drawn(layers: list[alt.Chart], width: int, height: int, *, is_bare: bool = False) -> str:
    """The layers on one another as SVG for a page: it names no address. Bare: with nothing around."""
    size = alt.AutoSizeParams(type="none" if is_bare else "fit", contains="padding")
    padding = 0 if is_bare else 2
    finished = (
        alt.layer(*layers)
        .properties(width=width, height=height, background="transparent", padding=padding)
        .configure(font=FONT, autosize=size)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor="var(--soft)",
            gridColor="var(--line)",
            domainColor="var(--line)",
            labelFontSize=12,
        )
    )
    svg = vl_convert.vegalite_to_svg(finished.to_dict())
    svg = NAMESPACE.sub("", svg)
    svg = DECIMALS.sub(r"\1", svg)
    return MARK.sub(r"\1><title>\2</title></path>", svg)
