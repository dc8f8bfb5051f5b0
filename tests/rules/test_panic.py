"""Panic: each cause, who tests, in which order, who takes no notice, and the flights."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, done, joined
from kit.fights import FRONT, LEFT, REAR, met
from kit.tables import BLUE, RED, Put, table
from kit.troops import general, horse, legionaries, skirmishers, spearmen, warriors
from maniple.battle.events import PhaseBegan, Spoke, Tested, UnitFled, UnitRan
from maniple.battle.field import AgreedPanic
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Combat
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import NOBODY, Formation, Status, UnitId
from maniple.play.script import Script
from maniple.rules.fleeing.flight import take_to_flight
from maniple.rules.nerve import nerve
from maniple.rules.nerve.casualties import destroy

U = UnitId
SIX_LOOSE = tuple((20.0 + i, 26.0, 0.0) for i in range(6))


def who_tests(tasks: tuple[Task, ...]) -> list[int]:
    return [task.unit for task in tasks if task.do is Do.PANIC_TEST]


def beside_fleers(*fleers: Sheet, ours: Sheet | None = None) -> Battle:
    """Twelve spearmen, and before them, 3 inches off, these fleeing friends."""
    puts = [Put(ours or spearmen(models=12), x=20, y=20, files=6)]
    for i, sheet in enumerate(fleers):
        puts.append(Put(sheet, x=18 + 5 * i, y=25, files=3, fleeing=True))
    puts.append(Put(warriors(), x=60, y=40, files=6, side=BLUE))
    return table(*puts, phase=Phase.START)


@pytest.mark.rule("panic.fleeing-friends", "turn.start")
def test_six_fleers_are_ignored_by_twelve_and_two_sixes_are_not() -> None:
    """Cases J4, E1."""
    six = spearmen(models=6)
    assert who_tests(nerve.panic_from_fleers_tasks(beside_fleers(six))) == []
    assert who_tests(nerve.panic_from_fleers_tasks(beside_fleers(six, six))) == [0]
    assert who_tests(nerve.panic_from_fleers_tasks(beside_fleers(spearmen(models=7)))) == [0]


@pytest.mark.rule("panic.fleeing-friends")
def test_fleers_are_felt_within_four_inches() -> None:
    base = 20 / 25.4
    near = Put(spearmen(models=9), x=20, y=24 + 3 * base, files=3, fleeing=True)
    ours = Put(spearmen(models=12), x=20, y=20, files=6)
    assert who_tests(nerve.panic_from_fleers_tasks(table(ours, near))) == [0]
    far = replace(near, y=near.y + 0.01)
    assert who_tests(nerve.panic_from_fleers_tasks(table(ours, far))) == []


@pytest.mark.rule("panic.fleeing-friends", "rally.panicked", "panic.flee")
def test_infantry_that_rolls_eight_panics_at_the_start_of_its_turn() -> None:
    """Case J1: Leadership 7, a 3 and a 5. It takes to flight, and runs in the compulsory moves."""
    battle = replace_turn(beside_fleers(spearmen(models=9)), Phase.START, Task(Do.START_TESTS))
    script = Script(battle, dice=[3, 5])
    script.run_until(3)
    unit = script.battle.units[0]
    assert unit.fleeing
    assert unit.formation is Formation.MOB
    assert unit.doings.panicked_at_start
    assert not [e for e in script.table.events if isinstance(e, UnitRan)]


@pytest.mark.rule("panic.fleeing-friends")
def test_a_unit_that_passes_stands() -> None:
    battle = replace_turn(beside_fleers(spearmen(models=9)), Phase.START, Task(Do.START_TESTS))
    script = Script(battle, dice=[3, 4])
    script.run_until(3)
    assert not script.battle.units[0].fleeing


def replace_turn(battle: Battle, phase: Phase, *todo: Task) -> Battle:
    return replace(battle, turn=replace(battle.turn, phase=phase, todo=todo))


def broken_warriors() -> Battle:
    """Warriors fight spearmen and are broken; cavalry and skirmishers stand within 12 inches."""
    battle = table(
        Put(spearmen(), x=20, y=20, files=8),
        Put(warriors(), x=20, y=20, facing=180, files=6, side=BLUE),
        Put(horse("riders"), x=28, y=26, facing=180, files=6, side=BLUE),
        Put(skirmishers(models=6), x=10, y=26, side=BLUE, places=SIX_LOOSE_LEFT),
        phase=Phase.COMBAT,
    )
    battle = met(battle, 0, 1)
    return replace(battle, combats=(Combat((U(0), U(1)), broken=(U(1),), is_done=True),))


SIX_LOOSE_LEFT = tuple((7.0 + i, 26.0, 180.0) for i in range(6))


@pytest.mark.rule("panic.broken-friends", "break.panic-order", "panic.flee")
def test_cavalry_flees_with_the_broken_and_skirmishers_stand() -> None:
    """Case J2: the cavalry rolls 9, the skirmishers (Leadership 5) 4; then the cavalry runs 3D6."""
    battle = broken_warriors()
    tasks = nerve.panic_from_broken(battle, (U(1),))
    assert who_tests(tasks) == [2, 3]
    script = Script(replace_turn(battle, Phase.COMBAT, *tasks), dice=[4, 5, 1, 3, 2, 2, 2])
    script.run_until(3)
    events = script.table.events
    tests = [i for i, e in enumerate(events) if isinstance(e, Tested)]
    flights = [i for i, e in enumerate(events) if isinstance(e, UnitFled)]
    assert len(tests) == 2
    assert len(flights) == 1
    assert max(tests) < min(flights)
    assert script.battle.units[2].fleeing
    assert not script.battle.units[3].fleeing
    assert script.battle.units[1].pose == battle.units[1].pose


@pytest.mark.rule("panic.broken-friends")
def test_breaks_are_felt_within_twelve_inches_once_and_by_friends_only() -> None:
    battle = broken_warriors()
    far = changed(battle, 2, pose=replace(battle.units[2].pose, x=50))
    assert who_tests(nerve.panic_from_broken(far, (U(1),))) == [3]
    two = changed(battle, 3, side=BLUE)
    assert who_tests(nerve.panic_from_broken(two, (U(1), U(1)))) == [2, 3]
    assert nerve.panic_from_broken(battle, ()) == ()


@pytest.mark.rule("panic.broken-friends", "break.panic-order")
@pytest.mark.parametrize(("off", "tests"), [(12.0, [2]), (12.01, [])])
def test_twelve_inches_to_the_broken_and_no_more(off: float, tests: list[int]) -> None:
    edge = 20 + 3 * 20 / 25.4
    battle = table(
        Put(spearmen(), x=20, y=20, files=8),
        Put(warriors(), x=20, y=20, facing=180, files=6, side=BLUE),
        Put(spearmen("friends"), x=edge + off + 4 * 20 / 25.4, y=20, files=8, side=BLUE),
        phase=Phase.COMBAT,
    )
    battle = met(battle, 0, 1)
    battle = replace(battle, combats=(Combat((U(0), U(1)), broken=(U(1),), is_done=True),))
    assert who_tests(nerve.panic_from_broken(battle, (U(1),))) == tests


@pytest.mark.rule("psychology.test", "panic.flee")
def test_a_unit_that_flees_or_is_about_to_takes_no_panic_test() -> None:
    """Case E10."""
    battle = broken_warriors()
    flees = changed(battle, 2, fleeing=True)
    assert who_tests(nerve.panic_from_broken(flees, (U(1),))) == [3]
    task = Task(Do.PANIC_TEST, U(2), NOBODY, "panic.general")
    Script(flees).run(nerve.panic_test(Table(flees), task))
    broken = task_for(1)
    script = Script(battle)
    assert script.run(nerve.panic_test(script.table, broken)) == ()


def task_for(unit: int, cause: str = "panic.general") -> Task:
    return Task(Do.PANIC_TEST, U(unit), NOBODY, cause)


@pytest.mark.rule("panic.flank-charge", "result.skirmishers")
def test_only_five_formed_models_in_flank_or_rear_of_a_fight_cause_panic() -> None:
    """Cases A19, A20 and J3 in part."""
    battle = table(
        Put(legionaries(models=10), x=20, y=20, files=5),
        Put(warriors(), x=20, y=20, facing=180, files=6, side=BLUE),
        Put(horse("riders", models=5), x=8, y=18, facing=90, files=5, side=BLUE),
        Put(skirmishers(models=6), x=8, y=10, side=BLUE, places=SIX_LOOSE),
    )
    fighting = met(battle, 0, 1)
    assert nerve.is_panicking_charge(fighting, U(2), U(0), LEFT)
    assert nerve.is_panicking_charge(fighting, U(2), U(0), REAR)
    assert not nerve.is_panicking_charge(fighting, U(2), U(0), FRONT)
    assert not nerve.is_panicking_charge(battle, U(2), U(0), LEFT)
    assert not nerve.is_panicking_charge(fighting, U(3), U(0), LEFT)
    four = changed(fighting, 2, models=4)
    assert not nerve.is_panicking_charge(four, U(2), U(0), LEFT)


@pytest.mark.rule("panic.fleers-destroyed")
def test_friends_destroyed_by_chargers_shake_those_within_four_inches() -> None:
    battle = beside_fleers(spearmen(models=7))
    assert who_tests(nerve.panic_from_destroyed(battle, (U(1),))) == [0]
    outnumbered = beside_fleers(spearmen(models=6))
    assert nerve.panic_from_destroyed(outnumbered, (U(1),)) == ()
    both = beside_fleers(spearmen(models=6), spearmen(models=6))
    assert who_tests(nerve.panic_from_destroyed(both, (U(1), U(2)))) == [0]


@pytest.mark.rule("panic.general", "general.leadership", "psychology.test")
def test_every_unit_tests_when_the_general_falls() -> None:
    """Case E12: at once when the step is over, in roster order, and once in a battle."""
    battle = table(
        Put(spearmen("left"), x=10, y=20, files=8),
        Put(general(), x=30, y=20),
        Put(spearmen("right"), x=50, y=20, files=8),
        Put(spearmen("gone"), x=60, y=30, files=4, fleeing=True),
        Put(warriors(), x=20, y=40, files=6, side=BLUE),
    )
    at = Table(battle)
    destroy(at, U(1), U(4), "combat.casualties")
    tasks = nerve.mourn_generals(at)
    assert who_tests(tasks) == [0, 2]
    assert tasks[-1].do is Do.PANIC_FLIGHT
    assert nerve.mourn_generals(at) == ()


@pytest.mark.rule("panic.general")
def test_the_sequence_calls_the_tests_of_a_slain_general() -> None:
    battle = table(
        Put(spearmen("left"), x=10, y=20, files=8),
        Put(general(), x=30, y=20),
        Put(warriors(), x=20, y=40, files=6, side=BLUE),
        phase=Phase.SHOOTING,
        todo=(Task(Do.START_TESTS),),
    )
    fallen = changed(battle, 1, status=Status.DESTROYED, models=0)
    script = Script(fallen, dice=[3, 4])
    script.run_until(3)
    assert [e.kind for e in script.table.events if isinstance(e, Tested)] == ["panic.general"]


@pytest.mark.rule("panic.fleeing-friends", "psychology.test", "general.leadership")
def test_the_generals_own_unit_tests_first() -> None:
    """Cases E15, E16: before all others; and they see whether he stands."""
    battle = table(
        Put(spearmen("left", models=8), x=18, y=20, files=8),
        Put(spearmen("his", models=8), x=26, y=20, files=8),
        Put(general(mounted=False), x=40, y=20),
        Put(spearmen("fleers", models=9), x=22, y=24, files=3, fleeing=True),
        Put(warriors(), x=60, y=40, files=6, side=BLUE),
        phase=Phase.START,
    )
    battle = joined(battle, 2, 1)
    tasks = nerve.panic_from_fleers_tasks(battle)
    assert who_tests(tasks) == [1, 0]
    stands = Script(replace_turn(battle, Phase.START, *tasks), dice=[4, 5, 4, 5])
    stands.run_until(3)
    assert not any(stands.battle.units[i].fleeing for i in (0, 1))
    runs = Script(replace_turn(battle, Phase.START, *tasks), dice=[5, 5, 4, 5])
    runs.run_until(4)
    assert all(runs.battle.units[i].fleeing for i in (0, 1))


def shot_at(models: int, fallen: int, **doings: object) -> tuple[Task, ...]:
    """The test of a unit of which so many were shot and so many are left."""
    battle = table(
        Put(spearmen(models=models), x=20, y=20, files=4),
        Put(warriors(), x=20, y=36, facing=180, files=6, side=BLUE),
    )
    battle = done(battle, 0, fallen=fallen, **doings)
    return nerve.panic_from_shooting(battle, U(0), U(1))


@pytest.mark.rule("panic.shooting")
@pytest.mark.parametrize(
    ("began", "fallen", "tests"),
    [(4, 1, [0]), (10, 2, []), (10, 3, [0]), (12, 3, [0]), (12, 2, []), (13, 3, [])],
)
def test_a_quarter_of_the_models_shot_is_too_much(
    began: int, fallen: int, tests: list[int]
) -> None:
    assert who_tests(shot_at(began - fallen, fallen)) == tests


@pytest.mark.rule("panic.shooting")
def test_losses_of_an_earlier_phase_do_not_count() -> None:
    battle = done(table(Put(spearmen(), x=20, y=20, files=8)), 0, fallen=3)
    begun = PhaseBegan(Phase.SHOOTING, ()).changed(battle)
    assert begun.units[0].doings.fallen == 0


@pytest.mark.rule("panic.shooting", "charge.response.stand-and-shoot")
@pytest.mark.parametrize(("slain", "tests"), [(1, []), (2, []), (3, [0])])
def test_one_stand_and_shoot_counts_by_itself(slain: int, tests: list[int]) -> None:
    """Nine are left, and more than these fell before."""
    battle = table(
        Put(spearmen(models=9), x=20, y=20, files=4),
        Put(warriors(), x=20, y=36, facing=180, files=6, side=BLUE),
    )
    battle = done(battle, 0, fallen=6)
    assert who_tests(nerve.panic_from_shooting(battle, U(0), U(1), slain)) == tests


@pytest.mark.rule("panic.shooting")
def test_one_test_for_shooting_in_a_phase_and_its_result_stands() -> None:
    """Case E9."""
    assert shot_at(6, 6, shooting_panic_tested=True) == ()
    battle = done(table(Put(spearmen(), x=20, y=20, files=8)), 0, fallen=8)
    script = Script(battle, dice=[1, 1])
    script.run(nerve.panic_test(script.table, task_for(0, "panic.shooting")))
    assert script.battle.units[0].doings.shooting_panic_tested


@pytest.mark.rule("panic.skirmishers")
def test_skirmishers_shake_skirmishers_alone() -> None:
    loose = skirmishers(models=6)
    formed = Put(spearmen(models=6), x=20, y=20, files=6)
    fleeing = Put(loose, x=20, y=24, files=3, fleeing=True)
    ours = Put(skirmishers("others", models=6), x=20, y=28, places=SIX_LOOSE)
    battle = changed(table(formed, fleeing, ours), 1, fled_loose=True)
    assert who_tests(nerve.panic_from_fleers_tasks(battle)) == [2]
    assert who_tests(nerve.panic_from_destroyed(battle, (U(1),))) == [2]
    # One that stood in ranks when it took to flight shakes everybody.
    closed = changed(battle, 1, fled_loose=False)
    assert who_tests(nerve.panic_from_fleers_tasks(closed)) == [0, 2]


@pytest.mark.rule("panic.skirmishers", "panic.broken-friends")
def test_skirmishers_who_break_shake_skirmishers_alone() -> None:
    battle = table(
        Put(spearmen(), x=20, y=20, files=8),
        Put(spearmen("formed"), x=30, y=30, facing=180, files=8, side=BLUE),
        Put(skirmishers(models=6), x=22, y=26, side=BLUE, places=SIX_LOOSE),
        Put(skirmishers("others", models=6), x=10, y=26, side=BLUE, places=SIX_LOOSE_LEFT),
        phase=Phase.COMBAT,
    )
    battle = met(battle, 0, 2)
    battle = replace(battle, combats=(Combat((U(0), U(2)), broken=(U(2),), is_done=True),))
    assert who_tests(nerve.panic_from_broken(battle, (U(2),))) == [3]


@pytest.mark.rule("panic.flee", "break.panic-order")
def test_all_tests_are_taken_before_the_first_of_those_who_failed_runs() -> None:
    battle = broken_warriors()
    tasks = nerve.panic_from_broken(battle, (U(1),))
    script = Script(replace_turn(battle, Phase.COMBAT, *tasks), dice=[6, 6, 6, 6, 1, 1, 1, 2, 2])
    script.run_until(4)
    order = [type(e) for e in script.table.events if isinstance(e, Tested | UnitFled)]
    assert order == [Tested, Tested, UnitFled, UnitFled]
    assert [script.battle.units[i].fleeing for i in (2, 3)] == [True, True]


@pytest.mark.rule("panic.skirmishers")
def test_a_unit_remembers_that_it_skirmished_when_it_fled() -> None:
    at = Table(table(Put(skirmishers(models=6), x=22, y=26, places=SIX_LOOSE)))
    take_to_flight(at, U(0), (), "panic.flee")
    assert at.battle.units[0].fled_loose
    assert at.battle.units[0].formation is Formation.MOB


@pytest.mark.rule("troop.levy")
def test_regulars_ignore_levies_unless_the_general_is_with_them() -> None:
    levy = replace(spearmen("levy", models=12), traits=Traits(levy=True))
    assert who_tests(nerve.panic_from_fleers_tasks(beside_fleers(levy))) == []
    assert who_tests(nerve.panic_from_fleers_tasks(beside_fleers(levy, ours=levy))) == [0]
    assert who_tests(
        nerve.panic_from_fleers_tasks(beside_fleers(spearmen(models=12), ours=levy))
    ) == [0]
    battle = table(
        Put(spearmen(models=12), x=20, y=20, files=6),
        Put(levy, x=18, y=25, files=3, fleeing=True),
        Put(general(mounted=False), x=40, y=20),
    )
    assert who_tests(nerve.panic_from_fleers_tasks(joined(battle, 2, 1))) == [0]


@pytest.mark.rule("panic.immune-still")
def test_troops_may_be_exempt_from_the_flight_of_their_own_kind() -> None:
    tribe = replace(
        warriors(models=12),
        kin="tribesmen",
        traits=Traits(ignores_panic_of=("tribesmen",)),
    )
    assert who_tests(nerve.panic_from_fleers_tasks(beside_fleers(tribe, ours=tribe))) == []
    other = spearmen(models=12)
    assert who_tests(nerve.panic_from_fleers_tasks(beside_fleers(other, ours=tribe))) == [0]
    at = Table(table(Put(tribe, x=20, y=20, files=4), Put(general(), x=40, y=20)))
    destroy(at, U(1), NOBODY, "combat.casualties")
    assert who_tests(nerve.mourn_generals(at)) == [0]


@pytest.mark.rule("panic.agreed", "turn.start")
@pytest.mark.parametrize(
    ("number", "side", "tests"),
    [(3, RED, [0]), (2, RED, []), (3, BLUE, [])],
)
def test_an_event_agreed_on_shakes_those_who_stand_where_it_comes(
    number: int, side: Side, tests: list[int]
) -> None:
    """Boulders fall on the left half of the table as red's third turn begins."""
    boulders = AgreedPanic("boulders from the cliff", RED, 3, 0.0, 0.0, 36.0, 48.0)
    battle = table(
        Put(spearmen("under it"), x=20, y=20, files=8),
        Put(spearmen("beside it"), x=50, y=20, files=8),
        Put(spearmen("gone"), x=10, y=40, files=3, fleeing=True),
        Put(warriors(), x=20, y=40, facing=180, files=6, side=BLUE),
        phase=Phase.START,
        todo=(Task(Do.START_TESTS),),
        number=number,
        side=side,
    )
    battle = replace(battle, field=replace(battle.field, agreed_panics=(boulders,)))
    script = Script(battle, dice=[4, 4] * len(tests))
    script.run_until(1 + len(tests) * 2)
    said = [(e.unit, e.what) for e in script.table.events if isinstance(e, Spoke)]
    assert said == [(unit, "boulders from the cliff") for unit in tests]
    tested = [e for e in script.table.events if isinstance(e, Tested)]
    assert [(e.unit, e.kind, e.passed) for e in tested] == [
        (unit, "panic.agreed", False) for unit in tests
    ]
    assert [u.id for u in script.battle.units if u.doings.panicked_at_start] == tests


@pytest.mark.rule("panic.in-combat")
def test_a_unit_that_panics_in_the_combat_being_fought_flees_with_the_broken() -> None:
    battle = met(
        table(
            Put(spearmen(), x=20, y=20, files=8),
            Put(warriors(), x=20, y=20, facing=180, files=6, side=BLUE),
            phase=Phase.COMBAT,
        ),
        0,
        1,
    )
    battle = replace(battle, combats=(Combat((U(0), U(1))),))
    script = Script(battle, dice=[6, 6])
    script.run(nerve.panic_test(script.table, task_for(0, "panic.broken-friends")))
    assert script.battle.combats[0].panicked == (0,)
    assert not script.battle.panicked
    assert script.battle.units[0].is_engaged


@pytest.mark.rule("panic.in-combat", "panic.flee")
def test_a_unit_that_panics_out_of_a_fight_not_yet_fought_runs_at_once() -> None:
    battle = met(
        table(
            Put(spearmen(), x=20, y=20, files=8),
            Put(warriors(), x=20, y=20, facing=180, files=6, side=BLUE),
            phase=Phase.SHOOTING,
            todo=(task_for(0), Task(Do.PANIC_FLIGHT)),
        ),
        0,
        1,
    )
    script = Script(battle, dice=[6, 6, 2, 3])
    script.run_until(2)
    unit = script.battle.units[0]
    assert unit.fleeing
    assert not script.battle.contacts
    assert script.battle.units[1].fight is None
    assert unit.pose.y < 20
