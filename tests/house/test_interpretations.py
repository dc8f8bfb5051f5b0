"""The register of interpretations is whole: every rule, test and switch in it exists, none is missing."""

import ast
import re
from functools import cache
from typing import NamedTuple

from house.sources import ROOT, SRC
from maniple.battle.field import SWITCHES
from maniple.play.rulebook import rulebook

REGISTER = ROOT / "docs/interpretations.md"
FIELDS = ("Question", "Reading", "Why", "Overrule", "Pinned by")


class Entry(NamedTuple):
    """One point of the register: the rule, the topic, and what is said, by field."""

    rule: str
    topic: str
    says: dict[str, str]

    @property
    def tests(self) -> list[str]:
        """The tests that pin it, as file::function."""
        return re.findall(r"`([^`]+)`", self.says["Pinned by"])


@cache
def register() -> tuple[Entry, ...]:
    """The entries of docs/interpretations.md, in order."""
    text = REGISTER.read_text(encoding="utf-8").split("\n# Entries\n")[1]
    found: list[Entry] = []
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        title, _, body = re.split(r"^## ", part, flags=re.MULTILINE)[0].partition("\n")
        rule, _, topic = title.partition(": ")
        said = re.split(r"^- \*\*(.+?)\*\*: ", body, flags=re.MULTILINE)[1:]
        says = {
            field: " ".join(what.split()) for field, what in zip(said[::2], said[1::2], strict=True)
        }
        found.append(Entry(rule, topic, says))
    return tuple(found)


@cache
def functions(file: str) -> frozenset[str]:
    """The names of the test functions of a file; none if there is no such file."""
    path = ROOT / file
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_each_entry_says_all_that_it_should() -> None:
    short = [e.rule for e in register() if tuple(e.says) != FIELDS or not all(e.says.values())]
    assert not short
    titles = [(entry.rule, entry.topic) for entry in register()]
    assert all(topic for _, topic in titles)
    assert len(titles) == len(set(titles))


def test_each_entry_is_headed_by_a_rule_in_the_order_of_the_book() -> None:
    order = {entry.id: place for place, entry in enumerate(rulebook())}
    assert not [entry.rule for entry in register() if entry.rule not in order]
    places = [order[entry.rule] for entry in register()]
    assert places == sorted(places)


def test_each_house_rule_has_its_entry() -> None:
    settled = {entry.rule for entry in register()}
    ours = {entry.id for entry in rulebook() if "house" in entry.source}
    assert ours - settled == set()


def test_each_test_that_pins_an_entry_exists() -> None:
    missing = [
        (entry.rule, test)
        for entry in register()
        for test in entry.tests
        if test.partition("::")[2] not in functions(test.partition("::")[0])
    ]
    assert not missing
    assert not [entry.rule for entry in register() if not entry.tests]


def test_each_way_to_overrule_exists() -> None:
    switches = set(SWITCHES)
    data = {path.name for path in (SRC / "maniple/armies/data").rglob("*.toml")}
    for entry in register():
        kind, _, how = entry.says["Overrule"].partition(": ")
        assert kind in {"switch", "scenario", "army data", "fixed"}, entry
        assert (kind == "fixed") is not bool(how), entry
        if kind == "switch":
            assert how.strip("`") in switches, entry
        assert set(re.findall(r"\w+\.toml", how)) <= data, entry


def test_each_option_of_a_rule_is_a_switch() -> None:
    switches = set(SWITCHES)
    assert {entry.option for entry in rulebook() if entry.option} == switches
