"""A unit as it was understood, in words: what a question goes by."""

from maniple.armies.phrases import LEAST_WITH_COMMAND
from maniple.battle.sheet import Sheet
from maniple.odds.fighters import Fighter, fighter


def about(*said: str | Fighter) -> tuple[str, ...]:
    """The units of a question, each in words."""
    return tuple([understood(fighter(one) if isinstance(one, str) else one) for one in said])


def understood(who: Fighter) -> str:
    """As "Legionaries, 18 strong, 6 wide and 3 deep, charging, with General"."""
    phrase = who.phrase
    sheet = phrase.sheet
    told = [who.name]
    if not sheet.is_character:
        told.append(f"{phrase.models} strong")
    if not sheet.is_character and phrase.models > 1:
        told.append(f"{phrase.files} wide and {phrase.ranks} deep")
    if phrase.struck != "front":
        told.append(f"struck in the {phrase.struck}")
    told += [word for word, is_so in _stances(who) if is_so]
    if phrase.guests:
        told.append("with " + " and ".join(guest.name for guest in phrase.guests))
    if phrase.challenging:
        told.append("challenging")
    if lacks := _lacks(sheet):
        told.append(lacks)
    return ", ".join(told)


def _stances(who: Fighter) -> tuple[tuple[str, bool], ...]:
    phrase = who.phrase
    return (
        ("charging", phrase.charging),
        ("counter-charging", phrase.counter_charging),
        ("in testudo", phrase.testudo),
        ("on a hill", phrase.on_hill),
        ("behind an obstacle", phrase.behind_obstacle),
        ("in a wood", phrase.in_wood),
        (f"with the {phrase.weapon}", bool(phrase.weapon)),
    )


def _lacks(sheet: Sheet) -> str:
    """What it is without, of the command that a unit has if nothing is said."""
    if sheet.is_character or sheet.models < LEAST_WITH_COMMAND:
        return ""
    command = {"leader": sheet.leader, "standard": sheet.standard, "musician": sheet.musician}
    without = [word for word, has in command.items() if not has]
    if len(without) == len(command):
        return "without command"
    return f"without {' or '.join(without)}" if without else ""
