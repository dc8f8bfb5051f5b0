"""Where the bot places its units: foot in the middle, loose troops beside it, horse on the wings.

The plan is made once from the roster; a place that the referee refuses is shifted aside or back.
"""

from maniple.battle.asks import Placement
from maniple.battle.bodies import frontage
from maniple.battle.judged import Refusal
from maniple.battle.sheet import Kind
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import Status, Unit, UnitId
from maniple.bots.steady.sense import is_fighter
from maniple.geometry import pose
from maniple.play.seat import Seat

GAP = 1.2
"""Inches between units of the line."""
SHIFTS = (0.0, 1.5, -1.5, 3.0, -3.0, 5.0, -5.0, 8.0, -8.0, 12.0, -12.0, 18.0, -18.0, 26.0, -26.0)
SETBACKS = (0.0, 3.5, 7.0)
LOOSE_GAP = 1.0


def placed(seat: Seat) -> Placement | None:
    """The next unit and its place; None if no place of the plan is legal."""
    battle, side = seat.battle, seat.side
    waiting = [
        u for u in battle.of(side) if u.status is Status.WAITING and not u.sheet.is_character
    ]
    plan = _line(battle, side)
    for unit_id, x in plan:
        unit = battle.units[unit_id]
        if unit not in waiting:
            continue
        found = _somewhere(seat, unit, x)
        if found is not None:
            return found
    return None


def placed_character(seat: Seat, character: UnitId) -> Placement | None:
    """A character goes with the strongest unit of foot near the middle, or of horse if mounted."""
    battle = seat.battle
    man = battle.units[character]
    mounted = man.sheet.is_mounted
    hosts = [
        u
        for u in battle.of(seat.side)
        if u.is_on_table and is_fighter(u) and not u.guests and u.models >= 5
    ]
    middle = battle.field.width / 2
    hosts.sort(
        key=lambda u: (
            u.sheet.is_mounted is not mounted,
            not man.sheet.is_general and u.sheet.points,
            abs(u.pose.x - middle),
            u.id,
        )
    )
    for host in hosts:
        placement = Placement(character, host.pose, host=host.id)
        if not isinstance(seat.judge(placement), Refusal):
            return placement
    return None


def files_for(unit: Unit) -> int:
    """A frontage that suits the unit: deep for foot that fights, wide for archers and horse."""
    sheet, models = unit.sheet, unit.models
    if sheet.engine is not None or models < 5:
        return max(1, min(models, 4))
    if sheet.kind is not Kind.FOOT:
        return max(3, -(-models // 2))
    if sheet.missiles and any(missile.range >= 12 for missile in sheet.missiles):
        return -(-models // 2)
    if models >= 20:
        return max(5, -(-models // 4))
    return min(models, max(5, -(-models // 3)))


def is_placed_loose(unit: Unit) -> bool:
    """Whether it is drawn up in skirmish order."""
    traits = unit.sheet.traits
    return traits.always_skirmish or (traits.may_skirmish and not unit.sheet.standard)


def _line(battle: Battle, side: Side) -> list[tuple[UnitId, float]]:
    """Each unit of the side with the x of its middle, those of the centre first."""
    units = [u for u in battle.of(side) if not u.sheet.is_character]
    units.sort(key=lambda u: (_wing(u), -u.sheet.points, u.id))
    middle = battle.field.width / 2
    left = right = middle
    spots: list[tuple[UnitId, float]] = []
    for place, unit in enumerate(units):
        width = _width(unit)
        if place == 0:
            spots.append((unit.id, middle))
            left, right = middle - width / 2, middle + width / 2
        elif middle - left <= right - middle:
            spots.append((unit.id, left - GAP - width / 2))
            left -= GAP + width
        else:
            spots.append((unit.id, right + GAP + width / 2))
            right += GAP + width
    return spots


def _wing(unit: Unit) -> int:
    """0 for the centre, more for the wings."""
    if unit.sheet.kind is Kind.FOOT:
        if is_placed_loose(unit):
            return 2
        return 1 if unit.sheet.missiles else 0
    return 1 if unit.sheet.engine is not None else 3


def _width(unit: Unit) -> float:
    if is_placed_loose(unit):
        across = min(unit.models, 6)
        return across * (unit.sheet.base_width + LOOSE_GAP)
    if unit.sheet.body_width:
        return frontage(unit)
    return files_for(unit) * unit.sheet.base_width


def _somewhere(seat: Seat, unit: Unit, x: float) -> Placement | None:
    """The planned place, or the nearest one that the referee allows."""
    zones = seat.battle.zones
    if zones is None:
        return None
    zone = seat.battle.field.zones[zones.of(seat.side)]
    facing = {"bottom": 0.0, "top": 180.0, "left": 90.0, "right": 270.0}[zone.edge]
    loose = is_placed_loose(unit)
    files = min(unit.models, 6) if loose else files_for(unit)
    reach = 0.5
    for setback in SETBACKS:
        for shift in SHIFTS:
            at = x + shift
            if zone.edge == "bottom":
                place = pose(at, zone.top - reach - setback, facing)
            elif zone.edge == "top":
                place = pose(at, zone.bottom + reach + setback, facing)
            elif zone.edge == "left":
                place = pose(zone.right - reach - setback, at, facing)
            else:
                place = pose(zone.left + reach + setback, at, facing)
            placement = Placement(unit.id, place, files, loose, LOOSE_GAP)
            if not isinstance(seat.judge(placement), Refusal):
                return placement
    return None
