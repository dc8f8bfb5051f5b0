"""Four short battles written out whole, and the signature of forty: what a refactoring must keep.

`MANIPLE_REWRITE=1 pytest tests/golden/test_battles.py` writes them anew; then read what has changed.
They are the same compiled and uncompiled: `make test` compares both with the same files.
"""

import os
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from kit.golden import Writer, short
from maniple.armies import load_scenario
from maniple.battle.sides import Pair
from maniple.bots import BOTS
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.record.fingerprint import fingerprint
from maniple.play.seat import play_out
from maniple.play.setup import beginning
from maniple.play.told import Answered, Listener, Told

HERE = Path(__file__).parent
BATTLES = {
    "random-32": ("small-field", "random", 32, 3),
    "random-80": ("small-field", "random", 80, 3),
    "steady-1": ("small-field", "steady", 1, 2),
    "last-stand-2": ("last-stand", "random", 2, 2),
}
"""Where which bots fight, with which seed, and for how many turns."""

RANDOM, STEADY = range(24), range(6)
ELSEWHERE = ("ambush", "flank-march", "ford", "hill", "last-stand")
"""Scenarios whose armies hold what the small field has not: elephants, engines, wizards."""
TURNS = 3
"""Of the battles that are signed: whoever keeps forty of three turns keeps those of six."""


def fought(scenario: str, bot: str, seed: int, turns: int, listener: Listener) -> Game:
    """A battle of a scenario that comes with the program."""
    began = beginning(load_scenario(scenario), turns=turns)
    game = Game(began, SeededChance(seed), listeners=(listener,))
    play_out(game, Pair(BOTS[bot](seed), BOTS[bot](seed + 1)))
    return game


@pytest.mark.parametrize("name", BATTLES)
def test_the_battle_goes_as_it_did(name: str) -> None:
    writer = Writer()
    game = fought(*BATTLES[name], writer)
    # The first event carries the whole resolved start: the army data have tests of their own.
    lines = [*writer.lines[1:], *[_stands(unit) for unit in game.battle.units]]
    told = "\n".join(lines) + "\n"
    path = HERE / "battles" / f"{name}.txt"
    if os.environ.get("MANIPLE_REWRITE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def _stands(unit) -> str:
    what = f"{unit.sheet.name} ({unit.side.value} {unit.id}): {unit.models}, {unit.status.value}"
    return f"= {what}, {unit.formation.value}, {short(unit.pose)}"


@pytest.mark.slow
def test_forty_battles_are_asked_and_end_as_they_did() -> None:
    lines = [signature("small-field", "random", seed) for seed in RANDOM]
    lines += [signature("small-field", "steady", seed) for seed in STEADY]
    lines += [signature(scenario, "random", seed) for scenario in ELSEWHERE for seed in range(2)]
    told = "\n".join(lines) + "\n"
    path = HERE / "signature.txt"
    if os.environ.get("MANIPLE_REWRITE"):
        path.write_text(told, encoding="utf-8")
    assert told.splitlines() == path.read_text(encoding="utf-8").splitlines()


def signature(scenario: str, bot: str, seed: int) -> str:
    """The hash of all questions with their answers, and that of the final battle."""
    asked = sha256()

    def listen(told: Told) -> None:
        if isinstance(told, Answered):
            asked.update(fingerprint(told.ask).encode())
            asked.update(msgspec.json.encode(told.answer))

    game = fought(scenario, bot, seed, TURNS, listen)
    ended = sha256(msgspec.json.encode(game.battle)).hexdigest()
    return f"{scenario} {bot} {seed}: asked {asked.hexdigest()[:16]}, ended {ended[:16]}"


def test_no_battle_is_missing_or_left_over() -> None:
    assert {path.stem for path in (HERE / "battles").glob("*.txt")} == set(BATTLES)
