"""Questions that people ask about chance, answered exactly by the rules that play.

situations   melee, apart, alone: from words or rosters     -> Situation
answers      Answer, Outcome, Count, Certainty, Compared
errors       QuestionError

Each name is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maniple.odds.answers import Answer, Certainty, Compared, Count, Outcome
    from maniple.odds.asking import QuestionError
    from maniple.odds.situations import Situation, alone, apart, melee

_HOMES = {
    "maniple.odds.answers": "Answer Certainty Compared Count Outcome",
    "maniple.odds.asking": "QuestionError",
    "maniple.odds.situations": "Situation alone apart melee",
}
"""Where each public name is at home."""

_PUBLIC = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Answer",
    "Certainty",
    "Compared",
    "Count",
    "Outcome",
    "QuestionError",
    "Situation",
    "alone",
    "apart",
    "melee",
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
