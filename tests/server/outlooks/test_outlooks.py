"""Odds at decisions: shares that sum to one, nothing that may not be known, nothing of the true dice."""

import json
import pickle
import random
from pathlib import Path

import msgspec
import pytest
from websockets.sync.client import connect

from kit.at_table import made
from kit.served_apart import Apart
from maniple import Game, load_scenario, new_game
from maniple.armies import with_options
from maniple.battle.asks import AnswerCharge, Ask, DeclareCharge, HoldBack, OrderUnit
from maniple.dice.stream import secret_from_seed
from maniple.server.outlooks.telling import Asked, outlooks
from maniple.server.questions import question_of
from maniple.server.wire.messages import PROTOCOL, Join


def at(kind: type[Ask], *options: str, seeds: int = 40) -> tuple[Game, Asked]:
    """A game at a question of that kind with something to choose, and what a worker is told of it."""
    for seed in range(seeds):
        game = new_game(with_options(load_scenario("small-field"), options), seed=seed)
        rng = random.Random(seed)
        while game.pending is not None:
            if isinstance(game.pending, kind) and len(game.options() or ()) > 1:
                return game, asked_of(game)
            game.answer(game.sample(rng.randrange))
    raise AssertionError(f"no {kind.__name__} in {seeds} battles")


def asked_of(game: Game) -> Asked:
    """What a worker is told."""
    began, given = game.snapshot
    question = question_of(game, 1)
    choices = tuple([(i, one.answer, one.label) for i, one in enumerate(question.choices)])
    return Asked(began, given, choices[:3], 3.0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [DeclareCharge, AnswerCharge, HoldBack])
def test_the_shares_of_each_choice_are_whole(kind: type[Ask]) -> None:
    _, asked = at(kind, "free_measuring")
    told = outlooks(asked)
    assert told
    for one in told:
        total = sum(share for _, share in one.shares) + one.unknown
        assert total == pytest.approx(1.0, abs=0.003)
        assert all(share > 0 for _, share in one.shares)


@pytest.mark.rule("measure.when")
@pytest.mark.parametrize("kind", [DeclareCharge, AnswerCharge])
def test_nothing_is_told_that_would_tell_a_distance(kind: type[Ask]) -> None:
    _, asked = at(kind)
    assert outlooks(asked) == ()


def test_a_worker_is_told_nothing_of_the_dice() -> None:
    secret = secret_from_seed(5)
    game = new_game(load_scenario("small-field"), seed=5)
    rng = random.Random(5)
    while not isinstance(game.pending, OrderUnit):
        game.answer(game.sample(rng.randrange))
    sent = pickle.dumps(asked_of(game))
    assert secret not in sent
    assert secret.hex().encode() not in sent


def test_the_game_goes_on_as_if_nothing_had_been_asked() -> None:
    game, asked = at(HoldBack)
    before = game.battle
    assert outlooks(asked)
    assert game.battle is before


@pytest.mark.slow
def test_workers_end_with_a_server_that_was_killed(tmp_path: Path) -> None:
    with Apart(tmp_path) as apart:
        wish = {
            "scenario": "small-field",
            "seats": {"red": "person", "blue": "bot:random"},
            "options": ["free_measuring"],
        }
        links = made(apart, wish)
        with connect(f"ws://127.0.0.1:{apart.port}/api/socket") as line:
            line.send(msgspec.json.encode(Join(links["red"], PROTOCOL)).decode())
            welcome = json.loads(str(line.recv(timeout=30)).split("\n")[0])
            n = welcome["asked"]["n"]
            line.send(json.dumps({"type": "odds", "id": 1, "n": n}))
            for _ in range(20):
                told = [json.loads(one) for one in str(line.recv(timeout=30)).split("\n")]
                if any(one["type"] in ("chances", "refused") for one in told):
                    break
        apart.kill()  # which fails where a worker goes on holding what the server wrote to
