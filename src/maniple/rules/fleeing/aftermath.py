"""When all combats have come so far: who pursues, how far everybody runs, who is caught.

The first task, HOLD_OR_PURSUE for nobody, asks each winner in turn; then distances are rolled one by
one, fleers first; caught units are removed, fleers moved, then pursuers; overruns and redress follow.
[combat.procedure (9) to (12), turn.combat-order]

    hold_or_pursue     a winner pursues, or is held back       [pursue.must, pursue.restrain]
    flight_distances   the next distance is rolled             [flee.distance, pursue.distance]
    flee_from_combat   a broken unit is caught, or runs        [flee.direction, pursue.distance]
    pursue             a victor goes after its prey            [pursue.distance]
"""

from msgspec.structs import replace

from maniple.battle.asks import AskAnswer, ChoosePrey, Named
from maniple.battle.chance_requests import Roll
from maniple.battle.events import PursuitChosen, RunsCompared, RunsRolled
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle, Runner
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.rules.fighting.contacts import fighters
from maniple.rules.fleeing.catch import ride_down
from maniple.rules.fleeing.chase import Chase, chase, pursuit_total, toward
from maniple.rules.fleeing.fall_back import fall_back
from maniple.rules.fleeing.holding import wants_to_pursue
from maniple.rules.fleeing.overrun import overrun_tasks
from maniple.rules.fleeing.running import flight_pool, heading_away, run, take_to_flight
from maniple.rules.fleeing.totals import (
    catcher,
    compared,
    has_overtaken,
    is_broken,
    is_falling_back,
    leaving,
    runner_of,
    yet_to_roll,
)
from maniple.rules.special.engine import never_pursues
from maniple.rules.special.hatred import hated_foes
from maniple.rules.special.shock_cavalry import push_tasks


def may_pursue(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has won its round, all that it fights are leaving, and it can go after them.

    [pursue.must, engine.left]
    """
    if never_pursues(unit):
        return False
    gone = leaving(battle)
    contacts = battle.contacts_of(unit.id)
    return (
        unit.is_on_table
        and not unit.stampeding
        and unit.id not in gone
        and bool(contacts)
        and all(touch.enemy_of(unit.id) in gone for touch in contacts)
        and any(
            unit.id in combat.units and combat.is_done and combat.winner is unit.side
            for combat in battle.combats
        )
    )


def hold_or_pursue(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A winner pursues whom it has beaten, or stays. Named for nobody: all winners, in turn.

    Whom it hates it goes after first.
    [pursue.must, pursue.restrain, pursue.defenders, break.fall-back, hatred]
    """
    battle = table.battle
    if task.unit == NOBODY:
        yield from nothing_asked()
        side = battle.turn.side
        able = [unit for unit in battle.units if may_pursue(battle, unit)]
        able.sort(key=lambda unit: (unit.side is not side, unit.id))
        asked = [Task(Do.HOLD_OR_PURSUE, unit.id) for unit in able]
        return (*asked, Task(Do.FLIGHT_DISTANCES))
    foes = [touch.enemy_of(task.unit) for touch in battle.contacts_of(task.unit)]
    fleers = [foe for foe in foes if not is_falling_back(battle, foe)]
    free_by = None
    if not any(is_broken(battle, foe) for foe in foes):
        free_by = "panic.in-combat" if fleers else "break.fall-back"
    goes = yield from wants_to_pursue(table, task.unit, free_by)
    if not goes:
        return ()
    leave = fleers or foes
    hated = [foe for foe in hated_foes(table.battle, task.unit) if foe in leave]
    prey = yield from _choose_prey(table, task.unit, hated or leave)
    table.record(PursuitChosen(task.unit, prey, toward(table.battle, task.unit, prey)))
    return ()


def _choose_prey(table: Table, unit_id: UnitId, foes: list[UnitId]) -> Step[UnitId]:
    """The enemy that the unit touched with most models; its player chooses between equals.

    [pursue.several]
    """
    battle = table.battle
    counts = {foe: fighters(battle, unit_id, foe).count for foe in foes}
    most = max(counts.values())
    equal = tuple(sorted(foe for foe in foes if counts[foe] == most))
    if len(equal) == 1:
        return equal[0]
    named = yield from ChoosePrey(battle.units[unit_id].side, unit_id, equal)
    return named.unit


def prey_options(battle: Battle, ask: ChoosePrey) -> tuple[AskAnswer, ...]:
    """The enemies touched with equally many models. [pursue.several]"""
    return tuple([Named(foe) for foe in ask.prey])


def flight_distances(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The next distance is rolled, fleers first; when all are, they are compared, and everybody is
    moved. [flee.distance, pursue.distance, pursue.obstacle, pursue.several]
    """
    battle = table.battle
    unit = yet_to_roll(battle)
    if unit is None:
        yield from nothing_asked()
        if any(runner.chases != NOBODY for runner in battle.runners):
            table.record(RunsCompared(compared(battle)))
        return moves_due(table.battle)
    pool = flight_pool(battle, unit)
    hunter = next((runner for runner in battle.runners if runner.unit == unit), None)
    if hunter is None:
        inches = yield from Roll(pool, "flee.distance", unit, "flight")
        run_on = Runner(unit, inches)
        table.record(RunsRolled((*battle.runners, run_on), cite="flee.distance"))
        return (task,)
    total = yield from Roll(pool, "pursue.distance", unit, "pursuit")
    hunt = Chase(unit, hunter.chases, hunter.heading)
    inches_compared = pursuit_total(battle, hunt, total)
    cite = "pursue.distance" if inches_compared == total else "pursue.obstacle"
    rolled = replace(hunter, distance=inches_compared)
    runners = tuple([rolled if runner is hunter else runner for runner in battle.runners])
    table.record(RunsRolled(runners, cite=cite))
    return (task,)


def moves_due(battle: Battle) -> tuple[Task, ...]:
    """Who is moved now that all distances are known, in order: who gives ground first.

    [combat.procedure (11), (12), troop.shock-cavalry]
    """
    fleers = leaving(battle)
    caught = [unit for unit in fleers if catcher(battle, unit) is not None]
    others = [unit for unit in fleers if unit not in caught]
    pursuers = sorted(runner.unit for runner in battle.runners if runner.chases != NOBODY)
    return (
        *push_tasks(battle),
        *(Task(Do.FLEE_FROM_COMBAT, unit) for unit in (*caught, *others)),
        *(Task(Do.PURSUE, unit) for unit in pursuers),
        *overrun_tasks(battle),
        Task(Do.REDRESS),
    )


def flee_from_combat(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A unit that leaves its combat: caught and destroyed, or it runs, or falls back.

    [flee.direction, flee.through-friends, pursue.distance, break.fall-back.move]
    """
    yield from nothing_asked()
    battle = table.battle
    unit_id = task.unit
    if not battle.units[unit_id].is_on_table:
        return ()
    distance = runner_of(battle, unit_id).distance
    foes = tuple([touch.enemy_of(unit_id) for touch in battle.contacts_of(unit_id)])
    if is_falling_back(battle, unit_id):
        return fall_back(table, unit_id, foes, distance)
    by = catcher(battle, unit_id)
    if by is not None:
        ride_down(table, unit_id, by)
        return ()
    cite = "break.test" if is_broken(battle, unit_id) else "panic.in-combat"
    heading = heading_away(battle, unit_id, foes)
    take_to_flight(table, unit_id, foes, cite)
    run(table, unit_id, heading, distance, "flee.direction", first=True)
    return ()


def pursue(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A victor goes after its prey, if it has not panicked since. [pursue.distance, pursue.must]"""
    battle = table.battle
    victor = battle.units[task.unit]
    if not victor.is_on_table or victor.fleeing:
        yield from nothing_asked()
        return ()
    runner = runner_of(battle, task.unit)
    prey = runner.chases
    has_caught = is_falling_back(battle, prey) and has_overtaken(battle, runner)
    hunt = Chase(task.unit, prey, runner.heading, caught=has_caught)
    yield from chase(table, hunt, runner.distance)
    return ()
