"""How sure an answer is, in a sentence."""

from maniple.commands.odds.words import how_often, percent
from maniple.odds.answers import Certainty

LIMITS = {
    "runs": "of so many runs of the rules",
    "seconds": "of time",
    "battles": "of so many battles at once",
}


def sure(certainty: Certainty) -> str:
    """That every roll was followed, or what was left out, and how to have less of it."""
    if certainty.how == "sampled":
        runs = f"{certainty.runs:,} runs with dice of their own"
        limit = _limit(certainty) + "a" if certainty.spent else "A"
        off = 2 * certainty.error * 100
        return f"{limit} sample: {runs}; twice the standard error is {off:.1f} % at most."
    if not certainty.unknown:
        return "Exact: every roll was followed to its end."
    if certainty.spent:
        return (
            f"{_limit(certainty)}{percent(certainty.unknown)} was not followed to its end, and each chance "
            "lies between the two told. Allow more with --within SECONDS, or have it sampled: --sample 20000."
        )
    return f"Exact but for what was left out, {how_often(certainty.unknown)} of all that may come."


def _limit(certainty: Certainty) -> str:
    return f"The limit {LIMITS.get(certainty.spent, f'of {certainty.spent}')} was reached: "
