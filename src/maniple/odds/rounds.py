"""What a view sees of a round of close combat: whose it was, and what has become of the two.

combat_of   the combat of this phase that a unit fights in
is_fought   whether its round is over, Break tests and all
fate        what has become of a unit by then
fates_told  what has become of both, in words
flight_of   how the flight of a broken one ends
is_shaken   whether friends who broke may still make others run
margin      by how much one side is ahead
"""

from collections.abc import Iterable

from maniple.battle.sides import Side
from maniple.battle.state import Battle, Combat
from maniple.battle.tasks import Do
from maniple.battle.unit import Status, Unit, UnitId
from maniple.odds import flight

STANDING = ""
BROKEN = "broken"
CAUGHT = "broken and caught"
ESCAPED = "broken and escaped"
OFF_TABLE = "broken and fled off the table"
SHUT_IN = "broken, shut in and lost"
FALLEN_BACK = "fallen back"
WIPED_OUT = "wiped out"
FLED = "fled in panic"

ENDS = {
    flight.CAUGHT: CAUGHT,
    flight.AWAY: ESCAPED,
    flight.OFF: OFF_TABLE,
    flight.SHUT_IN: SHUT_IN,
}
"""How a flight ends."""
TESTS_DUE = (Do.CLOSE_COMBAT, Do.NAME_COMBAT, Do.COMBAT_PANIC, Do.PANIC_TEST)
"""What is still to do while friends of the broken have not tested. [break.panic-order]"""


def combat_of(battle: Battle, unit: UnitId) -> Combat | None:
    """The combat of this phase that the unit fights in, or has fought in; None: not yet."""
    return next((combat for combat in battle.combats if unit in combat.units), None)


def is_fought(battle: Battle, combat: Combat) -> bool:
    """Whether the round is over: all blows struck, and all its Break tests taken."""
    if combat.is_done:
        return True
    todo = battle.turn.todo
    return bool(todo) and todo[0].do is Do.CLOSE_COMBAT and combat.units == battle.combats[-1].units


def fate(battle: Battle, combat: Combat, unit_id: UnitId) -> str:
    """What has become of the unit in this round: STANDING, BROKEN by it or by panic, FALLEN_BACK,
    WIPED_OUT, or FLED.
    """
    if unit_id in combat.broken or unit_id in combat.panicked:
        return BROKEN
    if unit_id in combat.falling_back:
        return FALLEN_BACK
    return gone(battle.units[unit_id])


def gone(unit: Unit) -> str:
    """WIPED_OUT or FLED, off the table too; else STANDING."""
    if unit.status is Status.DESTROYED:
        return WIPED_OUT
    return FLED if unit.fleeing or unit.status is Status.LEFT else STANDING


def fates_told(fates: Iterable[tuple[str, str]]) -> str:
    """The fates of units by name, as "Warriors broken and caught"; "" if all are STANDING."""
    return " and ".join([f"{name} {what}" for name, what in fates if what])


def flight_of(battle: Battle, unit_id: UnitId) -> str | None:
    """How the flight of a broken unit ends, as `ENDS` has it; None: that is not yet known.

    It is as soon as nobody pursues, or all have rolled, unless its run itself may end it.
    [pursue.distance, flee.off-table, flee.blocked]
    """
    todo = battle.turn.todo
    if todo and todo[0].do is Do.FLIGHT_DISTANCES:
        is_chased = any(runner.chases == unit_id for runner in battle.runners)
        if not is_chased and not flight.may_be_lost(battle, battle.units[unit_id]):
            return ESCAPED
    known = flight.fate(battle, unit_id)
    return None if known is None else ENDS[known]


def is_shaken(battle: Battle) -> bool:
    """Whether units have broken whose friends have yet to test: who stands may still run.

    [panic.broken-friends, break.panic-order]
    """
    if not any(combat.broken for combat in battle.combats):
        return False
    return any(task.do in TESTS_DUE for task in battle.turn.todo)


def margin(battle: Battle, combat: Combat, side: Side) -> int | None:
    """By how much the side is ahead as the round is over, below 0 if it has lost; None: no result was
    counted, for nobody was left to count it against. [result.compute]
    """
    if battle.is_over:
        return None
    if combat.winner is None:
        return 0
    return combat.margin if combat.winner is side else -combat.margin


def harm(unit: Unit) -> tuple[int, int]:
    """What a unit is by now: its models alive, and the wounds that its wounded model, its crew and its
    engine have lost.
    """
    return unit.models, unit.wounds + unit.crew_wounds + unit.engine_wounds


def wounds_on(unit: Unit, harm_later: tuple[int, int]) -> int:
    """The wounds that a unit has lost since it stood so."""
    models, wounds = harm(unit)
    models_later, wounds_later = harm_later
    return (models - models_later) * unit.sheet.profile.wounds + wounds_later - wounds
