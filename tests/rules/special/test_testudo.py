"""Testudo: stated at the start of a turn; slow, safe from missiles, and without ranks in a fight."""

import pytest
from msgspec.structs import replace

from kit.changes import after, changed
from kit.charges import order
from kit.fights import met, run_to
from kit.tables import BLUE, RED, Put, table
from kit.troops import BOW, archers, legionaries, under_shields, warriors
from maniple.battle.asks import DeclareCharge, FormTestudo, No, OrderUnit, Yes
from maniple.battle.events import TestudoStated, UnitFled, UnitLeftTable, UnitMoved, UnitRan
from maniple.battle.judged import Judged, Refusal
from maniple.battle.orders import Advance, Order
from maniple.battle.sheet import Armour
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Formation, Moved, UnitId
from maniple.geometry import pose
from maniple.play.script import Script
from maniple.rules.charging.charging import charge_options
from maniple.rules.fighting.rank_bonus import rank_bonus, ranks_for_result
from maniple.rules.legality import judge
from maniple.rules.moving.rate import move_of
from maniple.rules.shooting.firing import volley_at
from maniple.rules.shooting.line_of_fire import with_a_shot
from maniple.rules.special.testudo import is_in_testudo
from maniple.rules.turn import begin_turn

MEN, FOE = UnitId(0), UnitId(1)


def facing(inches: float = 6.0, *, formed: bool = True, **more: object) -> Battle:
    battle = table(
        Put(under_shields(**more), x=20, y=20, files=6),
        Put(warriors(), x=20, y=20 + inches, facing=180, files=6, side=BLUE),
    )
    return changed(battle, 0, testudo=formed)


def stated(battle: Battle, *answers: Yes | No) -> Script:
    """The turn of red begins."""
    script = Script(battle, answers=answers)
    turn = replace(battle.turn, side=BLUE, first=BLUE)
    script.table.battle = replace(battle, turn=turn)
    tasks = script.run(begin_turn(script.table, Task(Do.BEGIN_TURN)), use_up=False)
    todo = replace(script.battle.turn, phase=Phase.START, todo=tasks)
    script.table.battle = replace(script.battle, turn=todo)
    return script


@pytest.mark.rule("troop.testudo", "turn.procedure")
@pytest.mark.parametrize("was", [True, False])
@pytest.mark.parametrize("answer", [Yes(), No()])
def test_it_is_stated_at_the_start_of_each_own_turn(was: bool, answer: Yes | No) -> None:
    battle = facing(formed=was)
    begun = stated(battle).battle
    assert [t.do for t in begun.turn.todo] == [Do.STATE_TESTUDO, Do.START_TESTS]
    script = run_to(begun, Do.START_TESTS, answers=[answer])
    assert script.battle.units[MEN].testudo is isinstance(answer, Yes)
    told = [e for e in script.table.events if isinstance(e, TestudoStated)]
    assert len(told) == (was or isinstance(answer, Yes))


@pytest.mark.rule("troop.testudo")
def test_who_is_not_asked() -> None:
    def asked(battle: Battle) -> bool:
        return Do.STATE_TESTUDO in [task.do for task in stated(battle).battle.turn.todo]

    free = facing(formed=False)
    assert asked(free)
    assert not asked(table(Put(legionaries(), x=20, y=20, files=6)))
    assert not asked(changed(free, 0, fleeing=True, formation=Formation.MOB))
    assert not asked(met(facing(0.0, formed=False), 0, 1))
    assert asked(met(facing(0.0), 0, 1)), "who was caught in it may leave it"


@pytest.mark.rule("troop.testudo", "move.march")
def test_it_does_not_march_or_charge() -> None:
    """Case A37."""
    battle = facing(20.0)
    march = Order(MEN, (Advance(1.0),), march=True)
    refusal = judge(battle, OrderUnit(RED), march)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "troop.testudo"
    assert isinstance(judge(facing(20.0, formed=False), OrderUnit(RED), march), Judged)
    charge = judge(facing(), DeclareCharge(RED), order(0, 1))
    assert isinstance(charge, Refusal)
    assert charge.rule == "troop.testudo"
    assert order(0, 1) not in charge_options(facing(), DeclareCharge(RED))
    assert order(0, 1) in charge_options(facing(formed=False), DeclareCharge(RED))


@pytest.mark.rule("troop.testudo", "move.rate")
@pytest.mark.parametrize(("rate", "half"), [(4, 2), (5, 2)])
def test_it_moves_at_half_rate(rate: int, half: int) -> None:
    battle = facing(move=rate)
    assert move_of(battle, battle.units[MEN]) == half
    free = facing(move=rate, formed=False)
    assert move_of(free, free.units[MEN]) == rate
    far = judge(battle, OrderUnit(RED), Order(MEN, (Advance(half + 0.1),)))
    assert isinstance(far, Refusal)
    assert far.rule == "move.rate"


@pytest.mark.rule("troop.testudo", "shoot.save", "weapon.strength-save")
@pytest.mark.parametrize(("strength", "save"), [(3, 2), (5, 4)])
def test_it_saves_missiles_on_a_two_before_their_strength(strength: int, save: int) -> None:
    def need(formed: bool, armour: Armour) -> int:
        battle = table(
            Put(under_shields(armour=armour), x=20, y=20, files=6),
            Put(archers(), x=20, y=30, facing=180, files=8, side=BLUE),
        )
        battle = changed(battle, 0, testudo=formed)
        bow = replace(BOW, strength=strength)
        ranged = volley_at(battle, FOE, MEN, bow, with_a_shot(battle, FOE, MEN))
        return ranged.attacks[0].stages[2].need

    scale = Armour(worn=1, shield=2)
    assert need(True, scale) == save
    assert need(False, scale) == save + 2
    assert need(True, Armour(worn=4, shield=2)) == save - 1, "no worse than its own"


@pytest.mark.rule("troop.testudo", "result.ranks")
def test_it_has_no_rank_bonus_in_combat() -> None:
    battle = met(facing(0.0), 0, 1)
    assert rank_bonus(battle, MEN) == 2
    assert ranks_for_result(battle, MEN) == 0
    free = met(facing(0.0, formed=False), 0, 1)
    assert ranks_for_result(free, MEN) == 2


@pytest.mark.rule("troop.testudo")
def test_whoever_runs_or_opens_out_has_left_it() -> None:
    battle = facing()
    at = pose(20, 20, 180)
    fled = after(battle, UnitFled(MEN, "panic.flee", at, 6))
    ran = after(battle, UnitRan(MEN, at, 5.0, "pursue.must"))
    opened = after(
        battle,
        UnitMoved(MEN, at, 1, Moved.MOVED, "troop.skirmish", formation=Formation.SKIRMISH),
    )
    moved = after(battle, UnitMoved(MEN, at, 6, Moved.MOVED, "move.rate"))
    assert [is_in_testudo(b.units[MEN]) for b in (battle, fled, ran, opened, moved)] == [
        True,
        False,
        False,
        False,
        True,
    ]
    assert not fled.units[MEN].testudo


@pytest.mark.rule("troop.testudo", "pursue.into-fresh-enemy", "pursue.off-table")
def test_who_pursues_into_a_fresh_enemy_or_off_the_table_has_left_it() -> None:
    at = facing().units[MEN].pose
    charged = after(facing(), UnitMoved(MEN, at, 6, Moved.CHARGED, "pursue.into-fresh-enemy"))
    assert not charged.units[MEN].testudo
    gone = after(facing(), UnitLeftTable(MEN, at, returns=True, cite="pursue.off-table"))
    assert not gone.units[MEN].testudo


@pytest.mark.rule("troop.testudo", "pursue.off-table")
def test_who_comes_back_onto_the_table_may_form_it() -> None:
    gone = UnitLeftTable(MEN, pose(20, 0, 0), returns=True, cite="pursue.off-table")
    battle = after(facing(), gone)
    turn = replace(battle.turn, number=1, phase=Phase.START, side=BLUE, todo=(Task(Do.BEGIN_TURN),))
    script = Script(replace(battle, turn=replace(turn, first=RED, number=1)), answers=[Yes()])
    script.run_until(3)
    assert [ask.unit for ask in script.asked if isinstance(ask, FormTestudo)] == [MEN]
    assert is_in_testudo(script.battle.units[MEN])


@pytest.mark.rule("troop.testudo")
def test_both_answers_are_offered() -> None:
    battle = facing()
    ask = FormTestudo(RED, MEN)
    assert [isinstance(judge(battle, ask, a), Judged) for a in (Yes(), No())] == [True, True]
