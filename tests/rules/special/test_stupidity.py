"""Stupidity: who tests when, half a fight, blundering ahead and standing about."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, done, joined
from kit.charges import compelled, events
from kit.fights import met, opened
from kit.tables import BLUE, RED, Put, table
from kit.troops import SLING, foot, general, skirmishers, spearmen, with_traits
from maniple.battle.asks import Allotment, DeclareCharge, NameShot, OrderUnit, Shot
from maniple.battle.events import Tested, TurnBegan, UnitFled, UnitMoved, UnitStupefied
from maniple.battle.orders import Advance, Order
from maniple.battle.sheet import Sheet, Traits, Warband
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Stupor, UnitId
from maniple.play.script import Script
from maniple.rules.charging.charging import charge_options
from maniple.rules.fighting.blows import blow
from maniple.rules.fleeing.compulsory import compulsory_tasks
from maniple.rules.legality import judge
from maniple.rules.sequence import next_step
from maniple.rules.shooting.line_of_fire import why_not_shoot
from maniple.rules.special.stupidity import stupidity_tasks

US, FOE, THIRD = UnitId(0), UnitId(1), UnitId(2)


def trolls(models: int = 12, **changes: object) -> Sheet:
    return replace(with_traits("trolls", models, stupid=True), **changes)


def alone(*others: Put, sheet: Sheet | None = None, apart: float = 7.0) -> Battle:
    """Stupid troops, as their turn begins, before a distant enemy."""
    return table(
        Put(sheet or trolls(), x=30, y=20, files=6),
        Put(spearmen(), x=30, y=20 + apart, facing=180, files=6, side=BLUE),
        *others,
        phase=Phase.START,
    )


def all_steps(battle: Battle, phase: Phase, *todo: Task, dice: tuple[int, ...] = ()) -> Script:
    script = Script(replace(battle, turn=replace(battle.turn, phase=phase, todo=todo)), dice)
    while script.battle.turn.todo:
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table), use_up=False)
    script.all_used()
    return script


def begun(battle: Battle, *dice: int) -> Script:
    return all_steps(battle, Phase.START, Task(Do.START_TESTS), dice=dice)


def taken(script: Script) -> list[tuple[int, str, int, bool]]:
    return [(e.unit, e.kind, e.need, e.passed) for e in events(script, Tested)]


@pytest.mark.rule("stupidity.test", "turn.start")
def test_stupid_troops_test_as_each_of_their_turns_begins() -> None:
    script = begun(alone(), 3, 4)
    assert taken(script) == [(US, "stupidity.test", 7, True)]
    assert events(script, UnitStupefied) == []
    theirs = replace(alone(), turn=replace(alone().turn, side=BLUE))
    assert taken(begun(theirs)) == []


@pytest.mark.rule("stupidity.test", "psychology.test")
def test_the_fleeing_and_the_immune_take_no_test() -> None:
    fleeing = Put(trolls(), x=10, y=20, files=6, fleeing=True)
    immune = replace(trolls(), traits=Traits(stupid=True, immune_to_psychology=True))
    script = begun(alone(fleeing, Put(immune, x=50, y=20, files=6), sheet=spearmen("calm")))
    assert taken(script) == []


@pytest.mark.rule("stupidity.test", "psychology.test", "character.leadership")
def test_the_generals_unit_tests_first_on_his_leadership() -> None:
    guard = Put(trolls(name="guard"), x=40, y=20, files=6)
    battle = alone(guard, Put(general(mounted=False), x=40, y=16))
    assert [t.unit for t in stupidity_tasks(joined(battle, 3, 2))] == [2, 0]
    script = begun(joined(battle, 3, 2), 4, 5, 4, 5)
    assert taken(script) == [(2, "stupidity.test", 9, True), (0, "stupidity.test", 9, True)]


@pytest.mark.rule("stupidity.test", "terror.test", "panic.fleeing-friends", "psychology.test")
def test_stupidity_comes_after_panic_and_terror() -> None:
    """Case E15: all that falls due as a turn begins, in its order."""
    runners = Put(spearmen("runners", 9), x=30, y=17, files=3, fleeing=True)
    horrors = Put(
        with_traits("horrors", 6, causes_terror=True), x=36, y=26, facing=180, files=6, side=BLUE
    )
    script = begun(alone(runners, horrors), 1, 1, 1, 1, 1, 1)
    kinds = [kind for _, kind, _, _ in taken(script)]
    assert kinds == ["panic.fleeing-friends", "terror.test", "stupidity.test"]
    script = begun(alone(runners, horrors), 1, 1, 6, 6, 1, 1)
    assert [kind for _, kind, _, _ in taken(script)] == kinds[:2]
    assert [e.unit for e in events(script, UnitFled)] == [US]


# ---------------------------------------------------------------------------- out of combat


@pytest.mark.rule("stupidity.test")
@pytest.mark.parametrize(("die", "stupor"), [(3, Stupor.AHEAD), (4, Stupor.IDLE)])
def test_out_of_combat_a_die_says_what_it_does(die: int, stupor: Stupor) -> None:
    script = begun(alone(), 4, 4, die)
    assert [(e.unit, e.stupor) for e in events(script, UnitStupefied)] == [(US, stupor)]
    assert script.battle.units[US].doings.stupor is stupor


@pytest.mark.rule("stupidity.test")
@pytest.mark.parametrize("stupor", [Stupor.AHEAD, Stupor.IDLE])
def test_beside_itself_it_neither_charges_nor_moves_nor_shoots(stupor: Stupor) -> None:
    calm = alone(sheet=trolls(missiles=(SLING,)))
    battle = done(calm, US, stupor=stupor)
    assert len(charge_options(calm, DeclareCharge(RED))) == 2
    assert len(charge_options(battle, DeclareCharge(RED))) == 1
    moves = replace(battle, turn=replace(battle.turn, phase=Phase.MOVES))
    refusal = judge(moves, OrderUnit(RED), Order(US, (Advance(1.0),)))
    assert getattr(refusal, "rule", "") == "stupidity.test"
    assert why_not_shoot(calm, calm.units[US]) is None
    refusal = judge(battle, NameShot(RED), Shot(US, FOE, "sling"))
    assert getattr(refusal, "rule", "") == "stupidity.test"


@pytest.mark.rule("stupidity.test", "troop.warband")
def test_not_even_a_warband_charges_beside_itself() -> None:
    wild = replace(trolls(), traits=Traits(stupid=True, warband=Warband()))
    script = compelled(done(alone(sheet=wild), US, stupor=Stupor.IDLE), 0)
    assert taken(script) == []


def blundered(battle: Battle) -> Script:
    beside = done(battle, US, stupor=Stupor.AHEAD)
    return all_steps(beside, Phase.COMPULSORY, *compulsory_tasks(beside))


@pytest.mark.rule("stupidity.test", "turn.procedure")
def test_it_goes_straight_ahead_at_half_speed_in_the_compulsory_moves() -> None:
    script = blundered(alone())
    assert [(e.unit, e.cite, e.spent) for e in events(script, UnitMoved)] == [
        (US, "stupidity.test", 2.0)
    ]
    at = script.battle.units[US].pose
    assert (at.x, at.y, at.facing) == (30.0, 22.0, 0.0)
    idle = done(alone(), US, stupor=Stupor.IDLE)
    assert compulsory_tasks(idle) == ()


@pytest.mark.rule("stupidity.test", "turn.procedure")
def test_those_nearest_to_an_edge_go_first() -> None:
    runners = Put(spearmen("runners", 9), x=10, y=5, files=3, fleeing=True)
    battle = done(alone(runners), US, stupor=Stupor.AHEAD)
    assert [t.do for t in compulsory_tasks(battle)] == [Do.FLEE_ON, Do.BLUNDER_ON]


@pytest.mark.rule("stupidity.test")
def test_it_stops_short_of_whatever_is_in_its_way() -> None:
    friends = alone(Put(spearmen("friends"), x=30, y=22.8, files=6))
    assert blundered(friends).battle.units[US].pose.y == pytest.approx(
        20 + 2.8 - 3 * 0.787 - 0.1, abs=0.01
    )
    enemies = alone(apart=1.0)
    after = blundered(enemies).battle
    assert after.units[US].pose.y == pytest.approx(20.9, abs=0.01)
    assert not after.units[US].is_engaged
    edge = table(Put(trolls(), x=30, y=47.0, files=6))
    assert blundered(edge).battle.units[US].pose.y == pytest.approx(47.9, abs=0.11)


@pytest.mark.rule("stupidity.test", "terrain.cost")
def test_slow_ground_slows_it() -> None:
    bog = Terrain("bog", ((20, 15), (40, 15), (40, 30), (20, 30)), Ground.DIFFICULT)
    battle = alone()
    battle = replace(battle, field=replace(battle.field, terrain=(bog,)))
    assert blundered(battle).battle.units[US].pose.y == pytest.approx(21.0, abs=0.01)


@pytest.mark.rule("stupidity.test")
def test_loose_troops_blunder_ahead_together() -> None:
    places = tuple((28.0 + i, 20.0, 0.0) for i in range(6))
    loose = replace(skirmishers(models=6), traits=Traits(stupid=True, always_skirmish=True))
    battle = table(
        Put(loose, x=30, y=20, places=places),
        Put(spearmen(), x=30, y=40, facing=180, files=6, side=BLUE),
    )
    after = blundered(battle).battle.units[US]
    assert [(p.x, p.y) for p in after.places] == [(28.0 + i, 22.0) for i in range(6)]


# -------------------------------------------------------------------------------- in combat


def fighting(models: int = 12) -> Battle:
    return met(alone(sheet=trolls(models), apart=0.0), 0, 1, charger=0)


@pytest.mark.rule("stupidity.test")
def test_in_combat_half_of_them_do_not_fight() -> None:
    script = begun(fighting(), 4, 4)
    assert [(e.unit, e.stupor) for e in events(script, UnitStupefied)] == [(US, Stupor.NONE)]
    battle = opened(
        replace(script.battle, turn=replace(script.battle.turn, todo=())), dice=()
    ).battle
    ours = {g.leader: g for g in battle.combats[-1].groups if g.unit == US}
    men = [(m.figure, m.rule) for m in blow(battle, ours[False]).modifiers if m.what == "strikers"]
    assert men == [(5, "combat.who-fights"), (-2, "stupidity.test")]
    assert blow(battle, ours[False]).dice == 3
    assert blow(battle, ours[True]).dice == 2  # the leader, a single creature
    theirs = next(g for g in battle.combats[-1].groups if g.unit == FOE)
    assert blow(battle, theirs).dice == theirs.models


@pytest.mark.rule("stupidity.test")
def test_it_lasts_until_the_next_test() -> None:
    idle = changed(fighting(), US, half_idle=True)
    assert TurnBegan(1, BLUE).changed(idle).units[US].half_idle
    assert not TurnBegan(2, RED).changed(idle).units[US].half_idle


@pytest.mark.rule("stupidity.test")
def test_what_the_die_has_said_holds_for_that_turn() -> None:
    battle = done(alone(), US, stupor=Stupor.IDLE)
    assert TurnBegan(1, BLUE).changed(battle).units[US].doings.stupor is Stupor.NONE


@pytest.mark.rule("stupidity.test", "character.in-unit")
def test_a_character_with_the_stupid_fights_on() -> None:
    battle = alone(Put(general(mounted=False), x=30, y=16), apart=0.0)
    battle = changed(met(joined(battle, 2, 0), 0, 1, charger=0), US, half_idle=True)
    after = opened(replace(battle, turn=replace(battle.turn, todo=())), [Allotment(US)]).battle
    his = next(g for g in after.combats[-1].groups if g.unit == THIRD)
    assert blow(after, his).dice == 2


@pytest.mark.rule("stupidity.test")
def test_the_sensible_do_as_they_are_told() -> None:
    """No trait, no test: foot like any other."""
    assert stupidity_tasks(alone(sheet=foot("sensible"))) == ()
