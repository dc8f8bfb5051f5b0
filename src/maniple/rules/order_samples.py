"""Legal orders by lot, for players that move at random and for soak tests. [turn.procedure]

A few orders are thrown and judged; if none is legal, the player is done with his moves.
"""

from collections.abc import Callable

from maniple.battle.asks import Done, OrderUnit
from maniple.battle.bodies import places_in
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
    Places,
    Reform,
    Sidestep,
    TurnModels,
    Wheel,
)
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Status, Unit
from maniple.geometry import Pose, cos_deg, pose, sin_deg
from maniple.rules import alone
from maniple.rules.manoeuvre import can_be_ordered, judge_order
from maniple.rules.plan import may_march
from maniple.rules.rate import move_of

THROWS = 6
"""Orders thrown before giving up."""

Below = Callable[[int], int]


def sample_order(battle: Battle, ask: OrderUnit, below: Below) -> Order | Done:
    """A legal order for one of the side's units, or Done: `below(n)` gives 0 to n - 1."""
    able = can_be_ordered(battle, ask.side)
    if not able or below(12) == 0:
        return Done()
    for _ in range(THROWS):
        unit = battle.units[able[below(len(able))]]
        order = _thrown(battle, unit, below)
        if isinstance(judge_order(battle, ask, order), Judged):
            return order
    return Done()


def _thrown(battle: Battle, unit: Unit, below: Below) -> Order:
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
        return Order(unit.id, (_loose(unit, rate, below),), march)
    return Order(unit.id, _formed(unit, rate, below), march)


def _formed(unit: Unit, rate: int, below: Below) -> tuple[Manoeuvre, ...]:
    way = Advance((1 + below(rate * 10)) / 10)
    about = Wheel(float(1 + below(45)), "left" if below(2) else "right")
    models = places_in(unit)
    kind = below(16)
    if kind < 6:
        return (way,)
    if kind < 9:
        return (about, Advance((1 + below(rate * 5)) / 10))
    if kind < 11:
        return (about,)
    rare: tuple[Manoeuvre, ...] = (
        TurnModels(("left", "right", "about")[below(3)]),
        ChangeFormation(max(1, unit.files + below(5) - 2)),
        Reform(1 + below(min(models, 12)), float(below(360))),
        Backward((1 + below(rate * 5)) / 10)
        if below(2)
        else Sidestep((below(rate * 10) - 20) / 10),
        OpenOut(1.0) if unit.sheet.traits.may_skirmish and not unit.guests else way,
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
    bearing = float(below(360))
    far = (1 + below(rate * 10)) / 10
    return pose(at.x + sin_deg(bearing) * far, at.y + cos_deg(bearing) * far, float(below(360)))


def _loose(unit: Unit, rate: int, below: Below) -> Manoeuvre:
    if not unit.sheet.traits.always_skirmish and below(6) == 0:
        return CloseUp(1 + below(min(unit.models, 8)), float(below(360)))
    bearing = float(below(360))
    far = (1 + below(rate * 10)) / 10
    dx, dy = sin_deg(bearing) * far, cos_deg(bearing) * far
    facing = float(below(360)) if below(3) == 0 else None
    moved = [pose(p.x + dx, p.y + dy, p.facing if facing is None else facing) for p in unit.places]
    return Places(tuple(moved))
