"""From the many outcomes of an answer to a few shares, from best to worst for whoever asks."""

from collections.abc import Mapping
from fractions import Fraction

from maniple.odds import charge_outcomes as came
from maniple.odds.answers import Answer

THEY_BREAK = "outcome.they-break"
THEY_HOLD = "outcome.they-hold"
DRAW = "outcome.draw"
FAILS = "outcome.fails"
WE_HOLD = "outcome.we-hold"
WE_BREAK = "outcome.we-break"
WE_CAUGHT = "outcome.we-caught"
WE_AWAY = "outcome.we-away"

OF_CHARGE: Mapping[str, str] = {
    came.ENEMY_GONE: THEY_BREAK,
    came.FLED_CAUGHT: THEY_BREAK,
    came.FLED_AWAY: THEY_BREAK,
    came.FLED_OFF: THEY_BREAK,
    came.WIPED_OUT: THEY_BREAK,
    **dict.fromkeys(came.BROKEN.values(), THEY_BREAK),
    came.HELD: THEY_HOLD,
    came.BOTH_WIPED_OUT: DRAW,
    came.DRAWN: DRAW,
    came.FAILS: FAILS,
    came.DARES_NOT: FAILS,
    came.PASSES: FAILS,
    came.HOLDS: WE_HOLD,
    came.SHAKEN: WE_BREAK,
    came.TERRIFIED: WE_BREAK,
    came.SHOT_DOWN: WE_BREAK,
    came.OWN_WIPED_OUT: WE_BREAK,
    **dict.fromkeys(came.OWN_BROKEN.values(), WE_BREAK),
}
"""What comes of a charge, for who charges."""

FOR_TARGET: Mapping[str, str] = {
    THEY_BREAK: WE_BREAK,
    THEY_HOLD: WE_HOLD,
    DRAW: DRAW,
    FAILS: FAILS,
    WE_HOLD: THEY_HOLD,
    WE_BREAK: THEY_BREAK,
}
"""The same for whoever is charged, if he stands."""

FLEEING: Mapping[str, str] = {
    came.FLED_CAUGHT: WE_CAUGHT,
    came.FLED_AWAY: WE_AWAY,
    came.FLED_OFF: WE_AWAY,
}

BEST_FIRST = (THEY_BREAK, THEY_HOLD, DRAW, FAILS, WE_AWAY, WE_HOLD, WE_CAUGHT, WE_BREAK)


def of_charger(answer: Answer) -> tuple[tuple[str, float], ...]:
    """The shares of a charge for whoever charges."""
    return summed([(OF_CHARGE.get(one.name, DRAW), one.chance) for one in answer.outcomes])


def of_target(answer: Answer) -> tuple[tuple[str, float], ...]:
    """The shares of a charge for whoever is charged."""
    found: list[tuple[str, Fraction]] = []
    for one in answer.outcomes:
        key = FLEEING.get(one.name)
        if key is None:
            key = FOR_TARGET[OF_CHARGE.get(one.name, DRAW)]
        found.append((key, one.chance))
    return summed(found)


def summed(found: list[tuple[str, Fraction]]) -> tuple[tuple[str, float], ...]:
    """Equal keys together, from best to worst."""
    sums: dict[str, Fraction] = {}
    for key, chance in found:
        sums[key] = sums.get(key, Fraction(0)) + chance
    known = [key for key in BEST_FIRST if key in sums] + [k for k in sums if k not in BEST_FIRST]
    return tuple([(key, round(float(sums[key]), 4)) for key in known if sums[key]])
