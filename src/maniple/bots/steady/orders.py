"""How the bot moves what does not charge: fighters close, archers find range, flanks are covered.

Every order is judged before it is given; one that the referee refuses is shortened, and dropped if
nothing of it is left.
"""

from msgspec import Struct

from maniple.battle.bodies import frontage, gap
from maniple.battle.judged import Judged
from maniple.battle.orders import Advance, Go, Join, Manoeuvre, Order, Reform, Spread, Wheel
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Moved, Status, Unit, UnitId
from maniple.bots.steady.sense import (
    charge_reach,
    is_fighter,
    is_loose,
    is_shooter,
    nearest,
    standing_enemies,
    threats_to,
    towards,
)
from maniple.geometry import bearing, cos_deg, pose, round_degrees, sin_deg
from maniple.play.seat import Seat

STANDOFF = 0.4
"""Inches kept beyond an enemy's reach, or short of touching him."""
PATIENCE = 3
"""Game turns after which fighters close whatever the enemy's reach."""


class Plan(Struct, frozen=True):
    """An order that is legal, and why it is given."""

    order: Order
    why: str


def movable(battle: Battle, seat: Seat) -> list[Unit]:
    """Own units that may still be ordered, those nearest to the enemy first."""
    able = [
        u
        for u in battle.of(seat.side)
        if u.is_on_table
        and not u.fleeing
        and not u.is_engaged
        and u.doings.moved is Moved.STOOD
        and u.sheet.engine is None
    ]
    foes = standing_enemies(battle, seat.side)

    def distance(unit: Unit) -> tuple[float, int]:
        foe = nearest(unit, foes)
        return (99.0 if foe is None else gap(unit, foe), unit.id)

    return sorted(able, key=distance)


def plan(seat: Seat, unit: Unit) -> Plan | None:
    """What the unit should do; None: it stays where it is."""
    battle = seat.battle
    if unit.sheet.is_character:
        return _character(seat, unit)
    foes = standing_enemies(battle, seat.side)
    foe = nearest(unit, foes)
    if foe is None:
        return None
    threats = threats_to(battle, unit)
    if threats and not is_loose(unit):
        return _face(seat, unit, threats[0])
    if is_loose(unit):
        return _loose(seat, unit, foe)
    if is_shooter(unit):
        return _archers(seat, unit, foe)
    return _fighters(seat, unit, foe)


def _fighters(seat: Seat, unit: Unit, nearest_foe: Unit) -> Plan | None:
    battle = seat.battle
    foe = _quarry(battle, unit) or nearest_foe
    distance = gap(unit, foe)
    far = distance - charge_reach(foe) - STANDOFF
    march = distance > 3.5 * unit.sheet.move and not unit.doings.march_barred
    most = unit.sheet.move * (2.0 if march else 1.0)
    if is_fighter(foe) and far < most and battle.turn.number <= PATIENCE:
        most = max(0.0, far)
        march = march and most > unit.sheet.move
    if most < 0.5:
        return _turn_to(seat, unit, foe)
    return _go(seat, unit, foe.pose.x, foe.pose.y, most, march, f"closing with {foe.sheet.name}")


def _quarry(battle: Battle, unit: Unit) -> Unit | None:
    """The enemy fighter most nearly ahead and near."""
    best: tuple[float, int, Unit] | None = None
    for foe in standing_enemies(battle, unit.side):
        if not is_fighter(foe):
            continue
        turn = abs(towards(unit, foe.pose.x, foe.pose.y))
        cost = gap(unit, foe) + turn / 6
        if best is None or (cost, foe.id) < best[:2]:
            best = (cost, foe.id, foe)
    return None if best is None else best[2]


def _archers(seat: Seat, unit: Unit, foe: Unit) -> Plan | None:
    reach = max(missile.range for missile in unit.sheet.missiles)
    if gap(unit, foe) <= reach - 1.0 and abs(towards(unit, foe.pose.x, foe.pose.y)) < 40:
        return None
    most = min(unit.sheet.move, max(1.0, gap(unit, foe) - reach + 2.0))
    return _go(seat, unit, foe.pose.x, foe.pose.y, most, False, "into range")


def _loose(seat: Seat, unit: Unit, foe: Unit) -> Plan | None:
    reach = max((missile.range for missile in unit.sheet.missiles), default=0.0)
    distance = gap(unit, foe)
    heading = bearing(foe.pose.x - unit.pose.x, foe.pose.y - unit.pose.y)
    if reach and distance <= reach - 0.5:
        return None
    march = distance > reach + 10.0 and not unit.doings.march_barred
    most = unit.sheet.move * (2.0 if march else 1.0) - 0.6
    step = min(most, max(0.0, distance - max(reach - 1.0, 1.0)))
    for part in (1.0, 0.7, 0.4):
        for swerve in (0.0, 25.0, -25.0):
            way = heading + swerve
            x = unit.pose.x + sin_deg(round_degrees(way)) * step * part
            y = unit.pose.y + cos_deg(round_degrees(way)) * step * part
            files = min(unit.models, 6)
            spread = Spread(pose(x, y, heading), files, 0.7)
            order = Order(unit.id, (spread,), march)
            if isinstance(seat.judge(order), Judged):
                return Plan(order, f"to within range of {foe.sheet.name}")
    return None


def _face(seat: Seat, unit: Unit, foe: Unit) -> Plan | None:
    """Turn so that the threat is in front: by a wheel if that does, else by forming anew."""
    turn = towards(unit, foe.pose.x, foe.pose.y)
    why = f"{foe.sheet.name} threatens the flank"
    cost = frontage(unit) * abs(turn) * 0.0174533
    if abs(turn) <= 90 and cost <= unit.sheet.move:
        order = Order(unit.id, (_wheel(turn),))
        if isinstance(seat.judge(order), Judged):
            return Plan(order, why)
    order = Order(unit.id, (Reform(unit.files, (unit.pose.facing + turn) % 360.0),))
    return Plan(order, why) if isinstance(seat.judge(order), Judged) else None


def _turn_to(seat: Seat, unit: Unit, foe: Unit) -> Plan | None:
    """Wheel towards an enemy who is not ahead."""
    turn = towards(unit, foe.pose.x, foe.pose.y)
    if abs(turn) < 20:
        return None
    most = unit.sheet.move / (frontage(unit) * 0.0174533)
    angle = max(-most, min(most, turn)) * 0.98
    order = Order(unit.id, (_wheel(max(-90.0, min(90.0, angle))),))
    return Plan(order, "to face them") if isinstance(seat.judge(order), Judged) else None


def _go(
    seat: Seat, unit: Unit, x: float, y: float, most: float, march: bool, why: str
) -> Plan | None:
    """Wheel towards the place and go on straight, as far as `most` inches and the way allow."""
    turn = towards(unit, x, y)
    per_degree = frontage(unit) * 0.0174533
    if abs(turn) > 100:
        return _about(seat, unit, turn, why)
    wheels: list[float] = [0.0]
    if abs(turn) > 4:
        full = min(abs(turn), 90.0, most / per_degree * 0.98)
        wheels = [full, full / 2, 0.0]
    for degrees in wheels:
        left = most - degrees * per_degree - 0.02
        start: tuple[Manoeuvre, ...] = ()
        if degrees > 1.0:
            start = (_wheel(degrees if turn > 0 else -degrees),)
        for part in (1.0, 0.55, 0.25):
            inches = round(left * part, 2)
            steps = (*start, Advance(inches)) if inches >= 0.25 else start
            if not steps:
                continue
            order = Order(unit.id, steps, march)
            if isinstance(seat.judge(order), Judged):
                return Plan(order, why)
            if inches < 0.25:
                break
    return None


def _about(seat: Seat, unit: Unit, turn: float, why: str) -> Plan | None:
    """Form anew towards what is behind."""
    order = Order(unit.id, (Reform(unit.files, (unit.pose.facing + turn) % 360.0),))
    return Plan(order, why) if isinstance(seat.judge(order), Judged) else None


def _wheel(turn: float) -> Wheel:
    """A wheel by so many degrees, to the right above 0."""
    return Wheel(round(abs(turn), 2), "right" if turn > 0 else "left")


def _character(seat: Seat, man: Unit) -> Plan | None:
    """A character on his own joins the nearest friends who stand, or goes to them."""
    battle = seat.battle
    hosts = [
        u
        for u in battle.of(seat.side)
        if u.status is Status.TABLE
        and u.formation is Formation.FORMED
        and not u.fleeing
        and not u.sheet.is_character
        and u.sheet.engine is None
    ]
    hosts.sort(key=lambda u: (gap(man, u), u.id))
    for host in hosts[:3]:
        order = Order(man.id, (Join(host.id),))
        if isinstance(seat.judge(order), Judged):
            return Plan(order, f"to join {host.sheet.name}")
    if not hosts:
        return None
    return _walk(seat, man, hosts[0].id)


def _walk(seat: Seat, man: Unit, host: UnitId) -> Plan | None:
    friend = seat.battle.units[host]
    heading = bearing(friend.pose.x - man.pose.x, friend.pose.y - man.pose.y)
    most = min(man.sheet.move - 0.1, gap(man, friend) - 0.2)
    for part in (1.0, 0.5):
        step = most * part
        x = man.pose.x + sin_deg(round_degrees(heading)) * step
        y = man.pose.y + cos_deg(round_degrees(heading)) * step
        order = Order(man.id, (Go(pose(x, y, heading)),))
        if step > 0.3 and isinstance(seat.judge(order), Judged):
            return Plan(order, f"towards {friend.sheet.name}")
    return None
