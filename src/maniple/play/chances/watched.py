"""A battle that notes what is read of it, so that a result can be kept under what it depends on.

`Log(battle).root` is a `Battle` like any other to the rules: its fields are read, it is copied with
changes (`msgspec.structs.replace`), and its methods work. Each field that is read is noted in
`Log.asked`; what a run has written, and never read before, is not. A copy keeps the note of where it
comes from, so that it can be told afterwards which fields it has changed (`maniple.play.chances.patches`).

Reading goes down to the fields of the structs in `OPEN`; everything else (a pose, a sheet, a tuple of
contacts) is read as a whole. Comparing or hashing a watched struct reads all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard, TypeVar, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from maniple.battle.field import Field
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Pair
from maniple.battle.state import Battle, Charge, Combat, RoundFigures, Runner, Turn
from maniple.battle.unit import Doings, Fight, Unit
from maniple.geometry import Pose
from maniple.play.chances.numbers import Leaf, Number, Plain, Sum, Term, filled_in
from maniple.play.chances.paths import Path

S = TypeVar("S", bound=Struct)

OPEN: tuple[type[Struct], ...] = (
    Battle,
    Turn,
    Unit,
    Doings,
    Fight,
    Combat,
    RoundFigures,
    Pair,
    Charge,
    Runner,
)
"""Structs whose fields are watched one by one."""

COUNTS = (
    (Unit, "models"),
    (Unit, "wounds"),
    (Unit, "crew_wounds"),
    (Fight, "fallen"),
    (Fight, "rounds"),
    (Doings, "fallen"),
    (Combat, "margin"),
    (RoundFigures, "ranks"),
    (Runner, "distance"),
)
"""Fields that are numbers of which only what is asked of them is noted; so are those of pairs."""

OPEN_TUPLES = ((Battle, "units"), (Battle, "combats"), (Battle, "charges"), (Battle, "runners"))
"""Fields that hold such structs, watched one by one as well."""

BARE = (Sheet, Field, Pose)
"""Structs in which nothing of a watched battle can be."""


class Read:
    """How much of a part was read."""

    VALUE = "value"  # all of it
    SHAPE = "shape"  # of which kind it is, or how many there are


class _Untouched:
    """Stands in the fields of a watched struct that no run has written."""


UNTOUCHED = _Untouched()


class Node:
    """A struct of the battle as the run found it, and where it stands in the battle."""

    __slots__ = ("log", "original", "path", "seen")

    def __init__(self, log: Log, path: Path, original: Struct) -> None:
        self.log = log
        self.path = path
        self.original = original
        # Any: the fields of all kinds of struct.
        self.seen: dict[str, Any] = {}

    def first(self, name: str) -> object:
        """The value of a field that is read for the first time: note it, and watch what is in it."""
        value: object = getattr(self.original, name)
        path = (*self.path, name)
        kind = type(self.original)
        if value is None and (kind, name) in _MAY_BE_OPEN:
            self.log.note(path, Read.SHAPE)
        elif _is_figure(value) and (kind is Pair or (kind, name) in COUNTS):
            value = Number(self.log, value, Leaf(path))
        elif isinstance(value, OPEN):
            self.log.note(path, Read.SHAPE)
            value = self.log.watch(path, value)
        elif (kind, name) in OPEN_TUPLES and isinstance(value, tuple):
            self.log.note(path, Read.SHAPE)
            value = tuple([self.log.watch((*path, i), one) for i, one in enumerate(value)])
        else:
            self.log.note(path, Read.VALUE)
        self.seen[name] = value
        return value


class Log:
    """What has been read of a battle."""

    __slots__ = ("asked", "battle", "root")

    def __init__(self, battle: Battle) -> None:
        self.asked: dict[tuple[Path, str] | Sum, None] = {}
        """What was read, and what was asked of numbers, in the order in which it came up first."""
        self.battle = battle
        """As the run found it."""
        root = self.watch((), battle)
        assert isinstance(root, Battle)
        self.root: Battle = root

    def note(self, path: Path, how: str) -> None:
        """This was read; what had been read before, or as a part of more, is not noted again."""
        if not path:
            self._note_all()
        elif (path, how) not in self.asked and not self._is_read(path):
            self.asked[path, how] = None

    def note_term(self, term: Term) -> None:
        """This was asked of a number; what follows from earlier answers is not noted."""
        if isinstance(term, Leaf):
            self.note(term.path, Read.VALUE)
        elif not self._is_known(term):
            self.asked[term] = None

    def note_filled(self, term: Term, values: Mapping[Path, Plain]) -> None:
        """This was asked, of a number with these figures in it; of figures alone it is no question."""
        filled = filled_in(term, values)
        if isinstance(filled, (Leaf, Sum)):
            self.note_term(filled)

    def settle(self, values: Mapping[Path, Plain]) -> None:
        """Fill these figures in wherever they were asked about: they stand in no battle."""
        asked, self.asked = self.asked, {}
        for one in asked:
            if isinstance(one, Sum):
                self.note_filled(one, values)
            elif one[0] not in values:
                self.asked[one] = None

    def _is_read(self, path: Path) -> bool:
        """Whether all that stands at this place has been read."""
        asked = self.asked
        while path:
            if (path, Read.VALUE) in asked:
                return True
            path = path[:-1]
        return False

    def _is_known(self, term: Term | Plain) -> bool:
        if isinstance(term, Leaf):
            return self._is_read(term.path)
        if isinstance(term, Sum):
            return term in self.asked or (self._is_known(term.left) and self._is_known(term.right))
        return True

    def _note_all(self) -> None:
        battle = self.battle
        for name in battle.__struct_fields__:
            if name != "units":
                self.asked[(name,), Read.VALUE] = None
        for i in range(len(battle.units)):
            self.asked[("units", i), Read.VALUE] = None

    def watch(self, path: Path, original: Struct) -> Struct:
        """The watched struct that stands for this one."""
        kind, untouched = _WATCHED[type(original)]
        made: Struct = kind(*untouched, Node(self, path, original))
        return made


def _is_figure(value: object) -> TypeGuard[int | float]:
    return type(value) in (int, float)  # a bool is none


def node_of(value: object) -> Node | None:
    """Where a watched struct comes from; None for anything else."""
    note = _NOTES.get(type(value))
    return None if note is None else note(value)


def written(value: Struct) -> dict[str, object]:
    """The fields of a watched struct that the run has written."""
    found = {name: raw(value) for name, raw in _RAW[type(value)]}
    return {name: one for name, one in found.items() if one is not UNTOUCHED}


def plain(value: object) -> object:
    """The value with nothing watched in it. What is copied out of the battle is read as a whole."""
    if isinstance(value, Number):
        return value.figure()
    if isinstance(value, tuple):
        bare = [plain(one) for one in value]
        same = all(one is other for one, other in zip(bare, value, strict=True))
        return value if same else like(value, bare)
    if isinstance(value, frozenset):
        return frozenset([plain(one) for one in value])
    node = node_of(value)
    if node is not None and isinstance(value, Struct):
        changed = written(value)
        if not changed:
            node.log.note(node.path, Read.VALUE)
            return node.original
        names = node.original.__struct_fields__
        bare_fields = {name: plain(getattr(value, name)) for name in names}
        return type(node.original)(**bare_fields)
    if isinstance(value, Struct) and not isinstance(value, BARE):
        names = value.__struct_fields__
        old = [getattr(value, name) for name in names]
        new = [plain(one) for one in old]
        if any(one is not other for one, other in zip(old, new, strict=True)):
            return type(value)(**dict(zip(names, new, strict=True)))
    return value


def like(value: tuple[object, ...] | type, items: list[object]) -> tuple[object, ...]:
    """A tuple of these items, of the kind of that one, which may be one with names."""
    # Any: a class of tuples with names takes its items one by one.
    kind: Any = value if isinstance(value, type) else type(value)
    made: tuple[object, ...] = tuple(items) if kind is tuple else kind(*items)
    return made


def has_numbers(value: object) -> bool:
    """Whether a number of the battle is in the value, in what a run has put there."""
    if isinstance(value, Number):
        return True
    if isinstance(value, tuple):
        return any(has_numbers(one) for one in value)
    if node_of(value) is not None and isinstance(value, Struct):
        return any(has_numbers(one) for one in written(value).values())
    if isinstance(value, Struct) and not isinstance(value, BARE):
        return any(has_numbers(getattr(value, name)) for name in value.__struct_fields__)
    return False


def concrete(value: S) -> S:
    """A request or an answer with figures in place of numbers."""
    bare = plain(value)
    assert isinstance(bare, type(value))
    return bare


# Any: descriptors of all kinds of field.
def _field(name: str, raw: Any, note: Any) -> property:
    def read(self: Struct) -> object:
        value = raw(self)
        if value is not UNTOUCHED:
            return value
        node = note(self)
        try:
            return node.seen[name]
        except KeyError:
            return node.first(name)

    return property(read)


def _equal(self: Struct, other: object) -> bool:
    return bool(plain(self) == plain(other))


def _hash(self: Struct) -> int:
    return hash(plain(self))


def _watched(kind: type[Struct]) -> type[Struct]:
    """A kind of struct that can stand for this one, each field of which notes that it is read."""
    names = kind.__struct_fields__
    body: dict[str, object] = {
        "__annotations__": {"watch_": object},
        "watch_": None,
        "__eq__": _equal,
        "__hash__": _hash,
        "__module__": __name__,
    }
    # Any: the class of struct classes has no type of its own.
    struct_class: Any = type(Struct)
    made: Any = struct_class(f"Watched{kind.__name__}", (kind,), body, frozen=True)
    note = made.__dict__["watch_"].__get__
    raw = {name: getattr(kind, name).__get__ for name in names}
    for name in names:
        setattr(made, name, _field(name, raw[name], note))
    _NOTES[made] = note
    _RAW[made] = tuple(raw.items())
    watched: type[Struct] = made
    return watched


def _may_be_open(kind: type[Struct]) -> set[tuple[type[Struct], str]]:
    """The fields of a kind of struct that hold a watched one, or none."""
    return {
        (kind, field.name)
        for field in fields(kind)
        if any((get_origin(one) or one) in OPEN for one in (field.type, *get_args(field.type)))
    }


_MAY_BE_OPEN = {one for kind in OPEN for one in _may_be_open(kind)}
# Any: the classes of structs of all kinds.
_NOTES: dict[type, Any] = {}
_RAW: dict[type, Any] = {}
_WATCHED: dict[type, Any] = {}
for _kind in OPEN:
    _WATCHED[_kind] = (_watched(_kind), (UNTOUCHED,) * len(_kind.__struct_fields__))
