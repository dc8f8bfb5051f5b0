"""Names, numbers and dice in words."""

from collections.abc import Iterable, Sequence

from maniple.battle.chance import Rolled
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.geometry import Edge

FACINGS = {
    Edge.FRONT: "in front",
    Edge.LEFT: "in the left flank",
    Edge.RIGHT: "in the right flank",
    Edge.REAR: "in the rear",
}


def name(battle: Battle, unit: UnitId) -> str:
    """What the unit is called."""
    return battle.units[unit].sheet.name


def names(battle: Battle, units: Iterable[UnitId]) -> str:
    """Several units: "A, B and C"."""
    return listed([name(battle, unit) for unit in units])


def listed(words: Sequence[str]) -> str:
    """ "A", "A and B", "A, B and C"; "nobody" for none."""
    if not words:
        return "nobody"
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, one: str, many: str = "") -> str:
    """ "1 model", "3 models"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def inches(distance: float) -> str:
    """ "7 inches", "7.5 inches"."""
    shown = f"{distance:.1f}".removesuffix(".0")
    return f"{shown} inch" if shown == "1" else f"{shown} inches"


def faces(rolled: Rolled) -> str:
    """The dice of a roll: "3+5"; with a second throw: "6+6, again 2+3"."""
    return ", again ".join("+".join(map(str, shown.faces)) for shown in rolled.shown)


def total(rolled: Rolled) -> int:
    """What the last throw of a roll adds up to."""
    return sum(rolled.shown[-1].faces)


def needed(need: int) -> str:
    """A need on a D6 as players say it: "4+"; 7 and more are a 6 and another die."""
    if need <= 6:
        return f"{need}+"
    return f"6 then {need - 3}+" if need <= 9 else "never"
