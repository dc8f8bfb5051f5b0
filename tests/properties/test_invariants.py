"""The invariants themselves: each kind of flaw is noticed, once it is made by hand."""

import pytest

from kit.changes import changed
from kit.games import game, play_by_lot
from kit.tables import BLUE, Put, table
from kit.troops import general, legionaries, skirmishers, warriors
from maniple.battle.events import StepEnded, WoundsTaken
from maniple.battle.state import Battle
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Fight, Status, UnitId
from maniple.geometry import pose
from maniple.play.invariants import Watcher, after_event, between_steps, most_asks
from maniple.play.told import Happened

LAKE = Terrain("lake", ((30, 30), (40, 30), (40, 40), (30, 40)), Ground.IMPASSABLE)
SOUND = table(
    Put(legionaries(), x=20, y=10, files=6),
    Put(general(), x=40, y=10),
    Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE),
    terrain=(LAKE,),
)


def flaws(battle: Battle) -> str:
    return " / ".join(between_steps(battle))


def test_a_sound_battle_has_no_flaw() -> None:
    assert flaws(SOUND) == ""
    assert most_asks(SOUND) == 16 * 3 + 10


@pytest.mark.parametrize(
    "unit, changes, flaw",
    [
        (0, {"pose": pose(20, 31, 0)}, "overlap"),
        (0, {"pose": pose(1, 10, 0)}, "off the table"),
        (0, {"pose": pose(35, 36, 0)}, "in lake"),
        (0, {"status": Status.WAITING}, "never placed"),
        (0, {"status": Status.RETURNING}, "nobody knows where"),
        (1, {"status": Status.JOINED}, "with none"),
        (1, {"host": UnitId(0)}, "on its own, and with a unit"),
        (0, {"fight": Fight()}, "fights nobody"),
        (0, {"fight": Fight(), "fleeing": True}, "fights and flees"),
        (0, {"models": 0}, "no models left"),
        (0, {"lap_left": 2}, "laps round an enemy"),
    ],
)
def test_a_flaw_between_steps_is_noticed(unit: int, changes: dict[str, object], flaw: str) -> None:
    assert flaw in flaws(changed(SOUND, unit, **changes))


@pytest.mark.parametrize(
    "unit, changes, flaw",
    [
        (0, {"models": 17}, "lost 1 models"),
        (0, {"models": 19}, "gained 1 models"),
        (0, {"wounds": 1}, "carries 1 wounds"),
        (0, {"guest_places": 2}, "keeps 2 places"),
        (1, {"host": UnitId(0)}, "does not know it"),
        (0, {"sheet": legionaries("others")}, "another sheet"),
    ],
)
def test_a_flaw_made_by_an_event_is_noticed(
    unit: int, changes: dict[str, object], flaw: str
) -> None:
    problems = list(after_event(SOUND, StepEnded(()), changed(SOUND, unit, **changes)))
    assert any(flaw in problem for problem in problems)
    assert "the event alone makes another battle" in problems


def test_the_dead_do_not_come_back_and_places_are_kept() -> None:
    places = tuple((20.0 + i, 10.0, 0.0) for i in range(8))
    loose = table(
        Put(skirmishers(), x=23.5, y=10, places=places),
        Put(warriors(), x=20, y=30, files=6, side=BLUE),
    )
    dead = changed(loose, 0, status=Status.DESTROYED, models=0)
    assert any("was out, and is back" in p for p in after_event(dead, StepEnded(()), loose))
    short = changed(loose, 0, models=7)
    wounds = WoundsTaken(UnitId(0), 1, 1, 0, UnitId(1), "combat.casualties")
    assert any("8 places for 7 models" in p for p in after_event(loose, wounds, short))


def test_the_watcher_says_when_it_was() -> None:
    watcher = Watcher()
    played = game(4, listeners=(watcher,))
    play_by_lot(played, 4, answers=40)
    assert watcher.problems == []
    broken = changed(played.battle, 0, pose=pose(-5, 10, 0))
    watcher(Happened(StepEnded(()), broken))
    turn = played.battle.turn
    assert watcher.problems[0].startswith(f"turn {turn.number} of {turn.side.value}, ")
    assert any("off the table" in problem for problem in watcher.problems)


def test_a_watcher_must_have_listened_from_the_beginning() -> None:
    with pytest.raises(ValueError, match="from the beginning"):
        Watcher()(Happened(StepEnded(()), SOUND))
