"""The rulebook as data: every rule in our words, to list, search and explain."""

import difflib
import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

_ID = re.compile(r"[a-z][a-z-]*(?:\.[a-z][a-z-]*)+")

Kind = Literal["effect", "limit", "permission", "definition"]


class Rule(Struct, frozen=True, rename={"source": "from"}):
    """One entry. `source`: where it is stated, as the head of rulebook.toml explains."""

    id: str
    text: str
    source: str
    kind: Kind
    option: str = ""
    """The switch of the ruleset that turns it on; empty: it is always on."""

    @property
    def chapter(self) -> str:
        return self.id.split(".", maxsplit=1)[0]


class Part(Struct, frozen=True):
    """A part of the book, and the rules in it."""

    title: str
    rules: tuple[Rule, ...]


class Reading(Struct, frozen=True):
    """A point that the texts leave unclear: the reading chosen, and why."""

    rule: str
    topic: str
    question: str
    reading: str
    why: str
    overrule: str
    """How a group of players can have it otherwise; "fixed": not at all."""


class Example(Struct, frozen=True):
    """A worked example, out of a test that shows these rules at work with given dice."""

    title: str
    rules: tuple[str, ...]
    lines: tuple[str, ...]
    """What was rolled and answered, in the order of play."""
    outcome: tuple[str, ...]
    """What came of it, as the account of a battle tells it."""
    test: str


class _Part(Struct, frozen=True):
    title: str
    begins: str


class _Book(Struct, frozen=True):
    part: tuple[_Part, ...]
    rule: tuple[Rule, ...]


class _Shown(Struct, frozen=True):
    """What tools/make_examples.py writes."""

    readings: tuple[Reading, ...]
    examples: tuple[Example, ...]


class NoSuchRule(Exception):
    """No rule has this id; `near` are those most like it."""

    def __init__(self, wanted: str, near: tuple[str, ...]) -> None:
        meant = f"; did you mean {' or '.join(near)}?" if near else "; `maniple rules` lists them"
        super().__init__(f"there is no rule {wanted!r}{meant}")
        self.wanted = wanted
        self.near = near


@cache
def _book() -> _Book:
    written = files("maniple.rules").joinpath("rulebook.toml").read_bytes()
    return msgspec.convert(tomllib.loads(written.decode()), _Book)


@cache
def _shown() -> _Shown:
    written = files("maniple.rules").joinpath("shown.json").read_bytes()
    return msgspec.json.decode(written, type=_Shown)


def rulebook() -> tuple[Rule, ...]:
    """All rules, in the order of the book."""
    return _book().rule


@cache
def parts() -> tuple[Part, ...]:
    """The book in its parts, in order."""
    book = _book()
    begins = [entry.id for entry in book.rule].index
    starts = [*[begins(part.begins) for part in book.part], len(book.rule)]
    return tuple(
        [
            Part(part.title, book.rule[start:end])
            for part, start, end in zip(book.part, starts, starts[1:], strict=False)
        ]
    )


def readings(rule_id: str) -> tuple[Reading, ...]:
    """Where the texts leave this rule unclear, and how it is read."""
    return tuple([reading for reading in _shown().readings if reading.rule == rule_id])


def examples(rule_id: str) -> tuple[Example, ...]:
    """Worked examples of the rule, with their dice."""
    return tuple([example for example in _shown().examples if rule_id in example.rules])


@cache
def named_in(text: str) -> tuple[str, ...]:
    """The rules that a text names by their ids, each once, in its order."""
    found = [word.rstrip(".") for word in _ID.findall(text)]
    return tuple(dict.fromkeys([word for word in found if word in _by_id()]))


@cache
def named_by(rule_id: str) -> tuple[str, ...]:
    """The rules whose texts name this one."""
    return tuple([e.id for e in rulebook() if rule_id in named_in(e.text) and e.id != rule_id])


@cache
def _by_id() -> dict[str, Rule]:
    return {rule.id: rule for rule in rulebook()}


def rule(rule_id: str) -> Rule:
    """The rule with this id. Raises `NoSuchRule` with those most like it."""
    found = _by_id().get(rule_id)
    if found is None:
        near = difflib.get_close_matches(rule_id, _by_id(), n=3, cutoff=0.5)
        raise NoSuchRule(rule_id, tuple(near))
    return found


def search(words: list[str]) -> tuple[Rule, ...]:
    """Rules in which every word is found, those first that name one in their id."""
    wanted = [word.casefold() for word in words]

    def found(entry: Rule) -> bool:
        text = f"{entry.id} {entry.text}".casefold()
        return all(word in text for word in wanted)

    def rank(entry: Rule) -> int:
        return -sum(word in entry.id.casefold() for word in wanted)

    return tuple(sorted(filter(found, rulebook()), key=rank))
