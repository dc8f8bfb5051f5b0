"""Reading the program's own data files: TOML rows as Structs, naming the file when one is bad."""

import tomllib
from typing import TypeVar

import msgspec
from msgspec import Struct

from maniple.armies.problems import ListError, Problem
from maniple.armies.sources import HERE

T = TypeVar("T", bound=Struct)

DATA = HERE / "data"


def read_data(name: str, kind: type[T]) -> T:
    """The file `name` of the data folder. Raises ListError when it doesn't fit `kind`."""
    return rows(DATA.joinpath(name).read_text("utf-8"), kind, name)


def rows(text: str, kind: type[T], file: str) -> T:
    """A text of TOML as a Struct. Raises ListError where it doesn't fit."""
    try:
        return msgspec.convert(tomllib.loads(text), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        remedy = "write it as the data files of the program are written"
        raise ListError([Problem(str(error), "army.list", remedy, file)]) from None
