"""Who stands in which place of a formed body, and which places lie along each edge of it.

A place is (file, rank), both counted from 0: files from the left as the men see it, ranks from the
front. Nothing is stored: places follow from the counts. [unit.ranks]

    places_on    the places along an edge, with the inches of it that each covers
    is_filled    whether a man stands there
    seats        who of the leader and the guests stands in which place of the front rank
"""

from typing import TypeAlias

from msgspec import Struct

from maniple.battle.bodies import frontage, guest_places, places_in, rank_count
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Unit, UnitId
from maniple.geometry import Edge, rank_places

Place: TypeAlias = tuple[int, int]


class OnEdge(Struct, frozen=True):
    """A place along an edge, from `low` to `high` inches of it, counted from its left end."""

    place: Place
    low: float
    high: float


def places_on(unit: Unit, edge: Edge) -> tuple[OnEdge, ...]:
    """The men along an edge of a body: front rank, outer file, or the last man of each file.

    [combat.contacts]
    """
    if unit.formation is not Formation.FORMED:
        size = frontage(unit) if edge in (Edge.FRONT, Edge.REAR) else unit.sheet.base_depth
        return (OnEdge((0, 0), 0.0, size),)
    if unit.body_width:
        return _crew_on(unit, edge)
    files, ranks = unit.files, rank_count(unit)
    wide, deep = unit.sheet.base_width, unit.sheet.base_depth
    if edge is Edge.FRONT:
        front = rank_places(places_in(unit), files) if ranks == 1 else range(files)
        return tuple([OnEdge((f, 0), f * wide, (f + 1) * wide) for f in front])
    last = rank_places(places_in(unit), files)
    if edge is Edge.REAR:
        back: list[OnEdge] = []
        for file in reversed(range(files)):
            rank = ranks - 1 if file in last else ranks - 2
            if rank >= 0:
                from_left = files - 1 - file
                back.append(OnEdge((file, rank), from_left * wide, (from_left + 1) * wide))
        return tuple(back)
    outer = files - 1 if edge is Edge.RIGHT else 0
    men = ranks if outer in last else ranks - 1
    if edge is Edge.RIGHT:
        return tuple([OnEdge((outer, r), r * deep, (r + 1) * deep) for r in range(men)])
    behind = [ranks - 1 - rank for rank in range(men)]
    return tuple([OnEdge((outer, r), b * deep, (b + 1) * deep) for r, b in enumerate(behind)])


def is_filled(unit: Unit, place: Place) -> bool:
    """Whether a man stands in this place of a formed unit."""
    file, rank = place
    ranks = rank_count(unit)
    if rank < ranks - 1:
        return True
    return rank == ranks - 1 and file in rank_places(places_in(unit), unit.files)


class Seats(Struct, frozen=True):
    """Who stands in the front rank besides troopers; files counted from the left."""

    leader: int | None
    guests: tuple[tuple[UnitId, tuple[int, ...]], ...] = ()

    def guest_at(self, file: int) -> UnitId | None:
        """The character whose base covers this file of the front rank."""
        for guest, files in self.guests:
            if file in files:
                return guest
        return None


def seats(battle: Battle, unit: Unit) -> Seats:
    """The leader in the middle, standard and musician beside him, characters next to them.

    A leader or a character who has stepped to where the fighting is has no seat here, nor one who has
    retired. [unit.ranks, command.leader, challenge.refuse]
    """
    middle = unit.files // 2
    leader = middle if unit.has_leader and not unit.stepped else None
    if not unit.guests:
        return Seats(leader)
    right = middle + 1 + int(unit.has_standard)
    left = middle - 1 - int(unit.has_musician)
    seated: list[tuple[UnitId, tuple[int, ...]]] = []
    for guest in unit.guests:
        man = battle.units[guest]
        if man.stepped or man.retired:
            continue
        wide = guest_places(man.sheet.base_width, unit.sheet.base_width)
        fits_right, fits_left = right + wide <= unit.files, left + 1 - wide >= 0
        if fits_right and (right - middle <= middle - left or not fits_left):
            start, right = right, right + wide
        elif fits_left:
            start = left + 1 - wide
            left -= wide
        else:
            return _packed(battle, unit, leader is not None)
        seated.append((guest, tuple(range(start, start + wide))))
    return Seats(leader, tuple(seated))


def _packed(battle: Battle, unit: Unit, led: bool) -> Seats:
    """Where the command leaves too little room at its sides: the guests close up from the left, and the
    leader has the free place nearest to the middle. Nobody shares a place. [unit.ranks]
    """
    seated: list[tuple[UnitId, tuple[int, ...]]] = []
    start = 0
    for guest in unit.guests:
        man = battle.units[guest]
        if man.stepped or man.retired:
            continue
        wide = guest_places(man.sheet.base_width, unit.sheet.base_width)
        seated.append((guest, tuple(range(start, min(start + wide, unit.files)))))
        start += wide
    middle = unit.files // 2
    free = range(start, unit.files)
    leader = min(free, key=lambda file: abs(file - middle)) if led and free else None
    return Seats(leader, tuple(seated))


def _crew_on(unit: Unit, edge: Edge) -> tuple[OnEdge, ...]:
    """Crew stand about their engine: as many at an edge as their bases have room there.

    Each edge has men of its own while there are enough of them.
    """
    across = edge in (Edge.FRONT, Edge.REAR)
    size = unit.body_width if across else unit.body_depth
    room = max(1, int((size + 0.001) // unit.sheet.base_width))
    men = min(unit.models, room)
    first, step = _ROUND.index(edge) * room, size / max(men, 1)
    return tuple(
        [OnEdge(((first + i) % unit.models, 0), i * step, (i + 1) * step) for i in range(men)]
    )


_ROUND = (Edge.FRONT, Edge.RIGHT, Edge.REAR, Edge.LEFT)
