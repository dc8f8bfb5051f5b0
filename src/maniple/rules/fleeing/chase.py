"""The move of pursuers, and of those who overrun: straight on, into whatever they meet.

    toward          the heading from a pursuer's middle to its prey's
    pursuit_total   the total rolled, halved by obstacles             [pursue.obstacle]
    chase           the move itself                                    [pursue.distance]

A pursuer turns about its middle and goes straight. It stops an inch short of fleers that it has not
caught and 0.1 inch short of friends and impassable ground, charges a fresh enemy that it meets, and
comes back next turn if it leaves the table.
"""

from collections.abc import Sequence

from msgspec import Struct

from maniple.battle.bodies import body, outline
from maniple.battle.events import Spoke, UnitPanicked, UnitRan
from maniple.battle.request import Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.unit import NOBODY, Formation, Unit, UnitId
from maniple.geometry import (
    Edge,
    Outline,
    Rect,
    bearing,
    contact,
    cos_deg,
    distance,
    first_on_advance,
    first_on_pivot,
    inches_to_edge_on_advance,
    pivot,
    polygon_overlaps,
    pose_of,
    round_degrees,
    sin_deg,
)
from maniple.rules.charging.charge_path import ChargePath, charge_path, edges_met
from maniple.rules.charging.charge_scene import table_walls
from maniple.rules.charging.facing import has_facings, struck_facing
from maniple.rules.charging.meet import bring_home
from maniple.rules.charging.shunned import why_shunned
from maniple.rules.fleeing.lapping import gather_in
from maniple.rules.fleeing.pursued_across import halved, swerved
from maniple.rules.fleeing.running import leave_table, middle, pose_and_places
from maniple.rules.fleeing.ways import HAIR, Way, turned
from maniple.rules.nerve.dread import TERROR
from maniple.rules.nerve.facing_dread import CHARGING, FLANKED, Faced, face, faces_a_pursuer
from maniple.rules.nerve.nerve import is_panicking_charge, test_nerve
from maniple.rules.table.ground import grounds
from maniple.rules.table.obstruct import bodies_in_way, is_free
from maniple.rules.table.room import MARGIN, free_along, is_clear, moved_by, standing_near, widened
from maniple.rules.table.terrain_cost import inches_for

SHORT_OF_FLEERS = 1.0
"""Inches left between pursuers and fleers whom they have not caught. [pursue.several]"""


class Chase(Struct, frozen=True):
    """A unit that goes after another, or straight on if `prey` is NOBODY. Degrees."""

    unit: UnitId
    prey: UnitId
    heading: float
    caught: bool = False
    """It has caught a prey that falls back: it charges it. [break.fall-back.move]"""
    cite: str = "pursue.distance"


def toward(battle: Battle, unit_id: UnitId, prey: UnitId) -> float:
    """From the middle of the unit to that of its prey, in degrees. [pursue.several]"""
    x, y = middle(battle.units[unit_id])
    to_x, to_y = middle(battle.units[prey])
    return round_degrees(bearing(to_x - x, to_y - y))


def pursuit_total(battle: Battle, hunt: Chase, rolled: float) -> float:
    """The inches of a pursuit to compare with the fleers': halved across an obstacle.

    [pursue.obstacle, pursue.several]
    """
    return halved(battle, battle.units[hunt.unit], hunt.heading, rolled)


def chase(table: Table, hunt: Chase, inches: float) -> Step[None]:
    """The unit turns about its middle and goes so many inches, less what slow ground costs.

    One that meets nobody is free in its next turn: nothing of the pursuit is kept.
    [pursue.distance, pursue.several, pursue.into-fresh-enemy, pursue.off-table, pursue.then]
    """
    gather_in(table, hunt.unit)
    battle = table.battle
    unit = battle.units[hunt.unit]
    prey = None if hunt.prey == NOBODY else battle.units[hunt.prey]
    wanted = hunt.heading
    if prey is not None and prey.is_on_table:
        wanted = toward(battle, hunt.unit, hunt.prey)
    start, heading = _turned_as_far_as_it_can(battle, unit, wanted)
    dx, dy = sin_deg(heading), cos_deg(heading)
    inches = swerved(battle, unit, hunt.heading, heading, inches)
    reach = min([inches_for(battle, unit, rect, dx, dy, inches, tolls_due=False) for rect in start])
    around = _Around(battle, hunt)
    stop = around.stop(start, dx, dy, reach)
    foe, met = around.first_fresh(start, dx, dy, stop)
    edge = min(
        [
            inches_to_edge_on_advance(r, dx, dy, battle.field.width, battle.field.height)
            for r in start
        ]
    )
    if foe != NOBODY and met <= edge + HAIR:
        arrived = yield from _charge(table, hunt, start, heading, met, foe)
        if arrived:
            return
        stop = min(stop, met)
    if edge < stop - HAIR:
        leave_table(table, unit.id, Way(heading, start, edge, leaves=True), hunt.cite, returns=True)
        return
    end = _clear_end(table.battle, unit, start, dx, dy, stop)
    at, places = pose_and_places(unit, moved_by(start, dx * end, dy * end))
    began, _ = pose_and_places(unit, start)
    table.record(UnitRan(unit.id, at, round(end, 3), hunt.cite, (began, at), places))


class _Around:
    """What stands about a pursuer, sorted by what it does to it."""

    def __init__(self, battle: Battle, hunt: Chase) -> None:
        side = battle.units[hunt.unit].side
        self.fresh: list[Rect] = []
        self.fresh_ids: list[UnitId] = []
        self.short: list[Outline] = []
        for rect, owner in zip(*bodies_in_way(battle, hunt.unit), strict=True):
            other = battle.units[owner]
            if other.side is side:
                self.short.append(widened(rect, MARGIN))
            elif other.fleeing or (owner == hunt.prey and not hunt.caught):
                self.short.append(widened(rect, SHORT_OF_FLEERS))
            else:
                self.fresh.append(rect)
                self.fresh_ids.append(owner)
        self.impassable = [piece.polygon for piece in grounds(battle).impassable]

    def stop(self, start: Sequence[Rect], dx: float, dy: float, reach: float) -> float:
        """The inches before friends, fleers and impassable ground. [pursue.several]"""
        inches = reach
        for rect in start:
            hit = first_on_advance(rect, dx, dy, inches, self.short)
            if hit is not None:
                inches = min(inches, hit.travel)
            hit = first_on_advance(rect, dx, dy, inches + MARGIN, self.impassable)
            if hit is not None:
                inches = min(inches, max(0.0, hit.travel - MARGIN))
        return inches

    def first_fresh(
        self, start: Sequence[Rect], dx: float, dy: float, inches: float
    ) -> tuple[UnitId, float]:
        """The fresh enemy met first, and after how many inches; NOBODY. [pursue.into-fresh-enemy]"""
        foe, least = NOBODY, inches
        for rect in start:
            hit = first_on_advance(rect, dx, dy, least, self.fresh)
            if hit is not None and (foe == NOBODY or hit.travel < least):
                foe, least = self.fresh_ids[hit.index], hit.travel
        return foe, least


def _turned_as_far_as_it_can(
    battle: Battle, unit: Unit, wanted: float
) -> tuple[tuple[Rect, ...], float]:
    """The bodies turned about their middle, as far as others and the table leave room, and the
    heading. [pursue.several]
    """
    if unit.is_skirmishing:
        start = turned(unit, wanted)
        return (start if is_free(battle, unit.id, start) else outline(unit)), wanted
    if unit.formation is Formation.SINGLE and is_free(battle, unit.id, turned(unit, wanted)):
        return turned(unit, wanted), wanted
    rect = body(unit)
    degrees = (wanted - rect.facing + 180.0) % 360.0 - 180.0
    if abs(degrees) < 0.01:
        return (rect,), rect.facing
    others, _ = bodies_in_way(battle, unit.id)
    closed = grounds(battle)
    ground = [piece.polygon for piece in closed.impassable]
    # It may turn off an obstacle astride which it fought, but not onto one. [terrain.cost]
    ground += [p.polygon for p in closed.obstacles if not polygon_overlaps(rect, p.polygon)]
    walls = table_walls(battle.field.width, battle.field.height)
    hit = first_on_pivot(rect, degrees, rect.cx, rect.cy, [*others, *ground, *walls])
    if hit is not None and hit.stops(abs(degrees)):
        clear = int(hit.clear * 100.0) / 100.0
        degrees = clear if degrees > 0 else -clear
    if degrees == 0.0:
        return (rect,), rect.facing
    found = pivot(rect, degrees, rect.cx, rect.cy)
    return (found,), found.facing


def _charge(
    table: Table,
    hunt: Chase,
    start: tuple[Rect, ...],
    heading: float,
    inches: float,
    foe: UnitId,
) -> Step[bool]:
    """The unit charges the fresh enemy that it meets; whether it comes into touch.

    That enemy can only hold, and is fought next turn; but panic, fear and terror are tested. Horse stops
    before elephants, and before the front of a phalanx.
    [pursue.into-fresh-enemy, pursue.overrun, charge.fear-panic-timing, troop.elephant, troop.phalanx]
    """
    unit = table.battle.units[hunt.unit]
    shunned = why_shunned(table.battle, hunt.unit, foe)
    if shunned is not None:
        table.record(Spoke(hunt.unit, "stops short", shunned.rule, other=foe))
        return False
    dares = yield from _dares_to_meet(table, hunt.unit, foe)
    if not dares:
        return False
    facing = yield from struck_facing(table, hunt.unit, foe)
    if unit.is_skirmishing or unit.formation is Formation.SINGLE:
        path = charge_path(table.battle, hunt.unit, foe, facing, inches + MARGIN)
    else:
        (rect,) = start
        end = moved_by(start, sin_deg(heading) * inches, cos_deg(heading) * inches)[0]
        edge = _edge_met(table.battle, end, foe, facing)
        facing = edge if has_facings(table.battle.units[foe]) else facing
        path = ChargePath(
            pose_of(end), inches, inches=inches, wheeled=pose_of(rect), edge=edge, touching=1
        )
    if path is None:
        return False
    stays = yield from _awaits(table, foe, hunt.unit, facing)
    if not stays:
        return False
    cite = "pursue.into-fresh-enemy" if hunt.prey != NOBODY else "pursue.overrun"
    yield from bring_home(table, hunt.unit, foe, facing, path, cite=cite)
    return True


def _dares_to_meet(table: Table, unit_id: UnitId, foe: UnitId) -> Step[bool]:
    """Whether a pursuer dares to charge whom it meets. One who is terrified flees next.

    [pursue.overrun, fear.charging, terror.test]
    """
    faced = yield from face(table, unit_id, foe, CHARGING)
    if faced is Faced.TERRIFIED:
        table.record(UnitPanicked(unit_id, foe, TERROR))
    return faced is Faced.CALM


def _awaits(table: Table, unit_id: UnitId, pursuer: UnitId, facing: Edge) -> Step[bool]:
    """Whether a unit awaits the pursuer that it is met by. One who is frightened off, in the flank or
    rear of a fight by panic, flees next, and they do not come into touch.

    [pursue.overrun, panic.flank-charge, fear.charged, terror.test]
    """
    if is_panicking_charge(table.battle, pursuer, unit_id, facing):
        held = yield from test_nerve(table, unit_id, FLANKED, FLANKED)
        if not held:
            table.record(UnitPanicked(unit_id, pursuer, FLANKED))
            return False
    stays = yield from faces_a_pursuer(table, unit_id, pursuer)
    return stays


def _edge_met(battle: Battle, end: Rect, foe: UnitId, facing: Edge) -> Edge:
    """The facing that the straight way meets: at a corner of the enemy, of the two edges that end
    there, the one in whose arc the charger stood. [pursue.into-fresh-enemy, charge.facing]
    """
    nearest = min(outline(battle.units[foe]), key=lambda rect: distance(end, rect))
    line = contact(end, nearest)
    if line is None or not (line.is_corner and has_facings(battle.units[foe])):
        return facing if line is None else line.edge_b
    met = edges_met(end, nearest)
    return facing if facing in met or not met else met[0]


def _clear_end(
    battle: Battle, unit: Unit, start: tuple[Rect, ...], dx: float, dy: float, inches: float
) -> float:
    """The inches after which the bodies stand clear: where they stop, or the least way back from
    there.
    """
    end = moved_by(start, dx * inches, dy * inches)
    here = standing_near(battle, unit.id, end, inches)
    back = free_along(end, -dx, -dy, inches + HAIR, here.all, battle.field)
    if back is not None:
        return inches - back
    # Where it turned it may be pressed against an obstacle by the breadth of a contact.
    return 0.0 if is_clear(start, here.all, battle.field) else inches
