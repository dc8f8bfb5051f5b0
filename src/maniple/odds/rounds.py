"""What a view sees of a round of close combat: whose it was, and what has become of the two.

combat_of   the combat of this phase that a unit fights in
is_fought   whether its round is over, Break tests and all
fate        what has become of a unit by then
margin      by how much one side is ahead
"""

from maniple.battle.sides import Side
from maniple.battle.state import Battle, Combat
from maniple.battle.tasks import Do
from maniple.battle.unit import Unit, UnitId
from maniple.rules.fleeing.totals import caught_by_totals

STANDING = ""
BROKEN = "broken"
CAUGHT = "broken and caught"
ESCAPED = "broken and escaped"
FALLEN_BACK = "fallen back"
WIPED_OUT = "wiped out"
FLED = "fled in panic"


def combat_of(battle: Battle, unit: UnitId) -> Combat | None:
    """The combat of this phase that the unit fights in, or has fought in; None: not yet."""
    return next((combat for combat in battle.combats if unit in combat.units), None)


def is_fought(battle: Battle, combat: Combat) -> bool:
    """Whether the round is over: all blows struck, and all its Break tests taken."""
    if combat.is_done:
        return True
    todo = battle.turn.todo
    return bool(todo) and todo[0].do is Do.CLOSE_COMBAT and combat.units == battle.combats[-1].units


def fate(battle: Battle, combat: Combat, unit: UnitId) -> str:
    """What has become of the unit in this round: STANDING, BROKEN, FALLEN_BACK or WIPED_OUT."""
    if not battle.units[unit].is_alive:
        return WIPED_OUT
    if unit in combat.falling_back:
        return FALLEN_BACK
    return BROKEN if unit in combat.broken or unit in combat.panicked else STANDING


def flight_of(battle: Battle, unit: UnitId) -> str | None:
    """How the flight of a broken unit ends: CAUGHT or ESCAPED; None: that is not yet known.

    It is as soon as nobody pursues, or all have rolled. [pursue.distance]
    """
    todo = battle.turn.todo
    if not todo or todo[0].do is not Do.FLIGHT_DISTANCES:
        return None
    if not any(runner.chases == unit for runner in battle.runners):
        return ESCAPED
    caught = caught_by_totals(battle)
    if caught is None:
        return None
    return CAUGHT if unit in caught else ESCAPED


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
