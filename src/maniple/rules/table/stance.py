"""How the units stand, apart from all else about them: what sight and room depend on.

Most events of a turn move nobody. `stances` gives the same object as long as every body stands as it
did, so that a `Memo` of it outlives them.
"""

from maniple.battle.state import Battle
from maniple.battle.terrain import Terrain
from maniple.battle.unit import Unit

KEPT = 6
"""Battles whose stances are remembered."""


class Stances:
    """The units as they stood when first looked at, and the terrain. Compared by identity."""

    __slots__ = ("terrain", "units")

    def __init__(self, units: tuple[Unit, ...], terrain: tuple[Terrain, ...]) -> None:
        self.units = units
        self.terrain = terrain


class _Known:
    """The last few tables looked at, latest first, each with what it was found to be."""

    __slots__ = ("tables",)

    def __init__(self) -> None:
        self.tables: list[tuple[tuple[Unit, ...], Stances]] = []

    def of(self, units: tuple[Unit, ...], terrain: tuple[Terrain, ...]) -> Stances:
        tables = self.tables
        for table in tables:
            if table[0] is units and table[1].terrain is terrain:
                return table[1]
        for place, (_, stances) in enumerate(tables):
            if stances.terrain is terrain and _stand_alike(stances.units, units):
                del tables[place]
                break
        else:
            stances = Stances(units, terrain)
        self.tables = [(units, stances), *tables[: KEPT - 1]]
        return stances


_known = _Known()


def stances(battle: Battle) -> Stances:
    """How the battle's units stand: the same object while nobody's body or place changes."""
    return _known.of(battle.units, battle.field.terrain)


def _stand_alike(before: tuple[Unit, ...], now: tuple[Unit, ...]) -> bool:
    if len(before) != len(now):
        return False
    # Units of a kind of their own, such as note what is read of them, are not held against others:
    # what they are asked must not depend on what was looked at before.
    if any(type(unit) is not Unit for unit in (*before[:1], *now[:1])):
        return False
    for one, other in zip(before, now, strict=True):
        if one is not other and not (
            one.pose == other.pose
            and one.models == other.models
            and one.files == other.files
            and one.status is other.status
            and one.formation is other.formation
            and one.sheet is other.sheet
            and one.side is other.side
            and one.guest_places == other.guest_places
            and one.lap_left == other.lap_left
            and one.lap_right == other.lap_right
            and one.places == other.places
            and one.engine_wounds == other.engine_wounds
        ):
            return False
    return True
