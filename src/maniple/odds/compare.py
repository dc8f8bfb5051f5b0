"""The same question under several choices.

    wide, deep = melee("24 legionaries, 8 wide", foe), melee("24 legionaries, 5 wide", foe)
    compared = compare(partial(fight, rounds=3), {"8 wide": wide, "5 wide": deep})

A choice is a situation: other words, another weapon, or players of other habits, as in
`wide.playing(holds_back(Side.RED))`.
"""

from collections.abc import Callable, Mapping

from maniple.odds.answers import Answer, Compared
from maniple.odds.asking import QuestionError
from maniple.odds.situations import Situation


def compare(question: Callable[[Situation], Answer], choices: Mapping[str, Situation]) -> Compared:
    """The answers to the question under each of the choices, in their order. QuestionError for none."""
    if not choices:
        raise QuestionError("nothing to compare: give two choices or more, each with its name")
    answers = [(choice, question(situation)) for choice, situation in choices.items()]
    return Compared(answers[0][1].question, tuple(answers))
