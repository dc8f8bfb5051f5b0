"""A short soak: battles of bots in worlds by lot, watched, recorded and proved.

The long one is `make soak`; this one runs the same code.
"""

import os
import subprocess
import sys

import pytest

from house.sources import ROOT
from maniple.battle.field import SWITCHES
from tools import soak
from tools.bouts import Bout, fight
from tools.fired import cited_by_code
from tools.worlds import world_of

PURE = os.environ.get("MANIPLE_BUILD") == "pure"
"""The uncompiled package is several times slower: it fights fewer battles."""
RANDOM = range(4 if PURE else 16)
STEADY = range(1 if PURE else 4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", RANDOM)
def test_random_bots_fight_battles_without_a_flaw(seed: int) -> None:
    fought = fight(Bout("random", seed))
    assert fought.problems == (), fought.bout.command
    assert 0 < fought.most_asks <= fought.bound


@pytest.mark.slow
@pytest.mark.parametrize("seed", STEADY)
def test_steady_bots_fight_battles_without_a_flaw(seed: int) -> None:
    fought = fight(Bout("steady", seed))
    assert fought.problems == (), fought.bout.command


@pytest.mark.slow
def test_processes_with_other_hash_seeds_write_the_same_bytes() -> None:
    program = (
        "from tools.bouts import Bout, fight\n"
        "for bot, seed in (('random', 3), ('random', 11), ('steady', 5)):\n"
        "    print(fight(Bout(bot, seed)).digest)\n"
    )
    told = []
    for hash_seed in ("1", "271828"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        paths = [str(ROOT), *[path for path in sys.path if path]]
        environment["PYTHONPATH"] = os.pathsep.join(paths)
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(done.stdout.split())
    assert told[0] == told[1]
    assert len(set(told[0])) == 3


@pytest.mark.slow
def test_a_few_battles_fire_most_of_the_rules() -> None:
    fired: set[str] = set()
    for seed in (2, 6) if PURE else (2, 4, 6, 7):
        fired |= fight(Bout("random", seed, trace=True)).ran
    assert len(fired & cited_by_code()) > 0.85 * len(cited_by_code())


def test_the_same_seed_is_the_same_world_and_all_sorts_come_up() -> None:
    worlds = [world_of(seed) for seed in range(40)]
    assert worlds[17] == world_of(17)
    rulesets = [world.scenario.field.ruleset for world in worlds]
    for option in SWITCHES:
        assert {getattr(ruleset, option) for ruleset in rulesets} == {True, False}
    edges = {zone.edge for world in worlds for zone in world.scenario.field.zones}
    assert edges == {"top", "bottom", "left", "right"}
    looks = {piece.look for world in worlds for piece in world.scenario.field.terrain}
    assert len(looks) >= 10


def test_whatever_fails_is_told_with_the_command_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken:
        name = "broken"

        def __init__(self, seed: int) -> None:
            self.seed = seed

        def answer(self, seat: object) -> object:
            raise RuntimeError("no idea")

    monkeypatch.setitem(vars(soak)["BOTS"], "broken", Broken)
    assert soak.main(["--only", "broken:5"]) == 1
    told = capsys.readouterr().out
    assert "python tools/soak.py --only broken:5" in told
    assert "no idea" in told


@pytest.mark.parametrize("said", ["random", "random:x", "nobody:3", ":"])
def test_a_battle_that_cannot_be_is_refused(said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        soak.main(["--only", said])
    assert left.value.code == 2
    assert "BOT:SEED" in capsys.readouterr().err
