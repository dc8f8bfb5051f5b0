"""Every Struct of the package is frozen and hashable, however the package was built."""

import importlib
import pkgutil
import types
import typing
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import pytest

import maniple

# A field of one of these types makes the hash of its Struct fail when it is first asked for.
UNHASHABLE = (list, dict, set, bytearray, Sequence, Mapping)


def package_structs() -> Iterator[type[msgspec.Struct]]:
    """Import the whole package and walk the Structs that it defines."""
    for module in pkgutil.walk_packages(maniple.__path__, "maniple."):
        importlib.import_module(module.name)
    waiting: list[type[msgspec.Struct]] = [msgspec.Struct]
    seen: set[type[msgspec.Struct]] = set()
    while waiting:
        for struct in waiting.pop().__subclasses__():
            if struct not in seen:
                seen.add(struct)
                waiting.append(struct)
                if struct.__module__.partition(".")[0] == "maniple":
                    yield struct


def unhashable_parts(annotation: object) -> Iterator[str]:
    """Walk a type and name the parts of it that cannot be hashed."""
    plain = typing.get_origin(annotation) or annotation
    if isinstance(plain, type) and plain in UNHASHABLE:
        yield plain.__name__
    for part in typing.get_args(annotation):
        yield from unhashable_parts(part)


def faults(struct: type[msgspec.Struct]) -> list[str]:
    """Say what keeps a Struct from being a frozen, hashable value."""
    config = struct.__struct_config__
    found: list[str] = []
    if not config.frozen:
        found.append("is not frozen")
    if not config.eq:
        found.append("is not compared by its fields")
    for field in msgspec.structs.fields(struct):
        found += [f"{field.name} holds a {part}" for part in unhashable_parts(field.type)]
    return found


def test_the_structs_of_the_package() -> None:
    assert {str(struct): faults(struct) for struct in package_structs() if faults(struct)} == {}


class Line(msgspec.Struct, frozen=True):
    files: int
    names: tuple[str, ...] = ()
    more: "Line | None" = None


@pytest.mark.parametrize(
    ("options", "annotation", "fault"),
    [
        ({"frozen": False}, int, ["is not frozen"]),
        ({"frozen": True, "eq": False}, int, ["is not compared by its fields"]),
        ({"frozen": True}, list[int], ["ranks holds a list"]),
        ({"frozen": True}, tuple[dict[str, int], ...] | None, ["ranks holds a dict"]),
        (
            {"frozen": True},
            typing.Annotated[set[int], msgspec.Meta(min_length=1)],
            ["ranks holds a set"],
        ),
    ],
)
def test_a_faulty_struct_is_noticed(
    options: dict[str, bool], annotation: object, fault: list[str]
) -> None:
    struct = types.new_class(
        "Faulty",
        (msgspec.Struct,),
        options,
        lambda body: body.update(__annotations__={"ranks": annotation}),
    )
    assert faults(struct) == fault


def test_a_sound_struct_passes() -> None:
    assert faults(Line) == []
    assert hash(Line(4, ("a",), Line(2))) == hash(Line(4, ("a",), Line(2)))
