"""Answers made by hand, to see how they are shown."""

from fractions import Fraction
from math import comb

from maniple.odds.answers import Answer, Certainty, Compared, Count, Explained, Figure, Outcome

SUMS = (
    Explained(
        "Legionaries at Warriors, with the heavy throwing spear",
        (
            Figure("strikers", "11", ("combat.who-fights",)),
            Figure("to hit", "4+", ("combat.to-hit",), "weapon skill 3 to 3"),
            Figure("save", "6+ +1 = none", ("shoot.save", "weapon.strength-save")),
        ),
    ),
)


def tries(n: int, chance: Fraction) -> dict[int, Fraction]:
    """How many of n come, each with this chance."""
    return {k: comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)}


def answer(certainty: Certainty = Certainty()) -> Answer:
    """A fight: two outcomes that are known, and two counts. What is unknown is taken from the second."""
    return Answer(
        "fight",
        "Legionaries against Warriors: one round",
        (
            Outcome("Warriors break", Fraction(5, 12)),
            Outcome("Legionaries break", Fraction(7, 12) - certainty.unknown),
        ),
        (
            Count("Warriors lost", tries(3, Fraction(1, 3))),
            Count("Legionaries lost", tries(60, Fraction(1, 3))),
            Count("rounds fought", {1: Fraction(1)}),
        ),
        certainty,
        SUMS,
    )


def compared() -> Compared:
    """The same under two choices, of which the second has an outcome of its own."""
    held = Answer("fight", "they hold", (Outcome("both hold", Fraction(1)),))
    return Compared("fight", (("charging", answer()), ("standing", held)))
