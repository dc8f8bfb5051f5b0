"""The worked examples and readings that the program shows are those of its tests and its register."""

import subprocess
import sys

import pytest

from house.sources import ROOT
from house.test_interpretations import register
from maniple.play.rulebook import examples, parts, readings, rulebook


@pytest.mark.slow
def test_they_are_up_to_date() -> None:
    made = [sys.executable, "tools/make_examples.py", "--check"]
    run = subprocess.run(made, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, "run: PYTHONPATH=src:tests python tools/make_examples.py"


def test_every_reading_is_shown() -> None:
    assert sum(len(readings(entry.id)) for entry in rulebook()) == len(register())


def test_most_rules_have_an_example_with_dice() -> None:
    shown = [entry.id for entry in rulebook() if examples(entry.id)]
    assert len(shown) > 130


def test_the_parts_of_the_book_hold_every_rule_once() -> None:
    assert [rule for part in parts() for rule in part.rules] == list(rulebook())
