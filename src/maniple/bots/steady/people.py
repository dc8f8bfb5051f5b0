"""Leaders and characters: to where the fighting is, into a unit, along with the general."""

from typing import Literal

from maniple.battle.bodies import gap
from maniple.battle.judged import Judged
from maniple.battle.orders import Go, Join, MoveUp, Order, StepToFight
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Moved, Status, Unit
from maniple.bots.steady.drawn_up import stands_back
from maniple.bots.steady.line import Plan
from maniple.bots.steady.sense import is_fighter, move_of
from maniple.geometry import Edge, bearing, cos_deg, pose, round_degrees, sin_deg
from maniple.play.seat import Seat

EDGES: dict[Edge, Literal["front", "right", "rear", "left"]] = {
    Edge.FRONT: "front",
    Edge.RIGHT: "right",
    Edge.REAR: "rear",
    Edge.LEFT: "left",
}

POINTS_AN_INCH = 25.0
"""Points of a unit for which a general goes an inch farther to lead it."""
STANDS_BACK = 12.0
"""Inches farther that a wizard goes to be with those who do not fight hand to hand."""


def in_combat(seat: Seat, unit: Unit) -> Plan | None:
    """What an engaged unit may still do: its leaders step up to the fighting, loose men move up."""
    battle = seat.battle
    if unit.is_skirmishing:
        order = Order(unit.id, (MoveUp(),))
        if isinstance(seat.judge(order), Judged):
            return Plan(order, f"{unit.sheet.name}: those who fight nobody move up")
        return None
    edges = {contact.edge_of(unit.id) for contact in battle.contacts_of(unit.id)}
    if not edges or Edge.FRONT in edges:
        return None
    men = [guest for guest in unit.guests if not battle.units[guest].stepped]
    if unit.has_leader and not unit.stepped:
        men.append(unit.id)
    for man in men:
        for edge in sorted(edges, key=lambda e: e.value):
            order = Order(unit.id, (StepToFight(man, EDGES[edge]),))
            if isinstance(seat.judge(order), Judged):
                name = battle.units[man].sheet.name
                return Plan(order, f"{name} to where the fighting is")
    return None


def alone(seat: Seat, man: Unit) -> Plan | None:
    """A character on his own joins friends who stand, or goes to them."""
    hosts = _hosts(seat.battle, man)
    for host in hosts[:3]:
        order = Order(man.id, (Join(host.id),))
        if isinstance(seat.judge(order), Judged):
            return _joining(man, host, order)
    return _walk(seat, man, hosts[0]) if hosts else None


def at_once(seat: Seat, man: Unit) -> Plan | None:
    """He joins a unit that has not moved yet, if he comes so soon that he does not hold it up."""
    for host in _hosts(seat.battle, man)[:2]:
        if host.is_engaged or host.doings.moved is not Moved.STOOD:
            continue
        order = Order(man.id, (Join(host.id),))
        judged = seat.judge(order)
        if isinstance(judged, Judged) and judged.left >= move_of(seat.battle, host):
            return _joining(man, host, order)
    return None


def _joining(man: Unit, host: Unit, order: Order) -> Plan:
    what = "to join the fight of" if host.is_engaged else "to join"
    return Plan(order, f"{man.sheet.name} {what} {host.sheet.name}")


def _hosts(battle: Battle, man: Unit) -> list[Unit]:
    """Units that he could join, those first where he is of most use and soonest.

    A fighter goes where they fight; a general to the best of the line, and into no fight that has
    begun without him; a wizard to those who stand back.
    """
    hosts = [u for u in battle.of(man.side) if _can_host(u)]
    if man.sheet.is_general or man.sheet.traits.wizard:
        hosts = [u for u in hosts if not u.is_engaged]

    def cost(host: Unit) -> tuple[float, int]:
        far = gap(man, host)
        if man.sheet.is_general:
            return (far - host.sheet.points / POINTS_AN_INCH, host.id)
        if man.sheet.traits.wizard:
            return (far - (STANDS_BACK if stands_back(battle, host) else 0.0), host.id)
        return (far - (8.0 if host.is_engaged else 0.0), host.id)

    return sorted(hosts, key=cost)


def _can_host(unit: Unit) -> bool:
    return (
        unit.status is Status.TABLE
        and unit.formation is Formation.FORMED
        and not unit.fleeing
        and not unit.guests
        and is_fighter(unit)
        and unit.models >= 5
    )


def _walk(seat: Seat, man: Unit, friend: Unit) -> Plan | None:
    heading = round_degrees(bearing(friend.pose.x - man.pose.x, friend.pose.y - man.pose.y))
    most = min(man.sheet.move - 0.1, gap(man, friend) - 0.2)
    for part in (1.0, 0.5):
        step = most * part
        x = man.pose.x + sin_deg(heading) * step
        y = man.pose.y + cos_deg(heading) * step
        order = Order(man.id, (Go(pose(x, y, heading)),))
        if step > 0.3 and isinstance(seat.judge(order), Judged):
            return Plan(order, f"{man.sheet.name} towards {friend.sheet.name}")
    return None
