"""Legal orders by lot, for players that move at random and for soak tests. [turn.procedure]

A few orders are thrown and judged; if none is legal, the player is done with his moves. Every kind
of order may be thrown; half of them go towards the nearest enemy, so that armies come to blows.
"""

from collections.abc import Callable

from maniple.battle.asks import Done, OrderUnit
from maniple.battle.bodies import frontage, of_side, places_in
from maniple.battle.judged import Judged
from maniple.battle.orders import (
    Advance,
    Backward,
    ChangeFormation,
    CloseUp,
    Go,
    Join,
    Leave,
    Manoeuvre,
    MoveUp,
    OpenOut,
    Order,
    Pivot,
    Places,
    Reform,
    Sidestep,
    Spread,
    TurnModels,
    Wheel,
)
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Status, Unit
from maniple.geometry import RADIANS, Pose, bearing, cos_deg, point_distance, pose, sin_deg
from maniple.rules.moving import alone
from maniple.rules.moving.manoeuvre import can_be_ordered, judge_order
from maniple.rules.moving.plan import may_march
from maniple.rules.moving.rate import move_of

THROWS = 6
"""Orders thrown before giving up."""

DONE = 16
"""A player has had enough once in so many times, though units could still move."""

Below = Callable[[int], int]


def sample_order(battle: Battle, ask: OrderUnit, below: Below) -> Order | Done:
    """A legal order for one of the side's units, or Done: `below(n)` gives 0 to n - 1."""
    able = can_be_ordered(battle, ask.side)
    if not able or below(DONE) == 0:
        return Done()
    for _ in range(THROWS):
        unit = battle.units[able[below(len(able))]]
        order = thrown(battle, unit, below)
        if isinstance(judge_order(battle, ask, order), Judged):
            return order
    return Done()


def thrown(battle: Battle, unit: Unit, below: Below) -> Order:
    """An order that may or may not be legal."""
    march = below(4) == 0 and may_march(battle, unit) is None
    steps = alone.who_may_step(battle, unit)
    if steps:
        return Order(unit.id, (steps[below(len(steps))],))
    if unit.is_engaged:
        return Order(unit.id, (MoveUp(),))
    rate = move_of(battle, unit) * (2 if march else 1)
    if unit.status is Status.JOINED:
        host = battle.units[unit.host]
        return Order(unit.id, (Leave(_beside(host.pose, rate, below)),))
    if unit.formation is Formation.SINGLE:
        return Order(unit.id, (_single(battle, unit, rate, below),), march)
    if unit.formation is Formation.SKIRMISH:
        return Order(unit.id, (_loose(battle, unit, rate, below),), march)
    if unit.has_engine and below(2):
        return Order(unit.id, (Pivot(_bearing_of_enemy(battle, unit.pose, unit.side, below)),))
    if below(2):
        return Order(unit.id, _towards_enemy(battle, unit, rate, below), march)
    return Order(unit.id, _formed(unit, rate, below), march)


def _towards_enemy(battle: Battle, unit: Unit, rate: int, below: Below) -> tuple[Manoeuvre, ...]:
    """A wheel towards the nearest enemy, as far as the move pays for it, then ahead."""
    off = _bearing_of_enemy(battle, unit.pose, unit.side, below) - unit.pose.facing
    off = (off + 180.0) % 360.0 - 180.0
    a_degree = frontage(unit) * RADIANS
    degrees = min(abs(round(off)), 90.0, rate / a_degree - 0.01)
    left = rate - degrees * a_degree
    ahead = Advance(max(0.1, left * (4 - below(4)) / 4 - 0.01))
    if degrees < 1.0:
        return (ahead,)
    about = Wheel(degrees, "left" if off < 0.0 else "right")
    return (about,) if left < 0.2 else (about, ahead)


def _bearing_of_enemy(battle: Battle, at: Pose, side: Side, below: Below) -> float:
    """Degrees from a place towards the nearest enemy; any, where there is none."""
    enemies = [unit.pose for unit in of_side(battle, side.enemy) if not unit.fleeing]
    if not enemies:
        return float(below(360))
    near = min(enemies, key=lambda e: point_distance(at.x, at.y, e.x, e.y))
    return bearing(near.x - at.x, near.y - at.y)


def _formed(unit: Unit, rate: int, below: Below) -> tuple[Manoeuvre, ...]:
    way = Advance((1 + below(rate * 10)) / 10)
    about = Wheel(float(1 + below(45)), "left" if below(2) else "right")
    models = places_in(unit)
    kind = below(16)
    if kind < 4:
        return (way,)
    if kind < 7:
        return (about, Advance((1 + below(rate * 5)) / 10))
    if kind < 9:
        return (about,)
    if kind < 11:
        return (Advance((1 + below(rate * 5)) / 10), about, Advance((1 + below(rate * 3)) / 10))
    rare: tuple[Manoeuvre, ...] = (
        TurnModels(("left", "right", "about")[below(3)]),
        ChangeFormation(max(1, unit.files + below(5) - 2)),
        Reform(1 + below(min(models, 12)), float(below(360))),
        Backward((1 + below(rate * 5)) / 10)
        if below(2)
        else Sidestep((below(rate * 10) - 20) / 10),
        OpenOut(1.0) if unit.sheet.may_skirmish and not unit.guests else way,
    )
    return (rare[kind - 11],)


def _single(battle: Battle, unit: Unit, rate: int, below: Below) -> Manoeuvre:
    hosts = [
        host.id
        for host in battle.of(unit.side)
        if host.status is Status.TABLE and host.is_formed and not host.sheet.is_character
    ]
    if hosts and below(2):
        return Join(hosts[below(len(hosts))])
    return Go(_beside(unit.pose, rate, below))


def _beside(at: Pose, rate: int, below: Below) -> Pose:
    """A place up to so many inches away."""
    way = float(below(360))
    far = (1 + below(rate * 10)) / 10
    return pose(at.x + sin_deg(way) * far, at.y + cos_deg(way) * far, float(below(360)))


def _loose(battle: Battle, unit: Unit, rate: int, below: Below) -> Manoeuvre:
    if not unit.sheet.traits.always_skirmish and below(8) == 0:
        return CloseUp(1 + below(min(unit.models, 8)), float(below(360)))
    if below(6) == 0:
        gap = below(5) / 2
        return Spread(_beside(unit.pose, rate, below), 1 + below(unit.models), gap)
    to_enemy = _bearing_of_enemy(battle, unit.pose, unit.side, below)
    way = round(to_enemy, 2) if below(2) else float(below(360))
    far = (1 + below(rate * 10)) / 10
    dx, dy = sin_deg(way) * far, cos_deg(way) * far
    turns = below(3)
    facing = None if turns == 0 else way if turns == 1 else float(below(360))
    moved = [pose(p.x + dx, p.y + dy, p.facing if facing is None else facing) for p in unit.places]
    return Places(tuple(moved))
