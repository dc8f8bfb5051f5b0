"""How those move who shoot: archers in ranks into range, loose troops before the line and aside.

Loose troops go where they have somebody in range, keep out of the way of their own fighters'
charges, and out of reach of the enemy's if their weapon allows it.
"""

from msgspec import Struct

from maniple.battle.asks import OrderUnit
from maniple.battle.bodies import body, gap
from maniple.battle.judged import Judged
from maniple.battle.orders import Advance, Manoeuvre, Order, Spread, Wheel
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.bots.steady.drawn_up import LOOSE_GAP, loose_files
from maniple.bots.steady.line import Plan
from maniple.bots.steady.posture import Posture
from maniple.bots.steady.sense import (
    charge_reach,
    is_dangerous,
    is_fighter,
    is_shooter,
    may_march,
    move_of,
    nearest,
    progress,
    standing_enemies,
    towards,
)
from maniple.bots.steady.steps import HAIR, PER_DEGREE
from maniple.geometry import bearing, cos_deg, point_distance, pose, round_degrees, sin_deg
from maniple.play.seat import Seat

TRIES = 9
LANE = 9.0
"""Inches before a fighter's front that are his to charge over."""
LOOSE_AHEAD = 7.0
"""Inches that loose troops may be before the line."""


class Place(Struct, frozen=True):
    """Where loose troops could stand, in the middle of their row."""

    x: float
    y: float
    facing: float


def archers(seat: Seat, unit: Unit) -> Plan | None:
    """Shooters in ranks: stay while somebody is in range before them, else go on, or turn."""
    battle = seat.battle
    marks = _marks(battle, unit)
    foe = nearest(unit, marks)
    if foe is None:
        return None
    reach = max(missile.range for missile in unit.sheet.missiles)
    far, turn = gap(unit, foe), towards(unit.pose, foe.pose.x, foe.pose.y)
    if far <= reach - 0.5 and abs(turn) < 42:
        return None
    most = move_of(battle, unit)
    per_degree = body(unit).width * PER_DEGREE
    degrees = min(abs(turn), 90.0, most / per_degree * 0.98) if abs(turn) > 5 else 0.0
    ahead = min(most - degrees * per_degree - HAIR, max(0.0, far - reach + 1.0))
    for part in (1.0, 0.5):
        steps: tuple[Manoeuvre, ...] = ()
        if degrees * part >= 1.0:
            steps = (Wheel(round(degrees * part, 2), "right" if turn > 0 else "left"),)
        if ahead * part >= 0.25:
            steps = (*steps, Advance(round(ahead * part, 2)))
        order = Order(unit.id, steps)
        if steps and isinstance(seat.judge(order), Judged):
            return Plan(order, f"{unit.sheet.name} into range of {foe.sheet.name}")
    return None


def loose(seat: Seat, unit: Unit, stance: Posture) -> Plan | None:
    """The best place that skirmishers can come to; None: they stay.

    Those who ride on after they have shot need not keep out of reach before it.
    """
    battle = seat.battle
    bold = unit.sheet.traits.parthian_shot and isinstance(seat.ask, OrderUnit)
    marks = _marks(battle, unit)
    foe = nearest(unit, marks)
    if foe is None:
        return None
    heading = bearing(foe.pose.x - unit.pose.x, foe.pose.y - unit.pose.y)
    far = gap(unit, foe) > _range(unit) + 8.0
    march = far and may_march(unit) and isinstance(seat.ask, OrderUnit)
    rate = unit.sheet.move * (2.0 if march else 1.0) - 0.6
    here = Place(unit.pose.x, unit.pose.y, unit.pose.facing)
    stay = _worth(battle, unit, here, marks, stance, bold) + 0.3
    files = loose_files(unit)
    found = [
        (_worth(battle, unit, place, marks, stance, bold), place)
        for place in _places(here, heading, rate)
    ]
    found.sort(key=lambda each: -each[0])
    for worth, place in found[:TRIES]:
        if worth <= stay:
            break
        facing = bearing(foe.pose.x - place.x, foe.pose.y - place.y)
        spread = Spread(pose(place.x, place.y, facing), files, LOOSE_GAP)
        order = Order(unit.id, (spread,), march)
        if isinstance(seat.judge(order), Judged):
            return Plan(order, f"{unit.sheet.name} {_why(unit, place, foe)}")
    return None


def _places(here: Place, heading: float, rate: float) -> list[Place]:
    found: list[Place] = []
    for aside in (0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 135.0, -135.0, 180.0):
        way = round_degrees(heading + aside)
        for part in (1.0, 0.6, 0.3):
            x = here.x + sin_deg(way) * rate * part
            y = here.y + cos_deg(way) * rate * part
            found.append(Place(x, y, heading))
    return found


def _why(unit: Unit, place: Place, foe: Unit) -> str:
    before = point_distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
    after = point_distance(place.x, place.y, foe.pose.x, foe.pose.y)
    if after < before - 0.5:
        return f"to within range of {foe.sheet.name}"
    return "out of the way, and of reach"


def _marks(battle: Battle, unit: Unit) -> tuple[Unit, ...]:
    """Whom it could shoot at: who stands and does not fight."""
    foes = standing_enemies(battle, unit.side)
    return tuple([f for f in foes if not f.is_engaged and not f.sheet.is_character])


def _range(unit: Unit) -> float:
    return max([missile.range for missile in unit.missiles], default=0.0)


def _worth(
    battle: Battle,
    unit: Unit,
    place: Place,
    marks: tuple[Unit, ...],
    stance: Posture,
    bold: bool = False,
) -> float:
    """How good it is for loose troops to stand there, in inches of way.

    `bold`: they shoot from there and ride on.
    """
    reach = _range(unit)
    worth = 0.0
    far = 99.0
    for foe in marks:
        away = _inches_to(place, foe)
        far = min(far, away)
        if away < 1.0:
            return -100.0
        if not bold and is_dangerous(foe) and away < charge_reach(battle, foe) + 0.5:
            worth -= 3.0 if is_shooter(unit) else 1.0
    worth -= max(0.0, far - max(reach - 0.7, 1.0))
    worth -= max(0.0, progress(place.x, place.y, stance.forward) - stance.level - LOOSE_AHEAD)
    for friend in battle.of(unit.side):
        if friend.is_on_table and is_fighter(friend) and not friend.fleeing:
            worth -= _in_lane(unit, place, friend, marks)
    return worth


def _in_lane(unit: Unit, place: Place, friend: Unit, marks: tuple[Unit, ...]) -> float:
    """What it costs to stand before a friend who may want to charge over this ground."""
    rect = body(friend)
    aside = (place.x - rect.x) * rect.rx + (place.y - rect.y) * rect.ry
    ahead = (place.x - rect.x) * rect.fx + (place.y - rect.y) * rect.fy
    half = loose_files(unit) * (unit.sheet.base_width + LOOSE_GAP) / 2
    within = 1.0 - abs(aside) / (rect.width / 2 + half)
    if not 0.0 < ahead < LANE or within <= 0.0:
        return 0.0
    soon = any(is_fighter(foe) and gap(friend, foe) < 13.0 for foe in marks)
    return (7.0 if soon else 3.5) * (0.4 + 0.6 * within)


def _inches_to(place: Place, foe: Unit) -> float:
    rect = body(foe)
    aside = max(
        0.0, abs((place.x - rect.cx) * rect.rx + (place.y - rect.cy) * rect.ry) - rect.width / 2
    )
    ahead = max(
        0.0, abs((place.x - rect.cx) * rect.fx + (place.y - rect.cy) * rect.fy) - rect.depth / 2
    )
    return point_distance(0.0, 0.0, aside, ahead)
