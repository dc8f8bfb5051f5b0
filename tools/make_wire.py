"""Writes board/src/lib/wire.ts: what goes over the socket, as the page's types, from the server's own.

    PYTHONPATH=src:. python tools/make_wire.py

A test holds that the file is what this writes.
"""

import inspect
import re
from pathlib import Path
from typing import get_args

import msgspec.inspect as mi

from maniple.battle.asks import AskAnswer
from maniple.battle.orders import Manoeuvre
from maniple.report.feed.entries import Part
from maniple.server.wire.messages import PROTOCOL, FromClient, FromServer
from maniple.server.wire.questions import Verdict

PLACE = Path(__file__).parent.parent / "board" / "src" / "lib" / "wire.ts"
ROOTS = {"FromClient": FromClient, "FromServer": FromServer}
OTHER_NAMES = {
    "maniple.battle.orders.Join": "JoinOrder",
    "maniple.battle.orders.Leave": "LeaveOrder",
}
"""Names that a page would confuse with others of the wire."""
UNIONS = {
    "Manoeuvre": Manoeuvre,
    "AskAnswer": AskAnswer,
    "Part": Part,
    "Verdict": Verdict,
}
"""Unions with names of their own."""
FROM_HERE = ("maniple.battle.", "maniple.geometry.")
"""What a page sends too: it may leave out what is as usual."""
SENT = get_args(FromClient)
HEAD = """\
// Made by tools/make_wire.py from the server's own types: change those, not this file.
// Inches on the table; degrees clockwise from up. A field with "?" is left out where it is as usual.
"""


def wire() -> str:
    """The text of wire.ts."""
    maker = _Maker()
    named = {name: maker.name_union(name, union) for name, union in UNIONS.items()}
    roots = {name: maker.type_of(mi.type_info(union)) for name, union in ROOTS.items()}
    parts = [HEAD, f"export const PROTOCOL = {PROTOCOL};\n"]
    parts += [maker.texts[name] for name in sorted(maker.texts)]
    for name, text in (named | roots).items():
        parts.append(f"export type {name} = {_broken(text)};\n")
    return "\n".join(parts)


class _Maker:
    """Collects the declarations of all types that it comes across."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self._homes: dict[str, type] = {}
        self._unions: dict[str, list[str]] = {}

    def type_of(self, info: mi.Type) -> str:
        """A type as TypeScript names it."""
        match info:
            case mi.StructType():
                return self._struct(info)
            case mi.UnionType():
                return self._union(info)
            case mi.LiteralType():
                return " | ".join([_literal(value) for value in info.values])
            case mi.EnumType():
                return self._enum(info)
            case mi.VarTupleType() | mi.ListType():
                return f"readonly {_in_brackets(self.type_of(info.item_type))}[]"
            case mi.TupleType():
                return f"readonly [{', '.join([self.type_of(one) for one in info.item_types])}]"
            case mi.BoolType():
                return "boolean"
            case mi.IntType() | mi.FloatType():
                return "number"
            case mi.StrType():
                return "string"
            case mi.NoneType():
                return "null"
            case mi.Metadata():
                return self.type_of(info.type)
            case _:
                raise TypeError(f"no words in TypeScript for {info}")

    def _union(self, info: mi.UnionType) -> str:
        members = list(dict.fromkeys([self.type_of(one) for one in info.types]))
        for name, union in self._unions.items():
            if set(union) <= set(members):
                rest = [one for one in members if one not in union]
                members = [name, *rest]
        return " | ".join(members)

    def name_union(self, name: str, union: object) -> str:
        """Give a union a name, by which it is called wherever it stands; its members as text."""
        info = mi.type_info(union)
        if not isinstance(info, mi.UnionType):
            raise TypeError(f"{name} is no union")
        self._unions[name] = [self.type_of(one) for one in info.types]
        return " | ".join(self._unions[name])

    def _named(self, cls: type) -> str:
        path = f"{cls.__module__}.{cls.__qualname__}"
        name = OTHER_NAMES.get(path, cls.__name__)
        home = self._homes.setdefault(name, cls)
        if home is not cls:
            raise TypeError(f"{path} and {home.__module__}.{home.__qualname__} are both {name}")
        return name

    def _enum(self, info: mi.EnumType) -> str:
        name = self._named(info.cls)
        if name not in self.texts:
            values = " | ".join([_literal(member.value) for member in info.cls])
            self.texts[name] = f"{_doc(info.cls)}export type {name} = {_broken(values)};\n"
        return name

    def _struct(self, info: mi.StructType) -> str:
        cls = info.cls
        if getattr(cls, "__parameters__", ()) or "[" in str(cls):
            return self._pair(info)
        name = self._named(cls)
        if name in self.texts:
            return name
        self.texts[name] = ""  # it may contain itself
        lines = [f"{_doc(cls)}export interface {name} {{"]
        if info.tag is not None:
            lines.append(f"  readonly {info.tag_field}: {_literal(info.tag)};")
        may_miss = cls.__struct_config__.omit_defaults or cls in SENT or _is_sent(cls)
        for field in info.fields:
            mark = "?" if may_miss and not field.required else ""
            lines.append(f"  readonly {field.encode_name}{mark}: {self.type_of(field.type)};")
        self.texts[name] = "\n".join([*lines, "}\n"])
        return name

    def _pair(self, info: mi.StructType) -> str:
        """A generic struct of the wire is a pair: one thing for each side."""
        inner = self.type_of(info.fields[0].type)
        self.texts["Pair"] = (
            "/** One thing for each side. */\n"
            "export interface Pair<T> {\n  readonly red: T;\n  readonly blue: T;\n}\n"
        )
        return f"Pair<{inner}>"


def _is_sent(cls: type) -> bool:
    return cls.__module__.startswith(FROM_HERE)


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _in_brackets(text: str) -> str:
    return f"({text})" if " | " in text or text.startswith("readonly") else text


def _broken(union: str) -> str:
    """A long union, a member a line."""
    members = union.split(" | ")
    if len(union) < 80:
        return union
    return "".join([f"\n  | {member}" for member in members])


def _doc(cls: type) -> str:
    """The docstring's first paragraph as a comment, without the ids of rules."""
    text = inspect.cleandoc(cls.__doc__ or "").split("\n\n")[0]
    text = re.sub(r"\s*\[[a-z][\w., ()-]*\]", "", " ".join(text.split()))
    return f"/** {text} */\n" if text else ""


if __name__ == "__main__":
    PLACE.parent.mkdir(parents=True, exist_ok=True)
    _ = PLACE.write_text(wire(), encoding="utf-8")
