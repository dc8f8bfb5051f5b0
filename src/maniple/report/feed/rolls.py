"""Dice as they fall: whose they are, what for, what was needed, what came.

roll_told     a line for a volley, a round of blows, or any other roll
dice_of       the dice of a roll
"""

from collections.abc import Sequence

from maniple.battle.chance import Shown
from maniple.battle.chance_requests import (
    Blows,
    Direction,
    Pierce,
    Roll,
    RollOff,
    Scatter,
    Struck,
    Test,
    Volley,
)
from maniple.battle.sides import Side
from maniple.battle.unit import NOBODY, UnitId
from maniple.play.told import Fell
from maniple.report.account.volleys import chain, stage_word
from maniple.report.account.words import counted
from maniple.report.feed.entries import DiceShown, Entry
from maniple.report.feed.writing import Piece, U, told

STAGES = {"hit": "to hit", "wound": "to wound", "save": "to save"}
OF_ROLL = {
    "flee.distance": "runs for its life",
    "pursue.distance": "runs after them",
    "charge.procedure": "charges",
    "magic.winds": "the winds of magic blow",
    "victory.random-length": "the length of the battle",
    "troop.heavy-chariot": "crashes into them",
    "troop.elephant": "tramples on",
}
"""What a roll is for, by the rule that calls it; others are told by their rule alone."""


def dice_of(shown: Shown, first: int, *, at_most: bool = False) -> DiceShown:
    """Dice that fell together, the first of them number `first` of the battle."""
    word = stage_word(shown.label)
    label = STAGES.get(word, shown.label if " " in shown.label else "")
    return DiceShown(label, shown.faces, shown.need, at_most, shown.passed, first)


def all_dice(fell: Fell, first: int, *, at_most: bool = False) -> list[DiceShown]:
    """All dice of a roll in their order."""
    found: list[DiceShown] = []
    for shown in fell.rolled.shown:
        if shown.faces:
            found.append(dice_of(shown, first, at_most=at_most))
        first += len(shown.faces)
    return found


def thrown(fell: Fell) -> int:
    """How many dice fell."""
    return sum(len(shown.faces) for shown in fell.rolled.shown)


def roll_told(fell: Fell, first: int) -> Entry:
    """A line for dice that fell."""
    request, battle = fell.request, fell.battle
    dice = all_dice(fell, first)
    parts: list[Piece]
    match request:
        case Volley():
            number = sum(attack.dice for attack in request.attacks)
            parts = _at(request.shooter, counted(number, "shot"), request.targets, dice)
            parts.append(f" {chain(request, fell.rolled)}.")
        case Blows():
            number = sum(attack.dice for attack in request.attacks)
            parts = _at(request.striker, counted(number, "blow"), request.targets, dice)
            parts.append(f" {chain(request, fell.rolled)}.")
        case Pierce():
            parts = [U(request.shooter), ", a bolt at ", U(request.target), ": ", *dice]
            if isinstance(fell.rolled.answer, int):
                parts.append(f" {counted(fell.rolled.answer, 'wound')}.")
        case RollOff():
            return _roll_off(fell, request, dice)
        case Test():
            parts = [U(request.unit), f" needs {request.at_most} or less: "]
            parts += all_dice(fell, first, at_most=True)
        case Roll():
            why = OF_ROLL.get(request.cite, request.why)
            parts = [U(request.unit)] if request.unit != NOBODY else []
            parts += [f" {why}: " if why else ": ", *dice, f" {fell.rolled.answer}."]
            return told(battle, *parts, rules=(request.cite,), weight="minor")
        case Direction() | Scatter():
            parts = [U(request.unit), ": ", *dice]
            return told(battle, *parts, rules=(request.cite,), weight="minor")
    return told(battle, *parts, rules=(request.cite,))


def _at(
    who: UnitId, what: str, targets: tuple[Struck, ...], dice: Sequence[DiceShown]
) -> list[Piece]:
    """As "II Cohort, 12 shots at Warriors: ..."."""
    named = list(dict.fromkeys([target.unit for target in targets]))
    parts: list[Piece] = [U(who), f", {what}"]
    for place, target in enumerate(named):
        parts += [" at " if not place else " and ", U(target)]
    return [*parts, ": ", *dice]


def _roll_off(fell: Fell, request: RollOff, dice: list[DiceShown]) -> Entry:
    armies = fell.battle.field.armies
    winner = fell.rolled.answer
    parts: list[Piece] = []
    for shown, one in zip(fell.rolled.shown, dice, strict=True):
        parts += [f"{armies.of(Side(shown.label))} ", one, " "]
    if isinstance(winner, Side):
        parts.append(f"{armies.of(winner)} is higher.")
    else:
        parts.append("Equal.")
    return told(fell.battle, *parts, rules=(request.cite,))
