"""A line in the making: who did what, one clause after another, and the rules that spoke.

    told = Sentence()
    told.say("Auxilia", "needed 7 or less to hold")
    told.say("Auxilia", "broke")
    told.say("Warriors", "rode them down")

reads "Auxilia needed 7 or less to hold and broke; Warriors rode them down".
"""

from collections.abc import Iterable

from maniple.battle.unit import UnitId
from maniple.report.account.lines import Line
from maniple.report.account.words import listed


class Sentence:
    """Clauses that grow until the line is told. Nothing is said twice."""

    def __init__(self, units: Iterable[UnitId] = ()) -> None:
        self._clauses: list[tuple[str, list[str]]] = []
        self._rules: list[str] = []
        self._units: list[UnitId] = list(units)

    def __bool__(self) -> bool:
        return bool(self._clauses)

    def say(self, subject: str, *predicates: str, rules: Iterable[str] = ()) -> None:
        """The subject did this; more of the same subject joins its clause. "" is no subject."""
        if not self._clauses or self._clauses[-1][0] != subject or not subject:
            self._clauses.append((subject, []))
        said = self._clauses[-1][1]
        said += [predicate for predicate in predicates if predicate and predicate not in said]
        self.cite(*rules)

    def cite(self, *rules: str) -> None:
        """These rules spoke."""
        for rule in rules:
            if rule and rule not in self._rules:
                self._rules.append(rule)

    def about(self, *units: UnitId) -> None:
        """The line is about these units too."""
        self._units += [unit for unit in units if unit not in self._units]

    def line(self) -> Line:
        """The line as it stands."""
        clauses = [f"{subject} {listed(said)}".strip() for subject, said in self._clauses if said]
        text = "; ".join(clauses)
        return Line(text[:1].upper() + text[1:], rules=tuple(self._rules), units=tuple(self._units))
