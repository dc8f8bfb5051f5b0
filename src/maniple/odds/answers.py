"""What an answer about chance holds: outcomes by name, counts, and how sure it is.

An `Answer` is made by a question of this room and shown by the command line, pages and bots. Its
chances are exact fractions; `certainty` says whether anything was left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from msgspec import Struct

from maniple.play.figures import Figure

__all__ = [
    "Answer",
    "Certainty",
    "Compared",
    "Count",
    "Explained",
    "Figure",
    "Outcome",
]


class Outcome(Struct, frozen=True):
    """One of the things that may come of it: "the legionaries break", and its chance."""

    name: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Count:
    """How many: "warriors lost", by number. Chances add up to those of all outcomes that have such a
    number.
    """

    name: str
    chances: Mapping[int, Fraction]

    def __hash__(self) -> int:
        return hash((self.name, frozenset(self.chances.items())))

    def at_least(self, n: int) -> Fraction:
        """The chance of n or more; no more than what is known, if something was left out."""
        return sum((chance for k, chance in self.chances.items() if k >= n), Fraction(0))

    def at_most(self, n: int) -> Fraction:
        """The chance of n or fewer; no more than what is known, if something was left out."""
        return sum((chance for k, chance in self.chances.items() if k <= n), Fraction(0))

    def mean(self) -> Fraction:
        """The average of what is known. ValueError if nothing is."""
        known = self._known()
        return sum((k * chance for k, chance in self.chances.items()), Fraction(0)) / known

    def quantile(self, p: Fraction | float) -> int:
        """The least number that isn't exceeded with a chance of at least p, of what is known.

        ValueError for a p that isn't from 0 to 1, or if nothing is known.
        """
        share = Fraction(p)
        if not 0 <= share <= 1:
            raise ValueError(f"a quantile is asked for a share from 0 to 1, not {p}")
        needed = share * self._known()
        below = Fraction(0)
        for k in sorted(self.chances):
            below += self.chances[k]
            if below >= needed:
                return k
        return max(self.chances)

    def _known(self) -> Fraction:
        known = sum(self.chances.values(), Fraction(0))
        if not known:
            raise ValueError(f"nothing is known of {self.name!r}: allow the question more")
        return known

    def median(self) -> int:
        """The least number that isn't exceeded at least half of the time."""
        return self.quantile(Fraction(1, 2))


class Certainty(Struct, frozen=True):
    """How an answer was found, and how far it may be off.

    "exact": every branch was followed. "bounds": a limit was reached, or branches were left out; each
    true chance lies between the one given and that plus `unknown`. "sampled": so many `runs` were
    played with dice of their own; the standard error of a chance is at most `error`.
    """

    how: str = "exact"
    unknown: Fraction = Fraction(0)
    error: float = 0.0
    runs: int = 0
    spent: str = ""
    """The limit that was reached, "" if none was: "runs", "seconds" or "battles"."""


class Explained(Struct, frozen=True):
    """A part of the sum under its own heading: "the legionaries strike", with its figures."""

    heading: str
    figures: tuple[Figure, ...]


class Answer(Struct, frozen=True):
    """The answer to a question. Outcomes exclude each other; with what is unknown they add up to 1."""

    question: str
    """The question's name: "fight", "volley", ..."""
    told: str
    """The question in a sentence, as it was understood."""
    outcomes: tuple[Outcome, ...]
    counts: tuple[Count, ...] = ()
    certainty: Certainty = Certainty()
    sums: tuple[Explained, ...] = ()
    """How the chances come about, step by step."""

    def chance_of(self, name: str) -> Fraction:
        """The chance of the outcome of that name. KeyError, with the names there are, if it has none."""
        for outcome in self.outcomes:
            if outcome.name == name:
                return outcome.chance
        raise KeyError(f"no outcome {name!r}; there are {[o.name for o in self.outcomes]}")

    def count(self, name: str) -> Count:
        """The count of that name. KeyError, with the names there are, if it has none."""
        for count in self.counts:
            if count.name == name:
                return count
        raise KeyError(f"no count {name!r}; there are {[c.name for c in self.counts]}")


class Compared(Struct, frozen=True):
    """The same question under several choices: each choice in words, with its answer."""

    question: str
    choices: tuple[tuple[str, Answer], ...]
