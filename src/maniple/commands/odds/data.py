"""An answer as data for `--json`: every chance as an exact fraction in a string, and as a float."""

from fractions import Fraction
from typing import TypeAlias

from maniple.commands.odds.words import fraction
from maniple.odds.answers import Answer, Certainty, Compared, Count, Explained

Data: TypeAlias = dict[str, object]

QUANTILES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))


def answer_data(answer: Answer) -> Data:
    """The whole answer."""
    return {
        "question": answer.question,
        "told": answer.told,
        "certainty": _certainty(answer.certainty),
        "outcomes": [
            {"name": outcome.name, "chance": exact(outcome.chance)} for outcome in answer.outcomes
        ],
        "counts": [_count(count) for count in answer.counts],
        "sums": [_explained(part) for part in answer.sums],
    }


def compared_data(compared: Compared) -> Data:
    """Each choice in words, with its answer."""
    return {
        "question": compared.question,
        "choices": [
            {"choice": choice, "answer": answer_data(answer)} for choice, answer in compared.choices
        ],
    }


def exact(chance: Fraction) -> Data:
    """A chance: {"exact": "7/12", "float": 0.5833333333333334}."""
    return {"exact": fraction(chance), "float": float(chance)}


def _certainty(certainty: Certainty) -> Data:
    return {
        "how": certainty.how,
        "unknown": exact(certainty.unknown),
        "error": certainty.error,
        "runs": certainty.runs,
        "limit": certainty.spent or None,
    }


def _count(count: Count) -> Data:
    known = bool(count.chances)
    return {
        "name": count.name,
        "mean": float(count.mean()) if known else None,
        "median": count.median() if known else None,
        "quantiles": {f"{float(p):g}": count.quantile(p) for p in QUANTILES} if known else {},
        "chances": [
            {"n": n, "chance": exact(chance), "at_least": exact(count.at_least(n))}
            for n, chance in sorted(count.chances.items())
        ],
    }


def _explained(part: Explained) -> Data:
    return {
        "heading": part.heading,
        "figures": [
            {
                "what": f.what,
                "figure": f.figure,
                "rules": list(f.rules),
                "note": f.note,
                "exact": None if f.exact is None else fraction(f.exact),
            }
            for f in part.figures
        ],
    }
