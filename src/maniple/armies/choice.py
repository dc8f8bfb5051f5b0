"""What a roster or phrase takes of an entry of an army list."""

from msgspec import Struct

from maniple.armies.entries import Entry, Option, Part


class PartTaken(Struct, frozen=True):
    """So many models of a part of an entry."""

    part: Part
    models: int


class Choice(Struct, frozen=True):
    """An entry with its models and all that was chosen."""

    entry: Entry
    models: int
    """In all, those of its parts and its command among them."""
    options: tuple[Option, ...] = ()
    leader: bool = False
    standard: bool = False
    musician: bool = False
    crew: int = 0
    """On each beast or machine."""
    parts: tuple[PartTaken, ...] = ()
    spells: tuple[str, ...] = ()

    @property
    def own_models(self) -> int:
        """Those of the entry's own kind."""
        return self.models - sum(taken.models for taken in self.parts)

    @property
    def level(self) -> int:
        """The wizard's level; 0: no wizard. [magic.phase]"""
        return level_of(self.entry, self.options)


def level_of(entry: Entry, options: tuple[Option, ...]) -> int:
    """The wizard's level with these options. [magic.phase]"""
    return max([entry.wizard, *[option.wizard for option in options]])
