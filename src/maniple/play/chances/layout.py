"""How a battle is cut into parts that change by themselves.

Each unit is a part, and each other field of `Battle`. What changes often and by itself is cut out of
these, and is a part of its own: how many models a unit has, how many wounds a side has inflicted in a
combat. In the part from which it is cut there is a hole. A `Layout` says which part stands at which
place of a state, and what of a patch concerns which place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.state import Battle
from maniple.play.chances.patches import Fields, Items, Make, Patch, Root, Write
from maniple.play.chances.paths import MISSING, Path, at, put

SLOTS = 3
"""Of so many combats, and of so many runners, the parts are cut out at most; more of them stay whole."""

UNIT_CUTS: tuple[Path, ...] = (
    ("models",),
    ("fight", "fallen"),
    ("fight", "rounds"),
    ("doings", "fallen"),
)
COMBAT_CUTS: tuple[Path, ...] = (
    ("wounds", "red"),
    ("wounds", "blue"),
    ("figures", "red", "ranks"),
    ("figures", "blue", "ranks"),
    ("margin",),
)

HOLE = 0
"""What stands in a part where something is cut out."""

Tree: TypeAlias = "tuple[tuple[str | int, Tree | int], ...]"
"""What is cut out of a value: by field or place, the place in a state, or what is cut out further in."""


class Cut(Struct, frozen=True):
    """What is cut out of a root: the place in a state at which it stands, and the way to it."""

    place: int
    path: Path


class Layout:
    """Which part of a battle with so many units stands at which place of a state."""

    __slots__ = ("_places", "_trees", "count", "cuts", "rest", "roots")

    def __init__(self, units: int) -> None:
        names = [name for name in Battle.__struct_fields__ if name != "units"]
        self.roots: tuple[Root, ...] = (*names, *range(units))
        self.rest: dict[Root, int] = {}
        self._places: dict[tuple[Path, bool], list[tuple[int, Path]]] = {}
        self.cuts: dict[Root, tuple[Cut, ...]] = {}
        combats, runners = min(SLOTS, units // 2), min(SLOTS, units)
        fields: dict[Root, tuple[Path, ...]] = {
            "turn": (("number",),),
            "combats": tuple([(i, *path) for i in range(combats) for path in COMBAT_CUTS]),
            "runners": tuple([(i, "distance") for i in range(runners)]),
        }
        place = 0
        for root in self.roots:
            paths = UNIT_CUTS if isinstance(root, int) else fields.get(root, ())
            self.rest[root] = place
            self.cuts[root] = tuple([Cut(place + 1 + i, path) for i, path in enumerate(paths)])
            place += 1 + len(paths)
        self._trees = {root: _tree(cuts) for root, cuts in self.cuts.items()}
        self.count = place

    def split(self, root: Root, value: object) -> list[tuple[int, object]]:
        """The parts into which the value of a root is cut, each with its place."""
        found: list[tuple[int, object]] = []
        rest = _taken_out(value, self._trees[root], found)
        return [(self.rest[root], rest), *found]

    def joined(self, root: Root, part: Callable[[int], object]) -> object:
        """The value of a root, of its parts."""
        return _put_back(part(self.rest[root]), self._trees[root], part)

    def places(self, path: Path, *, whole: bool) -> list[tuple[int, Path]]:
        """The places where what stands at the end of this way is to be found, and the ways there.

        `whole`: all of it, what is cut out of it included.
        """
        known = self._places.get((path, whole))
        if known is None:
            known = self._places[path, whole] = self._places_of(path, whole=whole)
        return known

    def _places_of(self, path: Path, *, whole: bool) -> list[tuple[int, Path]]:
        root, way = _root(path)
        for cut in self.cuts[root]:
            if way[: len(cut.path)] == cut.path:
                return [(cut.place, way[len(cut.path) :])]
        found: list[tuple[int, Path]] = [(self.rest[root], way)]
        if whole:
            inside = [c.place for c in self.cuts[root] if c.path[: len(way)] == way]
            found += [(place, ()) for place in inside]
        return found

    def spread(self, root: Root, patch: Patch) -> list[tuple[int, Patch]]:
        """What of a patch concerns which place."""
        found: list[tuple[int, Patch]] = []
        rest: Patch | None = patch
        for cut in self.cuts[root]:
            part = _within(patch, cut.path)
            if part is not None:
                found.append((cut.place, part))
                rest = None if rest is None else _without(rest, cut.path)
        if rest is not None:
            found.append((self.rest[root], rest))
        return found


def _tree(cuts: Iterable[Cut]) -> Tree:
    """The cuts, those further in under what they are in."""
    grouped: dict[str | int, list[Cut]] = {}
    for cut in cuts:
        grouped.setdefault(cut.path[0], []).append(cut)
    tree: list[tuple[str | int, Tree | int]] = []
    for step, within in grouped.items():
        if len(within) == 1 and len(within[0].path) == 1:
            tree.append((step, within[0].place))
        else:
            tree.append((step, _tree([Cut(cut.place, cut.path[1:]) for cut in within])))
    return tuple(tree)


def _taken_out(value: object, tree: Tree, found: list[tuple[int, object]]) -> object:
    """The value with holes where something is cut out; that is added to what was found."""
    # Any: fields of all kinds of struct.
    changed: dict[Any, Any] = {}
    for step, further in tree:
        inner = at(value, (step,))
        if isinstance(further, int):
            found.append((further, inner))
            if inner is not MISSING:
                changed[step] = HOLE
        else:
            rest = _taken_out(inner, further, found)
            if rest is not inner:
                changed[step] = rest
    return _changed(value, changed)


def _put_back(value: object, tree: Tree, part: Callable[[int], object]) -> object:
    """The value with its parts where they were cut out."""
    # Any: fields of all kinds of struct.
    changed: dict[Any, Any] = {}
    for step, further in tree:
        if isinstance(further, int):
            inner = part(further)
            if inner is not MISSING:
                changed[step] = inner
            continue
        inner = at(value, (step,))
        if inner is not MISSING and inner is not None:
            whole = _put_back(inner, further, part)
            if whole is not inner:
                changed[step] = whole
    return _changed(value, changed)


# Any: as above.
def _changed(value: object, changed: dict[Any, Any]) -> object:
    """The struct, or the tuple, with something else in these fields or places."""
    if not changed:
        return value
    if isinstance(value, tuple):
        items = list(value)
        for place, one in changed.items():
            items[place] = one
        return tuple(items)
    assert isinstance(value, Struct)
    return replace(value, **changed)


def _root(path: Path) -> tuple[Root, Path]:
    if path[0] == "units" and isinstance(path[1], int):
        return path[1], path[2:]
    return str(path[0]), path[1:]


def _names(patch: Make) -> tuple[str | int, ...]:
    """The fields, or the places, of what it makes."""
    if issubclass(patch.kind, Struct):
        return patch.kind.__struct_fields__
    return tuple(range(len(patch.items)))


def _within(patch: Patch, path: Path) -> Patch | None:
    """What the patch makes of what stands at this place; None: nothing."""
    if not path:
        return patch
    if isinstance(patch, Write):
        return Write(at(patch.value, path))
    inner: tuple[tuple[str | int, Patch], ...] = ()
    if isinstance(patch, Make):
        names = _names(patch)
        inner = tuple(zip(names, patch.items, strict=True))
        if path[0] not in names:
            return Write(MISSING)
    elif isinstance(patch, Fields):
        inner = patch.fields
    elif isinstance(patch, Items):
        inner = patch.items
    for name, one in inner:
        if name == path[0]:
            return _within(one, path[1:])
    return None


def _without(patch: Patch, path: Path) -> Patch | None:
    """The patch without what it makes of what stands at this place; None: nothing is left of it."""
    if not path:
        return None
    if isinstance(patch, Write):
        here = at(patch.value, path)
        return patch if here is MISSING else Write(put(patch.value, path, HOLE))
    if isinstance(patch, Make):
        names = _names(patch)
        inner = [
            one if n != path[0] else _without(one, path[1:]) or Write(HOLE)
            for n, one in zip(names, patch.items, strict=True)
        ]
        return Make(patch.kind, tuple(inner))
    if isinstance(patch, Fields):
        fields = [(n, _without(one, path[1:]) if n == path[0] else one) for n, one in patch.fields]
        left = tuple([(name, one) for name, one in fields if one is not None])
        return Fields(left) if left else None
    if isinstance(patch, Items):
        items = [(n, _without(one, path[1:]) if n == path[0] else one) for n, one in patch.items]
        kept = tuple([(i, one) for i, one in items if one is not None])
        return Items(kept) if kept else None
    return patch
