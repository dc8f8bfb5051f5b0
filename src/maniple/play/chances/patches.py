"""What a run of a step has changed in a part of the battle, to be made elsewhere as well.

A patch is `Write(value)`: the part becomes this; `Compute(term)`: it becomes what that is; `Make`: it is
made of these; `Fields`: of a struct only these fields change; or `Items`: of a tuple only these places.
`changes` finds them in the battle that a run has left behind, `patched` makes them. Patches are values:
equal ones do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.state import Battle
from maniple.play.chances.numbers import Leaf, Number, Plain, Sum, Term, filled_in, paths_of
from maniple.play.chances.paths import Path, at
from maniple.play.chances.watched import Node, has_numbers, like, node_of, plain, written


class Write(Struct, frozen=True):
    """The part becomes this."""

    value: object


class Compute(Struct, frozen=True):
    """The part becomes what this term is in the battle before the change."""

    term: Term


class Make(Struct, frozen=True):
    """The part becomes a struct of this kind, or a tuple, made of these."""

    kind: type
    items: tuple[Patch, ...]


class Fields(Struct, frozen=True):
    """Of a struct, these fields change."""

    fields: tuple[tuple[str, Patch], ...]


class Items(Struct, frozen=True):
    """Of a tuple, these places change; it stays as long as it is."""

    items: tuple[tuple[int, Patch], ...]


Patch: TypeAlias = Write | Compute | Make | Fields | Items

Root: TypeAlias = str | int
"""A field of the battle, by name, or a unit, by its id."""


def changes(root: Node, after: Battle) -> tuple[tuple[Root, Patch], ...]:
    """What a run that began at the root has changed, part by part; each unit is a part of its own."""
    node = node_of(after)
    if node is not root:
        raise TypeError(
            "a step has left a battle that does not come from the one that it was given"
        )
    found: list[tuple[Root, Patch]] = []
    for name, value in written(after).items():
        if name != "units":
            found.append((name, _patch((name,), value)))
            continue
        assert isinstance(value, tuple)
        for i, unit in enumerate(value):
            patch = _of_item(("units", i), unit)
            if patch is not None:
                found.append((i, patch))
    return tuple(found)


def patched(old: object, patch: Patch, figure: Callable[[Term], Plain]) -> object:
    """The part after the change; `figure` works a term out in the battle before it."""
    if isinstance(patch, Write):
        return patch.value
    if isinstance(patch, Compute):
        return figure(patch.term)
    if isinstance(patch, Make):
        made = [patched(None, one, figure) for one in patch.items]
        return like(patch.kind, made) if issubclass(patch.kind, tuple) else patch.kind(*made)
    if isinstance(patch, Fields):
        assert isinstance(old, Struct)
        return replace(
            old, **{name: patched(getattr(old, name), one, figure) for name, one in patch.fields}
        )
    assert isinstance(old, tuple)
    items = list(old)
    for i, one in patch.items:
        items[i] = patched(items[i], one, figure)
    return tuple(items)


def paths_in(patch: Patch) -> tuple[Path, ...]:
    """The places of the battle from which a patch takes figures."""
    if isinstance(patch, Compute):
        return paths_of(patch.term)
    inner: tuple[Patch, ...] = ()
    if isinstance(patch, Make):
        inner = patch.items
    elif isinstance(patch, Fields):
        inner = tuple([one for _, one in patch.fields])
    elif isinstance(patch, Items):
        inner = tuple([one for _, one in patch.items])
    return tuple([path for one in inner for path in paths_in(one)])


def patch_filled_in(patch: Patch, values: Mapping[Path, Plain]) -> Patch:
    """The patch with these figures in the places of its terms."""
    if isinstance(patch, Compute):
        term = filled_in(patch.term, values)
        return Compute(term) if isinstance(term, (Leaf, Sum)) else Write(term)
    if isinstance(patch, Make):
        items = tuple([patch_filled_in(one, values) for one in patch.items])
        made = Make(patch.kind, items)
        done = all(isinstance(one, Write) for one in items)
        return Write(patched(None, made, _no_figure)) if done else made
    if isinstance(patch, Fields):
        return Fields(tuple([(name, patch_filled_in(one, values)) for name, one in patch.fields]))
    if isinstance(patch, Items):
        return Items(tuple([(i, patch_filled_in(one, values)) for i, one in patch.items]))
    return patch


def _no_figure(term: Term) -> Plain:
    raise TypeError(f"{term} stands where nothing is left to be worked out")


def _patch(path: Path, value: object) -> Patch:
    """How the field at this place, which was written, differs from what it was."""
    node = node_of(value)
    if node is not None and node.path == path and isinstance(value, Struct):
        fields = [(name, _patch((*path, name), one)) for name, one in written(value).items()]
        return Fields(tuple(fields))
    if isinstance(value, tuple) and value and _same_places(path, value):
        items = [(i, _of_item((*path, i), one)) for i, one in enumerate(value)]
        return Items(tuple([(i, one) for i, one in items if one is not None]))
    return made_of(value)


def _of_item(path: Path, value: object) -> Patch | None:
    """How what stands at this place of a tuple has changed; None: not at all."""
    node = node_of(value)
    if node is not None and node.path == path and isinstance(value, Struct):
        return _patch(path, value) if written(value) else None
    return made_of(value)


def made_of(value: object) -> Patch:
    """What makes this value in other battles as well: numbers in it are worked out there."""
    if isinstance(value, Number):
        return Compute(value.term)
    if not has_numbers(value):
        return Write(plain(value))
    if isinstance(value, tuple):
        return Make(type(value), tuple([made_of(one) for one in value]))
    assert isinstance(value, Struct)
    node = node_of(value)
    kind = type(value) if node is None else type(node.original)
    return Make(kind, tuple([made_of(getattr(value, name)) for name in kind.__struct_fields__]))


def _same_places(path: Path, value: tuple[object, ...]) -> bool:
    """Whether a tuple is as long as it was, and holds what it held or changed copies of that."""
    nodes = [node for node in map(node_of, value) if node is not None]
    if [node.path for node in nodes] != [(*path, i) for i in range(len(value))]:
        return False
    was = at(nodes[0].log.battle, path)
    return isinstance(was, tuple) and len(was) == len(value)
