"""A charger comes home: it moves into contact, is aligned, and all that touch will fight.

`bring_home` serves charges, pursuit and overrun alike. [charge.align-how, charge.contact-many]
"""

from maniple.battle.asks import AlignOnSkirmishers, DrawIn, Yes
from maniple.battle.bodies import body, on_table, outline
from maniple.battle.events import FleersCaught, UnitAligned, UnitMoved, UnitsMet
from maniple.battle.request import Step
from maniple.battle.sides import Side
from maniple.battle.state import Contact, Response
from maniple.battle.table import Table
from maniple.battle.tasks import Phase
from maniple.battle.unit import Moved, Unit, UnitId
from maniple.geometry import (
    FRONT,
    Edge,
    Pose,
    Rect,
    contact,
    distance,
    first_on_advance,
    in_touch,
    pose_of,
    shifted,
)
from maniple.rules.charging.align import align, pivot_about_contact, turn_to_flush
from maniple.rules.charging.charge_angles import MOST
from maniple.rules.charging.charge_path import DRAWN_IN, ChargePath, before_front
from maniple.rules.charging.charge_scene import scene
from maniple.rules.charging.facing import has_facings
from maniple.rules.fleeing.redress import end_idle_laps
from maniple.rules.moving.skirmish import middle_of
from maniple.rules.special.war_wagon import is_wagon
from maniple.rules.table.obstruct import bodies_in_way


def bring_home(
    table: Table,
    charger: UnitId,
    target: UnitId,
    facing: Edge,
    path: ChargePath,
    *,
    how: Moved = Moved.CHARGED,
    cite: str = "charge.move",
) -> Step[None]:
    """The charger goes its path, is aligned, and meets its target and whatever else it touches.

    A target that flees is caught instead. Men who lapped round where the charger has come go back
    behind their unit. [charge.align, charge.response.fleeing, redress.lap-round]
    """
    unit = table.battle.units[charger]
    through = (unit.pose, path.end) if path.wheeled is None else (unit.pose, path.wheeled, path.end)
    table.record(
        UnitMoved(
            charger,
            path.end,
            unit.files,
            how,
            cite=cite,
            formation=unit.formation,
            places=path.places,
            path=through,
            spent=round(path.cost, 3),
        )
    )
    other = table.battle.units[target]
    if other.fleeing:
        table.record(FleersCaught(target, charger))
    elif unit.is_skirmishing or path.wheeled is None:
        _meet(table, charger, target, facing, across=path.across)
    elif other.is_skirmishing:
        yield from _meet_skirmishers(table, charger, target)
        _meet(table, charger, target, facing, across=path.across)
    else:
        edge = _align(table, charger, target, path.edge)
        struck = facing if edge is path.edge else edge
        _meet(table, charger, target, struck, across=path.across)
    _meet_others(table, charger, target)
    end_idle_laps(table)


def _align(table: Table, charger: UnitId, target: UnitId, edge: Edge) -> Edge:
    """Pivot, close the gap, slide; gives the edge that the charger lies against.

    That is another than the one given if the charger touches its corner while going away from it.
    [charge.align, charge.align-how]
    """
    battle = table.battle
    where = scene(battle, charger, target, edge, 0.0)
    (target_body,) = where.bodies
    touch = contact(where.rect, target_body)
    if touch is not None and abs(turn_to_flush(where.rect, target_body, edge)) > MOST:
        edge = touch.edge_b
    done = align(where, where.rect, target_body, edge)
    if done.target is not None:
        table.record(UnitAligned(target, done.target))
    if done.charger != where.charger.pose:
        table.record(UnitAligned(charger, done.charger))
    return edge


def _meet_skirmishers(table: Table, charger: UnitId, target: UnitId) -> Step[None]:
    """A formed charger has touched skirmishers: it may align, and draw them in.

    [charge.at-skirmishers]
    """
    where = scene(table.battle, charger, target, FRONT, 0.0)
    side = where.charger.side
    nearest = min(where.bodies, key=lambda rect: distance(where.rect, rect))
    aligned = pose_of(pivot_about_contact(where, where.rect, nearest))
    if aligned != where.charger.pose:
        answer = yield from AlignOnSkirmishers(side, charger, target)
        if isinstance(answer, Yes):
            table.record(UnitAligned(charger, aligned, cite="charge.at-skirmishers"))
    drawn = _drawn_in(table, charger, target)
    if drawn != table.battle.units[target].places:
        answer = yield from DrawIn(side, charger, target)
        if isinstance(answer, Yes):
            table.record(
                UnitAligned(target, middle_of(drawn), cite="charge.at-skirmishers", places=drawn)
            )


def _drawn_in(table: Table, charger: UnitId, target: UnitId) -> tuple[Pose, ...]:
    """The places of skirmishers once those close before the front are drawn in to it.

    One in whose way a third unit stands stays where he is.
    """
    unit, other = table.battle.units[charger], table.battle.units[target]
    front = body(unit)
    rects = list(outline(other))
    others, _ = bodies_in_way(table.battle, target, (charger,))
    for i in before_front(front, tuple(rects), DRAWN_IN):
        if in_touch(front, rects[i]):
            continue
        rest = [rect for j, rect in enumerate(rects) if j != i]
        hit = first_on_advance(
            rects[i], -front.fx, -front.fy, 2 * DRAWN_IN, [front, *rest, *others]
        )
        if hit is not None and hit.index == 0:
            rects[i] = shifted(rects[i], -front.fx * hit.travel, -front.fy * hit.travel)
    return tuple([pose_of(rect) for rect in rects])


def _meet(table: Table, charger: UnitId, target: UnitId, facing: Edge, *, across: bool) -> None:
    """Charger and target are in touch: the facing struck is the one that was fixed. [charge.facing]"""
    battle = table.battle
    charge = battle.charge_of(charger)
    counter = (
        charge is not None
        and charge.target == target
        and charge.response is Response.COUNTER_CHARGE
    )
    edge = facing if has_facings(battle.units[target]) else FRONT
    _record_meeting(
        table, charger, target, FRONT, edge, across=across, counter=counter, cite="charge.move"
    )


def _meet_others(table: Table, charger: UnitId, target: UnitId) -> None:
    """Every other enemy that the charger touches is in the fight; it can only hold.

    [charge.contact-many]
    """
    battle = table.battle
    unit = battle.units[charger]
    met = {c.enemy_of(charger) for c in battle.contacts_of(charger)}
    for other in on_table(battle):
        if other.side is unit.side or other.id == target or other.id in met:
            continue
        edges = _edges_in_touch(unit, other)
        if edges is None:
            continue
        if other.fleeing:
            if other.id not in table.battle.caught:
                table.record(FleersCaught(other.id, charger))
            continue
        ours, theirs = edges
        if not has_facings(other):
            theirs = FRONT
        _record_meeting(table, charger, other.id, ours, theirs, cite="charge.contact-many")


def _edges_in_touch(unit: Unit, other: Unit) -> tuple[Edge, Edge] | None:
    """The edges along which two units touch most; None if they don't."""
    best: tuple[float, Edge, Edge] | None = None
    for ours in outline(unit):
        for theirs in outline(other):
            if not in_touch(ours, theirs):
                continue
            found = _longest(ours, theirs)
            if best is None or found[0] > best[0]:
                best = found
    return None if best is None else best[1:]


def _longest(ours: Rect, theirs: Rect) -> tuple[float, Edge, Edge]:
    touch = contact(ours, theirs)
    # None: pressed a little deeper than contact by the rounding of poses.
    return (0.0, FRONT, FRONT) if touch is None else (touch.length, touch.edge_a, touch.edge_b)


def _record_meeting(
    table: Table,
    charger: UnitId,
    other: UnitId,
    ours: Edge,
    theirs: Edge,
    *,
    across: bool = False,
    counter: bool = False,
    cite: str,
) -> None:
    is_red = table.battle.units[charger].side is Side.RED
    across = across or is_wagon(table.battle.units[other])
    late = table.battle.turn.phase is Phase.COMBAT
    if is_red:
        met = Contact(charger, other, red_edge=ours, blue_edge=theirs, is_late=late)
    else:
        met = Contact(other, charger, red_edge=theirs, blue_edge=ours, is_late=late)
    table.record(
        UnitsMet(
            met,
            charger,
            across_obstacle=across,
            defended=across,
            counter_charge=counter,
            cite=cite,
        )
    )
