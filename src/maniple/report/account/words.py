"""Names, numbers and dice in words."""

from collections.abc import Iterable, Sequence

from maniple.battle.chance import Rolled
from maniple.battle.events import WoundsTaken
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
    """Several units, as in "A, B and C"."""
    return listed([name(battle, unit) for unit in units])


def listed(words: Sequence[str]) -> str:
    """Words in a row, as in "A", "A and B", "A, B and C"; "nobody" for none."""
    if not words:
        return "nobody"
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, one: str, many: str = "") -> str:
    """So many of them, as in "1 model" and "3 models"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def inches(distance: float) -> str:
    """Inches to a tenth, as in "7 inches" and "7.5 inches"."""
    shown = figure(distance)
    return f"{shown} inch" if shown == "1" else f"{shown} inches"


def figure(number: float) -> str:
    """A number to a tenth, as in "7" and "7.5"."""
    return f"{number:.1f}".removesuffix(".0")


def faces(rolled: Rolled) -> str:
    """The dice of a roll and their sum, as in "3+5 = 8", or "6+6 = 12, again 2+3 = 5"."""
    return ", again ".join(summed(shown.faces) for shown in rolled.shown)


def summed(dice: Sequence[int]) -> str:
    """Dice added up, as in "3+5 = 8"; a single die is just its face."""
    if len(dice) == 1:
        return str(dice[0])
    return f"{'+'.join(map(str, dice))} = {sum(dice)}"


def of_each(event: WoundsTaken, battle: Battle) -> str:
    """Who fell of a unit of several kinds, as in "2 of the spearmen and 1 of the archers"."""
    named = [share.name for share in battle.units[event.unit].sheet.shares]
    kinds = [named[i] if i < len(named) else "" for i in range(len(event.fell))]
    fell = zip(event.fell, kinds, strict=True)
    return listed([f"{n} of the {kind or 'others'}" for n, kind in fell if n])
