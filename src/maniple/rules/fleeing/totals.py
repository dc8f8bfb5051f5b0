"""The totals of flight and pursuit, and what follows from them before anybody is moved.

    leaving           who leaves the combats of the phase
    yet_to_roll       whose distance is rolled next                     [flee.distance]
    compared          what is kept of the totals when all have rolled   [pursue.several]
    catcher           who catches a fleer, by the totals                [pursue.distance]
    caught_by_totals  all who are caught, and nothing else of the flight

A pursuer overtakes its prey with a higher total. As soon as anybody is to be moved the totals are
compared, and that of a fleer who is sure to be caught is of no account, and is wiped.
"""

from msgspec.structs import replace

from maniple.battle.state import Battle, Runner
from maniple.battle.unit import NOBODY, UnitId


def leaving(battle: Battle) -> tuple[UnitId, ...]:
    """Units that leave their combats, broken, panicked or falling back, by id."""
    gone = {
        unit
        for combat in battle.combats
        for unit in (*combat.broken, *combat.panicked, *combat.falling_back)
    }
    return tuple(sorted(unit for unit in gone if battle.units[unit].is_on_table))


def is_falling_back(battle: Battle, unit_id: UnitId) -> bool:
    """Whether the unit leaves in good order. [break.fall-back]"""
    return any(unit_id in combat.falling_back for combat in battle.combats)


def is_broken(battle: Battle, unit_id: UnitId) -> bool:
    """Whether the unit was beaten and broken in a combat of this phase."""
    return not is_falling_back(battle, unit_id) and any(
        unit_id in combat.broken for combat in battle.combats
    )


def yet_to_roll(battle: Battle) -> UnitId | None:
    """The next unit whose distance is rolled, fleers before pursuers; None: all have rolled.

    Ask when all winners have said whether they pursue. [flee.distance, pursue.distance]
    """
    rolled = {runner.unit for runner in battle.runners}
    for unit in leaving(battle):
        if unit not in rolled:
            return unit
    for runner in battle.runners:
        if runner.chases != NOBODY and runner.distance == 0:
            return runner.unit
    return None


def runner_of(battle: Battle, unit_id: UnitId) -> Runner:
    """The run of a unit. ValueError if no distance has been rolled for it."""
    for runner in battle.runners:
        if runner.unit == unit_id:
            return runner
    raise ValueError(f"no distance has been rolled for unit {unit_id}")


def overtakes(pursuit: float, flight: float) -> bool:
    """Whether a pursuer with this total reaches a fleer with that. [pursue.distance]"""
    return pursuit > flight


def has_overtaken(battle: Battle, pursuer: Runner) -> bool:
    """Whether this pursuer's total is higher than its prey's. [pursue.distance]"""
    if pursuer.overtakes is not None:
        return pursuer.overtakes
    return overtakes(pursuer.distance, runner_of(battle, pursuer.chases).distance)


def compared(battle: Battle) -> tuple[Runner, ...]:
    """The runners when everybody is about to be moved: who overtakes its prey is kept.

    The total of a fleer who will be caught whatever comes first is wiped; one whose pursuers may yet
    take to flight themselves, because their general is caught before, keeps it.
    [pursue.distance, pursue.several]
    """
    runners = [
        runner
        if runner.chases == NOBODY
        else replace(runner, overtakes=has_overtaken(battle, runner))
        for runner in battle.runners
    ]
    reached = {runner.chases for runner in runners if runner.overtakes}
    caught = [unit for unit in reached if not is_falling_back(battle, unit)]
    bereft = {battle.units[unit].side for unit in caught if _has_general(battle, unit)}
    return tuple(
        [
            replace(runner, distance=0.0)
            if runner.unit in caught and battle.units[runner.unit].side.enemy not in bereft
            else runner
            for runner in runners
        ]
    )


def _has_general(battle: Battle, unit_id: UnitId) -> bool:
    unit = battle.units[unit_id]
    return any(battle.units[who].sheet.is_general for who in (unit_id, *unit.guests))


def catcher(battle: Battle, unit_id: UnitId) -> UnitId | None:
    """A pursuer of the unit whose total is higher than its own; None: nobody catches it.

    One that has itself taken to flight since, when its general fell, catches nobody.
    [pursue.distance, pursue.several, panic.in-combat]
    """
    for runner in battle.runners:
        if runner.chases == unit_id and has_overtaken(battle, runner):
            pursuer = battle.units[runner.unit]
            if pursuer.is_on_table and not pursuer.fleeing:
                return runner.unit
    return None


def caught_by_totals(battle: Battle) -> tuple[UnitId, ...] | None:
    """Who of those who flee from the combats of this phase is caught, by id, before anybody is moved.

    None: nobody leaves a combat, or not everybody has rolled yet. A unit that falls back is not
    destroyed where it is caught, but charged; it is among them. [pursue.distance, break.fall-back.move]
    """
    fleers = leaving(battle)
    rolled = {runner.unit for runner in battle.runners}
    if not fleers or not rolled.issuperset(fleers) or yet_to_roll(battle) is not None:
        return None
    return tuple([unit for unit in fleers if catcher(battle, unit) is not None])
