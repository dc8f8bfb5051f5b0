"""Chances as people read them: per cent, and how often in so many times."""

from fractions import Fraction
from math import floor, log10, sqrt

from maniple.odds.answers import Certainty

FEW = Fraction(1, 4)
"""A rarer chance is told as one in so many."""
TIMES = (2, 3, 4, 5)
TENTHS = 10
"""Others are told in a few times, or in ten."""
NEAR = Fraction(1, 20)
"""How far that may be off, as a share of the chance."""
RARE = Fraction(1, 10_000)
"""Below this chance, and as near to certainty, hundredths of a per cent say nothing."""
SMALL = Fraction(1, 1_000_000)
"""Below this chance four decimals of a per cent say nothing."""
TWO_ERRORS = 2
"""Standard errors on either side of a sampled chance: the truth lies between in 95 of 100 samples."""
CHUNK = 4000
"""Digits of a number that are written at once; Python refuses more than 4300."""


def percent(chance: Fraction) -> str:
    """As "41.7 %"; only what is certain is told as 100 %, and only what never happens as 0 %."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    if chance < RARE:
        return "<0.01 %"
    if chance > 1 - RARE:
        return ">99.99 %"
    digits = 1 if 10 * RARE <= chance <= 1 - 10 * RARE else 2
    return f"{_decimals(chance * 100, digits)} %"


def exactly(chance: Fraction) -> str:
    """With four decimals, or four figures of what is small: "41.6667 %", "3.215e-12 %"."""
    if 0 < chance < SMALL:
        return f"{_small(chance * 100)} %"
    if 1 - SMALL < chance < 1:
        return ">99.9999 %"
    return f"{_decimals(chance * 100, 4)} %"


def how_often(chance: Fraction) -> str:
    """As "1 in 3", "7 in 10", "1 in 400", "all but 1 in 400", "always", "never"."""
    if chance in (0, 1):
        return "always" if chance else "never"
    if chance < FEW:
        return f"1 in {_rounded(1 / chance)}"
    if chance > 1 - FEW:
        times = 1 / (1 - chance)
        if round(times) > TENTHS:
            return f"all but 1 in {_rounded(times)}"
        return f"{round(times) - 1} in {round(times)}"
    off = NEAR * min(chance, 1 - chance)
    told = [Fraction(round(chance * times), times) for times in TIMES]
    near = next((one for one in told if abs(one - chance) <= off), None)
    return _in(Fraction(round(chance * TENTHS), TENTHS) if near is None else near)


def told(chance: Fraction, certainty: Certainty) -> str:
    """A chance as it is known: "41.7 %", "41.0 to 43.0 %" within bounds, "41.7 ± 0.7 %" of a sample."""
    if certainty.how == "sampled" and certainty.runs:
        off = TWO_ERRORS * sqrt(float(chance * (1 - chance)) / certainty.runs)
        known = _decimals(chance * 100, 1)
        return f"{known} ± {max(off * 100, 0.1):.1f} %" if off else f"about {known} %"
    low, high = percent(chance), percent(min(chance + certainty.unknown, Fraction(1)))
    if low == high:
        return low
    return f"{low.removesuffix(' %')} to {high}"


def often(chance: Fraction, certainty: Certainty) -> str:
    """How often that is, unless the bounds are too far apart to say."""
    high = min(chance + certainty.unknown, Fraction(1))
    return how_often(chance) if percent(chance) == percent(high) else ""


def fraction(value: Fraction) -> str:
    """As "7/12", however many digits it has."""
    if value.denominator == 1:
        return digits(value.numerator)
    return f"{digits(value.numerator)}/{digits(value.denominator)}"


def digits(number: int) -> str:
    """A whole number that isn't negative, of any length."""
    parts: list[str] = []
    while number >= 10**CHUNK:
        number, low = divmod(number, 10**CHUNK)
        parts.append(str(low).zfill(CHUNK))
    return "".join([str(number), *reversed(parts)])


def decimal(value: Fraction) -> str:
    """An average, with two decimals at the most: "5.25", "5"."""
    return _decimals(value, 2).rstrip("0").rstrip(".")


def _decimals(value: Fraction, places: int) -> str:
    """Rounded exactly: a float of so long a fraction may not be there."""
    scaled = round(value * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{places}d}"


def _small(value: Fraction) -> str:
    """In powers of ten, where a float has no power so small either."""
    power = 0
    while value < 1:
        value *= 10
        power += 1
    return f"{_decimals(value, 3)}e-{power:02d}"


def _rounded(times: Fraction) -> str:
    """Two figures are enough: 412.7 is "410"."""
    whole = round(times)
    if whole < 100:
        return str(whole)
    if whole > 10**12:
        return f"10^{len(digits(whole)) - 1}"
    unit = int(10 ** (floor(log10(whole)) - 1))
    return f"{round(whole / unit) * unit:,}"


def _in(share: Fraction) -> str:
    return f"{share.numerator} in {share.denominator}"
