"""Each unit as sight meets it: its bodies, whence it looks, how high, and the boxes round them.

`posts` keeps what has been worked out as long as nobody's body or place changes. [sight]
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from maniple.battle.bodies import outline
from maniple.battle.by_identity import ByIdentity
from maniple.battle.state import Battle
from maniple.battle.terrain import Terrain
from maniple.battle.unit import Formation, Status, Unit, UnitId
from maniple.geometry import Box, Looking, Ranked, Rect, boxes_met, eyes, in_front_zone
from maniple.rules.memo import Memo
from maniple.rules.table.heights import height_among, hills_at, own_height, target_height
from maniple.rules.table.stance import Stances, stances

MOST_POSTS = 4096
MOST_PAIRS = 16384


class Eye(Struct, frozen=True):
    """Whence a model looks: the middle of the front edge of its base, and its facing."""

    x: float
    y: float
    facing: float
    rect: Rect
    """The body that it belongs to, which does not stand in its own way."""


class Post:
    """A unit as sight meets it, the same object wherever it stands alike. Compared by identity."""

    __slots__ = (
        "box",
        "eyes",
        "formation",
        "fronts",
        "height",
        "heights",
        "looking",
        "ranked",
        "rects",
        "skirmishes",
        "unit",
    )

    def __init__(self, terrain: tuple[Terrain, ...], unit: Unit) -> None:
        own = own_height(unit)
        self.unit = unit
        self.skirmishes = unit.is_skirmishing
        self.formation = unit.formation
        self.rects = outline(unit)
        boxes = [Box(r.cx - r.ex, r.cy - r.ey, r.cx + r.ex, r.cy + r.ey) for r in self.rects]
        self.box = boxes[0] if len(boxes) == 1 else _round(boxes)
        """Round all bodies."""
        self.eyes = _eyes(unit, self.rects)
        """The models that look, from left to right."""
        hills = hills_at(terrain, self.box)
        self.looking = Looking(
            [eye.x for eye in self.eyes],
            [eye.y for eye in self.eyes],
            [eye.rect for eye in self.eyes],
            [height_among(hills, eye.x, eye.y) + own for eye in self.eyes],
        )
        """The same, as the kernel wants them."""
        self.heights = [target_height(hills, rect) + own for rect in self.rects]
        """Of each body as a target."""
        middles = [height_among(hills, rect.cx, rect.cy) + own for rect in self.rects]
        self.ranked = Ranked(self.rects, middles, boxes, self.skirmishes)
        """The bodies as obstacles."""
        self.height = max(middles)
        """Of the middle that stands highest."""
        xs = [x for r in self.rects for x in (r.flx, r.frx)]
        ys = [y for r in self.rects for y in (r.fly, r.fry)]
        self.fronts = Box(min(xs), min(ys), max(xs), max(ys))
        """Round the fronts of all bodies."""


def _round(boxes: list[Box]) -> Box:
    return Box(
        min([box.left for box in boxes]),
        min([box.bottom for box in boxes]),
        max([box.right for box in boxes]),
        max([box.top for box in boxes]),
    )


class Pair:
    """A viewer and a target, and what has been found out about them; None: not yet looked for."""

    __slots__ = ("box", "can_shoot", "is_in_arc", "near", "sees", "shots", "target", "viewer")

    def __init__(
        self, viewer: Post, target: Post, is_in_arc: bool, box: Box, near: tuple[Post, ...]
    ) -> None:
        self.viewer = viewer
        self.target = target
        self.is_in_arc = is_in_arc
        """Whether any of the target is in the front arc of any model that looks."""
        self.box = box
        """Round the viewer's fronts and the target: outside of it nothing blocks."""
        self.near = near
        """Who stands in the box, the two among them."""
        self.sees: bool | None = None
        """Whether the viewer sees the target."""
        self.can_shoot: bool | None = None
        """Whether any of its models has a line of fire."""
        self.shots: tuple[int, ...] | None = None
        """Which of them have, by their place among the eyes."""


class Country:
    """A piece of country: the posts that were taken up in it, and the pairs looked at, so far."""

    __slots__ = ("_pairs", "_posts", "_terrain", "post")

    def __init__(self, terrain: tuple[Terrain, ...]) -> None:
        self._terrain = terrain
        self._posts: dict[object, Post] = {}
        self._pairs: dict[tuple[Post, Post], Pair] = {}
        self.post = ByIdentity(self._post, 1024)

    def _post(self, unit: Unit) -> Post:
        sheet = unit.sheet
        ranks = (unit.models, unit.files, unit.guest_places, unit.lap_left, unit.lap_right)
        key = (id(sheet), unit.pose, unit.formation, ranks, unit.places, unit.body_width)
        post = self._posts.get(key)
        if post is None:
            post = Post(self._terrain, unit)
            if len(self._posts) >= MOST_POSTS:
                self._posts.clear()
            self._posts[key] = post
        return post

    def pair(self, viewer: Post, target: Post, table: "Posts") -> Pair:
        """The pair, as it was left if the same posts stand between it as then."""
        pair = self._pairs.get((viewer, target))
        if pair is not None and not pair.is_in_arc:
            return pair
        box = viewer.fronts.joined(target.box) if pair is None else pair.box
        is_in_arc = pair is not None or in_arc(viewer.rects, target.rects)
        near = table.within(box) if is_in_arc else ()
        if pair is None or pair.near != near:
            if len(self._pairs) >= MOST_PAIRS:
                self._pairs.clear()
            pair = Pair(viewer, target, is_in_arc, box, near)
            self._pairs[viewer, target] = pair
        return pair


class Posts:
    """The posts of a table, and the pairs of them that have been looked at."""

    __slots__ = ("_boxes", "_country", "_made", "_on_table", "_pairs", "_units")

    def __init__(self, stand: Stances) -> None:
        self._units = stand.units
        self._country = _countries(stand.terrain)
        self._made: dict[UnitId, Post] = {
            u.id: self._country.post(u) for u in stand.units if u.status is Status.TABLE
        }
        self._on_table = list(self._made.values())
        self._boxes = [post.box for post in self._on_table]
        self._pairs: dict[tuple[UnitId, UnitId], Pair] = {}

    def of(self, unit: UnitId) -> Post:
        """The unit's post."""
        post = self._made.get(unit)
        if post is None:
            post = self._made[unit] = self._country.post(self._units[unit])
        return post

    def within(self, box: Box) -> tuple[Post, ...]:
        """Those on the table that reach into the box."""
        table = self._on_table
        return tuple([table[place] for place in boxes_met(self._boxes, box)])

    def pair(self, viewer: UnitId, target: UnitId) -> Pair:
        """What is known of the two."""
        pair = self._pairs.get((viewer, target))
        if pair is None:
            pair = self._country.pair(self.of(viewer), self.of(target), self)
            self._pairs[viewer, target] = pair
        return pair


_countries = Memo(Country)
_posts = Memo(Posts)


def posts(battle: Battle) -> Posts:
    """The posts of the battle's units as they stand."""
    return _posts(stances(battle))


def in_arc(ours: Sequence[Rect], theirs: Sequence[Rect]) -> bool:
    """Whether any of theirs is in the front arc of any of ours. [sight.arc, unit.zones]"""
    if len(ours) == 1 and len(theirs) == 1:
        return in_front_zone(ours[0], theirs[0])
    return any(in_front_zone(one, rect) for one in ours for rect in theirs)


def eyes_of(unit: Unit) -> tuple[Eye, ...]:
    """The models that look out of a unit, from left to right. [sight.arc, sight.skirmishers]"""
    return _eyes(unit, outline(unit))


def _eyes(unit: Unit, rects: tuple[Rect, ...]) -> tuple[Eye, ...]:
    if unit.is_skirmishing:
        return tuple([Eye(r.x, r.y, r.facing, r) for r in rects])
    files = 1 if unit.body_width or unit.formation is Formation.SINGLE else unit.files
    return _front_rank(rects[0], int(files))


@lru_cache(maxsize=4096)
def _front_rank(rect: Rect, files: int) -> tuple[Eye, ...]:
    return tuple([Eye(x, y, rect.facing, rect) for x, y in eyes(rect, files)])
