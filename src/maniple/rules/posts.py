"""Each unit as sight meets it: its bodies, whence it looks, how high, and the boxes round them.

`posts` keeps what has been worked out as long as nobody's body or place changes. [sight]
"""

from functools import lru_cache, partial

from msgspec import Struct

from maniple.battle.bodies import outline
from maniple.battle.by_identity import ByIdentity
from maniple.battle.state import Battle
from maniple.battle.terrain import Terrain
from maniple.battle.unit import Formation, Status, Unit, UnitId
from maniple.geometry import Rect, eyes
from maniple.rules.heights import ground_height, own_height, target_height
from maniple.rules.memo import Memo
from maniple.rules.stance import Stances, stances


class Eye(Struct, frozen=True):
    """Whence a model looks: the middle of the front edge of its base, and its facing."""

    x: float
    y: float
    facing: float
    rect: Rect
    """The body that it belongs to, which does not stand in its own way."""


class Blocker(Struct, frozen=True):
    """A body that may stand in the way of sight."""

    rect: Rect
    height: int
    skirmishes: bool
    left: float
    bottom: float
    right: float
    top: float
    """The box round it."""


class Post(Struct, frozen=True):
    """A unit as sight meets it. Compared by identity."""

    rects: tuple[Rect, ...]
    skirmishes: bool
    formation: Formation
    eyes: tuple[Eye, ...]
    """The models that look, from left to right."""
    eye_heights: tuple[int, ...]
    heights: tuple[int, ...]
    """Of each body as a target."""
    parts: tuple[Blocker, ...]
    """Each body as an obstacle."""
    left: float
    bottom: float
    right: float
    top: float
    """The box round all bodies."""
    fronts: tuple[float, float, float, float]
    """Left, bottom, right and top of the box round the fronts."""


class Posts:
    """The posts of a table, and what has been found out about who sees whom."""

    __slots__ = ("_made", "_make", "_units", "can_shoot", "on_table", "seen", "shots")

    def __init__(self, stand: Stances) -> None:
        self._units = stand.units
        self._make = _makers(stand.terrain)
        self._made: dict[UnitId, Post] = {
            unit.id: self._make(unit) for unit in stand.units if unit.status is Status.TABLE
        }
        self.on_table = tuple(self._made.values())
        self.seen: dict[tuple[UnitId, UnitId], bool] = {}
        """Whether the first unit sees the second."""
        self.can_shoot: dict[tuple[UnitId, UnitId], bool] = {}
        """Whether any model of the first has a line of fire to the second."""
        self.shots: dict[tuple[UnitId, UnitId], tuple[int, ...]] = {}
        """Which models of the first have one."""

    def of(self, unit: UnitId) -> Post:
        """The unit's post."""
        post = self._made.get(unit)
        if post is None:
            post = self._made[unit] = self._make(self._units[unit])
        return post


_posts = Memo(Posts)


def posts(battle: Battle) -> Posts:
    """The posts of the battle's units as they stand."""
    return _posts(stances(battle))


def eyes_of(unit: Unit) -> tuple[Eye, ...]:
    """The models that look out of a unit, from left to right. [sight.arc, sight.skirmishers]"""
    return _eyes(unit, outline(unit))


def _eyes(unit: Unit, rects: tuple[Rect, ...]) -> tuple[Eye, ...]:
    if unit.is_skirmishing:
        return tuple([Eye(r.x, r.y, r.facing, r) for r in rects])
    files = 1 if unit.sheet.body_width or unit.formation is Formation.SINGLE else unit.files
    return _front_rank(rects[0], files)


@lru_cache(maxsize=4096)
def _front_rank(rect: Rect, files: int) -> tuple[Eye, ...]:
    return tuple([Eye(x, y, rect.facing, rect) for x, y in eyes(rect, files)])


def _post_among(terrain: tuple[Terrain, ...], unit: Unit) -> Post:
    rects = outline(unit)
    looking = _eyes(unit, rects)
    own = own_height(unit)
    skirmishes = unit.is_skirmishing
    parts = tuple(
        [
            Blocker(
                rect,
                ground_height(terrain, rect.cx, rect.cy) + own,
                skirmishes,
                left=rect.cx - rect.ex,
                bottom=rect.cy - rect.ey,
                right=rect.cx + rect.ex,
                top=rect.cy + rect.ey,
            )
            for rect in rects
        ]
    )
    xs = [x for r in rects for x in (r.flx, r.frx)]
    ys = [y for r in rects for y in (r.fly, r.fry)]
    return Post(
        rects,
        skirmishes,
        unit.formation,
        looking,
        eye_heights=tuple([ground_height(terrain, eye.x, eye.y) + own for eye in looking]),
        heights=tuple([target_height(terrain, unit, rect) for rect in rects]),
        parts=parts,
        left=min([part.left for part in parts]),
        bottom=min([part.bottom for part in parts]),
        right=max([part.right for part in parts]),
        top=max([part.top for part in parts]),
        fronts=(min(xs), min(ys), max(xs), max(ys)),
    )


def _maker(terrain: tuple[Terrain, ...]) -> ByIdentity[Unit, Post]:
    return ByIdentity(partial(_post_among, terrain), 512)


_makers = Memo(_maker)
"""The posts of units that have been looked at on this ground, found by the unit's record."""
