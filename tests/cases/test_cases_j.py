"""The worked examples of the book, J: whole turns and combats with the dice that it tells."""

import pytest

from kit.bodies import overlapping
from kit.fights import counted, events, met
from kit.tables import BLUE, Put, table
from kit.troops import (
    DOUBLE_HANDED,
    archers,
    foot,
    horse,
    legionaries,
    skirmishers,
    spearmen,
    warriors,
)
from maniple.battle.asks import No
from maniple.battle.events import (
    BlowsStruck,
    ResultCounted,
    Spoke,
    Tested,
    UnitBroke,
    UnitFled,
    UnitRallied,
    UnitRan,
)
from maniple.battle.sheet import Armour
from maniple.battle.sides import Pair
from maniple.battle.state import Score
from maniple.battle.tasks import Do, Phase, Task
from maniple.play.script import Script
from maniple.rules.sequence import next_step


def play_to(script: Script, phase: Phase) -> Script:
    """Steps until that part of the turn has begun; the script used up, and no two bodies overlap."""
    while script.battle.turn.phase is not phase:
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table), use_up=False)
        assert not overlapping(script.battle)
    script.all_used()
    return script


@pytest.mark.rule("panic.fleeing-friends", "rally.panicked", "flee.compulsory", "turn.start")
def test_infantry_that_panics_at_the_start_of_its_turn_runs_in_the_compulsory_moves() -> None:
    """Case J1: Leadership 7, a 3 and a 5; it may not rally, and flees with its friends."""
    battle = table(
        Put(spearmen("infantry", 12), x=20, y=20, files=6),
        Put(spearmen("fleers", 9), x=20, y=23.5, facing=180, files=3, fleeing=True),
        Put(warriors(), x=60, y=40, files=6, side=BLUE),
        phase=Phase.START,
        todo=(Task(Do.START_TESTS),),
    )
    panic, rally, flights = [3, 5], [6, 6], [1, 2, 2, 3]
    script = play_to(Script(battle, [*panic, *rally, *flights]), Phase.CHARGERS)
    tested = [(e.unit, e.kind, e.need, e.passed) for e in events(script, Tested)]
    assert tested == [(0, "panic.fleeing-friends", 7, False), (1, "rally.test", 7, False)]
    assert [(e.unit, e.cite) for e in events(script, Spoke)] == [(0, "rally.panicked")]
    assert not events(script, UnitRallied)
    assert [(e.unit, e.distance) for e in events(script, UnitRan)] == [(0, 3.0), (1, 5.0)]
    assert script.battle.units[0].fleeing
    assert script.battle.units[0].pose.facing == 180.0


@pytest.mark.rule("panic.broken-friends", "break.panic-order", "turn.combat-order")
def test_warriors_break_and_their_friends_test_before_anybody_runs() -> None:
    """Case J2: the cavalry rolls 9 and flees too, the skirmishers (Leadership 5) roll 4 and stand."""
    loose = tuple((9.0 + i, 26.0, 180.0) for i in range(6))
    battle = table(
        Put(spearmen(), x=20, y=20, files=6),
        Put(warriors(models=18), x=20, y=20, facing=180, files=6, side=BLUE),
        Put(horse("riders"), x=28, y=26, facing=180, files=6, side=BLUE),
        Put(skirmishers(models=6), x=10, y=26, side=BLUE, places=loose),
        phase=Phase.COMBAT,
    )
    break_test, riders, youths = [6, 6], [4, 5], [1, 3]
    flights, pursuit = [2, 2, 2, 3, 3], [1, 1]
    dice = [*break_test, *riders, *youths, *flights, *pursuit]
    # The riders run 3D6 as soon as the tests are over, the warriors 2D6 when all have chosen.
    script = Script(counted(met(battle, 0, 1), red=9), dice, [No()])
    play_to(script, Phase.END)
    tests = [(e.unit, e.kind, e.passed) for e in events(script, Tested)]
    assert tests == [
        (1, "break.test", False),
        (2, "panic.broken-friends", False),
        (3, "panic.broken-friends", True),
    ]
    happened = [e for e in script.table.events if isinstance(e, Tested | UnitRan)]
    assert [isinstance(e, Tested) for e in happened[:3]] == [True] * 3
    assert [e.unit for e in events(script, UnitFled)] == [2, 1]
    assert not script.battle.units[3].fleeing


@pytest.mark.rule("result.compute", "result.ranks", "break.test")
def test_four_ranks_of_spearmen_beat_archers_who_inflict_more() -> None:
    """Cases J5, D2: 3 wounds and 3 ranks against 4 wounds; the archers test at -2."""
    plain = {"leader": False, "standard": False, "musician": False}
    battle = table(
        Put(foot("spears", melee=spearmen().melee, armour=Armour(), **plain), 20, 20, files=4),
        Put(archers(models=8), x=20, y=20, facing=180, files=8, side=BLUE),
        Put(archers("others"), x=60, y=40, facing=180, files=8, side=BLUE),
        phase=Phase.COMBAT,
        todo=(Task(Do.NAME_COMBAT),),
    )
    archers_first = [1, 6]
    # Six archers strike, and hit and wound with four; of eight spears four are left to strike.
    archers_blows = [4, 4, 4, 4, 1, 1, 4, 4, 4, 4]
    spears_blows = [3, 3, 3, 1, 4, 4, 4, 1, 2, 3]
    dice = [*archers_first, *archers_blows, *spears_blows]
    held = Script(met(battle, 0, 1), [*dice, 1, 2])
    broke = Script(met(battle, 0, 1), [*dice, 1, 3])
    for script in (held, broke):
        while script.battle.turn.todo[0].do is not Do.COMBAT_PANIC:
            step = next_step(script.battle)
            assert step is not None
            script.run(step(script.table), use_up=False)
        script.all_used()
        assert [(e.striker, e.wounds) for e in events(script, BlowsStruck)] == [(1, 4), (0, 3)]
        (result,) = events(script, ResultCounted)
        assert result.scores == Pair(Score(wounds=3, ranks=3), Score(wounds=4))
        assert [(e.unit, e.need) for e in events(script, Tested)] == [(1, 5 - 2)]
    assert not events(held, UnitBroke)
    assert [e.unit for e in events(broke, UnitBroke)] == [1]


@pytest.mark.rule("weapon.double-handed", "weapon.strength-save", "combat.strike-order")
def test_every_hit_of_a_double_handed_weapon_is_at_five_and_saved_at_two_worse() -> None:
    """Case J8: against Toughness 3 a 2 wounds, and 4+ armour saves on a 6; the axes come last."""
    axes = foot("axes", 4, melee=(DOUBLE_HANDED,), leader=False, standard=False, musician=False)
    battle = table(
        Put(axes, x=20, y=20, files=4),
        Put(legionaries(), x=20, y=20, facing=180, files=4, side=BLUE),
        Put(axes, x=60, y=10, files=4),
        phase=Phase.COMBAT,
        todo=(Task(Do.NAME_COMBAT),),
    )
    romans, leader = [1] * 7, [1, 1]
    hits, wounds, saves = [4, 4, 4, 4], [2, 2, 2, 1], [5, 5, 6]
    script = Script(met(battle, 0, 1, charger=0), [*romans, *leader, *hits, *wounds, *saves])
    while script.battle.turn.todo[0].do is not Do.COUNT_RESULT:
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table), use_up=False)
    script.all_used()
    struck = [(e.striker, e.wounds) for e in events(script, BlowsStruck)]
    assert struck[-1] == (0, 2)
    assert [striker for striker, _ in struck[:-1]] == [1] * (len(struck) - 1)
