"""Who fights whom: the models along each line of contact, and the combats of the table.

    combats     connected sets of touching enemies            [combat.contacts]
    touching    each man of a unit that an enemy's bases touch, with the enemy's places he touches
    fighters    the models that fight along that line          [combat.who-fights]

Bodies that lie flush are compared along their edge; skirmishers, and bodies that stayed at an
angle, base by base: at an angle the models within an inch of the enemy fight [charge.align-how].
"""

from functools import lru_cache

from msgspec import Struct

from maniple.battle.bodies import body, outline, rank_count
from maniple.battle.laps import lap_foe
from maniple.battle.seats import OnEdge, Place, places_on
from maniple.battle.state import Battle, Contact
from maniple.battle.unit import Formation, Unit, UnitId
from maniple.geometry import TOUCH, Edge, Rect, contact, distance, in_touch, within
from maniple.geometry import Contact as Line
from maniple.geometry import place as base_at

_AT_ANGLE = 1.0
"""Inches from the enemy within which men fight whose body could not align. [charge.align-how]"""

_SQUARE = 0.1
"""Degrees by which two edges may differ and still lie flush."""


class Touch(Struct, frozen=True):
    """A man on a line of contact, and the enemy's places that his base touches."""

    place: Place
    enemies: tuple[Place, ...]


class Fighters(Struct, frozen=True):
    """Models of a unit that fight one enemy: those that touch it, without ranks behind them."""

    edge: Edge
    """The unit's own edge at which they stand."""
    touches: tuple[Touch, ...]
    lapping: int = 0
    """Men lapping round that enemy. [redress.lap-round]"""

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple([touch.place for touch in self.touches])

    @property
    def count(self) -> int:
        return len(self.touches) + self.lapping


def combats(battle: Battle) -> tuple[tuple[UnitId, ...], ...]:
    """The connected sets of touching enemies, guests with their hosts.

    Units that arrived after the combat phase had begun wait for the next. [combat.contacts]
    """
    joined: dict[UnitId, set[UnitId]] = {}
    for touch in battle.contacts:
        if touch.is_late:
            continue
        both = joined.get(touch.red, {touch.red}) | joined.get(touch.blue, {touch.blue})
        for unit in both:
            joined[unit] = both
    sets = {id(group): group for group in joined.values()}
    found: list[tuple[UnitId, ...]] = []
    for group in sets.values():
        guests = [guest for unit in group for guest in battle.units[unit].guests]
        found.append(tuple(sorted([*group, *guests])))
    return tuple(sorted(found))


def contact_between(battle: Battle, unit: UnitId, enemy: UnitId) -> Contact | None:
    """The record that the two are in touch; None: they are not."""
    for touch in battle.contacts:
        if touch.has(unit) and touch.has(enemy):
            return touch
    return None


def fighters(battle: Battle, unit: UnitId, enemy: UnitId) -> Fighters:
    """The models of `unit` that fight `enemy` along their line of contact. [combat.who-fights]

    ValueError if they are not in contact.
    """
    touch = contact_between(battle, unit, enemy)
    if touch is None:
        raise ValueError(f"units {unit} and {enemy} are not in contact")
    return Fighters(
        touch.edge_of(unit), touching(battle, touch, unit), lapping_men(battle, touch, unit)
    )


def touching(battle: Battle, touch: Contact, unit: UnitId) -> tuple[Touch, ...]:
    """The men of `unit` on this line of contact, and whom each touches. [combat.contacts]"""
    ours, theirs = battle.units[unit], battle.units[touch.enemy_of(unit)]
    edge, enemy_edge = touch.edge_of(unit), touch.edge_of(theirs.id)
    if ours.is_skirmishing or theirs.is_skirmishing:
        return _base_by_base(_bases(ours, edge), _bases(theirs, enemy_edge), 0.0)
    mine, yours = body(ours), body(theirs)
    line = _line(mine, yours)
    square = _is_square(mine, yours)
    if square and line is not None and (line.edge_a, line.edge_b) == (edge, enemy_edge):
        turn = line.a_from + line.b_to
        along = (line.a_from, line.a_to)
        return _along(places_on(ours, edge), places_on(theirs, enemy_edge), turn, along)
    slack = 0.0 if square else _AT_ANGLE
    return _base_by_base(_bases(ours, edge), _bases(theirs, enemy_edge), slack)


def flanked_by_lap(battle: Battle, touch: Contact, unit: UnitId) -> tuple[Edge, ...]:
    """The flanks of `unit` round which its enemy of this contact laps. [redress.lap-round]"""
    enemy = battle.units[touch.enemy_of(unit)]
    found: list[Edge] = []
    if enemy.lap_left and lap_foe(battle, enemy.id, Edge.LEFT) == unit:
        found.append(Edge.RIGHT)
    if enemy.lap_right and lap_foe(battle, enemy.id, Edge.RIGHT) == unit:
        found.append(Edge.LEFT)
    return tuple(found)


def base_of(unit: Unit, place: Place) -> Rect:
    """The base of the man in this place."""
    if unit.is_skirmishing:
        return outline(unit)[place[0]]
    rect = body(unit)
    if unit.formation is not Formation.FORMED or unit.body_width:
        return rect
    return base_at(rect, unit.files, rank_count(unit), *place)


def lapping_men(battle: Battle, touch: Contact, unit: UnitId) -> int:
    """Men of the unit that lap round the enemy of this contact. [redress.lap-round]"""
    ours = battle.units[unit]
    if not ours.lap_left and not ours.lap_right:
        return 0
    flanks = flanked_by_lap(battle, touch, touch.enemy_of(unit))
    return ours.lap_left * (Edge.RIGHT in flanks) + ours.lap_right * (Edge.LEFT in flanks)


def _along(
    ours: tuple[OnEdge, ...],
    theirs: tuple[OnEdge, ...],
    turn: float,
    along: tuple[float, float],
) -> tuple[Touch, ...]:
    """Flush edges: t inches along ours are turn - t along theirs; they touch over `along`."""
    first, last = along[0] - TOUCH, along[1] + TOUCH
    opposite = [(turn - man.high, turn - man.low, man.place) for man in theirs]
    found: list[Touch] = []
    for man in ours:
        if man.high < first or man.low > last:
            continue
        low, high = man.low - TOUCH, man.high + TOUCH
        touched = [place for start, end, place in opposite if end >= low and start <= high]
        if touched:
            found.append(Touch(man.place, tuple(touched)))
    return tuple(found)


def _bases(unit: Unit, edge: Edge) -> list[tuple[Place, Rect]]:
    if unit.is_skirmishing:
        return [((i, 0), rect) for i, rect in enumerate(outline(unit))]
    return [(man.place, base_of(unit, man.place)) for man in places_on(unit, edge)]


def _base_by_base(
    ours: list[tuple[Place, Rect]], theirs: list[tuple[Place, Rect]], slack: float
) -> tuple[Touch, ...]:
    """Each of ours with those of theirs that touch it (or, with slack, within so many inches)."""
    found: list[Touch] = []
    for place, rect in ours:
        if slack:
            near = [p for p, other in theirs if within(distance(rect, other), slack)]
        else:
            near = [p for p, other in theirs if in_touch(rect, other)]
        if near:
            found.append(Touch(place, tuple(near)))
    return tuple(found)


@lru_cache(maxsize=4096)
def _line(a: Rect, b: Rect) -> Line | None:
    return contact(a, b)


def _is_square(a: Rect, b: Rect) -> bool:
    """Whether the two stand parallel or at right angles to each other."""
    off = (a.facing - b.facing) % 90.0
    return off <= _SQUARE or off >= 90.0 - _SQUARE
