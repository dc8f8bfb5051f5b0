"""Which unit is ordered next, and by which part of the bot.

Loose troops first, the foremost before the others, so that they are out of the way; then the line,
the hindmost first, so that it comes on together; then the rest. What fights may still bring its
leaders up.
"""

from maniple.battle.unit import Moved, Stupor, Unit
from maniple.bots.steady import engines, formations, line, missiles, people
from maniple.bots.steady.line import Plan
from maniple.bots.steady.posture import Posture
from maniple.bots.steady.sense import is_loose, is_shooter, progress
from maniple.play.seat import Seat


def movable(seat: Seat, stance: Posture) -> list[Unit]:
    """Own units that may still be ordered, in the order in which they should go."""

    def turn(unit: Unit) -> tuple[int, float, int]:
        on = progress(unit.pose.x, unit.pose.y, stance.forward)
        if is_loose(unit):
            return (0, -on, unit.id)
        group = 2 if is_shooter(unit) else 3 if unit.sheet.is_character else 1
        return (group, on, unit.id)

    return sorted([u for u in seat.battle.of(seat.side) if _is_free(u)], key=turn)


def joining(seat: Seat) -> Plan | None:
    """A character who joins a unit before it moves, without holding it up."""
    for unit in seat.battle.of(seat.side):
        if unit.sheet.is_character and _is_free(unit):
            found = people.at_once(seat, unit)
            if found is not None:
                return found
    return None


def plan(seat: Seat, unit: Unit, stance: Posture) -> Plan | None:
    """What the unit should do; None: it stays where it is."""
    if unit.is_engaged:
        return people.in_combat(seat, unit)
    if unit.sheet.is_character:
        return people.alone(seat, unit)
    if unit.has_engine:
        return engines.pivoted(seat, unit)
    if is_loose(unit):
        return missiles.loose(seat, unit, stance)
    if is_shooter(unit):
        return missiles.archers(seat, unit)
    if formations.should_stand(seat.battle, unit):
        return None
    return line.planned(seat, unit, stance)


def _is_free(unit: Unit) -> bool:
    return (
        unit.is_on_table
        and not unit.fleeing
        and not unit.stampeding
        and unit.doings.moved is Moved.STOOD
        and unit.doings.stupor is Stupor.NONE
        and (unit.sheet.engine is None or unit.has_engine)
    )
