"""The rulebook as data: every rule in our words, to list, search and explain."""

import difflib
import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

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


class _Book(Struct, frozen=True):
    rule: tuple[Rule, ...]


class NoSuchRule(Exception):
    """No rule has this id; `near` are those most like it."""

    def __init__(self, wanted: str, near: tuple[str, ...]) -> None:
        meant = f"; did you mean {' or '.join(near)}?" if near else "; `maniple rules` lists them"
        super().__init__(f"there is no rule {wanted!r}{meant}")
        self.wanted = wanted
        self.near = near


@cache
def rulebook() -> tuple[Rule, ...]:
    """All rules, in the order of the book."""
    written = files("maniple.rules").joinpath("rulebook.toml").read_bytes()
    return msgspec.convert(tomllib.loads(written.decode()), _Book).rule


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
