"""Questions that people ask about chance, answered exactly by the rules that play.

situations   melee, apart, shooting, alone: from words or rosters     -> Situation
questions    volley, melee_round, fight, break_test, leadership_test, rally     -> Answer
choices      compare, and what players are told to do: holds_back, widens, fights_with, ...
answers      Answer, Outcome, Count, Certainty, Compared
errors       QuestionError

Each name is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maniple.odds.answers import Answer, Certainty, Compared, Count, Outcome
    from maniple.odds.asking import QuestionError
    from maniple.odds.compare import compare
    from maniple.odds.fight import fight
    from maniple.odds.melee import melee_round
    from maniple.odds.nerve import break_test, leadership_test, rally
    from maniple.odds.policies import (
        Habit,
        answers_charges,
        challenges,
        falls_back,
        fights_with,
        forms_testudo,
        holds_back,
        misjudges,
        overruns,
        refuses_challenges,
        shoots,
        widens,
    )
    from maniple.odds.situations import Situation, alone, apart, melee, shooting
    from maniple.odds.volley import volley
    from maniple.play.odds import Limits

_HOMES = {
    "maniple.odds.answers": "Answer Certainty Compared Count Outcome",
    "maniple.odds.asking": "QuestionError",
    "maniple.odds.compare": "compare",
    "maniple.odds.fight": "fight",
    "maniple.odds.melee": "melee_round",
    "maniple.odds.nerve": "break_test leadership_test rally",
    "maniple.odds.policies": "Habit answers_charges challenges falls_back fights_with forms_testudo "
    "holds_back misjudges overruns refuses_challenges shoots widens",
    "maniple.odds.situations": "Situation alone apart melee shooting",
    "maniple.odds.volley": "volley",
    "maniple.play.odds": "Limits",
}
"""Where each public name is at home."""

_PUBLIC = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Answer",
    "Certainty",
    "Compared",
    "Count",
    "Habit",
    "Limits",
    "Outcome",
    "QuestionError",
    "Situation",
    "alone",
    "answers_charges",
    "apart",
    "break_test",
    "challenges",
    "compare",
    "falls_back",
    "fight",
    "fights_with",
    "forms_testudo",
    "holds_back",
    "leadership_test",
    "melee",
    "melee_round",
    "misjudges",
    "overruns",
    "rally",
    "refuses_challenges",
    "shooting",
    "shoots",
    "volley",
    "widens",
]


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_PUBLIC[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Everything public."""
    return sorted(__all__)
