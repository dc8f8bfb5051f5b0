"""Numbers of a sum as people read them; the exact figure goes along."""

from fractions import Fraction

from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.play.figures import Figure


def name(battle: Battle, unit: UnitId) -> str:
    """What the unit is called."""
    return battle.units[unit].sheet.name


def average(what: str, number: Fraction, rules: tuple[str, ...] = (), note: str = "") -> Figure:
    """How much to expect, to two places: "2.33"."""
    shown = str(number) if number.denominator == 1 else f"{float(number):.2f}"
    return Figure(what, shown, rules, note, number)


def chance(what: str, share: Fraction, rules: tuple[str, ...] = (), note: str = "") -> Figure:
    """A chance in per cent, to two places: "44.37 %"."""
    return Figure(what, percent(share), rules, note or str(share), share)


def percent(share: Fraction) -> str:
    """As in "44.37 %"; only what is certain, or impossible, is 100 %, or 0 %."""
    if share in (0, 1):
        return f"{100 * share} %"
    return f"{min(max(float(100 * share), 0.01), 99.99):.2f} %"
