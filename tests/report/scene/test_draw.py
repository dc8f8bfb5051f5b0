"""Scenes of battles in play: whole, and kept up to date by their changes."""

import random

import pytest

from maniple import load_scenario, new_game
from maniple.battle.bodies import outline
from maniple.battle.unit import Status
from maniple.play.told import Happened, Told
from maniple.report.scene.draw import changes, scene_of
from maniple.report.scene.models import models_of
from maniple.rules.victory import victory_points


@pytest.mark.parametrize("seed", range(3))
def test_a_scene_kept_by_its_changes_is_the_scene_of_the_battle(seed: int) -> None:
    told: list[Told] = []
    game = new_game(load_scenario("small-field"), seed=seed, listeners=(told.append,))
    below = random.Random(seed).randrange
    while game.pending is not None:
        game.answer(game.sample(below))
    battles = [one.battle for one in told if isinstance(one, Happened)]
    scene, was = scene_of(battles[0], victory_points(battles[0])), battles[0]
    seen = 0
    for battle in battles[1:]:
        changed, scene = changes(scene, was, battle, victory_points(battle))
        seen += bool(changed)
        was = battle
        assert scene == scene_of(battle, victory_points(battle))
    assert seen > 50


def test_every_man_is_drawn_and_those_in_ranks_stand_within_their_outline() -> None:
    told: list[Told] = []
    game = new_game(load_scenario("small-field"), seed=5, listeners=(told.append,))
    below = random.Random(5).randrange
    while game.pending is not None:
        game.answer(game.sample(below))
    drawn = 0
    for battle in [one.battle for one in told if isinstance(one, Happened)][::20]:
        for unit in battle.units:
            if unit.status is not Status.TABLE:
                continue
            models = models_of(battle, unit)
            guests = sum(battle.units[guest].models for guest in unit.guests)
            engine = 1 if unit.body_width else 0
            assert len(models) == unit.models + guests + engine
            if unit.is_formed and not unit.fleeing and not unit.body_width:
                (rect,) = outline(unit)
                assert all(abs(one.x) <= rect.width / 2 for one in models)
                assert all(-rect.depth <= one.y <= 0.0 for one in models)
            drawn += len(models)
    assert drawn > 1000
