"""The options of the ruleset: off by default, each read in one place, tested, and kept in the record."""

import ast
from functools import cache

import pytest
from msgspec.structs import replace

from house.sources import ROOT, package_sources
from kit.games import open_field, play_by_lot, small_armies
from maniple.battle.field import SWITCHES, Ruleset
from maniple.play.game import Game
from maniple.play.record.journal import new_journal
from maniple.play.record.reading import parse
from maniple.play.record.replay import verify
from maniple.play.rulebook import rulebook
from maniple.rules.start.begin import start, units_of


@cache
def readings() -> dict[str, tuple[str, ...]]:
    """Where the rules read each option, as module:line."""
    found: dict[str, list[str]] = {option: [] for option in SWITCHES}
    for source in package_sources():
        if not source.is_in("rules"):
            continue
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Attribute) and node.attr in found:
                found[node.attr].append(f"{source.module}:{node.lineno}")
    return {option: tuple(places) for option, places in found.items()}


@cache
def text_of_tests() -> str:
    """The text of all tests of the rules."""
    folders = (ROOT / "tests/rules", ROOT / "tests/cases")
    paths = sorted(path for folder in folders for path in folder.rglob("test_*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("option", SWITCHES)
def test_each_option_is_off_by_default(option: str) -> None:
    assert getattr(Ruleset(), option) is False


@pytest.mark.parametrize("option", SWITCHES)
def test_each_option_is_read_in_one_place(option: str) -> None:
    assert len(readings()[option]) == 1, readings()[option]


@pytest.mark.parametrize("option", SWITCHES)
def test_each_option_has_a_rule_and_a_test_that_turns_it_on(option: str) -> None:
    assert [entry.id for entry in rulebook() if entry.option == option]
    assert f"{option}=True" in text_of_tests()


@pytest.mark.parametrize("on", [*SWITCHES, ""])
def test_what_is_on_stands_in_the_record_and_the_battle_is_proved_with_it(on: str) -> None:
    """The battle's beginning names the option that is on, and none that is off."""
    ruleset = replace(Ruleset(), **{on: True}) if on else Ruleset()
    journal = new_journal(None, seed=5)
    began = start(open_field(2, ruleset), units_of(small_armies()))
    _ = play_by_lot(Game(began, journal, recorder=journal), 5)
    journal.close()
    written = b"".join(journal.written)
    assert [option for option in SWITCHES if option.encode() in written] == [on] * bool(on)
    assert verify(parse(written)).finished
