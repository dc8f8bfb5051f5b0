"""The Parthian shot: who has shot goes on up to its ordinary move."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from kit.changes import done
from kit.charges import SHOOT, declared, order
from kit.fights import events, met
from kit.tables import BLUE, Put, table
from kit.troops import BOW, archers, horse, spearmen
from maniple.battle.asks import AskAnswer, Done, NameShot, ParthianMove, Shot
from maniple.battle.events import UnitMoved, UnitShot
from maniple.battle.judged import Judged, Refusal
from maniple.battle.orders import Advance, Order, Reform, Spread, TurnModels, Wheel
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Moved, UnitId
from maniple.dice.seeded import Seeded
from maniple.geometry import pose
from maniple.play.script import Script
from maniple.rules.legality import judge, sample
from maniple.rules.sequence import next_step

RIDERS, FOOT, OTHERS = UnitId(0), UnitId(1), UnitId(2)
MISSES = [1] * 6
ASK = ParthianMove(side=table(Put(spearmen(), x=5, y=5)).turn.side, unit=RIDERS)


def parthians(*, parthian_shot: bool = True) -> Sheet:
    traits = Traits(light=True, may_skirmish=True, parthian_shot=parthian_shot)
    return horse("horse archers", missiles=(BOW,), traits=traits)


def shooting(sheet: Sheet | None = None, *more: Put) -> Battle:
    """Horse archers 12 inches south of a unit of spearmen, in the shooting phase."""
    return table(
        Put(sheet or parthians(), x=36, y=18, files=6),
        Put(spearmen(), x=36, y=30, facing=180, files=8, side=BLUE),
        *more,
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
    )


def shot(battle: Battle, dice: Iterable[int], *answers: AskAnswer) -> Script:
    """The whole shooting phase."""
    script = Script(battle, dice, answers)
    while script.battle.turn.todo:
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table), use_up=False)
    script.all_used()
    return script


AT_FOOT = Shot(RIDERS, FOOT, "bow")
AWAY = Order(RIDERS, (TurnModels("about"), Advance(6.0)))


@pytest.mark.rule("shoot.parthian-shot")
def test_having_shot_it_may_at_once_go_on_up_to_its_ordinary_move() -> None:
    """Case F11: a normal move after shooting."""
    script = shot(shooting(), MISSES, AT_FOOT, AWAY)
    kinds = [type(e) for e in script.table.events if isinstance(e, UnitShot | UnitMoved)]
    assert kinds == [UnitShot, UnitMoved]
    (gone,) = events(script, UnitMoved)
    assert (gone.cite, gone.how, gone.spent) == ("shoot.parthian-shot", Moved.MOVED, 8.0)
    assert script.battle.units[RIDERS].pose.facing == 180.0


@pytest.mark.rule("shoot.parthian-shot")
def test_other_shooters_stay_where_they_are() -> None:
    script = shot(shooting(parthians(parthian_shot=False)), MISSES, AT_FOOT)
    assert [type(ask) for ask in script.asked] == [NameShot]
    assert events(script, UnitMoved) == []


@pytest.mark.rule("shoot.parthian-shot")
def test_it_may_stay() -> None:
    script = shot(shooting(), MISSES, AT_FOOT, Done())
    assert events(script, UnitMoved) == []


@pytest.mark.rule("shoot.parthian-shot")
def test_it_goes_before_the_next_unit_shoots_and_before_tests_of_its_target() -> None:
    battle = shooting(None, Put(archers(), x=20, y=18, files=4))
    after = (NameShot, ParthianMove, NameShot)
    script = shot(battle, MISSES, AT_FOOT, AWAY, Done())
    assert tuple(type(ask) for ask in script.asked) == after


@pytest.mark.rule("shoot.parthian-shot")
@pytest.mark.parametrize("moved", [Moved.STOOD, Moved.MOVED])
def test_it_has_its_whole_move_whether_it_moved_before_or_not(moved: Moved) -> None:
    battle = done(shooting(), 0, moved=moved, move_left=1.0)
    assert isinstance(judge(battle, ASK, Order(RIDERS, (Advance(8.0),))), Judged)
    assert isinstance(judge(battle, ASK, Order(RIDERS, (Advance(8.1),))), Refusal)


@pytest.mark.rule("shoot.parthian-shot", "move.reform")
@pytest.mark.parametrize(
    ("wanted", "rule"),
    [
        (Order(RIDERS, (Advance(9.0),), march=True), "shoot.parthian-shot"),
        (Order(OTHERS, (Advance(1.0),)), "shoot.parthian-shot"),
        (Order(RIDERS, (Reform(3, 180.0),)), "move.reform"),
        (Order(RIDERS, (Wheel(5.0, "left"), Reform(3, 180.0))), "move.reform"),
        (Order(RIDERS, (Advance(8.5),)), "move.rate"),
    ],
    ids=["no march", "no other unit", "no reform", "no reform later", "no further"],
)
def test_what_it_may_not_do(wanted: Order, rule: str) -> None:
    """Case F11: no march."""
    battle = shooting(None, Put(archers(), x=20, y=18, files=4))
    refused = judge(battle, ASK, wanted)
    assert isinstance(refused, Refusal)
    assert refused.rule == rule


@pytest.mark.rule("shoot.parthian-shot")
def test_it_is_no_answer_to_a_charge() -> None:
    """Case F11: only in the shooting phase."""
    battle = table(
        Put(spearmen("chargers"), x=36, y=24, files=8),
        Put(parthians(), x=36, y=31, facing=180, files=6, side=BLUE),
    )
    script = declared(battle, order(0, 1), SHOOT, dice=MISSES)
    assert len(events(script, UnitShot)) == 1
    assert not [ask for ask in script.asked if isinstance(ask, ParthianMove)]


@pytest.mark.rule("shoot.parthian-shot")
def test_skirmishers_go_on_loosely() -> None:
    places = tuple((34.0 + 1.5 * i, 18.0, 0.0) for i in range(4))
    battle = table(
        Put(replace(parthians(), models=4), x=36, y=18, places=places),
        Put(spearmen(), x=36, y=30, facing=180, files=8, side=BLUE),
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
    )
    away = Order(RIDERS, (Spread(pose(36.0, 12.0, 0.0), 4, 0.5),))
    script = shot(battle, [1] * 4, AT_FOOT, away)
    assert len(script.battle.units[RIDERS].places) == 4
    assert max(place.y for place in script.battle.units[RIDERS].places) < 13.0


@pytest.mark.rule("shoot.parthian-shot")
def test_moves_drawn_by_lot_are_legal_and_of_many_kinds() -> None:
    battle = shooting()
    lot = Seeded(3)
    drawn = [sample(battle, ASK, lot.below) for _ in range(60)]
    assert all(isinstance(judge(battle, ASK, each), Judged) for each in drawn)
    assert {type(each) for each in drawn} == {Done, Order}


@pytest.mark.rule("shoot.parthian-shot")
def test_who_fights_or_is_no_more_goes_nowhere() -> None:
    battle = shooting()
    todo = (Task(Do.PARTHIAN_MOVE, RIDERS),)
    battle = replace(battle, turn=replace(battle.turn, todo=todo))
    assert shot(met(battle, 0, 1), ()).asked == []


@pytest.mark.rule("shoot.parthian-shot", "deploy.late", "pursue.off-table", "fear.charging")
@pytest.mark.parametrize("stays", [Moved.RETURNED, Moved.HALTED])
def test_who_must_stay_where_he_is_this_turn_does_not_go_on(stays: Moved) -> None:
    script = shot(done(shooting(), 0, moved=stays), MISSES, AT_FOOT)
    assert [type(ask) for ask in script.asked] == [NameShot]
