"""Answers: every option offered is accepted, and where an answer is judged to lead it leads."""

import pytest

from kit.battles import SMALL_WORLDS, answers_by_lot, game_in, world_of
from maniple.battle.asks import Placement, Stand
from maniple.battle.events import CharacterJoined, Event, UnitMoved, UnitPlaced, UnitRallied
from maniple.battle.judged import Judged
from maniple.battle.orders import MoveUp, Order, StepToFight
from maniple.battle.unit import NOBODY
from maniple.play.chance import SeededChance
from maniple.play.told import Happened, Told

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", SMALL_WORLDS)
def test_every_option_offered_is_accepted(seed: int) -> None:
    game = game_in(world_of(seed))
    listed = 0
    for answer in answers_by_lot(game, seed):
        options = game.options()
        if options is None:
            assert isinstance(game.judge(answer), Judged)
            continue
        assert answer in options
        assert len(set(options)) == len(options)
        for option in options:
            judged = game.judge(option)
            assert isinstance(judged, Judged), judged
            assert judged.answer == option
        # The last is tried too: in a fork, with dice of its own.
        game.fork(SeededChance(seed)).answer(options[-1])
        listed += 1
    assert listed > 20


@pytest.mark.parametrize("seed", SMALL_WORLDS)
def test_the_pose_judged_is_the_pose_recorded(seed: int) -> None:
    """What a player is shown before he answers is what happens: the ghost is the referee's own."""
    heard: list[Event] = []

    def listen(told: Told) -> None:
        if isinstance(told, Happened):
            heard.append(told.event)

    game = game_in(world_of(seed), listeners=(listen,))
    seen: dict[type, int] = {}
    last = None
    for answer in answers_by_lot(game, seed):
        if last is not None:
            _is_as_judged(last, heard)
            seen[type(last.answer)] = seen.get(type(last.answer), 0) + 1
        judged = game.judge(answer)
        assert isinstance(judged, Judged)
        last = judged if isinstance(answer, Placement | Order | Stand) else None
        heard.clear()
    assert min(seen[Placement], seen[Order]) > 5


def _is_as_judged(judged: Judged, heard: list[Event]) -> None:
    answer = judged.answer
    if isinstance(answer, Placement) and answer.host != NOBODY:
        (joined,) = [e for e in heard if isinstance(e, CharacterJoined)]
        assert (joined.unit, joined.host) == (answer.unit, answer.host)
    elif isinstance(answer, Placement):
        unit = answer.unit
        placed = [e for e in heard if isinstance(e, UnitPlaced | UnitMoved) and e.unit == unit]
        assert placed[0].pose == judged.end
        assert placed[0].places == judged.places
    elif isinstance(answer, Stand):
        (rallied,) = [e for e in heard if isinstance(e, UnitRallied | UnitMoved)][:1]
        assert (rallied.pose, rallied.files) == (judged.end, judged.files)
    elif isinstance(answer, Order) and not isinstance(answer.manoeuvres[0], StepToFight | MoveUp):
        moved = [e for e in heard if isinstance(e, UnitMoved) and e.unit == answer.unit]
        if moved:
            assert (moved[0].pose, moved[0].files) == (judged.end, judged.files)
            assert (moved[0].places, moved[0].path) == (judged.places, judged.path)
            assert moved[0].spent == judged.cost
