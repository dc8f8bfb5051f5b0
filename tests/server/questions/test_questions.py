"""Questions of battles in play: choices are legal, keys unique, words in the catalogue."""

import json
import random
import re
from pathlib import Path
from typing import get_args

import pytest

from maniple import Game, Judged, load_scenario, new_game, scenario_names
from maniple.battle.asks import Ask, DeclareCharge, OrderUnit
from maniple.battle.field import Ruleset
from maniple.server.questions import question_of
from maniple.server.wire.questions import Question, Say

MESSAGES = Path(__file__).parents[3] / "board" / "messages" / "en"
CATALOGUE: dict[str, str] = {
    key: text
    for file in ("ask", "choice", "detail", "refuse")
    for key, text in json.loads((MESSAGES / f"{file}.json").read_text(encoding="utf-8")).items()
}


def says(question: Question) -> list[Say]:
    """Everything that a question says."""
    of_choices = [say for choice in question.choices for say in (choice.label, *choice.details)]
    return [question.title, question.hint, *of_choices]


def arguments(text: str) -> set[str]:
    """The arguments that a message takes; of its plurals and selections that which is looked at."""
    selected = set(re.findall(r"\{(\w+), (?:plural|select),", text))
    if selected:
        text = re.sub(r"(?:=\d+|\w+) \{[^{}]*\}", "", text)
    return selected | set(re.findall(r"\{(\w+)\}", text))


def check(game: Game, question: Question) -> None:
    """Whatever can be seen of a question without knowing its rules."""
    keys = [choice.key for choice in question.choices if choice.key]
    assert len(keys) == len(set(keys))
    assert question.choices or question.subjects or question.mode == "aim"
    for choice in question.choices:
        assert isinstance(game.judge(choice.answer), Judged), (question.kind, choice)
        assert all(0 <= unit < len(game.battle.units) for unit in choice.units)
    for say in says(question):
        text = CATALOGUE[say.key]
        given = {name for name, _ in say.args} | {name for name, _ in say.units}
        assert arguments(text) <= given, (say, text)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", scenario_names())
def test_every_question_of_random_battles_can_be_put(scenario: str) -> None:
    game = new_game(load_scenario(scenario), seed=11, turns=4)
    rng = random.Random(11)
    kinds: set[str] = set()
    n = 0
    while game.pending is not None and n < 400:
        question = question_of(game, n)
        assert question.n == n
        assert question.side is game.pending.side
        check(game, question)
        kinds.add(question.kind)
        game.answer(game.sample(rng.randrange))
        n += 1
    assert "PlaceUnit" in kinds
    assert len(kinds) > 4


@pytest.mark.parametrize("ask", get_args(Ask), ids=lambda ask: ask.__name__)
def test_each_ask_has_its_words(ask: type) -> None:
    for part in ("title", "hint"):
        assert CATALOGUE[f"ask.{ask.__name__}.{part}"]


@pytest.mark.rule("measure.when", "measure.free")
def test_distances_are_told_only_where_measuring_is_free() -> None:
    told: dict[bool, set[str]] = {}
    for free in (False, True):
        scenario = load_scenario("small-field")
        rules = Ruleset(free_measuring=free)
        scenario = type(scenario)(**{**_fields(scenario), "field": _ruled(scenario.field, rules)})
        game = new_game(scenario, seed=3)
        rng = random.Random(3)
        told[free] = set()
        while game.pending is not None:
            if isinstance(game.pending, DeclareCharge | OrderUnit):
                told[free] |= {say.key for say in says(question_of(game, 0))}
            game.answer(game.sample(rng.randrange))
    assert "detail.inches" not in told[False]
    assert "detail.inches" in told[True]


def _fields(of: object) -> dict[str, object]:
    return {name: getattr(of, name) for name in of.__struct_fields__}  # type: ignore[attr-defined]


def _ruled(field: object, rules: Ruleset) -> object:
    return type(field)(**{**_fields(field), "ruleset": rules})
