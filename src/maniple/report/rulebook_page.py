"""The rulebook as one page of HTML that needs nothing else: no network, no other file.

    rulebook_page(figures)    the page

Everything on it comes from `play.rulebook`; the template beside this module only sets it out.
"""

import re
from collections.abc import Callable

from markupsafe import Markup, escape
from msgspec import Struct

from maniple.armies.spells import spell_book
from maniple.battle.spells import Spell
from maniple.play.rulebook import (
    Example,
    Part,
    Reading,
    Rule,
    examples,
    named_by,
    named_in,
    parts,
    readings,
    rulebook,
)
from maniple.report.pages import filled

MOST_EXAMPLES = 2
TEXTS = {
    "000": "the book",
    "001": "the playsheet",
    "004": "questions and answers",
    "chart": "a chart known from the game at large",
    "house": "a decision of this project",
}
KINDS = {
    "effect": "something happens",
    "limit": "something is refused",
    "permission": "something may be done",
    "definition": "what a word means",
}
_ID = re.compile(r"[a-z][a-z-]*(?:\.[a-z][a-z-]*)+")
_CITED = re.compile(r"\s*\[([a-z][a-z., -]*)\]")


class Worked(Struct, frozen=True):
    """An example as the page shows it."""

    title: str
    lines: tuple[Markup, ...]
    outcome: tuple[Markup, ...]


class Shown(Struct, frozen=True):
    """A rule with all that the page says of it."""

    rule: Rule
    text: Markup
    source: str
    figures: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    named_by: tuple[str, ...]
    readings: tuple[Reading, ...]
    examples: tuple[Worked, ...]


class Chapter(Struct, frozen=True):
    """A part of the book as the page shows it."""

    title: str
    anchor: str
    rules: tuple[Shown, ...]
    spells: tuple[Spell, ...] = ()


def rulebook_page(figures: Callable[[str], dict[str, str]]) -> str:
    """The page. `figures`: what players may change of a rule, by name, as "12 (B)"."""
    return filled(
        "maniple.report",
        "rulebook_page.jinja",
        chapters=[_chapter(part, figures) for part in parts()],
        count=len(rulebook()),
        kinds=KINDS,
    )


def _chapter(part: Part, figures: Callable[[str], dict[str, str]]) -> Chapter:
    anchor = re.sub(r"[^a-z]+", "-", part.title.lower()).strip("-")
    shown = tuple([_shown(rule, figures(rule.id)) for rule in part.rules])
    has_magic = any(rule.id == "magic.phase" for rule in part.rules)
    return Chapter(part.title, f"part-{anchor}", shown, spell_book() if has_magic else ())


def _shown(rule: Rule, figures: dict[str, str]) -> Shown:
    names = tuple([name for name in named_in(rule.text) if name != rule.id])
    worked = examples(rule.id)[:MOST_EXAMPLES]
    return Shown(
        rule,
        linked(rule.text),
        source_in_words(rule.source),
        tuple(figures.items()),
        names,
        named_by(rule.id),
        readings(rule.id),
        tuple([_worked(one) for one in worked]),
    )


def _worked(example: Example) -> Worked:
    def cited(lines: tuple[str, ...]) -> tuple[Markup, ...]:
        return tuple([_with_cites(line) for line in lines])

    return Worked(example.title, cited(example.lines), cited(example.outcome))


def source_in_words(source: str) -> str:
    """Where a rule is stated: "000, 004 p.24" as "the book; questions and answers (p. 24)"."""
    told: list[str] = []
    for one in source.split(","):
        text, _, page = one.strip().partition(" ")
        if text not in TEXTS:
            # A further page of the text before it.
            told[-1] = f"{told[-1].removesuffix(')')}, {one.strip().removeprefix('p.')})"
            continue
        where = page.replace("p.", "p. ")
        told.append(f"{TEXTS[text]} ({where})" if where else TEXTS[text])
    return "; ".join(told)


def linked(text: str) -> Markup:
    """A text in which the ids of rules lead to them."""
    found = named_in(text)

    def link(match: re.Match[str]) -> str:
        word = match[0]
        name = word.rstrip(".")
        return f'<a href="#{name}">{name}</a>{word[len(name) :]}' if name in found else word

    # Escaped first: what is put in afterwards are ids of the book's own.
    return Markup(_ID.sub(link, str(escape(text))))


def _with_cites(line: str) -> Markup:
    """A line of an example, the rules in brackets leading to their entries."""

    def links(match: re.Match[str]) -> str:
        ids = match[1].split(", ")
        return "".join(f' <a class="cite" href="#{one}">{one}</a>' for one in ids)

    return Markup(_CITED.sub(links, str(escape(line))))
