"""Questions that people ask about chance, answered exactly by the rules that play.

situations   melee, apart, shooting, alone, line_of_battle: from words or rosters   -> Situation
             situation_of, charging_now, fighting_now, ...: from a battle in play   -> Situation
questions    volley, melee_round, fight, charge, break_test, leadership_test, rally,
             flee_and_pursue, panic_chain, reach                                    -> Answer
choices      compare, and what players are told to do: holds_back, widens, fights_with, ...
sums         sums_of: how it comes about, figure by figure
answers      Answer, Outcome, Count, Certainty, Compared, Explained, Figure
errors       QuestionError

Each question takes `limits` (how much work it may cost, how exact it has to be), `sample` (so many
games are played where a limit is reached), and `sums`: with True its answer shows how its chances come
about, each figure with the rules that it comes from.
"""

from maniple.odds.answers import Answer, Certainty, Compared, Count, Explained, Figure, Outcome
from maniple.odds.asking import QuestionError
from maniple.odds.charge import charge, charge_by_response
from maniple.odds.compare import compare
from maniple.odds.fight import fight
from maniple.odds.flight import flee_and_pursue
from maniple.odds.live import (
    Until,
    after_answer,
    charging_now,
    compare_answers,
    fighting_now,
    pursue_or_hold,
    rallying_now,
    shooting_now,
    situation_of,
    supposing,
    will_hold,
)
from maniple.odds.melee import melee_round
from maniple.odds.nerve import break_test, leadership_test, rally
from maniple.odds.panic_chain import Cause, line_of_battle, panic_chain
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
    policy_of,
    refuses_challenges,
    shoots,
    widens,
)
from maniple.odds.reach import Place, Run, reach, reach_inches
from maniple.odds.situations import Situation, alone, apart, melee, shooting
from maniple.odds.sums import sums_of
from maniple.odds.volley import volley
from maniple.play.odds import Limits

__all__ = [
    "Answer",
    "Cause",
    "Certainty",
    "Compared",
    "Count",
    "Explained",
    "Figure",
    "Habit",
    "Limits",
    "Outcome",
    "Place",
    "QuestionError",
    "Run",
    "Situation",
    "Until",
    "after_answer",
    "alone",
    "answers_charges",
    "apart",
    "break_test",
    "challenges",
    "charge",
    "charge_by_response",
    "charging_now",
    "compare",
    "compare_answers",
    "falls_back",
    "fight",
    "fighting_now",
    "fights_with",
    "flee_and_pursue",
    "forms_testudo",
    "holds_back",
    "leadership_test",
    "line_of_battle",
    "melee",
    "melee_round",
    "misjudges",
    "overruns",
    "panic_chain",
    "policy_of",
    "pursue_or_hold",
    "rally",
    "rallying_now",
    "reach",
    "reach_inches",
    "refuses_challenges",
    "shooting",
    "shooting_now",
    "shoots",
    "situation_of",
    "sums_of",
    "supposing",
    "volley",
    "widens",
    "will_hold",
]
