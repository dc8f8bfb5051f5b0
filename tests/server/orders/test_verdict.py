"""Previews are the referee's word: what is shown as legal is what then happens."""

import math
import random

import pytest
from msgspec.structs import replace

from kit.changes import joined
from kit.tables import Put, table
from kit.troops import foot, general
from maniple import Game, load_scenario, new_game
from maniple.battle.asks import AskAnswer, OrderUnit, Placement, PlaceUnit
from maniple.battle.events import UnitMoved, UnitPlaced
from maniple.battle.judged import Judged
from maniple.battle.orders import Advance, Go, Leave, Order, Spread, Wheel
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.geometry import Pose, cos_deg, sin_deg
from maniple.play.chance import SeededChance
from maniple.play.told import Happened, Told
from maniple.server.orders.subjects import subjects_of
from maniple.server.orders.verdict import verdict
from maniple.server.wire.questions import Illegal, Legal


def to_moves(seed: int = 4) -> Game:
    """A game at its first order."""
    game = new_game(load_scenario("small-field"), seed=seed)
    rng = random.Random(seed)
    while not isinstance(game.pending, OrderUnit):
        game.answer(game.sample(rng.randrange))
    return game


def test_what_is_shown_is_where_the_unit_then_stands() -> None:
    shown = 0
    for seed in range(4):
        heard: list[Told] = []
        game = new_game(load_scenario("small-field"), seed=seed, listeners=(heard.append,))
        rng = random.Random(seed)
        while game.pending is not None:
            answer = game.sample(rng.randrange)
            told = verdict(game, answer)
            assert isinstance(told, Legal)
            heard.clear()
            game.answer(answer)
            for one in heard:
                if isinstance(one, Happened) and isinstance(one.event, UnitMoved | UnitPlaced):
                    if isinstance(answer, Order | Placement) and one.event.unit == answer.unit:
                        assert one.event.pose == told.end
                        assert len(told.models) >= one.battle.units[one.event.unit].models
                        shown += 1
                    break
    assert shown > 20


@pytest.mark.rule("move.rate")
def test_too_far_ahead_the_nearest_is_as_far_as_it_goes() -> None:
    game = to_moves()
    subject = next(one for one in subjects_of(game) if any(t.kind == "advance" for t in one.tools))
    order = Order(subject.unit, (Advance(30.0),))
    told = verdict(game, order)
    assert isinstance(told, Illegal)
    assert told.nearest is not None
    assert isinstance(game.judge(told.nearest.answer), Judged)
    assert isinstance(told.nearest.answer, Order)
    (step,) = told.nearest.answer.manoeuvres
    assert isinstance(step, Advance)
    assert 0.9 * subject.inches <= step.inches <= subject.inches


@pytest.mark.rule("move.wheel")
def test_too_far_about_the_nearest_is_a_smaller_wheel() -> None:
    game = to_moves()
    wheels = [one for one in subjects_of(game) if any(t.kind == "wheel" for t in one.tools)]
    smaller = 0
    for subject in wheels:
        told = verdict(game, Order(subject.unit, (Advance(1.0), Wheel(90.0, "left"))))
        if not isinstance(told, Illegal):
            continue
        assert told.nearest is not None
        nearest = told.nearest.answer
        assert isinstance(game.judge(nearest), Judged)
        assert isinstance(nearest, Order)
        step = nearest.manoeuvres[-1]
        assert isinstance(step, Advance) or (isinstance(step, Wheel) and step.degrees < 90.0)
        smaller += isinstance(step, Wheel)
    assert smaller > 0


@pytest.mark.rule("deploy")
def test_outside_the_zone_the_nearest_place_is_inside_it() -> None:
    game = new_game(load_scenario("small-field"), seed=1)
    rng = random.Random(1)
    while not isinstance(game.pending, PlaceUnit):
        game.answer(game.sample(rng.randrange))
    for subject in subjects_of(game):
        assert subject.place is not None
        assert isinstance(game.judge(subject.place), Judged)
        far = type(subject.place)(
            subject.unit,
            Pose(-40.0, -40.0, 0.0),
            subject.place.files,
            subject.place.skirmish,
        )
        told = verdict(game, far)
        assert isinstance(told, Illegal)
        assert told.nearest is not None
        assert isinstance(game.judge(told.nearest.answer), Judged)


@pytest.mark.parametrize("far", [1e308, -1e308, 1e7])
def test_what_lies_beyond_the_world_is_refused_in_words(far: float) -> None:
    asked = to_moves()
    unit = subjects_of(asked)[0].unit
    wishes: list[AskAnswer] = [
        Order(unit, (Go(Pose(far, 1.0, 0.0)),)),
        Order(unit, (Leave(Pose(1.0, far, 0.0)),)),
        Order(unit, (Spread(Pose(1.0, 1.0, far), 3, 0.5),)),
        Placement(unit, Pose(far, far, far)),
    ]
    placing = new_game(load_scenario("small-field"), seed=1)
    choosing = new_game(load_scenario("small-field"), seed=1)
    rng = random.Random(1)
    while not isinstance(placing.pending, PlaceUnit):
        placing.answer(placing.sample(rng.randrange))
    for game in (asked, placing, choosing):
        for wish in wishes:
            assert isinstance(verdict(game, wish), Illegal)


@pytest.mark.rule("character.leave")
@pytest.mark.parametrize("facing", [0.0, 90.0, 180.0, 237.0])
def test_who_stands_with_a_unit_is_offered_to_leave_it_straight_ahead(facing: float) -> None:
    battle = joined(
        table(Put(foot("host", 24), x=30, y=24, facing=facing, files=6), Put(general(), x=5, y=5)),
        1,
        0,
    )
    battle = replace(
        battle, turn=replace(battle.turn, phase=Phase.MOVES, todo=(Task(Do.ORDER_UNITS),))
    )
    game = Game.resume(battle, (), SeededChance(1))
    man = next(one for one in subjects_of(game) if one.unit == 1)
    assert "leave" in [tool.kind for tool in man.tools]
    far = Pose(30.0 + 20 * sin_deg(facing), 24.0 + 20 * cos_deg(facing), facing)
    told = verdict(game, Order(UnitId(1), (Leave(far),)))
    assert isinstance(told, Illegal)
    assert told.nearest is not None
    assert told.nearest.end is not None
    assert 3.0 < math.hypot(told.nearest.end.x - 30.0, told.nearest.end.y - 24.0) < 9.0
